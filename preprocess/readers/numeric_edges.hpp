// Edges between vertices that a file names by 64-bit numbers: gathered as they stand, then renumbered to 0, 1, ...
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/graph/names.hpp"
#include "preprocess/read.hpp"
#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/growing_array.hpp"

namespace mg {

/// The edges of one block of text. Numbers are kept in halves, since almost all files need the low ones only.
class NumericBlock {
 public:
  void reset(std::size_t max_edges, bool weighted) {
    low_.reset(max_edges, weighted);
    high_.clear();
    lone_.clear();
    smallest_ = ~std::uint64_t{0};
    largest_ = 0;
  }

  /// Adds an edge; its weight, if any, goes to weights().
  void add(std::uint64_t source, std::uint64_t target) {
    const bool wide = ((source | target) >> 32) != 0 || !high_.empty();
    if (wide) [[unlikely]]
      add_high(source, target);
    low_.add(static_cast<VertexId>(source), static_cast<VertexId>(target));
    note(source);
    note(target);
  }

  /// Adds a vertex that may have no edge.
  void add_vertex(std::uint64_t vertex) {
    lone_.push_back(vertex);
    note(vertex);
  }

  [[nodiscard]] WeightBlock& weights() { return low_.weights(); }

 private:
  friend class NumericEdges;

  void note(std::uint64_t vertex) {
    smallest_ = vertex < smallest_ ? vertex : smallest_;
    largest_ = vertex > largest_ ? vertex : largest_;
  }
  void add_high(std::uint64_t source, std::uint64_t target);

  EdgeBlock low_;
  std::vector<Edge> high_;  // empty while all numbers fit 32 bits
  std::vector<std::uint64_t> lone_;
  std::uint64_t smallest_ = ~std::uint64_t{0};
  std::uint64_t largest_ = 0;
};

/// All edges of a file. Memory: 8 bytes an edge (16 when numbers exceed 32 bits), and a little for each distinct
/// number.
class NumericEdges {
 public:
  explicit NumericEdges(bool weighted) : low_(weighted) {}

  /// In file order, as EdgeCollector::place.
  void place(NumericBlock& block, std::string_view text, std::uint64_t first_line);
  /// From any thread.
  void store(const NumericBlock& block);

  [[nodiscard]] std::size_t size() const { return low_.size(); }
  [[nodiscard]] std::uint64_t source(std::size_t edge) const { return wide(edge, &Edge::source); }
  [[nodiscard]] std::uint64_t target(std::size_t edge) const { return wide(edge, &Edge::target); }

  /// Makes targets other vertices than sources: adds the largest source, and 1 where a target is 0, to every target.
  /// Returns what was added.
  std::uint64_t set_targets_apart(const std::string& file);

  /// Replaces every number by its rank among the numbers that occur (with `keep`, among all from 0, or from 1 when that
  /// is the smallest) and returns the names of the ranks. Throws Error(bad_input), calling the file `file`, when these
  /// are more than a graph can have, and with `keep` when they are absurdly many for so few edges.
  [[nodiscard]] VertexNames renumber(bool keep_isolated, const std::string& file);

  /// The edges and weights, and how they were gathered.
  [[nodiscard]] EdgeCollector& collector() { return low_; }

 private:
  [[nodiscard]] std::uint64_t wide(std::size_t edge, VertexId Edge::*end) const {
    const std::uint64_t low = low_.edges()[edge].*end;
    return high_.size() == 0 ? low : (std::uint64_t{high_[edge].*end} << 32) | low;
  }
  void subtract(std::uint64_t first);
  [[nodiscard]] VertexNames rank_by_bitmap(const std::string& file);
  [[nodiscard]] VertexNames rank_by_hash(const std::string& file);

  EdgeCollector low_;
  GrowingArray<Edge> high_;  // empty, or parallel to the edges
  GrowingArray<std::uint64_t> lone_;
  std::uint64_t smallest_ = ~std::uint64_t{0};
  std::uint64_t largest_ = 0;
};

/// "names: numbers 3 .. 8297, 7115 of them", for EdgeList::decisions.
[[nodiscard]] std::string describe(const VertexNames& names);

}  // namespace mg
