// What the two binary csr formats (GAP's .sg and .wsg, Galois' .gr) share once their bytes are in memory: checks, and
// rows turned into edges.
#pragma once

#include <cstdint>
#include <string>

#include "preprocess/edge_list.hpp"

namespace mg {

/// Rows as a binary file stores them: row v is [begin_of(v), ends[v]), where begin_of(0) = 0 and begin_of(v) = ends[v -
/// 1].
struct StoredRows {
  std::string file;              ///< how errors call it
  Array<std::uint64_t> ends;     ///< one a vertex
  Array<std::uint32_t> targets;  ///< one an arc

  [[nodiscard]] std::uint64_t begin_of(std::uint64_t v) const { return v == 0 ? 0 : ends[v - 1]; }
};

/// Throws Error(bad_input) naming the first vertex whose row ends before it begins, or a total that is not the number
/// of arcs; and naming the first arc whose target is no vertex.
void check_rows(const StoredRows& rows);

/// The arcs of checked rows in order, as edges. Parallel; 8 bytes an arc.
[[nodiscard]] Array<Edge> edges_of(const StoredRows& rows);

}  // namespace mg
