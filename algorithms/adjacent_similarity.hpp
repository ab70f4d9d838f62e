// Similarity of all adjacent vertices. Each triangle is found once, by merging two rows of neighbors of higher degree,
// and credited to its three pairs, whose third corner is a neighbor of both.
#pragma once

#include <cstdint>

#include "algorithms/neighbor_pairs.hpp"
#include "algorithms/similarity_measure.hpp"

namespace mg::jaccard {

struct Clear {
  pairs::PairRows rows;
  std::uint32_t* shared;
  double* coefficients;
  void operator()(VertexId row) const {
    for (std::uint64_t i = rows.begin(row); i < rows.end(row); ++i) {
      shared[i] = 0;
      coefficients[i] = 0;
    }
  }
};

/// Credits the triangles in which a pair comes first to their pairs.
struct CountShared {
  pairs::PairRows rows;
  Shared<std::uint32_t> shared;
  pairs::Scattered scattered;
  std::uint64_t size;
  std::uint64_t first;

  void operator()(VertexId i) const {
    const std::uint64_t pair = scattered(first + i);
    if (pair >= size) return;
    std::uint32_t found = 0;
    pairs::for_triangles(rows, pair, [&](std::uint64_t other, std::uint64_t third) {
      ++found;
      shared[other].add(1);
      shared[third].add(1);
    });
    if (found > 0) shared[pair].add(found);
  }
};

/// Yields the sum of a row's coefficients, too.
struct Score {
  pairs::PairRows rows;
  const std::uint32_t* shared;
  const std::uint32_t* degrees;  ///< by rank
  double* coefficients;
  Measure measure;

  double operator()(VertexId row) const {
    double sum = 0;
    for (std::uint64_t i = rows.begin(row); i < rows.end(row); ++i) {
      coefficients[i] = similarity(measure, shared[i], degrees[row], degrees[rows.behind[i]]);
      sum += coefficients[i];
    }
    return sum;
  }
};

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include <algorithm>

#include "algorithms/verify_similarity.hpp"
#include "engine/oriented.hpp"

namespace mg {

/// Pairs in the order of the file.
class AdjacentSimilarity {
 public:
  AdjacentSimilarity(const Graph& graph, jaccard::Measure measure)
      : AdjacentSimilarity(graph, measure, simple_degrees(graph, omp_get_max_threads())) {}

  template <class L>
  void run(L& loop) {
    const pairs::PairRows rows = pairs_.on(loop);
    std::uint32_t* const shared = shared_.on(loop);
    double* const coefficients = coefficients_.on(loop);
    sum_ = 0;
    loop.vertex_map(jaccard::Clear{rows, shared, coefficients});
    if (!loop.next_iteration()) return;
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // that index_map takes at a time
    const pairs::Scattered scattered = pairs_.scattered();
    const std::uint64_t count = scattered.chunks * pairs::Scattered::chunk;
    for (std::uint64_t first = 0; first < count; first += most) {
      loop.index_map(jaccard::CountShared{rows, shared, scattered, pairs_.size(), first},
                     std::min(most, count - first));
    }
    sum_ = loop.vertex_reduce(jaccard::Score{rows, shared, degrees_.on(loop), coefficients, measure_});
  }

  [[nodiscard]] Array<VertexId> firsts() const { return listed_.ends(true); }
  [[nodiscard]] Array<VertexId> seconds() const { return listed_.ends(false); }
  [[nodiscard]] Array<double> coefficients() const { return pairs_.listed_as(listed_, coefficients_.host()); }
  [[nodiscard]] std::uint64_t size() const { return pairs_.size(); }
  [[nodiscard]] double sum() const { return sum_; }
  [[nodiscard]] Verdict validate() const {
    return verify_similarity(graph_, measure_, {firsts().span(), seconds().span()}, coefficients().span());
  }

 private:
  AdjacentSimilarity(const Graph& graph, jaccard::Measure measure, const Array<std::uint32_t>& degrees)
      : graph_(graph),
        measure_(measure),
        listed_(graph, NeighborPairs::ranks_in_file(graph)),
        pairs_(graph, NeighborPairs::ranks_by_degree(degrees)),
        degrees_(pairs_.by_rank(degrees)) {}

  Graph graph_;
  jaccard::Measure measure_;
  NeighborPairs listed_;  ///< in the order of the results
  NeighborPairs pairs_;   ///< by degree, in which they are counted: rows are short
  State<std::uint32_t> degrees_;
  State<std::uint32_t> shared_{pairs_.size()};
  State<double> coefficients_{pairs_.size()};
  double sum_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
