// What operators are on a CPU: loops of threads over memory. The loop (engine/loop.hpp) says what each is, and traces
// it.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/arc_frontier.hpp"
#include "engine/buckets.hpp"
#include "engine/context.hpp"
#include "engine/contracted.hpp"
#include "engine/cpu/cpu_step.hpp"
#include "engine/cpu/index_filter.hpp"
#include "engine/cpu/intersect_rows.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/graph/contract.hpp"
#include "engine/group.hpp"
#include "engine/iteration.hpp"

namespace mg {

class CpuMachine {
 public:
  using Frontier = mg::Frontier;
  using Buckets = mg::Buckets;
  using Arcs = ArcFrontier;
  using Oriented = OrientedGraph;
  using History = std::vector<Frontier>;
  using Step = CpuStep;

  explicit CpuMachine(RunContext& context) : context_(context) {}

  [[nodiscard]] static std::shared_ptr<Device> device() { return nullptr; }
  [[nodiscard]] VertexId num_vertices() const { return context_.graph.num_vertices(); }

  template <class T>
  [[nodiscard]] static T load(const T* cell) {
    return *cell;
  }
  template <class T>
  static void store(T* cell, T value) {
    *cell = value;
  }

  [[nodiscard]] Frontier single(VertexId v, Side side) const {
    std::vector<VertexId> queue = context_.take_queue();
    queue.assign(1, v);
    Frontier frontier = Frontier::of(std::move(queue));
    frontier.arcs = context_.degree(v, side);
    frontier.arcs_side = side;
    return frontier;
  }
  [[nodiscard]] Frontier to_queue(const Frontier& frontier) const { return context_.to_queue(frontier); }
  [[nodiscard]] static bool is_map(const Frontier& frontier) { return frontier.kind() == Frontier::Kind::bitmap; }
  void recycle(Frontier&& frontier) const { context_.recycle(std::move(frontier)); }
  static void recycle(Arcs&& arcs) { arcs = {}; }
  void recycle(History&& history) const {
    for (Frontier& frontier : history) context_.recycle(std::move(frontier));
    history.clear();
  }

  // Loops. No iteration stays on the machine without the host, which is the machine.
  template <class... Loop>
  [[nodiscard]] static bool run_ahead(const Loop&...) {
    return false;
  }
  /// What an iteration has expanded, for a history if there is one.
  void keep(History* history, Frontier&& expanded, std::uint64_t) const {
    if (history == nullptr) return recycle(std::move(expanded));
    if (expanded.kind() == Frontier::Kind::queue) return history->push_back(std::move(expanded));
    history->push_back(context_.to_queue(expanded));
    recycle(std::move(expanded));
  }
  template <class Loop, class Body>
  static void repeat(Loop& loop, Body& body) {
    WholeIteration<Loop> iteration(loop);
    while (loop.next_iteration() && body(iteration)) {
    }
  }
  template <class Loop, class Body>
  static void sweep_back(Loop& loop, const Body& body, const History& history, Side side) {
    for (std::size_t i = history.size(); i-- > 0;) {
      const Frontier* after = i + 1 < history.size() ? &history[i + 1] : nullptr;
      BackwardIteration<Loop> iteration(loop, history[i], after, side, i + 1, history.size());
      body(iteration);
    }
  }
  static void finish(RunContext&) {}

  // Buckets.
  [[nodiscard]] Buckets buckets(double delta) const { return {delta, context_.threads}; }
  static void start(Buckets& buckets, VertexId v, Side) { buckets.push(0, 0, v); }
  /// Nothing is due but by pop().
  static void take_due(Buckets&, Frontier&) {}
  /// The first bucket of all ranks, in which some may have nothing.
  [[nodiscard]] bool pop(Buckets& buckets, Frontier& frontier) const {
    std::vector<VertexId> queue = frontier.release_queue();
    queue.clear();
    const std::size_t next = context_.communicator.least(buckets.first());
    if (next != Buckets::none) buckets.take(next, queue);
    frontier = Frontier::of(std::move(queue));
    frontier.repeats = true;
    return next != Buckets::none;
  }
  [[nodiscard]] static bool is_over(const Buckets&, const Frontier& frontier) { return frontier.empty(); }
  /// What pop() made is no storage of the run's: kept, it would be more after every loop.
  static void put_back(Frontier&&, Buckets&) {}

