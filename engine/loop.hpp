// The operators that programs are loops of. A program's run() is a template over the loop it is given, so the same body
// serves every driver; this one executes on the CPU, an operator at a time.
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/arc_frontier.hpp"
#include "engine/arc_lookup.hpp"
#include "engine/buckets.hpp"
#include "engine/context.hpp"
#include "engine/edge_step.hpp"
#include "engine/group.hpp"
#include "engine/iteration.hpp"
#include "engine/operator_trace.hpp"
#include "engine/oriented.hpp"
#include "engine/parallel.hpp"
#include "engine/search.hpp"

namespace mg {

/// Positions within a vertex's row, [first, last).
struct EdgeRanks {
  EdgeId first = 0;
  EdgeId last = std::numeric_limits<EdgeId>::max();
};

/// Tells intersect() that nothing but the count is wanted.
struct CountOnly {};

/// Rows that ascend and hold only vertices smaller than their own: uncut_row(v) begins with row(v), and what may follow
/// is larger.
template <class Rows>
concept AscendingRows = requires(const Rows& rows, VertexId v) {
  { rows.uncut_row(v) } -> std::same_as<std::span<const VertexId>>;
};

/// The operators, bound to one run.
class Loop {
 public:
  using Frontier = mg::Frontier;
  using Buckets = mg::Buckets;
  using Arcs = ArcFrontier;
  /// What a loop has expanded, iteration by iteration.
  using History = std::vector<Frontier>;

  explicit Loop(RunContext& context) : context_(context) {}

  /// Where State lives: null for host memory.
  [[nodiscard]] static std::shared_ptr<Device> device() { return nullptr; }

  /// Told by State where it lies, so that a step can be undone.
  void holds_state(const StateCopies::Owner& owner, void* data, std::size_t bytes) {
    context_.states.add(owner, data, bytes);
  }

  [[nodiscard]] VertexId num_vertices() const { return context_.graph.num_vertices(); }
  [[nodiscard]] int threads() const { return context_.threads; }
  [[nodiscard]] bool deterministic() const { return context_.deterministic; }
  /// The width that the schedule gives buckets; 0: none.
  [[nodiscard]] double bucket_width() const {
    return context_.schedule.of_loops<BucketKeys>().get<ScheduleKey::delta>();
  }

  /// Whether the run's engine orders vertices by priority.
  [[nodiscard]] bool has_buckets() const { return context_.engine().has_buckets(); }

  /// The numbers of the machine that the loop runs on.
  [[nodiscard]] const Profile& profile() const { return context_.profile(); }

  /// Whether its steps over all arcs cost little more than reading them once.
  [[nodiscard]] bool has_cheap_sweeps() const { return context_.engine().has_cheap_sweeps(context_); }

  /// Counts an iteration; false once there have been as many as the user allows. The condition of a program's loop.
  [[nodiscard]] bool next_iteration() { return context_.next_iteration(); }

  /// True once next_iteration() has said no: programs of several loops stop altogether.
  [[nodiscard]] bool stopped_early() const { return context_.stopped_early; }

  /// Told by a program that starts from one source after the other which is in turn, from 1: for whoever watches.
  void begin_source(std::uint64_t source, std::uint64_t sources) {
    if (context_.progress != nullptr) context_.progress->begin_source(source, sources);
  }

  /// Reads or writes one element of State that functions work on. On a GPU each waits for all that was asked before.
  template <class T>
  [[nodiscard]] T load(const T* cell) const {
    return *cell;
  }
  template <class T>
  void store(T* cell, T value) const {
    *cell = value;
  }

  /// The frontier of one vertex, to be expanded along `side`.
  [[nodiscard]] Frontier single(VertexId v, Side side = Side::out) const {
    std::vector<VertexId> queue = context_.take_queue();
    queue.assign(1, v);
    Frontier frontier = Frontier::of(std::move(queue));
    frontier.arcs = context_.degree(v, side);
    frontier.arcs_side = side;
    return frontier;
  }
  /// The frontier of every vertex.
  [[nodiscard]] Frontier all() const { return Frontier::all(num_vertices()); }

