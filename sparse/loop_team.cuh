// Who runs a loop: all blocks of the device, or those of one cluster. A team shares the frontier as a queue of entries:
// what its threads push becomes the frontier of all with flip(). Members of both:
//  - `rank()` and `threads()`: of the calling thread, and of the team, a multiple of the warp's size;
//  - `size()` and `arcs()`: of the frontier; `shift()`: so many threads as 2^shift share an entry;
//  - `entry(i)`: of the frontier;
//  - `push(joins, entries)`: some a lane, for the next frontier; all lanes of a warp call it together;
//  - `wait()` and `flip()`: barriers of the team; what was written before is seen afterwards.
#pragma once

#include "engine/team.cuh"
#include "sparse/loop_arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// Arcs that a thread follows at a time, where it has several.
inline constexpr unsigned arcs_per_batch = 2;

/// How many threads share an entry, as a power of two: as many as there are, but not more than it has arcs. What one
/// thread asks for twice it waits for twice, atomics above all.
inline unsigned shift_for(std::uint64_t size, std::uint64_t arcs, unsigned threads) {
  constexpr int widest = 5;
  if (size == 0) return 0;
  const auto log2_up = [](float x) { return 32 - __clz(static_cast<int>(x)); };
  const int there_are = log2_up(static_cast<float>(threads) / static_cast<float>(size)) - 1;
  const int needed = log2_up(static_cast<float>(arcs) / static_cast<float>(size));
  const int shift = there_are < needed ? there_are : needed;
  return static_cast<unsigned>(shift < 0 ? 0 : shift > widest ? widest : shift);
}

/// A place in a block's list for each of a lane's entries that asks; all lanes call it together.
template <unsigned n>
void take_places(unsigned& size, const bool (&asks)[n], unsigned (&places)[n]) {
  unsigned total = 0;
  for (unsigned j = 0; j < n; ++j) {
    const unsigned asking = __ballot_sync(all_lanes, asks[j]);
    places[j] = total + static_cast<unsigned>(__popc(asking & lanes_below()));
    total += static_cast<unsigned>(__popc(asking));
  }
  if (total == 0) return;
  unsigned first = 0;
  if (lane_id() == 0) first = atomicAdd(&size, total);
  first = __shfl_sync(all_lanes, first, 0);
  for (unsigned j = 0; j < n; ++j) places[j] += first;
}

/// Warps are counted across blocks before they are within one: few entries are spread over all multiprocessors.
inline unsigned rank_across(unsigned block, unsigned blocks) {
  return (warp_id() * blocks + block) * warp_size + lane_id();
}

/// The frontier of a team: what each block has pushed lies in a list of its own, and what that has no room for is
/// spilled into one that all share.
template <class Offset, unsigned most_blocks, unsigned list_entries>
class TeamFrontier {
 public:
  using Entry = LoopEntry<Offset>;

  struct Storage {
    LoopTally tally;                   ///< of what the block has pushed
    unsigned starts[most_blocks + 1];  ///< of each block's entries within the frontier
    unsigned spilled;                  ///< entries of the frontier that are in no list
    std::uint64_t arcs;
    unsigned shift;
  };

