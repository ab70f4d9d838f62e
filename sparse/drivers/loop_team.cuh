// Who runs a loop: all blocks of the device, or those of one cluster. A team shares the frontier as a queue of entries:
// what its threads push becomes the frontier of all with flip(). Members of both:
//  - `rank()` and `threads()`: of the calling thread, and of the team, a multiple of the warp's size;
//  - `size()`: entries of the frontier, of which `vertices()` are none that name no vertex; `arcs()`; `shift()`: so
//  many threads as 2^shift share an entry;
//  - `entry(i)`: of the frontier;
//  - `share()`: how to expand it: all of it together, or each block its own, where all have pushed about as much;
//    `entry(share, i)`: of a share; `rank(share)` and `threads(share)`: among those who expand it;
//  - `push(joins, entries)`: some a lane, for the next frontier; all lanes of a warp call it together;
//  - `take_own(most_times)`: what the block itself has pushed, to be expanded at once instead;
//  - `wait()` and `flip(ahead, is_quiet)`: barriers of the team; what was written before is seen afterwards, but only
//    what was pushed where the loop `is_quiet`. While the blocks of a cluster wait, they call `ahead(entry, k)` for the
//    first few arcs, from k = 0, of the first entries pushed.
#pragma once

#include "engine/gpu/team.cuh"
#include "sparse/drivers/loop_arguments.hpp"

namespace mg::sparse {

using namespace gpu;

/// Arcs that a thread follows at a time, where it has several. With two, loops over buckets have a register too many on
/// GPUs that have no clusters.
template <bool has_buckets>
inline constexpr unsigned arcs_per_batch = has_buckets && !cluster::exist ? 1 : 2;

/// As much of it as a word holds.
inline std::uint32_t as_word(std::uint64_t count) { return count < ~0U ? static_cast<std::uint32_t>(count) : ~0U; }

/// How many threads share an entry, as a power of two: as many as there are, but not more than it has arcs. What one
/// thread asks for twice it waits for twice, atomics above all.
inline unsigned shift_for(std::uint32_t size, std::uint32_t arcs, std::uint32_t threads) {
  constexpr int widest = 5;
  if (size == 0 || size > threads || arcs < size) return 0;
  const int doublings = __clz(static_cast<int>(size)) - __clz(static_cast<int>(threads));
  const int there_are = size << doublings > threads ? doublings - 1 : doublings;
  const int leading = __clz(static_cast<int>(size)) - __clz(static_cast<int>(arcs));
  const int needed = size << leading > arcs ? leading : leading + 1;
  return static_cast<unsigned>(min(widest, min(there_are, needed)));
}

/// Entries that are expanded by a team together, or by each block on its own; 2^shift threads an entry.
struct Share {
  static constexpr unsigned of_all = 2;
  unsigned begin;
  unsigned end;
  unsigned shift;
  unsigned list;  ///< of the block, in which places count; or of_all: they are numbers of the frontier
};

/// A place in a block's list for each of a lane's entries that asks; all lanes call it together. Returns where those of
/// the warp end.
template <unsigned n>
unsigned take_places(unsigned& size, const bool (&asks)[n], unsigned (&places)[n]) {
  unsigned total = 0;
  for (unsigned j = 0; j < n; ++j) {
    const unsigned asking = __ballot_sync(all_lanes, asks[j]);
    places[j] = total + static_cast<unsigned>(__popc(asking & lanes_below()));
    total += static_cast<unsigned>(__popc(asking));
  }
  if (total == 0) return 0;
  unsigned first = 0;
  if (lane_id() == 0) first = atomicAdd(&size, total);
  first = __shfl_sync(all_lanes, first, 0);
  for (unsigned j = 0; j < n; ++j) places[j] += first;
  return first + total;
}

/// Warps are counted across blocks before they are within one: few entries are spread over all multiprocessors.
inline unsigned rank_across(unsigned block, unsigned blocks) {
  return (warp_id() * blocks + block) * warp_size + lane_id();
}

/// The frontier of a team: what each block has pushed lies in a list of its own, and what that has no room for is
/// spilled into one that all share. `counters`: of what a block has pushed; two where some of its threads may still
/// look at one while another makes it ready for the next frontier.
template <class Offset, unsigned threads_of_block, unsigned most_blocks, unsigned list_entries, unsigned counters>
class TeamFrontier {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned block_threads = threads_of_block;
  static constexpr bool marks = false;     ///< whoever is pushed twice is listed once
  static constexpr bool flags = false;     ///< a flag a vertex says so, which it admits() once and forget()s
  static constexpr bool has_gaps = false;  ///< some entries may name no vertex