  // Steps along edges.
  template <EdgeFunction F>
  [[nodiscard]] Step step_of(F& f, Pattern pattern, const Frontier& from, Frontier& to, Side side) const {
    return {{.pattern = pattern, .side = side, .traits = traits_of<F>, .label = label_of<F>()},
            context_.graph,
            context_.graph_part,
            &from,
            to,
            kernels_of<F>(),
            &f};
  }
  /// Where a step leaves vertices that are due at once: in the buckets.
  [[nodiscard]] static Frontier& due(Buckets&, Frontier& none) { return none; }
  static void announce(Step&, const void*) {}
  static void tell_senders(Step&, const Frontier*) {}

  // Operators that are the same for every engine. Those over arcs return how many were followed.
  template <ArcFunction F>
  EdgeId edge_apply(F f, Side side, EdgeRanks ranks) const {
    const Adjacency& adjacency = side == Side::out ? context_.graph.out : context_.graph.in;
    const WeightOf<F>* const weights = weights_of<WeightOf<F>>(adjacency);
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
    return all_applied;
  }
  template <ArcFunction F>
  EdgeId edge_apply(F f, Side side, const Frontier& frontier) const {
    if (is_map(frontier)) {
      Frontier listed = to_queue(frontier);
      const EdgeId applied = edge_apply(f, side, listed);
      recycle(std::move(listed));
      return applied;
    }
    const Adjacency& adjacency = side == Side::out ? context_.graph.out : context_.graph.in;
    const WeightOf<F>* const weights = weights_of<WeightOf<F>>(adjacency);
    const auto queue = frontier.queue();
    parallel_chunks(queue.size(), 64, context_.threads, [&](std::size_t begin, std::size_t end, int) {
      for (const VertexId u : queue.subspan(begin, end - begin)) {
        const auto row = adjacency.row(u);
        for (std::size_t i = 0; i < row.size(); ++i) call_for_arc(f, u, row[i], adjacency.offsets[u] + i, weights);
      }
    });
    return count_arcs(adjacency, frontier, context_.threads);
  }
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep) const {
    return kept_of(context_.graph.out, keep, context_.threads);
  }
  template <ArcFunction F>
  [[nodiscard]] Arcs filter_arcs(F keep, const Arcs& from) const {
    return kept_of(context_.graph.out, keep, from, context_.threads);
  }
  template <ArcFunction F>
  void arc_map(F f, const Arcs& arcs) const {
    const Adjacency& out = context_.graph.out;
    const WeightOf<F>* const weights = weights_of<WeightOf<F>>(out);
    parallel_for(arcs.size(), context_.threads, [f, weights, &arcs, &out](std::size_t i) mutable {
      call_for_arc(f, arcs.sources[i], out.neighbors[arcs.arcs[i]], arcs.arcs[i], weights);
    });
  }
  template <ExpandsArcs F>
  [[nodiscard]] Arcs arc_expand(F f, const Arcs& from, std::uint64_t most) const {
    return joined_by(context_.graph.out, f, from, most, context_.threads);
  }
  [[nodiscard]] FoundTriangles count_triangles() const {
    return find_triangles(context_.graph, CountOnly{}, context_.threads);
  }
  template <class F>
  FoundTriangles triangle_map(F f) const {
    return find_triangles(context_.graph, f, context_.threads);
  }
  [[nodiscard]] Oriented orient() const {
    Oriented oriented = orient_by_degree(context_.graph, context_.threads);
    oriented.sort_rows(context_.threads);
    return oriented;
  }
  template <GroupFunction F>
  EdgeId group(const F& f, bool both_sides, const Frontier& receivers) const {
    const VertexId* const listed = receivers.kind() == Frontier::Kind::all ? nullptr : receivers.queue().data();
    tell_groups(context_.graph, f, both_sides, listed, receivers.size(), context_.threads);
    const EdgeId coming = count_arcs(context_.graph.in, receivers, context_.threads);
    return coming + (both_sides ? count_arcs(context_.graph.out, receivers, context_.threads) : 0);
  }
  [[nodiscard]] Contracted contract(const VertexId* part, VertexId num_parts) const {
    return {mg::contract(context_.graph, {part, num_vertices()}, num_parts, context_.threads)};
  }
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