  TeamFrontier(Storage& storage, const LoopArguments& arguments) : arguments_(arguments), storage_(storage) {
    if (threadIdx.x == 0) storage_.tally = {};
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t arcs() const { return arcs_; }
  [[nodiscard]] unsigned shift() const { return shift_; }

 protected:
  [[nodiscard]] unsigned front() const { return front_; }
  [[nodiscard]] unsigned back() const { return 1 - front_; }
  [[nodiscard]] Entry* spill_list(unsigned which) const { return static_cast<Entry*>(arguments_.entries[which]); }

  template <unsigned n>
  void push_into(Entry* list, const bool (&joins)[n], const Entry (&entries)[n]) {
    unsigned places[n];
    take_places(storage_.tally.size, joins, places);
    for (unsigned j = 0; j < n; ++j) {
      if (!joins[j]) continue;
      own_arcs_ += entries[j].end - entries[j].begin;
      if (places[j] < list_entries) {
        list[places[j]] = entries[j];
      } else {
        spill_list(back())[atomicAdd(arguments_.state->spilled + back(), 1U)] = entries[j];
      }
    }
  }

  /// Completes the block's tally.
  void count_arcs() {
    const std::uint64_t of_warp = combine_warp<Sum>(own_arcs_);
    own_arcs_ = 0;
    if (lane_id() == 0 && of_warp != 0) atomicAdd(&storage_.tally.arcs, static_cast<unsigned long long>(of_warp));
    __syncthreads();
  }

  /// Entries that a block has in its list, of those that it has pushed.
  static unsigned kept(unsigned pushed) { return pushed < list_entries ? pushed : list_entries; }

  /// Notes, by one thread of the block, what all blocks have pushed: `listed` of them in lists. `clears`: of one block.
  void note(unsigned listed, unsigned spilled, std::uint64_t arcs, unsigned threads, bool clears) {
    storage_.spilled = spilled;
    storage_.arcs = arcs;
    storage_.shift = shift_for(listed + spilled, arcs, threads);
    storage_.tally = {};
    // Nobody spills into what is the frontier now before the barrier after the next.
    if (spilled != 0 && clears) relaxed_store(arguments_.state->spilled[back()], 0U);
  }

  /// What all have pushed, of which `blocks` have lists, becomes the frontier once it is noted.
  void turn(unsigned blocks) {
    __syncthreads();
    size_ = storage_.starts[blocks] + storage_.spilled;
    arcs_ = storage_.arcs;
    shift_ = storage_.shift;
    front_ = back();
  }

  const LoopArguments& arguments_;
  unsigned front_ = 0;

 private:
  Storage& storage_;
  std::uint64_t size_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint64_t own_arcs_ = 0;
  unsigned shift_ = 0;
};

/// All blocks of a cooperative launch; lists are in device memory.
template <class Offset>
class DeviceTeam : public TeamFrontier<Offset, most_team_blocks, team_list_entries> {
  using Base = TeamFrontier<Offset, most_team_blocks, team_list_entries>;

 public:
  using Entry = LoopEntry<Offset>;
  using Storage = typename Base::Storage;
  static constexpr unsigned block_threads = most_threads;
  static constexpr bool guesses = false;  ///< asks for what only those need that join, and nothing in advance

  /// `awaited`: of the launch before, where a loop takes many.
  DeviceTeam(Storage& storage, const LoopArguments& arguments, std::uint32_t awaited = 0)
      : Base(storage, arguments), storage_(storage), barrier_(&arguments.meeting->arrived, awaited) {
    __syncthreads();
  }

  /// Takes over the frontier that the launch before has left in the lists `front`.
  void resume(unsigned front) {
    this->front_ = 1 - front;
    take_turns();
  }
  using Base::front;
  [[nodiscard]] std::uint32_t awaited() const { return barrier_.awaited(); }

  [[nodiscard]] unsigned rank() const { return rank_across(blockIdx.x, gridDim.x); }
  [[nodiscard]] unsigned threads() const { return gridDim.x * block_threads; }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[gridDim.x]) return this->spill_list(front())[i - storage_.starts[gridDim.x]];
    unsigned owner = 0;
    for (unsigned step = most_team_blocks / 2; step > 0; step /= 2) {
      if (owner + step < gridDim.x && storage_.starts[owner + step] <= i) owner += step;
    }
    return list(front(), owner)[i - storage_.starts[owner]];
  }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back(), blockIdx.x), joins, entries);
  }

  void wait() { barrier_.wait(); }

  void flip() {
    this->count_arcs();
    if (threadIdx.x == 0) this->arguments_.meeting->tallies[front()][blockIdx.x] = storage_.tally;
    barrier_.wait();
    take_turns();
  }

 private:
  void take_turns() {
    if (warp_id() == 0) add_up();
    this->turn(gridDim.x);
  }

  [[nodiscard]] Entry* list(unsigned which, unsigned block) const {
    return static_cast<Entry*>(this->arguments_.lists[which]) + std::size_t{block} * team_list_entries;
  }

  /// The first warp of each block, when all have come: a lane adds up the tallies of neighboring blocks.
  void add_up() {
    constexpr unsigned each = most_team_blocks / warp_size;
    const unsigned first = lane_id() * each;
    unsigned here[each];
    unsigned kept = 0;
    unsigned spilled = 0;
    std::uint64_t arcs = 0;
    for (unsigned i = 0; i < each; ++i) {
      const bool exists = first + i < gridDim.x;
      const LoopTally tally = exists ? this->arguments_.meeting->tallies[front()][first + i] : LoopTally{};
      here[i] = Base::kept(tally.size);
      kept += here[i];
      spilled += tally.size - here[i];
      arcs += tally.arcs;
    }
    const unsigned up_to = scan_warp(kept);
    unsigned start = up_to - kept;
    for (unsigned i = 0; i < each; ++i) {
      if (first + i <= gridDim.x) storage_.starts[first + i] = start;
      start += here[i];
    }
    const unsigned total = __shfl_sync(all_lanes, up_to, warp_size - 1);
    spilled = combine_warp<Sum>(spilled);
    arcs = combine_warp<Sum>(arcs);
    if (lane_id() != 0) return;
    storage_.starts[gridDim.x] = total;
    this->note(total, spilled, arcs, threads(), blockIdx.x == 0);
  }

  Storage& storage_;
  DeviceBarrier barrier_;
};

