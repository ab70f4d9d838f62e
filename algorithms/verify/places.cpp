#include "algorithms/verify/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr double degree = std::numbers::pi / 180;
/// The share of all directions by which they may miss canceling out, a hundred times what the search allows.
constexpr double allowed_share = 1e-6;
/// Angles below which directions mean nothing, ten times those at which the search takes places for one.
constexpr double no_direction = 1e-7;
constexpr int steps_to_compare_with = 1000;
/// Kilometers that rounding may add to a way.
constexpr double rounding_allowance = 1e-6;

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double norm(const Vector& a) { return std::hypot(a[0], a[1], a[2]); }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// a + factor * b
Vector sum(const Vector& a, double factor, const Vector& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Vector scaled(const Vector& a, double factor) { return {a[0] * factor, a[1] * factor, a[2] * factor}; }
double angle(const Vector& a, const Vector& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

bool is_somewhere(const sphere::Coordinates& places, VertexId v) {
  return !std::isnan(places.latitude[v]) || !std::isnan(places.longitude[v]);
}
bool are_same(const sphere::Coordinates& a, const sphere::Coordinates& b, VertexId v) {
  return a.latitude[v] == b.latitude[v] && a.longitude[v] == b.longitude[v];
}
Vector vector_of(const sphere::Coordinates& places, VertexId v) {
  const double latitude = places.latitude[v] * degree;
  const double longitude = places.longitude[v] * degree;
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}
std::string describe(const sphere::Coordinates& places, VertexId v) {
  return is_somewhere(places, v) ? fmt::format("at {:.9g}, {:.9g}", places.latitude[v], places.longitude[v])
                                 : "nowhere";
}
std::string describe_round(std::uint32_t round) { return round == never ? "none" : std::to_string(round); }

/// Calls f(u) for the neighbors of v.
template <class F>
void for_neighbors(const Graph& graph, VertexId v, F&& f) {
  for (const VertexId u : graph.out.row(v)) f(u);
  if (!graph.directed) return;
  for (const VertexId u : graph.in.row(v)) f(u);
}

/// What is wrong with where a vertex is and since when.
std::string arrival_problem(const Graph& graph, const sphere::Coordinates& places,
                            std::span<const std::uint32_t> rounds, const PlacesClaim& claim, VertexId v) {
  if (is_somewhere(claim.known, v)) {
    if (!are_same(places, claim.known, v) || !are_same(claim.before, claim.known, v)) {
      return fmt::format("vertex {} is {}, but known to be {}", graph.name(v), describe(places, v),
                         describe(claim.known, v));
    }
    if (rounds[v] == 0) return {};
    return fmt::format("the place of vertex {} is known, but said to come in round {}", graph.name(v),
                       describe_round(rounds[v]));
  }
  std::uint32_t earliest = never;
  for_neighbors(graph, v, [&](VertexId u) { earliest = std::min(earliest, rounds[u]); });
  const std::uint32_t expected = earliest < claim.rounds ? earliest + 1 : never;
  if (rounds[v] != expected) {
    return fmt::format("vertex {} got its place in round {}, expected {}", graph.name(v), describe_round(rounds[v]),
                       describe_round(expected));
  }
  const bool is_sound = std::abs(places.latitude[v]) <= 90 && std::abs(places.longitude[v]) <= 180;  // false for NaN
  if (is_sound != (expected != never) || is_somewhere(places, v) != is_sound) {
    return fmt::format("vertex {} is at {}, {}, expected {}", graph.name(v), places.latitude[v], places.longitude[v],
                       expected == never ? "nowhere" : "a latitude and a longitude");
  }
  if (is_somewhere(claim.before, v) == (expected < claim.rounds)) return {};
  return fmt::format("vertex {} was {} before the last round, but got its place in round {}", graph.name(v),
                     describe(claim.before, v), describe_round(expected));
}

/// How much stronger a place is drawn by others than held.
struct Balance {
  Vector drawn{};       ///< the sum of directions
  double held = 0;      ///< places without a direction, which may have any
  double nearness = 0;  ///< the sum of 1 / angle
  [[nodiscard]] double excess() const { return norm(drawn) - held; }
};
Balance balance_at(const Vector& at, const std::vector<Vector>& places) {
  Balance balance;
  for (const Vector& place : places) {
    const Vector axis = cross(at, place);
    const double sine = norm(axis);
    if (sine < no_direction) {
      ++balance.held;
      continue;
    }
    balance.drawn = sum(balance.drawn, 1 / sine, cross(axis, at));
    balance.nearness += 1 / angle(at, place);
  }
  return balance;
}

/// What is left after many of Weiszfeld's steps.
double excess_of_search(const std::vector<Vector>& places) {
  Vector at{};
  for (const Vector& place : places) at = sum(at, 1, place);
  at = norm(at) > 0 ? scaled(at, 1 / norm(at)) : Vector{0, 0, 1};
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0; step < steps_to_compare_with; ++step) {
    const Balance balance = balance_at(at, places);
    least = std::min(least, balance.excess());
    if (!(least > 0)) break;
    at = sum(at, balance.excess() / norm(balance.drawn) / balance.nearness, balance.drawn);
    at = scaled(at, 1 / norm(at));
  }
  return least;
}

std::string median_problem(const Graph& graph, const sphere::Coordinates& places, const PlacesClaim& claim,
                           VertexId v) {
  if (is_somewhere(claim.known, v) || !is_somewhere(places, v)) return {};
  const Vector at = vector_of(places, v);
  if (is_somewhere(claim.before, v)) {
    const double way = angle(at, vector_of(claim.before, v)) * sphere::earth_radius;
    if (!(way <= claim.tolerance + rounding_allowance)) {
      return fmt::format("vertex {} went {:.6g} km in the last round, expected at most {:.6g}", graph.name(v), way,
                         claim.tolerance);
    }
  }
  std::vector<Vector> neighbors;
  for_neighbors(graph, v, [&](VertexId u) {
    if (is_somewhere(claim.before, u)) neighbors.push_back(vector_of(claim.before, u));
  });
  const double excess = balance_at(at, neighbors).excess();
  const double allowed = allowed_share * static_cast<double>(neighbors.size());
  if (excess <= allowed || excess <= 2 * excess_of_search(neighbors)) return {};
  return fmt::format(
      "vertex {} is {}, which is no median of its neighbors: it is drawn by {:.3g} of {} of them, "
      "expected at most {:.3g}",
      graph.name(v), describe(places, v), excess, neighbors.size(), allowed);
}

std::string size_problem_of(const Graph& graph, const sphere::Coordinates& places, std::string_view which) {
  const std::string problem = size_problem(graph, fmt::format("{}latitudes", which), places.latitude.size());
  return problem.empty() ? size_problem(graph, fmt::format("{}longitudes", which), places.longitude.size()) : problem;
}

}  // namespace

Verdict verify_places(const Graph& graph, const sphere::Coordinates& places, std::span<const std::uint32_t> rounds,
                      const PlacesClaim& claim) {
  for (const std::string& problem :
       {size_problem_of(graph, places, ""), size_problem_of(graph, claim.known, "known "),
        size_problem_of(graph, claim.before, "former "), size_problem(graph, "rounds", rounds.size())}) {
    if (!problem.empty()) return {problem};
  }
  Verdict verdict =
      first_problem(graph.num_vertices(), [&](VertexId v) { return arrival_problem(graph, places, rounds, claim, v); });
  if (!verdict.ok()) return verdict;
  return first_problem(graph.num_vertices(), [&](VertexId v) { return median_problem(graph, places, claim, v); });
}

}  // namespace mg
