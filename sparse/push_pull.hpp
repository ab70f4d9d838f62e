// The sparse engine's strategies on a CPU, over csr and csc: push from a queue, pull into every vertex that still wants
// values, and gather for a list of receivers. Each handles any edge function; what a function leaves out costs nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/context.hpp"
#include "engine/cpu/cpu_step.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/receive.hpp"

namespace mg::sparse {

/// Arcs and vertices of a frontier that are worth a thread. Road-like grid of scale 16, whose frontiers have some 500
/// vertices, two cores of an Intel Xeon (medians of 3 processes, 2026-11-25), grains of 256, 512 and 1024: BFS 2.9, 3.4
/// and 3.4 ms, SSSP 4.6, 5.7 and 6.1, BC 6.9, 6.7 and 6.7.
inline constexpr std::uint64_t thread_grain = 256;
/// Vertices a thread takes at a time.
inline constexpr std::size_t push_chunk = 64;
inline constexpr std::size_t pull_chunk = 1024;
static_assert(pull_chunk % Bitmap::bits_per_word == 0, "a word of the next frontier belongs to one thread");

/// A frontier's rows lie anywhere in memory, so they are asked for some vertices before their turn. Measured, 2
/// threads, scale 20, delta-stepping: uniform graph 225 ms against 318 without, Kronecker 148 against 189, road-like
/// grid 140 against 155; asking 4 and 8 ahead is slower by 5% on the first two.
inline constexpr std::size_t row_ahead = 2;
inline constexpr std::size_t bounds_ahead = 4;

/// Mean degree up to which rows are alike enough for a frontier to be split into equal shares.
inline constexpr EdgeId even_degree = 8;

/// What expanding so many vertices takes, in units of thread_grain; where nobody has counted their arcs, they are taken
/// to be as many as those of others.
inline std::uint64_t work_of(std::size_t vertices, EdgeId arcs, const Graph& graph) {
  if (arcs != Frontier::unknown_arcs) return vertices + arcs;
  return vertices == 0 ? 0 : vertices + vertices * graph.num_arcs() / graph.num_vertices();
}

/// Calls body(begin, end, thread) for the parts of a queue of `size` vertices, which take `work`. Where degrees are
/// low, as on a road network, each thread keeps to the part that it emitted itself: threads that took turns would pass
/// the cache lines of neighboring vertices back and forth, which costs more than all else (road-like grid, 2 threads:
/// 33 ns a vertex against 18). Where they are not, small chunks even out the work.
template <class Body>
void for_queue(std::size_t size, std::uint64_t work, const RunContext& context, Body&& body) {
  const int threads = threads_worth(work, thread_grain, context.threads);
  if (context.graph.num_arcs() <= even_degree * context.graph.num_vertices()) {
    parallel_shares(size, threads, body);
  } else {
    parallel_chunks(size, push_chunk, threads, body);
  }
}

/// A thread's own edge function, and its messages along one adjacency. (A copy, so that its pointers stay in registers:
/// behind a reference each arc would load them again. One alone: with a second one for receivers, personalised PageRank
/// took up to 1.2 times as long, road-like grid of scale 16, 2026-11-26.)
template <EdgeFunction F>
class Messages {
 public:
  Messages(const F& f, const Adjacency& arcs)
      : f_(f), neighbors_(arcs.neighbors.data()), offsets_(arcs.offsets.data()) {
    if constexpr (is_weighted<F>) {  // a graph without arcs may come without weights
      if (arcs.num_edges() > 0) weights_ = std::get<Array<WeightOf<F>>>(arcs.weights).data();
    }
  }

