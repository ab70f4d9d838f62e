// How vertices join the next frontier on a GPU.
#pragma once

#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// What keeps a queue from listing a vertex twice.
enum class Listing : unsigned char {
  once_by_nature,  ///< the combining operator changes a cell once a step
  once_by_mark,    ///< an epoch a vertex says whether it is listed already
  once_by_bit,     ///< a bit
  once_by_byte,    ///< a byte
  repeats,         ///< nothing does
  culled,          ///< nothing does, but a block leaves out most of what it has listed lately itself
};

/// Where vertices go that join: into a queue, in which each of them, those of a warp or those of a block make room for
/// themselves with one atomic, into a map, where they are marked to be counted and listed later, or nowhere.
enum class Emit : unsigned char { queue_by_thread, queue_by_warp, queue_by_block, bitmap, bytemap, counter, nothing };

constexpr bool is_queue(Emit emit) { return emit <= Emit::queue_by_block; }

/// True for the first who asks in a step.
template <Listing listing>
bool lists(const Emission& emission, VertexId v) {
  if constexpr (listing == Listing::once_by_mark) {
    if (relaxed_load(emission.marks[v]) == emission.epoch) return false;
    return atomicExch(emission.marks + v, emission.epoch) != emission.epoch;
  } else if constexpr (listing == Listing::once_by_bit || listing == Listing::once_by_byte) {
    constexpr bool bits = listing == Listing::once_by_bit;
    constexpr unsigned per_word = bits ? 32 : 4;
    std::uint32_t* word = (bits ? emission.words : reinterpret_cast<std::uint32_t*>(emission.bytes)) + v / per_word;
    const std::uint32_t bit = 1U << (v % per_word * (32 / per_word));
    if ((relaxed_load(*word) & bit) != 0) return false;
    return (atomicOr(word, bit) & bit) == 0;
  } else {
    return true;
  }
}

/// What a block has listed lately: a table in shared memory in which vertices take each other's places (the history of
/// Gunrock's culling, Wang et al., PPoPP'16).
template <Listing listing>
class History {
 public:
  struct Storage {};
  explicit History(Storage&) {}
};
template <>
class History<Listing::culled> {
 public:
  static constexpr unsigned places = 512;
  struct Storage {
    VertexId vertices[places];
  };

  /// A barrier follows before the first look.
  explicit History(Storage& storage) : storage_(storage) {
    for (unsigned i = threadIdx.x; i < places; i += blockDim.x) storage_.vertices[i] = no_vertex;
  }
  /// Whether v is news to the block.
  bool admits(VertexId v) { return atomicExch(storage_.vertices + v % places, v) != v; }

 private:
  Storage& storage_;
};

/// Whether a map holds v, where its form is known to the compiler, and where it is not.
template <MapForm form>
bool contains(const VertexMap& map, VertexId v) {
  if (map.cells == nullptr) return true;
  if constexpr (form == MapForm::bitmap) {
    return test_bit(static_cast<const std::uint32_t*>(map.cells), v);
  } else if constexpr (form == MapForm::bytemap) {
    return __ldg(static_cast<const std::uint8_t*>(map.cells) + v) != 0;
  } else {
    return __ldg(static_cast<const std::uint32_t*>(map.cells) + v) == map.epoch;
  }
}
inline bool contains(const VertexMap& map, VertexId v) {
  switch (map.form) {
    case MapForm::bitmap: return contains<MapForm::bitmap>(map, v);
    case MapForm::bytemap: return contains<MapForm::bytemap>(map, v);
    case MapForm::counter: return contains<MapForm::counter>(map, v);
  }
  return true;
}

/// An entry and its arcs, as Emission::emitted counts them.
template <class Offset>
std::uint64_t counted(const Emission& emission, VertexId v) {
  const auto* offsets = static_cast<const Offset*>(emission.degree_offsets);
  const std::uint64_t degree = offsets != nullptr ? __ldg(offsets + v + 1) - __ldg(offsets + v) : 0;
  return (std::uint64_t{1} << emission.arc_bits) + degree;
}

