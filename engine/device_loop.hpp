// The operators on a GPU, an operator at a time: the `launched` driver. Members as Loop's (engine/loop.hpp), whose
// comments hold here too.
#pragma once

#include "engine/context.hpp"
#include "engine/device_arc_frontier.hpp"
#include "engine/device_context.hpp"
#include "engine/device_group.hpp"
#include "engine/device_iterations.hpp"
#include "engine/device_step.hpp"
#include "engine/device_triangles.hpp"
#include "engine/gathered_arcs.hpp"
#include "engine/loop.hpp"

namespace mg {

class DeviceLoop {
 public:
  using Frontier = DeviceFrontier;
  using Buckets = DeviceBuckets;
  using Arcs = DeviceArcFrontier;
  using History = DeviceHistory;

  explicit DeviceLoop(RunContext& context) : context_(context), gpu_(*context.gpu()) {}

  [[nodiscard]] const std::shared_ptr<Device>& device() const { return gpu_.shared_device(); }
  void holds_state(const StateCopies::Owner& owner, void* data, std::size_t bytes) {
    context_.states.add(owner, data, bytes);
  }
  [[nodiscard]] VertexId num_vertices() const { return gpu_.num_vertices(); }
  [[nodiscard]] int threads() const { return context_.threads; }
  [[nodiscard]] bool deterministic() const { return context_.deterministic; }
  [[nodiscard]] double bucket_width() const {
    return context_.schedule.of_loops<BucketKeys>().get<ScheduleKey::delta>();
  }
  [[nodiscard]] bool has_buckets() const { return context_.engine().has_buckets(); }
  [[nodiscard]] const Profile& profile() const { return context_.profile(); }
  [[nodiscard]] bool has_cheap_sweeps() const { return context_.engine().has_cheap_sweeps(context_); }
  [[nodiscard]] bool next_iteration() { return context_.next_iteration(); }
  [[nodiscard]] bool stopped_early() const { return context_.stopped_early; }
  void begin_source(std::uint64_t source, std::uint64_t sources) {
    if (context_.progress != nullptr) context_.progress->begin_source(source, sources);
  }

  template <class T>
  [[nodiscard]] T load(const T* cell) {
    T value;
    gpu_.device().download(&value, cell, sizeof(T));
    return value;
  }
  template <class T>
  void store(T* cell, T value) {
    gpu_.device().upload(cell, &value, sizeof(T));
  }

  [[nodiscard]] Frontier single(VertexId v, Side side = Side::out) {
    Frontier frontier = gpu_.single(v, context_.degree(v, side));
    frontier.arcs_side = static_cast<std::uint8_t>(side);
    return frontier;
  }
  [[nodiscard]] Frontier all() { return Frontier::all(num_vertices()); }

