#include "algorithms/verify/communities.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

double weight_of(const Adjacency& rows, EdgeId e) {
  if (const auto* whole = std::get_if<Array<std::uint32_t>>(&rows.weights)) return (*whole)[e];
  if (const auto* real = std::get_if<Array<float>>(&rows.weights)) return (*real)[e];
  return 1;
}

/// Calls visit(neighbor, weight) for the arcs of a row; a self loop of an undirected graph comes twice.
template <class Visit>
void each_arc(const Graph& graph, const Adjacency& rows, VertexId v, Visit&& visit) {
  for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
    const double weight = weight_of(rows, e);
    visit(rows.neighbors[e], !graph.directed && rows.neighbors[e] == v ? 2 * weight : weight);
  }
}

/// Sums of vertices and of communities, which are called by one of their vertices.
struct Sums {
  std::vector<double> out;
  std::vector<double> in;
  std::vector<double> out_of;
  std::vector<double> in_of;
  double total = 0;
  double within = 0;

  Sums(const Graph& graph, std::span<const VertexId> community)
      : out(community.size()), in(community.size()), out_of(community.size()), in_of(community.size()) {
    for (VertexId v = 0; v < community.size(); ++v) {
      each_arc(graph, graph.out, v, [&](VertexId u, double weight) {
        out[v] += weight;
        if (community[u] == community[v]) within += weight;
      });
      each_arc(graph, graph.in, v, [&](VertexId, double weight) { in[v] += weight; });
      out_of[community[v]] += out[v];
      in_of[community[v]] += in[v];
      total += out[v];
    }
  }
  [[nodiscard]] double modularity(double resolution) const {
    if (total == 0) return 0;
    double expected = 0;
    for (std::size_t c = 0; c < out_of.size(); ++c) expected += out_of[c] / total * (in_of[c] / total);
    return within / total - resolution * expected;
  }
};

/// What the arcs between a vertex and the communities around it weigh, both ways.
class Around {
 public:
  explicit Around(std::size_t n) : weight_(n), is_there_(n) {}

  void look(const Graph& graph, std::span<const VertexId> community, VertexId v) {
    for (const VertexId c : found) weight_[c] = is_there_[c] = 0;
    found.clear();
    for (const Adjacency* rows : {&graph.out, &graph.in}) {
      each_arc(graph, *rows, v, [&](VertexId u, double weight) {
        if (u == v) return;
        if (is_there_[community[u]] == 0) found.push_back(community[u]);
        is_there_[community[u]] = 1;
        weight_[community[u]] += weight;
      });
    }
  }
  [[nodiscard]] double weight(VertexId c) const { return weight_[c]; }

  std::vector<VertexId> found;

 private:
  std::vector<double> weight_;
  std::vector<std::uint32_t> is_there_;
};

/// `what` is what the sets of the partition are called.
std::string name_problem(const Graph& graph, std::span<const VertexId> partition, VertexId v, std::string_view what) {
  const VertexId c = partition[v];
  if (c >= graph.num_vertices()) {
    return fmt::format("vertex {} is in the {} {}", graph.name(v), what, describe_vertex(graph, c));
  }
  if (partition[c] != c) {
    return fmt::format("vertex {} is in the {} of {}, which is in another one", graph.name(v), what, graph.name(c));
  }
  if (graph.to_file(v) < graph.to_file(c)) {
    return fmt::format("the {} of {} has the vertex {}, which comes before it", what, graph.name(c), graph.name(v));
  }
  return {};
}

std::string first_level_problem(const Graph& graph, std::span<const VertexId> community,
                                std::span<const VertexId> first_level, VertexId v) {
  if (auto problem = name_problem(graph, first_level, v, "part"); !problem.empty()) return problem;
  if (community[first_level[v]] == community[v]) return {};
  return fmt::format("the vertices {} and {} are in one part, but in different communities", graph.name(v),
                     graph.name(first_level[v]));
}

/// Which vertices can be reached from the one that their community is called by, without leaving it.
std::vector<bool> connected_with_names(const Graph& graph, std::span<const VertexId> community) {
  std::vector<bool> reached(community.size());
  std::vector<VertexId> left;
  const auto reach = [&](VertexId v) {
    if (!reached[v]) left.push_back(v);
    reached[v] = true;
  };
  for (VertexId c = 0; c < community.size(); ++c) {
    if (community[c] == c) reach(c);
  }
  while (!left.empty()) {
    const VertexId v = left.back();
    left.pop_back();
    for (const Adjacency* rows : {&graph.out, &graph.in}) {
      for (const VertexId u : rows->row(v)) {
        if (community[u] == community[v]) reach(u);
      }
    }
  }
  return reached;
}

