// A coloring: no two neighbors have the same color.
//
// By descending degree, those of equal degree in an order that is drawn, vertices take the smallest color that no
// neighbor before them has (Welsh and Powell, "An upper bound for the chromatic number of a graph", Computer J. 1967).
// Whoever comes first among its uncolored neighbors is in turn, all such vertices at once (Jones and Plassmann, "A
// parallel graph coloring heuristic", SIAM J. Sci. Comput. 1993), which yields the same colors on any machine.
// Directions are ignored, and so are arcs from a vertex to itself.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::coloring {

/// No color yet, where a run ends early.
inline constexpr std::int32_t uncolored = -1;
/// Neighbors' colors are looked at so many at a time, a bit each.
inline constexpr std::uint32_t window = 64;

/// One entry a vertex.
struct Vectors {
  const std::uint64_t* ranks;  ///< each another one: of neighbors, the one of larger rank is colored first
  std::uint32_t* waiting;      ///< for so many neighbors
  std::uint32_t* lost;         ///< of these, in one step
  std::int32_t* colors;
  std::uint64_t* taken;  ///< colors of neighbors, in the window
};

struct Start {
  Vectors of;
  void operator()(VertexId v) const {
    of.waiting[v] = of.lost[v] = 0;
    of.colors[v] = uncolored;
    of.taken[v] = 0;
  }
};

/// The later one of an arc's ends waits for the other. An undirected edge is there as two arcs, of which one counts.
struct Wait {
  const std::uint64_t* ranks;
  Shared<std::uint32_t> waiting;
  bool directed;

  void operator()(VertexId u, VertexId v) const {
    if (u == v) return;
    if (ranks[u] > ranks[v]) {
      waiting[v].add(1);
    } else if (directed) {
      waiting[u].add(1);
    }
  }
};

struct IsInTurn {
  const std::uint32_t* waiting;
  bool operator()(VertexId v) const { return waiting[v] == 0; }
};

/// Whoever is in turn learns which colors from `first` on its neighbors have.
struct LookAround {
  using Combine = Or;
  const std::int32_t* colors;
  std::uint64_t* taken;
  std::uint32_t first;

  [[nodiscard]] std::uint64_t message(VertexId u) const {
    const std::uint32_t place = static_cast<std::uint32_t>(colors[u]) - first;
    return place < window ? std::uint64_t{1} << place : 0;
  }
  [[nodiscard]] bool wants(VertexId v) const { return colors[v] == uncolored; }
  [[nodiscard]] bool update(VertexId v, std::uint64_t found) {
    taken[v] |= found;
    return true;
  }
};

/// Takes the smallest color of the window that is free, if any is.
struct Choose {
  std::int32_t* colors;
  std::uint64_t* taken;
  std::uint32_t first;

  void operator()(VertexId v) const {
    const std::uint64_t free = ~taken[v];
    taken[v] = 0;
    if (colors[v] != uncolored || free == 0) return;
    colors[v] = static_cast<std::int32_t>(first) + std::countr_zero(free);
  }
};

/// Uncolored neighbors wait for one less: they all come later.
struct Release {
  using Combine = Sum;
  std::uint32_t* waiting;
  std::uint32_t* lost;
  const std::int32_t* colors;

  [[nodiscard]] std::uint32_t message(VertexId) const { return 1; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return lost[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return colors[v] == uncolored; }
  [[nodiscard]] bool update(VertexId v, std::uint32_t count) {
    waiting[v] -= count;
    lost[v] = 0;
    return waiting[v] == 0;
  }
};

}  // namespace mg::coloring

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/reached.hpp"
#include "algorithms/verify_coloring.hpp"

namespace mg {

class Coloring {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "coloring",
        .summary = "a coloring: no two neighbors alike, those of more neighbors first, each the smallest color left",
        .parameters = {{.name = "seed",
                        .type = ParameterSpec::Type::integer,
                        .fallback = "1",
                        .help = "of the order among vertices of equal degree"}},
        .state_bytes_per_vertex = 2 * sizeof(std::uint64_t) + 3 * sizeof(std::uint32_t),
        .family = "sets",
        .cost = "O(n + m), and for rounds beyond the 64th a row more for each 64",
        .literature = "Jones and Plassmann, SIAM J. Sci. Comput. 1993; Welsh and Powell, Computer J. 1967"};
  }

  Coloring(const Graph& graph, const Parameters& parameters)
      : graph_(graph), ranks_(coloring_ranks(graph, parameters.integer("seed"))) {}

  template <class L>
  void run(L& loop) {
    const coloring::Vectors of{ranks_.on(loop), waiting_.on(loop), lost_.on(loop), colors_.on(loop), taken_.on(loop)};
    rounds_ = 0;
    loop.vertex_map(coloring::Start{of});
    loop.edge_apply(coloring::Wait{of.ranks, of.waiting, graph_.directed});
    typename L::Frontier in_turn = loop.filter(coloring::IsInTurn{of.waiting});
    while (!in_turn.empty() && loop.next_iteration()) {
      color(loop, of, in_turn, ++rounds_);
      const coloring::Release release{of.waiting, of.lost, of.colors};
      typename L::Frontier next = loop.edge_map(release, in_turn, Side::out);
      if (graph_.directed) next = loop.unite(std::move(next), loop.edge_map(release, in_turn, Side::in));
      loop.replace(in_turn, std::move(next));
    }
    loop.recycle(std::move(in_turn));
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<coloring::Release>(), gathers<coloring::LookAround>()}};
  }

  [[nodiscard]] Results results() const { return {{"color", colors_}}; }
  [[nodiscard]] Summary summary() const {
    const auto colored = reached_of(colors_.host(), coloring::uncolored);
    return {{"colors", colored.vertices == 0 ? 0 : colored.largest + 1}, {"rounds", rounds_}};
  }
  [[nodiscard]] Verdict validate() const { return verify_coloring(graph_, colors_.host().span()); }

 private:
  /// Colors those in turn. No color is larger than the number of rounds before, which says how far to look.
  template <class L>
  void color(L& loop, const coloring::Vectors& of, const typename L::Frontier& in_turn, std::uint64_t round) const {
    for (std::uint32_t first = 0; first < round; first += coloring::window) {
      const coloring::LookAround look{of.colors, of.taken, first};
      loop.gather(look, in_turn, Side::out);
      if (graph_.directed) loop.gather(look, in_turn, Side::in);
      loop.vertex_map(coloring::Choose{of.colors, of.taken, first}, in_turn);
    }
  }

  Graph graph_;
  State<std::uint64_t> ranks_;
  State<std::uint32_t> waiting_{graph_.num_vertices()};
  State<std::uint32_t> lost_{graph_.num_vertices()};
  State<std::int32_t> colors_{graph_.num_vertices()};
  State<std::uint64_t> taken_{graph_.num_vertices()};
  std::uint64_t rounds_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
