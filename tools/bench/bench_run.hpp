// Times the cells of a suite.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/bench/bench_graphs.hpp"
#include "tools/bench/bench_results.hpp"

namespace mg::tools {

struct BenchOptions {
  int threads = 0;                  ///< 0: default_threads() of engine/cpu/processors.hpp
  std::optional<double> bandwidth;  ///< GB/s, instead of the known one
};

/// Tries every cell, graph by graph, and adds its row and its graph to `results`. A cell that fails is a row, too, and
/// its graph is not loaded for cells that cannot run. `saved` is called after every row.
void run_cells(const std::vector<BenchCell>& cells, const BenchGraphs& graphs, const BenchOptions& options,
               BenchResults& results, const std::function<void()>& saved);

}  // namespace mg::tools
