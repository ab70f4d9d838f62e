#include "algorithms/verify/clustering.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {
namespace {

constexpr std::uint64_t affordable_arcs = 200'000'000;
constexpr double tolerance = 1e-12;

class Neighborhoods {
 public:
  explicit Neighborhoods(const Graph& graph) : graph_(graph), mark_(graph.num_vertices()) {}

  double coefficient(VertexId v) {
    neighbors_.clear();
    ++asked_;
    for (const Adjacency* rows : {&graph_.out, &graph_.in}) {
      for (const VertexId u : rows->row(v)) {
        if (u == v || mark_[u] == asked_) continue;
        mark_[u] = asked_;
        neighbors_.push_back(u);
      }
    }
    std::uint64_t arcs = 0;
    for (const VertexId u : neighbors_) {
      VertexId last = no_vertex;  // rows ascend
      for (const VertexId w : graph_.out.row(u)) {
        if (w != u && w != last && w != v && mark_[w] == asked_) ++arcs;
        last = w;
      }
    }
    const auto degree = static_cast<double>(neighbors_.size());
    return arcs == 0 ? 0 : static_cast<double>(arcs) / (degree * (degree - 1));
  }
  /// The arcs that this takes.
  [[nodiscard]] std::uint64_t arcs_for(VertexId v) const {
    std::uint64_t arcs = 1;
    for (const Adjacency* rows : {&graph_.out, &graph_.in}) {
      for (const VertexId u : rows->row(v)) arcs += 1 + graph_.out.degree(u);
    }
    return arcs;
  }

 private:
  const Graph& graph_;
  std::vector<std::uint64_t> mark_;  // of neighbors: which question they were that of
  std::uint64_t asked_ = 0;
  std::vector<VertexId> neighbors_;
};

}  // namespace

Verdict verify_clustering(const Graph& graph, std::span<const double> coefficients) {
  const VertexId n = graph.num_vertices();
  if (auto problem = size_problem(graph, "coefficients", coefficients.size()); !problem.empty()) return {problem};
  const int threads = n > worth_a_team ? default_threads() : 1;
  std::vector<Neighborhoods> neighborhoods(static_cast<std::size_t>(threads), Neighborhoods(graph));
  std::vector<VertexId> checked;
  std::uint64_t arcs = 0;
  for (VertexId i = 0; i < n && arcs < affordable_arcs; ++i) {
    checked.push_back(static_cast<VertexId>(spread_position(i, n)));
    arcs += neighborhoods.front().arcs_for(checked.back());
  }
  if (checked.size() == n) {
    for (VertexId v = 0; v < n; ++v) checked[v] = v;  // the sequence repeats some
  }
  std::vector<std::string> problems(checked.size());
  parallel_chunks(checked.size(), 16, threads, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t i = begin; i < end; ++i) {
      const VertexId v = checked[i];
      const double right = neighborhoods[static_cast<std::size_t>(thread)].coefficient(v);
      if (std::abs(coefficients[v] - right) <= tolerance) continue;
      problems[i] =
          fmt::format("vertex {} has the coefficient {:.9g}, expected {:.9g}", graph.name(v), coefficients[v], right);
    }
  });
  const auto first = std::ranges::find_if(problems, [](const std::string& problem) { return !problem.empty(); });
  return first == problems.end() ? Verdict{} : Verdict{*first};
}

}  // namespace mg
