// Triangles on a GPU: counted, or each handed to a function of its corners.
//
// Vertices are numbered by descending degree and edges point from the larger number to the smaller, so that hubs have
// short rows (Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs", TCS 2008) and the
// vertices that most rows name lie close together. A block marks the row of a vertex in a bitmap in shared memory, and
// its warps look up the rows of that row's members there: what they hold as bits (hub_rows.cuh), 128 at a time, and one
// bit an entry of the rest. Short rows are not worth marking: their pairs are looked for in the rows of their larger
// ends.
//
// Where no row is long, nothing is turned or built: the neighbors below a vertex are the first of its row, and their
// pairs are looked for likewise.
#pragma once

#include "engine/gpu/emit.cuh"

namespace mg::gpu {

/// Rows of at least two and at most so many entries are short.
inline constexpr unsigned short_row = 32;

inline constexpr unsigned words_of_quad = 4;
/// Ranks that a quad of words has a bit for.
inline constexpr unsigned ranks_of_quad = 128;

/// The place of the first of the ascending targets [begin, end) that is not below `w`.
template <class Place>
Place place_of(const VertexId* targets, Place begin, Place end, VertexId w) {
  return first_where(begin, end, [&](Place place) { return __ldg(targets + place) >= w; });
}

/// How v's row is held.
inline HubRow hub_row(const TriangleArguments& arguments, VertexId v) {
  if (arguments.hub_rows == nullptr) return {__ldg(arguments.offsets + v), 0, 0};
  const uint4 words = __ldg(reinterpret_cast<const uint4*>(arguments.hub_rows + v));
  return __builtin_bit_cast(HubRow, words);
}

/// Whether `w` is among them.
template <class Place>
bool is_target(const VertexId* targets, Place begin, Place end, VertexId w) {
  const Place place = place_of(targets, begin, end, w);
  return place < end && __ldg(targets + place) == w;
}

/// Whether a row's bits, which reach beyond w, say that it holds w.
inline bool has_bit(const TriangleArguments& arguments, const HubRow& row, VertexId w) {
  const std::uint32_t word = __ldg(arguments.hub_bits + std::uint64_t{row.place} * words_of_quad + w / warp_size);
  return (word >> (w % warp_size) & 1U) != 0;
}

inline unsigned num_common(const uint4& a, const uint4& b) {
  return __popc(a.x & b.x) + __popc(a.y & b.y) + __popc(a.z & b.z) + __popc(a.w & b.w);
}

/// What becomes of a triangle: it is counted, and where there is a function, handed to it.
template <class F>
struct TriangleVisitor {
  F f;
  const VertexId* vertices;  ///< of rows

  /// `is_triangle`: 1 or 0, which it returns.
  unsigned operator()(unsigned is_triangle, [[maybe_unused]] VertexId u, [[maybe_unused]] VertexId v,
                      [[maybe_unused]] VertexId w) {
    if constexpr (!std::is_same_v<F, NoFunction>) {
      if (is_triangle != 0) f(__ldg(vertices + u), __ldg(vertices + v), __ldg(vertices + w));
    }
    return is_triangle;
  }
};

/// The number among a row's pairs (0, 1), (0, 2), (1, 2), (0, 3), ... that a thread has come to, as their entries.
struct PairInTurn {
  unsigned smaller;
  unsigned larger = 1;

  explicit PairInTurn(unsigned number) : smaller(number) { settle(); }
  void advance(unsigned pairs) {
    smaller += pairs;
    settle();
  }

 private:
  void settle() {
    while (smaller >= larger) smaller -= larger++;
  }
};

/// A member of a row, and how the member's own row is held. No row of turned edges is longer than sqrt(2 m): lengths
/// are of 32 bits, and so is what a lane counts of a few rows.
struct Member {
  VertexId vertex = no_vertex;
  HubRow row{0, 0, 0};
  unsigned num_listed = 0;  ///< entries that its row lists, from row.rest

  Member() = default;
  Member(const TriangleArguments& arguments, VertexId v)
      : vertex(v),
        row(hub_row(arguments, v)),
        num_listed(static_cast<unsigned>(__ldg(arguments.offsets + v + 1) - row.rest)) {}

  /// Whether w is among what it holds.
  bool names(const TriangleArguments& arguments, VertexId w) const {
    if (w / ranks_of_quad < row.quads) return has_bit(arguments, row, w);
    return is_target(arguments.targets + row.rest, 0U, num_listed, w);
  }
  /// The one that `lane` has. All lanes call it.
  Member of_lane(unsigned lane) const {
    Member other;
    other.vertex = __shfl_sync(all_lanes, vertex, lane);
    other.row = {__shfl_sync(all_lanes, row.rest, lane), __shfl_sync(all_lanes, row.place, lane),
                 __shfl_sync(all_lanes, row.quads, lane)};
    other.num_listed = __shfl_sync(all_lanes, num_listed, lane);
    return other;
  }
};

/// Triangles whose row of largest rank is short, a warp a row.
template <class F>
struct VisitShortRows {
  using Arguments = TriangleArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 4;

