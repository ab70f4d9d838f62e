// An algorithm of functions of arcs, and of frontiers of arcs, that ask for all there is; and the same by hand.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/arc_function.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::probe {

/// What a vertex has been told of its arcs.
struct ArcNotes {
  std::uint32_t* applied;  ///< arcs to it, by a function of both ends
  std::uint64_t* numbers;  ///< the sum of its arcs' numbers, each by 1, 2 and 4 where it was in the frontiers
  std::uint64_t* weights;  ///< the sum of the weights of arcs to it
  std::uint64_t* rows;     ///< the sum of the numbers of all arcs from those that have an arc to it in the frontier
};

struct ForgetArcs {
  ArcNotes notes;
  void operator()(VertexId v) const {
    notes.applied[v] = 0;
    notes.numbers[v] = notes.weights[v] = notes.rows[v] = 0;
  }
};

struct CountArc {
  Shared<std::uint32_t> applied;
  void operator()(VertexId, VertexId v) const { applied[v].add(1); }
};
struct AddNumber {
  Shared<std::uint64_t> numbers;
  std::uint64_t factor;
  void operator()(VertexId u, VertexId, EdgeId arc) const { numbers[u].add(factor * (arc + 1)); }
};
template <class W>
struct AddWeight {
  using Weight = W;
  Shared<std::uint64_t> weights;
  void operator()(VertexId, VertexId v, W weight) const { weights[v].add(static_cast<std::uint64_t>(weight)); }
};
/// By all that there is of an arc.
template <class W>
struct HasOddSum {
  using Weight = W;
  bool operator()(VertexId u, VertexId v, W weight, EdgeId arc) const {
    return (u + v + static_cast<std::uint64_t>(weight) + arc) % 2 != 0;
  }
};
/// Notes whoever it is asked of.
struct LeadsUp {
  Shared<std::uint64_t> numbers;
  bool operator()(VertexId u, VertexId v, EdgeId arc) const {
    numbers[u].add(2 * (arc + 1));
    return u < v;
  }
};

/// Goes through the row of an arc's source, and lets the arc itself join.
struct AddRow {
  ArcLookup lookup;
  Shared<std::uint64_t> rows;
  template <class Next>
  void operator()(VertexId u, VertexId v, EdgeId arc, Share share, Next&& next) const {
    for (EdgeId e = lookup.begin(u) + share.first; e < lookup.end(u); e += share.stride) {
      rows[v].add(e + 1);
      if (e == arc) next.add(u, arc);
    }
  }
};

/// Messages of both of an arc's ends: sums with its weight, and lengths of paths whose arcs are as long as their
/// receivers say.
struct AddEnds {
  using Combine = Sum;
  using Weight = std::uint32_t;
  std::uint64_t* sums;

  [[nodiscard]] std::uint64_t message(ArcEnds arc, Weight weight) const {
    return sent(arc.source, arc.receiver, weight);
  }
  [[nodiscard]] std::uint64_t& cell(VertexId v) { return sums[v]; }
  [[nodiscard]] static std::uint64_t sent(VertexId u, VertexId v, Weight weight) {
    return (std::uint64_t{u} * 31 + v) * weight;
  }
};
struct ReduceEnds {
  using Combine = Sum;
  using Weight = std::uint32_t;
  std::uint64_t* sums;

  [[nodiscard]] std::uint64_t message(ArcEnds arc, Weight weight) const {
    return AddEnds::sent(arc.source, arc.receiver, weight);
  }
  [[nodiscard]] double update(VertexId v, std::uint64_t sum) {
    sums[v] = sum;
    return 1;
  }
};
struct Lengthen {
  using Combine = Min;
  std::uint32_t* lengths;

  [[nodiscard]] std::uint32_t message(ArcEnds arc) const {
    return Shared<std::uint32_t>(lengths)[arc.source] + length(arc.receiver);
  }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return lengths[v]; }
  [[nodiscard]] static std::uint32_t length(VertexId receiver) { return 1 + receiver % 3; }
};
struct ForgetEnds {
  std::uint64_t* sums;
  std::uint64_t* gathered;
  std::uint32_t* lengths;
  void operator()(VertexId v) const {
    sums[v] = gathered[v] = 0;
    lengths[v] = v == 0 ? 0 : Min::identity<std::uint32_t>();
  }
};

}  // namespace mg::probe

#ifndef MG_DEVICE_CODE

#include <utility>
#include <variant>
#include <vector>

namespace mg::probe {

/// Calls functions of an arc, and of frontiers of arcs.
class NoteArcs {
 public:
  static AlgorithmInfo info() {
    return {.name = "note-arcs",
            .summary = "functions of arcs",
            .weights = WeightUse::required,
            .state_bytes_per_vertex = 28};
  }

  NoteArcs(const Graph& graph, const Parameters&)
      : graph_(graph),
        applied_(graph.num_vertices()),
        numbers_(graph.num_vertices()),
        weights_(graph.num_vertices()),
        rows_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    if (graph_.weight_type() == WeightType::f32) {
      note<float>(loop);
    } else {
      note<std::uint32_t>(loop);
    }
  }

  [[nodiscard]] Results results() const {
    return {{"applied", applied_}, {"numbers", numbers_}, {"weights", weights_}, {"rows", rows_}};
  }

