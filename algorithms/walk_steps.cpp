#include "algorithms/walk_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"

namespace mg::walk {

Array<std::uint32_t> places_in_file_order(const Graph& graph) {
  if (graph.order.to_file.empty()) return {};
  auto places = Array<std::uint32_t>::uninitialized(graph.num_arcs());
  for_vertices(graph.num_vertices(), [&](VertexId v) {
    const std::span<const VertexId> row = graph.out.row(v);
    const std::span<std::uint32_t> of_row(places.data() + graph.out.offsets[v], row.size());
    std::iota(of_row.begin(), of_row.end(), std::uint32_t{0});
    std::ranges::stable_sort(of_row, {}, [&](std::uint32_t place) { return graph.to_file(row[place]); });
  });
  return places;
}

Array<VertexId> by_walk(std::span<const VertexId> by_step, std::size_t walks) {
  constexpr std::size_t block = 64;  // of which the paths fit a core's cache
  auto paths = Array<VertexId>::uninitialized(by_step.size());
  const std::size_t places = walks == 0 ? 0 : by_step.size() / walks;
  parallel_chunks(walks, block, default_threads(), [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t place = 0; place < places; ++place) {
      for (std::size_t walk = begin; walk < end; ++walk) paths[walk * places + place] = by_step[place * walks + walk];
    }
  });
  return paths;
}

void require_finite_weights(const Graph& graph, std::string_view algorithm) {
  require_weights(graph, algorithm);
  const auto* weights = std::get_if<Array<float>>(&graph.out.weights);
  if (weights == nullptr || std::ranges::none_of(*weights, [](float weight) { return std::isinf(weight); })) return;
  fail(ExitCode::bad_input, "{} cannot take infinite weights, of which there are some", algorithm);
}

}  // namespace mg::walk
