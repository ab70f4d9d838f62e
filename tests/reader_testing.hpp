// What the tests of readers share: reading a text in small pieces, and the errors it must cause.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/readers.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

using Reader = EdgeList (*)(Input&, const ReadOptions&, Progress&);

inline EdgeList read_file_as(Reader reader, const std::string& path, const ReadOptions& options = {}) {
  Input input(path);
  return reader(input, options, silent_progress());
}

/// Reads `content` in pieces of a few bytes, so that every line is near the end of a block.
inline EdgeList read_text(Reader reader, std::string_view content, bool weights = true) {
  const TemporaryFolder folder;
  ReadOptions options;
  options.block_size = 16;
  options.read_weights = weights;
  return read_file_as(reader, folder.write("graph", content), options);
}

/// The message of the error that reading `content` must cause, without the name of the file.
inline std::string error_of(Reader reader, std::string_view content) {
  const TemporaryFolder folder;
  const std::string path = folder.write("graph", content);
  try {
    read_file_as(reader, path);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    const std::string message = error.what();
    EXPECT_EQ(message.find(path), 0U) << message;
    return message.substr(std::min(message.size(), path.size()));
  }
  return "no error";
}

using Row = std::tuple<std::string, std::string, double>;

/// The edges by name, in order; weight 0 where there are none.
inline std::vector<Row> rows(const EdgeList& list) {
  std::vector<Row> result;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    double weight = 0;
    if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) weight = (*integers)[i];
    if (const auto* floats = std::get_if<Array<float>>(&list.weights)) weight = (*floats)[i];
    result.emplace_back(list.names.name(list.edges[i].source), list.names.name(list.edges[i].target), weight);
  }
  return result;
}

inline std::string decisions(const EdgeList& list) {
  std::string all;
  for (const std::string& decision : list.decisions) all += decision + "\n";
  return all;
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

struct Broken {
  std::string_view content;
  std::string_view error;  ///< part of the message, which begins with ":LINE:COLUMN"
};

inline void expect_errors(Reader reader, const std::vector<Broken>& broken) {
  for (const auto& [content, error] : broken) {
    const std::string message = error_of(reader, content);
    EXPECT_TRUE(contains(message, error)) << "found:    " << message << "\nexpected: " << error;
  }
}

}  // namespace mg
