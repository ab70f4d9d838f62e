// The layouts that the sparse engine's pushes follow, each in a file of its own.
#pragma once

#include "engine/pieces.hpp"
#include "sparse/layouts/push_layout.hpp"

namespace mg::sparse {

[[nodiscard]] Layout csr_layout();
[[nodiscard]] Layout coo_layout();
[[nodiscard]] Layout ell_layout();
[[nodiscard]] Layout blocked_layout();
[[nodiscard]] Layout segments_layout();
[[nodiscard]] Layout hyb_layout();
[[nodiscard]] Layout dia_layout();
[[nodiscard]] Layout gshards_layout();

// What other layouts, and pulls, use of these:
/// Of the graph's rows, in their order: coo.
[[nodiscard]] ArcList all_arcs(DeviceContext& gpu, Side side);
/// The first arcs of every row, as many columns as a row has arcs on average: ell.
[[nodiscard]] const gpu::DeviceColumns& columns_of(DeviceContext& gpu, Side side);
[[nodiscard]] LayoutBytes bytes_of_columns(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted);
/// What follows them.
[[nodiscard]] PushPart column_part(const PushPlan& plan);
void follow_columns(Follower& follower);

/// Receivers whose values a block combines in shared memory: as many as fit, unless the schedule says how many. Throws
/// Error(wrong_use) where values cannot be combined there, or so many do not fit.
[[nodiscard]] std::uint32_t combined_in_shared_memory(Follower& follower);

inline constexpr std::uint64_t arc_bytes = sizeof(VertexId);
inline constexpr std::uint64_t weight_bytes = sizeof(std::uint32_t);  // of either type
inline constexpr std::uint64_t key_bytes = sizeof(std::uint64_t);
/// What counts and their prefix sums take until a layout is built, a row or an arc.
inline constexpr std::uint64_t count_bytes = sizeof(std::uint32_t) + sizeof(std::uint64_t);

[[nodiscard]] constexpr std::uint64_t offset_bytes(EdgeId num_arcs) {
  return num_arcs <= gpu::most_narrow_arcs ? 4 : 8;
}
/// Where an arc leads, and its weight.
[[nodiscard]] constexpr std::uint64_t target_bytes(bool weighted) { return arc_bytes + (weighted ? weight_bytes : 0); }

}  // namespace mg::sparse
