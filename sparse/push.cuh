// Push on a GPU: the frontier's vertices send along their arcs. This file holds what happens at an arc; the balancers,
// which decide who follows which arc of compressed rows, and the other layouts' ways to follow arcs are beside it.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "engine/priority.hpp"
#include "engine/receive.hpp"
#include "sparse/arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// Where vertices go whose cell has changed.
enum class Target : unsigned char {
  queue,       ///< the next frontier, after update has said yes
  candidates,  ///< a list of those to settle, for sums: update waits until all terms are there
  buckets,     ///< the next frontier or the pile of later buckets, by priority
};

/// Where the arcs of rows lead, at their positions: as compressed rows have it.
class StoredTargets {
 public:
  explicit StoredTargets(const PushArguments& arguments) : neighbors_(arguments.rows.neighbors) {}
  template <class Offset>
  VertexId operator()(Offset e) const {
    return __ldg(neighbors_ + e);
  }

 private:
  const VertexId* neighbors_;
};

/// F along rows of a layout that tells by `Targets` where arcs lead.
template <class F, class Targets>
struct Decoded : F {};

template <class F>
struct TargetsIn {
  using type = StoredTargets;
};
template <class F, class Targets>
struct TargetsIn<Decoded<F, Targets>> {
  using type = Targets;
};

/// Follows arcs for one block: combines at the receivers and collects those that join. Where vertices are collected in
/// shared memory, at most `capacity` arcs are followed between two calls of make_room() or flush().
template <class F, class Offset, Target target, Listing listing, Emit emit, unsigned capacity>
class PushVisitor {
 public:
  using Near = Collector<emit, Offset, listing, capacity>;
  static constexpr Emit far_emit = is_queue(emit) ? emit : Emit::queue_by_warp;
  using Far = Collector<far_emit, Offset, Listing::once_by_nature, target == Target::buckets ? capacity : 1>;
  static constexpr bool bounded = Near::bounded;

  struct Storage {
    typename Near::Storage near;
    typename Far::Storage far;
    typename History<listing>::Storage history;
    unsigned long long next_bucket;
  };

  /// A barrier follows before the first visit.
  PushVisitor(Storage& storage, const PushArguments& arguments, const F& f)
      : f_(f),
        messages_(arguments.rows),
        targets_(arguments),
        arguments_(arguments),
        storage_(storage),
        history_(storage.history),
        near_(storage.near, arguments.emission),
        far_(storage.far, arguments.far.staying) {
    if (threadIdx.x == 0) storage_.next_bucket = ~0ULL;
  }

  /// The vertex of an entry of the frontier; no_vertex where none sends.
  [[nodiscard]] VertexId sender(std::uint64_t entry) const {
    if (entry >= arguments_.size) return no_vertex;
    const VertexId u = arguments_.queue == nullptr ? static_cast<VertexId>(entry) : arguments_.queue[entry];
    return sends(u) ? u : no_vertex;
  }
  [[nodiscard]] bool sends(VertexId u) const {
    if (arguments_.from.cells != nullptr && !contains(arguments_.from, u)) return false;
    if constexpr (HasSends<F>) return f_.sends(u);
    return true;
  }
  [[nodiscard]] Offset begin(VertexId u) const { return messages_.begin(u); }
  [[nodiscard]] Offset end(VertexId u) const { return messages_.end(u); }
  [[nodiscard]] VertexId target_at(Offset e) const { return targets_(e); }
  [[nodiscard]] ValueOf<F> message(ArcEnds arc, Offset e) const { return messages_(f_, arc, e); }

  /// The arc at position e of u's row, where there is one. All lanes of a warp call it together.
  void operator()(VertexId u, Offset e, bool exists) {
    VertexId v = 0;
    Place place = Place::nowhere;
    if (exists) {
      v = targets_(e);
      if (wanted(v)) place = receive(v, message({u, v}, e));
    }
    collect(v, place);
  }
  /// A value for v, combined of several arcs' messages. All lanes of a warp call it together.
  void deliver(VertexId v, ValueOf<F> value, bool exists) {
    collect(v, exists && wanted(v) ? receive(v, value) : Place::nowhere);
  }
  /// Several arcs; their receivers are asked together, so that a thread waits for memory once.
  template <unsigned count>
  void operator()(const VertexId (&u)[count], const Offset (&e)[count], bool (&exists)[count]) {
    VertexId v[count];
    for (unsigned i = 0; i < count; ++i) v[i] = exists[i] ? targets_(e[i]) : 0;
    for (unsigned i = 0; i < count; ++i) exists[i] = exists[i] & wanted(v[i]);
    for (unsigned i = 0; i < count; ++i)
      collect(v[i], exists[i] ? receive(v[i], message({u[i], v[i]}, e[i])) : Place::nowhere);
  }

