// What a run cannot be faster than: the bytes that it must move, at the rate that the memory has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/algorithm_info.hpp"
#include "engine/graph/graph.hpp"
#include "engine/session.hpp"

namespace mg::tools {

/// Bytes that a run must at least have moved: of every arc that it has read, where it leads and its weight, and the
/// algorithm's state once per as many arcs as the graph has, at least once. docs/guide.md says what this leaves out.
[[nodiscard]] double floor_bytes(const Graph& graph, const AlgorithmInfo& algorithm, const TimedRun& run);

/// Measured read bandwidth of a device by its model, in GB/s.
[[nodiscard]] std::optional<double> known_bandwidth(std::string_view device);

/// Milliseconds to move `bytes` at `bandwidth` GB/s.
[[nodiscard]] constexpr double transfer_ms(double bytes, double bandwidth) { return bytes / bandwidth / 1e6; }

}  // namespace mg::tools
