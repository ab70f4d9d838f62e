#include "algorithms/neighbor_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {

NeighborPairs::NeighborPairs(const Graph& graph, Array<VertexId> ranks)
    : ranks_(std::move(ranks)), vertices_(Array<VertexId>::uninitialized(ranks_.size())) {
  const VertexId n = graph.num_vertices();
  parallel_for(n, omp_get_max_threads(), [&](std::size_t v) { vertices_[ranks_[v]] = static_cast<VertexId>(v); });

  const auto for_rows = [&](auto&& body) {
    for_vertices(n, [&](VertexId row) {
      thread_local std::vector<VertexId> behind;
      behind.clear();
      const auto take = [&](const Adjacency& rows) {
        for (const VertexId u : rows.row(vertices_[row])) {
          if (ranks_[u] > row) behind.push_back(ranks_[u]);
        }
      };
      take(graph.out);
      if (graph.directed) take(graph.in);
      std::ranges::sort(behind);
      behind.erase(std::unique(behind.begin(), behind.end()), behind.end());
      body(row, behind);
    });
  };
  auto offsets = Array<std::uint64_t>::uninitialized(std::size_t{n} + 1);
  offsets[0] = 0;
  for_rows([&](VertexId row, const std::vector<VertexId>& behind) { offsets[std::size_t{row} + 1] = behind.size(); });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  auto firsts = Array<VertexId>::uninitialized(offsets[n]);
  auto seconds = Array<VertexId>::uninitialized(offsets[n]);
  for_rows([&](VertexId row, const std::vector<VertexId>& behind) {
    std::fill_n(firsts.data() + offsets[row], behind.size(), row);
    std::ranges::copy(behind, seconds.data() + offsets[row]);
  });
  offsets_ = State<std::uint64_t>(std::move(offsets));
  firsts_ = State<VertexId>(std::move(firsts));
  behind_ = State<VertexId>(std::move(seconds));
}

pairs::Scattered NeighborPairs::scattered() const {
  const std::uint64_t chunks =
      std::max<std::uint64_t>(1, (size() + pairs::Scattered::chunk - 1) / pairs::Scattered::chunk);
  auto step = static_cast<std::uint64_t>(static_cast<double>(chunks) * 0.618);
  while (std::gcd(step, chunks) != 1) ++step;
  return {chunks, step};
}

Array<VertexId> NeighborPairs::ends(bool first) const {
  const Array<VertexId> places = first ? firsts_.host() : behind_.host();
  auto vertices = Array<VertexId>::uninitialized(size());
  parallel_for(size(), omp_get_max_threads(), [&](std::size_t i) { vertices[i] = vertices_[places[i]]; });
  return vertices;
}

Array<double> NeighborPairs::listed_as(const NeighborPairs& order, const Array<double>& values) const {
  const Array<std::uint64_t> offsets = offsets_.host();
  const Array<VertexId> behind = behind_.host();
  const Array<VertexId> firsts = order.ends(true);
  const Array<VertexId> seconds = order.ends(false);
  auto listed = Array<double>::uninitialized(size());
  parallel_for(size(), omp_get_max_threads(), [&](std::size_t i) {
    const auto [row, other] = std::minmax(ranks_[firsts[i]], ranks_[seconds[i]]);
    const VertexId* const end = behind.data() + offsets[std::size_t{row} + 1];
    listed[i] =
        values[static_cast<std::size_t>(std::lower_bound(behind.data() + offsets[row], end, other) - behind.data())];
  });
  return listed;
}

Array<VertexId> NeighborPairs::ranks_in_file(const Graph& graph) {
  auto ranks = Array<VertexId>::uninitialized(graph.num_vertices());
  parallel_for(ranks.size(), omp_get_max_threads(),
               [&](std::size_t v) { ranks[v] = graph.to_file(static_cast<VertexId>(v)); });
  return ranks;
}

Array<VertexId> NeighborPairs::ranks_by_degree(const Array<std::uint32_t>& degrees) {
  const std::uint32_t largest = degrees.empty() ? 0 : *std::max_element(degrees.begin(), degrees.end());
  std::vector<VertexId> next(std::size_t{largest} + 2);  // rank of each degree
  for (const std::uint32_t degree : degrees) ++next[std::size_t{degree} + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  auto ranks = Array<VertexId>::uninitialized(degrees.size());
  for (std::size_t v = 0; v < degrees.size(); ++v) ranks[v] = next[degrees[v]]++;
  return ranks;
}

}  // namespace mg