  /// Repeats `body` (engine/iteration.hpp) while the frontier is not empty and as often as the user allows. Where a
  /// history is asked for, each vertex may be expanded once.
  template <class Body>
  IterationCount iterate(const Body& body, Frontier&& frontier, Side side = Side::out, History* history = nullptr) {
    context_.begin_loop();
    Iteration<Loop> iteration(*this, std::move(frontier), side);
    IterationCount count;
    while (!iteration.frontier().empty() && next_iteration()) {
      iteration.run(body, ++count.iterations);
      Frontier expanded = iteration.advance();
      if (history == nullptr) {
        recycle(std::move(expanded));
      } else {
        history->push_back(to_queue(std::move(expanded)));
      }
    }
    count.finished = iteration.frontier().empty();
    return count;
  }
  /// The same for the vertices of one bucket after the other.
  template <class Body>
  IterationCount iterate(const Body& body, Buckets& buckets, Side side = Side::out) {
    context_.begin_loop();
    Iteration<Loop> iteration(*this, Frontier(), side, &buckets);
    IterationCount count;
    while (pop(buckets, iteration.frontier()) && next_iteration()) iteration.run(body, ++count.iterations);
    count.finished = iteration.frontier().empty();
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
    context_.begin_loop();
    WholeIteration<Loop> iteration(*this);
    while (next_iteration() && body(iteration)) {
    }
  }
  /// Runs `body` for each iteration of a loop from the last to the first.
  template <class Body>
  void sweep_back(const Body& body, const History& history, Side side = Side::out) {
    for (std::size_t i = history.size(); i-- > 0;) {
      const Frontier* after = i + 1 < history.size() ? &history[i + 1] : nullptr;
      BackwardIteration<Loop> iteration(*this, history[i], after, side, i + 1, history.size());
      body(iteration);
    }
  }

  /// Sends f's messages along the edges of the frontier's vertices; the vertices that join are the next frontier.
  template <class F>
  [[nodiscard]] Frontier edge_map(F f, const Frontier& from, Side side = Side::out) {
    static_assert(!Reduces<F>, "this edge function's update returns a number: use edge_reduce");
    Frontier to;
    EdgeStep step = step_of(f, Pattern::expand, from, to, side);
    context_.execute(step, "edge_map");
    return to;
  }

  /// The same, with the vertices that join put into buckets by priority.
  template <class F>
  void edge_map(F f, const Frontier& from, Buckets& buckets, Side side = Side::out) {
    static_assert(HasPriority<F>,
                  "buckets need an edge function that combines with mg::Min or mg::Max, or with `priority(Value held) "
                  "const`, a number");
    Frontier to;
    EdgeStep step = step_of(f, Pattern::expand, from, to, side);
    step.buckets = &buckets;
    context_.execute(step, "edge_map");
  }

  /// Combines for every wanted vertex the messages of all its neighbors and returns the sum of what update returns. The
  /// sum is the same for any number of threads.
  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out, [[maybe_unused]] const F* following = nullptr) {
    static_assert(Reduces<F>,
                  "edge_reduce needs an edge function with `double update(mg::VertexId v, Value combined)`");
    const Frontier from = Frontier::all(num_vertices());
    Frontier to;
    EdgeStep step = step_of(f, Pattern::reduce, from, to, side);
    context_.execute(step, "edge_reduce");
    return context_.communicator.sum(step.reduced);
  }

  /// Turns edge_map around: combines for each vertex of `receivers` the messages of the vertices that its edges on
  /// `side` lead to, and calls update for each. What a backward sweep needs, without atomics. Where `senders` are
  /// given, the messages of all others that such edges lead to are the identity.
  template <class F>
  void gather(F f, const Frontier& receivers, Side side, [[maybe_unused]] const Frontier* senders = nullptr) {
    Frontier to;
    EdgeStep step = step_of(f, Pattern::gather, receivers, to, side);
    context_.execute(step, "gather");
  }

