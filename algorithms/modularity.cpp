#include "algorithms/modularity.hpp"

#include <cmath>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/parallel.hpp"

namespace mg {
namespace {

/// Calls visit(weight_at), a function of an arc's number.
template <class Visit>
auto with_weights(const Adjacency& rows, Visit&& visit) {
  return std::visit(
      [&](const auto& weights) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          return visit([](EdgeId) { return 1.0; });
        } else {
          return visit([&weights](EdgeId e) { return static_cast<double>(weights[e]); });
        }
      },
      rows.weights);
}

struct Row {
  double sum = 0;
  double loops = 0;
};

std::vector<Row> sums_of(const Adjacency& rows, int threads) {
  std::vector<Row> sums(rows.num_rows());
  with_weights(rows, [&](auto weight_at) {
    parallel_chunks(sums.size(), 1024, threads, [&](std::size_t begin, std::size_t end, int) {
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
          sums[v].sum += weight_at(e);
          if (rows.neighbors[e] == v) sums[v].loops += weight_at(e);
        }
      }
    });
  });
  return sums;
}

Array<std::uint64_t> in_units(const std::vector<Row>& sums, bool loops_twice, double unit, int threads) {
  auto units = Array<std::uint64_t>::uninitialized(sums.size());
  parallel_for(sums.size(), threads, [&](std::size_t v) {
    const double strength = sums[v].sum + (loops_twice ? sums[v].loops : 0);
    units[v] = static_cast<std::uint64_t>(std::llround(strength / unit));
  });
  return units;
}

}  // namespace

Strengths strengths_of(const Graph& graph, int threads) {
  constexpr int bits = 62;
  const std::vector<Row> out = sums_of(graph.out, threads);
  Strengths strengths;
  strengths.total = parallel_sum<double>(
      out.size(), threads, [&](std::size_t v) { return out[v].sum + (graph.directed ? 0 : out[v].loops); });
  if (!std::isfinite(strengths.total)) return strengths;
  if (strengths.total > 0) strengths.unit = std::ldexp(1.0, std::ilogb(strengths.total) + 1 - bits);
  strengths.loops = Array<double>::uninitialized(out.size());
  for (std::size_t v = 0; v < out.size(); ++v) strengths.loops[v] = 2 * out[v].loops;
  strengths.out = in_units(out, !graph.directed, strengths.unit, threads);
  strengths.in = graph.directed ? in_units(sums_of(graph.in, threads), false, strengths.unit, threads) : strengths.out;
  return strengths;
}

double modularity(const Graph& graph, std::span<const VertexId> community, double resolution, int threads) {
  const Strengths strengths = strengths_of(graph, threads);
  if (strengths.total == 0) return 0;
  const double within = with_weights(graph.out, [&](auto weight_at) {
    return parallel_sum<double>(community.size(), threads, [&](std::size_t v) {
      double sum = graph.directed ? 0 : strengths.loops[v] / 2;
      for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
        if (community[graph.out.neighbors[e]] == community[v]) sum += weight_at(e);
      }
      return sum;
    });
  });
  std::vector<std::uint64_t> out(community.size());
  std::vector<std::uint64_t> in(community.size());
  for (std::size_t v = 0; v < community.size(); ++v) {
    out[community[v]] += strengths.out[v];
    in[community[v]] += strengths.in[v];
  }
  const double expected = parallel_sum<double>(out.size(), threads, [&](std::size_t c) {
    return static_cast<double>(out[c]) * strengths.unit * (static_cast<double>(in[c]) * strengths.unit);
  });
  return within / strengths.total - resolution * expected / (strengths.total * strengths.total);
}

}  // namespace mg
