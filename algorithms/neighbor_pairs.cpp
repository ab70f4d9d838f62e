#include "algorithms/neighbor_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {

namespace {

/// The places in the file of the neighbors of the vertex at `place` that come later there, ascending, each once.
void later_neighbors(const Graph& graph, VertexId place, std::vector<VertexId>& later) {
  later.clear();
  const VertexId v = graph.from_file(place);
  const auto take = [&](const Adjacency& rows) {
    for (const VertexId u : rows.row(v)) {
      if (graph.to_file(u) > place) later.push_back(graph.to_file(u));
    }
  };
  take(graph.out);
  if (graph.directed) take(graph.in);
  std::ranges::sort(later);
  later.erase(std::unique(later.begin(), later.end()), later.end());
}

}  // namespace

NeighborPairs::NeighborPairs(const Graph& graph) : graph_(graph) {
  const VertexId n = graph.num_vertices();
  auto offsets = Array<std::uint64_t>::filled(std::size_t{n} + 1, 0);
  const auto for_rows = [&](auto&& body) {
    for_vertices(n, [&](VertexId place) {
      thread_local std::vector<VertexId> later;
      later_neighbors(graph, place, later);
      body(place, later);
    });
  };
  for_rows([&](VertexId place, const std::vector<VertexId>& later) { offsets[std::size_t{place} + 1] = later.size(); });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  auto targets = Array<VertexId>::uninitialized(offsets[n]);
  for_rows([&](VertexId place, const std::vector<VertexId>& later) {
    std::ranges::copy(later, targets.data() + offsets[place]);
  });
  offsets_ = State<std::uint64_t>(std::move(offsets));
  later_ = State<VertexId>(std::move(targets));
  to_file_ = State<VertexId>(graph.order.to_file.span());
}

Array<VertexId> NeighborPairs::firsts() const {
  auto vertices = Array<VertexId>::uninitialized(size());
  const Array<std::uint64_t> offsets = offsets_.host();
  for_vertices(graph_.num_vertices(), [&](VertexId place) {
    std::fill(vertices.data() + offsets[place], vertices.data() + offsets[std::size_t{place} + 1],
              graph_.from_file(place));
  });
  return vertices;
}

Array<VertexId> NeighborPairs::seconds() const {
  const Array<VertexId> later = later_.host();
  auto vertices = Array<VertexId>::uninitialized(size());
  parallel_for(size(), omp_get_max_threads(), [&](std::size_t i) { vertices[i] = graph_.from_file(later[i]); });
  return vertices;
}

}  // namespace mg