  static void run(const Arguments& arguments, F f) {
    TriangleVisitor<F> visitor{f, arguments.vertices};
    std::uint64_t found = 0;
    for (std::uint64_t u = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id(); u < arguments.num_rows;
         u += std::uint64_t{gridDim.x} * (threads / warp_size)) {
      const std::uint64_t begin = __ldg(arguments.offsets + u);
      const std::uint64_t length = __ldg(arguments.offsets + u + 1) - begin;
      if (length < 2 || length > short_row) continue;
      found += visit_pairs(arguments, static_cast<VertexId>(u), begin, static_cast<unsigned>(length), visitor);
    }
    found = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), found);
  }

 private:
  /// The pairs of a short row of which the larger names the smaller. A lane has a member, and takes pairs in turn.
  static unsigned visit_pairs(const Arguments& arguments, VertexId u, std::uint64_t begin, unsigned length,
                              TriangleVisitor<F>& visitor) {
    const Member own = lane_id() < length ? Member(arguments, __ldg(arguments.targets + begin + lane_id())) : Member();
    const unsigned num_pairs = length * (length - 1) / 2;
    unsigned found = 0;
    PairInTurn pair(lane_id());
    for (unsigned first = 0; first < num_pairs; first += warp_size, pair.advance(warp_size)) {
      const Member v = own.of_lane(pair.larger % warp_size);
      const VertexId w = __shfl_sync(all_lanes, own.vertex, pair.smaller % warp_size);
      if (pair.larger < length) found += visitor(v.names(arguments, w) ? 1 : 0, u, v.vertex, w);
    }
    return found;
  }
};

using TrianglesOfShortRows = VisitShortRows<NoFunction>;

/// Triangles of a graph's own rows, which ascend, each at its largest vertex: for neighbors w < v below u, whether w is
/// in the row of v. Lanes take the pairs of a row in turn, those of one v next to each other, so that they search the
/// same row. O(d^2 log d) for a row of d entries.
template <class Offset>
struct TrianglesOfOwnRows {
  using Arguments = OwnRowsArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 8;  // a search waits for one load after the other: warps are what hides it

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const unsigned lanes = 1U << arguments.lane_bits;
    const unsigned lane = threadIdx.x & (lanes - 1);
    const std::uint64_t step = std::uint64_t{gridDim.x} * threads >> arguments.lane_bits;
    std::uint64_t found = 0;
    for (std::uint64_t u = (std::uint64_t{blockIdx.x} * threads + threadIdx.x) >> arguments.lane_bits;
         u < arguments.rows.num_rows; u += step) {
      found += count_below(rows, static_cast<VertexId>(u), lane, lanes);
    }
    found = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), found);
  }

 private:
  /// The pairs of neighbors below u that are neighbors: those in turn for `lane` of `lanes`. Entries `smaller` <
  /// `larger` of the row are a pair.
  static unsigned count_below(const Rows<Offset>& rows, VertexId u, unsigned lane, unsigned lanes) {
    const VertexId* const row = rows.neighbors + rows.begin(u);
    const auto length = static_cast<unsigned>(rows.end(u) - rows.begin(u));
    unsigned found = 0;
    for (PairInTurn pair(lane);; pair.advance(lanes)) {
      if (pair.larger >= length) return found;
      const VertexId v = __ldg(row + pair.larger);
      if (v >= u) return found;
      found += is_target(rows.neighbors, rows.begin(v), rows.end(v), __ldg(row + pair.smaller)) ? 1 : 0;
    }
  }
};

/// Lists the rows that are not short.
struct ListLongRows {
  using Arguments = TriangleArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t u = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const bool is_long = u < arguments.num_rows && arguments.offsets[u + 1] - arguments.offsets[u] > short_row;
    append_block<std::uint32_t>(arguments.long_rows, static_cast<VertexId>(u), is_long);
  }
};

/// Triangles of the long rows, a block a row; blocks take them in turn. Dynamic shared memory: bitmap_bits / 8 bytes.
template <class F>
struct VisitLongRows {
  using Arguments = TriangleArguments;
  using Function = F;
  static constexpr unsigned threads = 1024;
  static constexpr unsigned least_blocks = 1;  // its bitmap leaves room for one, so registers are plentiful

