// Similarity of all adjacent vertices. Each triangle is found once, by merging two rows of neighbors of higher degree,
// and credited to its three pairs, whose third corner is a neighbor of both.
#pragma once

#include <cstdint>

#include "algorithms/similarity_measure.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/oriented_rows.hpp"

namespace mg::jaccard {

/// The pairs, as edges turned one way, and what is counted for each. Vertices are ranks.
struct Pairs {
  EdgeId* offsets;
  VertexId* vertices;      ///< of the graph, by rank
  std::uint32_t* degrees;  ///< by rank
  VertexId* firsts;        ///< the one whose row a pair is in
  VertexId* seconds;       ///< the other, smaller one
  std::uint32_t* shared;
  double* coefficients;

  [[nodiscard]] EdgeId begin(VertexId row) const { return offsets[row]; }
  [[nodiscard]] EdgeId end(VertexId row) const { return offsets[std::uint64_t{row} + 1]; }
};

struct ClearDegree {
  std::uint32_t* degrees;
  void operator()(VertexId row) const { degrees[row] = 0; }
};
/// Keeps a row, of whose pairs nothing is known, and counts them for the degrees of both ends.
struct TakeRow {
  OrientedRows rows;
  Pairs pairs;

  void operator()(VertexId row) const {
    const Shared<std::uint32_t> degrees(pairs.degrees);
    if (row == 0) pairs.offsets[0] = 0;
    pairs.offsets[std::uint64_t{row} + 1] = rows.end(row);
    pairs.vertices[row] = rows.vertices[row];
    degrees[row].add(static_cast<std::uint32_t>(rows.end(row) - rows.begin(row)));
    for (EdgeId i = rows.begin(row); i < rows.end(row); ++i) {
      pairs.firsts[i] = row;
      pairs.seconds[i] = rows.targets[i];
      pairs.shared[i] = 0;
      pairs.coefficients[i] = 0;
      degrees[rows.targets[i]].add(1);
    }
  }
};

/// Calls f(i, j) for each of the triangles in which `pair` comes last, with the numbers of its other pairs: that of
/// the first vertex and the third, and that of the second and the third. O(length of both rows).
template <class F>
void for_triangles(const Pairs& pairs, EdgeId pair, F&& f) {
  EdgeId i = pairs.begin(pairs.firsts[pair]);
  EdgeId j = pairs.begin(pairs.seconds[pair]);
  const EdgeId j_end = pairs.end(pairs.seconds[pair]);
  while (i < pair && j < j_end) {
    const VertexId a = pairs.seconds[i];
    const VertexId b = pairs.seconds[j];
    if (a == b) f(i, j);
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
}

/// Numbers in an order in which each stretch of it holds some from everywhere, in chunks that lie together: shares of
/// work are alike where that grows along the numbers.
struct Scattered {
  static constexpr std::uint64_t chunk = 256;
  std::uint64_t chunks;
  std::uint64_t step;  ///< without a common factor with `chunks`

  [[nodiscard]] std::uint64_t operator()(std::uint64_t i) const {
    return i / chunk * step % chunks * chunk + i % chunk;
  }
};

/// Credits the triangles in which a pair comes last to their pairs.
struct CountShared {
  Pairs pairs;
  Scattered scattered;
  EdgeId size;
  EdgeId first;

  void operator()(VertexId i) const {
    const EdgeId pair = scattered(first + i);
    if (pair >= size) return;
    const Shared<std::uint32_t> shared(pairs.shared);
    std::uint32_t found = 0;
    for_triangles(pairs, pair, [&](EdgeId other, EdgeId third) {
      ++found;
      shared[other].add(1);
      shared[third].add(1);
    });
    if (found > 0) shared[pair].add(found);
  }
};

/// Yields the sum of a row's coefficients, too.
struct Score {
  Pairs pairs;
  Measure measure;

  double operator()(VertexId row) const {
    double sum = 0;
    for (EdgeId i = pairs.begin(row); i < pairs.end(row); ++i) {
      pairs.coefficients[i] = similarity(measure, pairs.shared[i], pairs.degrees[row], pairs.degrees[pairs.seconds[i]]);
      sum += pairs.coefficients[i];
    }
    return sum;
  }
};

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <numeric>
#include <optional>

#include "algorithms/neighbor_pairs.hpp"
#include "algorithms/verify/similarity.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

/// Pairs in the order of the file.
class AdjacentSimilarity {
 public:
  AdjacentSimilarity(const Graph& graph, jaccard::Measure measure) : graph_(graph), measure_(measure) {}

  template <class L>
  void run(L& loop) {
    const jaccard::Pairs pairs = take_pairs(loop);
    sum_ = 0;
    if (!loop.next_iteration()) return;
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // that index_map takes at a time
    const jaccard::Scattered scattered = scattered_over(size());
    const std::uint64_t count = scattered.chunks * jaccard::Scattered::chunk;
    for (std::uint64_t first = 0; first < count; first += most) {
      loop.index_map(jaccard::CountShared{pairs, scattered, size(), first}, std::min(most, count - first));
    }
    sum_ = loop.vertex_reduce(jaccard::Score{pairs, measure_});
  }

  [[nodiscard]] Array<VertexId> firsts() const { return listed().firsts; }
  [[nodiscard]] Array<VertexId> seconds() const { return listed().seconds; }
  /// As pairs are listed, each looked up in the rows in which it was counted.
  [[nodiscard]] Array<double> coefficients() const {
    const Array<VertexId> vertices = vertices_.host();
    const Array<EdgeId> offsets = offsets_.host();
    const Array<VertexId> targets = seconds_.host();
    const Array<double> values = coefficients_.host();
    const NeighborPairs& pairs = listed();
    const int threads = default_threads();
    auto ranks = Array<VertexId>::uninitialized(vertices.size());
    parallel_for(ranks.size(), threads, [&](std::size_t r) { ranks[vertices[r]] = static_cast<VertexId>(r); });
    auto in_order = Array<double>::uninitialized(size());
    parallel_for(size(), threads, [&](std::size_t i) {
      const auto [target, row] = std::minmax(ranks[pairs.firsts[i]], ranks[pairs.seconds[i]]);
      const VertexId* const end = targets.data() + offsets[std::size_t{row} + 1];
      const VertexId* const place = std::lower_bound(targets.data() + offsets[row], end, target);
      in_order[i] = values[static_cast<std::size_t>(place - targets.data())];
    });
    return in_order;
  }
  /// Known once there was a run.
  [[nodiscard]] std::uint64_t size() const { return seconds_.size(); }
  [[nodiscard]] double sum() const { return sum_; }
  [[nodiscard]] Verdict validate() const {
    return verify_similarity(graph_, measure_, {firsts().span(), seconds().span()}, coefficients().span());
  }

 private:
  /// The loop's edges, to be kept until results are asked for.
  template <class L>
  [[nodiscard]] jaccard::Pairs take_pairs(L& loop) {
    const typename L::Oriented edges = loop.orient();
    if (seconds_.size() != edges.size()) {
      firsts_ = Table<VertexId>(edges.size());
      seconds_ = Table<VertexId>(edges.size());
      shared_ = Table<std::uint32_t>(edges.size());
      coefficients_ = Table<double>(edges.size());
    }
    const jaccard::Pairs pairs{offsets_.on(loop), vertices_.on(loop), degrees_.on(loop),     firsts_.on(loop),
                               seconds_.on(loop), shared_.on(loop),   coefficients_.on(loop)};
    loop.vertex_map(jaccard::ClearDegree{pairs.degrees});
    loop.vertex_map(jaccard::TakeRow{edges.rows(), pairs});
    return pairs;
  }

  [[nodiscard]] static jaccard::Scattered scattered_over(EdgeId size) {
    const std::uint64_t chunks =
        std::max<std::uint64_t>(1, (size + jaccard::Scattered::chunk - 1) / jaccard::Scattered::chunk);
    auto step = static_cast<std::uint64_t>(static_cast<double>(chunks) * 0.618);
    while (std::gcd(step, chunks) != 1) ++step;
    return {chunks, step};
  }

  /// Made when it is first asked for.
  [[nodiscard]] const NeighborPairs& listed() const {
    if (!listed_) listed_.emplace(graph_);
    return *listed_;
  }

  Graph graph_;
  jaccard::Measure measure_;
  Table<EdgeId> offsets_{std::size_t{graph_.num_vertices()} + 1};
  State<VertexId> vertices_{graph_.num_vertices()};
  State<std::uint32_t> degrees_{graph_.num_vertices()};
  Table<VertexId> firsts_;
  Table<VertexId> seconds_;
  Table<std::uint32_t> shared_;
  Table<double> coefficients_;
  mutable std::optional<NeighborPairs> listed_;
  double sum_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
