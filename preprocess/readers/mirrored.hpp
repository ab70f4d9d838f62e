// Files that list every undirected edge at both of its ends: is that so, and one of each.
#pragma once

#include <optional>
#include <string>

#include "preprocess/edge_list.hpp"

namespace mg {

/// Entries of adjacency lists, counted.
struct MirrorCounts {
  EdgeId self_loops = 0;
  EdgeId others = 0;
  bool symmetric = false;  ///< u lists v as often as v lists u, with the same weights, for all u != v
};

/// Counts the entries of `list` and compares the two directions by a sum of 64-bit hashes: O(entries), no memory. A
/// chance of 2^-64 to miss a difference is taken: a missed one costs its edge a direction, nothing else.
[[nodiscard]] MirrorCounts count_mirrored(const EdgeList& list);

/// The first entry u -> v, by vertices, that v does not return, as "vertex U lists V, but V does not list U" in the
/// graph's names. For the error of a list that is not symmetric: O(entries * log(entries)) and a copy of them.
[[nodiscard]] std::string describe_unmatched(const EdgeList& list);

/// Keeps of each edge the entry at its smaller end and, of the self loops of each vertex, which must be listed one
/// after another, every `loop_step`-th. In place, order preserved.
void keep_one_end(EdgeList& list, unsigned loop_step = 1);

}  // namespace mg
