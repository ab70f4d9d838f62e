// Teams of the whole device whose threads mark who joins the next frontier, in a map over all vertices: it is listed in
// the team's queue when all have marked (creation=unfused), or is the frontier itself (frontier=bitmap, bytemap,
// counter). Either costs a pass over the map an iteration, and no vertex is asked for twice.
#pragma once

#include "sparse/drivers/loop_team.cuh"

namespace mg::sparse {

/// Vertices of a map in device memory, of one form. `stamp`: of a counter map, by which it is told from earlier ones.
template <MapForm form>
struct LoopMap {
  std::uint32_t* cells;
  std::uint32_t stamp;

  void mark(VertexId v) const {
    if constexpr (form == MapForm::bitmap) {
      std::uint32_t* const word = cells + v / warp_size;
      const std::uint32_t bit = 1U << (v % warp_size);
      if ((relaxed_load(*word) & bit) == 0) atomicOr(word, bit);
    } else if constexpr (form == MapForm::bytemap) {
      bytes()[v] = 1;  // by all who store there the same
    } else {
      relaxed_store(cells[v], stamp);
    }
  }
  [[nodiscard]] bool holds(VertexId v) const {
    if constexpr (form == MapForm::bitmap) {
      return (relaxed_load(cells[v / warp_size]) >> (v % warp_size) & 1) != 0;
    } else if constexpr (form == MapForm::bytemap) {
      return (relaxed_load(cells[v / 4]) >> (v % 4 * 8) & 0xff) != 0;
    } else {
      return relaxed_load(cells[v]) == stamp;
    }
  }
  /// Those of a warp's lanes, which are next to each other and begin with a multiple of their number. What they held
  /// was asked for before.
  void clear(VertexId v) const {
    if constexpr (form == MapForm::bitmap) {
      if (lane_id() == 0) relaxed_store(cells[v / warp_size], 0U);
    } else if constexpr (form == MapForm::bytemap) {
      bytes()[v] = 0;
    }
  }

 private:
  [[nodiscard]] std::uint8_t* bytes() const { return reinterpret_cast<std::uint8_t*>(cells); }
};

/// Calls visit(v, exists) for all vertices, those of 32 next to each other by a warp's lanes together.
template <class Visit>
void for_all_vertices(unsigned rank, unsigned threads, VertexId num_vertices, const Visit& visit) {
  for (std::uint64_t first = rank & ~(warp_size - 1); first < num_vertices; first += threads) {
    const std::uint64_t v = first + lane_id();
    visit(static_cast<VertexId>(v), v < num_vertices);
  }
}

/// All arcs of a vertex.
template <class Offset>
LoopEntry<Offset> whole_row(const DeviceRows& rows, VertexId v) {
  return {v, no_vertex, __ldg(static_cast<const Offset*>(rows.offsets) + v),
          __ldg(static_cast<const Offset*>(rows.ends) + v)};
}

/// A queue whose vertices have a flag each, by which they are listed once: a bit, or a byte.
template <class Offset, unsigned threads_of_block, MapForm form>
class FlaggingTeam : public DeviceTeamOf<Offset, threads_of_block> {
  using Base = DeviceTeamOf<Offset, threads_of_block>;

 public:
  static constexpr bool flags = true;
  using Base::Base;

  /// True for the first who asks since the vertex was forgotten.
  bool admits(VertexId v) {
    const Flag flag = flag_of(v);
    return (relaxed_load(*flag.word) & flag.bit) == 0 && (atomicOr(flag.word, flag.bit) & flag.bit) == 0;
  }
  void forget(VertexId v) {
    const Flag flag = flag_of(v);
    atomicAnd(flag.word, ~flag.bit);
  }

 private:
  struct Flag {
    std::uint32_t* word;
    std::uint32_t bit;
  };
  [[nodiscard]] Flag flag_of(VertexId v) const {
    constexpr unsigned each = form == MapForm::bitmap ? 1 : 8;
    constexpr unsigned per_word = warp_size / each;
    return {this->arguments_.maps[0] + v / per_word, 1U << (v % per_word * each)};
  }
};

/// What was marked is listed in a queue.
template <class Offset, unsigned threads_of_block, MapForm form>
class MarkingTeam : public DeviceTeamOf<Offset, threads_of_block> {
  using Base = DeviceTeamOf<Offset, threads_of_block>;

 public:
  using Entry = LoopEntry<Offset>;
  using typename Base::Storage;
  static constexpr bool marks = true;

  MarkingTeam(Storage& storage, const LoopArguments& arguments, std::uint32_t awaited = 0)
      : Base(storage, arguments, awaited), flips_(arguments.state->flips) {}

  [[nodiscard]] std::uint32_t flips() const { return flips_; }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    for (unsigned j = 0; j < n; ++j) {
      if (joins[j]) map().mark(entries[j].vertex);
    }
  }

  template <class Ahead>
  void flip(const Ahead& ahead, bool is_quiet) {
    Base::wait();
    const DeviceRows& rows = this->arguments_.rows[0];
    for_all_vertices(Base::rank(), Base::threads(), rows.num_rows, [&](VertexId v, bool exists) {
      const bool joins[] = {exists && map().holds(v)};
      __syncwarp();
      if (exists) map().clear(v);
      if (__any_sync(all_lanes, joins[0])) Base::push(joins, {joins[0] ? whole_row<Offset>(rows, v) : Entry{}});
    });
    ++flips_;
    Base::flip(ahead, is_quiet);
  }

 private:
  [[nodiscard]] LoopMap<form> map() const { return {this->arguments_.maps[0], flips_ + 1}; }

  std::uint32_t flips_;
};

