// Moving vertices, one by one in what it comes to, to the communities of their neighbors where modularity gains most
// (Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large networks", J. Stat. Mech. 2008),
// for many vertices at once.
//
// Those whose turn it is choose by what was before, and move together. Turns are drawn anew for each sweep, and of two
// vertices that are alone, the one with the larger name moves (Lu, Halappanavar and Kalyanaraman, "Parallel heuristics
// for scalable community detection", Parallel Comput. 2015), so that few move past each other. Where each move has to
// gain what it promises, a move claims the two communities that it changes, and happens if nobody with a larger draw
// claims either: gains of moves that share no community add up. All sums are of whole numbers (Strengths), so that
// nothing depends on the order in which vertices move.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/algorithm.hpp"

namespace mg::moving {

/// Communities are called by numbers below n.
struct Partition {
  const std::uint32_t* names;  ///< of vertices, each another one: what ties and turns go by
  const std::uint64_t* out;    ///< Strengths
  const std::uint64_t* in;
  const double* loops;
  std::uint32_t* community;
  std::uint32_t* target;     ///< where a vertex is about to go
  std::uint64_t* out_total;  ///< of communities
  std::uint64_t* in_total;   ///< the same array where the graph is undirected
  std::uint32_t* members;
  double* within;         ///< what a vertex's arcs within its community weigh, while it chooses
  std::uint32_t* due;     ///< whether a vertex has to choose again
  std::uint32_t* moved;   ///< the round in which it moved last
  std::uint64_t* claims;  ///< on communities
  double arcs_each;       ///< as which an arc counts that is looked at: 2 where the other one is not
  double unit;
  double expected;  ///< resolution / weight of all arcs
  double least;     ///< gain that is worth moving, in weight
  std::uint32_t round = 0;

  [[nodiscard]] double gone_with(VertexId v, std::uint32_t c) const {  ///< the expected weight between v and c
    return expected * unit * unit *
           (static_cast<double>(out[v]) * static_cast<double>(in_total[c]) +
            static_cast<double>(in[v]) * static_cast<double>(out_total[c]));
  }
  [[nodiscard]] double gone_with_itself(VertexId v) const {
    return 2 * expected * unit * unit * static_cast<double>(out[v]) * static_cast<double>(in[v]);
  }
  void enter(VertexId v, std::uint32_t c) const {
    Shared<std::uint64_t>(out_total)[c].add(out[v]);
    if (in_total != out_total) Shared<std::uint64_t>(in_total)[c].add(in[v]);
    Shared<std::uint32_t>(members)[c].add(1);
    community[v] = c;
  }
  void leave(VertexId v) const {
    const std::uint32_t c = community[v];
    Shared<std::uint64_t>(out_total)[c].add(0 - out[v]);
    if (in_total != out_total) Shared<std::uint64_t>(in_total)[c].add(0 - in[v]);
    Shared<std::uint32_t>(members)[c].add(0U - 1U);
  }
  [[nodiscard]] bool is_moving(VertexId v) const { return target[v] != community[v]; }
  void move(VertexId v) const {
    leave(v);
    enter(v, target[v]);
    moved[v] = round;
  }
};

/// A number by which vertices are drawn, another one for each round (MurmurHash3's finalizer).
[[nodiscard]] inline std::uint32_t drawn(std::uint32_t name, std::uint32_t round) {
  std::uint32_t bits = name ^ round * 0x9e3779b9U;
  bits = (bits ^ bits >> 16) * 0x85ebca6bU;
  bits = (bits ^ bits >> 13) * 0xc2b2ae35U;
  return bits ^ bits >> 16;
}

struct Clear {
  Partition p;
  void operator()(VertexId v) const {
    p.out_total[v] = p.in_total[v] = p.claims[v] = 0;
    p.members[v] = p.moved[v] = 0;
    p.within[v] = 0;
  }
};
struct Enter {
  Partition p;
  void operator()(VertexId v) const { p.enter(v, p.community[v]); }
};
struct Call {
  Partition p;
  void operator()(VertexId v) const { p.due[v] = p.out[v] + p.in[v] > 0 ? 1 : 0; }
};

/// Those who have to choose and whose turn it is.
struct IsInTurn {
  Partition p;
  std::uint32_t turn;
  std::uint32_t turns;
  std::uint32_t sweep;
  bool operator()(VertexId v) const { return p.due[v] != 0 && drawn(p.names[v], sweep) % turns == turn; }
};

/// The community that gains most by having the vertex, of several the one with the smallest number. What it gains is
/// compared in single precision, rounded down, so that no gain is promised that is not there.
template <class W>
struct Choose {
  using Combine = Max;
  using Weight = W;
  Partition p;
  bool claims;

