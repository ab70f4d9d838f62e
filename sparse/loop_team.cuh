// Who runs a loop: all blocks of the device, or those of one cluster. A team shares the frontier as a queue of entries:
// what its threads push becomes the frontier of all with flip(). Members of both:
//  - `rank()` and `threads()`: of the calling thread, and of the team, a multiple of the warp's size;
//  - `size()` and `arcs()`: of the frontier; `shift()`: so many threads as 2^shift share an entry;
//  - `entry(i)`: of the frontier;
//  - `push(joins, entry)`: for the next frontier; all lanes of a warp call it together;
//  - `wait()` and `flip()`: barriers of the team; what was written before is seen afterwards.
#pragma once

#include "engine/team.cuh"
#include "sparse/loop_arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// How many threads share an entry, as a power of two: as many as there are, but not more than it has arcs. What one
/// thread asks for twice it waits for twice, atomics above all.
inline unsigned shift_for(std::uint64_t size, std::uint64_t arcs, unsigned threads) {
  constexpr int widest = 5;
  if (size == 0) return 0;
  const int there_are = 31 - __clz(static_cast<int>(static_cast<float>(threads) / static_cast<float>(size) + 0.5F));
  const int needed = 32 - __clz(static_cast<int>(static_cast<float>(arcs) / static_cast<float>(size)));
  const int shift = there_are < needed ? there_are : needed;
  return static_cast<unsigned>(shift < 0 ? 0 : shift > widest ? widest : shift);
}

/// A place in a block's list for each lane that asks; all lanes call it together.
inline unsigned take_places(unsigned& size, bool asks) {
  const unsigned asking = __ballot_sync(all_lanes, asks);
  unsigned first = 0;
  if (asking != 0 && lane_id() == 0) first = atomicAdd(&size, static_cast<unsigned>(__popc(asking)));
  return __shfl_sync(all_lanes, first, 0) + static_cast<unsigned>(__popc(asking & lanes_below()));
}

/// What both teams keep of a block.
struct LoopTally {
  unsigned size;            ///< entries pushed
  unsigned long long arcs;  ///< of these
};

/// All blocks of a cooperative launch; entries wait in shared memory and meet in a queue in device memory.
template <class Offset>
class DeviceTeam {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned block_threads = 512;
  static constexpr bool guesses = false;  ///< reads of a receiver what only those need that join
  static constexpr unsigned room = 24576 / sizeof(Entry);

  struct Storage {
    LoopTally tally;
    std::uint64_t first;
    std::uint64_t size;
    std::uint64_t arcs;
    unsigned shift;
    Entry staged[room];
  };

  DeviceTeam(Storage& storage, const LoopArguments& arguments)
      : storage_(storage), arguments_(arguments), barrier_(&arguments.meeting->arrived) {
    if (threadIdx.x == 0) storage_.tally = {};
    __syncthreads();
  }

  [[nodiscard]] unsigned rank() const { return blockIdx.x * block_threads + threadIdx.x; }
  [[nodiscard]] unsigned threads() const { return gridDim.x * block_threads; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t arcs() const { return arcs_; }
  [[nodiscard]] unsigned shift() const { return shift_; }
  [[nodiscard]] Entry entry(std::uint64_t i) const { return queue(front_)[i]; }

  void push(bool joins, const Entry& entry) {
    const unsigned place = take_places(storage_.tally.size, joins);
    if (!joins) return;
    own_arcs_ += entry.end - entry.begin;
    if (place < room) {
      storage_.staged[place] = entry;
    } else {
      auto* entries = reinterpret_cast<unsigned long long*>(arguments_.meeting->entries + turn_);
      queue(1 - front_)[atomicAdd(entries, 1ULL)] = entry;
    }
  }

  void wait() { barrier_.wait(); }

  void flip() {
    LoopMeeting& meeting = *arguments_.meeting;
    const std::uint64_t of_warp = combine_warp<Sum>(own_arcs_);
    own_arcs_ = 0;
    if (lane_id() == 0 && of_warp != 0) atomicAdd(&storage_.tally.arcs, static_cast<unsigned long long>(of_warp));
    __syncthreads();
    const unsigned staged = storage_.tally.size < room ? storage_.tally.size : room;
    if (threadIdx.x == 0 && staged != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(meeting.arcs + turn_), storage_.tally.arcs);
      storage_.first = atomicAdd(reinterpret_cast<unsigned long long*>(meeting.entries + turn_),
                                 static_cast<unsigned long long>(staged));
    }
    __syncthreads();
    Entry* next = queue(1 - front_) + storage_.first;
    for (unsigned i = threadIdx.x; i < staged; i += block_threads) next[i] = storage_.staged[i];
    barrier_.wait([&] { read_totals(meeting); });
    size_ = storage_.size;
    arcs_ = storage_.arcs;
    shift_ = storage_.shift;
    turn_ = turn_ == 2 ? 0 : turn_ + 1;
    front_ = 1 - front_;
  }

 private:
  [[nodiscard]] Entry* queue(unsigned which) const { return static_cast<Entry*>(arguments_.entries[which]); }

  /// One thread of each block, when all have come. The totals of the turn after the next are made zero by one of them:
  /// nobody reads them any more, and nobody adds to them before the next barrier.
  void read_totals(LoopMeeting& meeting) {
    storage_.size = relaxed_load(meeting.entries[turn_]);
    storage_.arcs = relaxed_load(meeting.arcs[turn_]);
    storage_.shift = shift_for(storage_.size, storage_.arcs, threads());
    storage_.tally = {};
    if (blockIdx.x != 0) return;
    const unsigned later = turn_ == 0 ? 2 : turn_ - 1;
    relaxed_store(meeting.entries[later], std::uint64_t{0});
    relaxed_store(meeting.arcs[later], std::uint64_t{0});
  }

