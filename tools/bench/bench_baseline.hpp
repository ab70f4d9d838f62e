// The rows of baselines: what a vendor's library takes for the work of a sweep.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "tools/bench/bench_results.hpp"
#include "tools/bench/bench_suite.hpp"
#include "tools/bench/spmv.hpp"

namespace mg::tools {

/// What can be refused without the graph. Throws Error.
void check_baseline(const BenchCell& cell);

/// Times a product of the graph's matrix of incoming arcs by the library that the cell names. Throws Error.
void fill_baseline(BenchRow& row, const Graph& graph, const BenchSettings& settings);

/// The row's part of what the library took: the times of its fastest algorithm, which is proven right by
/// verify_spmv() where `validate` says so.
void record_spmv(BenchRow& row, const Graph& graph, const SpmvReport& report, bool validate);

/// An iteration of PageRank beside a baseline's product, of the same graph on the same device.
struct BaselineRatio {
  const BenchRow* pagerank;
  const BenchRow* baseline;

  [[nodiscard]] double iteration_ms() const;
  /// How many iterations fit the time of a product.
  [[nodiscard]] double ratio() const;
};

/// All that the results have, wrong ones left out. Refers to them.
[[nodiscard]] std::vector<BaselineRatio> baseline_ratios(const BenchResults& results);

}  // namespace mg::tools
