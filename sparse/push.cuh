// Push on a GPU: the frontier's vertices send along their arcs. This file holds what happens at an arc; the balancers,
// which decide who follows which arc, are beside it.
#pragma once

#include "engine/edge_function.hpp"
#include "engine/emit.cuh"
#include "engine/priority.hpp"
#include "sparse/arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// Where vertices go whose cell has changed.
enum class Target : unsigned char {
  queue,       ///< the next frontier, after update has said yes
  candidates,  ///< a list of those to settle, for sums: update waits until all terms are there
  buckets,     ///< the next frontier or the pile of later buckets, by priority
};

/// Follows arcs for one block: combines at the receivers and collects those that join. `capacity` bounds the arcs that
/// are followed between flushes.
template <class F, class Offset, Target target, Listing listing, unsigned capacity>
class PushVisitor {
 public:
  using Near = BlockQueue<Offset, listing, capacity>;
  using Far = BlockQueue<Offset, Listing::once_by_nature, target == Target::buckets ? capacity : 1>;

  struct Storage {
    typename Near::Storage near;
    typename Far::Storage far;
    unsigned long long next_bucket;
  };

  PushVisitor(Storage& storage, const PushArguments& arguments, const F& f)
      : f_(f),
        messages_(arguments.rows),
        pile_(arguments.far),
        storage_(storage),
        near_(storage.near, arguments.emission),
        far_(storage.far, arguments.far.staying) {
    if (threadIdx.x == 0) storage_.next_bucket = ~0ULL;
  }

  [[nodiscard]] bool sends(VertexId u) const {
    if constexpr (HasSends<F>) return f_.sends(u);
    return true;
  }
  [[nodiscard]] Offset begin(VertexId u) const { return messages_.begin(u); }
  [[nodiscard]] Offset end(VertexId u) const { return messages_.end(u); }

  /// The arc at position e of u's row.
  void operator()(VertexId u, Offset e) {
    const VertexId v = __ldg(messages_.neighbors + e);
    if constexpr (HasWants<F>) {
      if (!f_.wants(v)) return;
    }
    const auto value = messages_(f_, u, e);
    if (!combine_atomic<typename F::Combine>(f_.cell(v), value)) return;
    if constexpr (target == Target::candidates) {
      near_.add(v);
    } else {
      if constexpr (HasUpdate<F>) {
        if (!f_.update(v, value)) return;
      }
      if constexpr (target == Target::buckets) {
        add_to_bucket(v);
      } else {
        near_.add(v);
      }
    }
  }

  /// All threads of the block, after a barrier that follows the last visit.
  void flush() {
    near_.flush();
    if constexpr (target == Target::buckets) flush_far();
  }

 private:
  void add_to_bucket(VertexId v) {
    const std::size_t bucket = bucket_of(f_.priority(v), pile_.inverse_delta);
    if (bucket <= pile_.current) return near_.add(v);
    atomicMin(&storage_.next_bucket, static_cast<unsigned long long>(bucket));
    if (relaxed_load(pile_.waiting[v]) != 0 || atomicExch(pile_.waiting + v, 1U) != 0) return;
    far_.add(v);
  }

  void flush_far() {
    far_.flush();
    if (threadIdx.x == 0 && storage_.next_bucket != ~0ULL) {
      atomicMin(reinterpret_cast<unsigned long long*>(pile_.next_bucket), storage_.next_bucket);
    }
  }

  F f_;
  Messages<F, Offset> messages_;
  const FarPile& pile_;
  Storage& storage_;
  Near near_;
  Far far_;
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
      if constexpr (HasUpdate<F>) joins = joins && f.update(v, f.cell(v));
      append_block<Offset>(arguments.emission, v, joins);
    }
  }
};

}  // namespace mg::sparse
