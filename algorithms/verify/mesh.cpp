#include "algorithms/verify/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/mesh/mesh_angles.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

using mesh::none;
using mesh::Point;

/// What is lost by rounding points that split sides, as a share of the largest coordinate.
constexpr double rounding = 0x1p-44;
/// In degrees.
constexpr double angle_rounding = 1e-7;

/// A triangle's half of a side.
struct Half {
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t side;  ///< four times the triangle's number, and the position
  [[nodiscard]] auto key() const { return std::tuple(low, high, side); }
};

class MeshCheck {
 public:
  MeshCheck(const InputMesh& input, const RefinedMesh& refined, double min_angle)
      : input_(input), refined_(refined), min_angle_(min_angle) {}

  Verdict run() {
    for (const auto check : {&MeshCheck::sizes, &MeshCheck::input_points, &MeshCheck::triangles, &MeshCheck::sides,
                             &MeshCheck::pieces, &MeshCheck::area, &MeshCheck::angles}) {
      if (std::string problem = (this->*check)(); !problem.empty()) return {problem};
    }
    return {};
  }

 private:
  std::string sizes() {
    if (refined_.segments_of.size() == refined_.points.size() && refined_.points.size() >= input_.points.size())
      return {};
    return fmt::format("there are {} points and segments of {}, expected as many, and {} at least",
                       refined_.points.size(), refined_.segments_of.size(), input_.points.size());
  }

  std::string input_points() {
    for (std::size_t p = 0; p < refined_.points.size(); ++p) {
      const Point& now = refined_.points[p];
      const std::uint32_t segment = refined_.segments_of[p];
      if (p >= input_.points.size()) {
        if (segment == none || segment < input_.segments.size()) continue;
        return fmt::format("point {} splits segment {}, but there are {}", p, segment, input_.segments.size());
      }
      const Point& was = input_.points[p];
      if (now.x != was.x || now.y != was.y || segment != none) {
        return fmt::format("point {} of the input was at ({}, {}), and is at ({}, {})", p, was.x, was.y, now.x, now.y);
      }
    }
    return {};
  }

  std::string triangles() {
    const Verdict verdict = first_problem(size(), [&](std::uint32_t t) -> std::string {
      const auto& corners = refined_.triangles[t].corners;
      for (const std::uint32_t p : corners) {
        if (p >= refined_.points.size()) {
          return fmt::format("triangle {} has the corner {}, but there are {} points", t, p, refined_.points.size());
        }
      }
      if (mesh::orientation(at(corners[0]), at(corners[1]), at(corners[2])) > 0) return {};
      return fmt::format("triangle {} of the points {}, {} and {} is not counterclockwise", t, corners[0], corners[1],
                         corners[2]);
    });
    if (!verdict.ok()) return verdict.problem;
    std::vector<bool> is_corner(refined_.points.size());
    for (const mesh::Triangle& triangle : refined_.triangles) {
      for (const std::uint32_t p : triangle.corners) is_corner[p] = true;
    }
    const auto missing = std::ranges::find(is_corner, false);
    if (missing == is_corner.end()) return {};
    return fmt::format("point {} is a corner of no triangle", missing - is_corner.begin());
  }

  /// Pairs of halves are Delaunay; the others are pieces of the boundary.
  std::string sides() {
    std::vector<Half> halves;
    halves.reserve(3 * refined_.triangles.size());
    for (std::uint32_t side = 0; side < 4 * size(); ++side) {
      if (side % 4 == 3) continue;
      halves.push_back({std::min(from(side), to(side)), std::max(from(side), to(side)), side});
    }
    std::ranges::sort(halves, {}, &Half::key);
    for (std::size_t i = 0; i < halves.size();) {
      std::size_t end = i + 1;
      while (end < halves.size() && halves[end].low == halves[i].low && halves[end].high == halves[i].high) ++end;
      const std::uint32_t side = halves[i].side;
      if (end - i > 2 || (end - i == 2 && from(side) == from(halves[i + 1].side))) {
        return fmt::format("{} triangles are on one side of that from point {} to {}", end - i, from(side), to(side));
      }
      if (end - i == 1) pieces_.push_back(side);
      if (end - i == 2 && !is_delaunay(side, halves[i + 1].side)) {
        return fmt::format("the side from point {} to {} is not Delaunay: point {} is in the circle of triangle {}",
                           from(side), to(side), across(halves[i + 1].side), side / 4);
      }
      i = end;
    }
    return {};
  }
  [[nodiscard]] bool is_delaunay(std::uint32_t side, std::uint32_t twin) const {
    return mesh::in_circle(at(from(side)), at(to(side)), at(across(side)), at(across(twin))) <= 0;
  }

