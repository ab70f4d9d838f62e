// A graph as its writers see it: rows in the order of the input file, whatever the order in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

/// `rows` (graph.out or graph.in) renumbered to file order, neighbours ascending. Shares the arrays when that is the
/// order they are in; otherwise O(arcs * log(degree)) time and a second copy of the arrays.
[[nodiscard]] Adjacency in_file_order(const Graph& graph, const Adjacency& rows);

/// A graph in file order.
struct FileOrderGraph {
  explicit FileOrderGraph(const Graph& source) : graph(source), out(in_file_order(source, source.out)) {}

  const Graph& graph;
  Adjacency out;

  [[nodiscard]] VertexId num_vertices() const { return graph.num_vertices(); }
  [[nodiscard]] bool weighted() const { return graph.weight_type() != WeightType::none; }
  /// Whether the arc stands for its edge where a format lists each edge once: an undirected edge does so at its smaller
  /// end.
  [[nodiscard]] bool stands_once(VertexId source, VertexId target) const { return graph.directed || source <= target; }
  /// Edges, counted as `stands_once` lists them. O(arcs).
  [[nodiscard]] EdgeId count_edges() const;
  /// Self loops. O(arcs).
  [[nodiscard]] EdgeId count_self_loops() const;
  /// Vertices without any arc, neither out nor in. O(arcs).
  [[nodiscard]] VertexId count_isolated() const;
};

/// Part of a row: arcs [begin, end).
struct RowSlice {
  VertexId row;
  EdgeId begin;
  EdgeId end;
  bool starts_row;  ///< the row's first slice, also of a row without arcs
  bool ends_row;
};

/// Cuts an adjacency into blocks of about equal work, long rows across blocks: a star must not become one block.
class RowBlocks {
 public:
  /// Keeps a reference to `rows`.
  explicit RowBlocks(const Adjacency& rows, std::uint64_t slots_per_block = default_slots)
      : rows_(rows), slots_per_block_(slots_per_block) {}

  [[nodiscard]] std::uint64_t size() const {
    return (slot(rows_.num_rows()) + slots_per_block_ - 1) / slots_per_block_;
  }

  /// Calls visit(RowSlice) for every slice in `block`, ascending. Each row starts once and ends once over all blocks.
  template <class Visit>
  void for_each_slice(std::uint64_t block, Visit&& visit) const {
    const std::uint64_t begin = block * slots_per_block_;
    const std::uint64_t end = std::min(begin + slots_per_block_, slot(rows_.num_rows()));
    for (VertexId row = row_of_slot(begin); row < rows_.num_rows() && slot(row) < end; ++row) {
      const std::uint64_t degree = rows_.degree(row);
      const std::uint64_t first = std::max(begin, slot(row)) - slot(row);
      const std::uint64_t last = std::min(end - slot(row), degree + 1);
      const EdgeId offset = rows_.offsets[row];
      visit(RowSlice{row, offset + first, offset + std::min(last, degree), first == 0, last == degree + 1});
    }
  }

 private:
  static constexpr std::uint64_t default_slots = std::uint64_t{1} << 16;

  /// A row takes one slot an arc and one for its end, so that rows without arcs weigh something too.
  [[nodiscard]] std::uint64_t slot(VertexId row) const { return rows_.offsets.empty() ? 0 : rows_.offsets[row] + row; }
  [[nodiscard]] VertexId row_of_slot(std::uint64_t wanted) const;

  const Adjacency& rows_;
  std::uint64_t slots_per_block_;
};

}  // namespace mg