  [[nodiscard]] F& function() { return f_; }
  [[nodiscard]] EdgeId begin(VertexId row) const { return offsets_[row]; }
  [[nodiscard]] EdgeId end(VertexId row) const { return offsets_[row + 1]; }
  [[nodiscard]] VertexId neighbor(EdgeId e) const { return neighbors_[e]; }
  /// Asks memory for where a row lies, and for the beginning of the row; the processor's own prefetching does the rest.
  void prefetch_bounds(VertexId row) const { __builtin_prefetch(offsets_ + row); }
  void prefetch_row(VertexId row) const {
    constexpr EdgeId cache_line = 16;
    const EdgeId first = offsets_[row];
    const EdgeId last = std::min(offsets_[row + 1], first + 2 * cache_line);
    for (EdgeId e = first; e < last; e += cache_line) {
      __builtin_prefetch(neighbors_ + e);
      if constexpr (is_weighted<F>) __builtin_prefetch(weights_ + e);
    }
  }
  [[nodiscard]] bool sends(VertexId source) const requires HasSends<F> { return f_.sends(source); }
  [[nodiscard]] ValueOf<F> operator()(ArcEnds arc, [[maybe_unused]] EdgeId e) const {
    if constexpr (is_weighted<F>)
      return message_along(f_, arc, weights_[e]);
    else
      return message_along(f_, arc);
  }

 private:
  F f_;
  const VertexId* neighbors_;
  const EdgeId* offsets_;
  [[no_unique_address]] std::conditional_t<is_weighted<F>, const WeightOf<F>*, NoWeight> weights_{};
};

/// Where changed vertices go during a push: this thread's queue or buckets.
template <EdgeFunction F>
class Emitter {
 public:
  /// `marks`: the vertices listed already; null where repeats are welcome.
  Emitter(const CpuStep& step, RunContext& context, Bitmap* marks, int thread)
      : queue_(context.local_queue(thread)),
        buckets_(step.buckets),
        thread_(thread),
        marks_(marks),
        degrees_(step.count_arcs ? step.leaving().offsets.data() : nullptr) {}

  void operator()(const F& f, VertexId v) {
    if constexpr (HasPriority<F>) {
      if (buckets_ != nullptr) {
        buckets_->push(thread_, buckets_->bucket_of(priority_at(f, v)), v);
        return;
      }
    }
    if (marks_ != nullptr && !marks_->set_atomic(v)) return;
    queue_.push_back(v);
    if (degrees_ != nullptr) arcs_ += degrees_[v + 1] - degrees_[v];
  }
  [[nodiscard]] EdgeId arcs() const { return arcs_; }

 private:
  std::vector<VertexId>& queue_;
  Buckets* buckets_;
  int thread_;
  Bitmap* marks_;
  const EdgeId* degrees_;
  EdgeId arcs_ = 0;
};

/// Sends u's messages along its arcs [first, last). Inlined by force: it has two callers, and called out of line it
/// would reload the function's pointers for every arc.
template <EdgeFunction F>
[[gnu::always_inline]] inline void push_row(Messages<F>& messages, VertexId u, EdgeId first, EdgeId last,
                                            Emitter<F>& emit) {
  using Combine = typename F::Combine;
  F& f = messages.function();
  for (EdgeId e = first; e < last; ++e) {
    const VertexId v = messages.neighbor(e);
    if (!is_wanted(f, v)) continue;
    if (!combine_atomic<Combine>(f.cell(v), messages({u, v}, e))) continue;
    if constexpr (SettlesOnArrival<F>) {
      if (!arrive(f, v, relaxed_load(f.cell(v)))) continue;
    }
    emit(f, v);
  }
}

/// With a sum the total is known only once every message has arrived: update the vertices that were reached, and keep
/// those that join.
template <EdgeFunction F>
void settle_sums(const F& function, CpuStep& step, RunContext& context) {
  std::vector<VertexId> reached = context.gather_local_queues();
  std::vector<EdgeId> arcs(static_cast<std::size_t>(context.threads));
  for_queue(reached.size(), reached.size(), context, [&](std::size_t begin, std::size_t end, int thread) {
    F f = function;
    std::vector<VertexId>& queue = context.local_queue(thread);
    for (std::size_t i = begin; i < end; ++i) {
      const VertexId v = reached[i];
      if (!settle(f, v)) continue;
      queue.push_back(v);
      arcs[static_cast<std::size_t>(thread)] += step.leaving().degree(v);
    }
  });
  for (const VertexId v : reached) context.marks().clear(v);
  step.yield(Frontier::of(context.gather_local_queues()), std::accumulate(arcs.begin(), arcs.end(), EdgeId{0}));
}

/// Splits a queue's arcs into equal shares and calls body(first entry, arc within its row, arcs to take).
class EdgeShares {
 public:
  EdgeShares(const Adjacency& arcs, std::span<const VertexId> queue) : starts_(queue.size() + 1) {
    for (std::size_t i = 0; i < queue.size(); ++i) starts_[i + 1] = starts_[i] + arcs.degree(queue[i]);
  }
  [[nodiscard]] EdgeId total() const { return starts_.back(); }
  /// Calls body(entry, first, last) for the pieces of rows that make up the arcs [begin, end) of the concatenated rows.
  template <class Body>
  void visit(EdgeId begin, EdgeId end, Body&& body) const {
    auto entry =
        static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), begin) - starts_.begin()) - 1;
    for (; begin < end; ++entry) {
      const EdgeId last = std::min(end, starts_[entry + 1]);
      if (last > begin) body(entry, begin - starts_[entry], last - starts_[entry]);
      begin = last;
    }
  }

 private:
  std::vector<EdgeId> starts_;
};

