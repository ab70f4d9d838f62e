// What is behind the handles of multigraph.h, and how failures cross it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c/multigraph.h"
#include "engine/session.hpp"

struct mg_error {
  int status;
  std::string message;
};

struct mg_graph {
  mg::Graph graph;
};

struct mg_session {
  explicit mg_session(const mg::Graph& graph) : session(graph) { request.options.device = "auto"; }

  mg::Session session;
  mg::RunRequest request;  ///< what the options say; without algorithm and sources
  std::atomic<bool> stop = false;
};

struct mg_result {
  mg::RunReport report;
  std::vector<mg::ResultColumn> columns;  ///< as the algorithm gives them: rows are internal vertices, or a table's
  std::vector<mg::ResultColumn> by_row;   ///< rows that are vertices, and vertices in rows, are the file's
};

namespace mg::c {

/// Leaves an error where somebody wants it, and returns its status.
inline int leave_error(mg_error** error, ExitCode code, const char* message) noexcept {
  const int status = static_cast<int>(code);
  if (error == nullptr) return status;
  try {
    *error = new mg_error{status, message};
  } catch (const std::bad_alloc&) {  // the status has to do
  }
  return status;
}

/// Does `work`, and turns what it throws into a status and an error: no exception leaves the library.
template <class Work>
int guarded(mg_error** error, Work&& work) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    work();
    return MG_DONE;
  } catch (const Error& failure) {
    return leave_error(error, failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return leave_error(error, ExitCode::no_resources, "not enough memory");
  } catch (const std::exception& failure) {
    return leave_error(error, ExitCode::internal, failure.what());
  } catch (...) {
    return leave_error(error, ExitCode::internal, "an unknown exception");
  }
}

/// As much of `text` as fits, ended by a null; its whole length.
inline std::size_t write_text(std::string_view text, char* buffer, std::size_t size) noexcept {
  if (buffer != nullptr && size > 0) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), length);
    buffer[length] = '\0';
  }
  return text.size();
}

/// The texts up to the null that ends them.
inline std::vector<std::string> texts(const char* const* list) {
  std::vector<std::string> found;
  for (; list != nullptr && *list != nullptr; ++list) found.emplace_back(*list);
  return found;
}

/// "NAME=VALUE" texts, taken apart. Throws Error(wrong_use).
inline std::vector<std::pair<std::string, std::string>> options(const char* const* list) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const std::string& text : texts(list)) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      fail(ExitCode::wrong_use, "expected NAME=VALUE, found '{}'", text);
    }
    found.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return found;
}

}  // namespace mg::c
