// The angles of a mesh, as people are told of them.
#pragma once

#include <span>

#include "algorithms/mesh/mesh.hpp"

namespace mg {

/// Triangles by their smallest angle.
struct AngleCounts {
  std::uint64_t bad = 0;     ///< it is less than the least, and need not be
  std::uint64_t forced = 0;  ///< it is less, and nothing helps (Mesh::is_forced)
  double smallest = 180;     ///< of all, in degrees; 180 without any
};

/// The smallest angle of a triangle, in degrees.
[[nodiscard]] double smallest_angle(const mesh::Point& a, const mesh::Point& b, const mesh::Point& c);

/// `mesh` is in host memory. O(triangles), parallel.
[[nodiscard]] AngleCounts count_angles(const mesh::Mesh& mesh, std::uint32_t num_triangles);

}  // namespace mg
