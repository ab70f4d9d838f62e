// Proof of a refined mesh.
#pragma once

#include <span>

#include "algorithms/mesh/mesh_of_graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// A mesh as it is refined; of its triangles the corners count alone.
struct RefinedMesh {
  std::span<const mesh::Point> points;         ///< those of the input come first
  std::span<const std::uint32_t> segments_of;  ///< the segment that a point splits, or none
  std::span<const mesh::Triangle> triangles;
};

/// Checks that the input's points are where they were, and every point is a corner; that triangles are
/// counterclockwise, sides are those of two triangles each or pieces of the input's boundary, from end to end of its
/// sides; that the area is the same, but for rounding; that all sides within are Delaunay; and that no angle is less
/// than `min_angle`, in degrees, unless it is forced (Mesh::is_forced). Orders are decided exactly. O(t log t),
/// parallel in part.
[[nodiscard]] Verdict verify_mesh(const InputMesh& input, const RefinedMesh& refined, double min_angle);

}  // namespace mg
