// SALSA by its walks: they take arcs backward and forward in turn, each time any of a vertex's arcs alike. That of
// authorities begins at all vertices with in-arcs alike, and goes backward first; that of hubs at those with out-arcs,
// and goes forward first.
//
// While walks go on, a vertex has what an arc takes along, its score divided by the number of its arcs, so that nothing
// is divided per arc; and scores are multiples of those that walks begin with.
#pragma once

#include <algorithm>
#include <cmath>

#include "algorithms/fixed_point.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::salsa {

/// What an arc of each vertex takes along, and the vertices' arcs of that kind.
struct Shares {
  double* values;
  ArcLookup arcs;
  [[nodiscard]] double degree(VertexId v) const { return static_cast<double>(arcs.degree(v)); }
};

/// Gives every vertex that has arcs the score 1; yields it.
struct Start {
  Shares shares;
  double operator()(VertexId v) const {
    shares.values[v] = shares.degree(v) > 0 ? 1 / shares.degree(v) : 0;
    return shares.degree(v) > 0 ? 1 : 0;
  }
};

/// Makes scores of shares.
struct Finish {
  Shares shares;
  double scale;
  void operator()(VertexId v) const { shares.values[v] *= shares.degree(v) * scale; }
};

/// A step of a walk; yields how much a score has changed since the walk was last at vertices of this kind.
struct Walk {
  using Combine = Sum;
  const double* from;
  Shares to;

  [[nodiscard]] double message(VertexId u) const { return from[u]; }
  [[nodiscard]] double update(VertexId v, double score) {
    const double degree = to.degree(v);
    const double before = to.values[v];
    to.values[v] = degree > 0 ? score / degree : 0;
    return std::fabs(to.values[v] - before) * degree;
  }
};

/// Two steps of each walk, the loop's body.
struct Round {
  Shares hubs;
  Shares authorities;
  double* halfway;
  double hub_scale;
  double authority_scale;
  Convergence progress;

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    static_cast<void>(iteration.edge_reduce(Walk{authorities.values, {halfway, hubs.arcs}}, Side::in));
    const double of_authorities = iteration.edge_reduce(Walk{halfway, authorities}, Side::out);
    static_cast<void>(iteration.edge_reduce(Walk{hubs.values, {halfway, authorities.arcs}}, Side::out));
    const double of_hubs = iteration.edge_reduce(Walk{halfway, hubs}, Side::in);
    return !progress.ends_with(of_hubs * hub_scale + of_authorities * authority_scale);
  }
};

}  // namespace mg::salsa

#ifndef MG_DEVICE_CODE

namespace mg {

/// Both walks, until they change scores by less than the tolerance or for a number of iterations.
class SalsaWalks {
 public:
  SalsaWalks(const Graph& graph, const Parameters& parameters)
      : progress_{parameters.number("tolerance"), parameters.integer("iterations")},
        hubs_(graph.num_vertices()),
        authorities_(graph.num_vertices()),
        halfway_(graph.num_vertices()) {}

  /// O(n + m) an iteration.
  template <class L>
  void run(L& loop) {
    const salsa::Shares hubs{hubs_.on(loop), loop.arcs(Side::out)};
    const salsa::Shares authorities{authorities_.on(loop), loop.arcs(Side::in)};
    const double hub_scale = 1 / std::max(loop.vertex_reduce(salsa::Start{hubs}), 1.0);
    const double authority_scale = 1 / std::max(loop.vertex_reduce(salsa::Start{authorities}), 1.0);
    salsa::Round round{hubs,      authorities,     halfway_.on(loop),
                       hub_scale, authority_scale, {progress_.tolerance, progress_.exact_iterations}};
    loop.vertex_map(StartAlike{round.halfway, 0});
    loop.repeat(round);
    loop.vertex_map(salsa::Finish{hubs, hub_scale});
    loop.vertex_map(salsa::Finish{authorities, authority_scale});
    progress_ = round.progress;
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<salsa::Walk>()}, .loops = {label_of<salsa::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"hub", hubs_}, {"authority", authorities_}}; }
  [[nodiscard]] Array<double> hubs() const { return hubs_.host(); }
  [[nodiscard]] Array<double> authorities() const { return authorities_.host(); }
  [[nodiscard]] const Convergence& progress() const { return progress_; }

 private:
  Convergence progress_;
  State<double> hubs_;
  State<double> authorities_;
  State<double> halfway_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
