// Refining communities: each falls into parts that are connected, and whose vertices belong to one another more than to
// the rest of it (Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", Sci.
// Rep. 2019, supplement A.2).
//
// Vertices begin as parts of their own. Those alone that are well connected with the rest of their community join the
// well-connected part of it where modularity gains most, for many vertices at once: a vertex waits for another round if
// the vertex that it would join, alone as well, is about to go. Of two such vertices the one that was drawn later goes,
// so that some do in each round. Nobody leaves a part of several vertices, so that parts stay connected.
#pragma once

#include "algorithms/community_state.hpp"
#include "engine/algorithm.hpp"

namespace mg::refining {

using moving::drawn;
using moving::Offer;
using moving::Partition;

/// Parts are called by the name of the vertex that each began with.
struct Parts : Partition {
  Partition whole;             ///< the communities that are refined
  std::uint32_t* whole_of;     ///< of parts
  std::uint64_t* cut;          ///< of parts: what arcs to the rest of their community weigh, in units, below 2^63
  std::uint64_t* inside;       ///< of vertices: what arcs within their community weigh; then less those within the part
  std::uint32_t* destination;  ///< of parts that are a vertex: the part that it is going to join; its own: none
  std::uint32_t* due;          ///< whether a vertex may go
  std::uint32_t round = 0;

  [[nodiscard]] std::uint64_t units(double weight) const { return static_cast<std::uint64_t>(weight / unit); }
  [[nodiscard]] bool is_alone(std::uint32_t part) const { return members[part] == 1; }
  [[nodiscard]] bool is_well_connected(std::uint32_t part) const {
    const std::uint32_t c = whole_of[part];
    const double to_rest =
        static_cast<double>(out_total[part]) * static_cast<double>(whole.in_total[c] - in_total[part]);
    const double from_rest =
        static_cast<double>(in_total[part]) * static_cast<double>(whole.out_total[c] - out_total[part]);
    return static_cast<double>(static_cast<std::int64_t>(cut[part])) >= expected * unit * (to_rest + from_rest);
  }
  /// Whether a part's vertex would go, if others stay where they are.
  [[nodiscard]] bool would_go(std::uint32_t part) const {
    const std::uint32_t to = destination[part];
    return to != part && (!is_alone(to) || destination[to] == to || drawn(part, round) > drawn(to, round));
  }
  [[nodiscard]] bool goes(std::uint32_t part) const {
    return is_alone(part) && would_go(part) && !(is_alone(destination[part]) && would_go(destination[part]));
  }
};

struct BeAlone {
  Parts p;
  void operator()(VertexId v) const {
    const std::uint32_t part = p.names(v);
    p.enter(v, part);
    p.whole_of[part] = p.whole.community[v];
    p.destination[part] = part;
    p.inside[v] = 0;
  }
};
/// What arcs within communities weigh.
template <class W>
struct AddInside {
  using Combine = Sum;
  using Weight = W;
  Parts p;

  static constexpr bool keys_are_vertices = true;
  [[nodiscard]] std::uint32_t key(VertexId u) const { return p.whole.community[u]; }
  template <class Total>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t c, Total sum) const {
    return c == p.whole.community[v] ? p.units(p.arcs_each * static_cast<double>(sum)) : 0;
  }
  void update(VertexId v, std::uint64_t inside) const { p.inside[v] = inside; }
};
struct Cut {
  Parts p;
  void operator()(VertexId v) const {
    const std::uint32_t part = p.names(v);
    p.cut[part] = p.inside[v] - p.units(p.loops_of(v));
    p.due[v] = p.inside[v] > 0 && p.is_well_connected(part) ? 1 : 0;
  }
};

struct IsDue {
  Parts p;
  bool operator()(VertexId v) const { return p.due[v] != 0 && p.is_alone(p.names(v)); }
};
/// The well-connected part that gains most by having the vertex.
template <class W>
struct Propose {
  using Combine = Max;
  using Weight = W;
  Parts p;

