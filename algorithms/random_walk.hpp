// Random walks: from each start some walks of so many steps, each step to a neighbor that is drawn evenly, by the
// weights of arcs, or with the biases p and q of node2vec (Grover and Leskovec, "node2vec: scalable feature learning
// for networks", KDD 2016, section 3.2).
//
// What is drawn depends on the seed, the walk, the step and the trial alone (engine/random.hpp), so every machine walks
// the same. By weights a step is a search in running sums of its row. A bias needs to know the step before, so there is
// no table of it: a neighbor is drawn without the bias and rejected in the share of trials that it takes (Yang et al.,
// "KnightKing: a fast distributed graph random walk engine", SOSP 2019, section 3).
#pragma once

#include <cstdint>

#include "algorithms/walk_steps.hpp"

#ifndef MG_DEVICE_CODE

#include <limits>

#include "algorithms/verify/walks.hpp"

namespace mg {

class RandomWalk {
 public:
  static AlgorithmInfo info() {
    using Type = ParameterSpec::Type;
    constexpr double most = 1'000'000;
    return {
        .name = "random-walk",
        .summary = "random walks: even, by weights, or node2vec's; their steps, walk after walk by start",
        .source = SourceUse::together,
        .weights = WeightUse::optional,
        .parameters = {{"length", Type::integer, "80", "steps of a walk; fewer where no arc goes on", 1, most},
                       {"walks", Type::integer, "1", "how many begin at each start", 1, most},
                       {"weighted", Type::flag, "false", "draw arcs by their weights"},
                       {"p", Type::number, "1", "node2vec: above 1, steps back are rarer", 0.01, 100},
                       {"q", Type::number, "1", "node2vec: above 1, walks stay near; below, they go away", 0.01, 100},
                       {"seed", Type::integer, "1", "of what is drawn, by the order of the file"}},
        .state_bytes_per_vertex = 82 * sizeof(VertexId),
        .family = "walks",
        .cost =
            "O(1) a step, O(log degree) by weights; with p or q, O(log degree) a trial, of which there are "
            "max/min of 1, 1/p and 1/q at most on average; 4 (length + 1) bytes a walk",
        .literature = "Grover and Leskovec, KDD 2016; Yang et al., SOSP 2019; Salmon et al., SC 2011",
        .rows = Rows::table,
        .row = "step"};
  }

  RandomWalk(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        length_(static_cast<std::uint32_t>(parameters.integer("length"))),
        walks_(static_cast<std::uint32_t>(parameters.integer("walks"))),
        seed_(parameters.integer("seed")),
        back_(1 / parameters.number("p")),
        away_(1 / parameters.number("q")),
        places_(walk::places_in_file_order(graph)),
        sums_(parameters.flag("weighted") ? graph.num_arcs() : 0),
        weighted_(parameters.flag("weighted")) {
    if (weighted_) walk::require_finite_weights(graph, "random-walk");
  }

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    start(sources);
    walk::Choices choices{loop.arcs(Side::out), places_.empty() ? nullptr : places_.on(loop), nullptr};
    if (weighted_) {
      double* const sums = sums_.on(loop);
      loop.vertex_map(walk::SumWeights{choices, sums});
      choices.sums = sums;
    }
    VertexId* at = steps_.on(loop);
    loop.index_map(walk::Begin{starts_.on(loop), walks_, at}, count());
    for (taken_ = 0; taken_ < length_ && loop.next_iteration(); at += count()) {
      const VertexId* const before = taken_ == 0 ? nullptr : at - count();
      ++taken_;
      loop.index_map(walk::Step{choices, before, at, at + count(), seed_, taken_, back_, away_}, count());
    }
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    const auto column = [this](auto of) { return [this, of] { return walk::column_of(paths().span(), taken_, of); }; };
    return {
        {"walk", column([](std::uint32_t walk, std::uint32_t, VertexId) { return walk; })},
        {"step", column([](std::uint32_t, std::uint32_t step, VertexId) { return step; })},
        {"vertex", column([](std::uint32_t, std::uint32_t, VertexId v) { return v; }), ResultColumn::Meaning::vertex}};
  }
  [[nodiscard]] Summary summary() const {
    const Array<VertexId> found = steps_.host();
    const auto taken = found.span().first(count() * (std::uint64_t{taken_} + 1));
    const auto vertices = taken.size() - static_cast<std::uint64_t>(std::count(taken.begin(), taken.end(), no_vertex));
    return {{"walks", count()}, {"steps", vertices - count()}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_walks(graph_, {starts_.host().span(), walks_, length_, weighted_}, paths().span());
  }

 private:
  /// Of all walks.
  [[nodiscard]] std::uint64_t count() const { return starts_.size() * walks_; }

  /// At the sources, or at every vertex in the order of the file.
  void start(std::span<const VertexId> sources) {
    auto starts = Array<VertexId>::uninitialized(sources.empty() ? graph_.num_vertices() : sources.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i] = sources.empty() ? graph_.from_file(static_cast<VertexId>(i)) : sources[i];
    }
    starts_ = Table<VertexId>(std::move(starts));
    if (count() >= std::numeric_limits<VertexId>::max()) {
      fail(ExitCode::wrong_use, "random-walk makes fewer than 2^32 walks in a run, not {} from each of {} vertices",
           walks_, starts_.size());
    }
    const std::uint64_t size = count() * (std::uint64_t{length_} + 1);
    if (steps_.size() != size) steps_ = Table<VertexId>(size);
  }
  /// The steps that were taken, walk by walk.
  [[nodiscard]] Array<VertexId> paths() const {
    const Array<VertexId> found = steps_.host();
    return walk::by_walk(found.span().first(count() * (std::uint64_t{taken_} + 1)), count());
  }

  Graph graph_;
  std::uint32_t length_;
  std::uint32_t walks_;
  std::uint64_t seed_;
  double back_;
  double away_;
  Table<std::uint32_t> places_;
  Table<double> sums_;
  bool weighted_;
  Table<VertexId> starts_;
  Table<VertexId> steps_;    ///< where each walk is after 0, 1, 2, ... steps
  std::uint32_t taken_ = 0;  ///< steps of the longest
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