  [[nodiscard]] std::uint32_t key(VertexId u) const { return p.community[u]; }
  template <class Sum>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t c, Sum sum) {
    const double weight = p.arcs_each * static_cast<double>(sum);
    if (c != p.community[v]) return std::uint64_t{ordered_below(weight - p.gone_with(v, c))} << 32 | (~c & 0xffffffff);
    p.within[v] = weight - p.loops[v];
    return 0;
  }
  void update(VertexId v, std::uint64_t best) {
    const std::uint32_t own = p.community[v];
    const double stays = p.within[v] - (p.gone_with(v, own) - p.gone_with_itself(v));
    p.within[v] = 0;
    p.due[v] = 0;
    p.target[v] = own;
    if (best == 0) return;
    const auto c = ~static_cast<std::uint32_t>(best);
    if (!(float_of(static_cast<std::uint32_t>(best >> 32)) - stays > p.least)) return;
    if (!claims && c > own && p.members[own] == 1 && p.members[c] == 1) return;
    p.target[v] = c;
  }

 private:
  static constexpr std::uint32_t sign = 0x80000000U;
  [[nodiscard]] static double float_of(std::uint32_t ordered) {
    return __builtin_bit_cast(float, (ordered & sign) != 0 ? ordered ^ sign : ~ordered);
  }
  /// A number that is ordered as the largest float not above `gain` is.
  [[nodiscard]] static std::uint32_t ordered_below(double gain) {
    const auto bits = __builtin_bit_cast(std::uint32_t, static_cast<float>(gain));
    const std::uint32_t ordered = (bits & sign) != 0 ? ~bits : bits ^ sign;
    return float_of(ordered) > gain ? ordered - 1 : ordered;
  }
};

struct Move {
  Partition p;
  void operator()(VertexId v) const {
    if (p.is_moving(v)) p.move(v);
  }
};

/// In three steps, each after the one before: forgets what was claimed, claims, and moves or waits for another round.
struct Disclaim {
  Partition p;
  void operator()(VertexId v) const {
    if (!p.is_moving(v)) return;
    const Shared<std::uint64_t> claims(p.claims);
    claims[p.community[v]] = 0;
    claims[p.target[v]] = 0;
  }
};
struct Claim {
  Partition p;
  [[nodiscard]] std::uint64_t number(VertexId v) const {
    return std::uint64_t{drawn(p.names[v], p.round)} << 32 | (std::uint64_t{p.names[v]} + 1);
  }
  void operator()(VertexId v) const {
    if (!p.is_moving(v)) return;
    const Shared<std::uint64_t> claims(p.claims);
    claims[p.community[v]].raise_to(number(v));
    claims[p.target[v]].raise_to(number(v));
  }
};
struct MoveByClaim {
  Claim claim;
  void operator()(VertexId v) const {
    const Partition& p = claim.p;
    if (!p.is_moving(v)) return;
    const std::uint64_t number = claim.number(v);
    if (p.claims[p.community[v]] == number && p.claims[p.target[v]] == number) return p.move(v);
    p.due[v] = 1;
  }
};

/// Neighbors of those who have moved since a round choose again.
struct Wake {
  Partition p;
  std::uint32_t since;
  [[nodiscard]] bool sends(VertexId u) const { return p.moved[u] >= since; }
  void operator()(VertexId u, VertexId v) const {
    if (p.community[u] != p.community[v]) Shared<std::uint32_t>(p.due)[v] = 1;
  }
};
struct HasMoved {
  Partition p;
  std::uint32_t since;
  double operator()(VertexId v) const { return p.moved[v] >= since ? 1 : 0; }
};

}  // namespace mg::moving

#ifndef MG_DEVICE_CODE

#include <cmath>

#include "algorithms/modularity.hpp"

namespace mg {

/// A graph's vertices in communities between which they move.
class LocalMoving {
 public:
  /// `least_gain`, of modularity, is worth moving for where moves claim.
  LocalMoving(const Graph& graph, double resolution, double least_gain, std::uint64_t seed, int threads)
      : graph_(graph),
        strengths_(strengths_of(graph, threads)),
        resolution_(resolution),
        least_gain_(least_gain),
        seed_(static_cast<std::uint32_t>(seed ^ seed >> 32)) {
    if (!std::isfinite(strengths_.total)) {
      fail(ExitCode::bad_input, "the sum of all weights is infinite: scale the weights down, or leave them out");
    }
    auto names = Array<std::uint32_t>::uninitialized(graph.num_vertices());
    for (VertexId v = 0; v < names.size(); ++v) names[v] = graph.to_file(v);
    names_ = State<std::uint32_t>(names);
    out_ = State<std::uint64_t>(strengths_.out);
    in_ = State<std::uint64_t>(strengths_.in);
    loops_ = State<double>(strengths_.loops);
  }

