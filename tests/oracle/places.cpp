#include "tests/oracle/places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace oracle {
namespace {

constexpr double degree = std::numbers::pi / 180;
/// By how much of all directions a median may be drawn.
constexpr double still = 1e-8;
/// The length of the last steps to a median, in radians.
constexpr double last_step = 1e-10;

/// Long doubles: the sum of distances hardly changes where it is least.
using Real = long double;
using Vector = std::array<Real, 3>;

Vector vector_of(const Place& place) {
  const Real latitude = place.latitude * degree;
  const Real longitude = place.longitude * degree;
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}
Place place_of(const Vector& v) {
  return {static_cast<double>(std::atan2(v[2], std::hypot(v[0], v[1])) / degree),
          static_cast<double>(std::atan2(v[1], v[0]) / degree)};
}
Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Real norm(const Vector& v) { return std::sqrt(dot(v, v)); }
/// a + factor * b
Vector plus(const Vector& a, Real factor, const Vector& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Vector unit(const Vector& v) { return {v[0] / norm(v), v[1] / norm(v), v[2] / norm(v)}; }

/// By how much more what is `at` a place is drawn by `places` than those that are there hold it.
Real excess(const Vector& at, const std::vector<Vector>& places) {
  Vector toward{};
  Real held = 0;
  for (const Vector& place : places) {
    const Vector difference = plus(place, -1, at);
    const Vector tangent = plus(difference, -dot(difference, at), at);
    if (norm(tangent) > 1e-8) {
      toward = plus(toward, 1 / norm(tangent), tangent);
    } else if (dot(place, at) > 0) {
      ++held;
    }
  }
  return norm(toward) - held;
}

/// Along great circles.
Real total_distance(const Vector& from, const std::vector<Vector>& places) {
  Real total = 0;
  for (const Vector& place : places) total += 2 * std::asin(std::min<Real>(1, norm(plus(place, -1, from)) / 2));
  return total;
}

/// Goes wherever the sum of distances is less, by ever smaller steps.
Vector descended(Vector at, const std::vector<Vector>& places) {
  constexpr int directions = 8;
  Real least = total_distance(at, places);
  for (Real step = 0.1; step > last_step;) {
    const Vector east = unit(std::abs(at[2]) < 0.9 ? Vector{-at[1], at[0], 0} : Vector{0, -at[2], at[1]});
    const Vector north{at[1] * east[2] - at[2] * east[1], at[2] * east[0] - at[0] * east[2],
                       at[0] * east[1] - at[1] * east[0]};
    bool has_moved = false;
    for (int i = 0; i < directions && !has_moved; ++i) {
      const Real turn = 2 * std::numbers::pi * i / directions;
      const Vector to = unit(plus(plus(at, step * std::cos(turn), east), step * std::sin(turn), north));
      const Real total = total_distance(to, places);
      if (total >= least) continue;
      least = total;
      at = to;
      has_moved = true;
    }
    step *= has_moved ? 1.5 : 0.5;
  }
  return at;
}

Vector median(const std::vector<Vector>& places) {
  const Real allowed = still * static_cast<Real>(places.size());
  Vector mean{};
  for (const Vector& place : places) mean = plus(mean, 1, place);
  mean = norm(mean) > 1e-8 * static_cast<Real>(places.size()) ? unit(mean) : Vector{0, 0, 1};
  if (excess(mean, places) <= allowed) return mean;
  const Vector* nearest = nullptr;
  for (const Vector& place : places) {
    if (nearest != nullptr && norm(plus(place, -1, mean)) >= norm(plus(*nearest, -1, mean))) continue;
    if (excess(place, places) <= allowed) nearest = &place;
  }
  if (nearest != nullptr) return *nearest;
  return descended(mean, places);
}

std::vector<std::vector<std::size_t>> neighbors_of(const Graph& graph) {
  std::vector<std::vector<std::size_t>> neighbors(graph.num_vertices());
  for (std::size_t u = 0; u < graph.num_vertices(); ++u) {
    for (const Arc& arc : graph.out[u]) {
      neighbors[u].push_back(arc.target);
      if (graph.directed) neighbors[arc.target].push_back(u);
    }
  }
  return neighbors;
}

}  // namespace

Places places(const Graph& graph, const Places& known, std::uint64_t rounds) {
  const auto neighbors = neighbors_of(graph);
  Places now = known;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Places before = now;
    for (std::size_t v = 0; v < now.size(); ++v) {
      if (known[v]) continue;
      std::vector<Vector> around;
      for (const std::size_t u : neighbors[v]) {
        if (before[u]) around.push_back(vector_of(*before[u]));
      }
      if (!around.empty()) now[v] = place_of(median(around));
    }
  }
  return now;
}

std::vector<std::int64_t> arrivals(const Graph& graph, const Places& known, std::uint64_t rounds) {
  const auto neighbors = neighbors_of(graph);
  std::vector<std::int64_t> arrived(known.size(), -1);
  std::vector<std::size_t> found;
  for (std::size_t v = 0; v < known.size(); ++v) {
    if (!known[v]) continue;
    arrived[v] = 0;
    found.push_back(v);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::int64_t next = arrived[found[i]] + 1;
    for (const std::size_t u : neighbors[found[i]]) {
      if (arrived[u] >= 0 || next > static_cast<std::int64_t>(rounds)) continue;
      arrived[u] = next;
      found.push_back(u);
    }
  }
  return arrived;
}

double angle(const Place& a, const Place& b) {
  const Vector difference = plus(vector_of(a), -1, vector_of(b));
  return static_cast<double>(2 * std::asin(std::min<Real>(1, norm(difference) / 2)) / degree);
}

}  // namespace oracle