  /// All threads of the block, after a barrier: `coming` more arcs can be followed.
  void make_room(unsigned coming) {
    near_.make_room(coming);
    if constexpr (target == Target::buckets) far_.make_room(coming);
  }

  /// All threads of the block, after a barrier that follows the last visit.
  void flush() {
    near_.flush();
    if constexpr (target == Target::buckets) {
      far_.flush();
      if (threadIdx.x == 0 && storage_.next_bucket != ~0ULL) {
        atomicMin(reinterpret_cast<unsigned long long*>(arguments_.far.next_bucket), storage_.next_bucket);
      }
    }
  }

 private:
  enum class Place : unsigned char { nowhere, near, far };

  [[nodiscard]] bool wanted(VertexId v) const { return is_wanted(f_, v); }

  void collect(VertexId v, Place place) {
    near_.add(v, place == Place::near);
    if constexpr (target == Target::buckets) far_.add(v, place == Place::far);
  }

  Place receive(VertexId v, ValueOf<F> value) {
    if (!combine(v, value)) return Place::nowhere;
    if constexpr (target == Target::candidates) {
      return Place::near;
    } else {
      if constexpr (SettlesOnArrival<F>) {
        if (!arrive(f_, v, value)) return Place::nowhere;
      }
      if constexpr (target == Target::buckets) return place_by_priority(v);
      return Place::near;
    }
  }

  /// True when the value has changed v's cell, which the block has not listed for that just now.
  bool combine(VertexId v, ValueOf<F> value) {
    using Combine = typename F::Combine;
    if constexpr (listing == Listing::culled && takes_any<Combine>) {
      return combine_racing<Combine>(f_.cell(v), value) && history_.admits(v);
    } else {
      return combine_atomic<Combine>(f_.cell(v), value);
    }
  }

  Place place_by_priority(VertexId v) {
    const FarPile& pile = arguments_.far;
    const std::size_t bucket = bucket_of(priority_at(f_, v), pile.inverse_delta);
    if (bucket <= pile.current) return Place::near;
    atomicMin(&storage_.next_bucket, static_cast<unsigned long long>(bucket));
    const bool waits = relaxed_load(pile.waiting[v]) != 0 || atomicExch(pile.waiting + v, 1U) != 0;
    return waits ? Place::nowhere : Place::far;
  }

  F f_;
  Messages<F, Offset> messages_;
  typename TargetsIn<F>::type targets_;
  const PushArguments& arguments_;
  Storage& storage_;
  History<listing> history_;
  Near near_;
  Far far_;
};

/// F, of which runs of arcs are the senders: rows of a list, each with the vertex that sends along it.
template <class F>
struct RunsOf {
  F f;
};

/// What a balancer that goes through rows is given in place of vertices' rows: runs of PushArguments::sources.
template <class F, class Offset, Target target, Listing listing, Emit emit, unsigned capacity>
class PushVisitor<RunsOf<F>, Offset, target, listing, emit, capacity>
    : public PushVisitor<F, Offset, target, listing, emit, capacity> {
 public:
  using Base = PushVisitor<F, Offset, target, listing, emit, capacity>;
  using typename Base::Storage;

  PushVisitor(Storage& storage, const PushArguments& arguments, const RunsOf<F>& runs)
      : Base(storage, arguments, runs.f), arguments_(arguments), sources_(arguments.sources) {}

  /// The run of an entry; no_vertex where its source does not send.
  [[nodiscard]] VertexId sender(std::uint64_t entry) const {
    if (entry >= arguments_.size) return no_vertex;
    const VertexId run = arguments_.queue == nullptr ? static_cast<VertexId>(entry) : arguments_.queue[entry];
    return sends(run) ? run : no_vertex;
  }
  [[nodiscard]] bool sends(VertexId run) const { return Base::sends(__ldg(sources_ + run)); }

  void operator()(VertexId run, Offset e, bool exists) {
    Base::operator()(exists ? __ldg(sources_ + run) : 0, e, exists);
  }
  template <unsigned count>
  void operator()(const VertexId (&runs)[count], const Offset (&e)[count], bool (&exists)[count]) {
    VertexId u[count];
    for (unsigned i = 0; i < count; ++i) u[i] = exists[i] ? __ldg(sources_ + runs[i]) : 0;
    Base::operator()(u, e, exists);
  }

 private:
  const PushArguments& arguments_;
  const VertexId* sources_;
};

