// A maximal independent set: no two of its vertices are neighbors, and everybody else has a neighbor in it.
//
// Every vertex draws a number once. Whoever has the largest among undecided neighbors joins, and its neighbors stay out
// (Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 1986; with one draw for
// all rounds: Blelloch, Fineman and Shun, "Greedy sequential maximal independent set and matching are parallel on
// average", SPAA'12). So the set is the one that taking vertices in the order of their numbers gives, on any machine,
// whatever the others have come to when a vertex looks at them: it looks until it meets one that it has to wait for,
// and all look again and again. Numbers are the larger the fewer arcs a vertex has, to a factor of two, loops and
// parallel arcs among them: hubs stay out soon, and the set is larger (both: Burtscher, Devale, Azimi, Jaiganesh and
// Powers, "A high-quality and fast maximal independent set implementation for GPUs", TOPC 2018). Otherwise directions
// are ignored, and so are arcs from a vertex to itself.
#pragma once

#include <bit>
#include <cstdint>

#include "algorithms/file_places.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::mis {

/// What a vertex has come to; whatever lies between is undecided.
inline constexpr std::uint32_t stays_out = 0;
inline constexpr std::uint32_t joined = 0xffffffff;
[[nodiscard]] constexpr bool is_undecided(std::uint32_t standing) { return standing - 1 < joined - 1; }

/// The number that a vertex draws: by its arcs to a factor of two, and among vertices of as many by its place in the
/// file. Each has another one, none 0.
struct Draw {
  ArcLookup out;
  ArcLookup in;
  bool directed;
  FilePlaces places;
  std::uint32_t salt;  ///< of a seed

  [[nodiscard]] std::uint64_t operator()(VertexId v) const {
    const std::uint64_t arcs = out.degree(v) + (directed ? in.degree(v) : 0);
    return static_cast<std::uint64_t>(std::countl_zero(arcs | 1)) << 32 | mixed(salt ^ places(v));
  }
};

/// What vertices have come to. Of an undecided one it is what 32 bits hold of its number, never less than those of
/// smaller numbers.
struct Standings {
  Draw draw;
  Shared<std::uint32_t> of;

  [[nodiscard]] static std::uint32_t start(std::uint64_t number) {
    constexpr unsigned bits_of_mixed = 26;  // six more are left for a number of leading zeros, which is below 64
    const std::uint32_t cut =
        static_cast<std::uint32_t>(number >> 32) << bits_of_mixed | static_cast<std::uint32_t>(number) >> 6;
    return cut == joined ? joined - 1 : cut;
  }
};

struct Start {
  Standings standings;
  std::uint32_t* marks;
  void operator()(VertexId v) const {
    standings.of[v] = Standings::start(standings.draw(v));
    marks[v] = 0;
  }
};

/// What a vertex sees among its neighbors; of several, what is listed last.
enum Mark : std::uint32_t { nobody, has_to_wait, has_joined_neighbor };

/// Lets a vertex join that need not wait for a neighbor, and its neighbors stay out, as those do that have one that has
/// joined. Yields 1 for whoever is undecided still, which may be for no other reason than that its row is long: a
/// thread looks at the end of it alone, where those of few arcs are in graphs in order of degree.
struct Settle {
  static constexpr std::uint64_t longest_look = 256;  ///< in arcs
  static constexpr unsigned looks_at_once = 4;
  Standings standings;

  double operator()(VertexId v) const {
    const std::uint32_t own = standings.of[v];
    if (!is_undecided(own)) return 0;
    Mark seen = look(standings.draw.out, v, own);
    if (standings.draw.directed && seen != has_joined_neighbor) {
      const Mark behind = look(standings.draw.in, v, own);
      seen = behind > seen ? behind : seen;
    }
    if (seen == has_to_wait) return 1;
    standings.of[v] = seen == nobody ? joined : stays_out;
    if (seen != nobody) return 0;
    shut_out(standings.draw.out, v);
    if (standings.draw.directed) shut_out(standings.draw.in, v);
    return 0;
  }

 private:
  /// As far as can be seen from the row: v has to wait for what is out of sight.
  [[nodiscard]] Mark look(const ArcLookup& rows, VertexId v, std::uint32_t own) const {
    const std::uint64_t begin = rows.begin(v);
    const std::uint64_t end = rows.end(v);
    const std::uint64_t last = end - begin > longest_look ? end - longest_look : begin;
    for (std::uint64_t arc = end; arc > last;) {
      // Several at a time, so that none waits for memory on its own.
      VertexId neighbors[looks_at_once];
      std::uint32_t of[looks_at_once];
      for (VertexId& u : neighbors) u = arc > last ? rows.neighbors[--arc] : v;
      for (unsigned i = 0; i < looks_at_once; ++i) of[i] = neighbors[i] != v ? standings.of[neighbors[i]] : stays_out;
      std::uint32_t most = stays_out;
      for (const std::uint32_t standing : of) most = standing > most ? standing : most;
      if (most == joined) return has_joined_neighbor;
      if (most > own || (most == own && is_second(neighbors, of, v, own))) return has_to_wait;
    }
    return last > begin ? has_to_wait : nobody;
  }
  /// Whether v comes after one of those that have the same standing.
  [[nodiscard]] bool is_second(const VertexId (&neighbors)[looks_at_once], const std::uint32_t (&of)[looks_at_once],
                               VertexId v, std::uint32_t own) const {
    for (unsigned i = 0; i < looks_at_once; ++i) {
      if (of[i] == own && standings.draw(neighbors[i]) > standings.draw(v)) return true;
    }
    return false;
  }
  /// v's neighbors: its row is no longer than a look.
  void shut_out(const ArcLookup& rows, VertexId v) const {
    const std::uint64_t end = rows.end(v);
    for (std::uint64_t arc = rows.begin(v); arc < end; ++arc) {
      const VertexId u = rows.neighbors[arc];
      if (is_undecided(standings.of[u])) standings.of[u] = stays_out;
    }
  }
};

