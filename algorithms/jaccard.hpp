// Similarity of adjacent vertices by the neighbors that they share, c of d1 and d2 (Jaccard, "The distribution of the
// flora in the alpine zone", New Phytologist 1912; overlap: Simpson 1943; Sorensen 1948; cosine: Salton and McGill
// 1983). Each triangle is found once, and credited to the three pairs of its corners, whose third corner is a neighbor
// of both. Directions, duplicates and self loops are ignored.
#pragma once

#include <cmath>
#include <cstdint>

#include "algorithms/neighbor_pairs.hpp"

namespace mg::jaccard {

enum class Measure : std::uint32_t { jaccard, overlap, sorensen, cosine };

/// Of neighbors: neither degree is 0.
[[nodiscard]] inline double similarity(Measure measure, double shared, double degree, double other) {
  switch (measure) {
    case Measure::jaccard: return shared / (degree + other - shared);
    case Measure::overlap: return shared / (degree < other ? degree : other);
    case Measure::sorensen: return 2 * shared / (degree + other);
    case Measure::cosine: break;
  }
  return shared / std::sqrt(degree * other);
}

struct Clear {
  pairs::PairRows rows;
  std::uint32_t* shared;
  double* coefficients;
  void operator()(VertexId place) const {
    for (std::uint64_t i = rows.offsets[place]; i < rows.offsets[std::uint64_t{place} + 1]; ++i) {
      shared[i] = 0;
      coefficients[i] = 0;
    }
  }
};

struct Credit {
  pairs::PairRows rows;
  Shared<std::uint32_t> shared;
  void operator()(VertexId u, VertexId v, VertexId w) const {
    shared[rows.find(u, v)].add(1);
    shared[rows.find(u, w)].add(1);
    shared[rows.find(v, w)].add(1);
  }
};

/// Yields the sum of a row's coefficients, too.
struct Score {
  pairs::PairRows rows;
  const std::uint32_t* shared;
  const std::uint32_t* degrees;  ///< by place in the file
  double* coefficients;
  Measure measure;

  double operator()(VertexId place) const {
    double sum = 0;
    for (std::uint64_t i = rows.offsets[place]; i < rows.offsets[std::uint64_t{place} + 1]; ++i) {
      coefficients[i] = similarity(measure, shared[i], degrees[place], degrees[rows.later[i]]);
      sum += coefficients[i];
    }
    return sum;
  }
};

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include "algorithms/verify_similarity.hpp"
#include "engine/oriented.hpp"

namespace mg {

class NeighborSimilarity {
 public:
  static AlgorithmInfo info() {
    return {.name = "jaccard",
            .summary = "similarity of adjacent vertices by the neighbors that they share, in the order of the file",
            .parameters = {{.name = "measure",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "jaccard",
                            .help = "the shared ones over all, over the fewer, over the mean, or the cosine",
                            .choices = {"jaccard", "overlap", "sorensen", "cosine"}}},
            .state_bytes_per_vertex = sizeof(std::uint64_t) + 2 * sizeof(VertexId),
            .family = "similarity",
            .cost = "O(m^1.5), and three searches in rows and atomics a triangle",
            .literature = "Jaccard, New Phytologist 1912; Salton and McGill 1983",
            .rows = Rows::pairs,
            .state_bytes_per_arc = sizeof(VertexId) + sizeof(std::uint32_t) + sizeof(double)};
  }

  NeighborSimilarity(const Graph& graph, const Parameters& parameters)
      : graph_(graph), measure_(measure_of(parameters.text("measure"))), pairs_(graph) {}

  template <class L>
  void run(L& loop) {
    const pairs::PairRows rows = pairs_.on(loop);
    std::uint32_t* const shared = shared_.on(loop);
    double* const coefficients = coefficients_.on(loop);
    sum_ = 0;
    loop.vertex_map(jaccard::Clear{rows, shared, coefficients});
    if (!loop.next_iteration()) return;
    static_cast<void>(loop.triangle_map(jaccard::Credit{rows, shared}));
    degrees_ = State<std::uint32_t>(degrees_by_place(loop.threads()));
    sum_ = loop.vertex_reduce(jaccard::Score{rows, shared, degrees_.on(loop), coefficients, measure_});
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"source", [this] { return pairs_.firsts(); }, ResultColumn::Meaning::vertex},
            {"target", [this] { return pairs_.seconds(); }, ResultColumn::Meaning::vertex},
            {"coefficient", coefficients_}};
  }
  [[nodiscard]] Summary summary() const {
    const auto size = static_cast<double>(pairs_.size());
    return {{"pairs", pairs_.size()}, {"average", size == 0 ? 0.0 : sum_ / size}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_similarity(graph_, measure_, {pairs_.firsts().span(), pairs_.seconds().span()},
                             coefficients_.host().span());
  }

 private:
  [[nodiscard]] static jaccard::Measure measure_of(const std::string& name) {
    using enum jaccard::Measure;
    return name == "overlap"    ? overlap
           : name == "sorensen" ? sorensen
           : name == "cosine"   ? cosine
                                : jaccard::Measure::jaccard;
  }
  [[nodiscard]] Array<std::uint32_t> degrees_by_place(int threads) const {
    const Array<std::uint32_t> degrees = simple_degrees(graph_, threads);
    if (graph_.order.from_file.empty()) return degrees;
    auto by_place = Array<std::uint32_t>::uninitialized(degrees.size());
    parallel_for(degrees.size(), threads, [&](std::size_t f) { by_place[f] = degrees[graph_.order.from_file[f]]; });
    return by_place;
  }

  Graph graph_;
  jaccard::Measure measure_;
  NeighborPairs pairs_;
  State<std::uint32_t> shared_{pairs_.size()};
  State<std::uint32_t> degrees_;
  State<double> coefficients_{pairs_.size()};
  double sum_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