/// A balancer along runs.
template <template <class, class, Target, Listing, unsigned, Emit> class Push>
struct OfRuns {
  template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
  struct Along {
    using Arguments = PushArguments;
    using Function = F;
    using Pushed = Push<RunsOf<F>, Offset, target, listing, cta, emit>;
    static constexpr unsigned threads = Pushed::threads;

    static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
      Pushed::run(arguments, {f}, block);
    }
  };
};

/// A balancer along rows of which a layout's own device code tells where arcs lead.
template <template <class, class, Target, Listing, unsigned, Emit> class Push, class Targets>
struct Decoding {
  template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
  struct Along {
    using Arguments = PushArguments;
    using Function = F;
    using Pushed = Push<Decoded<F, Targets>, Offset, target, listing, cta, emit>;
    static constexpr unsigned threads = Pushed::threads;

    static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
      Pushed::run(arguments, {f}, block);
    }
  };
};

/// Calls f.update for the vertices that received terms of a sum, and lists those that join.
template <class F, class Offset>
struct Settle {
  using Arguments = SettleArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t size = *arguments.num_candidates >> arguments.emission.arc_bits;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < size;
         first += std::uint64_t{gridDim.x} * threads) {
      const std::uint64_t i = first + threadIdx.x;
      const VertexId v = i < size ? arguments.candidates[i] : 0;
      bool joins = i < size;
      joins = joins && settle(f, v);
      append_block<Offset>(arguments.emission, v, joins);
    }
  }
};

/// F with places of a layout's, one an arc, in place of its cells: what senders leave there, an agent of the layout's
/// combines and hands over. `receivers` says where a place's arc leads; null: places are the receivers.
template <class F>
struct LeaveMessages {
  using Value = ValueOf<F>;
  using Weight = WeightOf<F>;
  using Combine = typename F::Combine;
  F f;
  Value* places;
  const VertexId* receivers;

  [[nodiscard]] Value message(ArcEnds arc) const requires(!is_weighted<F>) { return message_along(f, ends_of(arc)); }
  [[nodiscard]] Value message(ArcEnds arc, Weight weight) const requires(is_weighted<F>) {
    return message_along(f, ends_of(arc), weight);
  }
  [[nodiscard]] Value& cell(VertexId place) { return places[place]; }
  [[nodiscard]] bool sends(VertexId u) const requires HasSends<F> { return f.sends(u); }

 private:
  [[nodiscard]] ArcEnds ends_of(ArcEnds arc) const {
    if constexpr (HasArcMessage<F>) {
      if (receivers != nullptr) arc.receiver = receivers[arc.receiver];
    }
    return arc;
  }
};

/// A balancer along rows that name an arc's place instead of where it leads.
template <template <class, class, Target, Listing, unsigned, Emit> class Push>
struct IntoMessages {
  template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
  struct Along {
    using Arguments = PushArguments;
    using Function = F;
    using Pushed = Push<LeaveMessages<F>, Offset, Target::queue, Listing::once_by_nature, cta, Emit::nothing>;
    static constexpr unsigned threads = Pushed::threads;

    static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
      Pushed::run(arguments, {f, static_cast<ValueOf<F>*>(arguments.messages), arguments.receivers}, block);
    }
  };
};

/// The same with cells of the step's own, one a vertex: for reductions, whose functions have none.
template <class F>
struct Accumulate : LeaveMessages<F> {
  [[nodiscard]] bool wants(VertexId v) const requires SaysWants<F> { return this->f.wants(v); }
};

/// A push from all vertices into such cells, by any of the agents that push.
template <class F, class Offset, unsigned cta, template <class, class, Target, Listing, unsigned, Emit> class Push>
struct PushIntoCells {
  using Function = F;
  using Pushed = Push<Accumulate<F>, Offset, Target::queue, Listing::once_by_nature, cta, Emit::nothing>;
  using Arguments = typename Pushed::Arguments;
  static constexpr unsigned threads = Pushed::threads;

  static void run(const Arguments& arguments, F f) {
    Pushed::run(arguments, {{f, static_cast<ValueOf<F>*>(arguments.cells)}});
  }
};

}  // namespace mg::sparse