 private:
  template <class W, class L>
  void note(L& loop) {
    const ArcNotes notes{applied_.on(loop), numbers_.on(loop), weights_.on(loop), rows_.on(loop)};
    loop.vertex_map(ForgetArcs{notes});
    loop.edge_apply(CountArc{notes.applied}, Side::in);
    loop.edge_apply(AddNumber{notes.numbers, 1});
    loop.edge_apply(AddWeight<W>{notes.weights});
    typename L::Arcs odd = loop.filter_arcs(HasOddSum<W>{});
    loop.replace(odd, loop.filter_arcs(LeadsUp{notes.numbers}, odd));
    loop.replace(odd, loop.arc_expand(AddRow{loop.arcs(Side::out), notes.rows}, odd, odd.size()));
    loop.arc_map(AddNumber{notes.numbers, 4}, odd);
    loop.arc_map(AddWeight<W>{notes.weights}, odd);
    loop.recycle(std::move(odd));
  }

  Graph graph_;
  State<std::uint32_t> applied_;
  State<std::uint64_t> numbers_;
  State<std::uint64_t> weights_;
  State<std::uint64_t> rows_;
};

/// The same by hand.
struct NotedArcs {
  std::vector<std::int64_t> applied, numbers, weights, rows;

  explicit NotedArcs(const Graph& graph)
      : applied(graph.num_vertices()),
        numbers(graph.num_vertices()),
        weights(graph.num_vertices()),
        rows(graph.num_vertices()) {
    for (VertexId u = 0; u < graph.num_vertices(); ++u) {
      for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) note(graph, u, e);
    }
  }

 private:
  void note(const Graph& graph, VertexId u, EdgeId e) {
    const VertexId v = graph.out.neighbors[e];
    const auto weight = std::visit(
        [&](const auto& all) -> std::int64_t {
          if constexpr (requires { all[e]; }) return static_cast<std::int64_t>(all[e]);
          return 0;
        },
        graph.out.weights);
    const auto number = static_cast<std::int64_t>(e) + 1;
    ++applied[u];
    numbers[u] += number;
    weights[v] += weight;
    if ((u + v + weight + static_cast<std::int64_t>(e)) % 2 == 0) return;
    numbers[u] += 2 * number;
    if (u >= v) return;
    numbers[u] += 4 * number;
    weights[v] += weight;
    for (EdgeId i = graph.out.offsets[u]; i < graph.out.offsets[u + 1]; ++i)
      rows[v] += static_cast<std::int64_t>(i) + 1;
  }
};

/// Takes steps of functions that ask for both ends.
class NoteEnds {
 public:
  static AlgorithmInfo info() {
    return {.name = "note-ends",
            .summary = "messages of both ends",
            .weights = WeightUse::required,
            .state_bytes_per_vertex = 28};
  }

  NoteEnds(const Graph& graph, const Parameters&)
      : sums_(graph.num_vertices()),
        gathered_(graph.num_vertices()),
        reduced_(graph.num_vertices()),
        lengths_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    loop.vertex_map(ForgetEnds{sums_.on(loop), gathered_.on(loop), lengths_.on(loop)});
    loop.recycle(loop.edge_map(AddEnds{sums_.on(loop)}, loop.all()));
    loop.gather(AddEnds{gathered_.on(loop)}, loop.all(), Side::in);
    static_cast<void>(loop.edge_reduce(ReduceEnds{reduced_.on(loop)}));
    loop.iterate(Expand<Lengthen>{{lengths_.on(loop)}}, loop.single(0));
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<AddEnds>(), gathers<AddEnds>(), reduces<ReduceEnds>(), expands<Lengthen>()},
            .loops = {label_of<Lengthen>()}};
  }
  [[nodiscard]] Results results() const {
    return {{"sums", sums_}, {"gathered", gathered_}, {"reduced", reduced_}, {"lengths", lengths_}};
  }

 private:
  State<std::uint64_t> sums_, gathered_, reduced_;
  State<std::uint32_t> lengths_;
};

/// The same by hand.
struct NotedEnds {
  std::vector<std::int64_t> sums, lengths;

  explicit NotedEnds(const Graph& graph)
      : sums(graph.num_vertices()), lengths(graph.num_vertices(), Min::identity<std::uint32_t>()) {
    const auto& weights = std::get<Array<std::uint32_t>>(graph.out.weights);
    const auto for_arcs = [&](auto&& f) {
      for (VertexId u = 0; u < graph.num_vertices(); ++u) {
        for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) f(u, graph.out.neighbors[e], e);
      }
    };
    for_arcs([&](VertexId u, VertexId v, EdgeId e) {
      sums[v] += static_cast<std::int64_t>(AddEnds::sent(u, v, weights[e]));
    });
    lengths[0] = 0;
    for (bool changes = true; changes;) {
      changes = false;
      for_arcs([&](VertexId u, VertexId v, EdgeId) {
        if (lengths[u] == Min::identity<std::uint32_t>() || lengths[u] + Lengthen::length(v) >= lengths[v]) return;
        lengths[v] = lengths[u] + Lengthen::length(v);
        changes = true;
      });
    }
  }
};

}  // namespace mg::probe

#endif  // MG_DEVICE_CODE
