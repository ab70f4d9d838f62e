// What an algorithm is to the runtime: a struct with a description, state, a loop, results and a verifier.
//
// An algorithm's header comes in two parts. First its functions of an edge and of a vertex, which are compiled for CPUs
// and GPUs; then, between `#ifndef MG_DEVICE_CODE` and `#endif`, the struct, which only the host sees.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/group.hpp"
#include "engine/search.hpp"
#include "engine/shared.hpp"

#ifndef MG_DEVICE_CODE

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/algorithm_info.hpp"
#include "engine/graph/required_weights.hpp"
#include "engine/loop.hpp"
#include "engine/parameters.hpp"
#include "engine/program.hpp"
#include "engine/program_steps.hpp"
#include "engine/registry.hpp"
#include "engine/result.hpp"
#include "engine/state.hpp"

namespace mg {

template <class A>
concept RunsFromSource = requires(A a, Loop loop, VertexId v) {
  a.run(loop, v);
};
template <class A>
concept RunsFromSources = requires(A a, Loop loop, std::span<const VertexId> v) {
  a.run(loop, v);
};
template <class A>
concept RunsWithoutSource = requires(A a, Loop loop) {
  a.run(loop);
};
template <class A>
concept HasVerifier = requires(const A a) {
  { a.validate() } -> std::same_as<Verdict>;
};
template <class A>
concept HasResults = requires(const A a) {
  { a.results() } -> std::same_as<Results>;
};
template <class A>
concept SaysSteps = requires(const A a) {
  { a.steps() } -> std::same_as<ProgramSteps>;
};
template <class A>
concept SaysStepsByBuckets = requires(const A a, bool has_buckets) {
  { a.steps(has_buckets) } -> std::same_as<ProgramSteps>;
};
template <class A>
concept HasSummary = requires(const A a) {
  { a.summary() } -> std::same_as<Summary>;
};

/// A struct that the runtime can run. Members:
///  - `static AlgorithmInfo info()`;
///  - a constructor from (const Graph&, const Parameters&) that allocates the vertex state;
///  - `template <class L> void run(L& loop, VertexId source)`, or `run(L& loop)` without a source, or
///    `run(L& loop, std::span<const VertexId> sources)`: the loop of operators, restartable. L is Loop or DeviceLoop:
///    the vertex state is `State`, handed to functions as `state.on(loop)`, and frontiers are `typename L::Frontier`;
///  - `Results results() const`: the results by name, each a state or what is made of states (engine/result.hpp);
///  - optional `Summary summary() const` and `Verdict validate() const`;
///  - optional `ProgramSteps steps() const`, or `steps(bool has_buckets) const` where they depend on whether the engine
///    has buckets: what run() asks of the engine. A key of a schedule that none of these steps reads is refused, and a
///    step that is not among them ends the run with an error.
template <class A>
concept Algorithm = requires(const A a, const Graph& g, const Parameters& p) {
  { A::info() } -> std::same_as<AlgorithmInfo>;
  A(g, p);
  requires HasResults<A>;
  requires RunsFromSource<A> || RunsFromSources<A> || RunsWithoutSource<A>;
};

/// Stops the compiler with one sentence about what the author's struct lacks.
template <class A>
consteval bool check_algorithm() {
  static_assert(
      requires {
        { A::info() } -> std::same_as<AlgorithmInfo>;
      },
      "an algorithm needs `static mg::AlgorithmInfo info()`: its name, summary, needs and parameters");
  static_assert(std::constructible_from<A, const Graph&, const Parameters&>,
                "an algorithm needs a constructor from (const mg::Graph&, const mg::Parameters&)");
  static_assert(HasResults<A>,
                "an algorithm needs `mg::Results results() const`: its results, each a name and a state");
  static_assert(RunsFromSource<A> || RunsFromSources<A> || RunsWithoutSource<A>,
                "an algorithm needs `template <class L> void run(L& loop)`, `run(L& loop, mg::VertexId source)` or "
                "`run(L& loop, std::span<const mg::VertexId> sources)`");
  return true;
}

/// Runs any Algorithm behind the Program interface.
template <Algorithm A>
class ProgramOf final : public Program {
 public:
  ProgramOf(const Graph& graph, const Parameters& parameters)
      : num_vertices_(graph.num_vertices()), algorithm_(graph, parameters) {}

  void run(RunContext& context, std::span<const VertexId> sources) override {
    if (context.gpu() == nullptr) return run_in(Loop(context), sources);
    run_in(DeviceLoop(context), sources);
    context.finish_gpu_run();
  }
  [[nodiscard]] std::vector<ResultColumn> results() const override {
    std::vector<ResultColumn> columns = columns_of(algorithm_.results());
    check_table(A::info(), num_vertices_, columns);
    return columns;
  }
  [[nodiscard]] std::vector<DeviceColumn> device_results() const override {
    return device_columns_of(algorithm_.results());
  }
  [[nodiscard]] Summary summary() const override {
    if constexpr (HasSummary<A>) return algorithm_.summary();
    return {};
  }
  [[nodiscard]] bool has_verifier() const override { return HasVerifier<A>; }
  [[nodiscard]] Verdict validate() const override {
    if constexpr (HasVerifier<A>) return algorithm_.validate();
    fail(ExitCode::internal, "this algorithm has no verifier");
  }
  [[nodiscard]] std::optional<ProgramSteps> steps([[maybe_unused]] bool has_buckets) const override {
    if constexpr (SaysStepsByBuckets<A>) return algorithm_.steps(has_buckets);
    if constexpr (SaysSteps<A>) return algorithm_.steps();
    return {};
  }

 private:
  template <class L>
  void run_in(L loop, std::span<const VertexId> sources) {
    if constexpr (RunsFromSources<A>) {
      algorithm_.run(loop, sources);
    } else if constexpr (RunsFromSource<A>) {
      algorithm_.run(loop, sources.front());
    } else {
      algorithm_.run(loop);
    }
  }

  VertexId num_vertices_;
  A algorithm_;
};

/// Registers the struct A under A::info().name. A registration source includes the algorithm's header and the engines'
/// kernels and calls this once; `header` is that header's text, for GPUs.
template <class A>
void register_algorithm(const SourceText& header = {}) {
  static_assert(check_algorithm<A>());
  if constexpr (Algorithm<A>) {  // otherwise that sentence is all that the compiler says
    register_algorithm({.info = A::info(),
                        .make =
                            [](const Graph& graph, const Parameters& parameters) {
                              return std::unique_ptr<Program>(std::make_unique<ProgramOf<A>>(graph, parameters));
                            },
                        .header = header});
  }
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
