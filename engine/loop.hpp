// The operators that programs are loops of. A program's run() is a template over the loop it is given, so the same body
// serves every machine: an operator is here once, with what it means and how it is traced, and what it is on a CPU or a
// GPU is the machine's (engine/cpu/cpu_machine.hpp, engine/gpu/gpu_machine.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/cpu/cpu_machine.hpp"
#include "engine/gpu/gpu_machine.hpp"
#include "engine/index_operators.hpp"
#include "engine/iteration.hpp"
#include "engine/operator_trace.hpp"
#include "engine/run_view.hpp"
#include "engine/search.hpp"
#include "engine/state.hpp"

namespace mg {

/// The operators, bound to one run on a machine.
template <class Machine>
class LoopOn : public IndexOperators<Machine> {
 public:
  using RunView<Machine>::num_vertices, RunView<Machine>::next_iteration;
  using Frontier = typename Machine::Frontier;
  using Buckets = typename Machine::Buckets;
  using Arcs = typename Machine::Arcs;
  /// What a loop has expanded, iteration by iteration.
  using History = typename Machine::History;

  explicit LoopOn(RunContext& context) : IndexOperators<Machine>(context) {}

  /// The frontier of one vertex, to be expanded along `side`.
  [[nodiscard]] Frontier single(VertexId v, Side side = Side::out) const { return machine_.single(v, side); }
  /// The frontier of every vertex.
  [[nodiscard]] Frontier all() const { return Frontier::all(num_vertices()); }

  /// Whether the frontier is empty on every rank.
  [[nodiscard]] bool is_over(const Frontier& frontier) const {
    return frontier.everywhere(context_.communicator).vertices == 0;
  }

  /// Repeats `body` (engine/iteration.hpp) while the frontier is not empty and as often as the user allows. Where a
  /// history is asked for, each vertex may be expanded once.
  template <class Body>
  IterationCount iterate(const Body& body, Frontier&& frontier, Side side = Side::out, History* history = nullptr) {
    context_.require_whole("iterate");
    const LoopScope scope(context_, label_of<Body>());
    Iteration<LoopOn> iteration(*this, std::move(frontier), side);
    IterationCount count;
    while (!is_over(iteration.frontier())) {
      if (machine_.run_ahead(body, side, iteration.frontier(), history, count)) continue;
      if (!next_iteration()) break;
      iteration.run(body, ++count.iterations);
      machine_.keep(history, iteration.advance(), count.iterations);
    }
    count.finished = is_over(iteration.frontier());
    recycle(std::move(iteration.frontier()));
    return count;
  }
  /// The same for the vertices of one bucket after the other.
  template <class Body>
  IterationCount iterate(const Body& body, Buckets& buckets, Side side = Side::out) {
    context_.require_whole("iterate");
    const LoopScope scope(context_, label_of<Body>(), true);
    Iteration<LoopOn> iteration(*this, Frontier(), side, &buckets);
    IterationCount count;
    machine_.take_due(buckets, iteration.frontier());
    for (;;) {
      if (machine_.run_ahead(body, side, iteration.frontier(), buckets, count)) continue;
      if (!machine_.pop(buckets, iteration.frontier()) || !next_iteration()) break;
      iteration.run(body, ++count.iterations);
      machine_.take_due(buckets, iteration.frontier());
    }
    count.finished = !context_.communicator.any(!machine_.is_over(buckets, iteration.frontier()));
    machine_.put_back(std::move(iteration.frontier()), buckets);
    return count;
  }
  /// Searches from `source`: whoever has no value yet takes one from a neighbor that has got one in the iteration
  /// before (engine/search.hpp). Sets all cells, and stamps of those who are reached.
  template <class F>
  IterationCount search(const F& f, VertexId source, Side side = Side::out) {
    vertex_map(StartSearch<F>{f, source});
    return iterate(Search<F>{f}, single(source, side), side);
  }
  /// Expands the vertices of one bucket after the other by the same function, from one vertex that is due at once.
  template <class F>
  IterationCount iterate_by_priority(const F& f, VertexId source, double delta, Side side = Side::out) {
    Buckets vertices = buckets(delta);
    start(vertices, source, side);
    return iterate(Expand<F>{f}, vertices, side);
  }
  /// Repeats `body`, which reduces over the whole graph, until it says that it is over and as often as the user allows.
  template <class Body>
  void repeat(Body& body) {
    const LoopScope scope(context_, label_of<Body>());
    machine_.repeat(*this, body);
  }
  /// Runs `body` for each iteration of a loop from the last to the first.
  template <class Body>
  void sweep_back(const Body& body, const History& history, Side side = Side::out) {
    machine_.sweep_back(*this, body, history, side);
  }

