// In which order vertices relax their edges: by buckets of near distance (delta-stepping), or whoever has improved
// (Bellman-Ford with a frontier); and how wide a bucket is.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

#include "engine/algorithm.hpp"
#include "engine/graph/graph.hpp"
#include "engine/profile.hpp"

namespace mg {

/// What the answer depends on.
struct ArcMeans {
  double weight;  ///< of a sample; 1 where there are no arcs, or all are 0
  double degree;
};

/// O(1).
[[nodiscard]] inline ArcMeans arc_means(const Graph& graph) {
  const double weight = graph.facts->sampled_mean(graph.out.weights);
  return {.weight = weight > 0 ? weight : 1,
          .degree = static_cast<double>(graph.num_arcs()) / std::max<VertexId>(graph.num_vertices(), 1)};
}

/// A wide bucket wastes relaxations, a narrow one wastes rounds. Where degrees are high a vertex has many short edges,
/// and a fraction of the mean weight is best; where they are low, as on roads, frontiers are so small that rounds
/// dominate. A round costs a GPU as much as relaxing tens of thousands of edges.
[[nodiscard]] inline double default_delta(const ArcMeans& means, const Profile& machine) {
  const Costs& costs = machine.costs;
  if (means.degree < 8) return means.weight * costs.delta_low;
  const double width = means.degree < 20 ? costs.delta_middle : costs.delta_high;
  return means.weight * (machine.of_gpu ? width : width / means.degree);
}

[[nodiscard]] inline ParameterSpec method_parameter() {
  return {.name = "method",
          .type = ParameterSpec::Type::choice,
          .fallback = "auto",
          .help =
              "delta-stepping, or Bellman-Ford with a frontier; auto: delta where the engine has priority buckets, "
              "unless sweeps are cheap, degrees high and no delta given",
          .choices = {"auto", "delta", "bellman-ford"}};
}
[[nodiscard]] inline ParameterSpec delta_parameter() {
  return {.name = "delta",
          .type = ParameterSpec::Type::number,
          .fallback = "0",
          .help = "width of a bucket in units of weight; 0: the schedule's, or chosen from the graph"};
}

/// The order that these parameters ask for, or that the graph and the engine make the best one.
class RelaxOrder {
 public:
  RelaxOrder(const Graph& graph, const Parameters& parameters)
      : method_(parameters.text("method")), given_delta_(parameters.number("delta")), means_(arc_means(graph)) {}

  template <class F>
  [[nodiscard]] ProgramSteps steps(bool has_buckets) const {
    if (method_ == "bellman-ford" || !has_buckets) return {.taken = {expands<F>()}, .loops = {label_of<F>()}};
    ProgramSteps steps{.taken = {fills_buckets<F>()}, .loops_over_buckets = {label_of<F>()}};
    if (method_ == "auto") steps.if_open = {expands<F>()};
    if (given_delta_ == 0) steps.read = BucketKeys::keys;
    return steps;
  }

  /// Relaxes from the source on until nobody improves. Throws Error(wrong_use) where buckets are asked for and the
  /// engine has none.
  template <class L, class F>
  void relax(L& loop, const F& f, VertexId source, Side side) const {
    if (method_ == "delta" && !loop.has_buckets()) {
      fail(ExitCode::wrong_use,
           "delta-stepping needs priority buckets, which this engine has not: say method=bellman-ford or auto, or use "
           "another engine");
    }
    if (sweeps(loop)) {
      loop.iterate(Expand<F>{f}, loop.single(source, side), side);
    } else {
      const double asked = given_delta_ > 0 ? given_delta_ : loop.bucket_width();
      loop.iterate_by_priority(f, source, asked > 0 ? asked : default_delta(means_, loop.profile()), side);
    }
  }

 private:
  /// Whether Bellman-Ford it is.
  template <class L>
  [[nodiscard]] bool sweeps(const L& loop) const {
    if (method_ != "auto") return method_ == "bellman-ford";
    if (!loop.has_buckets()) return true;
    const bool asks_for_buckets = given_delta_ > 0 || loop.bucket_width() > 0;
    // Where degrees are high, a few rounds reach everybody, and one that leaves rows early, or goes over tiles, costs
    // less than putting vertices in order.
    return !asks_for_buckets && means_.degree >= loop.profile().costs.sweep_degree && loop.has_cheap_sweeps();
  }

  std::string method_;
  double given_delta_;
  ArcMeans means_;
};

}  // namespace mg