  /// What the block has pushed. Shared memory adds words of 32 bits by itself, so arcs are counted in two.
  struct Pushed {
    std::uint32_t size;
    std::uint32_t taken;       ///< of those, by take_own()
    std::uint32_t arcs_low;    ///< of all, the sum of lower halves
    std::uint32_t arcs_high;   ///< and of upper ones, each 65,536 arcs
    std::uint32_t taken_arcs;  ///< of those taken
    std::uint32_t times;       ///< that some were

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
    Pushed pushed[counters];
    unsigned starts[most_blocks + 1];  ///< of each block's entries within the frontier
    unsigned to_list[most_blocks];     ///< what an entry's number there and its place in the block's list differ by
    unsigned spilled;                  ///< entries of the frontier that are in no list
    std::uint64_t arcs;
    bool is_even;              ///< blocks have about as much to do each
    Share own;                 ///< of the block, where they have
    std::uint64_t taken_arcs;  ///< of all that the block has taken back
  };

  TeamFrontier(Storage& storage, const LoopArguments& arguments) : arguments_(arguments), storage_(storage) {
    if (threadIdx.x != 0) return;
    for (Pushed& pushed : storage_.pushed) pushed = {};
    storage_.taken_arcs = 0;
    storage_.arcs = 0;
    storage_.spilled = 0;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t vertices() const { return size_; }
  [[nodiscard]] std::uint64_t arcs() const { return storage_.arcs; }
  /// Of all entries that the calling thread's block has taken back.
  [[nodiscard]] std::uint64_t taken_arcs() const { return storage_.taken_arcs; }
  [[nodiscard]] Share share_among(unsigned threads) const {
    return storage_.is_even ? storage_.own : Share{0, static_cast<unsigned>(size_), shift(threads), Share::of_all};
  }

  /// What the block has pushed since it took entries last, for its threads alone; they leave the next frontier. None
  /// where they are many, of which other blocks shall have their share, or may find more than the list has room for, or
  /// when some were taken `most_times` already. All threads of the block call it, and see what any of them has written.
  Share take_own(std::uint32_t most_times) {
    constexpr unsigned most_arcs = 4 * most_threads;
    count_arcs();
    const Pushed before = pushed();
    __syncthreads();  // nobody pushes before all have looked
    const std::uint64_t arcs = before.arcs();
    const unsigned size = before.size - before.taken;
    if (size == 0 || arcs > most_arcs || before.size + arcs > list_entries || before.times == most_times) return {};
    if (threadIdx.x == 0) {
      Pushed& now = pushed();
      now.times = before.times + 1;
      now.taken = before.size;
      now.taken_arcs = before.taken_arcs + static_cast<std::uint32_t>(arcs);
      storage_.taken_arcs += arcs;
    }
    return own_share(before.taken, size, arcs, back());
  }

 protected:
  [[nodiscard]] unsigned shift(unsigned threads) const {
    return shift_for(static_cast<unsigned>(size_), as_word(storage_.arcs), threads);
  }
  [[nodiscard]] unsigned front() const { return front_; }
  [[nodiscard]] unsigned back() const { return 1 - front_; }
  [[nodiscard]] Entry* spill_list(unsigned which) const { return static_cast<Entry*>(arguments_.entries[which]); }

  template <unsigned n>
  void push_into(Entry* list, const bool (&joins)[n], const Entry (&entries)[n]) {
    unsigned places[n];
    take_places(pushed().size, joins, places);
    for (unsigned j = 0; j < n; ++j) {
      if (!joins[j]) continue;
      own_arcs_ += static_cast<std::uint32_t>(entries[j].end - entries[j].begin);
      if (places[j] < list_entries) [[likely]] {
        list[places[j]] = entries[j];
      } else {
        spill_list(back())[atomicAdd(arguments_.state->spilled + back(), 1U)] = entries[j];
      }
    }
  }

  /// Completes what is known of the block's entries. All threads of the block call it, and see what any of them has
  /// written before.
  void count_arcs() {
    const std::uint32_t low = add_lanes(own_arcs_ & 0xffffU);
    const std::uint32_t high = add_lanes(own_arcs_ >> 16);
    own_arcs_ = 0;
    if (lane_id() == 0 && low != 0) atomicAdd(&pushed().arcs_low, low);
    if (lane_id() == 0 && high != 0) atomicAdd(&pushed().arcs_high, high);
    __syncthreads();
  }
  /// What the block has pushed for the next frontier.
  [[nodiscard]] Pushed& pushed() const { return storage_.pushed[counters == 1 ? 0 : back()]; }
  /// The frontier has entries that are in no list.
  [[nodiscard]] bool has_spilled() const { return storage_.spilled != 0; }

  /// Some threads an entry look at as many arcs, for `size` entries of a list from `begin` on; no more entries than
  /// there are threads for, so that nobody is late, and not by the first warp, for which all others wait already.
  template <class Ahead>
  static void look_ahead(const Entry* list, unsigned begin, unsigned size, const Ahead& ahead) {
    constexpr unsigned arcs_each = 4;
    if (warp_id() == 0) return;
    const unsigned i = (threadIdx.x - warp_size) / arcs_each;
    if (i < size) ahead(list[begin + i], threadIdx.x % arcs_each);
  }

  static Share own_share(unsigned begin, unsigned size, std::uint64_t arcs, unsigned list) {
    return {begin, begin + size, shift_for(size, as_word(arcs), block_threads), list};
  }

  /// Notes that the entries of the block at a place begin with number `start` of the frontier, and behind `taken` ones
  /// in its list.
  void place(unsigned place, unsigned start, unsigned taken) {
    storage_.starts[place] = start;
    storage_.to_list[place] = taken - start;
  }

  /// Moves them up by what is before them.
  void move(unsigned place, unsigned before) {
    storage_.starts[place] += before;
    storage_.to_list[place] -= before;
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
    std::uint32_t most_arcs = 0;  ///< of one block

    void add(const Sums& others) {
      listed += others.listed;
      spilled += others.spilled;
      arcs += others.arcs;
      most_arcs = max(most_arcs, others.most_arcs);
    }
  };

  /// Of as many blocks as a warp has lanes, in every lane.
  static Sums sums_of_warp(const LoopTally& tally) {
    Sums sums;
    sums.listed = add_lanes(tally.listed);
    sums.spilled = add_lanes(tally.spilled);
    sums.arcs = (std::uint64_t{add_lanes(static_cast<std::uint32_t>(tally.arcs >> 16))} << 16) +
                add_lanes(static_cast<std::uint32_t>(tally.arcs & 0xffffU));
    sums.most_arcs = most_of_lanes(as_word(tally.arcs));
    return sums;
  }

  /// Notes what of it is the block's, by one of its threads.
  void note_own(const LoopTally& own) { storage_.own = own_share(own.taken, own.listed, own.arcs, back()); }
  /// Notes the whole, likewise. `clears`: of one block.
  void note(const Sums& sums, unsigned blocks, bool clears) {
    constexpr unsigned few_arcs = most_threads / 4;  // as fast for a block as sharing them would be
    storage_.spilled = sums.spilled;
    storage_.arcs = sums.arcs;
    storage_.is_even = sums.spilled == 0 && (sums.most_arcs <= few_arcs ||
                                             std::uint64_t{sums.most_arcs} * blocks <= sums.arcs + sums.arcs / 4);
    storage_.pushed[counters == 1 ? 0 : front()] = {};
    // Nobody spills into what is the frontier now before the barrier after the next.
    if (sums.spilled != 0 && clears) relaxed_store(arguments_.state->spilled[back()], 0U);
  }

  /// What all have pushed, of which `blocks` have lists, becomes the frontier once it is noted.
  void turn(unsigned blocks) {
    __syncthreads();
    size_ = storage_.starts[blocks] + storage_.spilled;
    front_ = back();
  }

  const LoopArguments& arguments_;
  unsigned front_ = 0;

 private:
  Storage& storage_;
  std::uint64_t size_ = 0;
  std::uint32_t own_arcs_ = 0;  ///< of entries that the thread has pushed and not added yet
};

/// All blocks of a cooperative launch; lists are in device memory.
template <class Offset, unsigned threads_of_block>
class DeviceTeamOf : public TeamFrontier<Offset, threads_of_block, most_blocks_of(threads_of_block),
                                         list_entries_of(threads_of_block), 1> {
  static constexpr unsigned most_blocks = most_blocks_of(threads_of_block);
  static constexpr unsigned list_entries = list_entries_of(threads_of_block);
  using Base = TeamFrontier<Offset, threads_of_block, most_blocks, list_entries, 1>;

 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned parts = most_blocks / warp_size;
  using Base::block_threads;
  static constexpr unsigned warps = block_threads / warp_size;
  struct Storage : Base::Storage {
    typename Base::Sums parts[most_blocks / warp_size];  ///< of 32 blocks each
  };
  static constexpr bool may_be_quiet = false;  ///< there are barriers that tell only what was pushed
  static constexpr bool guesses = false;       ///< asks for what only those need that join, and looks at nothing ahead

  /// `awaited`: of the launch before, where a loop takes many.
  DeviceTeamOf(Storage& storage, const LoopArguments& arguments, std::uint32_t awaited = 0)
      : Base(storage, arguments), storage_(storage), barrier_(&arguments.meeting->arrived, awaited) {
    __syncthreads();
  }

  /// Takes over the frontier that the launch before has left in the lists `front`.
  void resume(unsigned front) {
    this->front_ = 1 - front;
    take_turns<true>();
  }
  using Base::front;
  [[nodiscard]] std::uint32_t awaited() const { return barrier_.awaited(); }

  [[nodiscard]] static unsigned rank() { return rank_across(blockIdx.x, gridDim.x); }
  [[nodiscard]] static unsigned threads() { return gridDim.x * block_threads; }
  [[nodiscard]] unsigned shift() const { return Base::shift(threads()); }
  [[nodiscard]] Share share() const { return this->share_among(threads()); }
  [[nodiscard]] unsigned rank(const Share& share) const { return share.list == Share::of_all ? rank() : threadIdx.x; }
  [[nodiscard]] static unsigned threads(const Share& share) {
    return share.list == Share::of_all ? threads() : block_threads;
  }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[most_blocks]) return this->spill_list(front())[i - storage_.starts[most_blocks]];
    unsigned owner;
    const unsigned place = this->find(i, owner);
    return list(front(), owner)[place];
  }
  [[nodiscard]] Entry entry(const Share& share, unsigned i) const {
    return share.list == Share::of_all ? entry(i) : list(share.list, blockIdx.x)[i];
  }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back(), blockIdx.x), joins, entries);
  }

  void wait() { barrier_.wait(); }

  template <class Ahead>
  void flip(const Ahead&, bool) {
    this->count_arcs();
    if (threadIdx.x == 0) this->arguments_.meeting->tallies[front()][blockIdx.x] = this->pushed().tally();
    barrier_.wait();
    take_turns<false>();
  }

 private:
  [[nodiscard]] Entry* list(unsigned which, unsigned block) const {
    return static_cast<Entry*>(this->arguments_.lists[which]) + std::size_t{block} * list_entries;
  }

  /// When all have come: a warp adds up the tallies of 32 blocks, and each block's start follows from what the parts
  /// before its own hold.
  void add_up_part(unsigned part) {
    const unsigned block = part * warp_size + lane_id();
    LoopTally tally{};
    if (block < gridDim.x) tally = this->arguments_.meeting->tallies[front()][block];
    const unsigned up_to = scan_warp<unsigned>(tally.listed);
    const typename Base::Sums sums = Base::sums_of_warp(tally);
    this->place(block, up_to - tally.listed, tally.taken);
    if (lane_id() == 0) storage_.parts[part] = sums;
  }
  void move_part(unsigned part) {
    unsigned before = 0;
    for (unsigned p = 0; p < part; ++p) before += storage_.parts[p].listed;
    this->move(part * warp_size + lane_id(), before);
  }

  /// `resumes`: what the block has pushed is in memory alone.
  template <bool resumes>
  void take_turns() {
    for (unsigned part = warp_id(); part < parts; part += warps) add_up_part(part);
    __syncthreads();
    for (unsigned part = warp_id(); part < parts; part += warps) move_part(part);
    if (threadIdx.x == 0) {
      typename Base::Sums sums;
      for (unsigned part = 0; part < parts; ++part) sums.add(storage_.parts[part]);
      storage_.starts[most_blocks] = sums.listed;
      this->note_own(resumes ? this->arguments_.meeting->tallies[front()][blockIdx.x] : this->pushed().tally());
      this->note(sums, gridDim.x, blockIdx.x == 0);
    }
    this->turn(most_blocks);
  }

  Storage& storage_;
  DeviceBarrier barrier_;
};

