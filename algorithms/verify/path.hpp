// Proof that a path is a shortest one.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/path_between.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that `vertices` lead from the source to the target along arcs, that `distances` are sums of what these are
/// long, the shortest of parallel ones, and that no path is shorter, by Dijkstra's algorithm. No vertices say that
/// there is no path. Whole numbers are compared exactly, doubles to a relative 1e-9. O((n + m) log m), serial.
[[nodiscard]] Verdict verify_path(const Graph& graph, const PathEnds& ends, std::span<const VertexId> vertices,
                                  std::span<const std::uint64_t> distances);
[[nodiscard]] Verdict verify_path(const Graph& graph, const PathEnds& ends, std::span<const VertexId> vertices,
                                  std::span<const double> distances);

}  // namespace mg
