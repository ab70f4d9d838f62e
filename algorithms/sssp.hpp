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

/// Relaxes an edge: what arrives is what the sender holds, plus the edge's length. 32-bit distances are tried first.
template <class W, class Distance>
struct Relax {
  using Combine = Min;
  Distance* distances;
  Plus<W> along;

  [[nodiscard]] Distance& cell(VertexId v) { return distances[v]; }
};

}  // namespace mg::sssp

#ifndef MG_DEVICE_CODE

#include <variant>

#include "algorithms/direction.hpp"
#include "algorithms/reached.hpp"
#include "algorithms/relax_order.hpp"
#include "algorithms/shortest_path_tree.hpp"
#include "algorithms/verify/sssp.hpp"

namespace mg {

class Sssp {
  template <class Result, class F>
  [[nodiscard]] Result with_distances(F&& f) const {
    return std::visit([&](const auto& state) -> Result { return f(state.host()); }, distances_);
  }
  template <class Distance>
  [[nodiscard]] Array<VertexId> parents(const Array<Distance>& distances) const {
    return shortest_path_parents(graph_, source_, distances.span());
  }

 public:
  static AlgorithmInfo info() {
    return {.name = "sssp",
            .summary = "shortest paths from a source over non-negative weights",
            .source = SourceUse::one,
            .weights = WeightUse::required,
            .parameters = {method_parameter(), delta_parameter(), direction_parameter()},
            .state_bytes_per_vertex = sizeof(std::uint64_t),
            .family = "paths",
            .cost = "O(n + m) for some delta of random weights; bellman-ford O(n m) at worst",
            .literature = "Meyer and Sanders, J. Algorithms 2003; Davidson et al., IPDPS 2014"};
  }

  Sssp(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)), graph_(side_ == Side::out ? graph : graph.reversed()), order_(graph, parameters) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    if (graph_.weight_type() == WeightType::f32) {
      search<float, double>(loop);
    } else if (!search<std::uint32_t, std::uint32_t>(loop)) {
      search<std::uint32_t, std::uint64_t>(loop);
    }
  }

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const {
    return order_.steps<sssp::Relax<std::uint32_t, std::uint32_t>>(has_buckets);  // other numbers take the same steps
  }

  [[nodiscard]] Results results() const {
    const auto parents = [this] {
      return with_distances<Array<VertexId>>([this](const auto& distances) { return this->parents(distances); });
    };
    return {{"distance", std::visit([](const auto& state) { return ResultValues(state); }, distances_),
             ResultColumn::Meaning::distance},
            {"parent", parents, ResultColumn::Meaning::vertex}};
  }
  /// The sum leaves unreached vertices out.
  [[nodiscard]] Summary summary() const {
    return with_distances<Summary>([](const auto& distances) -> Summary {
      using Distance = std::remove_cvref_t<decltype(distances[0])>;
      const auto reached = reached_of(distances, sssp::unreached_distance<Distance>);
      return {{"reached", reached.vertices}, {"max", reached.largest}, {"sum", reached.sum}};
    });
  }
  [[nodiscard]] Verdict validate() const {
    return with_distances<Verdict>([&](const auto& distances) {
      return verify_sssp(graph_, source_, distances.span(), parents(distances).span());
    });
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
    const Flag overflow(overflow_.on(loop));
    const sssp::Relax<W, Distance> relax{distances, {overflow}};
    loop.vertex_map(StartAt<sssp::Relax<W, Distance>>{relax, source_, 0});
    order_.relax(loop, relax, source_, side_);
    return loop.load(overflow.word()) == 0;
  }

  Side side_;
  Graph graph_;  ///< as searched: turned around when arcs are followed backwards
  RelaxOrder order_;
  VertexId source_ = no_vertex;
  std::variant<State<std::uint32_t>, State<std::uint64_t>, State<double>> distances_;
  Table<std::uint32_t> overflow_{1};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
