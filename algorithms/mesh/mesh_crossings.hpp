// Whether the boundary of a mesh is one: what is inside of it is covered by triangles once.
#pragma once

#include <optional>
#include <span>

#include "algorithms/mesh/mesh.hpp"

namespace mg::mesh {

/// Two segments that have more than an end in common, or one, of which both are the same, where triangles overlap.
struct Crossing {
  std::uint32_t one;
  std::uint32_t other;
};

/// The first of them from the left. Segments have the mesh on their left, and ends at different points. Together with
/// triangles that are counterclockwise and, around each point, in the order of their angles, none means that no two
/// triangles overlap: each point of the plane is covered as often as the boundary goes around it. By a sweep (Shamos
/// and Hoey, "Geometric intersection problems", FOCS 1976), O(s log s) for s segments.
[[nodiscard]] std::optional<Crossing> find_crossing(std::span<const Point> points, std::span<const Segment> segments);

}  // namespace mg::mesh
