// Single-source shortest paths over non-negative weights: delta-stepping (Meyer and Sanders, J. Algorithms 2003), or
// Bellman-Ford with a frontier.
//
// Both relax edges with the same edge function; they differ in who goes next. Delta-stepping takes vertices in buckets
// of near distance, so that few are expanded before their distance is final; Bellman-Ford takes whoever improved.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/algorithm.hpp"

namespace mg::sssp {

/// "Unreached" for a distance type.
template <class Distance>
inline constexpr Distance unreached_distance = Min::identity<Distance>();

template <class Distance>
struct Start {
  Distance* distances;
  std::uint32_t* overflow;
  VertexId source;
  void operator()(VertexId v) const {
    distances[v] = v == source ? Distance{0} : unreached_distance<Distance>;
    if (v == source) *overflow = 0;
  }
};

/// Relaxes an edge. 32-bit distances are tried first: a sum that does not fit is dropped and reported.
template <class W, class Distance>
struct Relax {
  using Value = Distance;
  using Weight = W;
  using Combine = Min;
  static constexpr bool adds_weights = std::is_integral_v<Distance>;
  Distance* distances;
  std::size_t bucket;  ///< the one in turn: entries of nearer vertices are stale, they were expanded before
  double inverse_delta;
  std::uint32_t* overflow;

  [[nodiscard]] Value message(VertexId source, Weight weight) const { return along(offer(source), weight); }
  [[nodiscard]] Value offer(VertexId source) const { return stale_load(distances[source]); }
  [[nodiscard]] Value along(Value near, Weight weight) const {
    if constexpr (std::is_same_v<Distance, std::uint32_t>) {
      // No sum depends on a branch, so that an engine has those of several arcs on their way at a time. One that does
      // not fit wraps around to less than it was, and the unreached stay so.
      const Distance wrapped = near + weight;
      const Distance far = wrapped < near ? unreached_distance<Distance> : wrapped;
      if (far == unreached_distance<Distance> && near != far) relaxed_store(*overflow, std::uint32_t{1});
      return far;
    } else {
      return near == unreached_distance<Distance> ? near : near + static_cast<Distance>(weight);
    }
  }
  /// Nothing is nearer than the length of the arc that leads there. An arc into the unreached may overflow.
  [[nodiscard]] bool reaches(Weight weight, Value held) const {
    return held == unreached_distance<Distance> || static_cast<Value>(weight) < held;
  }
  [[nodiscard]] Value& cell(VertexId v) { return distances[v]; }
  [[nodiscard]] bool sends(VertexId u) const {
    return bucket == 0 || bucket_of(static_cast<double>(stale_load(distances[u])), inverse_delta) >= bucket;
  }
  [[nodiscard]] double priority(VertexId v) const { return priority_of(relaxed_load(distances[v])); }
  [[nodiscard]] double priority_of(Value distance) const { return static_cast<double>(distance); }
};

/// One round of Bellman-Ford: whoever has improved relaxes its edges.
template <class W, class Distance>
struct Round {
  Distance* distances;
  std::uint32_t* overflow;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(Relax<W, Distance>{distances, 0, 0, overflow});
  }
};

/// One round of delta-stepping: the same for those in the bucket in turn.
template <class W, class Distance>
struct BucketRound {
  Distance* distances;
  std::uint32_t* overflow;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(Relax<W, Distance>{distances, iteration.bucket(), iteration.inverse_delta(), overflow});
  }
};

}  // namespace mg::sssp

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <string>
#include <variant>

#include "algorithms/direction.hpp"
#include "algorithms/shortest_path_tree.hpp"
#include "algorithms/verify_sssp.hpp"

