#include "algorithms/verify/cores.hpp"

#include <string>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/peeling_order.hpp"

namespace mg {
namespace {

/// Calls body(neighbor) for each arc at v that does not lead back to it.
template <class Body>
void for_neighbors(const Graph& graph, VertexId v, const Body& body) {
  const auto visit = [&](const Adjacency& rows) {
    for (const VertexId u : rows.row(v)) {
      if (u != v) body(u);
    }
  };
  visit(graph.out);
  if (graph.directed) visit(graph.in);
}

std::vector<std::int32_t> peeled(const Graph& graph) {
  std::vector<std::uint32_t> neighbors(graph.num_vertices());
  for_vertices(graph.num_vertices(), [&](VertexId v) { for_neighbors(graph, v, [&](VertexId) { ++neighbors[v]; }); });
  PeelingOrder order(std::move(neighbors));
  std::vector<std::int32_t> cores(graph.num_vertices());
  for (std::size_t position = 0; position < order.size(); ++position) {
    const auto v = static_cast<VertexId>(order.at(position));
    cores[v] = static_cast<std::int32_t>(order.left(v));
    for_neighbors(graph, v, [&](VertexId u) {
      if (order.left(u) > order.left(v)) order.take_one(u);
    });
  }
  return cores;
}

}  // namespace

Verdict verify_cores(const Graph& graph, std::span<const std::int32_t> cores) {
  if (auto problem = size_problem(graph, "core numbers", cores.size()); !problem.empty()) return {problem};
  const std::vector<std::int32_t> expected = peeled(graph);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (cores[v] == expected[v]) return {};
    return fmt::format("vertex {} has the core number {}, expected {}", graph.name(v), cores[v], expected[v]);
  });
}

}  // namespace mg
