// What operators are on a GPU: kernels that the host launches, an operator at a time (the `launched` driver), but for
// loops that an engine keeps there. The loop (engine/loop.hpp) says what each operator is, and traces it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "engine/arc_function.hpp"
#include "engine/context.hpp"
#include "engine/contracted.hpp"
#include "engine/gpu/device_arc_frontier.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/gpu/device_contract.hpp"
#include "engine/gpu/device_group.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "engine/gpu/device_oriented.hpp"
#include "engine/gpu/device_triangles.hpp"
#include "engine/gpu/gathered_arcs.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/group.hpp"
#include "engine/iteration.hpp"
#include "engine/operator_trace.hpp"
#include "engine/search.hpp"

namespace mg {

class GpuMachine {
 public:
  using Frontier = DeviceFrontier;
  using Buckets = DeviceBuckets;
  using Arcs = DeviceArcFrontier;
  using Oriented = DeviceOriented;
  using History = DeviceHistory;
  using Step = GpuStep;

  explicit GpuMachine(RunContext& context) : context_(context), gpu_(*context.gpu()) {}

  [[nodiscard]] const std::shared_ptr<Device>& device() const { return gpu_.shared_device(); }
  [[nodiscard]] VertexId num_vertices() const { return gpu_.num_vertices(); }

  template <class T>
  [[nodiscard]] T load(const T* cell) const {
    T value;
    gpu_.device().download(&value, cell, sizeof(T));
    return value;
  }
  template <class T>
  void store(T* cell, T value) const {
    gpu_.device().upload(cell, &value, sizeof(T));
  }

  [[nodiscard]] Frontier single(VertexId v, Side side) const {
    Frontier frontier = gpu_.single(v, context_.degree(v, side));
    frontier.arcs_side = side;
    return frontier;
  }
  [[nodiscard]] Frontier to_queue(const Frontier& frontier) const { return gpu_.to_queue(frontier, Side::out); }
  [[nodiscard]] static bool is_map(const Frontier& frontier) { return frontier.is_map(); }
  void recycle(Frontier&& frontier) const { gpu_.recycle(std::move(frontier)); }
  void recycle(Arcs&& arcs) const { mg::recycle(gpu_, std::move(arcs)); }
  void recycle(History&& history) const {
    for (DeviceHistory::Part& part : history.parts) gpu_.recycle(std::move(part.frontier));
    history = {};
  }

  // Loops. Each of these returns whether iterations were run without the host.
  template <class Body>
  [[nodiscard]] bool run_ahead(const Body& body, Side side, Frontier& frontier, History* history,
                               IterationCount& count) const {
    return run_ahead({.body = device_function(body),
                      .label = label_of<Body>(),
                      .side = side,
                      .frontier = frontier,
                      .first = count.iterations + 1,
                      .history = history,
                      .is_search = is_quiet_search<Body>,
                      .goes_back = goes_back<Body>},
                     count);
  }
  template <class Body>
  [[nodiscard]] bool run_ahead(const Body& body, Side side, Frontier& frontier, Buckets& buckets,
                               IterationCount& count) const {
    if (is_over(buckets, frontier)) return false;
    return run_ahead({.body = device_function(body),
                      .label = label_of<Body>(),
                      .side = side,
                      .frontier = frontier,
                      .first = count.iterations + 1,
                      .buckets = &buckets,
                      .goes_back = goes_back<Body>},
                     count);
  }
  /// What an iteration has expanded, for a history if there is one.
  void keep(History* history, Frontier&& expanded, std::uint64_t iteration) const {
    if (history == nullptr) return recycle(std::move(expanded));
    history->parts.push_back({.first = iteration, .frontier = std::move(expanded)});
  }
  template <class Loop, class Body>
  void repeat(Loop& loop, Body& body) const {
    WholeIteration<Loop> iteration(loop);
    DeviceRepetition repetition{.body = device_function(body), .label = label_of<Body>(), .kept = &body};
    while (repetition.goes_on) {
      if (context_.communicator.size() == 1 && context_.engine().repeat(repetition, context_)) continue;
      if (!loop.next_iteration()) break;
      repetition.goes_on = body(iteration);
    }
    ++context_.step_number;  // what the last iteration may have announced does not follow
  }
  template <class Loop, class Body>
  void sweep_back(Loop& loop, const Body& body, const History& history, Side side) const {
    if (history.parts.empty()) return;
    const std::uint64_t last = history.parts.back().first + history.parts.back().count - 1;
    const Frontier* after = nullptr;
    for (auto part = history.parts.rbegin(); part != history.parts.rend(); ++part) {
      if (part->vertices == nullptr) {
        BackwardIteration<Loop> iteration(loop, part->frontier, after, side, part->first, last);
        body(iteration);
      } else {
        sweep_part(body, {.body = device_function(body), .side = side, .part = *part, .last = last});
      }
      after = part->frontier.empty() ? nullptr : &part->frontier;
    }
  }
  static void finish(RunContext& context) { context.finish_gpu_run(); }

