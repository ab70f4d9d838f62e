#include "engine/graph/graph_facts.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {

namespace {

/// The position of the first weight that `is_it` takes, or the number of weights.
template <class IsIt>
EdgeId first_of(const Weights& weights, const IsIt& is_it) {
  return std::visit(
      [&]<class Some>(const Some& some) -> EdgeId {
        if constexpr (std::is_same_v<Some, std::monostate>) {
          return 0;
        } else {
          return parallel_find(some.size(), default_threads(), [&](EdgeId e) { return is_it(some[e]); });
        }
      },
      weights);
}

double mean_of_some(const Weights& weights) {
  constexpr std::size_t samples = 4096;
  return std::visit(
      []<class Some>(const Some& some) -> double {
        if constexpr (std::is_same_v<Some, std::monostate>) {
          return 0;
        } else {
          if (some.empty()) return 0;
          const std::size_t stride = std::max<std::size_t>(1, some.size() / samples);
          double sum = 0;
          std::size_t count = 0;
          for (std::size_t i = 0; i < some.size(); i += stride, ++count) sum += static_cast<double>(some[i]);
          return sum / static_cast<double>(count);
        }
      },
      weights);
}

double share_of_near_arcs(const Adjacency& rows) {
  constexpr std::uint64_t samples = 4096;
  constexpr std::uint64_t near = 1 << 15;
  const VertexId num_rows = rows.neighbors.is_elsewhere() ? 0 : rows.num_rows();
  std::uint64_t found = 0;
  std::uint64_t near_ones = 0;
  for (std::uint64_t i = 0; i < samples && num_rows > 0; ++i) {
    const auto u = static_cast<VertexId>(spread_position(i, num_rows));
    const auto row = rows.row(u);
    if (row.empty()) continue;
    const VertexId v = row[spread_position(i, row.size())];
    ++found;
    near_ones += (u < v ? v - u : u - v) < near ? 1 : 0;
  }
  return found == 0 ? 0 : static_cast<double>(near_ones) / static_cast<double>(found);
}

}  // namespace

EdgeId GraphFacts::first_unusable(const Weights& weights) {
  return first_unusable_([&]() -> EdgeId {
    // Unsigned ones are all usable.
    if (const auto* whole = std::get_if<Array<std::uint32_t>>(&weights)) return whole->size();
    return first_of(weights, [](auto weight) { return !(weight >= 0); });
  });
}

EdgeId GraphFacts::first_not_positive(const Weights& weights) {
  return first_not_positive_([&] { return first_of(weights, [](auto weight) { return !(weight > 0); }); });
}

double GraphFacts::sampled_mean(const Weights& weights) {
  return sampled_mean_([&] { return mean_of_some(weights); });
}

double GraphFacts::near_arcs(const Adjacency& rows) {
  return near_arcs_([&] { return share_of_near_arcs(rows); });
}

}  // namespace mg