/// Push: the frontier's vertices send along their arcs; receivers combine atomically and join when they change.
template <EdgeFunction F>
void push(CpuStep& step, RunContext& context) {
  const F function = *static_cast<const F*>(step.function);
  const auto queue = step.from->queue();
  const Adjacency& arcs = step.sources();
  if constexpr (!F::Combine::idempotent) step.dedup = true;       // a sum's receivers are settled once each
  Bitmap* const marks = step.dedup ? &context.marks() : nullptr;  // made here: threads would make one each
  std::vector<EdgeId> emitted_arcs(static_cast<std::size_t>(context.threads));
  step.frontier_arcs = 0;

  const auto expand = [&](std::size_t begin, std::size_t end, int thread) {
    Messages<F> messages(function, arcs);
    Emitter<F> emit(step, context, marks, thread);
    EdgeId expanded = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const VertexId u = queue[i];
      if (i + bounds_ahead < end) {
        messages.prefetch_bounds(queue[i + bounds_ahead]);
        if constexpr (HasSends<F>) __builtin_prefetch(&messages.function().cell(queue[i + bounds_ahead]));
      }
      if (i + row_ahead < end) messages.prefetch_row(queue[i + row_ahead]);
      if constexpr (HasSends<F>) {
        if (!messages.sends(u)) continue;
      }
      push_row(messages, u, messages.begin(u), messages.end(u), emit);
      expanded += messages.end(u) - messages.begin(u);
    }
    std::atomic_ref(step.frontier_arcs).fetch_add(expanded, std::memory_order_relaxed);
    emitted_arcs[static_cast<std::size_t>(thread)] += emit.arcs();
  };
  const auto expand_shares = [&](const EdgeShares& shares) {
    const EdgeId chunk = std::max<EdgeId>(4096, shares.total() / (static_cast<EdgeId>(context.threads) * 16));
    step.frontier_arcs = shares.total();
    parallel_chunks(shares.total(), chunk, context.threads, [&](std::size_t begin, std::size_t end, int thread) {
      Messages<F> messages(function, arcs);
      Emitter<F> emit(step, context, marks, thread);
      shares.visit(begin, end, [&](std::size_t entry, EdgeId first, EdgeId last) {
        const VertexId u = queue[entry];
        if constexpr (HasSends<F>) {
          if (!messages.sends(u)) return;
        }
        push_row(messages, u, messages.begin(u) + first, messages.begin(u) + last, emit);
      });
      emitted_arcs[static_cast<std::size_t>(thread)] += emit.arcs();
    });
  };

  if (step.balance_edges) {
    expand_shares(EdgeShares(arcs, queue));
  } else {
    for_queue(queue.size(), work_of(queue.size(), step.from->arcs, context.graph), context, expand);
  }

  if (!context.graph_part.is_whole()) step.read_arcs = std::exchange(step.frontier_arcs, Frontier::unknown_arcs);
  if (step.buckets != nullptr) return;
  if constexpr (!F::Combine::idempotent) return settle_sums(function, step, context);
  const EdgeId emitted = std::accumulate(emitted_arcs.begin(), emitted_arcs.end(), EdgeId{0});
  step.yield(Frontier::of(context.gather_local_queues()), step.count_arcs ? emitted : Frontier::unknown_arcs);
  if (step.dedup) {
    for (const VertexId v : step.to.queue()) context.marks().clear(v);
  } else {
    step.to.repeats = !takes_any<typename F::Combine>;
  }
}