  /// Sends f's messages along the edges of the frontier's vertices; the vertices that join are the next frontier.
  template <class F>
  [[nodiscard]] Frontier edge_map(F f, const Frontier& from, Side side = Side::out) {
    static_assert(!Reduces<F>, "this edge function's update returns a number: use edge_reduce");
    Frontier to;
    Step step = step_of(f, Pattern::expand, from, to, side);
    context_.execute(step, "edge_map");
    return to;
  }

  /// The same, with the vertices that join put into buckets by priority.
  template <class F>
  void edge_map(F f, const Frontier& from, Buckets& buckets, Side side = Side::out) {
    static_assert(HasPriority<F>,
                  "buckets need an edge function that combines with mg::Min or mg::Max, or with `priority(Value held) "
                  "const`, a number");
    Frontier none;
    Step step = step_of(f, Pattern::expand, from, machine_.due(buckets, none), side);
    step.buckets = &buckets;
    context_.execute(step, "edge_map");
  }

  /// Combines for every wanted vertex the messages of all its neighbors and returns the sum of what update returns. The
  /// sum is the same for any number of threads. `following`: see WholeIteration (engine/iteration.hpp).
  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out, const F* following = nullptr) {
    static_assert(Reduces<F>,
                  "edge_reduce needs an edge function with `double update(mg::VertexId v, Value combined)`");
    const Frontier from = all();
    Frontier to;
    Step step = step_of(f, Pattern::reduce, from, to, side);
    machine_.announce(step, following);
    context_.execute(step, "edge_reduce");
    return context_.communicator.sum(step.reduced);
  }

  /// Turns edge_map around: combines for each vertex of `receivers` the messages of the vertices that its edges on
  /// `side` lead to, and calls update for each. What a backward sweep needs, without atomics. Where `senders` are
  /// given, the messages of all others that such edges lead to are the identity.
  template <class F>
  void gather(F f, const Frontier& receivers, Side side, const Frontier* senders = nullptr) {
    once(receivers, [&](const Frontier& listed) {
      Frontier to;
      Step step = step_of(f, Pattern::gather, listed, to, side);
      machine_.tell_senders(step, senders);
      context_.execute(step, "gather");
    });
  }

  /// Calls f (engine/arc_function.hpp) for the arcs u->v of every vertex u whose position in u's row is within `ranks`,
  /// skipping rows for which an optional f.sends(u) is false. An optional f.open(u) comes first, for every vertex.
  /// Where no more than applied_in_order positions are asked for, a row's arcs come in their order. f must be safe to
  /// call from several threads. An arc has a number along Side::out alone.
  template <ArcFunction F>
  void edge_apply(F f, Side side = Side::out, EdgeRanks ranks = {}) {
    context_.require_whole("edge_apply");
    check_numbers<F>(context_.graph, side);
    OperatorTrace trace(context_);
    context_.follow(machine_.edge_apply(f, side, ranks));
    trace.end("edge_apply", Kind::all, num_vertices());
  }
  /// The same for all arcs of the vertices in a frontier. No f.sends, no f.open. O(their arcs).
  template <ArcFunction F>
  void edge_apply(F f, const Frontier& frontier, Side side = Side::out) {
    static_assert(!HasSends<F> && !HasOpen<F>, "a frontier says whose arcs are followed: leave sends() and open() out");
    if (frontier.kind() == Kind::all) return edge_apply(f, side);
    context_.require_whole("edge_apply");
    check_numbers<F>(context_.graph, side);
    OperatorTrace trace(context_);
    once(frontier, [&](const Frontier& listed) { context_.follow(machine_.edge_apply(f, side, listed)); });
    trace.end("edge_apply", frontier.kind(), frontier.size());
  }

