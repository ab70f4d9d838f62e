// A maximal independent set: no two of its vertices are neighbors, and everybody else has a neighbor in it.
//
// Every vertex draws a number once; in each round those with the largest among undecided neighbors join, and their
// neighbors stay out (Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput.
// 1986; with one draw for all rounds: Blelloch, Fineman and Shun, "Greedy sequential maximal independent set and
// matching are parallel on average", SPAA'12). So the set is the one that taking vertices in the order of their numbers
// gives, on any machine, and as a rule in few rounds. Numbers are the larger the fewer arcs a vertex has, to a factor
// of two, loops and parallel arcs among them: hubs stay out soon, and the set is larger (Burtscher, Devale, Azimi,
// Jaiganesh and Powers, "A high-quality and fast maximal independent set implementation for GPUs", TOPC 2018).
// Otherwise directions are ignored, and so are arcs from a vertex to itself.
#pragma once

#include <bit>
#include <cstdint>

#include "algorithms/file_places.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/mixed_bits.hpp"

namespace mg::mis {

enum Standing : std::uint32_t { undecided, joined, stays_out };

/// The number that a vertex draws: by its arcs to a factor of two, and among vertices of as many by its place in the
/// file. Each has another one, none 0.
struct Draw {
  ArcLookup out;
  ArcLookup in;
  bool directed;
  FilePlaces places;
  std::uint32_t salt;  ///< of a seed

  [[nodiscard]] static std::uint32_t salt_of(std::uint64_t seed) {
    return mixed(static_cast<std::uint32_t>(seed ^ seed >> 32));
  }
  [[nodiscard]] std::uint64_t operator()(VertexId v) const {
    const std::uint64_t arcs = out.degree(v) + (directed ? in.degree(v) : 0);
    return static_cast<std::uint64_t>(std::countl_zero(arcs)) << 32 | mixed(salt ^ places(v));
  }
};

struct Start {
  Draw draw;
  std::uint64_t* numbers;
  std::uint32_t* states;
  std::uint32_t* marks;
  void operator()(VertexId v) const {
    numbers[v] = draw(v);
    states[v] = marks[v] = undecided;
  }
};

/// Marks whoever has an undecided neighbor with a larger number.
struct Challenge {
  using Combine = Max;
  const std::uint64_t* numbers;
  const std::uint32_t* states;
  std::uint32_t* marks;

  [[nodiscard]] std::uint64_t message(VertexId u) const { return states[u] == undecided ? numbers[u] : 0; }
  [[nodiscard]] bool wants(VertexId v) const { return states[v] == undecided; }
  [[nodiscard]] double update(VertexId v, std::uint64_t largest) {
    if (largest > numbers[v]) marks[v] = 1;
    return 0;
  }
};

/// Marks whoever has a neighbor that has joined.
struct Cover {
  using Combine = Max;
  const std::uint32_t* states;
  std::uint32_t* marks;

  [[nodiscard]] std::uint32_t message(VertexId u) const { return states[u] == joined ? 1 : 0; }
  [[nodiscard]] bool wants(VertexId v) const { return states[v] == undecided; }
  [[nodiscard]] double update(VertexId v, std::uint32_t has_joined) {
    if (has_joined != 0) marks[v] = 1;
    return 0;
  }
};

/// Decides the undecided that are marked, or those that are not, and takes the marks away. Yields 1 for whoever is
/// undecided still.
struct Decide {
  std::uint32_t* states;
  std::uint32_t* marks;
  std::uint32_t decided_mark;
  Standing decision;

  double operator()(VertexId v) const {
    if (states[v] == undecided && marks[v] == decided_mark) states[v] = decision;
    marks[v] = 0;
    return states[v] == undecided ? 1 : 0;
  }
};

/// The loop's body.
struct Round {
  const std::uint64_t* numbers;
  std::uint32_t* states;
  std::uint32_t* marks;
  bool directed;
  std::uint64_t rounds = 0;

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    ++rounds;
    along_arcs(iteration, Challenge{numbers, states, marks});
    static_cast<void>(iteration.vertex_reduce(Decide{states, marks, 0, joined}));
    along_arcs(iteration, Cover{states, marks});
    return iteration.vertex_reduce(Decide{states, marks, 1, stays_out}) > 0;
  }

 private:
  template <class I, class F>
  void along_arcs(I& iteration, const F& f) const {
    static_cast<void>(iteration.edge_reduce(f, Side::out));
    if (directed) static_cast<void>(iteration.edge_reduce(f, Side::in));
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
        .state_bytes_per_vertex = sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t) + sizeof(VertexId),
        .family = "sets",
        .cost = "O(n + m) a round, of which there are O(log n) as a rule",
        .literature = "Luby, SIAM J. Comput. 1986; Blelloch, Fineman and Shun, SPAA 2012; Burtscher et al., TOPC 2018"};
  }

  MaximalIndependentSet(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        order_(graph),
        salt_(mis::Draw::salt_of(parameters.integer("seed"))),
        numbers_(graph.num_vertices()),
        states_(graph.num_vertices()),
        marks_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    std::uint64_t* const numbers = numbers_.on(loop);
    mis::Round round{numbers, states_.on(loop), marks_.on(loop), graph_.directed};
    const mis::Draw draw{loop.arcs(Side::out), loop.arcs(Side::in), graph_.directed, order_.on(loop), salt_};
    loop.vertex_map(mis::Start{draw, numbers, round.states, round.marks});
    loop.repeat(round);
    rounds_ = round.rounds;
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<mis::Challenge>(), reduces<mis::Cover>()}, .loops = {label_of<mis::Round>()}};
  }

  [[nodiscard]] Results results() const {
    return {{"in_set", [this] { return members(); }}};
  }
  [[nodiscard]] Summary summary() const {
    const Array<std::uint32_t> members = this->members();
    return {{"size", static_cast<std::uint64_t>(std::count(members.begin(), members.end(), 1U))}, {"rounds", rounds_}};
  }
  [[nodiscard]] Verdict validate() const { return verify_independent_set(graph_, members().span()); }

 private:
  /// 1 for those in the set, 0 for others.
  [[nodiscard]] Array<std::uint32_t> members() const {
    const Array<std::uint32_t> states = states_.host();
    auto members = Array<std::uint32_t>::uninitialized(states.size());
    for (std::size_t v = 0; v < states.size(); ++v) members[v] = states[v] == mis::joined ? 1 : 0;
    return members;
  }

  Graph graph_;
  FileOrder order_;
  std::uint32_t salt_;
  State<std::uint64_t> numbers_;
  State<std::uint32_t> states_;
  State<std::uint32_t> marks_;
  std::uint64_t rounds_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
