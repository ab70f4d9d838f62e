#include "algorithms/verify/recommendations.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// Whether each vertex is trusted.
std::vector<bool> circle_of(const Graph& graph, std::span<const float> ranks, std::uint64_t size) {
  std::vector<VertexId> order(graph.num_vertices());
  for (VertexId place = 0; place < order.size(); ++place) order[place] = graph.from_file(place);
  std::stable_sort(order.begin(), order.end(), [&](VertexId u, VertexId v) { return ranks[u] > ranks[v]; });
  std::vector<bool> is_in(order.size());
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, order.size()); ++i) is_in[order[i]] = ranks[order[i]] > 0;
  return is_in;
}

/// The arcs of `rows` for which keep(row, neighbor), with all vertices.
template <class Keep>
Adjacency arcs_of(const Adjacency& rows, Keep keep) {
  const VertexId n = rows.num_rows();
  std::vector<VertexId> neighbors;
  Adjacency kept;
  kept.offsets = Array<EdgeId>::uninitialized(std::size_t{n} + 1);
  for (VertexId row = 0; row < n; ++row) {
    kept.offsets[row] = neighbors.size();
    for (const VertexId v : rows.row(row)) {
      if (keep(row, v)) neighbors.push_back(v);
    }
  }
  kept.offsets[n] = neighbors.size();
  kept.neighbors = Array<VertexId>::copy_of(neighbors);
  return kept;
}

Graph followed_by(const Graph& graph, const std::vector<bool>& circle) {
  Graph followed;
  followed.names = graph.names;
  followed.order = graph.order;
  followed.out = arcs_of(graph.out, [&](VertexId u, VertexId) { return circle[u]; });
  followed.in = arcs_of(graph.in, [&](VertexId, VertexId u) { return circle[u]; });
  return followed;
}

Verdict check_recommended(const Graph& graph, const Recommendations& found, VertexId source) {
  const auto row = graph.out.row(source);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const bool is_known = v == source || std::binary_search(row.begin(), row.end(), v);
    const double expected = is_known ? 0 : found.authorities[v];
    if (found.recommended[v] == expected) return {};
    return fmt::format("vertex {} is recommended by {:.9g}, expected {:.9g}{}", graph.name(v), found.recommended[v],
                       expected,
                       v == source ? ": it is the source"
                       : is_known  ? ": the source follows it"
                                   : ", its authority");
  });
}

}  // namespace

Verdict verify_recommendations(const Graph& graph, const Recommendations& found, const RecommendationsClaim& claim) {
  for (const std::string& problem :
       {size_problem(graph, "recommendations", found.recommended.size()),
        size_problem(graph, "ranks", found.ranks.size()), source_problem(graph, claim.source)}) {
    if (!problem.empty()) return {problem};
  }
  const Graph followed = followed_by(graph, circle_of(graph, found.ranks, claim.circle));
  if (Verdict verdict = verify_salsa(followed, found.hubs, found.authorities, claim.scores); !verdict.ok()) {
    return verdict;
  }
  return check_recommended(graph, found, claim.source);
}

}  // namespace mg