/// Writes an entry for which `before` is what was emitted before it.
template <class Offset>
void write_entry(const Emission& emission, VertexId v, std::uint64_t before) {
  const std::uint64_t place = before >> emission.arc_bits;
  emission.queue[place] = v;
  if (emission.starts != nullptr) {
    const std::uint64_t arcs_before = before & ((std::uint64_t{1} << emission.arc_bits) - 1);
    static_cast<Offset*>(emission.starts)[place] = static_cast<Offset>(arcs_before);
  }
}

/// Room for a block's `total`, at one atomic: what was emitted before it. All threads call it and get the same.
inline std::uint64_t reserve(const Emission& emission, std::uint64_t total) {
  __shared__ std::uint64_t before;
  if (threadIdx.x == 0 && total != 0) {
    before = atomicAdd(reinterpret_cast<unsigned long long*>(emission.emitted), total);
  }
  __syncthreads();
  const std::uint64_t base = before;
  __syncthreads();
  return base;
}

/// Lists vertices in a queue, one a thread where `joins`: an atomic a block gives their places and the prefix sums of
/// their degrees (a single address takes about one atomic a nanosecond, so that one a warp would be the bottleneck).
/// All threads of the block call it.
template <class Offset>
void append_block(const Emission& emission, VertexId v, bool joins) {
  const std::uint64_t own = joins ? counted<Offset>(emission, v) : 0;
  std::uint64_t total = 0;
  const std::uint64_t up_to = scan_block(own, total);
  const std::uint64_t base = reserve(emission, total);
  if (joins) write_entry<Offset>(emission, v, base + up_to - own);
}

/// Sets the bits of vertices, one a lane where `joins`, with an atomic a word where vertices of a word are neighbors in
/// the warp. All lanes call it.
inline void mark_lanes(std::uint32_t* words, VertexId v, bool joins) {
  const VertexId word = v / warp_size;
  std::uint32_t bits = joins ? 1U << (v % warp_size) : 0;
  for (unsigned distance = 1; distance < warp_size; distance *= 2) {
    const std::uint32_t before = __shfl_up_sync(all_lanes, bits, distance);
    const VertexId word_before = __shfl_up_sync(all_lanes, word, distance);
    if (lane_id() >= distance && word_before == word) bits |= before;
  }
  const VertexId next_word = __shfl_sync(all_lanes, word, (lane_id() + 1) % warp_size);
  const bool is_last = lane_id() == warp_size - 1 || next_word != word;
  if (is_last && bits != 0) atomicOr(words + word, bits);
}

/// Counts what a thread adds to the next frontier where no queue is made.
template <class Offset>
class EmissionCounter {
 public:
  explicit EmissionCounter(const Emission& emission) : emission_(emission) {}
  void add(VertexId v) { own_ += counted<Offset>(emission_, v); }
  /// All threads of the block.
  template <unsigned threads>
  void flush() {
    const std::uint64_t total = combine_block<Sum, threads>(own_);
    if (threadIdx.x == 0 && total != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(emission_.emitted), total);
    }
  }

 private:
  const Emission& emission_;
  std::uint64_t own_ = 0;
};

/// The next frontier as a block fills it, for each Emit. Members:
///  - `Storage`, of which the block has one in shared memory;
///  - `add(v, joins)`, which all lanes of a warp call together, each with a vertex of its own;
///  - `bounded`: no more than `capacity` vertices can be added between two calls of make_room() or flush();
///  - `make_room(coming)`: all threads of the block, after a barrier; then `coming` more vertices fit;
///  - `flush()`: all threads, after a barrier that follows the last add().
template <Emit emit, class Offset, Listing listing, unsigned capacity>
class Collector;

