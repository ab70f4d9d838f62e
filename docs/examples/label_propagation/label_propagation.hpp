// Label propagation by the smallest label. Every vertex starts with itself as its label; in each round it takes the
// smallest label among its own and its neighbors', ignoring the direction of edges. When nothing changes any more, two
// vertices have the same label exactly if they are connected.
#pragma once

#include <fmt/format.h>

#include "engine/algorithm.hpp"

namespace example {

/// One round along edges. Messages are labels of the round before and are combined in labels of this round, so that
/// after r rounds a label has come from at most r edges away, on any engine and with any number of threads.
struct SpreadLabels {
  using Value = std::uint32_t;
  using Combine = mg::Min;

  const Value* before;
  Value* now;

  [[nodiscard]] Value message(mg::VertexId source) const { return before[source]; }
  [[nodiscard]] Value& cell(mg::VertexId v) { return now[v]; }
};

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
      : graph_(graph),
        round_limit_(parameters.integer("rounds")),
        before_(Labels::uninitialized(graph.num_vertices())),
        now_(Labels::uninitialized(graph.num_vertices())),
        arrival_(Labels::uninitialized(graph.num_vertices())) {}

  template <class L>
  void run(L& loop) {
    // A label is a position in the input file, whatever the order in memory: results depend on the file alone.
    loop.vertex_map([this](mg::VertexId v) {
      before_[v] = now_[v] = graph_.to_file(v);
      arrival_[v] = 0;
    });
    rounds_ = 0;
    const SpreadLabels spread{.before = before_.data(), .now = now_.data()};
    mg::Frontier changed = mg::Frontier::all(loop.num_vertices());
    while (!changed.empty() && (round_limit_ == 0 || rounds_ < round_limit_) && loop.next_iteration()) {
      ++rounds_;
      mg::Frontier next = loop.edge_map(spread, changed, mg::Side::out);
      if (graph_.directed) next = loop.unite(std::move(next), loop.edge_map(spread, changed, mg::Side::in));
      loop.replace(changed, std::move(next));
      // Relaxed stores, because a frontier may list a vertex twice.
      loop.vertex_map(
          [this](mg::VertexId v) {
            mg::relaxed_store(before_[v], now_[v]);
            mg::relaxed_store(arrival_[v], rounds_);
          },
          changed);
    }
    converged_ = changed.empty();
  }

  [[nodiscard]] std::vector<mg::ResultColumn> results() const {
    Labels vertices = Labels::uninitialized(now_.size());
    for (std::size_t v = 0; v < now_.size(); ++v) vertices[v] = graph_.from_file(now_[v]);
    return {{.name = "label", .meaning = mg::ResultColumn::Meaning::vertex, .values = vertices},
            {.name = "round", .values = arrival_}};
  }

  [[nodiscard]] mg::Summary summary() const {
    mg::Bitmap seen(graph_.num_vertices());
    std::uint64_t distinct = 0;
    for (const std::uint32_t label : now_) distinct += seen.set_atomic(label) ? 1 : 0;
    return {{"labels", distinct}, {"rounds", std::uint64_t{rounds_}}, {"converged", std::uint64_t{converged_}}};
  }

  /// When no label changes any more, three properties prove the labels right: neighbors agree, no label is larger than
  /// the vertex's own, and each label that is not the vertex's own came from a neighbor that had it earlier.
  [[nodiscard]] mg::Verdict validate() const {
    for (mg::VertexId v = 0; v < graph_.num_vertices(); ++v) {
      if (now_[v] > graph_.to_file(v))
        return {fmt::format("vertex {} has a label larger than its own", graph_.name(v))};
      if (!converged_) continue;
      bool explained = now_[v] == graph_.to_file(v);
      for (const mg::Adjacency* side : {&graph_.out, &graph_.in}) {
        for (const mg::VertexId u : side->row(v)) {
          if (now_[u] != now_[v]) {
            return {fmt::format("the neighbors {} and {} have different labels", graph_.name(v), graph_.name(u))};
          }
          explained = explained || arrival_[u] < arrival_[v];
        }
      }
      if (!explained) return {fmt::format("the label of vertex {} came from no neighbor", graph_.name(v))};
    }
    return {};
  }

 private:
  using Labels = mg::Array<std::uint32_t>;

  mg::Graph graph_;
  std::uint64_t round_limit_;
  Labels before_;   // labels after the round before
  Labels now_;      // labels after this round
  Labels arrival_;  // the round in which a vertex took its label; 0: its own
  std::uint32_t rounds_ = 0;
  bool converged_ = false;
};

}  // namespace example