  template <class F>
  void index_map(F f, std::uint64_t count) const {
    parallel_for(count, context_.threads, [f](std::size_t i) mutable { f(static_cast<VertexId>(i)); });
  }
  template <class F, class RoomFor>
  [[nodiscard]] std::uint64_t index_filter(F keep, std::uint64_t count, const RoomFor& room_for) const {
    return filter_indices(keep, count, room_for, context_.threads);
  }
  [[nodiscard]] std::uint64_t running_sums(const std::uint32_t* terms, std::uint64_t* sums, std::uint64_t count) const {
    return parallel_running_sums(count, context_.threads, sums, [terms](std::size_t i) { return terms[i]; });
  }
  template <class F>
  void vertex_map(F f) const {
    const VertexRange own = context_.graph_part.own();
    parallel_for(own.size(), context_.threads,
                 [f, own](std::size_t i) mutable { f(own.first + static_cast<VertexId>(i)); });
  }
  template <class F>
  void vertex_map(F f, const Frontier& frontier) const {
    if (frontier.kind() == Frontier::Kind::all) {
      vertex_map(f);
    } else if (frontier.kind() == Frontier::Kind::queue) {
      const auto queue = frontier.queue();
      parallel_for(queue.size(), context_.threads, [f, queue](std::size_t i) mutable { f(queue[i]); });
    } else {
      const Bitmap& bitmap = frontier.bitmap();
      parallel_for(num_vertices(), context_.threads, [f, &bitmap](std::size_t v) mutable {
        if (bitmap.test(static_cast<VertexId>(v))) f(static_cast<VertexId>(v));
      });
    }
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f) const {
    const VertexRange own = context_.graph_part.own();
    return parallel_sum<double>(own.size(), context_.threads,
                                [&](std::size_t i) { return f(own.first + static_cast<VertexId>(i)); });
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) const {
    const VertexRange own = context_.graph_part.own();
    return parallel_sum<double>(vertices.size(), context_.threads,
                                [&](std::size_t i) { return own.contains(vertices[i]) ? f(vertices[i]) : 0; });
  }
  template <class F>
  [[nodiscard]] Frontier filter(F keep) const {
    Bitmap bitmap = context_.take_bitmap();
    const auto words = bitmap.words();
    const VertexRange own = context_.graph_part.own();
    const auto size = parallel_sum<std::uint64_t>(words.size(), context_.threads, [&](std::size_t w) {
      const std::size_t begin = w * Bitmap::bits_per_word;
      const std::size_t end = std::min<std::size_t>(own.last, begin + Bitmap::bits_per_word);
      std::uint64_t count = 0;
      for (std::size_t v = std::max<std::size_t>(begin, own.first); v < end; ++v) {
        if (!keep(static_cast<VertexId>(v))) continue;
        words[w] |= Bitmap::Word{1} << (v - begin);
        ++count;
      }
      return count;
    });
    Frontier kept = Frontier::of(std::move(bitmap), size);
    Frontier queue = context_.to_queue(kept);
    context_.recycle(std::move(kept));
    return queue;
  }
  template <class F>
  [[nodiscard]] Frontier filter(F keep, const Frontier& from) const {
    constexpr std::size_t chunk = 4096;
    const auto queue = from.queue();
    std::vector<std::vector<VertexId>> parts((queue.size() + chunk - 1) / chunk);
    parallel_chunks(queue.size(), chunk, context_.threads, [&](std::size_t begin, std::size_t end, int) {
      F own = keep;
      for (std::size_t first = begin; first < end; first += chunk) {
        std::vector<VertexId>& part = parts[first / chunk];
        for (const VertexId v : queue.subspan(first, std::min(chunk, end - first))) {
          if (own(v)) part.push_back(v);
        }
      }
    });
    std::vector<VertexId> kept = context_.take_queue();
    kept.clear();
    for (const auto& part : parts) kept.insert(kept.end(), part.begin(), part.end());
    return Frontier::of(std::move(kept));
  }
  [[nodiscard]] Frontier unite(Frontier&& a, Frontier&& b) const {
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
    return Frontier::of(std::move(both), size);
  }

 private:
  RunContext& context_;
};

}  // namespace mg
