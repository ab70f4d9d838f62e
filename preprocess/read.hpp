// From files in any known format to a list of edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/progress.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/readers/table_options.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// Vertices without an edge. `automatic`: those that the format lists (.mtx, .graph, .v, ...) exist, and an edge list
/// has those that occur. `keep`: every number from the smallest possible one to the largest that occurs is a vertex of
/// an edge list too. `drop`: the graph builder removes them, whatever the format.
enum class Isolated : std::uint8_t { automatic, keep, drop };

struct ReadOptions {
  std::string format = "auto";  ///< auto, or one of known_formats()
  Isolated isolated = Isolated::automatic;
  bool read_weights = true;                     ///< false: weights in the file are passed over
  std::size_t block_size = default_block_size;  ///< bytes parsed as one piece; no effect on results
  TableOptions table = {};                      ///< for el and csv; names: also for formats with nodes and labels
  bool bipartite = false;                       ///< of tables and matrices: sources and targets are numbered apart
  std::string weight_attribute = {};            ///< for formats whose edges have attributes: the one that is the weight
  std::string member = {};                      ///< of an archive; empty: the only one that can be a graph
};

/// The names that ReadOptions::format takes besides "auto".
[[nodiscard]] std::span<const std::string_view> known_formats();

/// Reads the graph in `inputs` (paths; "-" is standard input): one file, a mesh's with the file of its points
/// beside it, a Graphalytics pair, several edge lists, or several package lists; or archives that hold one of these
/// each. The format is recognised from the content first and the name second; the choice and its reason are the first
/// of the result's decisions. Throws Error(bad_input) with file, line and column of what is wrong; Error(wrong_use) for
/// an unknown format or inputs that do not go together.
///
/// An error in a compressed file may be that of the compression, whose checksum comes last: then that is what is
/// thrown.
EdgeList read_graph(std::span<const std::string> inputs, const ReadOptions& options, Progress& progress);

/// The files that read_graph would open for `inputs`: those that they stand for, and those of names and points
/// beside them.
[[nodiscard]] std::vector<std::string> files_read(std::span<const std::string> inputs);

}  // namespace mg
