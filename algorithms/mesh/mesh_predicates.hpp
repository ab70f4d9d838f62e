// Which way three points turn, and whether a fourth is within their circle: in doubles where these decide it, and else
// without rounding, so that answers never contradict each other (Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", Discrete & Computational Geometry 1997, sections 4.3 and 4.4). The
// bounds on errors hold where products and sums are contracted, too, which only takes roundings away.
#pragma once

#include <cmath>
#include <cstdint>

#include "algorithms/exact_products.hpp"

namespace mg::mesh {

/// Of coordinates that are 0, or from least_magnitude on.
struct Point {
  double x;
  double y;
};

namespace detail {

inline constexpr double half_ulp = 0x1p-53;

/// Adds the product of two numbers and twice the area of a triangle.
inline void add_area(ExactSum& sum, double factor, double other, const Point (&corners)[3], bool negative) {
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const Point& p = corners[i / 2];
    const Point& q = corners[i < 4 ? i / 2 + 1 : 0];
    const bool second = i % 2 != 0;
    sum.add({factor, other, second ? p.y : p.x, second ? q.x : q.y}, negative != second);
  }
}

// Doubles decide nearly always: what follows them is called, and not unrolled, lest kernels consist of it. (NVRTC
// passes over [[gnu::noinline]].)

__attribute__((noinline)) inline int exact_orientation(const Point (&corners)[3]) {
  ExactSum sum;
  add_area(sum, 1, 1, corners, false);
  return sum.sign();
}
/// Each point's distance from 0, squared, times twice the area of the others.
__attribute__((noinline)) inline int exact_in_circle(const Point (&points)[4]) {
  ExactSum sum;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) {
    const int own = i / 2;
    const double coordinate = i % 2 == 0 ? points[own].x : points[own].y;
    const Point others[] = {points[own == 0 ? 1 : 0], points[own <= 1 ? 2 : 1], points[own <= 2 ? 3 : 2]};
    add_area(sum, coordinate, coordinate, others, own % 2 != 0);
  }
  return sum.sign();
}

}  // namespace detail

/// Positive where a, b, c are in counterclockwise order, negative where they are in the other, 0 on a line.
[[nodiscard]] inline int orientation(const Point& a, const Point& b, const Point& c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double difference = left - right;
  const double bound = (3 + 16 * detail::half_ulp) * detail::half_ulp * (std::fabs(left) + std::fabs(right));
  if (difference > bound) return 1;
  if (difference < -bound) return -1;
  return detail::exact_orientation({a, b, c});
}

/// Of a, b, c in counterclockwise order: positive where d is within their circle, 0 where it is on it.
[[nodiscard]] inline int in_circle(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point p{a.x - d.x, a.y - d.y};
  const Point q{b.x - d.x, b.y - d.y};
  const Point r{c.x - d.x, c.y - d.y};
  const double lifts[] = {p.x * p.x + p.y * p.y, q.x * q.x + q.y * q.y, r.x * r.x + r.y * r.y};
  const double lefts[] = {q.x * r.y, r.x * p.y, p.x * q.y};
  const double rights[] = {r.x * q.y, p.x * r.y, q.x * p.y};
  double determinant = 0;
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) {
    determinant += lifts[i] * (lefts[i] - rights[i]);
    magnitude += lifts[i] * (std::fabs(lefts[i]) + std::fabs(rights[i]));
  }
  const double bound = (10 + 96 * detail::half_ulp) * detail::half_ulp * magnitude;
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  return detail::exact_in_circle({a, b, c, d});
}

// What is rounded is rounded alike on all machines: a product is an operand of std::fma, and of nothing else that
// compilers could contract.

/// The products a b - c d and a b + c d.
[[nodiscard]] inline double difference_of(double a, double b, double c, double d) { return std::fma(a, b, -(c * d)); }
[[nodiscard]] inline double sum_of(double a, double b, double c, double d) { return std::fma(a, b, c * d); }

[[nodiscard]] inline double squared_distance(const Point& a, const Point& b) {
  return sum_of(a.x - b.x, a.x - b.x, a.y - b.y, a.y - b.y);
}
/// The product of the ways from p to a and to b: negative where the angle at p is obtuse.
[[nodiscard]] inline double dot_at(const Point& p, const Point& a, const Point& b) {
  return sum_of(a.x - p.x, b.x - p.x, a.y - p.y, b.y - p.y);
}

/// The point, moved to where the predicates' exact sums have room for it.
[[nodiscard]] inline Point rounded(const Point& p) {
  return {std::fabs(p.x) < least_magnitude ? 0 : p.x, std::fabs(p.y) < least_magnitude ? 0 : p.y};
}

/// Whether a point, which may be none, is where another may be added: where the exact sums have room for it, and as far
/// from its nearest neighbor as takes a few of its coordinates' last bits, without which triangles have no shape.
[[nodiscard]] inline bool has_room(const Point& p, const Point& neighbor) {
  constexpr double resolution = 0x1p-50;
  if (!(std::fabs(p.x) < 1 / least_magnitude && std::fabs(p.y) < 1 / least_magnitude)) return false;
  const double least = resolution * (std::fabs(p.x) + std::fabs(p.y));
  return squared_distance(p, neighbor) > least * least;
}

/// The point at a share of the way from a to b.
[[nodiscard]] inline Point between(const Point& a, const Point& b, double share) {
  return rounded({std::fma(b.x - a.x, share, a.x), std::fma(b.y - a.y, share, a.y)});
}

/// The center of the circle through the points; somewhere where they are on a line.
[[nodiscard]] inline Point circumcenter(const Point& a, const Point& b, const Point& c) {
  const Point p{b.x - a.x, b.y - a.y};
  const Point q{c.x - a.x, c.y - a.y};
  const double pp = sum_of(p.x, p.x, p.y, p.y);
  const double qq = sum_of(q.x, q.x, q.y, q.y);
  const double twice = 2 * difference_of(p.x, q.y, p.y, q.x);
  return rounded({a.x + difference_of(q.y, pp, p.y, qq) / twice, a.y + difference_of(p.x, qq, q.x, pp) / twice});
}

}  // namespace mg::mesh