/// The map is the frontier: an entry a vertex, with gaps where it is not in it.
template <class Offset, unsigned threads_of_block, MapForm form>
class MapTeam {
 public:
  using Entry = LoopEntry<Offset>;
  static constexpr unsigned block_threads = threads_of_block;
  static constexpr bool may_be_quiet = false;
  static constexpr bool guesses = false;
  static constexpr bool marks = true;
  static constexpr bool flags = false;
  static constexpr bool has_gaps = true;
  struct Storage {
    std::uint64_t vertices;
    std::uint64_t arcs;
  };

  MapTeam(Storage& storage, const LoopArguments& arguments, std::uint32_t awaited = 0)
      : storage_(storage),
        arguments_(arguments),
        barrier_(&arguments.meeting->arrived, awaited),
        flips_(arguments.state->flips) {
    if (threadIdx.x == 0) storage_ = {};
    __syncthreads();
  }
  /// Takes over the map that the launch before has left.
  void resume(unsigned) { add_up(); }
  [[nodiscard]] unsigned front() const { return flips_ % 2; }
  [[nodiscard]] std::uint32_t awaited() const { return barrier_.awaited(); }
  [[nodiscard]] std::uint32_t flips() const { return flips_; }

  [[nodiscard]] static unsigned rank() { return rank_across(blockIdx.x, gridDim.x); }
  [[nodiscard]] static unsigned threads() { return gridDim.x * block_threads; }
  [[nodiscard]] static unsigned rank(const Share&) { return rank(); }
  [[nodiscard]] static unsigned threads(const Share&) { return threads(); }
  [[nodiscard]] static unsigned shift() { return 0; }

  /// Places, of which some may be gaps; and of those that are not.
  [[nodiscard]] std::uint64_t size() const { return storage_.vertices == 0 ? 0 : arguments_.rows[0].num_rows; }
  [[nodiscard]] std::uint64_t vertices() const { return storage_.vertices; }
  [[nodiscard]] std::uint64_t arcs() const { return storage_.arcs; }
  [[nodiscard]] static std::uint64_t taken_arcs() { return 0; }
  [[nodiscard]] static Share take_own(std::uint32_t) { return {}; }
  [[nodiscard]] Share share() const { return {0, static_cast<unsigned>(size()), 0, Share::of_all}; }
  [[nodiscard]] Entry entry(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    return map(flips_).holds(v) ? whole_row<Offset>(arguments_.rows[0], v) : Entry{no_vertex, no_vertex, 0, 0};
  }
  [[nodiscard]] Entry entry(const Share&, unsigned i) const { return entry(i); }

  template <unsigned n>
  void push(const bool (&joins)[n], const Entry (&entries)[n]) {
    for (unsigned j = 0; j < n; ++j) {
      if (joins[j]) map(flips_ + 1).mark(entries[j].vertex);
    }
  }

  void wait() { barrier_.wait(); }

  /// What was marked is counted; the map before it is cleared for the one after it.
  template <class Ahead>
  void flip(const Ahead&, bool) {
    barrier_.wait();
    std::uint64_t vertices = 0;
    std::uint64_t arcs = 0;
    const DeviceRows& rows = arguments_.rows[0];
    for_all_vertices(rank(), threads(), rows.num_rows, [&](VertexId v, bool exists) {
      if (!exists) return;
      map(flips_).clear(v);
      if (!map(flips_ + 1).holds(v)) return;
      const Entry row = whole_row<Offset>(rows, v);
      ++vertices;
      arcs += row.end - row.begin;
    });
    ++flips_;
    vertices = combine_block<Sum, block_threads>(vertices);
    arcs = combine_block<Sum, block_threads>(arcs);
    if (threadIdx.x == 0) {
      totals()[2 * blockIdx.x] = vertices;
      totals()[2 * blockIdx.x + 1] = arcs;
    }
    barrier_.wait();
    add_up();
  }

 private:
  /// Two in turns; each is cleared before it is marked.
  [[nodiscard]] LoopMap<form> map(std::uint32_t flips) const { return {arguments_.maps[flips % 2], flips}; }
  /// Of each block, of the map in turn.
  [[nodiscard]] std::uint64_t* totals() const { return arguments_.map_totals + 2 * most_team_blocks * front(); }

  /// All threads of the block.
  void add_up() {
    if (warp_id() == 0) {
      std::uint64_t vertices = 0;
      std::uint64_t arcs = 0;
      for (unsigned block = lane_id(); block < gridDim.x; block += warp_size) {
        vertices += relaxed_load(totals()[2 * block]);
        arcs += relaxed_load(totals()[2 * block + 1]);
      }
      vertices = combine_warp<Sum>(vertices);
      arcs = combine_warp<Sum>(arcs);
      if (lane_id() == 0) storage_ = {vertices, arcs};
    }
    __syncthreads();
  }

  Storage& storage_;
  const LoopArguments& arguments_;
  DeviceBarrier barrier_;
  std::uint32_t flips_;
};

// Teams by what a schedule says of frontiers; `Team` is for offsets of a type.
template <unsigned cta>
struct Queues {
  template <class Offset>
  using Team = DeviceTeamOf<Offset, cta>;
};
template <unsigned cta, MapForm form>
struct FlaggedQueues {
  template <class Offset>
  using Team = FlaggingTeam<Offset, cta, form>;
};
template <unsigned cta, MapForm form>
struct MarksThatAreListed {
  template <class Offset>
  using Team = MarkingTeam<Offset, cta, form>;
};
template <unsigned cta, MapForm form>
struct Maps {
  template <class Offset>
  using Team = MapTeam<Offset, cta, form>;
};

}  // namespace mg::sparse