  /// The arcs for which keep (a function of arcs that returns bool) is true, of all arcs of the graph, in their order.
  /// keep changes nothing: it may be called several times for an arc. O(n + m).
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep) {
    context_.require_whole("filter_arcs");
    OperatorTrace trace(context_);
    Arcs kept = machine_.filter_arcs(keep);
    context_.follow(context_.graph.num_arcs());
    trace.end("filter_arcs", Kind::all, num_vertices(), kept.size());
    return kept;
  }
  /// The same of the arcs in `from`, in any order; keep is called once for each of them. O(size).
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep, const Arcs& from) {
    context_.require_whole("filter_arcs");
    OperatorTrace trace(context_);
    Arcs kept = machine_.filter_arcs(keep, from);
    context_.follow(from.size());
    trace.end("filter_arcs", Kind::queue, from.size(), kept.size());
    return kept;
  }
  /// Calls f for each arc in `arcs`. O(size).
  template <ArcFunction F>
  void arc_map(F f, const Arcs& arcs) {
    context_.require_whole("arc_map");
    OperatorTrace trace(context_);
    machine_.arc_map(f, arcs);
    context_.follow(arcs.size());
    trace.end("arc_map", Kind::queue, arcs.size());
  }

  /// Calls f (an ExpandsArcs) for each share of the work of the arcs in `from`, and returns those that it lets join, in
  /// any order: each at most once, and no more than `most` in all, for which a GPU makes room. O(size).
  template <ExpandsArcs F>
  [[nodiscard]] Arcs arc_expand(F f, const Arcs& from, std::uint64_t most) {
    context_.require_whole("arc_expand");
    OperatorTrace trace(context_);
    Arcs joined = machine_.arc_expand(f, from, most);
    context_.follow(from.size());
    trace.end("arc_expand", Kind::queue, from.size(), joined.size());
    return joined;
  }

  /// Groups for every vertex, or for those of `receivers`, the arcs that come to it by the keys of their sources, adds
  /// their weights up, and tells it what its groups combine to: by a GroupFunction (engine/group.hpp). What comes are
  /// arcs to the vertex and, where both sides are asked for, its own, with the keys of those that they lead to.
  /// O(arcs that come).
  template <GroupFunction F>
  void edge_group(F f, bool both_sides, const Frontier& receivers) {
    group(f, both_sides, receivers, "edge_group");
  }
  template <GroupFunction F>
  void edge_group(F f, bool both_sides) {
    group(f, both_sides, all(), "edge_group");
  }

  /// Tells every vertex what most of its neighbors send, of several such values the smallest: by a ModeFunction
  /// (engine/group.hpp). Neighbors are those with arcs to it and, where both sides are asked for, those that its arcs
  /// lead to, each as often as there are arcs. O(m).
  template <ModeFunction F>
  void edge_mode(F f, bool both_sides) {
    group(ModeOf<F>{f}, both_sides, all(), "edge_mode");
  }

  /// Calls f(loop) with a loop over another graph, one that the program has made: on the same machine and as a part of
  /// this run, whose iterations are counted by either loop, and whose trace goes on. Frontiers and state are of that
  /// graph.
  template <class F>
  void within(const Graph& other, F&& f) {
    within(Contracted{other}, std::forward<F>(f));
  }
  /// The same with a graph that is where the run is.
  template <class F>
  void within(const Contracted& other, F&& f) {
    context_.require_whole("within");
    RunContext context(other, context_);
    const std::uint64_t before = context.iterations;
    std::swap(context.trace, context_.trace);
    LoopOn loop(context);
    f(loop);
    machine_.finish(context);
    std::swap(context.trace, context_.trace);
    context_.follow(context.arcs_expanded);
    context_.iterations += context.iterations - before;
    context_.stop_early(context.stopped_by);
  }

  /// Calls f(v) for every vertex.
  template <class F>
  void vertex_map(F f) {
    OperatorTrace trace(context_);
    machine_.vertex_map(f);
    trace.end("vertex_map", Kind::all, num_vertices());
  }
  /// Calls f(v) for every vertex of the frontier.
  template <class F>
  void vertex_map(F f, const Frontier& frontier) {
    OperatorTrace trace(context_);
    once(frontier, [&](const Frontier& listed) { machine_.vertex_map(f, listed); });
    trace.end("vertex_map", frontier.kind(), frontier.size());
  }

  /// The sum of f(v) over all vertices, the same for any number of threads.
  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    OperatorTrace trace(context_);
    const double sum = machine_.vertex_reduce(f);
    trace.end("vertex_reduce", Kind::all, num_vertices());
    return context_.communicator.sum(sum);
  }
  /// The sum of f(v) over a list of vertices.
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    OperatorTrace trace(context_);
    const double sum = machine_.vertex_reduce(f, vertices);
    trace.end("vertex_reduce", Kind::queue, vertices.size());
    return context_.communicator.sum(sum);
  }

  /// The vertices v with keep(v), as a queue, which ascends on a CPU.
  template <class F>
  [[nodiscard]] Frontier filter(F keep) {
    OperatorTrace trace(context_);
    Frontier kept = machine_.filter(keep);
    trace.end("filter", Kind::all, num_vertices(), kept.size());
    return kept;
  }

  /// Those of a frontier's vertices, as a queue. O(size).
  template <class F>
  [[nodiscard]] Frontier filter(F keep, const Frontier& from) {
    if (from.kind() == Kind::all) return filter(keep);
    OperatorTrace trace(context_);
    Frontier kept;
    as_list(from, [&](const Frontier& listed) { kept = machine_.filter(keep, listed); });
    trace.end("filter", from.kind(), from.size(), kept.size());
    return kept;
  }

  /// The vertices of either frontier, each once. O(size + n / 64).
  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) {
    OperatorTrace trace(context_);
    const std::uint64_t entries = a.size() + b.size();
    Frontier both = machine_.unite(std::move(a), std::move(b));
    trace.end("unite", both.kind(), entries, both.size());
    return both;
  }

  /// Empty buckets of width `delta`.
  [[nodiscard]] Buckets buckets(double delta) const { return machine_.buckets(delta); }
  /// Puts the vertex that the traversal starts at, whose priority is 0, into its bucket.
  void start(Buckets& buckets, VertexId v, Side side) const { machine_.start(buckets, v, side); }
  /// Makes the frontier that of the next bucket; false when all buckets are empty.
  [[nodiscard]] bool pop(Buckets& buckets, Frontier& frontier) const { return machine_.pop(buckets, frontier); }

  /// The frontier as a queue, ascending when it was a bitmap.
  [[nodiscard]] Frontier to_queue(Frontier&& frontier) {
    if (frontier.kind() == Kind::queue) return std::move(frontier);
    Frontier queue = machine_.to_queue(frontier);
    recycle(std::move(frontier));
    return queue;
  }
  /// Gives back the storage of a frontier that is no longer needed, or of arcs or a history.
  template <class Storage>
  void recycle(Storage&& no_longer_needed) const {
    static_assert(!std::is_lvalue_reference_v<Storage>, "what is given back is moved");
    machine_.recycle(std::forward<Storage>(no_longer_needed));
  }
  /// Replaces a frontier, or arcs, by `next` and keeps the old storage for reuse.
  template <class Storage>
  void replace(Storage& current, Storage&& next) const {
    std::swap(current, next);
    recycle(std::forward<Storage>(next));
  }

 private:
  using Kind = mg::Frontier::Kind;
  using Step = typename Machine::Step;

  template <class F>
  Step step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) const {
    static_assert(check_edge_function<F>());  // the sentence is all that the compiler says then
    if constexpr (EdgeFunction<F>) return machine_.step_of(f, pattern, from, to, side);
  }

  /// Calls use(frontier), or, where its queue may list a vertex repeatedly, use(a queue that lists each once).
  template <class Use>
  void once(const Frontier& frontier, const Use& use) const {
    if (!frontier.repeats) return use(frontier);
    Frontier listed = machine_.to_queue(frontier);
    use(listed);
    recycle(std::move(listed));
  }
  /// The same, with a queue in place of a map, too.
  template <class Use>
  void as_list(const Frontier& frontier, const Use& use) const {
    if (!machine_.is_map(frontier)) return once(frontier, use);
    Frontier listed = machine_.to_queue(frontier);
    use(listed);
    recycle(std::move(listed));
  }

  template <class F>
  void group(const F& f, bool both_sides, const Frontier& receivers, std::string_view operation) {
    context_.require_whole("edge_group");
    OperatorTrace trace(context_);
    as_list(receivers, [&](const Frontier& listed) { context_.follow(machine_.group(f, both_sides, listed)); });
    trace.end(operation, receivers.kind(), receivers.size());
  }

  using RunView<Machine>::context_, RunView<Machine>::machine_;
};

using Loop = LoopOn<CpuMachine>;
using DeviceLoop = LoopOn<GpuMachine>;

}  // namespace mg
