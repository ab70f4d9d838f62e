// Triangles on a GPU: counted, or each handed to a function of its corners.
//
// Vertices are numbered by descending degree and edges point from the larger number to the smaller, so that hubs have
// short rows (Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs", TCS 2008) and the
// vertices that most rows name lie close together. A block marks the row of a vertex in a bitmap in shared memory, and
// its warps look up the rows of that row's members there: what they hold of the first hubs as bits (hub_rows.cuh), 128
// at a time, and one bit an entry of the rest. Short rows are not worth marking: their pairs are looked for in the rows
// of their larger ends.
//
// Where no row is long, nothing is turned or built: the neighbors below a vertex are the first of its row, and their
// pairs are looked for likewise.
#pragma once

#include "engine/gpu/emit.cuh"

namespace mg::gpu {

/// Rows of at least two and at most so many entries are short.
inline constexpr unsigned short_row = 32;

/// Ranks below this are hubs, where rows hold some as bits: a quad of words for each lane of a warp.
inline constexpr VertexId num_hubs = 4096;
inline constexpr unsigned words_of_quad = 4;
inline constexpr unsigned hubs_of_quad = 128;

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

/// Whether a row's bits say that it holds a hub below it.
inline bool has_hub(const TriangleArguments& arguments, const HubRow& row, VertexId w) {
  const std::uint32_t word = __ldg(arguments.hub_bits + std::uint64_t{row.place} * words_of_quad + w / warp_size);
  return (word >> (w % warp_size) & 1U) != 0;
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

/// The pairs of entries [first, end) of row u of which the smaller is in the row of the larger, by the lanes of a warp.
template <class F>
std::uint64_t count_pairs(const TriangleArguments& arguments, VertexId u, std::uint64_t first, std::uint64_t end,
                          TriangleVisitor<F>& visitor) {
  std::uint64_t found = 0;
  for (std::uint64_t larger = first + 1; larger < end; ++larger) {
    const VertexId v = __ldg(arguments.targets + larger);
    const HubRow row = hub_row(arguments, v);
    const std::uint64_t row_end = __ldg(arguments.offsets + v + 1);
    for (std::uint64_t smaller = first + lane_id(); smaller < larger; smaller += warp_size) {
      const VertexId w = __ldg(arguments.targets + smaller);
      const bool is_pair = row.quads > 0 && w < num_hubs ? has_hub(arguments, row, w)
                                                         : is_target(arguments.targets, row.rest, row_end, w);
      found += visitor(is_pair ? 1 : 0, u, v, w);
    }
  }
  return found;
}

/// Triangles whose row of largest rank is short, a warp a row.
template <class F>
struct VisitShortRows {
  using Arguments = TriangleArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  /// 40 registers: with 32, a search's bounds are spilled.
  static constexpr unsigned least_blocks = std::is_same_v<F, NoFunction> ? 6 : 4;

  static void run(const Arguments& arguments, F f) {
    TriangleVisitor<F> visitor{f, arguments.vertices};
    std::uint64_t found = 0;
    for (std::uint64_t u = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id(); u < arguments.num_rows;
         u += std::uint64_t{gridDim.x} * (threads / warp_size)) {
      const std::uint64_t begin = __ldg(arguments.offsets + u);
      const std::uint64_t end = __ldg(arguments.offsets + u + 1);
      if (end - begin <= short_row) found += count_pairs(arguments, static_cast<VertexId>(u), begin, end, visitor);
    }
    found = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), found);
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
    unsigned larger = 1;
    for (unsigned smaller = lane;; smaller += lanes) {
      while (smaller >= larger) smaller -= larger++;
      if (larger >= length) return found;
      const VertexId v = __ldg(row + larger);
      if (v >= u) return found;
      found += is_target(rows.neighbors, rows.begin(v), rows.end(v), __ldg(row + smaller)) ? 1 : 0;
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
      const std::uint64_t begin = __ldg(arguments.offsets + u);
      const std::uint64_t end = __ldg(arguments.offsets + u + 1);
      for (std::uint64_t e = begin + threadIdx.x; e < end; e += threads) {
        const VertexId w = __ldg(arguments.targets + e);
        if (w < arguments.bitmap_bits) atomicOr(bitmap + w / warp_size, 1U << (w % warp_size));
      }
      __syncthreads();
      for (std::uint64_t e = begin + 1 + warp_id(); e < end; e += threads / warp_size) {
        found += count_marked(arguments, bitmap, u, __ldg(arguments.targets + e), visitor);
      }
      __syncthreads();
      for (std::uint64_t e = begin + threadIdx.x; e < end; e += threads) {
        const VertexId w = __ldg(arguments.targets + e);
        if (w < arguments.bitmap_bits) bitmap[w / warp_size] = 0;
      }
      // What does not fit the bitmap is the tail of the row, and few.
      if (warp_id() == 0) {
        const std::uint64_t tail = place_of(arguments.targets, begin, end, arguments.bitmap_bits);
        found += count_pairs(arguments, u, tail, end, visitor);
      }
    }
    found = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), found);
  }

 private:
  /// The members of v's row that are marked; one warp. Lanes load 16 bytes at a time, from where they are aligned: with
  /// few warps to a multiprocessor, bytes in flight are what is short.
  static std::uint64_t count_marked(const Arguments& arguments, const std::uint32_t* bitmap, VertexId u, VertexId v,
                                    TriangleVisitor<F>& visitor) {
    constexpr unsigned quad = 4;
    // A function is told of each, so that it has all listed.
    const HubRow row =
        std::is_same_v<F, NoFunction> ? hub_row(arguments, v) : HubRow{__ldg(arguments.offsets + v), 0, 0};
    const std::uint64_t begin = row.rest;
    const std::uint64_t end = __ldg(arguments.offsets + v + 1);
    const auto marked = [&](std::uint64_t e, VertexId w) -> unsigned {
      if (e < begin || e >= end || w >= arguments.bitmap_bits) return 0;
      return visitor(bitmap[w / warp_size] >> (w % warp_size) & 1U, u, v, w);
    };
    const auto* quads = reinterpret_cast<const uint4*>(arguments.targets);
    unsigned found = count_hubs(arguments, bitmap, row);
#pragma unroll 2
    for (std::uint64_t q = begin / quad + lane_id(); q * quad < end; q += warp_size) {
      const uint4 w = __ldg(quads + q);
      const std::uint64_t e = q * quad;
      found += marked(e, w.x) + marked(e + 1, w.y) + marked(e + 2, w.z) + marked(e + 3, w.w);
    }
    return found;
  }
  /// The marked ones of the hubs that a row holds as bits; one warp.
  static unsigned count_hubs(const Arguments& arguments, const std::uint32_t* bitmap, const HubRow& hubs) {
    const auto* const marks = reinterpret_cast<const uint4*>(bitmap);
    const auto* const bits = reinterpret_cast<const uint4*>(arguments.hub_bits) + hubs.place;
    unsigned found = 0;
    for (std::uint32_t quad = lane_id(); quad < hubs.quads; quad += warp_size) {
      const uint4 own = __ldg(bits + quad);
      const uint4 marked = marks[quad];
      found +=
          __popc(own.x & marked.x) + __popc(own.y & marked.y) + __popc(own.z & marked.z) + __popc(own.w & marked.w);
    }
    return found;
  }
};
using TrianglesOfLongRows = VisitLongRows<NoFunction>;

}  // namespace mg::gpu
