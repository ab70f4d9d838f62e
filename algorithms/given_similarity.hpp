// Similarity of given pairs of vertices, adjacent or not, by merging the rows of both.
#pragma once

#include <cstdint>

#include "algorithms/similarity_measure.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::jaccard {

/// How many vertices are in both of two rows, which ascend without duplicates. O(sum of their lengths), or
/// O(a log(b)) where b is far longer.
[[nodiscard]] inline std::uint32_t count_common(const ArcLookup& rows, VertexId u, VertexId v) {
  constexpr std::uint64_t far_longer = 32;
  if (rows.degree(u) > rows.degree(v)) return count_common(rows, v, u);
  std::uint64_t i = rows.begin(u);
  std::uint64_t j = rows.begin(v);
  const std::uint64_t i_end = rows.end(u);
  const std::uint64_t j_end = rows.end(v);
  std::uint32_t common = 0;
  if ((j_end - j) / far_longer > i_end - i) {
    for (; i < i_end; ++i) common += rows.has(v, rows.neighbors[i]) ? 1 : 0;
    return common;
  }
  while (i < i_end && j < j_end) {
    const VertexId a = rows.neighbors[i];
    const VertexId b = rows.neighbors[j];
    common += a == b ? 1 : 0;
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return common;
}

struct ClearPairs {
  double* coefficients;
  void operator()(VertexId pair) const { coefficients[pair] = 0; }
};

struct ScorePairs {
  ArcLookup rows;
  const VertexId* firsts;
  const VertexId* seconds;
  double* coefficients;
  Measure measure;

  void operator()(VertexId pair) const {
    const VertexId u = firsts[pair];
    const VertexId v = seconds[pair];
    coefficients[pair] = similarity(measure, count_common(rows, u, v), static_cast<double>(rows.degree(u)),
                                    static_cast<double>(rows.degree(v)));
  }
};

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/simple_loop.hpp"
#include "algorithms/verify/similarity.hpp"

namespace mg {

/// Pairs in the order in which they were given.
class GivenSimilarity {
 public:
  /// Throws Error(no_resources) for more pairs than a map takes.
  GivenSimilarity(const Graph& graph, jaccard::Measure measure, VertexPairs pairs)
      : graph_(graph), measure_(measure), simple_(graph), given_(std::move(pairs)) {
    constexpr std::size_t most = std::size_t{1} << 31;
    if (given_.firsts.size() <= most) return;
    fail(ExitCode::no_resources, "jaccard takes at most 2^31 pairs in a run, not {}", given_.firsts.size());
  }

  template <class L>
  void run(L& loop) {
    loop.index_map(jaccard::ClearPairs{coefficients_.on(loop)}, coefficients_.size());
    if (!loop.next_iteration()) return;
    simple_.within(loop, [&](auto& inner) {
      inner.index_map(jaccard::ScorePairs{unweighted_rows(inner), firsts_.on(inner), seconds_.on(inner),
                                          coefficients_.on(inner), measure_},
                      coefficients_.size());
    });
  }

  [[nodiscard]] Array<VertexId> firsts() const { return given_.firsts; }
  [[nodiscard]] Array<VertexId> seconds() const { return given_.seconds; }
  [[nodiscard]] Array<double> coefficients() const { return coefficients_.host(); }
  [[nodiscard]] std::uint64_t size() const { return given_.firsts.size(); }
  [[nodiscard]] double sum() const { return sum_of(coefficients()); }
  [[nodiscard]] Verdict validate() const {
    return verify_given_similarity(graph_, measure_, {given_.firsts.span(), given_.seconds.span()},
                                   coefficients().span());
  }

 private:
  Graph graph_;
  jaccard::Measure measure_;
  SimpleLoop simple_;
  VertexPairs given_;
  Table<VertexId> firsts_{given_.firsts};
  Table<VertexId> seconds_{given_.seconds};
  Table<double> coefficients_{given_.firsts.size()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
