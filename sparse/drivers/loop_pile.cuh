// Later buckets of a loop that stays on the device: one pile for all of them, and a second one for what is still later
// when the first is split (the near and far piles of Davidson et al., "Work-efficient parallel GPU methods for
// single-source shortest paths", IPDPS 2014).
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/warp.cuh"
#include "engine/priority.hpp"
#include "sparse/drivers/loop_arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// As a thread of the team sees it. What it appends it appends together with its warp.
class LoopPile {
 public:
  explicit LoopPile(const LoopArguments& arguments)
      : arguments_(arguments), bucket_(arguments.state->bucket), pile_(arguments.state->pile) {}

  /// The bucket in turn.
  [[nodiscard]] std::size_t bucket() const { return bucket_; }
  [[nodiscard]] bool is_empty() const { return relaxed_load(arguments_.state->far[pile_]) == 0; }

  /// Whether a vertex with that value is of a later bucket, of which the smallest is noted.
  template <class F>
  [[nodiscard]] bool is_later(const F& f, ValueOf<F> value) {
    const std::size_t bucket = bucket_of(priority_of(f, value), arguments_.inverse_delta);
    if (bucket <= bucket_) return false;
    if (bucket < next_bucket_) {
      next_bucket_ = bucket;
      note_next(pile_, bucket);
    }
    return true;
  }
  /// Appends a vertex, unless it waits already.
  void push(bool waits, VertexId v) {
    waits = waits && relaxed_load(arguments_.waiting[v]) == 0 && atomicExch(arguments_.waiting + v, 1U) == 0;
    append(waits, v, pile_);
  }

  /// The next bucket leaves the pile, the rest goes to the other one: calls take(joins, v) with those of that bucket.
  /// Entries of earlier buckets are stale: their vertices were expanded when they improved.
  template <class Team, class F, class Take>
  void split(const Team& team, const F& f, const Take& take) {
    const std::uint64_t size = relaxed_load(arguments_.state->far[pile_]);
    bucket_ = relaxed_load(arguments_.state->next_bucket[pile_]);
    unsigned long long next = ~0ULL;
    for (std::uint64_t first = team.rank() & ~(warp_size - 1); first < size; first += team.threads()) {
      const std::uint64_t i = first + lane_id();
      const bool exists = i < size;
      const VertexId v = exists ? arguments_.piles[pile_][i] : 0;
      const std::size_t bucket = exists ? bucket_of(priority_at(f, v), arguments_.inverse_delta) : 0;
      const bool stays = exists && bucket > bucket_;
      if (stays && bucket < next) next = bucket;
      if (exists && !stays) relaxed_store(arguments_.waiting[v], 0U);
      append(stays, v, 1 - pile_);
      take(exists && bucket == bucket_, v);
    }
    next = combine_warp<Min>(next);
    if (lane_id() == 0 && next != ~0ULL) note_next(1 - pile_, next);
  }
  /// After a barrier: the other pile takes the place of the one that was split, which one thread empties.
  void turn(bool empties) {
    if (empties) {
      relaxed_store(arguments_.state->far[pile_], std::uint64_t{0});
      relaxed_store(arguments_.state->next_bucket[pile_], ~std::uint64_t{0});
    }
    next_bucket_ = ~std::size_t{0};
    pile_ = 1 - pile_;
  }

  /// Leaves what the loop goes on with; one thread does.
  void save() const {
    arguments_.state->bucket = bucket_;
    arguments_.state->pile = pile_;
  }

 private:
  void note_next(unsigned pile, std::size_t bucket) const {
    atomicMin(reinterpret_cast<unsigned long long*>(arguments_.state->next_bucket + pile),
              static_cast<unsigned long long>(bucket));
  }
  void append(bool joins, VertexId v, unsigned pile) const {
    const unsigned joining = __ballot_sync(all_lanes, joins);
    if (joining == 0) return;
    unsigned long long first = 0;
    if (lane_id() == 0) {
      first = atomicAdd(reinterpret_cast<unsigned long long*>(arguments_.state->far + pile),
                        static_cast<unsigned long long>(__popc(joining)));
    }
    first = __shfl_sync(all_lanes, first, 0);
    if (joins) arguments_.piles[pile][first + __popc(joining & lanes_below())] = v;
  }

  const LoopArguments& arguments_;
  std::size_t bucket_;
  std::size_t next_bucket_ = ~std::size_t{0};  ///< the smallest that this thread has noted
  unsigned pile_;
};

}  // namespace mg::sparse
