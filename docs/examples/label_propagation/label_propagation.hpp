// Label propagation by the smallest label. Every vertex starts with itself as its label; in each round it takes the
// smallest label among its own and its neighbors', ignoring the direction of edges. When nothing changes any more, two
// vertices have the same label exactly if they are connected.
#pragma once

#include "engine/algorithm.hpp"

namespace example {

/// Everybody starts with a label of its own.
struct Start {
  const std::uint32_t* first;
  std::uint32_t* before;
  std::uint32_t* now;
  std::uint32_t* arrival;

  void operator()(mg::VertexId v) const {
    before[v] = now[v] = first[v];
    arrival[v] = 0;
  }
};

/// One round along edges. Messages are labels of the round before and are combined in labels of this round, so that
/// after r rounds a label has come from at most r edges away, on any engine and with any number of threads.
struct Spread {
  using Combine = mg::Min;

  const std::uint32_t* before;
  std::uint32_t* now;

  [[nodiscard]] std::uint32_t message(mg::VertexId source) const { return before[source]; }
  [[nodiscard]] std::uint32_t& cell(mg::VertexId v) { return now[v]; }
};

/// Makes the label that v has taken what it tells its neighbors in the next round.
struct Tell {
  const std::uint32_t* now;
  mg::Shared<std::uint32_t> before;  // shared, because a frontier may list a vertex twice
  mg::Shared<std::uint32_t> arrival;
  std::uint32_t round;

  void operator()(mg::VertexId v) const {
    before[v] = now[v];
    arrival[v] = round;
  }
};

/// A round, as the body of a loop over the vertices whose labels have changed.
struct Round {
  static constexpr bool goes_back = true;
  std::uint32_t* before;
  std::uint32_t* now;
  std::uint32_t* arrival;
  bool directed;
  std::uint64_t limit;  ///< 0: none

  template <class I>
  void operator()(I& iteration) const {
    if (limit != 0 && iteration.number() > limit) return;  // nobody joins, and the loop is over
    iteration.edge_map(Spread{before, now});
    if (directed) iteration.edge_map_back(Spread{before, now});
    iteration.map_next(Tell{now, before, arrival, static_cast<std::uint32_t>(iteration.number())});
  }
};

}  // namespace example

// Up to here, functions of an edge or a vertex and the body of the loop: they are compiled for CPUs and for GPUs. The
// rest is for the host.
#ifndef MG_DEVICE_CODE

#include <fmt/format.h>

namespace example {

class LabelPropagation {
 public:
  static mg::AlgorithmInfo info() {
    return {.name = "label-propagation",
            .summary = "the smallest label that reaches each vertex, ignoring direction",
            .parameters = {{.name = "rounds",
                            .type = mg::ParameterSpec::Type::integer,
                            .fallback = "0",
                            .help = "stop after so many rounds (0: when no label changes)"}},
            .state_bytes_per_vertex = 3 * sizeof(std::uint32_t)};
  }

  LabelPropagation(const mg::Graph& graph, const mg::Parameters& parameters)
      : graph_(graph), round_limit_(parameters.integer("rounds")) {}

  template <class L>
  void run(L& loop) {
    const Round round{before_.on(loop), now_.on(loop), arrival_.on(loop), graph_.directed, round_limit_};
    loop.vertex_map(Start{first_.on(loop), round.before, round.now, round.arrival});
    const mg::IterationCount count = loop.iterate(round, loop.all());
    const bool is_limited = round_limit_ != 0 && count.iterations > round_limit_;
    rounds_ = is_limited ? round_limit_ : count.iterations;
    converged_ = count.finished && !is_limited;
  }

  static mg::ProgramSteps steps() { return {.taken = {mg::expands<Spread>()}, .loops = {mg::label_of<Round>()}}; }

  [[nodiscard]] mg::Results results() const {
    return {{"label", [this] { return named_vertices(); }, mg::ResultColumn::Meaning::vertex}, {"round", arrival_}};
  }

  [[nodiscard]] mg::Summary summary() const {
    mg::Bitmap seen(graph_.num_vertices());
    std::uint64_t distinct = 0;
    const Labels now = now_.host();
    for (const std::uint32_t label : now) distinct += seen.set_atomic(label) ? 1 : 0;
    return {{"labels", distinct}, {"rounds", rounds_}, {"converged", std::uint64_t{converged_}}};
  }

  /// When no label changes any more, three properties prove the labels right: neighbors agree, no label is larger than
  /// the vertex's own, and each label that is not the vertex's own came from a neighbor that had it earlier.
  [[nodiscard]] mg::Verdict validate() const {
    const Labels now = now_.host();
    const Labels arrival = arrival_.host();
    for (mg::VertexId v = 0; v < graph_.num_vertices(); ++v) {
      if (now[v] > graph_.to_file(v)) return {fmt::format("vertex {} has a label larger than its own", graph_.name(v))};
      if (!converged_) continue;
      bool explained = now[v] == graph_.to_file(v);
      for (const mg::Adjacency* side : {&graph_.out, &graph_.in}) {
        for (const mg::VertexId u : side->row(v)) {
          if (now[u] != now[v]) {
            return {fmt::format("the neighbors {} and {} have different labels", graph_.name(v), graph_.name(u))};
          }
          explained = explained || arrival[u] < arrival[v];
        }
      }
      if (!explained) return {fmt::format("the label of vertex {} came from no neighbor", graph_.name(v))};
    }
    return {};
  }

 private:
  using Labels = mg::Array<std::uint32_t>;

  /// A label is a position in the input file, whatever the order in memory: results depend on the file alone.
  static mg::State<std::uint32_t> first_labels(const mg::Graph& graph) {
    Labels labels = Labels::uninitialized(graph.num_vertices());
    for (mg::VertexId v = 0; v < graph.num_vertices(); ++v) labels[v] = graph.to_file(v);
    return mg::State<std::uint32_t>(labels);
  }
  [[nodiscard]] Labels named_vertices() const {
    const Labels now = now_.host();
    Labels vertices = Labels::uninitialized(now.size());
    for (std::size_t v = 0; v < now.size(); ++v) vertices[v] = graph_.from_file(now[v]);
    return vertices;
  }

  mg::Graph graph_;
  std::uint64_t round_limit_;
  mg::State<std::uint32_t> first_ = first_labels(graph_);    // labels at the start
  mg::State<std::uint32_t> before_{graph_.num_vertices()};   // labels after the round before
  mg::State<std::uint32_t> now_{graph_.num_vertices()};      // labels after this round
  mg::State<std::uint32_t> arrival_{graph_.num_vertices()};  // the round in which a vertex took its label; 0: its own
  std::uint64_t rounds_ = 0;
  bool converged_ = false;
};

}  // namespace example

#endif  // MG_DEVICE_CODE