template <class Offset>
using DeviceTeam = DeviceTeamOf<Offset, most_threads>;
/// For searches by the fused driver. An H200 (2026-11-23), random geometric graph, ms with 512, 640, 768 and 1024
/// threads: BFS 6.44, 5.96, 6.02, 6.17; but SSSP, whose blocks expand what they have pushed themselves, 23.3 with 640
/// and 19.7 with 1024.
template <class Offset>
using NarrowTeam = DeviceTeamOf<Offset, at_most(640)>;

/// The blocks of one cluster; lists stay in the shared memory of the block that pushed them, and are read from there by
/// whoever takes an entry.
template <class Offset>
class ClusterTeam
    : public TeamFrontier<Offset, most_threads, cluster_blocks, cluster_list_bytes / sizeof(LoopEntry<Offset>), 2> {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned room = cluster_list_bytes / sizeof(Entry);  ///< entries of a list

 private:
  using Base = TeamFrontier<Offset, most_threads, cluster_blocks, room, 2>;

 public:
  using Base::block_threads;
  static constexpr bool may_be_quiet = true;
  static constexpr bool guesses = true;

  struct Storage : Base::Storage {
    LoopTally tallies[2][cluster_blocks];  ///< what every block has pushed, of the frontier in the making, in turns
    cluster::Mailbox boxes[2];             ///< for them
  };

  ClusterTeam(Storage& storage, const LoopArguments& arguments)
      : Base(storage, arguments), storage_(storage), block_(cluster::block()) {
    if (threadIdx.x == 0) cluster::open(storage_.boxes);
    cluster::wait();  // nobody sends to a block that has not begun
  }

  [[nodiscard]] unsigned rank() const { return rank_across(block_, cluster_blocks); }
  [[nodiscard]] static unsigned threads() { return cluster_blocks * block_threads; }
  [[nodiscard]] unsigned shift() const { return Base::shift(threads()); }
  [[nodiscard]] Share share() const { return this->share_among(threads()); }
  [[nodiscard]] unsigned rank(const Share& share) const { return share.list == Share::of_all ? rank() : threadIdx.x; }
  [[nodiscard]] static unsigned threads(const Share& share) {
    return share.list == Share::of_all ? threads() : block_threads;
  }

  [[nodiscard]] Entry entry(std::uint64_t index) const {
    const auto i = static_cast<unsigned>(index);
    if (i >= storage_.starts[cluster_blocks]) [[unlikely]]
      return spilled_entry(i - storage_.starts[cluster_blocks]);
    unsigned owner;
    const unsigned place = this->find(i, owner);
    return load_from(owner, list(this->front()) + place);
  }
  [[nodiscard]] Entry entry(const Share& share, unsigned i) const {
    return share.list == Share::of_all ? entry(i) : list(share.list)[i];
  }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    this->push_into(list(this->back()), joins, entries);
  }

  static void wait() { cluster::wait(); }

  template <class Ahead>
  void flip(const Ahead& ahead, bool is_quiet) {
    this->count_arcs();
    const LoopTally tally = this->pushed().tally();
    if (warp_id() == 0) {
      exchange(tally, is_quiet && !this->has_spilled());
    } else {
      Base::look_ahead(list(this->back()), tally.taken, tally.listed, ahead);
    }
    this->turn(cluster_blocks);
    ++flips_;
  }

 private:
  [[nodiscard]] static Entry* list(unsigned which) { return dynamic_shared<Entry>() + which * room; }
  [[nodiscard]] Entry spilled_entry(unsigned i) const { return this->spill_list(this->front())[i]; }

  /// What another block has where this one has `own`.
  template <class T>
  [[nodiscard]] static T load_from(unsigned block, const T* own) {
    const unsigned address = cluster::address_of(own, block);
    std::uint32_t words[sizeof(T) / 4];
    if constexpr (sizeof(T) == 16 && alignof(T) == 16) {
      cluster::load(address, words);
    } else {
      for (unsigned w = 0; w < sizeof(T) / 4; ++w) words[w] = cluster::load(address + w * 4);
    }
    T value;
    memcpy(&value, words, sizeof(T));
    return value;
  }

  /// The first warp of each block, when all of it have come: tells every block what its own has pushed, and waits for
  /// what they have. That all have told is the barrier: who sends of one flip has received of the one before, so that
  /// two boxes in turns are enough.
  void exchange(const LoopTally& own, bool is_quiet) {
    LoopTally* const tallies = storage_.tallies[flips_ % 2];
    cluster::Mailbox* const box = &storage_.boxes[flips_ % 2];
    const unsigned lane = lane_id();
    if (is_quiet && own.spilled == 0) {
      cluster::fence_shared();
    } else {
      cluster::fence();
    }
    if (lane < cluster_blocks) {
      std::uint32_t words[sizeof(LoopTally) / 4];
      memcpy(words, &own, sizeof(own));
      cluster::send(cluster::address_of(tallies + block_, lane), words, cluster::address_of(box, lane));
    }
    if (lane == 0) {
      cluster::expect(box, cluster_blocks * sizeof(LoopTally));
      this->note_own(own);
    }
    if (is_quiet) {
      cluster::await_shared(box, flips_ / 2);
    } else {
      cluster::await(box, flips_ / 2);
    }
    add_up(tallies, is_quiet);
  }

  void add_up(const LoopTally* tallies, bool is_quiet) {
    const unsigned lane = lane_id();
    LoopTally tally{};
    if (lane < cluster_blocks) tally = tallies[lane];
    const unsigned up_to = scan_warp<unsigned>(tally.listed);
    const typename Base::Sums sums = Base::sums_of_warp(tally);
    if (is_quiet && sums.spilled != 0) cluster::fence();
    if (lane < cluster_blocks) this->place(lane, up_to - tally.listed, tally.taken);
    if (lane != 0) return;
    storage_.starts[cluster_blocks] = sums.listed;
    this->note(sums, cluster_blocks, block_ == 0);
  }

  Storage& storage_;
  unsigned block_;
  std::uint32_t flips_ = 0;
};

}  // namespace mg::sparse
