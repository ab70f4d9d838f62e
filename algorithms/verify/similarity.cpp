#include "algorithms/verify/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/verify/neighbors.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {
namespace {

constexpr std::uint64_t affordable_arcs = 200'000'000;
constexpr double tolerance = 1e-12;

double coefficient_of(const Graph& graph, jaccard::Measure measure, VertexId u, VertexId v) {
  const std::vector<VertexId> one = neighbors_of(graph, u);
  const std::vector<VertexId> other = neighbors_of(graph, v);
  std::vector<VertexId> both;
  std::ranges::set_intersection(one, other, std::back_inserter(both));
  if (both.empty()) return 0;
  const auto shared = static_cast<double>(both.size());
  const auto a = static_cast<double>(one.size());
  const auto b = static_cast<double>(other.size());
  switch (measure) {
    case jaccard::Measure::jaccard: return shared / (a + b - shared);
    case jaccard::Measure::overlap: return shared / std::min(a, b);
    case jaccard::Measure::sorensen: return shared / ((a + b) / 2);
    case jaccard::Measure::cosine: break;
  }
  return shared / (std::sqrt(a) * std::sqrt(b));
}

bool is_arc(const Graph& graph, VertexId from, VertexId to) {
  return std::ranges::binary_search(graph.out.row(from), to);
}

/// What is wrong with the i-th pair, but for its coefficient.
std::string pair_problem(const Graph& graph, const ListedPairs& pairs, std::size_t i) {
  const VertexId u = pairs.firsts[i];
  const VertexId v = pairs.seconds[i];
  const VertexId n = graph.num_vertices();
  if (u >= n || v >= n || u == v || !(is_arc(graph, u, v) || is_arc(graph, v, u))) {
    return fmt::format("pair {} is of {} and {}, which are no neighbors", i, describe_vertex(graph, u),
                       describe_vertex(graph, v));
  }
  const auto key = [&](std::size_t at) {
    return std::pair(graph.to_file(pairs.firsts[at]), graph.to_file(pairs.seconds[at]));
  };
  if (key(i).first > key(i).second ||
      (i > 0 && pairs.firsts[i - 1] < n && pairs.seconds[i - 1] < n && key(i - 1) >= key(i))) {
    return fmt::format("pair {}, of {} and {}, is not in the order of the file", i, graph.name(u), graph.name(v));
  }
  return {};
}

/// The neighbors of the simple undirected graph, each pair once.
std::uint64_t count_pairs(const Graph& graph) {
  std::atomic<std::uint64_t> ends = 0;
  for_vertices(graph.num_vertices(),
               [&](VertexId v) { ends.fetch_add(neighbors_of(graph, v).size(), std::memory_order_relaxed); });
  return ends / 2;
}

/// Those that are affordable.
Verdict verify_coefficients(const Graph& graph, jaccard::Measure measure, const ListedPairs& pairs,
                            std::span<const double> coefficients) {
  const std::size_t size = pairs.firsts.size();
  std::vector<std::size_t> checked;
  std::uint64_t arcs = 0;
  for (std::uint64_t i = 0; i < size && arcs < affordable_arcs; ++i) {
    checked.push_back(spread_position(i, size));
    for (const VertexId v : {pairs.firsts[checked.back()], pairs.seconds[checked.back()]}) {
      arcs += 1 + graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0);
    }
  }
  if (checked.size() == size) {
    for (std::size_t i = 0; i < size; ++i) checked[i] = i;  // the sequence repeats some
  }
  return first_problem(static_cast<VertexId>(std::min<std::size_t>(checked.size(), no_vertex - 1)), [&](VertexId c) {
    const std::size_t i = checked[c];
    const double right = coefficient_of(graph, measure, pairs.firsts[i], pairs.seconds[i]);
    if (std::abs(coefficients[i] - right) <= tolerance) return std::string();
    return fmt::format("the pair of {} and {} has the coefficient {:.9g}, expected {:.9g}", graph.name(pairs.firsts[i]),
                       graph.name(pairs.seconds[i]), coefficients[i], right);
  });
}

}  // namespace

Verdict verify_similarity(const Graph& graph, jaccard::Measure measure, const ListedPairs& pairs,
                          std::span<const double> coefficients) {
  const std::size_t size = pairs.firsts.size();
  const std::uint64_t expected = count_pairs(graph);
  if (size != expected || pairs.seconds.size() != size || coefficients.size() != size) {
    return {fmt::format("there are {} coefficients of {} pairs, expected {}", coefficients.size(), size, expected)};
  }
  // Ascending, so each once; and as many as there are, so all of them.
  for (std::size_t i = 0; i < size; ++i) {
    if (std::string problem = pair_problem(graph, pairs, i); !problem.empty()) return {problem};
  }
  return verify_coefficients(graph, measure, pairs, coefficients);
}

Verdict verify_given_similarity(const Graph& graph, jaccard::Measure measure, const ListedPairs& pairs,
                                std::span<const double> coefficients) {
  if (coefficients.size() != pairs.firsts.size()) {
    return {fmt::format("there are {} coefficients of {} pairs", coefficients.size(), pairs.firsts.size())};
  }
  return verify_coefficients(graph, measure, pairs, coefficients);
}

}  // namespace mg
