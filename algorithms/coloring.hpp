// A coloring: no two neighbors have the same color.
//
// By descending degree, those of equal degree in an order that is drawn, vertices take the smallest color that no
// neighbor before them has (Welsh and Powell, "An upper bound for the chromatic number of a graph", Computer J. 1967).
// Whoever comes first among its uncolored neighbors is in turn, all such vertices at once (Jones and Plassmann, "A
// parallel graph coloring heuristic", SIAM J. Sci. Comput. 1993), which yields the same colors on any machine.
// Directions are ignored, and so are arcs from a vertex to itself.
#pragma once

#include <cstdint>

#include "algorithms/file_places.hpp"
#include "algorithms/palettes.hpp"
#include "engine/algorithm.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::coloring {

/// No color yet, where a run ends early.
inline constexpr std::int32_t uncolored = -1;

/// The rank of a vertex, each another one: larger for vertices with more arcs, in either direction, and drawn by the
/// place in the file where these are as many.
struct Rank {
  ArcLookup out;
  ArcLookup in;
  bool directed;
  FilePlaces places;
  std::uint32_t salt;  ///< of a seed

  [[nodiscard]] std::uint64_t arcs(VertexId v) const { return out.degree(v) + (directed ? in.degree(v) : 0); }
  [[nodiscard]] std::uint64_t operator()(VertexId v) const {
    constexpr std::uint64_t most = 0xffffffff;
    return (arcs(v) < most ? arcs(v) : most) << 32 | mixed(salt ^ places(v));
  }
};

/// One entry a vertex.
struct Vectors {
  std::uint64_t* ranks;    ///< of neighbors, the one of larger rank is colored first
  std::uint32_t* waiting;  ///< for so many neighbors
  std::uint32_t* called;   ///< in that round last
  std::int32_t* colors;
  Palettes palettes;
};

struct Start {
  Vectors of;
  Rank rank;
  void operator()(VertexId v) const {
    of.ranks[v] = rank(v);
    of.waiting[v] = of.called[v] = 0;
    of.colors[v] = uncolored;
  }
};
struct Clear {
  std::uint32_t* words;
  void operator()(std::uint64_t word) const { words[word] = 0; }
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

/// Those in turn take the smallest colors that are left to them, all at once: no two are neighbors.
struct Choose {
  Vectors of;
  void operator()(VertexId v) const { of.colors[v] = of.palettes.smallest_left(v); }
};

/// Uncolored neighbors lose the color and wait for one less: they all come later.
struct Tell {
  Vectors of;
  void operator()(VertexId u, VertexId v) const {
    if (of.colors[v] != uncolored) return;
    of.palettes.take(v, static_cast<std::uint32_t>(of.colors[u]));
    Shared<std::uint32_t>(of.waiting)[v].add(0U - 1U);
  }
};

/// Of those who have been told, whoever waits for nobody any more is in turn next.
struct Call {
  using Combine = Max;
  std::uint32_t* called;
  const std::uint32_t* waiting;
  const std::int32_t* colors;
  std::uint32_t round;

  [[nodiscard]] std::uint32_t message(VertexId) const { return round; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return called[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return waiting[v] == 0 && colors[v] == uncolored; }
  [[nodiscard]] bool update(VertexId, std::uint32_t) { return true; }
};

struct Round {
  static constexpr bool goes_back = true;
  Vectors of;

  template <class I>
  void operator()(I& iteration) const {
    const bool directed = of.palettes.directed;
    const Call call{of.called, of.waiting, of.colors, static_cast<std::uint32_t>(iteration.number())};
    iteration.vertex_map(Choose{of});
    iteration.edge_apply(Tell{of});
    if (directed) iteration.edge_apply_back(Tell{of});
    iteration.edge_map(call);
    if (directed) iteration.edge_map_back(call);
  }
};

}  // namespace mg::coloring

#ifndef MG_DEVICE_CODE

#include "algorithms/reached.hpp"
#include "algorithms/verify/coloring.hpp"

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
        .state_bytes_per_vertex = sizeof(std::uint64_t) + 4 * sizeof(std::uint32_t) + sizeof(VertexId),
        .family = "sets",
        .cost = "O(n + m), in as many rounds as the longest path of neighbors of which each is colored later",
        .literature = "Jones and Plassmann, SIAM J. Sci. Comput. 1993; Welsh and Powell, Computer J. 1967",
        .state_bytes_per_arc = 0.25};  // two bits for a directed one, one for an undirected edge's either arc
  }

  Coloring(const Graph& graph, const Parameters& parameters)
      : graph_(graph), salt_(salt_of(parameters.integer("seed"))) {}

  template <class L>
  void run(L& loop) {
    const coloring::Palettes palettes{loop.arcs(Side::out), loop.arcs(Side::in), graph_.directed, words_.on(loop)};
    const coloring::Vectors of{ranks_.on(loop), waiting_.on(loop), called_.on(loop), colors_.on(loop), palettes};
    loop.index_map(coloring::Clear{palettes.words}, words_.size());
    loop.vertex_map(coloring::Start{of, {palettes.out, palettes.in, graph_.directed, order_.on(loop), salt_}});
    loop.edge_apply(coloring::Wait{of.ranks, of.waiting, graph_.directed});
    rounds_ = loop.iterate(coloring::Round{of}, loop.filter(coloring::IsInTurn{of.waiting})).iterations;
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<coloring::Call>()}, .loops = {label_of<coloring::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"color", colors_}}; }
  [[nodiscard]] Summary summary() const {
    const auto colored = reached_of(colors_.host(), coloring::uncolored);
    return {{"colors", colored.vertices == 0 ? 0 : colored.largest + 1}, {"rounds", rounds_}};
  }
  [[nodiscard]] Verdict validate() const { return verify_coloring(graph_, colors_.host().span()); }

 private:
  Graph graph_;
  FileOrder order_{graph_};
  std::uint32_t salt_;
  State<std::uint64_t> ranks_{graph_.num_vertices()};
  State<std::uint32_t> waiting_{graph_.num_vertices()};
  State<std::uint32_t> called_{graph_.num_vertices()};
  State<std::int32_t> colors_{graph_.num_vertices()};
  Table<std::uint32_t> words_{
      coloring::Palettes::num_words(graph_.num_vertices(), graph_.num_arcs() * (graph_.directed ? 2 : 1))};
  std::uint64_t rounds_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