  /// From one end of each segment the pieces lead to the other, straight on.
  std::string pieces() {
    std::vector<std::tuple<std::uint32_t, double, std::uint32_t>> sorted;  // segment, place along it, side
    for (const std::uint32_t side : pieces_) {
      const std::uint32_t segment = segment_of(side);
      if (segment == none) {
        return fmt::format("the side from point {} to {} is of one triangle, and of no side of the input's boundary",
                           from(side), to(side));
      }
      sorted.emplace_back(segment, place_on(segment, from(side)), side);
    }
    std::ranges::sort(sorted);
    std::size_t i = 0;
    for (std::uint32_t s = 0; s < input_.segments.size(); ++s) {
      std::uint32_t reached = input_.segments[s].ends[0];
      for (; i < sorted.size() && std::get<0>(sorted[i]) == s; ++i) {
        const std::uint32_t side = std::get<2>(sorted[i]);
        if (from(side) != reached || place_on(s, to(side)) <= place_on(s, reached)) break;
        reached = to(side);
      }
      if (reached != input_.segments[s].ends[1] || (i < sorted.size() && std::get<0>(sorted[i]) == s)) {
        return fmt::format("the boundary's side from point {} to {} has no pieces from end to end: they lead to {}",
                           input_.segments[s].ends[0], input_.segments[s].ends[1], reached);
      }
    }
    return {};
  }
  /// The segment that a side may be a piece of, or none: its ends split it, or are its ends, and are on it.
  [[nodiscard]] std::uint32_t segment_of(std::uint32_t side) {
    std::uint32_t segment = refined_.segments_of[from(side)];
    if (segment == none) segment = refined_.segments_of[to(side)];
    if (segment == none) segment = whole_segment(from(side), to(side));
    if (segment == none) return none;
    const mesh::Segment& is = input_.segments[segment];
    const auto fits = [&](std::uint32_t p, std::uint32_t end) {
      return refined_.segments_of[p] == segment ? is_on(is, p) : p == end;
    };
    return fits(from(side), is.ends[0]) && fits(to(side), is.ends[1]) ? segment : none;
  }
  [[nodiscard]] std::uint32_t whole_segment(std::uint32_t p, std::uint32_t q) {
    if (by_ends_.empty()) {
      for (std::uint32_t s = 0; s < input_.segments.size(); ++s) {
        by_ends_.emplace_back(input_.segments[s].ends[0], input_.segments[s].ends[1], s);
      }
      std::ranges::sort(by_ends_);
    }
    const auto found = std::ranges::lower_bound(by_ends_, std::tuple(p, q, 0U));
    const bool is_there = found != by_ends_.end() && std::get<0>(*found) == p && std::get<1>(*found) == q;
    return is_there ? std::get<2>(*found) : none;
  }
  [[nodiscard]] bool is_on(const mesh::Segment& segment, std::uint32_t p) const {
    const Point& a = at(segment.ends[0]);
    const Point& b = at(segment.ends[1]);
    const double area = mesh::difference_of(b.x - a.x, at(p).y - a.y, b.y - a.y, at(p).x - a.x);
    return std::fabs(area) <= rounding * largest() * std::sqrt(mesh::squared_distance(a, b));
  }
  [[nodiscard]] double place_on(std::uint32_t segment, std::uint32_t p) const {
    const auto& ends = input_.segments[segment].ends;
    return mesh::dot_at(at(ends[0]), at(ends[1]), at(p));
  }
  [[nodiscard]] double largest() const {
    if (largest_ == 0) {
      for (const Point& p : input_.points) largest_ = std::max({largest_, std::fabs(p.x), std::fabs(p.y)});
    }
    return largest_;
  }

  std::string area() {
    const long double before = twice_area(input_.points.span(), input_.triangles.span());
    const long double after = twice_area(refined_.points, refined_.triangles);
    double boundary = 0;
    for (const mesh::Segment& segment : input_.segments) {
      boundary += std::sqrt(mesh::squared_distance(at(segment.ends[0]), at(segment.ends[1])));
    }
    if (std::abs(after - before) <= rounding * (before + largest() * boundary)) return {};
    return fmt::format("the triangles have an area of {}, expected {}", static_cast<double>(after / 2),
                       static_cast<double>(before / 2));
  }
  [[nodiscard]] static long double twice_area(std::span<const Point> points,
                                              std::span<const mesh::Triangle> triangles) {
    return parallel_sum<long double>(triangles.size(), default_threads(), [&](std::size_t t) {
      const Point& a = points[triangles[t].corners[0]];
      const Point& b = points[triangles[t].corners[1]];
      const Point& c = points[triangles[t].corners[2]];
      return static_cast<long double>(mesh::difference_of(b.x - a.x, c.y - a.y, b.y - a.y, c.x - a.x));
    });
  }

  std::string angles() {
    return first_problem(size(),
                         [&](std::uint32_t t) -> std::string {
                           const auto& corners = refined_.triangles[t].corners;
                           const double angle = smallest_angle(at(corners[0]), at(corners[1]), at(corners[2]));
                           if (angle >= min_angle_ - angle_rounding || is_forced(t)) return {};
                           return fmt::format("triangle {} has an angle of {} degrees, less than {}", t, angle,
                                              min_angle_);
                         })
        .problem;
  }
  [[nodiscard]] bool is_forced(std::uint32_t triangle) const {
    // Nothing is written by what only looks.
    return mesh::Mesh{const_cast<Point*>(refined_.points.data()),
                      const_cast<std::uint32_t*>(refined_.segments_of.data()),
                      const_cast<mesh::Triangle*>(refined_.triangles.data()), input_.segments.data(), 0}
        .is_forced(triangle);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(refined_.triangles.size()); }
  [[nodiscard]] const Point& at(std::uint32_t p) const { return refined_.points[p]; }
  [[nodiscard]] std::uint32_t from(std::uint32_t side) const { return refined_.triangles[side / 4].corners[side % 4]; }
  [[nodiscard]] std::uint32_t to(std::uint32_t side) const { return from(mesh::next_side(side)); }
  [[nodiscard]] std::uint32_t across(std::uint32_t side) const { return to(mesh::next_side(side)); }

  const InputMesh& input_;
  const RefinedMesh& refined_;
  double min_angle_;
  std::vector<std::uint32_t> pieces_;                                             ///< sides of one triangle
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> by_ends_;  ///< segments
  mutable double largest_ = 0;                                                    ///< coordinate
};

}  // namespace

Verdict verify_mesh(const InputMesh& input, const RefinedMesh& refined, double min_angle) {
  return MeshCheck(input, refined, min_angle).run();
}

}  // namespace mg