/// Marks the undecided by what is in their whole rows.
struct LookThrough {
  using Combine = Max;
  static constexpr std::uint64_t of_joined = ~std::uint64_t{0};  ///< above all numbers
  Standings standings;
  std::uint32_t* marks;

  [[nodiscard]] std::uint64_t message(VertexId u) const {
    const std::uint32_t standing = standings.of[u];
    if (standing == joined) return of_joined;
    return standing == stays_out ? 0 : standings.draw(u);
  }
  [[nodiscard]] bool wants(VertexId v) const { return is_undecided(standings.of[v]); }
  [[nodiscard]] double update(VertexId v, std::uint64_t largest) {
    if (largest == of_joined) {
      marks[v] = has_joined_neighbor;
    } else if (largest > standings.draw(v) && marks[v] == nobody) {
      marks[v] = has_to_wait;
    }
    return 0;
  }
};

/// Decides the undecided by their marks, which it takes away. Yields 1 for whoever is undecided still.
struct Decide {
  Standings standings;
  std::uint32_t* marks;

  double operator()(VertexId v) const {
    if (!is_undecided(standings.of[v])) return 0;
    const std::uint32_t mark = marks[v];
    marks[v] = nobody;
    if (mark == has_to_wait) return 1;
    standings.of[v] = mark == nobody ? joined : stays_out;
    return 0;
  }
};

/// The loop's body. Whom a round decides depends on who looks first, unless it is `in_step`.
struct Round {
  Standings standings;
  std::uint32_t* marks;
  bool in_step;
  double left = 0;  ///< undecided

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const double before = left;
    if (!in_step) left = iteration.vertex_reduce(Settle{standings});
    if (in_step || (left > 0 && left == before)) left = look_through(iteration);
    return left > 0;
  }

 private:
  /// All look at their whole rows: where everybody waits, it is for somebody with a long one. Then they do so again,
  /// for those who have joined.
  template <class I>
  [[nodiscard]] double look_through(I& iteration) const {
    double undecided = 0;
    for (int time = 0; time < 2; ++time) {
      const LookThrough f{standings, marks};
      static_cast<void>(iteration.edge_reduce(f, Side::out));
      if (standings.draw.directed) static_cast<void>(iteration.edge_reduce(f, Side::in));
      undecided = iteration.vertex_reduce(Decide{standings, marks});
    }
    return undecided;
  }
};

}  // namespace mg::mis

#ifndef MG_DEVICE_CODE

#include <algorithm>

#include "algorithms/verify/independent.hpp"

namespace mg {

class MaximalIndependentSet {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "mis",
        .summary = "a maximal independent set: no two neighbors, and nobody without a neighbor in it",
        .parameters = {{.name = "seed",
                        .type = ParameterSpec::Type::integer,
                        .fallback = "1",
                        .help = "of the numbers that vertices draw, by their order in the file"}},
        .state_bytes_per_vertex = 2 * sizeof(std::uint32_t) + sizeof(VertexId),
        .family = "sets",
        .cost = "O(n + m) a round at most, of which there are few as a rule",
        .literature = "Luby, SIAM J. Comput. 1986; Blelloch, Fineman and Shun, SPAA 2012; Burtscher et al., TOPC 2018"};
  }

  MaximalIndependentSet(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        order_(graph),
        salt_(salt_of(parameters.integer("seed"))),
        standings_(graph.num_vertices()),
        marks_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    const mis::Draw draw{loop.arcs(Side::out), loop.arcs(Side::in), graph_.directed, order_.on(loop), salt_};
    mis::Round round{{draw, standings_.on(loop)}, marks_.on(loop), loop.deterministic()};
    loop.vertex_map(mis::Start{round.standings, round.marks});
    loop.repeat(round);
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<mis::LookThrough>()}, .loops = {label_of<mis::Round>()}};
  }

  [[nodiscard]] Results results() const {
    return {{"in_set", [this] { return members(); }}};
  }
  [[nodiscard]] Summary summary() const {
    const Array<std::uint32_t> members = this->members();
    return {{"size", static_cast<std::uint64_t>(std::count(members.begin(), members.end(), 1U))}};
  }
  [[nodiscard]] Verdict validate() const { return verify_independent_set(graph_, members().span()); }

 private:
  /// 1 for those in the set, 0 for others.
  [[nodiscard]] Array<std::uint32_t> members() const {
    const Array<std::uint32_t> standings = standings_.host();
    auto members = Array<std::uint32_t>::uninitialized(standings.size());
    for (std::size_t v = 0; v < standings.size(); ++v) members[v] = standings[v] == mis::joined ? 1 : 0;
    return members;
  }

  Graph graph_;
  FileOrder order_;
  std::uint32_t salt_;
  State<std::uint32_t> standings_;
  State<std::uint32_t> marks_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
