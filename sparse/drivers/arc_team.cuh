// The blocks of a cluster that share a search's frontier as a list of arcs (sparse/drivers/search_loop.cuh).
//
// What a level costs beside its reads of memory is the meeting of the blocks. Here each tells every other how many arcs
// it has listed, and each warp adds up by itself what they have told: nothing is put down for the threads of a block to
// read after they have met once more.
#pragma once

#include "sparse/drivers/loop_lists.cuh"
#include "sparse/drivers/loop_team.cuh"

namespace mg::sparse {

class ArcTeam {
 public:
  /// BFS with 512, 768 and 1024 on an H200 (2026-11-23), ms: road-like 15.4, 14.2, 14.8; OpenStreetMap's Luxembourg,
  /// whose levels are narrow, 1.37, 1.48, 1.55.
  static constexpr unsigned block_threads = at_most(768);

  /// What a block tells.
  struct alignas(16) Tally {
    std::uint32_t listed;
    std::uint32_t spilled;
    std::uint32_t unused[2];
  };
  /// Of the frontier in the making, and of the one before, in turns.
  struct Storage {
    Tally tallies[2][cluster_blocks];
    cluster::Mailbox boxes[2];
    unsigned pushed[2];                   ///< by the block
    unsigned starts[cluster_blocks + 1];  ///< of each block's arcs among all; where they are shared
  };

  ArcTeam(Storage& storage, const LoopArguments& arguments)
      : storage_(storage), arguments_(arguments), block_(cluster::block()) {
    if (threadIdx.x < 2) storage_.pushed[threadIdx.x] = 0;
    if (threadIdx.x == 0) cluster::open(storage_.boxes);
    cluster::wait();  // nobody sends to a block that has not begun
  }

  [[nodiscard]] unsigned rank() const { return rank_across(block_, cluster_blocks); }
  [[nodiscard]] static unsigned threads() { return cluster_blocks * block_threads; }
  /// Arcs of the frontier.
  [[nodiscard]] unsigned size() const { return size_; }

  /// Calls f(arc) for the frontier's, each by one thread of the team; all lanes of a warp together, with arcs that lead
  /// to no_vertex where there are none left. Each block follows what it has listed itself where all have about as much.
  template <class F>
  void for_each(const F& f) const {
    const unsigned end = is_even_ ? listed_ : size_;
    const unsigned step = is_even_ ? block_threads : threads();
    for (unsigned first = (is_even_ ? threadIdx.x : rank()) & ~(warp_size - 1); first < end; first += step) {
      const unsigned i = first + lane_id();
      SearchArc arc{no_vertex, no_vertex};
      if (i < end) arc = is_even_ ? list(front())[i] : shared_arc(i);
      f(arc);
    }
  }

  /// Adds some a lane to the next frontier. All lanes of a warp call it together.
  template <unsigned n>
  void push(const bool (&joins)[n], const SearchArc (&arcs)[n]) {
    unsigned places[n];
    const bool has_room = take_places(storage_.pushed[back()], joins, places) <= room;
    for (unsigned j = 0; j < n; ++j) {
      if (joins[j] && (has_room || places[j] < room)) list(back())[places[j]] = arcs[j];
    }
    if (has_room) [[likely]]
      return;
    for (unsigned j = 0; j < n; ++j) {
      if (joins[j] && places[j] >= room)
        spill_list(back())[atomicAdd(arguments_.state->spilled + back(), 1U)] = arcs[j];
    }
  }

  /// What was pushed becomes the frontier of all, who need not see what else was written. Meanwhile `ahead` is called
  /// for the first arcs that the block has pushed.
  template <class Ahead>
  void flip(const Ahead& ahead) {
    __syncthreads();
    const unsigned pushed = storage_.pushed[back()];
    listed_ = pushed < room ? pushed : room;
    if (warp_id() == last_warp) {
      tell({listed_, pushed - listed_, {}});
    } else if (threadIdx.x < listed_) {
      ahead(list(back())[threadIdx.x]);
    }
    cluster::Mailbox* const box = &storage_.boxes[back()];
    if (spilled_ == 0) {
      cluster::await_shared(box, flips_ / 2);
    } else {
      cluster::await(box, flips_ / 2);
    }
    ++flips_;
    add_up(storage_.tallies[front()][lane_id() % cluster_blocks]);
  }