/// The blocks of one cluster; lists stay in the shared memory of the block that pushed them, and are read from there by
/// whoever takes an entry.
template <class Offset>
class ClusterTeam : public TeamFrontier<Offset, cluster_blocks, cluster_list_bytes / sizeof(LoopEntry<Offset>)> {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned room = cluster_list_bytes / sizeof(Entry);  ///< entries of a list

 private:
  using Base = TeamFrontier<Offset, cluster_blocks, room>;

 public:
  static constexpr unsigned block_threads = most_threads;
  static constexpr bool guesses = true;

  struct Storage : Base::Storage {
    unsigned sizes[2][cluster_blocks];  ///< what each block has pushed
    unsigned arcs_low[2][cluster_blocks];
    unsigned arcs_high[2][cluster_blocks];
  };

  ClusterTeam(Storage& storage, const LoopArguments& arguments)
      : Base(storage, arguments), storage_(storage), block_(cluster::block()) {
    cluster::wait();  // nobody writes to a block that has not begun
  }

  [[nodiscard]] unsigned rank() const { return rank_across(block_, cluster_blocks); }
  [[nodiscard]] static unsigned threads() { return cluster_blocks * block_threads; }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[cluster_blocks]) return spilled_entry(i - storage_.starts[cluster_blocks]);
    unsigned owner = 0;
    for (unsigned step = cluster_blocks / 2; step > 0; step /= 2) {
      if (storage_.starts[owner + step] <= i) owner += step;
    }
    const unsigned address = cluster::address_of(list(this->front()) + (i - storage_.starts[owner]), owner);
    Entry entry;
    std::uint32_t words[sizeof(Entry) / 4];
    for (unsigned w = 0; w < sizeof(Entry) / 4; ++w) words[w] = cluster::load(address + w * 4);
    memcpy(&entry, words, sizeof(Entry));
    return entry;
  }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back()), joins, entries);
  }

  static void wait() { cluster::wait(); }

  void flip() {
    this->count_arcs();
    if (threadIdx.x < cluster_blocks) tell(threadIdx.x);
    cluster::wait();
    if (warp_id() == 0) add_up();
    this->turn(cluster_blocks);
  }

 private:
  [[nodiscard]] static Entry* list(unsigned which) { return dynamic_shared<Entry>() + which * room; }
  [[nodiscard]] Entry spilled_entry(unsigned i) const { return this->spill_list(this->front())[i]; }

  void tell(unsigned block) {
    const unsigned long long arcs = storage_.tally.arcs;
    const unsigned front = this->front();
    cluster::store(cluster::address_of(&storage_.sizes[front][block_], block), storage_.tally.size);
    cluster::store(cluster::address_of(&storage_.arcs_low[front][block_], block), static_cast<unsigned>(arcs));
    cluster::store(cluster::address_of(&storage_.arcs_high[front][block_], block), static_cast<unsigned>(arcs >> 32));
  }

  /// The first warp of each block, when all have told.
  void add_up() {
    const unsigned lane = lane_id();
    const unsigned front = this->front();
    const unsigned own = lane < cluster_blocks ? storage_.sizes[front][lane] : 0;
    const unsigned here = Base::kept(own);
    std::uint64_t arcs = 0;
    if (lane < cluster_blocks) {
      arcs = std::uint64_t{storage_.arcs_high[front][lane]} << 32 | storage_.arcs_low[front][lane];
    }
    const unsigned up_to = scan_warp(here);
    const unsigned spilled = combine_warp<Sum>(own - here);
    arcs = combine_warp<Sum>(arcs);
    if (lane < cluster_blocks) storage_.starts[lane + 1] = up_to;
    if (lane != cluster_blocks - 1) return;
    storage_.starts[0] = 0;
    this->note(up_to, spilled, arcs, threads(), block_ == 0);
  }

  Storage& storage_;
  unsigned block_;
};

}  // namespace mg::sparse
