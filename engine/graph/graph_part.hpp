// What one rank of a run works on: some of the vertices, and the arcs that lead to them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "engine/graph/graph.hpp"

namespace mg {

/// The vertices first, first + 1, ..., last - 1.
struct VertexRange {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
  [[nodiscard]] bool contains(VertexId v) const { return first <= v && v < last; }
};

/// A range of a graph's vertices, which are its own, and the arcs by which values come to them, along either side.
/// Vertices keep the numbers that they have in the graph, and every array over them its length: rows of vertices that
/// are not involved are empty. Refers to the graph.
class GraphPart {
 public:
  /// The whole graph, as it lies there.
  explicit GraphPart(const Graph& graph);
  /// Throws Error(internal) where the graph has no such vertices. O(n + m).
  GraphPart(const Graph& graph, VertexRange own);

  /// Those whose values this part changes.
  [[nodiscard]] const VertexRange& own() const { return own_; }
  [[nodiscard]] bool is_whole() const { return cut_ == nullptr; }
  /// In a step along `side`: rows of senders, of the arcs that lead to own vertices.
  [[nodiscard]] const Adjacency& senders(Side side) const { return *senders_[static_cast<std::size_t>(side)]; }
  /// The same arcs in rows of their receivers, which are own vertices.
  [[nodiscard]] const Adjacency& receivers(Side side) const { return *receivers_[static_cast<std::size_t>(side)]; }

 private:
  /// Rows that the graph does not have, by the side of a step.
  struct Cut {
    std::array<Adjacency, 2> senders;
    std::array<Adjacency, 2> receivers;
  };

  VertexRange own_;
  std::shared_ptr<const Cut> cut_;  ///< null: they are the graph's
  std::array<const Adjacency*, 2> senders_ = {};
  std::array<const Adjacency*, 2> receivers_ = {};
};

}  // namespace mg