  /// Leaves the frontier for the host.
  template <class Offset>
  void leave() {
    number_arcs();
    leave_queue<Offset, true>(*this, arguments_, [this](std::uint64_t i) { return shared_arc(i).from; });
  }
  static void wait() { cluster::wait(); }

 private:
  static constexpr unsigned room = arc_list_bytes / sizeof(SearchArc);
  /// Which tells. Its fence waits for what the warp itself has asked memory for, and it mostly has no arc to follow.
  static constexpr unsigned last_warp = block_threads / warp_size - 1;

  [[nodiscard]] unsigned back() const { return flips_ % 2; }
  [[nodiscard]] unsigned front() const { return 1 - back(); }
  [[nodiscard]] static SearchArc* list(unsigned which) { return dynamic_shared<SearchArc>() + which * room; }
  [[nodiscard]] SearchArc* spill_list(unsigned which) const {
    return static_cast<SearchArc*>(arguments_.entries[which]);
  }

  /// By one warp of each block, when all of it have come. That all blocks have told is the barrier: who tells of one
  /// frontier has received what all told of the one before, so that two boxes in turns are enough. What threads have
  /// read of other blocks' lists has decided where they went since, so that the owners may write there.
  void tell(const Tally& own) {
    const unsigned lane = lane_id();
    cluster::Mailbox* const box = &storage_.boxes[back()];
    if (lane == 0) {
      storage_.pushed[front()] = 0;
      if (spilled_ != 0 && block_ == 0) relaxed_store(arguments_.state->spilled[front()], 0U);
    }
    __syncwarp();
    if (spilled_ == 0 && own.spilled == 0) {
      cluster::fence_shared();
    } else {
      cluster::fence();
    }
    if (lane < cluster_blocks) {
      const std::uint32_t words[4] = {own.listed, own.spilled, 0, 0};
      cluster::send(cluster::address_of(&storage_.tallies[back()][block_], lane), words,
                    cluster::address_of(box, lane));
    }
    if (lane == 0) cluster::expect(box, cluster_blocks * sizeof(Tally));
  }

  /// Each warp, of the tally that a lane has read.
  void add_up(const Tally& tally) {
    constexpr unsigned few = most_threads / 4;  // as fast for a block as sharing them would be
    constexpr unsigned spills = 1U << 24;       // above the sum of what all can have listed
    static_assert(cluster_blocks * room < spills);
    const bool counts = lane_id() < cluster_blocks;
    const unsigned sum = add_lanes(counts ? tally.listed + (tally.spilled != 0 ? spills : 0) : 0);
    const unsigned most = most_of_lanes(tally.listed);
    size_ = sum % spills;
    spilled_ = 0;
    is_even_ = sum < spills && (most <= few || most * cluster_blocks <= size_ + size_ / 4);
    if (is_even_) return;
    if (sum >= spills) {
      spilled_ = add_lanes(counts ? tally.spilled : 0);
      size_ += spilled_;
      cluster::fence();
    }
    number_arcs();
  }

  /// Arcs in lists are numbered block by block, and behind them those that were spilled. All threads of a block call
  /// it.
  void number_arcs() {
    const unsigned lane = lane_id();
    if (warp_id() == 0) {
      const unsigned listed = lane < cluster_blocks ? storage_.tallies[front()][lane].listed : 0;
      const unsigned up_to = scan_warp<unsigned>(listed);
      if (lane <= cluster_blocks) storage_.starts[lane] = up_to - listed;
    }
    __syncthreads();
  }

  [[nodiscard]] SearchArc shared_arc(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[cluster_blocks]) [[unlikely]] {
      return spill_list(front())[i - storage_.starts[cluster_blocks]];
    }
    unsigned owner = 0;
    for (unsigned step = cluster_blocks / 2; step > 0; step /= 2) {
      if (storage_.starts[owner + step] <= i) owner += step;
    }
    std::uint32_t words[2];
    cluster::load(cluster::address_of(list(front()) + (i - storage_.starts[owner]), owner), words);
    return {words[0], words[1]};
  }

  Storage& storage_;
  const LoopArguments& arguments_;
  unsigned block_;
  std::uint32_t flips_ = 0;
  // Of the frontier, in each thread:
  unsigned size_ = 0;
  unsigned listed_ = 0;   ///< by the block
  unsigned spilled_ = 0;  ///< that no list had room for
  bool is_even_ = true;   ///< blocks have about as many each
};

}  // namespace mg::sparse
