// The way from a triangle to the one that a point is in.
#pragma once

#include "algorithms/mesh/mesh.hpp"

namespace mg::mesh {

/// The side by which the way from `origin` to p leaves a triangle; none where p is within it. The way has come in by
/// `entry`, or begins here: then that is none. It goes by a side that p is beyond, and of two such sides by the one
/// that is toward p.
[[nodiscard]] inline std::uint32_t exit_of(const Mesh& mesh, std::uint32_t triangle, std::uint32_t entry,
                                           const Point& origin, const Point& p) {
  std::uint32_t first = none;
  for (std::uint32_t side = 4 * triangle; side < 4 * triangle + 3; ++side) {
    if (side == entry || orientation(mesh.points[mesh.from(side)], mesh.points[mesh.to(side)], p) >= 0) continue;
    if (first == none) {
      first = side;
      continue;
    }
    // The two sides have a corner in common, from which the one ahead leads away.
    const std::uint32_t before = next_side(first) == side ? first : side;
    const std::uint32_t behind = before == first ? side : first;
    return orientation(origin, p, mesh.points[mesh.to(before)]) > 0 ? before : behind;
  }
  return first;
}

/// Where p is, seen from inside a triangle: a side of the triangle that has it, or one on the boundary, beyond which it
/// is. none where there is no end to the way.
struct Location {
  std::uint32_t side;
  bool is_beyond;
};
[[nodiscard]] inline Location locate(const Mesh& mesh, std::uint32_t triangle, const Point& p, std::uint32_t most) {
  const Point& a = mesh.corner(triangle, 0);
  const Point& b = mesh.corner(triangle, 1);
  const Point& c = mesh.corner(triangle, 2);
  const Point origin = rounded({(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3});
  std::uint32_t entry = none;
  for (std::uint32_t steps = 0; steps < most; ++steps) {
    const std::uint32_t side = exit_of(mesh, triangle, entry, origin, p);
    if (side == none) return {4 * triangle, false};
    entry = mesh.twin(side);
    if (entry >= boundary) return {side, true};
    triangle = entry / 4;
  }
  return {none, false};
}

}  // namespace mg::mesh