  /// Calls f (engine/arc_function.hpp) for the arcs u->v of every vertex u whose position in u's row is within `ranks`,
  /// skipping rows for which an optional f.sends(u) is false. An optional f.open(u) comes first, for every vertex.
  /// Where no more than applied_in_order positions are asked for, a row's arcs come in their order. f must be safe to
  /// call from several threads. An arc has a number along Side::out alone.
  template <ArcFunction F>
  void edge_apply(F f, Side side = Side::out, EdgeRanks ranks = {}) {
    check_numbers<F>(context_.graph, side);
    const Adjacency& adjacency = side == Side::out ? context_.graph.out : context_.graph.in;
    const WeightOf<F>* const weights = weights_of<WeightOf<F>>(adjacency);
    OperatorTrace trace(context_);
    EdgeId all_applied = 0;
    parallel_chunks(num_vertices(), 4096, context_.threads, [&](std::size_t begin, std::size_t end, int) {
      EdgeId applied = 0;
      for (auto u = static_cast<VertexId>(begin); u < end; ++u) {
        if constexpr (HasOpen<F>) f.open(u);
        if constexpr (HasSends<F>) {
          if (!f.sends(u)) continue;
        }
        const auto row = adjacency.row(u);
        const EdgeId row_begin = adjacency.offsets[u];
        const EdgeId last = std::min<EdgeId>(row.size(), ranks.last);
        for (EdgeId e = ranks.first; e < last; ++e) call_for_arc(f, u, row[e], row_begin + e, weights);
        if (last > ranks.first) applied += last - ranks.first;
      }
      std::atomic_ref(all_applied).fetch_add(applied, std::memory_order_relaxed);
    });
    context_.follow(all_applied);
    trace.end("edge_apply", Frontier::Kind::all, num_vertices());
  }

