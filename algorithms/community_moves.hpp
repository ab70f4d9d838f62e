// How vertices move between communities, for many at once: the steps that local_moving.hpp puts together.
//
// Those whose turn it is choose by what was before, and move together. Turns are drawn anew for each sweep, and of two
// vertices that are alone, the one with the larger name moves (Lu, Halappanavar and Kalyanaraman, "Parallel heuristics
// for scalable community detection", Parallel Comput. 2015), so that few move past each other. Where each move has to
// gain what it promises, a move claims the two communities that it changes, and happens if nobody with a larger draw
// claims either: gains of moves that share no community add up.
#pragma once

#include "algorithms/community_state.hpp"
#include "engine/algorithm.hpp"

namespace mg::moving {

struct Moves : Partition {
  std::uint32_t* target;  ///< where a vertex is about to go
  double* within;         ///< what a vertex's arcs within its community weigh, while it chooses
  std::uint32_t* due;     ///< whether a vertex has to choose again
  std::uint32_t* moved;   ///< the round in which it moved last
  std::uint64_t* claims;  ///< on communities
  double least;           ///< gain that is worth moving, in weight
  std::uint32_t round = 0;

  [[nodiscard]] bool is_moving(VertexId v) const { return target[v] != community[v]; }
  void move(VertexId v) const {
    leave(v);
    enter(v, target[v]);
    moved[v] = round;
  }
};

struct Begin {
  Moves m;
  void operator()(VertexId v) const {
    m.within[v] = 0;
    m.moved[v] = 0;
    m.claims[v] = 0;
  }
};
struct Call {
  Moves m;
  void operator()(VertexId v) const { m.due[v] = m.out[v] + m.in[v] > 0 ? 1 : 0; }
};

/// Those who have to choose and whose turn it is.
struct IsInTurn {
  Moves m;
  std::uint32_t turn;
  std::uint32_t turns;
  std::uint32_t sweep;
  bool operator()(VertexId v) const { return m.due[v] != 0 && drawn(m.names(v), sweep) % turns == turn; }
};

/// The community that gains most by having the vertex.
template <class W>
struct Choose {
  using Combine = Max;
  using Weight = W;
  Moves m;
  bool claims;

  static constexpr bool keys_are_vertices = true;
  [[nodiscard]] std::uint32_t key(VertexId u) const { return m.community[u]; }
  template <class Sum>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t c, Sum sum) {
    const double weight = m.arcs_each * static_cast<double>(sum);
    if (c != m.community[v]) return Offer(weight - m.gone_with(v, c), c).bits;
    m.within[v] = weight - m.loops_of(v);
    return 0;
  }
  void update(VertexId v, std::uint64_t best) {
    const std::uint32_t own = m.community[v];
    const double stays = m.within[v] - (m.gone_with(v, own) - m.gone_with_itself(v));
    m.within[v] = 0;
    m.due[v] = 0;
    m.target[v] = own;
    if (best == 0) return;
    const Offer offer(best);
    const std::uint32_t c = offer.community();
    if (!(offer.gain() - stays > m.least)) return;
    if (!claims && c > own && m.members[own] == 1 && m.members[c] == 1) return;
    m.target[v] = c;
  }
};

struct Move {
  Moves m;
  void operator()(VertexId v) const {
    if (m.is_moving(v)) m.move(v);
  }
};

/// In three steps, each after the one before: forgets what was claimed, claims, and moves or waits for another round.
struct Disclaim {
  Moves m;
  void operator()(VertexId v) const {
    if (!m.is_moving(v)) return;
    const Shared<std::uint64_t> claims(m.claims);
    claims[m.community[v]] = 0;
    claims[m.target[v]] = 0;
  }
};
struct Claim {
  Moves m;
  [[nodiscard]] std::uint64_t number(VertexId v) const {
    return std::uint64_t{drawn(m.names(v), m.round)} << 32 | (std::uint64_t{m.names(v)} + 1);
  }
  void operator()(VertexId v) const {
    if (!m.is_moving(v)) return;
    const Shared<std::uint64_t> claims(m.claims);
    claims[m.community[v]].raise_to(number(v));
    claims[m.target[v]].raise_to(number(v));
  }
};
struct MoveByClaim {
  Claim claim;
  void operator()(VertexId v) const {
    const Moves& m = claim.m;
    if (!m.is_moving(v)) return;
    const std::uint64_t number = claim.number(v);
    if (m.claims[m.community[v]] == number && m.claims[m.target[v]] == number) return m.move(v);
    m.due[v] = 1;
  }
};

/// Neighbors of those who have moved since a round choose again.
struct Wake {
  Moves m;
  std::uint32_t since;
  [[nodiscard]] bool sends(VertexId u) const { return m.moved[u] >= since; }
  void operator()(VertexId u, VertexId v) const {
    if (m.community[u] != m.community[v]) Shared<std::uint32_t>(m.due)[v] = 1;
  }
};
struct HasMoved {
  Moves m;
  std::uint32_t since;
  double operator()(VertexId v) const { return m.moved[v] >= since ? 1 : 0; }
};

}  // namespace mg::moving