  template <class Body>
  IterationCount iterate(const Body& body, Frontier&& frontier, Side side = Side::out, History* history = nullptr) {
    context_.begin_loop();
    Iteration<DeviceLoop> iteration(*this, std::move(frontier), side);
    IterationCount count;
    while (!iteration.frontier().empty()) {
      if (iterate_fused({.body = device_function(body),
                         .side = side,
                         .frontier = iteration.frontier(),
                         .first = count.iterations + 1,
                         .history = history,
                         .is_search = is_quiet_search<Body>},
                        count)) {
        continue;
      }
      if (!next_iteration()) break;
      iteration.run(body, ++count.iterations);
      Frontier expanded = iteration.advance();
      if (history == nullptr) {
        recycle(std::move(expanded));
      } else {
        history->parts.push_back({.first = count.iterations, .frontier = std::move(expanded)});
      }
    }
    count.finished = iteration.frontier().empty();
    recycle(std::move(iteration.frontier()));
    return count;
  }
  template <class Body>
  IterationCount iterate(const Body& body, Buckets& buckets, Side side = Side::out) {
    context_.begin_loop();
    Iteration<DeviceLoop> iteration(*this, Frontier(), side, &buckets);
    IterationCount count;
    replace(iteration.frontier(), std::exchange(buckets.near, Frontier()));
    while (!iteration.frontier().empty() || buckets.far_size > 0) {
      if (iterate_fused({.body = device_function(body),
                         .side = side,
                         .frontier = iteration.frontier(),
                         .first = count.iterations + 1,
                         .buckets = &buckets},
                        count)) {
        continue;
      }
      if (iteration.frontier().empty()) {
        // Entries of the pile may all be stale: the loop is over then.
        const bool is_over = buckets.far_size == 0 || (can_pop(buckets) && !gpu_.pop(buckets, iteration.frontier()));
        if (is_over) break;
      }
      if (!next_iteration()) break;
      iteration.run(body, ++count.iterations);
      replace(iteration.frontier(), std::exchange(buckets.near, Frontier()));
    }
    count.finished = iteration.frontier().empty() && buckets.far_size == 0;
    recycle(std::move(iteration.frontier()));
    return count;
  }
  template <class F>
  IterationCount search(const F& f, VertexId source, Side side = Side::out) {
    vertex_map(StartSearch<F>{f, source});
    return iterate(Search<F>{f}, single(source, side), side);
  }
  template <class F>
  IterationCount iterate_by_priority(const F& f, VertexId source, double delta, Side side = Side::out) {
    Buckets vertices = buckets(delta);
    start(vertices, source, side);
    return iterate(Expand<F>{f}, vertices, side);
  }
  template <class Body>
  void repeat(Body& body) {
    context_.begin_loop();
    WholeIteration<DeviceLoop> iteration(*this);
    DeviceRepetition repetition{.body = device_function(body), .kept = &body};
    while (repetition.goes_on) {
      if (context_.engine().repeat(repetition, context_)) continue;
      if (!next_iteration()) break;
      repetition.goes_on = body(iteration);
    }
    ++context_.step_number;  // what the last iteration may have announced does not follow
  }
  template <class Body>
  void sweep_back(const Body& body, const History& history, Side side = Side::out) {
    if (history.parts.empty()) return;
    const std::uint64_t last = history.parts.back().first + history.parts.back().count - 1;
    const Frontier* after = nullptr;
    for (auto part = history.parts.rbegin(); part != history.parts.rend(); ++part) {
      if (part->vertices == nullptr) {
        BackwardIteration<DeviceLoop> iteration(*this, part->frontier, after, side, part->first, last);
        body(iteration);
      } else {
        DeviceSweep sweep{.body = device_function(body), .side = side, .part = *part, .last = last};
        OperatorTrace trace(context_);
        context_.engine().sweep(sweep, context_);
        context_.follow(gathered_arcs(body, sweep, context_));
        if (context_.trace.enabled) trace.end(trace_of(sweep), {});
      }
      after = part->frontier.empty() ? nullptr : &part->frontier;
    }
  }
  void recycle(History&& history) {
    for (DeviceHistory::Part& part : history.parts) gpu_.recycle(std::move(part.frontier));
    history = {};
  }

  template <class F>
  [[nodiscard]] Frontier edge_map(F f, const Frontier& from, Side side = Side::out) {
    static_assert(!Reduces<F>, "this edge function's update returns a number: use edge_reduce");
    Frontier to;
    DeviceStep step = step_of(f, Pattern::expand, from, to, side);
    context_.execute(step, "edge_map");
    return to;
  }

  template <class F>
  void edge_map(F f, const Frontier& from, Buckets& buckets, Side side = Side::out) {
    static_assert(HasPriority<F>,
                  "buckets need an edge function that combines with mg::Min or mg::Max, or with `priority(Value held) "
                  "const`, a number");
    DeviceStep step = step_of(f, Pattern::expand, from, buckets.near, side);
    step.buckets = &buckets;
    context_.execute(step, "edge_map");
  }

  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out, const F* following = nullptr) {
    static_assert(Reduces<F>,
                  "edge_reduce needs an edge function with `double update(mg::VertexId v, Value combined)`");
    const Frontier from = all();
    Frontier to;
    DeviceStep step = step_of(f, Pattern::reduce, from, to, side);
    step.following = following;
    context_.execute(step, "edge_reduce");
    return step.reduced;
  }