  /// Puts every vertex into the community of that number, or each into one of its own, called by its name.
  void start(Array<std::uint32_t> communities) { community_ = State<std::uint32_t>(std::move(communities)); }
  void start() { start(Array<std::uint32_t>::copy_of(names_.host().span())); }
  [[nodiscard]] Array<std::uint32_t> communities() const { return community_.host(); }

  /// Moves vertices in turns as long as any do, most_sweeps times at most, and goes_on() says so.
  template <class L, class GoesOn>
  void move_in_turns(L& loop, GoesOn&& goes_on) {
    moving::Partition p = begin(loop, 0);
    for (std::uint32_t sweep = 1; sweep <= most_sweeps && goes_on(); ++sweep) {
      const std::uint32_t since = p.round + 1;
      for (std::uint32_t turn = 0; turn < turns; ++turn) {
        ++p.round;
        auto in_turn = loop.filter(moving::IsInTurn{p, turn, turns, seed_ + sweep});
        choose(loop, p, false, in_turn);
        loop.vertex_map(moving::Move{p}, in_turn);
        loop.recycle(std::move(in_turn));
      }
      if (wake(loop, p, since) == 0) break;
    }
  }

  /// Moves vertices, each for a gain, until no vertex gains by moving, or goes_on() says no.
  template <class L, class GoesOn>
  void move_by_claims(L& loop, GoesOn&& goes_on) {
    moving::Partition p = begin(loop, least_gain_ * strengths_.total);
    for (bool any = true; any;) {
      loop.vertex_map(moving::Call{p});
      any = false;
      while (goes_on()) {
        ++p.round;
        auto due = loop.filter(moving::IsInTurn{p, 0, 1, 0});
        choose(loop, p, true, due);
        loop.vertex_map(moving::Disclaim{p}, due);
        loop.vertex_map(moving::Claim{p}, due);
        loop.vertex_map(moving::MoveByClaim{{p}}, due);
        loop.recycle(std::move(due));
        if (wake(loop, p, p.round) == 0) break;
        any = true;
      }
    }
  }

 private:
  static constexpr std::uint32_t turns = 4;
  static constexpr std::uint32_t most_sweeps = 32;

  template <class L>
  moving::Partition begin(L& loop, double least) {
    const double total = strengths_.total > 0 ? strengths_.total : 1;
    std::uint64_t* const out_total = out_total_.on(loop);
    const moving::Partition p{.names = names_.on(loop),
                              .out = out_.on(loop),
                              .in = in_.on(loop),
                              .loops = loops_.on(loop),
                              .community = community_.on(loop),
                              .target = target_.on(loop),
                              .out_total = out_total,
                              .in_total = graph_.directed ? in_total_.on(loop) : out_total,
                              .members = members_.on(loop),
                              .within = within_.on(loop),
                              .due = due_.on(loop),
                              .moved = moved_.on(loop),
                              .claims = claims_.on(loop),
                              .arcs_each = graph_.directed ? 1.0 : 2.0,
                              .unit = strengths_.unit,
                              .expected = resolution_ / total,
                              .least = least};
    loop.vertex_map(moving::Clear{p});
    loop.vertex_map(moving::Enter{p});
    loop.vertex_map(moving::Call{p});
    return p;
  }

  template <class L>
  void choose(L& loop, const moving::Partition& p, bool claims, const typename L::Frontier& choosing) const {
    switch (graph_.weight_type()) {
      case WeightType::none: return loop.edge_group(moving::Choose<NoWeight>{p, claims}, graph_.directed, choosing);
      case WeightType::u32: return loop.edge_group(moving::Choose<std::uint32_t>{p, claims}, graph_.directed, choosing);
      case WeightType::f32: return loop.edge_group(moving::Choose<float>{p, claims}, graph_.directed, choosing);
    }
  }

  /// How many have moved since that round; calls their neighbors.
  template <class L>
  double wake(L& loop, const moving::Partition& p, std::uint32_t since) const {
    loop.edge_apply(moving::Wake{p, since}, Side::out);
    if (graph_.directed) loop.edge_apply(moving::Wake{p, since}, Side::in);
    return loop.vertex_reduce(moving::HasMoved{p, since});
  }

  Graph graph_;
  Strengths strengths_;
  double resolution_;
  double least_gain_;
  std::uint32_t seed_;
  State<std::uint32_t> names_, community_;
  State<std::uint64_t> out_, in_;
  State<double> loops_;
  State<std::uint32_t> target_{graph_.num_vertices()}, members_{graph_.num_vertices()}, due_{graph_.num_vertices()},
      moved_{graph_.num_vertices()};
  State<std::uint64_t> out_total_{graph_.num_vertices()}, claims_{graph_.num_vertices()};
  State<std::uint64_t> in_total_{graph_.directed ? graph_.num_vertices() : 0};
  State<double> within_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
