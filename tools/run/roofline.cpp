#include "tools/run/roofline.hpp"

#include <algorithm>

namespace mg::tools {

namespace {

/// Device memory of one H200: reading 8 GB in one pass.
constexpr double h200_bandwidth = 4393;

}  // namespace

double floor_bytes(const Graph& graph, const AlgorithmInfo& algorithm, const TimedRun& run) {
  const bool weighted = algorithm.weights != WeightUse::ignored && graph.weight_type() != WeightType::none;
  const std::uint64_t in_rows = run.arcs_read - run.tile_arcs_read;
  const std::uint64_t arc_bytes =
      in_rows * (sizeof(VertexId) + (weighted ? sizeof(std::uint32_t) : 0)) + run.tile_arcs_read * bytes_in_tiles;
  const auto read = static_cast<double>(run.arcs_read);
  const double sweeps = graph.num_arcs() == 0 ? 1 : std::max(1.0, read / static_cast<double>(graph.num_arcs()));
  const auto state = static_cast<double>(state_bytes(algorithm, graph.num_vertices(), graph.num_arcs()));
  return static_cast<double>(arc_bytes) + state * sweeps;
}

std::optional<double> known_bandwidth(std::string_view device) {
  return device.find("H200") == std::string_view::npos ? std::nullopt : std::optional(h200_bandwidth);
}

}  // namespace mg::tools
