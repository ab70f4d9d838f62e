// SALSA without walking: where its walks end up. They leave no component of the bipartite graph of hubs and
// authorities, and within one they are at a vertex as often as it has arcs there (as Lempel and Moran prove); a
// component has the share of all scores that it has of all vertices of the kind, where walks begin alike.
//
// A component is known by its authorities: all whom a hub points to are in one, that of the first of them.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/forest.hpp"
#include "algorithms/frequent_root.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::salsa {

/// Components as trees of authorities, and what is in them.
struct Components {
  Shared<VertexId> labels;  ///< an entry an authority; so have the others an entry, at roots
  Shared<std::uint64_t> arcs;
  Shared<VertexId> hubs;
  Shared<VertexId> authorities;
  ArcLookup leaving;
  ArcLookup arriving;
  VertexId frequent;  ///< a root, most likely of the largest one, which is counted by reductions

  [[nodiscard]] bool is_hub(VertexId v) const { return leaving.degree(v) > 0; }
  [[nodiscard]] bool is_authority(VertexId v) const { return arriving.degree(v) > 0; }
  /// Of a hub, an authority of its component.
  [[nodiscard]] VertexId first_target(VertexId hub) const { return leaving.neighbors[leaving.begin(hub)]; }
};

struct Clear {
  Components components;
  double* hubs;
  double* authorities;
  void operator()(VertexId v) const {
    components.labels[v] = v;
    components.arcs[v] = 0;
    components.hubs[v] = 0;
    components.authorities[v] = 0;
    hubs[v] = authorities[v] = 0;
  }
};

struct JoinTargets {
  Components components;
  void operator()(VertexId u, VertexId v) const { forest::Hook{components.labels}(components.first_target(u), v); }
};

/// That of a vertex's component, where it is in any.
struct RootOf {
  Components components;
  VertexId operator()(VertexId v) const {
    return forest::find_root(components.labels, components.is_hub(v) ? components.first_target(v) : v);
  }
};

/// Counts what is in the other components.
struct CountOthers {
  Components components;
  void operator()(VertexId v) const {
    if (components.is_authority(v)) {
      const VertexId root = components.labels[v];
      if (root != components.frequent) {
        components.arcs[root].add(components.arriving.degree(v));
        components.authorities[root].add(1);
      }
    }
    if (components.is_hub(v)) {
      const VertexId root = components.labels[components.first_target(v)];
      if (root != components.frequent) components.hubs[root].add(1);
    }
  }
};

enum class Kind : std::uint8_t { hubs, authorities, arcs };

/// How many of a kind there are in all, or in the frequent component alone.
struct CountAll {
  Components components;
  Kind kind;
  bool frequent_alone;

  double operator()(VertexId v) const {
    const std::uint64_t degree = kind == Kind::hubs ? components.leaving.degree(v) : components.arriving.degree(v);
    if (degree == 0) return 0;
    const VertexId authority = kind == Kind::hubs ? components.first_target(v) : v;
    if (frequent_alone && components.labels[authority] != components.frequent) return 0;
    return kind == Kind::arcs ? static_cast<double>(degree) : 1;
  }
};

struct PutFrequent {
  Components components;
  double hubs;
  double authorities;
  double arcs;
  void operator()(VertexId) const {
    components.hubs[components.frequent] = static_cast<VertexId>(hubs);
    components.authorities[components.frequent] = static_cast<VertexId>(authorities);
    components.arcs[components.frequent] = static_cast<std::uint64_t>(arcs);
  }
};

struct Score {
  Components components;
  double* hubs;
  double* authorities;
  double all_hubs;
  double all_authorities;

  void operator()(VertexId v) const {
    if (components.is_hub(v)) {
      const VertexId root = components.labels[components.first_target(v)];
      hubs[v] = share(components.leaving.degree(v), root, components.hubs, all_hubs);
    }
    if (components.is_authority(v)) {
      authorities[v] =
          share(components.arriving.degree(v), components.labels[v], components.authorities, all_authorities);
    }
  }
  [[nodiscard]] double share(std::uint64_t degree, VertexId root, Shared<VertexId> vertices, double all) const {
    const auto of_arcs = static_cast<double>(degree) / static_cast<double>(std::uint64_t{components.arcs[root]});
    return of_arcs * static_cast<double>(VertexId{vertices[root]}) / all;
  }
};

}  // namespace mg::salsa

#ifndef MG_DEVICE_CODE

#include <algorithm>

namespace mg {

class SalsaLimit {
 public:
  explicit SalsaLimit(const Graph& graph)
      : labels_(graph.num_vertices()),
        arcs_(graph.num_vertices()),
        hubs_in_(graph.num_vertices()),
        authorities_in_(graph.num_vertices()),
        hubs_(graph.num_vertices()),
        authorities_(graph.num_vertices()),
        frequent_(graph.num_vertices()) {}

  /// O(n + m), but for what trees are climbed.
  template <class L>
  void run(L& loop) {
    if (labels_.empty()) return;
    salsa::Components components{labels_.on(loop),     arcs_.on(loop),      hubs_in_.on(loop), authorities_in_.on(loop),
                                 loop.arcs(Side::out), loop.arcs(Side::in), no_vertex};
    loop.vertex_map(salsa::Clear{components, hubs_.on(loop), authorities_.on(loop)});
    if (!loop.next_iteration()) return;
    loop.edge_apply(salsa::JoinTargets{components});
    loop.vertex_map(forest::Compress{components.labels});
    components.frequent = frequent_.of(loop, salsa::RootOf{components});
    loop.vertex_map(salsa::CountOthers{components});
    const auto count = [&](salsa::Kind kind, bool frequent_alone) {
      return loop.vertex_reduce(salsa::CountAll{components, kind, frequent_alone});
    };
    using enum salsa::Kind;
    loop.index_map(salsa::PutFrequent{components, count(hubs, true), count(authorities, true), count(arcs, true)}, 1);
    loop.vertex_map(
        salsa::Score{components, hubs_.on(loop), authorities_.on(loop), count(hubs, false), count(authorities, false)});
  }

  [[nodiscard]] Results results() const { return {{"hub", hubs_}, {"authority", authorities_}}; }
  [[nodiscard]] Array<double> hubs() const { return hubs_.host(); }
  [[nodiscard]] Array<double> authorities() const { return authorities_.host(); }
  /// Components that have arcs.
  [[nodiscard]] std::uint64_t num_components() const {
    const Array<VertexId> authorities = authorities_in_.host();
    return authorities.size() - static_cast<std::uint64_t>(std::ranges::count(authorities.span(), VertexId{0}));
  }

 private:
  State<VertexId> labels_;
  State<std::uint64_t> arcs_;
  State<VertexId> hubs_in_;
  State<VertexId> authorities_in_;
  State<double> hubs_;
  State<double> authorities_;
  FrequentRoot frequent_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
