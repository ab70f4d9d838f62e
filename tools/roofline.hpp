// What a run cannot be faster than: the bytes that it must move, at the rate that the memory has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/algorithm.hpp"
#include "engine/graph.hpp"

namespace mg::tools {

/// Bytes that a run must at least move, as far as they are known without counting them: every arc followed is read once
/// (neighbor and weight), and the algorithm's state is touched once per as many arcs as the graph has, at least once.
/// docs/guide.md says what this leaves out.
[[nodiscard]] double floor_bytes(const Graph& graph, const AlgorithmInfo& algorithm, std::uint64_t arcs_followed);

/// Measured read bandwidth of a device by its model, in GB/s.
[[nodiscard]] std::optional<double> known_bandwidth(std::string_view device);

/// Milliseconds to move `bytes` at `bandwidth` GB/s.
[[nodiscard]] constexpr double transfer_ms(double bytes, double bandwidth) { return bytes / bandwidth / 1e6; }

}  // namespace mg::tools
