// Who runs a loop: all blocks of the device, or those of one cluster. A team shares the frontier as a queue of entries:
// what its threads push becomes the frontier of all with flip(). Members of both:
//  - `rank()` and `threads()`: of the calling thread, and of the team, a multiple of the warp's size;
//  - `block()` and `blocks()`: the same of its block;
//  - `size()` and `arcs()`: of the frontier; `shift()`: so many threads as 2^shift share an entry;
//  - `entry(i)`: of the frontier;
//  - `push(joins, entries)`: some a lane, for the next frontier; all lanes of a warp call it together;
//  - `take_own()` and `own_entry(i)`: what the block itself has pushed, to be expanded at once instead;
//  - `wait()` and `flip(ahead)`: barriers of the team; what was written before is seen afterwards. While it waits for
//    others, a block calls `ahead(entry, k)` for the first few arcs, from k = 0, of the first entries that it has
//    pushed.
#pragma once

#include "engine/team.cuh"
#include "sparse/loop_arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// Arcs that a thread follows at a time, where it has several.
inline constexpr unsigned arcs_per_batch = 2;

/// How many threads share an entry, as a power of two: as many as there are, but not more than it has arcs. What one
/// thread asks for twice it waits for twice, atomics above all.
inline unsigned shift_for(std::uint64_t size, float arcs_each, unsigned threads) {
  constexpr int widest = 5;
  if (size == 0) return 0;
  const auto log2_up = [](float x) { return 32 - __clz(static_cast<int>(x)); };
  const int there_are = log2_up(static_cast<float>(threads) / static_cast<float>(size)) - 1;
  const int needed = log2_up(arcs_each);
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

  /// What the block has pushed. Shared memory adds words of 32 bits by itself, so arcs are counted in two.
  struct Pushed {
    std::uint32_t size;
    std::uint32_t taken;       ///< of those, by take_own()
    std::uint32_t arcs_low;    ///< of all, the sum of lower halves
    std::uint32_t arcs_high;   ///< and of upper ones, each 65,536 arcs
    std::uint32_t taken_arcs;  ///< of those taken

    [[nodiscard]] unsigned listed() const { return (size < list_entries ? size : list_entries) - taken; }
    [[nodiscard]] std::uint64_t arcs() const { return (std::uint64_t{arcs_high} << 16) + arcs_low - taken_arcs; }
    [[nodiscard]] LoopTally tally() const {
      return {.listed = static_cast<std::uint16_t>(listed()),
              .taken = static_cast<std::uint16_t>(taken),
              .spilled = size - taken - listed(),
              .arcs = arcs()};
    }
  };

  struct Storage {
    Pushed pushed;
    unsigned starts[most_blocks + 1];  ///< of each block's entries within the frontier
    unsigned to_list[most_blocks];     ///< what an entry's number there and its place in the block's list differ by
    unsigned spilled;                  ///< entries of the frontier that are in no list
    std::uint64_t arcs;
    unsigned shift;
    std::uint64_t taken_arcs;  ///< of all that the block has taken back
  };

  TeamFrontier(Storage& storage, const LoopArguments& arguments) : arguments_(arguments), storage_(storage) {
    if (threadIdx.x != 0) return;
    storage_.pushed = {};
    storage_.taken_arcs = 0;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t arcs() const { return arcs_; }
  /// Of all entries that the calling thread's block has taken back.
  [[nodiscard]] std::uint64_t taken_arcs() const { return storage_.taken_arcs; }
  [[nodiscard]] unsigned shift() const { return shift_; }

  /// Places in a block's list.
  struct Own {
    unsigned begin;
    unsigned end;
    float arcs_each;
  };

  /// What the block has pushed since it took entries last, for its threads alone; they leave the next frontier. None
  /// where they are many, of which other blocks shall have their share, or may find more than the list has room for.
  /// All threads of the block call it, and see what any of them has written before.
  Own take_own() {
    constexpr unsigned most_arcs = 4 * most_threads;
    count_arcs();
    const Pushed pushed = storage_.pushed;
    __syncthreads();  // nobody pushes before all have looked
    const std::uint64_t arcs = pushed.arcs();
    const unsigned size = pushed.size - pushed.taken;
    if (size == 0 || arcs > most_arcs || pushed.size + arcs > list_entries) return {0, 0, 0};
    if (threadIdx.x == 0) {
      storage_.pushed.taken = pushed.size;
      storage_.pushed.taken_arcs = pushed.taken_arcs + static_cast<std::uint32_t>(arcs);
      storage_.taken_arcs += arcs;
    }
    return {pushed.taken, pushed.size, static_cast<float>(arcs) / static_cast<float>(size)};
  }

 protected:
  [[nodiscard]] unsigned front() const { return front_; }
  [[nodiscard]] unsigned back() const { return 1 - front_; }
  [[nodiscard]] Entry* spill_list(unsigned which) const { return static_cast<Entry*>(arguments_.entries[which]); }

  template <unsigned n>
  void push_into(Entry* list, const bool (&joins)[n], const Entry (&entries)[n]) {
    unsigned places[n];
    take_places(storage_.pushed.size, joins, places);
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

  /// Completes what is known of the block's entries. All threads of the block call it, and see what any of them has
  /// written before.
  void count_arcs() {
    const std::uint32_t low = add_lanes(static_cast<std::uint32_t>(own_arcs_ & 0xffffU));
    const std::uint32_t high = add_lanes(static_cast<std::uint32_t>(own_arcs_ >> 16));
    own_arcs_ = 0;
    if (lane_id() == 0 && low != 0) atomicAdd(&storage_.pushed.arcs_low, low);
    if (lane_id() == 0 && high != 0) atomicAdd(&storage_.pushed.arcs_high, high);
    __syncthreads();
  }
  [[nodiscard]] const Pushed& pushed() const { return storage_.pushed; }

  /// Some threads an entry look at as many arcs; no more entries than the block has threads for, so that nobody is
  /// late.
  template <class Ahead>
  void look_ahead(const Entry* list, const Ahead& ahead) const {
    constexpr unsigned arcs_each = 4;
    const unsigned i = storage_.pushed.taken + threadIdx.x / arcs_each;
    if (i < storage_.pushed.taken + storage_.pushed.listed()) ahead(list[i], threadIdx.x % arcs_each);
  }

  /// Notes that the entries of `block` begin with number `start` of the frontier, and behind `taken` ones of its list.
  void place(unsigned block, unsigned start, unsigned taken) {
    storage_.starts[block] = start;
    storage_.to_list[block] = taken - start;
  }

  /// The place in the owner's list of entry `i`, which is in one.
  unsigned find(unsigned i, unsigned& owner) const {
    owner = 0;
    for (unsigned step = most_blocks / 2; step > 0; step /= 2) {
      if (storage_.starts[owner + step] <= i) owner += step;
    }
    return i + storage_.to_list[owner];
  }

  /// What all blocks have pushed.
  struct Sums {
    unsigned listed = 0;  ///< entries in lists
    unsigned spilled = 0;
    std::uint64_t arcs = 0;
  };

  /// Notes it, by one thread of the block. `clears`: of one block.
  void note(const Sums& sums, unsigned threads, bool clears) {
    const unsigned size = sums.listed + sums.spilled;
    storage_.spilled = sums.spilled;
    storage_.arcs = sums.arcs;
    storage_.shift = shift_for(size, static_cast<float>(sums.arcs) / static_cast<float>(size), threads);
    storage_.pushed = {};
    // Nobody spills into what is the frontier now before the barrier after the next.
    if (sums.spilled != 0 && clears) relaxed_store(arguments_.state->spilled[back()], 0U);
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
  std::uint64_t own_arcs_ = 0;  ///< of entries that the thread has pushed and not added yet
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

  [[nodiscard]] static unsigned block() { return blockIdx.x; }
  [[nodiscard]] static unsigned blocks() { return gridDim.x; }
  [[nodiscard]] static unsigned rank() { return rank_across(block(), blocks()); }
  [[nodiscard]] static unsigned threads() { return blocks() * block_threads; }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[gridDim.x]) return this->spill_list(front())[i - storage_.starts[gridDim.x]];
    unsigned owner;
    const unsigned place = this->find(i, owner);
    return list(front(), owner)[place];
  }
  [[nodiscard]] Entry own_entry(unsigned i) const { return list(this->back(), blockIdx.x)[i]; }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back(), blockIdx.x), joins, entries);
  }

  void wait() { barrier_.wait(); }

  template <class Ahead>
  void flip(const Ahead& ahead) {
    this->count_arcs();
    if (threadIdx.x == 0) this->arguments_.meeting->tallies[front()][blockIdx.x] = this->pushed().tally();
    barrier_.wait([&] { this->look_ahead(list(this->back(), blockIdx.x), ahead); });
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
    LoopTally tallies[each];
    typename Base::Sums sums;
    for (unsigned i = 0; i < each; ++i) {
      const bool exists = first + i < gridDim.x;
      tallies[i] = exists ? this->arguments_.meeting->tallies[front()][first + i] : LoopTally{};
      sums.listed += tallies[i].listed;
      sums.spilled += tallies[i].spilled;
      sums.arcs += tallies[i].arcs;
    }
    const unsigned up_to = scan_warp(sums.listed);
    unsigned start = up_to - sums.listed;
    for (unsigned i = 0; i < each; ++i) {
      this->place(first + i, start, tallies[i].taken);
      start += tallies[i].listed;
    }
    sums.listed = __shfl_sync(all_lanes, up_to, warp_size - 1);
    sums.spilled = add_lanes(sums.spilled);
    sums.arcs = combine_warp<Sum>(sums.arcs);
    if (lane_id() != 0) return;
    storage_.starts[gridDim.x] = sums.listed;
    this->note(sums, threads(), blockIdx.x == 0);
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
    LoopTally tallies[2][cluster_blocks];  ///< what each block has told of its own
  };

  ClusterTeam(Storage& storage, const LoopArguments& arguments)
      : Base(storage, arguments), storage_(storage), block_(cluster::block()) {
    cluster::wait();  // nobody writes to a block that has not begun
  }

  [[nodiscard]] unsigned block() const { return block_; }
  [[nodiscard]] static unsigned blocks() { return cluster_blocks; }
  [[nodiscard]] unsigned rank() const { return rank_across(block(), blocks()); }
  [[nodiscard]] static unsigned threads() { return blocks() * block_threads; }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[cluster_blocks]) return spilled_entry(i - storage_.starts[cluster_blocks]);
    unsigned owner;
    const unsigned place = this->find(i, owner);
    const unsigned address = cluster::address_of(list(this->front()) + place, owner);
    Entry entry;
    std::uint32_t words[sizeof(Entry) / 4];
    for (unsigned w = 0; w < sizeof(Entry) / 4; ++w) words[w] = cluster::load(address + w * 4);
    memcpy(&entry, words, sizeof(Entry));
    return entry;
  }
  [[nodiscard]] Entry own_entry(unsigned i) const { return list(this->back())[i]; }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back()), joins, entries);
  }

  static void wait() { cluster::wait(); }

  template <class Ahead>
  void flip(const Ahead& ahead) {
    this->count_arcs();
    if (threadIdx.x < cluster_blocks) tell(threadIdx.x);
    cluster::arrive();
    this->look_ahead(list(this->back()), ahead);
    cluster::await();
    if (warp_id() == 0) add_up();
    this->turn(cluster_blocks);
  }

 private:
  [[nodiscard]] static Entry* list(unsigned which) { return dynamic_shared<Entry>() + which * room; }
  [[nodiscard]] Entry spilled_entry(unsigned i) const { return this->spill_list(this->front())[i]; }

  void tell(unsigned block) {
    const unsigned address = cluster::address_of(&storage_.tallies[this->front()][block_], block);
    const LoopTally tally = this->pushed().tally();
    std::uint32_t words[sizeof(LoopTally) / 4];
    memcpy(words, &tally, sizeof(LoopTally));
    for (unsigned w = 0; w < sizeof(LoopTally) / 4; ++w) cluster::store(address + w * 4, words[w]);
  }

  /// The first warp of each block, when all have told.
  void add_up() {
    const unsigned lane = lane_id();
    const LoopTally tally = lane < cluster_blocks ? storage_.tallies[this->front()][lane] : LoopTally{};
    const unsigned up_to = scan_warp<unsigned>(tally.listed);
    const unsigned spilled = add_lanes(tally.spilled);
    const std::uint64_t arcs = combine_warp<Sum>(tally.arcs);
    if (lane < cluster_blocks) this->place(lane, up_to - tally.listed, tally.taken);
    if (lane != cluster_blocks - 1) return;
    storage_.starts[cluster_blocks] = up_to;
    this->note({up_to, spilled, arcs}, threads(), block_ == 0);
  }

  Storage& storage_;
  unsigned block_;
};

}  // namespace mg::sparse