/// F's messages are read from every arc of a row, and of every row: nobody refuses them, and none is enough.
template <EdgeFunction F>
inline constexpr bool reads_whole_rows = !HasWants<F> && !takes_any<typename F::Combine>;

/// Combines the messages of the neighbors of v that `member` accepts and that send. The caller owns v: no atomics.
template <EdgeFunction F, class Member>
ValueOf<F> pull_row(const Messages<F>& messages, VertexId v, const Member& member) {
  using Combine = typename F::Combine;
  auto combined = Combine::template identity<ValueOf<F>>();
  const EdgeId end = messages.end(v);
  for (EdgeId e = messages.begin(v); e < end; ++e) {
    const VertexId u = messages.neighbor(e);
    if (!member(u)) continue;
    if constexpr (HasSends<F>) {
      if (!messages.sends(u)) continue;
    }
    combined = Combine::combine(combined, messages({u, v}, e));
    if constexpr (takes_any<Combine>) {
      if (combined != Any::identity<ValueOf<F>>()) break;
    }
  }
  return combined;
}

/// Vertices that join, and the arcs that leave them. Counted one by one: afterwards, run by run of a word's, both pulls
/// of a search took 0.92 ms in place of 0.82 (Kronecker graph of scale 16, one core of an Intel Xeon, 2026-11-28).
struct JoinedVertices {
  std::uint64_t vertices = 0;
  EdgeId arcs = 0;
};

template <EdgeFunction F, class Member>
void pull_into_bitmap(CpuStep& step, RunContext& context, const Member& member) {
  const F function = *static_cast<const F*>(step.function);
  const Adjacency& arcs = step.receivers();
  const VertexRange own = context.graph_part.own();
  const EdgeId* const offsets = step.leaving().offsets.data();
  Bitmap next = context.take_bitmap();
  const auto words = next.words();
  std::vector<JoinedVertices> joined(static_cast<std::size_t>(context.threads));
  // Chunks begin where words do.
  const VertexId start = own.first / Bitmap::bits_per_word * Bitmap::bits_per_word;
  parallel_chunks(own.last - start, pull_chunk, context.threads, [&](std::size_t begin, std::size_t end, int thread) {
    Messages<F> messages(function, arcs);
    F& f = messages.function();
    const Member own_member = member;
    JoinedVertices more;
    const VertexId last = start + static_cast<VertexId>(end);
    for (VertexId v = std::max(own.first, start + static_cast<VertexId>(begin)); v < last; ++v) {
      if (!is_wanted(f, v)) continue;
      if (!receive(f, v, pull_row<F>(messages, v, own_member))) continue;
      words[v / Bitmap::bits_per_word] |= Bitmap::Word{1} << (v % Bitmap::bits_per_word);
      ++more.vertices;
      more.arcs += offsets[v + 1] - offsets[v];
    }
    joined[static_cast<std::size_t>(thread)].vertices += more.vertices;
    joined[static_cast<std::size_t>(thread)].arcs += more.arcs;
  });
  JoinedVertices all;
  for (const JoinedVertices& of_thread : joined) {
    all.vertices += of_thread.vertices;
    all.arcs += of_thread.arcs;
  }
  step.yield(Frontier::of(std::move(next), all.vertices), all.arcs);
  // Nobody counts what was read, which would take time in every row. Where rows may be left, one arc for each that
  // joins is certain.
  step.read_arcs = reads_whole_rows<F> ? arcs.num_edges() : step.to.size();
}

