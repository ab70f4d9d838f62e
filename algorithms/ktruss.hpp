// Trussness: the largest k such that an edge is in a subgraph each of whose edges is in k - 2 of its triangles (Cohen,
// "Trusses: Cohesive Subgraphs for Social Network Analysis", NSA 2008).
//
// By peeling, level by level: edges that are in no more triangles than the level says go, all of them at a time, and
// with them the triangles, of which others have one less then (Kabir and Madduri, "Parallel k-truss Decomposition on
// Multicore Systems", HPEC 2017). An edge is the first arc from its smaller to its larger end.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/arc_function.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::ktruss {

/// No trussness yet, where a run ends early.
inline constexpr std::int32_t undecided = -1;
/// In place of triangles, which are fewer: this, and the number of the round in which the edge goes.
inline constexpr std::uint32_t first_round = 0x80000000;

/// One entry an arc, which says something where the arc stands for an edge.
struct Edges {
  ArcLookup lookup;
  EdgeId* of;                ///< which edge the arc is of; no_arc where its ends are one vertex
  std::uint32_t* triangles;  ///< that are left
  std::int32_t* trussness;

  [[nodiscard]] EdgeId between(VertexId u, VertexId v) const { return u < v ? lookup.find(u, v) : lookup.find(v, u); }
};

struct Name {
  Edges edges;
  void operator()(VertexId u, VertexId v, EdgeId arc) const {
    edges.of[arc] = u == v ? no_arc : edges.between(u, v);
    edges.triangles[arc] = 0;
    edges.trussness[arc] = undecided;
  }
};
struct IsEdge {
  const EdgeId* of;
  bool operator()(VertexId, VertexId, EdgeId arc) const { return of[arc] == arc; }
};
/// Each of a triangle's edges is in it.
struct CountTriangle {
  Edges edges;
  void operator()(VertexId u, VertexId v, VertexId w) const {
    const Shared<std::uint32_t> triangles(edges.triangles);
    triangles[edges.between(u, v)].add(1);
    triangles[edges.between(v, w)].add(1);
    triangles[edges.between(u, w)].add(1);
  }
};

struct Least {
  const std::uint32_t* triangles;
  Shared<std::uint32_t> least;
  void operator()(VertexId, VertexId, EdgeId arc) const { least[0].lower_to(triangles[arc]); }
};
/// Goes in this round.
struct Go {
  Edges edges;
  std::uint32_t level;
  std::uint32_t round;
  void operator()(VertexId, VertexId, EdgeId arc) const {
    edges.triangles[arc] = round;
    edges.trussness[arc] = static_cast<std::int32_t>(level + 2);
  }
};
struct IsAtLevel {
  const std::uint32_t* triangles;
  std::uint32_t level;
  bool operator()(VertexId, VertexId, EdgeId arc) const { return triangles[arc] <= level; }
};
struct Stays {
  const std::uint32_t* triangles;
  bool operator()(VertexId, VertexId, EdgeId arc) const { return triangles[arc] < first_round; }
};

/// Takes the triangles of an edge that goes from their other edges; those that come down to the level go next. Where
/// two edges of a triangle go at a time, the one of the smaller number takes it from the third.
struct Peel {
  Edges edges;
  std::uint32_t level;
  std::uint32_t round;

  template <class Next>
  void operator()(VertexId u, VertexId v, EdgeId arc, Share share, Next&& next) const {
    const ArcLookup& rows = edges.lookup;
    const bool u_is_shorter = rows.degree(u) < rows.degree(v);
    const VertexId near = u_is_shorter ? u : v;
    const VertexId far = u_is_shorter ? v : u;
    const EdgeId first = rows.begin(near);
    for (EdgeId e = first + share.first; e < rows.end(near); e += share.stride) {
      const EdgeId a = edges.of[e];
      if (a == no_arc || a == arc || has_gone(a)) continue;
      if (e > first && edges.of[e - 1] == a) continue;  // of parallel arcs one counts
      const VertexId w = rows.neighbors[e];
      const EdgeId b = edges.between(far, w);
      if (b == no_arc || has_gone(b)) continue;
      if (!goes(a) && (!goes(b) || arc < b)) take_from(a, near, w, next);
      if (!goes(b) && (!goes(a) || arc < a)) take_from(b, far, w, next);
    }
  }

