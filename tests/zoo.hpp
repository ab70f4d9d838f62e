// Small graphs that break things: one of each shape, size and weight that an engine may stumble on.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "preprocess/edge_list.hpp"
#include "tests/oracle/graph.hpp"

namespace mg {

/// A graph as plain vectors, written or drawn here and nowhere else. Vertices are 0 .. n - 1 and so are their names.
struct ZooGraph {
  std::string name;  ///< letters, digits and underscores: fit for the name of a test
  std::uint32_t n = 0;
  bool directed = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< an undirected edge is listed once, or a duplicate
  std::variant<std::monostate, std::vector<std::uint32_t>, std::vector<float>> weights;  ///< parallel to edges

  [[nodiscard]] bool weighted() const { return weights.index() != 0; }
};

/// All of them, the same in every run. The largest has 1,025 vertices.
[[nodiscard]] const std::vector<ZooGraph>& zoo();

/// The one of that name. Throws std::out_of_range.
[[nodiscard]] const ZooGraph& zoo_graph(const std::string& name);

/// As a reader would deliver it.
[[nodiscard]] EdgeList edge_list(const ZooGraph& graph);

/// As the oracle sees it, without passing through the runtime.
[[nodiscard]] oracle::Graph oracle_graph(const ZooGraph& graph, oracle::Duplicates duplicates,
                                         oracle::SelfLoops self_loops);

/// So that a parameterised test prints the graph's name.
inline void PrintTo(const ZooGraph& graph, std::ostream* out) { *out << graph.name; }

}  // namespace mg