namespace mg {

class Sssp {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "sssp",
        .summary = "shortest paths from a source over non-negative weights",
        .source = SourceUse::one,
        .weights = WeightUse::required,
        .parameters = {{.name = "method",
                        .type = ParameterSpec::Type::choice,
                        .fallback = "auto",
                        .help = "delta-stepping, or Bellman-Ford with a frontier; auto: delta where the engine has "
                                "priority buckets, unless sweeps are cheap, degrees high and no delta given",
                        .choices = {"auto", "delta", "bellman-ford"}},
                       {.name = "delta",
                        .type = ParameterSpec::Type::number,
                        .fallback = "0",
                        .help = "width of a bucket in units of weight; 0: the schedule's, or chosen from the graph"},
                       direction_parameter()},
        .state_bytes_per_vertex = sizeof(std::uint64_t)};
  }

  Sssp(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        graph_(side_ == Side::out ? graph : graph.reversed()),
        method_(parameters.text("method")),
        given_delta_(parameters.number("delta")),
        mean_weight_(mean_weight(graph)),
        mean_degree_(static_cast<double>(graph.num_arcs()) / std::max<VertexId>(graph.num_vertices(), 1)) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    if (method_ == "delta" && !loop.has_buckets()) {
      fail(ExitCode::wrong_use,
           "delta-stepping needs priority buckets, which this engine has not: say method=bellman-ford or auto, or use "
           "another engine");
    }
    if (graph_.weight_type() == WeightType::f32) {
      search<float, double>(loop);
    } else if (!search<std::uint32_t, std::uint32_t>(loop)) {
      search<std::uint32_t, std::uint64_t>(loop);
    }
  }

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const {
    using Relax = sssp::Relax<std::uint32_t, std::uint32_t>;  // other numbers take the same steps
    if (method_ == "bellman-ford" || !has_buckets) return {.taken = {expands<Relax>()}, .loops = true};
    ProgramSteps steps{.taken = {fills_buckets<Relax>()}, .loops = true};
    if (method_ == "auto") steps.if_open = {expands<Relax>()};
    if (given_delta_ == 0) steps.read = BucketKeys::keys;
    return steps;
  }

  [[nodiscard]] std::vector<ResultColumn> results() const {
    return std::visit(
        [&](const auto& state) -> std::vector<ResultColumn> {
          const auto distances = state.host();
          return {{.name = "distance", .meaning = ResultColumn::Meaning::distance, .values = distances},
                  {.name = "parent",
                   .meaning = ResultColumn::Meaning::vertex,
                   .values = shortest_path_parents(graph_, source_, distances.span())}};
        },
        distances_);
  }

  /// The sum leaves unreached vertices out.
  [[nodiscard]] Summary summary() const {
    return std::visit(
        [](const auto& state) -> Summary {
          const auto distances = state.host();
          using Distance = std::remove_cvref_t<decltype(distances[0])>;
          using Total = std::conditional_t<std::is_floating_point_v<Distance>, double, std::uint64_t>;
          struct Reached {
            std::uint64_t vertices = 0;
            Total largest = 0;
            Total sum = 0;
            void operator+=(const Reached& other) {
              vertices += other.vertices;
              largest = std::max(largest, other.largest);
              sum += other.sum;
            }
          };
          const auto reached = parallel_sum<Reached>(distances.size(), omp_get_max_threads(), [&](std::size_t v) {
            const auto distance = static_cast<Total>(distances[v]);
            return distances[v] == sssp::unreached_distance<Distance> ? Reached{} : Reached{1, distance, distance};
          });
          return {{"reached", reached.vertices}, {"max", reached.largest}, {"sum", reached.sum}};
        },
        distances_);
  }

  [[nodiscard]] Verdict validate() const {
    return std::visit(
        [&](const auto& state) {
          const auto distances = state.host();
          const auto parents = shortest_path_parents(graph_, source_, distances.span());
          return verify_sssp(graph_, source_, distances.span(), parents.span());
        },
        distances_);
  }

 private:
  /// False when 32 bits were too few for a distance.
  template <class W, class Distance, class L>
  bool search(L& loop) {
    const auto* allocated = std::get_if<State<Distance>>(&distances_);
    if (allocated == nullptr || allocated->size() != graph_.num_vertices()) {
      distances_ = State<Distance>(graph_.num_vertices());
    }
    Distance* distances = std::get<State<Distance>>(distances_).on(loop);
    std::uint32_t* overflow = overflow_.on(loop);
    loop.vertex_map(sssp::Start<Distance>{distances, overflow, source_});
    if (sweeps(loop)) {
      loop.iterate(sssp::Round<W, Distance>{distances, overflow}, loop.single(source_, side_), side_);
    } else {
      const double delta = given_delta_ > 0 ? given_delta_ : loop.bucket_width();
      auto buckets = loop.buckets(delta > 0 ? delta : default_delta(loop, mean_weight_, mean_degree_));
      loop.start(buckets, source_, side_);
      loop.iterate(sssp::BucketRound<W, Distance>{distances, overflow}, buckets, side_);
    }
    return loop.load(overflow) == 0;
  }

  /// Whether Bellman-Ford it is. Where degrees are high, a few of its rounds reach everybody, and a round that leaves
  /// rows early, or one over tiles, costs less than putting vertices in order: H200, Kronecker scale 24, 31 arcs a
  /// vertex, 4.3 and 15 ms against 30.
  template <class L>
  [[nodiscard]] bool sweeps(const L& loop) const {
    if (method_ != "auto") return method_ == "bellman-ford";
    if (!loop.has_buckets()) return true;
    const bool asks_for_buckets = given_delta_ > 0 || loop.bucket_width() > 0;
    return !asks_for_buckets && mean_degree_ >= degree_for_sweeps && loop.has_cheap_sweeps();
  }
  static constexpr double degree_for_sweeps = 20;

  template <class W>
  static double sampled_mean(std::span<const W> weights) {
    constexpr std::size_t samples = 4096;
    const std::size_t stride = std::max<std::size_t>(1, weights.size() / samples);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < weights.size(); i += stride, ++count) sum += static_cast<double>(weights[i]);
    return sum / static_cast<double>(count);
  }

  static double mean_weight(const Graph& graph) {
    if (graph.num_arcs() == 0) return 1;
    const double mean = std::visit(
        [](const auto& weights) -> double {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
            return 1;
          } else {
            return sampled_mean(weights.span());
          }
        },
        graph.out.weights);
    return mean > 0 ? mean : 1;
  }

  /// A wide bucket wastes relaxations, a narrow one wastes rounds. Where degrees are high a vertex has many short
  /// edges, and a fraction of the mean weight is best; where they are low, as on roads, frontiers are so small that
  /// rounds dominate. Measured, 2 threads, scale 20, weights 1..255: Kronecker 96 ms at 2, 102 at 4 (the default), 130
  /// at 10; uniform 201 to 213 from 2 to 10; 2000 x 2000 road-like grid: flat from 500 to 3000.
  static double default_delta(const Loop&, double mean_weight, double mean_degree) {
    return mean_weight * (mean_degree < 8 ? 16 : 1 / mean_degree);
  }
  /// A round costs a GPU as much as relaxing tens of thousands of edges. Measured on an H200, weights 1..1000, ms at
  /// delta 100, 300, 1000: Kronecker scale 21, 86 arcs a vertex: 6.9, 6.4, 6.1; scale 24, 31 arcs: 27.9, 28.2, 28.8. At
  /// 700, 1400, 2000, 3000, 6000 with the fused driver: random geometric, 14 arcs: 21.0, 20.0, 22.0, 22.9, 27.7; at
  /// 15,000, 30,000, 60,000, 120,000: road-like, 3 arcs: 31.8, 27.5, 26.9, 34.5.
  static double default_delta(const DeviceLoop&, double mean_weight, double mean_degree) {
    return mean_weight * (mean_degree < 8 ? 60 : mean_degree < 20 ? 3 : 2);
  }

  Side side_;
  Graph graph_;  ///< as searched: turned around when arcs are followed backwards
  std::string method_;
  double given_delta_;
  double mean_weight_;
  double mean_degree_;
  VertexId source_ = no_vertex;
  std::variant<State<std::uint32_t>, State<std::uint64_t>, State<double>> distances_;
  State<std::uint32_t> overflow_{1};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