  static void run(const Arguments& arguments, F f) {
    TriangleVisitor<F> visitor{f, arguments.vertices};
    auto* const bitmap = dynamic_shared<std::uint32_t>();
    __shared__ std::uint64_t taken;
    for (unsigned i = threadIdx.x; i < arguments.bitmap_bits / warp_size; i += threads) bitmap[i] = 0;
    const std::uint64_t num_long = *arguments.long_rows.emitted;
    std::uint64_t found = 0;
    for (;;) {
      __syncthreads();
      if (threadIdx.x == 0) taken = atomicAdd(reinterpret_cast<unsigned long long*>(arguments.next_row), 1ULL);
      __syncthreads();
      if (taken >= num_long) break;
      const VertexId u = arguments.long_rows.queue[taken];
      const VertexId* const row = arguments.targets + __ldg(arguments.offsets + u);
      const auto length = static_cast<unsigned>(arguments.targets + __ldg(arguments.offsets + u + 1) - row);
      for (unsigned i = threadIdx.x; i < length; i += threads) {
        const VertexId w = __ldg(row + i);
        if (w < arguments.bitmap_bits) atomicOr(bitmap + w / warp_size, 1U << (w % warp_size));
      }
      __syncthreads();
      for (unsigned first = 1 + warp_id(); first < length; first += threads) {
        found += count_of_members(arguments, bitmap, u, row, length, first, visitor);
      }
      __syncthreads();
      for (unsigned i = threadIdx.x; i < length; i += threads) {
        const VertexId w = __ldg(row + i);
        if (w < arguments.bitmap_bits) bitmap[w / warp_size] = 0;
      }
      // What does not fit the bitmap is the tail of the row, and few.
      if (__ldg(row + length - 1) >= arguments.bitmap_bits) found += visit_tail(arguments, u, row, length, visitor);
    }
    found = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), found);
  }

 private:
  /// The pairs of a row's entries beyond the bitmap of which the larger names the smaller; a warp a larger one.
  static std::uint64_t visit_tail(const Arguments& arguments, VertexId u, const VertexId* row, unsigned length,
                                  TriangleVisitor<F>& visitor) {
    const unsigned first = place_of(row, 0U, length, arguments.bitmap_bits);
    std::uint64_t found = 0;
    for (unsigned larger = first + 1 + warp_id(); larger < length; larger += threads / warp_size) {
      const Member v(arguments, __ldg(row + larger));
      for (unsigned smaller = first + lane_id(); smaller < larger; smaller += warp_size) {
        const VertexId w = __ldg(row + smaller);
        found += visitor(v.names(arguments, w) ? 1 : 0, u, v.vertex, w);
      }
    }
    return found;
  }

  /// What the rows of u's members `first`, `first` + warps, ... hold that is marked, by a warp: a member a lane. How
  /// their rows are held is read at once, rather than waited for member by member.
  static unsigned count_of_members(const Arguments& arguments, const std::uint32_t* bitmap, VertexId u,
                                   const VertexId* row, unsigned length, unsigned first, TriangleVisitor<F>& visitor) {
    constexpr unsigned warps = threads / warp_size;
    const unsigned num_members = least(warp_size, (length - first + warps - 1) / warps);
    const Member own = lane_id() < num_members ? Member(arguments, __ldg(row + first + lane_id() * warps)) : Member();
    unsigned found = 0;
    for (unsigned lane = 0; lane < num_members; ++lane) {
      const Member v = own.of_lane(lane);
      if constexpr (std::is_same_v<F, NoFunction>) found += count_bits(arguments, bitmap, v.row);
      if (v.num_listed > 0) found += count_listed(arguments, bitmap, u, v, visitor);
    }
    return found;
  }

  /// What v's row lists that is marked. Lanes load 16 bytes at a time where they are aligned: with few warps to a
  /// multiprocessor, bytes in flight are what is short.
  static unsigned count_listed(const Arguments& arguments, const std::uint32_t* bitmap, VertexId u, const Member& v,
                               TriangleVisitor<F>& visitor) {
    constexpr unsigned at_a_time = 4;
    const auto marked = [&](VertexId w) -> unsigned {
      if (w >= arguments.bitmap_bits) return 0;
      return visitor(bitmap[w / warp_size] >> (w % warp_size) & 1U, u, v.vertex, w);
    };
    const VertexId* const listed = arguments.targets + v.row.rest;
    const unsigned head = least(v.num_listed, (at_a_time - static_cast<unsigned>(v.row.rest)) % at_a_time);
    const unsigned num_loads = (v.num_listed - head) / at_a_time;
    const unsigned tail = (v.num_listed - head) % at_a_time;
    unsigned found = 0;
    if (lane_id() < head + tail) {
      found += marked(__ldg(listed + lane_id() + (lane_id() < head ? 0 : num_loads * at_a_time)));
    }
    const auto* const loads = reinterpret_cast<const uint4*>(listed + head);
#pragma unroll 2
    for (unsigned i = lane_id(); i < num_loads; i += warp_size) {
      const uint4 w = __ldg(loads + i);
      found += marked(w.x) + marked(w.y) + marked(w.z) + marked(w.w);
    }
    return found;
  }

  /// The marked ones of those that a row holds as bits; one warp.
  static unsigned count_bits(const Arguments& arguments, const std::uint32_t* bitmap, const HubRow& row) {
    const auto* const marks = reinterpret_cast<const uint4*>(bitmap);
    const auto* const bits = reinterpret_cast<const uint4*>(arguments.hub_bits) + row.place;
    unsigned found = 0;
    for (std::uint32_t quad = lane_id(); quad < row.quads; quad += warp_size) {
      found += num_common(__ldg(bits + quad), marks[quad]);
    }
    return found;
  }
};

using TrianglesOfLongRows = VisitLongRows<NoFunction>;

}  // namespace mg::gpu