  // Buckets: a near one, which is due, and a pile of what is far.
  [[nodiscard]] Buckets buckets(double delta) const { return gpu_.buckets(delta); }
  void start(Buckets& buckets, VertexId v, Side side) const { buckets.near = single(v, side); }
  /// Puts what became due in place of the frontier that was expanded.
  void take_due(Buckets& buckets, Frontier& frontier) const {
    std::swap(frontier, buckets.near);
    gpu_.recycle(std::exchange(buckets.near, Frontier()));
  }
  /// Makes the frontier that of the next bucket where it is empty; false where there is none. Entries of the pile may
  /// all be stale. A pile is split by the function that filled it, which a fused loop does not tell.
  [[nodiscard]] bool pop(Buckets& buckets, Frontier& frontier) const {
    return context_.communicator.any(pop_own(buckets, frontier));
  }
  void put_back(Frontier&& frontier, Buckets&) const { gpu_.recycle(std::move(frontier)); }
  [[nodiscard]] static bool is_over(const Buckets& buckets, const Frontier& frontier) {
    return frontier.empty() && buckets.far_size == 0;
  }

  // Steps along edges.
  template <EdgeFunction F>
  [[nodiscard]] static Step step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) {
    return {{.pattern = pattern, .side = side, .traits = traits_of<F>, .label = label_of<F>()},
            &from,
            to,
            device_function(f)};
  }
  [[nodiscard]] static Frontier& due(Buckets& buckets, Frontier&) { return buckets.near; }
  static void announce(Step& step, const void* following) { step.following = following; }
  static void tell_senders(Step& step, const Frontier* senders) { step.senders = senders; }

