#include "algorithms/verify/sssp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

constexpr double relative_tolerance = 1e-9;

template <class Distance>
constexpr Distance infinity = std::is_floating_point_v<Distance> ? std::numeric_limits<Distance>::infinity()
                                                                 : std::numeric_limits<Distance>::max();

/// Whether a path to `to` may end with an arc of weight `weight` from a vertex at `from`. Differences of unsigned
/// distances cannot overflow, sums can.
template <class Distance, class Weight>
bool is_tight(Distance from, Weight weight, Distance to) {
  if (to < from) return false;
  if constexpr (std::is_floating_point_v<Distance>)
    return std::abs(to - (from + weight)) <= relative_tolerance * to;
  else
    return to - from == weight;
}

/// Whether such an arc would be a shorter way to `to`.
template <class Distance, class Weight>
bool improves(Distance from, Weight weight, Distance to) {
  if constexpr (std::is_floating_point_v<Distance>)
    return from + weight < to * (1 - relative_tolerance);
  else
    return to == infinity<Distance> || (to > from && to - from > weight);
}

template <class Distance, class Weight>
struct SsspResult {
  const Graph& graph;
  std::span<const Weight> weights;
  VertexId source;
  std::span<const Distance> distances;
  std::span<const VertexId> parents;

  [[nodiscard]] bool reached(VertexId v) const { return distances[v] != infinity<Distance>; }

  [[nodiscard]] std::string distance(VertexId v) const { return reached(v) ? fmt::format("{}", distances[v]) : "inf"; }

  /// What is wrong with v's distance and parent.
  [[nodiscard]] std::string vertex_problem(VertexId v) const {
    if (!(distances[v] >= Distance{0})) {
      return fmt::format("vertex {} has distance {}, expected 0 or more", graph.name(v), distances[v]);
    }
    if (v == source) return root_problem();
    if (!reached(v)) {
      if (parents[v] == no_vertex) return {};
      return fmt::format("vertex {} has distance inf (unreached), but parent {}, expected parent -1", graph.name(v),
                         describe_vertex(graph, parents[v]));
    }
    return parent_problem(v);
  }

  /// What is wrong with the arcs that leave u.
  [[nodiscard]] std::string arc_problem(VertexId u) const {
    if (!reached(u)) return {};
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      const VertexId v = graph.out.neighbors[e];
      if (!improves(distances[u], weights[e], distances[v])) continue;
      return fmt::format("vertex {} has distance {}, but the edge {} -> {} of weight {} leads to it from distance {}",
                         graph.name(v), distance(v), graph.name(u), graph.name(v), weights[e], distance(u));
    }
    return {};
  }

  /// The smallest vertex from which parents lead around in a circle. Parents are no farther than their children here,
  /// so all vertices of a circle are equally far, and only runs of such vertices are followed.
  [[nodiscard]] Verdict cycle_problem() const {
    const VertexId n = graph.num_vertices();
    const auto level = [&](VertexId v) { return v != source && reached(v) && distances[parents[v]] == distances[v]; };
    enum class Mark : std::uint8_t { unknown, on_path, leads_to_source };
    std::vector<Mark> marks(n, Mark::unknown);
    for (VertexId start = 0; start < n; ++start) {
      VertexId v = start;
      for (; level(v) && marks[v] == Mark::unknown; v = parents[v]) marks[v] = Mark::on_path;
      if (level(v) && marks[v] == Mark::on_path) {
        return {fmt::format(
            "following parents from vertex {} leads around in a circle at vertex {}, expected the source {}",
            graph.name(start), graph.name(v), graph.name(source))};
      }
      for (v = start; marks[v] == Mark::on_path; v = parents[v]) marks[v] = Mark::leads_to_source;
    }
    return {};
  }

 private:
  [[nodiscard]] std::string root_problem() const {
    if (distances[source] == Distance{0} && parents[source] == source) return {};
    return fmt::format("the source {} has distance {} and parent {}, expected distance 0 and itself as parent",
                       graph.name(source), distance(source), describe_vertex(graph, parents[source]));
  }

  [[nodiscard]] std::string parent_problem(VertexId v) const {
    const VertexId parent = parents[v];
    if (parent >= graph.num_vertices() || !reached(parent)) {
      return fmt::format("vertex {} has distance {}, but parent {}, expected a reached vertex", graph.name(v),
                         distance(v), describe_vertex(graph, parent));
    }
    const auto row = graph.out.row(parent);
    const auto [arcs_begin, arcs_end] = std::equal_range(row.begin(), row.end(), v);
    if (arcs_begin == arcs_end) {
      return fmt::format("vertex {} has parent {}, but there is no edge {} -> {}", graph.name(v), graph.name(parent),
                         graph.name(parent), graph.name(v));
    }
    const EdgeId first = graph.out.offsets[parent] + static_cast<EdgeId>(arcs_begin - row.begin());
    const auto parallel_weights = weights.subspan(first, static_cast<std::size_t>(arcs_end - arcs_begin));
    const auto tight = [&](Weight w) { return is_tight(distances[parent], w, distances[v]); };
    if (std::ranges::any_of(parallel_weights, tight)) return {};
    return fmt::format(
        "vertex {} has distance {}, but its parent {} has distance {} and the edge between them weight {}",
        graph.name(v), distance(v), graph.name(parent), distance(parent), std::ranges::min(parallel_weights));
  }
};

template <class Distance, class Weight>
Verdict verify_with(const SsspResult<Distance, Weight>& result) {
  const VertexId n = result.graph.num_vertices();
  if (Verdict verdict = first_problem(n, [&](VertexId v) { return result.vertex_problem(v); }); !verdict.ok()) {
    return verdict;
  }
  if (Verdict verdict = first_problem(n, [&](VertexId u) { return result.arc_problem(u); }); !verdict.ok()) {
    return verdict;
  }
  return result.cycle_problem();
}

template <class Distance>
Verdict verify(const Graph& graph, VertexId source, std::span<const Distance> distances,
               std::span<const VertexId> parents) {
  if (auto problem = size_problem(graph, "distances", distances.size()); !problem.empty()) return {problem};
  if (auto problem = size_problem(graph, "parents", parents.size()); !problem.empty()) return {problem};
  if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};

  if (graph.num_arcs() == 0) {
    return verify_with(SsspResult<Distance, std::uint32_t>{graph, {}, source, distances, parents});
  }
  if (const auto* weights = std::get_if<Array<std::uint32_t>>(&graph.out.weights)) {
    return verify_with(SsspResult<Distance, std::uint32_t>{graph, weights->span(), source, distances, parents});
  }
  if constexpr (std::is_floating_point_v<Distance>) {
    if (const auto* weights = std::get_if<Array<float>>(&graph.out.weights)) {
      return verify_with(SsspResult<Distance, float>{graph, weights->span(), source, distances, parents});
    }
  }
  return {fmt::format("the graph has weights of type {}, which the distances cannot be sums of",
                      to_string(graph.weight_type()))};
}

}  // namespace

Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const std::uint32_t> distances,
                    std::span<const VertexId> parents) {
  return verify(graph, source, distances, parents);
}

Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const std::uint64_t> distances,
                    std::span<const VertexId> parents) {
  return verify(graph, source, distances, parents);
}

Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const double> distances,
                    std::span<const VertexId> parents) {
  return verify(graph, source, distances, parents);
}

}  // namespace mg
