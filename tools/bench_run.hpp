// Times the cells of a suite.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/bench_graphs.hpp"
#include "tools/bench_results.hpp"

namespace mg::tools {

/// Bytes that a run must at least move, as far as they are known without counting them: every arc followed is read once
/// (neighbor and weight), and the algorithm's state is touched once per as many arcs as the graph has, at least once.
/// docs/guide.md says what this leaves out.
[[nodiscard]] double floor_bytes(const Graph& graph, const AlgorithmInfo& algorithm, std::uint64_t arcs_followed);

/// Measured read bandwidth of a device by its model, in GB/s.
[[nodiscard]] std::optional<double> known_bandwidth(std::string_view device);

struct BenchOptions {
  int threads = 0;                  ///< 0: as many as OpenMP would use
  std::optional<double> bandwidth;  ///< GB/s, instead of the known one
};

/// Tries every cell, graph by graph, and adds its row and its graph to `results`. A cell that fails is a row, too, and
/// its graph is not loaded for cells that cannot run. `saved` is called after every row.
void run_cells(const std::vector<BenchCell>& cells, const BenchGraphs& graphs, const BenchOptions& options,
               BenchResults& results, const std::function<void()>& saved);

}  // namespace mg::tools