  static constexpr bool keys_are_vertices = true;
  [[nodiscard]] std::uint32_t key(VertexId u) const { return p.community[u]; }
  template <class Sum>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t part, Sum sum) const {
    if (part == p.community[v] || p.whole_of[part] != p.whole.community[v] || !p.is_well_connected(part)) return 0;
    const double gain = p.arcs_each * static_cast<double>(sum) - p.gone_with(v, part);
    return gain > 0 ? Offer(gain, part).bits : 0;
  }
  void update(VertexId v, std::uint64_t best) const {
    p.due[v] = best == 0 ? 0 : 1;
    p.destination[p.names(v)] = best == 0 ? p.names(v) : Offer(best).community();
  }
};
struct Goes {
  Parts p;
  bool operator()(VertexId v) const { return p.goes(p.names(v)); }
};
/// Takes what arcs weigh between a vertex that goes and the part that it joins from what they weigh inside: before
/// others have joined, and afterwards once more, as those between them are cut no longer by either.
template <class W>
struct TakeJoined {
  using Combine = Sum;
  using Weight = W;
  Parts p;

  static constexpr bool keys_are_vertices = true;
  [[nodiscard]] std::uint32_t key(VertexId u) const { return p.community[u]; }
  template <class Total>
  [[nodiscard]] std::uint64_t value(VertexId v, std::uint32_t part, Total sum) const {
    return part == p.destination[p.names(v)] ? p.units(p.arcs_each * static_cast<double>(sum)) : 0;
  }
  void update(VertexId v, std::uint64_t joined) const { p.inside[v] -= joined; }
};
struct Join {
  Parts p;
  void operator()(VertexId v) const {
    p.leave(v);
    p.enter(v, p.destination[p.names(v)]);
  }
};
struct AddCut {
  Parts p;
  void operator()(VertexId v) const { Shared<std::uint64_t>(p.cut)[p.community[v]].add(p.inside[v]); }
};

}  // namespace mg::refining

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/local_moving.hpp"

namespace mg {

/// The parts that the communities of a LocalMoving fall into.
class Refinement {
 public:
  explicit Refinement(LocalMoving& moving) : moving_(moving) {}

  /// Finds them, unless goes_on() says no before: a part for each vertex, called by the name of one, where functions
  /// read them as long as this is there. O(n) a round, and O(m) in all but for vertices that wait.
  template <class L, class GoesOn>
  [[nodiscard]] const std::uint32_t* parts(L& loop, GoesOn&& goes_on) {
    refining::Parts p = begin(loop);
    while (goes_on()) {
      ++p.round;
      auto due = loop.filter(refining::IsDue{p});
      moving_.group<refining::Propose>(loop, due, p);
      loop.recycle(std::move(due));
      auto going = loop.filter(refining::Goes{p});
      const bool any = !going.empty();
      moving_.group<refining::TakeJoined>(loop, going, p);
      loop.vertex_map(refining::Join{p}, going);
      moving_.group<refining::TakeJoined>(loop, going, p);
      loop.vertex_map(refining::AddCut{p}, going);
      loop.recycle(std::move(going));
      if (!any) break;
    }
    return part_.on(loop);
  }

 private:
  template <class L>
  refining::Parts begin(L& loop) {
    const moving::Partition whole = moving_.partition(loop);
    moving::Partition parts = whole;
    parts.community = part_.on(loop);
    parts.out_total = out_total_.on(loop);
    parts.in_total = moving_.graph().directed ? in_total_.on(loop) : parts.out_total;
    parts.members = members_.on(loop);
    const refining::Parts p{
        parts,         whole,         whole_of_.on(loop), cut_.on(loop), inside_.on(loop), destination_.on(loop),
        due_.on(loop), moving_.seed()};
    loop.vertex_map(moving::Clear{parts});
    loop.vertex_map(refining::BeAlone{p});
    moving_.group<refining::AddInside>(loop, loop.all(), p);
    loop.vertex_map(refining::Cut{p});
    return p;
  }

  LocalMoving& moving_;
  VertexId n_ = moving_.graph().num_vertices();
  State<std::uint32_t> part_{n_}, members_{n_}, whole_of_{n_}, destination_{n_}, due_{n_};
  State<std::uint64_t> out_total_{n_}, in_total_{moving_.graph().directed ? n_ : 0}, cut_{n_}, inside_{n_};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