  // Operators that are the same for every engine. Those over arcs return how many were followed.
  /// What it follows, the GPU counts.
  template <ArcFunction F>
  EdgeId edge_apply(F f, Side side, EdgeRanks ranks) const {
    gpu_.edge_apply(device_function(f), side, ranks, HasOpen<F>);
    return 0;
  }
  template <ArcFunction F>
  EdgeId edge_apply(F f, Side side, const Frontier& frontier) const {
    return gpu_.edge_apply(device_function(f), side, frontier);
  }
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep) const {
    return mg::filter_arcs(gpu_, device_function(keep));
  }
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep, const Arcs& from) const {
    return mg::filter_arcs(gpu_, device_function(keep), from);
  }
  template <ArcFunction F>
  void arc_map(F f, const Arcs& arcs) const {
    map_arcs(gpu_, device_function(f), arcs);
  }
  template <ExpandsArcs F>
  [[nodiscard]] Arcs arc_expand(F f, const Arcs& from, std::uint64_t most) const {
    return expand_arcs(gpu_, device_function(f), from, most);
  }
  [[nodiscard]] FoundTriangles count_triangles() const {
    return mg::count_triangles(gpu_, context_.graph, context_.threads);
  }
  template <class F>
  FoundTriangles triangle_map(F f) const {
    return visit_triangles(gpu_, context_.graph, context_.threads, device_function(f));
  }
  [[nodiscard]] Oriented orient() const { return mg::orient(gpu_, context_.graph, context_.threads); }
  template <GroupFunction F>
  EdgeId group(const F& f, bool both_sides, const Frontier& receivers) const {
    const GroupTraits traits{
        .weighted = is_weighted<F>, .exact = sums_are_exact<F>, .value_bytes = sizeof(GroupValue<F>)};
    return tell_groups(gpu_, device_function(f), traits, both_sides, receivers);
  }
  [[nodiscard]] Contracted contract(const VertexId* part, VertexId num_parts) const {
    return mg::contract(gpu_, context_.graph, part, num_parts, context_.threads);
  }
  [[nodiscard]] ArcLookup arcs(Side side) const {
    const gpu::DeviceRows& rows = gpu_.rows(side);
    return {rows.offsets, rows.neighbors, gpu_.offset_bytes() == sizeof(std::uint64_t), rows.weights,
            context_.graph.weight_type() == WeightType::f32};
  }

  template <class F>
  void index_map(F f, std::uint64_t count) const {
    gpu_.vertex_map(device_function(f), count);
  }
  template <class F, class RoomFor>
  [[nodiscard]] std::uint64_t index_filter(F keep, std::uint64_t count, const RoomFor& room_for) const {
    return gpu_.filter_indices(device_function(keep), count, room_for);
  }
  [[nodiscard]] std::uint64_t running_sums(const std::uint32_t* terms, std::uint64_t* sums, std::uint64_t count) const {
    gpu_.device().exclusive_scan(terms, sums, count);
    return load(sums + count);
  }
  template <class F>
  void vertex_map(F f) const {
    index_map(f, num_vertices());
  }
  template <class F>
  void vertex_map(F f, const Frontier& frontier) const {
    gpu_.vertex_map(device_function(f), frontier);
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f) const {
    return gpu_.vertex_reduce(device_function(f), nullptr, num_vertices());
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) const {
    return gpu_.vertex_reduce(device_function(f), vertices.data(), vertices.size());
  }
  template <class F>
  [[nodiscard]] Frontier filter(F keep) const {
    return gpu_.filter(device_function(keep), nullptr, num_vertices());
  }
  template <class F>
  [[nodiscard]] Frontier filter(F keep, const Frontier& from) const {
    return gpu_.filter(device_function(keep), from.queue(), from.size());
  }
  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) const { return gpu_.unite(std::move(a), std::move(b)); }

 private:
  [[nodiscard]] bool pop_own(Buckets& buckets, Frontier& frontier) const {
    if (!frontier.empty()) return true;
    if (buckets.far_size == 0) return false;
    const bool can_pop = !buckets.function.empty();
    return !can_pop || gpu_.pop(buckets, frontier);
  }
  [[nodiscard]] bool run_ahead(DeviceIterations&& loop, IterationCount& count) const {
    if (context_.communicator.size() > 1) return false;  // ranks meet after each iteration
    const bool ran = context_.engine().iterate(loop, context_);
    count.iterations += loop.done;
    return ran;
  }
  /// A sweep back through a part of a history that fused kernels have left is one step.
  template <class Body>
  void sweep_part(const Body& body, DeviceSweep&& sweep) const {
    OperatorTrace trace(context_);
    context_.engine().sweep(sweep, context_);
    context_.follow(gathered_arcs(body, sweep, context_));
    if (context_.trace.enabled) trace.end(trace_of(sweep), {});
  }
  static TraceStep trace_of(const DeviceSweep& sweep) {
    return {.operation = "sweep_back",
            .engine = sweep.engine,
            .driver = "fused",
            .kernel = fmt::format("gather, {} iterations", sweep.part.count),
            .vertices = sweep.part.num_vertices};
  }

  RunContext& context_;
  DeviceContext& gpu_;
};

}  // namespace mg