/// Of a vertex, for a partition that has the sums: the gain of its best move.
class MoveCheck {
 public:
  MoveCheck(const Graph& graph, std::span<const VertexId> community, const CommunityClaims& claims, const Sums& sums)
      : graph_(graph), community_(community), claims_(claims), sums_(sums) {}

  std::string problem(VertexId v, Around& around) const {
    around.look(graph_, community_, v);
    const double stays = worth(v, community_[v], around);
    for (const VertexId c : around.found) {
      const double gain = (worth(v, c, around) - stays) / sums_.total;
      if (c == community_[v] || gain <= claims_.tolerance + slack(v)) continue;
      return fmt::format("moving vertex {} from the community of {} to that of {} would gain {:.9g}, more than {:.9g}",
                         graph_.name(v), graph_.name(community_[v]), graph_.name(c), gain, claims_.tolerance);
    }
    return {};
  }

 private:
  /// What v's arcs with a community weigh, v itself left out of it, beyond what is expected.
  [[nodiscard]] double worth(VertexId v, VertexId c, const Around& around) const {
    const double own = community_[v] == c ? 1 : 0;
    const double expected =
        sums_.out[v] * (sums_.in_of[c] - own * sums_.in[v]) + sums_.in[v] * (sums_.out_of[c] - own * sums_.out[v]);
    return around.weight(c) - claims_.resolution * expected / sums_.total;
  }
  [[nodiscard]] double slack(VertexId v) const {
    constexpr double single_precision = 0x1p-22;
    return single_precision * (sums_.out[v] + sums_.in[v]) / sums_.total + 1e-14;
  }

  const Graph& graph_;
  std::span<const VertexId> community_;
  const CommunityClaims& claims_;
  const Sums& sums_;
};

/// Of a partition whose communities are named as they have to be.
Verdict structure_problem(const Graph& graph, std::span<const VertexId> community, const CommunityClaims& claims) {
  const VertexId n = graph.num_vertices();
  if (!claims.first_level.empty()) {
    if (auto problem = size_problem(graph, "parts", claims.first_level.size()); !problem.empty()) return {problem};
    Verdict verdict =
        first_problem(n, [&](VertexId v) { return first_level_problem(graph, community, claims.first_level, v); });
    if (!verdict.ok()) return verdict;
  }
  if (!claims.are_connected) return {};
  const std::vector<bool> reached = connected_with_names(graph, community);
  return first_problem(n, [&](VertexId v) {
    if (reached[v]) return std::string();
    return fmt::format("the community of {} is not connected: edges within it do not lead to vertex {}",
                       graph.name(community[v]), graph.name(v));
  });
}

}  // namespace

Verdict verify_communities(const Graph& graph, std::span<const VertexId> community, const CommunityClaims& claims) {
  const VertexId n = graph.num_vertices();
  if (auto problem = size_problem(graph, "communities", community.size()); !problem.empty()) return {problem};
  Verdict verdict = first_problem(n, [&](VertexId v) { return name_problem(graph, community, v, "community"); });
  if (verdict.ok()) verdict = structure_problem(graph, community, claims);
  if (!verdict.ok()) return verdict;
  const Sums sums(graph, community);
  const double modularity = sums.modularity(claims.resolution);
  constexpr double rounding = 1e-9;
  if (!(std::abs(modularity - claims.modularity) <= rounding * std::max(1.0, claims.resolution))) {
    return {fmt::format("the modularity is said to be {:.12g}, but is {:.12g}", claims.modularity, modularity)};
  }
  if (sums.total == 0) return {};
  const MoveCheck check(graph, community, claims, sums);
  const std::size_t threads = n > worth_a_team ? static_cast<std::size_t>(default_threads()) : 1;
  std::vector<Around> around(threads, Around(n));
  std::vector<std::pair<VertexId, std::string>> first(threads, {no_vertex, ""});
  parallel_chunks(n, 64, static_cast<int>(threads), [&](std::size_t begin, std::size_t end, int thread) {
    auto& [offender, problem] = first[static_cast<std::size_t>(thread)];
    for (auto v = static_cast<VertexId>(begin); v < std::min<std::size_t>(end, offender); ++v) {
      std::string found = check.problem(v, around[static_cast<std::size_t>(thread)]);
      if (found.empty()) continue;
      offender = v;
      problem = std::move(found);
    }
  });
  return {std::min_element(first.begin(), first.end())->second};
}

}  // namespace mg
