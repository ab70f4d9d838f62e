#include "algorithms/neighbor_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

NeighborPairs::NeighborPairs(const Graph& graph) {
  const VertexId n = graph.num_vertices();
  const int threads = default_threads();
  auto vertices = Array<VertexId>::uninitialized(n);  // by position in the file
  parallel_for(n, threads,
               [&](std::size_t v) { vertices[graph.to_file(static_cast<VertexId>(v))] = static_cast<VertexId>(v); });
  const auto for_rows = [&](auto&& body) {
    parallel_chunks(n, 256, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<VertexId> behind;  // by position, too
      for (std::size_t row = begin; row < end; ++row) {
        behind.clear();
        const auto take = [&](const Adjacency& rows) {
          for (const VertexId u : rows.row(vertices[row])) {
            if (graph.to_file(u) > row) behind.push_back(graph.to_file(u));
          }
        };
        take(graph.out);
        if (graph.directed) take(graph.in);
        std::ranges::sort(behind);
        behind.erase(std::unique(behind.begin(), behind.end()), behind.end());
        body(row, behind);
      }
    });
  };
  auto offsets = Array<std::uint64_t>::uninitialized(std::size_t{n} + 1);
  offsets[0] = 0;
  for_rows([&](std::size_t row, const std::vector<VertexId>& behind) { offsets[row + 1] = behind.size(); });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  firsts = Array<VertexId>::uninitialized(offsets[n]);
  seconds = Array<VertexId>::uninitialized(offsets[n]);
  for_rows([&](std::size_t row, const std::vector<VertexId>& behind) {
    std::fill_n(firsts.data() + offsets[row], behind.size(), vertices[row]);
    std::ranges::transform(behind, seconds.data() + offsets[row], [&](VertexId u) { return vertices[u]; });
  });
}

}  // namespace mg
