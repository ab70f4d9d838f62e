// Texts that could be read as another graph than they are: what must come of each, or why it is refused.
#pragma once

#include <string>
#include <vector>

#include "preprocess/read.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

/// `options` are words such as header=yes. `expected` lists the edges, "a>b, b>c:2.5", behind "undirected: " or
/// "directed: " where the file declares it; or says "refused: " and words of the message. Words behind " | " must be
/// among the decisions that are told.
struct Trap {
  std::string file;
  std::string text;
  std::string options;
  std::string expected;
};

/// Fails for each that is read as something else, as a whole or in pieces of 8 bytes.
void check(const std::vector<Trap>& traps);

struct Outcome {
  std::string graph;  ///< or "refused: " and the message, without the folder
  std::string told;
};

/// The graph of several files.
[[nodiscard]] Outcome read(const TemporaryFolder& folder, const std::vector<std::string>& paths, ReadOptions options,
                           std::size_t block_size);
[[nodiscard]] ReadOptions read_options(const std::string& words);
void expect(const Outcome& outcome, const std::string& expected, const std::string& what);

}  // namespace mg