  Storage& storage_;
  const LoopArguments& arguments_;
  DeviceBarrier barrier_;
  std::uint64_t size_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint64_t own_arcs_ = 0;
  unsigned shift_ = 0;
  unsigned turn_ = 0;
  unsigned front_ = 0;
};

/// The blocks of one cluster; entries stay in the shared memory of the block that pushed them, and are read from there
/// by whoever takes them.
template <class Offset>
class ClusterTeam {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned block_threads = 1024;
  static constexpr bool guesses = true;
  static constexpr unsigned blocks = 16;
  static constexpr unsigned room = 98304 / sizeof(Entry);  ///< entries a block and frontier

  struct Storage {
    LoopTally tally;
    unsigned sizes[2][blocks];  ///< what each block has pushed
    unsigned arcs_low[2][blocks];
    unsigned arcs_high[2][blocks];
    unsigned starts[blocks + 1];  ///< of each block's entries within the frontier
    unsigned spilled;             ///< entries of the frontier that are not in shared memory
    std::uint64_t arcs;
    unsigned shift;
  };

  ClusterTeam(Storage& storage, const LoopArguments& arguments)
      : storage_(storage), arguments_(arguments), block_(cluster::block()) {
    if (threadIdx.x == 0) storage_.tally = {};
    cluster::wait();  // nobody writes to a block that has not begun
  }

  [[nodiscard]] unsigned rank() const { return block_ * block_threads + threadIdx.x; }
  [[nodiscard]] static unsigned threads() { return blocks * block_threads; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t arcs() const { return arcs_; }
  [[nodiscard]] unsigned shift() const { return shift_; }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[blocks]) return spilled_entry(i - storage_.starts[blocks]);
    unsigned owner = 0;
    for (unsigned step = blocks / 2; step > 0; step /= 2) {
      if (storage_.starts[owner + step] <= i) owner += step;
    }
    const unsigned address = cluster::address_of(list(front_) + (i - storage_.starts[owner]), owner);
    Entry entry;
    std::uint32_t words[sizeof(Entry) / 4];
    for (unsigned w = 0; w < sizeof(Entry) / 4; ++w) words[w] = cluster::load(address + w * 4);
    memcpy(&entry, words, sizeof(Entry));
    return entry;
  }

  void push(bool joins, const Entry& entry) {
    const unsigned place = take_places(storage_.tally.size, joins);
    if (!joins) return;
    own_arcs_ += entry.end - entry.begin;
    if (place < room) {
      list(1 - front_)[place] = entry;
    } else {
      spill_list(1 - front_)[atomicAdd(arguments_.state->spilled + (1 - front_), 1U)] = entry;
    }
  }

  static void wait() { cluster::wait(); }

  void flip() {
    const std::uint64_t of_warp = combine_warp<Sum>(own_arcs_);
    own_arcs_ = 0;
    if (lane_id() == 0 && of_warp != 0) atomicAdd(&storage_.tally.arcs, static_cast<unsigned long long>(of_warp));
    __syncthreads();
    if (threadIdx.x < blocks) tell(threadIdx.x);
    cluster::wait();
    if (warp_id() == 0) add_up();
    __syncthreads();
    size_ = storage_.starts[blocks] + storage_.spilled;
    arcs_ = storage_.arcs;
    shift_ = storage_.shift;
    front_ = 1 - front_;
  }

 private:
  [[nodiscard]] static Entry* list(unsigned which) {
    extern __shared__ __align__(16) unsigned char mg_shared[];
    return reinterpret_cast<Entry*>(mg_shared) + which * room;
  }
  [[nodiscard]] Entry* spill_list(unsigned which) const { return static_cast<Entry*>(arguments_.entries[which]); }
  [[nodiscard]] Entry spilled_entry(unsigned i) const { return spill_list(front_)[i]; }

  void tell(unsigned block) {
    const unsigned long long arcs = storage_.tally.arcs;
    cluster::store(cluster::address_of(&storage_.sizes[front_][block_], block), storage_.tally.size);
    cluster::store(cluster::address_of(&storage_.arcs_low[front_][block_], block), static_cast<unsigned>(arcs));
    cluster::store(cluster::address_of(&storage_.arcs_high[front_][block_], block), static_cast<unsigned>(arcs >> 32));
  }

  /// The first warp of each block, when all have told.
  void add_up() {
    const unsigned lane = lane_id();
    const unsigned own = lane < blocks ? storage_.sizes[front_][lane] : 0;
    const unsigned here = own < room ? own : room;
    std::uint64_t arcs = 0;
    if (lane < blocks) arcs = std::uint64_t{storage_.arcs_high[front_][lane]} << 32 | storage_.arcs_low[front_][lane];
    const unsigned up_to = scan_warp(here);
    const unsigned spilled = combine_warp<Sum>(own - here);
    arcs = combine_warp<Sum>(arcs);
    if (lane < blocks) storage_.starts[lane + 1] = up_to;
    if (lane != blocks - 1) return;
    storage_.starts[0] = 0;
    storage_.spilled = spilled;
    storage_.arcs = arcs;
    storage_.shift = shift_for(up_to + spilled, arcs, threads());
    storage_.tally = {};
    // Nobody spills into what is the frontier now before the barrier after the next.
    if (spilled != 0 && block_ == 0) relaxed_store(arguments_.state->spilled[1 - front_], 0U);
  }

  Storage& storage_;
  const LoopArguments& arguments_;
  unsigned block_;
  std::uint64_t size_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint64_t own_arcs_ = 0;
  unsigned shift_ = 0;
  unsigned front_ = 0;
};

}  // namespace mg::sparse