  /// The arcs for which keep (a function of arcs that returns bool) is true, of all arcs of the graph, in their order.
  /// keep changes nothing: it may be called several times for an arc. O(n + m).
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep) {
    OperatorTrace trace(context_);
    Arcs kept = kept_of(context_.graph.out, keep, context_.threads);
    context_.follow(context_.graph.num_arcs());
    trace.end("filter_arcs", Frontier::Kind::all, num_vertices(), kept.size());
    return kept;
  }
  /// The same of the arcs in `from`, in any order; keep is called once for each of them. O(size).
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep, const Arcs& from) {
    OperatorTrace trace(context_);
    Arcs kept = kept_of(context_.graph.out, keep, from, context_.threads);
    context_.follow(from.size());
    trace.end("filter_arcs", Frontier::Kind::queue, from.size(), kept.size());
    return kept;
  }
  /// Calls f for each arc in `arcs`. O(size).
  template <ArcFunction F>
  void arc_map(F f, const Arcs& arcs) {
    OperatorTrace trace(context_);
    const Adjacency& out = context_.graph.out;
    const WeightOf<F>* const weights = weights_of<WeightOf<F>>(out);
    parallel_for(arcs.size(), context_.threads, [f, weights, &arcs, &out](std::size_t i) mutable {
      call_for_arc(f, arcs.sources[i], out.neighbors[arcs.arcs[i]], arcs.arcs[i], weights);
    });
    context_.follow(arcs.size());
    trace.end("arc_map", Frontier::Kind::queue, arcs.size());
  }

  /// For every arc u->v of `oriented` (anything with num_rows() and row(v)), the vertices w that are in both rows:
  /// calls f(u, v, w) for each and returns how many there were. Rows hold no duplicates. O(sum over arcs u->v of the
  /// degree of v), n bits a thread. Short rows that ascend are merged instead.
  template <class Rows, class F>
  std::uint64_t intersect(const Rows& oriented, F f) {
    OperatorTrace trace(context_);
    const std::uint64_t common = intersect_rows(oriented, f);
    trace.end("intersect", Frontier::Kind::all, oriented.num_rows());
    return common;
  }

  /// The triangles of the simple undirected graph. O(sum over the edges of the shorter row, oriented by degree).
  [[nodiscard]] std::uint64_t count_triangles() {
    OperatorTrace trace(context_);
    const std::uint64_t triangles =
        worth_orienting(context_.graph)
            ? intersect_rows(orient_by_degree(context_.graph, context_.threads).arcs, CountOnly{})
            : intersect_rows(LowerRows(context_.graph.out), CountOnly{});
    trace.end("count_triangles", Frontier::Kind::all, num_vertices());
    return triangles;
  }

  /// Calls f(u, v, w) once for each triangle of the simple undirected graph, and returns how many there are. f must be
  /// safe to call from several threads. Takes time and memory as count_triangles().
  template <class F>
  std::uint64_t triangle_map(F f) {
    OperatorTrace trace(context_);
    std::uint64_t triangles = 0;
    if (worth_orienting(context_.graph)) {
      const OrientedGraph oriented = orient_by_degree(context_.graph, context_.threads);
      const VertexId* const vertex = oriented.vertex.data();
      triangles = intersect_rows(
          oriented.arcs, [f, vertex](VertexId u, VertexId v, VertexId w) { f(vertex[u], vertex[v], vertex[w]); });
    } else {
      triangles = intersect_rows(LowerRows(context_.graph.out), f);
    }
    trace.end("triangle_map", Frontier::Kind::all, num_vertices());
    return triangles;
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
  /// this run, whose iterations the program goes on counting by this loop. Frontiers and state are of that graph.
  template <class F>
  void within(const Graph& other, F&& f) {
    RunContext context(other, context_);
    Loop loop(context);
    f(loop);
    context_.follow(context.arcs_expanded);
  }

  /// For functions that read rows or ask whether there is an arc: rows of `side`, with weights where the algorithm
  /// reads them.
  [[nodiscard]] ArcLookup arcs(Side side) const {
    const Adjacency& adjacency = side == Side::out ? context_.graph.out : context_.graph.in;
    ArcLookup rows{adjacency.offsets.data(), adjacency.neighbors.data(), true};
    if (const auto* whole = std::get_if<Array<std::uint32_t>>(&adjacency.weights)) rows.weights = whole->data();
    if (const auto* real = std::get_if<Array<float>>(&adjacency.weights)) {
      rows.weights = real->data();
      rows.has_float_weights = true;
    }
    return rows;
  }

  /// Calls f(v) for every vertex.
  template <class F>
  void vertex_map(F f) {
    OperatorTrace trace(context_);
    parallel_for(num_vertices(), context_.threads, [f](std::size_t v) mutable { f(static_cast<VertexId>(v)); });
    trace.end("vertex_map", Frontier::Kind::all, num_vertices());
  }

  /// Calls f(i) for 0 <= i < count: for tables that are not as long as there are vertices.
  template <class F>
  void index_map(F f, std::uint64_t count) {
    OperatorTrace trace(context_);
    parallel_for(count, context_.threads, [f](std::size_t i) mutable { f(static_cast<VertexId>(i)); });
    trace.end("index_map", Frontier::Kind::all, count);
  }

  /// Calls f(v) for every entry of the frontier.
  template <class F>
  void vertex_map(F f, const Frontier& frontier) {
    if (frontier.kind() == Frontier::Kind::all) return vertex_map(f);
    OperatorTrace trace(context_);
    if (frontier.kind() == Frontier::Kind::queue) {
      const auto queue = frontier.queue();
      parallel_for(queue.size(), context_.threads, [f, queue](std::size_t i) mutable { f(queue[i]); });
    } else {
      const Bitmap& bitmap = frontier.bitmap();
      parallel_for(num_vertices(), context_.threads, [f, &bitmap](std::size_t v) mutable {
        if (bitmap.test(static_cast<VertexId>(v))) f(static_cast<VertexId>(v));
      });
    }
    trace.end("vertex_map", frontier.kind(), frontier.size());
  }

  /// The sum of f(v) over all vertices, the same for any number of threads.
  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    OperatorTrace trace(context_);
    const double sum = parallel_sum<double>(num_vertices(), context_.threads,
                                            [&](std::size_t v) { return f(static_cast<VertexId>(v)); });
    trace.end("vertex_reduce", Frontier::Kind::all, num_vertices());
    return context_.communicator.sum(sum);
  }

  /// The sum of f(v) over a list of vertices.
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    OperatorTrace trace(context_);
    const double sum =
        parallel_sum<double>(vertices.size(), context_.threads, [&](std::size_t i) { return f(vertices[i]); });
    trace.end("vertex_reduce", Frontier::Kind::queue, vertices.size());
    return context_.communicator.sum(sum);
  }

  /// The vertices v with keep(v), as a queue in ascending order.
  template <class F>
  [[nodiscard]] Frontier filter(F keep) {
    OperatorTrace trace(context_);
    Bitmap bitmap = context_.take_bitmap();
    const auto words = bitmap.words();
    std::uint64_t size = parallel_sum<std::uint64_t>(words.size(), context_.threads, [&](std::size_t w) {
      const std::size_t begin = w * Bitmap::bits_per_word;
      const std::size_t end = std::min<std::size_t>(num_vertices(), begin + Bitmap::bits_per_word);
      std::uint64_t count = 0;
      for (std::size_t v = begin; v < end; ++v) {
        if (!keep(static_cast<VertexId>(v))) continue;
        words[w] |= Bitmap::Word{1} << (v - begin);
        ++count;
      }
      return count;
    });
    Frontier kept = Frontier::of(std::move(bitmap), size);
    Frontier queue = context_.to_queue(kept);
    context_.recycle(std::move(kept));
    trace.end("filter", Frontier::Kind::all, num_vertices(), queue.size());
    return queue;
  }

  /// The vertices of either frontier, each once, as a bitmap. O(size + n / 64).
  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) {
    OperatorTrace trace(context_);
    const std::uint64_t entries = a.size() + b.size();
    Frontier left = context_.to_bitmap(a);
    Frontier right = context_.to_bitmap(b);
    context_.recycle(std::move(a));
    context_.recycle(std::move(b));
    Bitmap both = left.release_bitmap();
    const auto words = both.words();
    const auto others = right.bitmap().words();
    const auto size = parallel_sum<std::uint64_t>(words.size(), context_.threads, [&](std::size_t w) {
      words[w] |= others[w];
      return static_cast<std::uint64_t>(std::popcount(words[w]));
    });
    context_.recycle(std::move(right));
    trace.end("unite", Frontier::Kind::bitmap, entries, size);
    return Frontier::of(std::move(both), size);
  }

  /// Empty buckets of width `delta`.
  [[nodiscard]] Buckets buckets(double delta) const { return {delta, context_.threads}; }

  /// Puts the vertex that the traversal starts at, whose priority is 0, into its bucket.
  void start(Buckets& buckets, VertexId v, Side) const { buckets.push(0, 0, v); }

  /// The next bucket as a frontier, replacing `frontier`; false when all buckets are empty.
  [[nodiscard]] bool pop(Buckets& buckets, Frontier& frontier) {
    std::vector<VertexId> queue = frontier.release_queue();
    const bool found = buckets.pop(queue);
    frontier = Frontier::of(std::move(queue));
    return found;
  }

  /// The frontier as a queue, ascending when it was a bitmap.
  [[nodiscard]] Frontier to_queue(Frontier&& frontier) {
    if (frontier.kind() == Frontier::Kind::queue) return std::move(frontier);
    Frontier queue = context_.to_queue(frontier);
    context_.recycle(std::move(frontier));
    return queue;
  }
  /// Gives back the storage of a frontier that is no longer needed.
  void recycle(Frontier&& frontier) { context_.recycle(std::move(frontier)); }
  static void recycle(Arcs&& arcs) { arcs = {}; }
  void recycle(History&& history) {
    for (Frontier& frontier : history) context_.recycle(std::move(frontier));
    history.clear();
  }
  /// Replaces `frontier` by `next` and keeps the old storage for reuse.
  void replace(Frontier& frontier, Frontier&& next) {
    std::swap(frontier, next);
    context_.recycle(std::move(next));
  }
  static void replace(Arcs& arcs, Arcs&& next) { arcs = std::move(next); }

 private:
  template <class F>
  EdgeStep step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) {
    static_assert(check_edge_function<F>());
    if constexpr (EdgeFunction<F>) {  // otherwise that sentence is all that the compiler says
      return {.graph = context_.graph,
              .pattern = pattern,
              .side = side,
              .from = &from,
              .to = to,
              .traits = traits_of<F>,
              .kernels = kernels_of<F>(),
              .function = &f};
    }
  }

  template <class F>
  void group(const F& f, bool both_sides, const Frontier& receivers, std::string_view operation) {
    if (receivers.kind() == Frontier::Kind::bitmap) {
      Frontier listed = context_.to_queue(receivers);
      group(f, both_sides, listed, operation);
      return context_.recycle(std::move(listed));
    }
    OperatorTrace trace(context_);
    const VertexId* const listed = receivers.kind() == Frontier::Kind::all ? nullptr : receivers.queue().data();
    tell_groups(context_.graph, f, both_sides, listed, receivers.size(), context_.threads);
    context_.follow(count_arcs(context_.graph.in, receivers, context_.threads));
    if (both_sides) context_.follow(count_arcs(context_.graph.out, receivers, context_.threads));
    trace.end(operation, receivers.kind(), receivers.size());
  }

  /// intersect() for those who trace it as a part of something else.
  template <class Rows, class F>
  std::uint64_t intersect_rows(const Rows& oriented, F f) {
    constexpr std::size_t chunk = 256;
    const VertexId n = oriented.num_rows();
    EdgeId all_followed = 0;
    std::vector<Bitmap> marks(static_cast<std::size_t>(context_.threads));
    std::vector<std::uint64_t> counts(marks.size() * cache_line_words);
    parallel_chunks(n, chunk, context_.threads, [&](std::size_t begin, std::size_t end, int thread) {
      Bitmap& in_row = marks[static_cast<std::size_t>(thread)];
      if (in_row.empty()) in_row = Bitmap(n);
      std::uint64_t common = 0;
      EdgeId followed = 0;
      for (auto u = static_cast<VertexId>(begin); u < end; ++u) {
        const auto row = oriented.row(u);
        followed += row.size();
        if (row.size() < 2) continue;
        if constexpr (AscendingRows<Rows>) {
          if (row.size() <= merged_row) {
            for (std::size_t i = 1; i < row.size(); ++i) {
              common += merge(row.first(i), oriented.uncut_row(row[i]), [&](VertexId w) {
                if constexpr (!std::is_same_v<F, CountOnly>) f(u, row[i], w);
              });
            }
            continue;
          }
        }
        for (const VertexId v : row) in_row.set(v);
        const auto words = in_row.words();  // in a register, where `in_row` is behind references
        for (const VertexId v : row) {
          for (const VertexId w : oriented.row(v)) {
            const bool both = (words[w / Bitmap::bits_per_word] >> (w % Bitmap::bits_per_word) & 1) != 0;
            common += both ? 1 : 0;
            if constexpr (!std::is_same_v<F, CountOnly>) {
              if (both) f(u, v, w);
            }
          }
        }
        for (const VertexId v : row) in_row.clear(v);
      }
      counts[static_cast<std::size_t>(thread) * cache_line_words] += common;
      std::atomic_ref(all_followed).fetch_add(followed, std::memory_order_relaxed);
    });
    context_.follow(all_followed);
    return context_.communicator.sum(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  }

  /// Calls f(w) for the vertices in both of two ascending rows and returns how many there were. `few` is not empty.
  template <class F>
  static std::uint64_t merge(std::span<const VertexId> few, std::span<const VertexId> others, F&& f) {
    std::uint64_t common = 0;
    const VertexId* next = few.data();
    for (const VertexId w : others) {
      if (w > few.back()) break;
      while (*next < w) ++next;
      if (*next != w) continue;
      ++common;
      f(w);
    }
    return common;
  }

  /// Rows up to this length are merged: marking and looking up cost more. Triangles of a road-like grid, 2 threads: 25
  /// ms against 38.
  static constexpr std::size_t merged_row = 4;
  /// Threads' counters stand a cache line apart.
  static constexpr std::size_t cache_line_words = 8;

  RunContext& context_;
};

}  // namespace mg