 private:
  [[nodiscard]] std::uint32_t left_to(EdgeId edge) const { return Shared<std::uint32_t>(edges.triangles)[edge]; }
  [[nodiscard]] bool goes(EdgeId edge) const { return left_to(edge) == round; }
  [[nodiscard]] bool has_gone(EdgeId edge) const { return left_to(edge) >= first_round && !goes(edge); }
  template <class Next>
  void take_from(EdgeId edge, VertexId u, VertexId v, Next&& next) const {
    const std::uint32_t before = Shared<std::uint32_t>(edges.triangles)[edge].add(0U - 1);
    if (before == level + 1) next.add(u < v ? u : v, edge);
  }
};

}  // namespace mg::ktruss

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/edge_results.hpp"
#include "algorithms/verify/trusses.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

class Trusses {
 public:
  static AlgorithmInfo info() {
    return {.name = "ktruss",
            .summary = "trussness: the largest k for which an edge is among edges that are in k - 2 triangles each",
            .state_bytes_per_vertex = turned_bytes_per_vertex,
            .family = "cohesion",
            .cost = "O(m^1.5 log d), rounds as deep as trusses peel",
            .literature = "Cohen 2008; Kabir and Madduri, HPEC 2017",
            .rows = Rows::edges,
            .state_bytes_per_arc = sizeof(EdgeId) + 4 * sizeof(std::uint32_t) + turned_bytes_per_arc};
  }

  Trusses(const Graph& graph, const Parameters&) : graph_(graph) { check_undirected(graph, "ktruss"); }

  template <class L>
  void run(L& loop) {
    const ktruss::Edges edges{loop.arcs(Side::out), of_.on(loop), triangles_.on(loop), trussness_.on(loop)};
    loop.edge_apply(ktruss::Name{edges});
    typename L::Arcs left = loop.filter_arcs(ktruss::IsEdge{edges.of});
    loop.triangle_map(ktruss::CountTriangle{edges});
    std::uint32_t* const least = least_.on(loop);
    std::uint32_t round = ktruss::first_round;
    while (!left.empty() && loop.next_iteration()) {
      loop.store(least, ktruss::first_round);
      loop.arc_map(ktruss::Least{edges.triangles, least}, left);
      peel(loop, edges, left, loop.load(least), round);
    }
    loop.recycle(std::move(left));
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return edge_results(graph_, edges_of(graph_), {{"trussness", trussness_.host()}});
  }
  [[nodiscard]] Summary summary() const {
    std::int32_t largest = 0;
    std::uint64_t in_it = 0;
    const Array<std::int32_t> trussness = trussness_.host();
    for (const EdgeId edge : edges_of(graph_)) {
      if (trussness[edge] < largest || trussness[edge] == ktruss::undecided) continue;
      in_it = trussness[edge] > largest ? 1 : in_it + 1;
      largest = trussness[edge];
    }
    return {{"largest", static_cast<std::uint64_t>(largest)}, {"in_it", in_it}};
  }
  [[nodiscard]] Verdict validate() const { return verify_trusses(graph_, trussness_.host().span()); }

 private:
  /// Whoever goes at the level, then those of whom too little is left for it, until nobody is.
  template <class L>
  void peel(L& loop, const ktruss::Edges& edges, typename L::Arcs& left, std::uint32_t level,
            std::uint32_t& round) const {
    typename L::Arcs going = loop.filter_arcs(ktruss::IsAtLevel{edges.triangles, level}, left);
    for (; !going.empty(); ++round) {
      loop.arc_map(ktruss::Go{edges, level, round}, going);
      loop.replace(going, loop.arc_expand(ktruss::Peel{edges, level, round}, going, left.size()));
    }
    loop.recycle(std::move(going));
    loop.replace(left, loop.filter_arcs(ktruss::Stays{edges.triangles}, left));
  }

  Graph graph_;
  Table<EdgeId> of_{graph_.num_arcs()};
  Table<std::uint32_t> triangles_{graph_.num_arcs()};
  Table<std::int32_t> trussness_{graph_.num_arcs()};
  Table<std::uint32_t> least_{1};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
