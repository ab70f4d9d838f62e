// A mesh of triangles as functions see it, and which of its triangles are to be refined.
//
// A triangle has corners in counterclockwise order, and side i leads from corner i to the next. The half of a side that
// belongs to a triangle is a number, four times the triangle's and i; a side's twin is the half that belongs to the
// triangle on its other side. On the boundary it has none, but a segment, a side of the input's boundary of which it is
// a piece.
#pragma once

#include "algorithms/mesh/mesh_predicates.hpp"
#include "engine/graph/types.hpp"

namespace mg::mesh {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

/// What stands in place of a twin on the boundary: this bit and a segment.
inline constexpr std::uint32_t boundary = 0x80000000U;
/// Numbers of half sides are below `boundary`.
inline constexpr std::uint32_t most_triangles = boundary / 4;
/// There are about two triangles for each point.
inline constexpr std::uint32_t most_points = most_triangles / 4;

/// A side's half in the same triangle, counterclockwise.
[[nodiscard]] inline std::uint32_t next_side(std::uint32_t side) { return side % 4 == 2 ? side - 2 : side + 1; }

struct Triangle {
  std::uint32_t corners[3];
  std::uint32_t twins[3];
  std::uint32_t round;     ///< in which it became what it is; 0: in the beginning
  std::uint32_t given_up;  ///< 1: it is bad, and the point that should help was none that can be added
};

/// A side of the input's boundary.
struct Segment {
  std::uint32_t ends[2];
  std::uint32_t is_acute[2];  ///< 1: the boundary turns there by less than a right angle, seen from inside
};

struct Mesh {
  Point* points;
  std::uint32_t* segments_of;  ///< the one that a point splits, or none
  Triangle* triangles;
  const Segment* segments;
  double cosine;  ///< of the least angle, squared

  [[nodiscard]] const Triangle& triangle_of(std::uint32_t side) const { return triangles[side / 4]; }
  [[nodiscard]] std::uint32_t twin(std::uint32_t side) const { return triangle_of(side).twins[side % 4]; }
  [[nodiscard]] std::uint32_t from(std::uint32_t side) const { return triangle_of(side).corners[side % 4]; }
  [[nodiscard]] std::uint32_t to(std::uint32_t side) const { return from(next_side(side)); }
  [[nodiscard]] std::uint32_t across(std::uint32_t side) const { return to(next_side(side)); }
  [[nodiscard]] const Point& corner(std::uint32_t triangle, int i) const {
    return points[triangles[triangle].corners[i]];
  }

  /// Whether p is within the triangle's circle.
  [[nodiscard]] bool is_in_circle(std::uint32_t triangle, const Point& p) const {
    return in_circle(corner(triangle, 0), corner(triangle, 1), corner(triangle, 2), p) > 0;
  }
  /// Whether p is within the circle of which the side is a diameter.
  [[nodiscard]] bool encroaches(const Point& p, std::uint32_t side) const {
    return dot_at(p, points[from(side)], points[to(side)]) < 0;
  }
  /// A side of the triangle on the boundary that the corner across from it encroaches upon, or none.
  [[nodiscard]] std::uint32_t encroached_side(std::uint32_t triangle) const {
    for (std::uint32_t side = 4 * triangle; side < 4 * triangle + 3; ++side) {
      if (twin(side) >= boundary && encroaches(points[across(side)], side)) return side;
    }
    return none;
  }

  /// Its shortest side, of equally short ones the first; across from it is the smallest angle.
  [[nodiscard]] std::uint32_t shortest_side(std::uint32_t triangle) const {
    std::uint32_t shortest = 4 * triangle;
    for (std::uint32_t side = shortest + 1; side < 4 * triangle + 3; ++side) {
      if (squared_length(side) < squared_length(shortest)) shortest = side;
    }
    return shortest;
  }
  [[nodiscard]] double squared_length(std::uint32_t side) const {
    return squared_distance(points[from(side)], points[to(side)]);
  }
  /// Whether its smallest angle is less than the least.
  [[nodiscard]] bool is_skinny(std::uint32_t triangle) const {
    const std::uint32_t side = shortest_side(triangle);
    const double dot = dot_at(points[across(side)], points[from(side)], points[to(side)]);
    const double others = squared_length(next_side(side)) * squared_length(next_side(next_side(side)));
    return dot > 0 && dot * dot > cosine * others;
  }
  /// Whether nothing helps against its smallest angle: its shortest side joins points of two segments that meet, as far
  /// from where they do (Miller, Pav and Walkington, "When and why Delaunay refinement algorithms work", International
  /// Journal of Computational Geometry and Applications 2005, section 3).
  [[nodiscard]] bool is_forced(std::uint32_t triangle) const {
    constexpr double about = 1.002;
    const std::uint32_t side = shortest_side(triangle);
    const std::uint32_t one = segments_of[from(side)];
    const std::uint32_t other = segments_of[to(side)];
    if (one == none || other == none || one == other) return false;
    for (const std::uint32_t end : segments[one].ends) {
      if (end != segments[other].ends[0] && end != segments[other].ends[1]) continue;
      const double near = squared_distance(points[end], points[from(side)]);
      const double far = squared_distance(points[end], points[to(side)]);
      if (near < about * far && far < about * near) return true;
    }
    return false;
  }

  /// Whether refinement goes on at a triangle.
  [[nodiscard]] bool is_bad(std::uint32_t triangle) const {
    if (triangles[triangle].given_up != 0) return false;
    return encroached_side(triangle) != none || (is_skinny(triangle) && !is_forced(triangle));
  }
};

}  // namespace mg::mesh
