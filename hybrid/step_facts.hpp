// What is known of a step, from the steps of both machines.
#pragma once

#include "engine/context.hpp"
#include "engine/offer.hpp"

namespace mg::hybrid {

/// Entries of a frontier whose degrees stand for all.
inline constexpr std::size_t sample_size = 1024;

/// The arcs that leave the frontier's vertices along `rows`: exact for queues of at most sample_size entries, otherwise
/// scaled up from as many that are evenly spread. O(sample_size).
[[nodiscard]] EdgeId sample_arcs(const Adjacency& rows, const Frontier& frontier);

/// What is known of a step by itself; the place in the run is left open. One for all steps of a run, one after the
/// other: its functions are made once.
class FactsOfSteps {
 public:
  FactsOfSteps() = default;
  FactsOfSteps(const FactsOfSteps&) = delete;  // functions refer to it
  FactsOfSteps& operator=(const FactsOfSteps&) = delete;

  void begin_run() {
    context_ = nullptr;
    step_ = nullptr;
  }
  [[nodiscard]] StepFacts& of(CpuStep& step, RunContext& context);
  [[nodiscard]] StepFacts& of(GpuStep& step, RunContext& context);

 private:
  void make_functions(RunContext& context);
  /// What steps of all machines say alike. `function` is what tells one from another.
  void begin(const Step& step, const void* function, RunContext& context);
  void add_up(const FrontierBase& from, EdgeId known);
  /// Those of the frontier in turn on all ranks, of which this one has so many.
  [[nodiscard]] EdgeId of_all(EdgeId own) const;
  [[nodiscard]] EdgeId count();

  StepFacts facts_;
  RunContext* context_ = nullptr;  ///< for whose run the functions were made
  CpuStep* step_ = nullptr;        ///< in turn, on a CPU
  GpuStep* gpu_step_ = nullptr;
  bool is_everywhere_ = true;  ///< the frontier in turn is all that there is
};

/// A sixteenth of the frontier's entries, evenly spread, or on a GPU the first of a queue: their order is that in which
/// vertices have joined. Empty where there is no such queue.
[[nodiscard]] Frontier part_of(const Frontier& frontier, RunContext& context);
[[nodiscard]] DeviceFrontier part_of(const DeviceFrontier& frontier, RunContext& context);

/// Steps of a run that are likely to be executed alike: a loop of reductions goes on until values settle, and a search
/// has about one frontier that is worth a sweep.
[[nodiscard]] constexpr double likely_repetitions(Pattern pattern) { return pattern == Pattern::reduce ? 16 : 1; }

}  // namespace mg::hybrid