/// Pull: every vertex that wants values combines those of its neighbors in the frontier (a bitmap, or all).
template <EdgeFunction F>
void pull(CpuStep& step, RunContext& context) {
  if (step.from->kind() == Frontier::Kind::all) {
    pull_into_bitmap<F>(step, context, EveryVertex{});
  } else {
    const Bitmap::Word* const active = step.from->bitmap().words().data();
    pull_into_bitmap<F>(step, context, [active](VertexId u) {
      return (active[u / Bitmap::bits_per_word] >> (u % Bitmap::bits_per_word) & 1) != 0;
    });
  }
}

/// Vertices a thread takes at a time of all. Where degrees are low, more: with an update in place, a core is writing
/// the neighbors that lie in the next chunk (PageRank in place, road-like grid, 2 threads: 182 ms against 198, and up
/// to 290 at times). The same for any number of threads, as sums are cut there.
inline std::size_t reduce_chunk(const Graph& graph) {
  const std::size_t n = graph.num_vertices();
  if (graph.num_arcs() > even_degree * n) return pull_chunk;
  return std::clamp<std::size_t>(n / 256, pull_chunk, 16 * pull_chunk);
}

/// Pull over all edges; what update returns is added up in an order that no thread count changes.
template <EdgeFunction F>
void pull_reduce(CpuStep& step, RunContext& context) {
  const F function = *static_cast<const F*>(step.function);
  const Adjacency& arcs = step.receivers();
  const VertexRange own = context.graph_part.own();
  const std::size_t chunk_size = reduce_chunk(context.graph);
  std::vector<double> partial((own.size() + chunk_size - 1) / chunk_size);
  parallel_tasks(partial.size(), context.threads, [&](std::size_t chunk) {
    Messages<F> messages(function, arcs);
    F& f = messages.function();
    const VertexId begin = own.first + static_cast<VertexId>(chunk * chunk_size);
    const auto end = static_cast<VertexId>(std::min<std::size_t>(own.last, begin + chunk_size));
    double sum = 0;
    for (VertexId v = begin; v < end; ++v) {
      if (!is_wanted(f, v)) continue;
      sum += receive_term(f, v, pull_row<F>(messages, v, EveryVertex{}));
    }
    partial[chunk] = sum;
  });
  if constexpr (!reads_whole_rows<F>) step.read_arcs = 0;  // or more
  step.reduced = std::accumulate(partial.begin(), partial.end(), 0.0);
}

/// Gather: the vertices of the queue combine the messages of the vertices that their arcs lead to.
template <EdgeFunction F>
void gather(CpuStep& step, RunContext& context) {
  const F function = *static_cast<const F*>(step.function);
  const auto queue = step.from->queue();
  const VertexRange own = context.graph_part.own();
  const std::uint64_t work = work_of(queue.size(), step.from->arcs, context.graph);
  for_queue(queue.size(), work, context, [&](std::size_t begin, std::size_t end, int) {
    Messages<F> messages(function, step.gatherers());
    F& f = messages.function();
    for (std::size_t i = begin; i < end; ++i) {
      if (!own.contains(queue[i]) || !is_wanted(f, queue[i])) continue;
      receive(f, queue[i], pull_row<F>(messages, queue[i], EveryVertex{}));
    }
  });
  if constexpr (!reads_whole_rows<F>) step.read_arcs = 0;  // or more
}

}  // namespace mg::sparse