  template <class F>
  void gather(F f, const Frontier& receivers, Side side, const Frontier* senders = nullptr) {
    Frontier to;
    DeviceStep step = step_of(f, Pattern::gather, receivers, to, side);
    step.senders = senders;
    context_.execute(step, "gather");
  }

  template <ArcFunction F>
  void edge_apply(F f, Side side = Side::out, EdgeRanks ranks = {}) {
    check_numbers<F>(context_.graph, side);
    OperatorTrace trace(context_);
    gpu_.edge_apply(device_function(f), side, ranks.first, ranks.last);
    trace.end("edge_apply", Frontier::Kind::all, num_vertices());
  }

  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep) {
    OperatorTrace trace(context_);
    Arcs kept = mg::filter_arcs(gpu_, device_function(keep));
    context_.follow(gpu_.num_arcs());
    trace.end("filter_arcs", Frontier::Kind::all, num_vertices(), kept.size());
    return kept;
  }
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep, const Arcs& from) {
    OperatorTrace trace(context_);
    Arcs kept = mg::filter_arcs(gpu_, device_function(keep), from);
    context_.follow(from.size());
    trace.end("filter_arcs", Frontier::Kind::queue, from.size(), kept.size());
    return kept;
  }
  template <ArcFunction F>
  void arc_map(F f, const Arcs& arcs) {
    OperatorTrace trace(context_);
    map_arcs(gpu_, device_function(f), arcs);
    context_.follow(arcs.size());
    trace.end("arc_map", Frontier::Kind::queue, arcs.size());
  }

  [[nodiscard]] std::uint64_t count_triangles() {
    OperatorTrace trace(context_);
    const FoundTriangles counted = mg::count_triangles(gpu_, context_.graph, context_.threads);
    context_.follow(counted.edges);
    trace.end("count_triangles", Frontier::Kind::all, num_vertices());
    return counted.triangles;
  }

  template <class F>
  std::uint64_t triangle_map(F f) {
    OperatorTrace trace(context_);
    const FoundTriangles found = visit_triangles(gpu_, context_.graph, context_.threads, device_function(f));
    context_.follow(found.edges);
    trace.end("triangle_map", Frontier::Kind::all, num_vertices());
    return found.triangles;
  }
  template <GroupFunction F>
  void edge_group(F f, bool both_sides, const Frontier& receivers) {
    group(f, both_sides, receivers, "edge_group");
  }
  template <GroupFunction F>
  void edge_group(F f, bool both_sides) {
    group(f, both_sides, all(), "edge_group");
  }
  template <ModeFunction F>
  void edge_mode(F f, bool both_sides) {
    group(ModeOf<F>{f}, both_sides, all(), "edge_mode");
  }
  template <class F>
  void within(const Graph& other, F&& f) {
    RunContext context(other, context_);
    DeviceLoop loop(context);
    f(loop);
    context.finish_gpu_run();
    context_.follow(context.arcs_expanded);
  }
  [[nodiscard]] ArcLookup arcs(Side side) const {
    const gpu::DeviceRows& rows = gpu_.rows(side);
    return {rows.offsets, rows.neighbors, gpu_.offset_bytes() == sizeof(std::uint64_t), rows.weights,
            context_.graph.weight_type() == WeightType::f32};
  }

  template <class F>
  void vertex_map(F f) {
    OperatorTrace trace(context_);
    gpu_.vertex_map(device_function(f), num_vertices());
    trace.end("vertex_map", Frontier::Kind::all, num_vertices());
  }
  template <class F>
  void vertex_map(F f, const Frontier& frontier) {
    OperatorTrace trace(context_);
    gpu_.vertex_map(device_function(f), frontier);
    trace.end("vertex_map", frontier.kind(), frontier.size());
  }
  template <class F>
  void index_map(F f, std::uint64_t count) {
    OperatorTrace trace(context_);
    gpu_.vertex_map(device_function(f), count);
    trace.end("index_map", Frontier::Kind::all, count);
  }

  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    OperatorTrace trace(context_);
    const double sum = gpu_.vertex_reduce(device_function(f), nullptr, num_vertices());
    trace.end("vertex_reduce", Frontier::Kind::all, num_vertices());
    return sum;
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    OperatorTrace trace(context_);
    const double sum = gpu_.vertex_reduce(device_function(f), vertices.data(), vertices.size());
    trace.end("vertex_reduce", Frontier::Kind::queue, vertices.size());
    return sum;
  }

  template <class F>
  [[nodiscard]] Frontier filter(F keep) {
    OperatorTrace trace(context_);
    Frontier kept = gpu_.filter(device_function(keep));
    trace.end("filter", Frontier::Kind::all, num_vertices(), kept.size());
    return kept;
  }

  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) {
    OperatorTrace trace(context_);
    const std::uint64_t entries = a.size() + b.size();
    Frontier both = gpu_.unite(std::move(a), std::move(b));
    trace.end("unite", both.kind(), entries, both.size());
    return both;
  }

  [[nodiscard]] Buckets buckets(double delta) { return gpu_.buckets(delta); }
  void start(Buckets& buckets, VertexId v, Side side) { buckets.near = single(v, side); }
  [[nodiscard]] Frontier to_queue(Frontier&& frontier) {
    if (frontier.kind() == Frontier::Kind::queue) return std::move(frontier);
    Frontier queue = gpu_.to_queue(frontier, Side::out);
    gpu_.recycle(std::move(frontier));
    return queue;
  }
  void recycle(Frontier&& frontier) { gpu_.recycle(std::move(frontier)); }
  void recycle(Arcs&& arcs) { mg::recycle(gpu_, std::move(arcs)); }
  void replace(Frontier& frontier, Frontier&& next) {
    std::swap(frontier, next);
    gpu_.recycle(std::move(next));
  }
  void replace(Arcs& arcs, Arcs&& next) {
    std::swap(arcs, next);
    recycle(std::move(next));
  }

 private:
  template <class F>
  void group(const F& f, bool both_sides, const Frontier& receivers, std::string_view operation) {
    if (receivers.is_map()) {
      Frontier listed = gpu_.to_queue(receivers, Side::out);
      group(f, both_sides, listed, operation);
      return gpu_.recycle(std::move(listed));
    }
    OperatorTrace trace(context_);
    const GroupTraits traits{.weighted = is_weighted<F>, .value_bytes = sizeof(GroupValue<F>)};
    context_.follow(tell_groups(gpu_, device_function(f), traits, both_sides, receivers));
    trace.end(operation, receivers.kind(), receivers.size());
  }

  /// True when iterations were run.
  bool iterate_fused(DeviceIterations&& loop, IterationCount& count) {
    const bool ran = context_.engine().iterate(loop, context_);
    count.iterations += loop.done;
    return ran;
  }

  /// A sweep back through a part of a history is one step.
  static TraceStep trace_of(const DeviceSweep& sweep) {
    return {.operation = "sweep_back",
            .engine = "sparse",
            .driver = "fused",
            .kernel = fmt::format("gather, {} iterations", sweep.part.count),
            .vertices = sweep.part.num_vertices};
  }

  /// A pile is split by the function that filled it, which a fused loop does not tell.
  static bool can_pop(const Buckets& buckets) { return !buckets.function.empty(); }

  template <class F>
  DeviceStep step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) {
    static_assert(check_edge_function<F>());
    if constexpr (EdgeFunction<F>) {
      return {.pattern = pattern,
              .side = side,
              .from = &from,
              .to = to,
              .traits = device_traits_of<F>,
              .function = device_function(f)};
    }
  }

  RunContext& context_;
  DeviceContext& gpu_;
};

}  // namespace mg