/// Room for each vertex by itself.
template <class Offset, Listing listing, unsigned capacity>
class Collector<Emit::queue_by_thread, Offset, listing, capacity> {
 public:
  struct Storage {};
  static constexpr bool bounded = false;

  Collector(Storage&, const Emission& emission) : emission_(emission) {}
  void add(VertexId v, bool joins) {
    if (!joins || !lists<listing>(emission_, v)) return;
    auto* emitted = reinterpret_cast<unsigned long long*>(emission_.emitted);
    write_entry<Offset>(emission_, v, atomicAdd(emitted, counted<Offset>(emission_, v)));
  }
  void flush() {}

 private:
  const Emission& emission_;
};

/// Room for the vertices that a warp finds at a time.
template <class Offset, Listing listing, unsigned capacity>
class Collector<Emit::queue_by_warp, Offset, listing, capacity> {
 public:
  struct Storage {};
  static constexpr bool bounded = false;

  Collector(Storage&, const Emission& emission) : emission_(emission) {}
  void add(VertexId v, bool joins) {
    joins = joins && lists<listing>(emission_, v);
    if (__ballot_sync(all_lanes, joins) == 0) return;
    const std::uint64_t own = joins ? counted<Offset>(emission_, v) : 0;
    const std::uint64_t up_to = scan_warp(own);
    std::uint64_t before = 0;
    if (lane_id() == warp_size - 1) before = atomicAdd(reinterpret_cast<unsigned long long*>(emission_.emitted), up_to);
    before = __shfl_sync(all_lanes, before, warp_size - 1);
    if (joins) write_entry<Offset>(emission_, v, before + up_to - own);
  }
  void flush() {}

 private:
  const Emission& emission_;
};

/// A block's vertices wait in shared memory, so that they reach the queue together whatever threads found them.
template <class Offset, Listing listing, unsigned capacity>
class Collector<Emit::queue_by_block, Offset, listing, capacity> {
 public:
  struct Storage {
    VertexId vertices[capacity];
    unsigned size;
  };
  static constexpr bool bounded = true;

  /// A barrier follows before the first add().
  Collector(Storage& storage, const Emission& emission) : storage_(storage), emission_(emission) {
    if (threadIdx.x == 0) storage_.size = 0;
  }
  void add(VertexId v, bool joins) {
    if (joins && lists<listing>(emission_, v)) storage_.vertices[atomicAdd(&storage_.size, 1U)] = v;
  }
  void make_room(unsigned coming) {
    const unsigned size = storage_.size;
    __syncthreads();
    if (size + coming <= capacity) return;
    if (threadIdx.x == 0) storage_.size = 0;
    write(size);
  }
  void flush() { write(storage_.size); }

 private:
  void write(unsigned size) {
    for (unsigned first = 0; first < size; first += blockDim.x) {
      const unsigned i = first + threadIdx.x;
      append_block<Offset>(emission_, i < size ? storage_.vertices[i] : 0, i < size);
    }
  }

  Storage& storage_;
  const Emission& emission_;
};

/// Marks in a map, or nothing. A byte and an epoch are stored without an atomic, for all who store there store the
/// same.
template <Emit map, class Offset, Listing listing, unsigned capacity>
class Collector {
 public:
  struct Storage {};
  static constexpr bool bounded = false;

  Collector(Storage&, const Emission& emission) : emission_(emission) {}
  void add(VertexId v, bool joins) {
    if (!joins) return;
    if constexpr (map == Emit::bitmap) {
      std::uint32_t* word = emission_.words + v / warp_size;
      const std::uint32_t bit = 1U << (v % warp_size);
      if ((relaxed_load(*word) & bit) == 0) atomicOr(word, bit);
    } else if constexpr (map == Emit::bytemap) {
      emission_.bytes[v] = 1;
    } else if constexpr (map == Emit::counter) {
      relaxed_store(emission_.marks[v], emission_.epoch);
    }
  }
  void flush() {}

 private:
  const Emission& emission_;
};

}  // namespace mg::gpu
