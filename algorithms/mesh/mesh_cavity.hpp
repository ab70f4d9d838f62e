// Points that are added to a mesh, each with its cavity, the triangles whose circles it is within (Bowyer 1981, Watson
// 1981). All bad triangles ask for one at a time; of those whose cavities overlap or touch one is chosen (Nasre,
// Burtscher and Pingali, "Morph algorithms on GPUs", PPoPP 2013).
//
// A cavity has no corner inside, so that its triangles are a tree, and whoever goes along its sides, and over those
// between two of its triangles, comes by all of them and ends where it began: it need not be kept anywhere.
#pragma once

#include "algorithms/mesh/mesh_location.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::mesh {

/// Goes along the sides of the cavity that `start` belongs to, counterclockwise: is_inside(triangle) says which belong
/// to it, and visit(side) whether to go on. Returns how often it has gone from one triangle to another.
template <class Inside, class Visit>
std::uint32_t go_around(const Mesh& mesh, std::uint32_t start, const Inside& is_inside, const Visit& visit) {
  std::uint32_t crossings = 0;
  std::uint32_t side = start;
  do {
    const std::uint32_t twin = mesh.twin(side);
    if (twin < boundary && is_inside(twin / 4)) {
      ++crossings;
      side = next_side(twin);
    } else {
      if (!visit(side)) break;
      side = next_side(side);
    }
  } while (side != start);
  return crossings;
}

/// A point that is to be added on behalf of a bad triangle.
struct Addition {
  std::uint32_t triangle;
  std::uint32_t start;  ///< a side in the cavity: the one that is split, where it is one; none: there is no such point
  std::uint32_t segment;  ///< that the point splits, or none
  std::uint32_t size;     ///< how many sides the cavity has; 0: it is another's turn
  Point point;

  [[nodiscard]] bool splits() const { return segment != none; }
  /// How many triangles come of it beside those of the cavity.
  [[nodiscard]] std::uint32_t more_triangles() const { return splits() ? 1 : 2; }
};

/// What a round works on.
struct Round {
  Mesh mesh;
  std::uint32_t number;
  std::uint32_t num_triangles;
  std::uint32_t num_points;
  const std::uint32_t* bad;  ///< triangles
  Addition* additions;       ///< one each
  std::uint64_t* claims;     ///< of triangles

  /// Claims of later rounds are smaller, so that nobody clears those of earlier ones; in a round splits come first, and
  /// of alike ones whoever draws the smallest number.
  [[nodiscard]] std::uint64_t claim(const Addition& addition) const {
    return (std::uint64_t{0x7fffffff} - number) << 33 | std::uint64_t{addition.splits() ? 0U : 1U} << 32 |
           mixed(addition.triangle + number * 0x9e3779b9U);
  }
  template <class Visit>
  std::uint32_t go_around_circles(const Addition& addition, const Visit& visit) const {
    const std::uint32_t root = addition.start / 4;
    return go_around(
        mesh, addition.start,
        [&](std::uint32_t triangle) { return triangle == root || mesh.is_in_circle(triangle, addition.point); }, visit);
  }
};

/// Finds the point for each bad triangle: the center of its circle, or, where that is beyond a side of the boundary, or
/// too near, the middle of this side (Ruppert, "A Delaunay refinement algorithm for quality 2-dimensional mesh
/// generation", Journal of Algorithms 1995). A segment that meets another at an acute angle is split at a distance that
/// is a power of 2 from where they meet.
struct ChoosePoint {
  static constexpr unsigned least_blocks = 1;  // of a GPU's multiprocessor: with more, predicates spill registers
  Round round;

  void operator()(VertexId i) const {
    const Mesh& mesh = round.mesh;
    Addition& addition = round.additions[i];
    addition = {round.bad[i], none, none, 0, {}};
    std::uint32_t side = mesh.encroached_side(addition.triangle);
    if (side == none) side = take_center(addition);
    if (side != none) split(addition, side);
  }

 private:
  /// Returns the side of the boundary that is to be split in its place, or none.
  [[nodiscard]] std::uint32_t take_center(Addition& addition) const {
    const Mesh& mesh = round.mesh;
    const std::uint32_t triangle = addition.triangle;
    addition.point = circumcenter(mesh.corner(triangle, 0), mesh.corner(triangle, 1), mesh.corner(triangle, 2));
    if (!has_room(addition.point, mesh.corner(triangle, 0))) return none;
    const Location found = locate(mesh, triangle, addition.point, round.num_triangles);
    if (found.is_beyond) return found.side;
    addition.start = found.side;
    if (found.side == none) return none;
    std::uint32_t encroached = none;
    round.go_around_circles(addition, [&](std::uint32_t side) {
      if (mesh.twin(side) >= boundary && mesh.encroaches(addition.point, side)) encroached = side;
      return encroached == none;
    });
    return encroached;
  }
  void split(Addition& addition, std::uint32_t side) const {
    const Mesh& mesh = round.mesh;
    const Point& from = mesh.points[mesh.from(side)];
    const Point& to = mesh.points[mesh.to(side)];
    addition.segment = mesh.twin(side) - boundary;
    addition.start = side;
    addition.point = between(from, to, share_of(side, std::sqrt(mesh.squared_length(side))));
    if (!has_room(addition.point, from) || !has_room(addition.point, to)) addition.start = none;
  }
  /// At which share of its length a piece of a segment is split.
  [[nodiscard]] double share_of(std::uint32_t side, double length) const {
    const Mesh& mesh = round.mesh;
    const Segment& segment = mesh.segments[mesh.twin(side) - boundary];
    const bool begins_acute = segment.is_acute[0] != 0 && mesh.from(side) == segment.ends[0];
    const bool ends_acute = segment.is_acute[1] != 0 && mesh.to(side) == segment.ends[1];
    if (begins_acute == ends_acute) return 0.5;
    double shell = 1;
    while (length > 3 * shell) shell *= 2;
    while (length < 1.5 * shell) shell /= 2;
    return begins_acute ? shell / length : 1 - shell / length;
  }
};

/// Claims the cavities.
struct ClaimCavity {
  static constexpr unsigned least_blocks = 1;  // of a GPU's multiprocessor: with more, predicates spill registers
  Round round;
  void operator()(VertexId i) const {
    const Addition& addition = round.additions[i];
    if (addition.start == none) return;
    const Shared<std::uint64_t> claims(round.claims);
    const std::uint64_t claim = round.claim(addition);
    claims[addition.start / 4].lower_to(claim);
    const Mesh& mesh = round.mesh;
    const std::uint32_t root = addition.start / 4;
    static_cast<void>(go_around(
        mesh, addition.start,
        [&](std::uint32_t triangle) {
          if (triangle == root) return true;
          if (!mesh.is_in_circle(triangle, addition.point)) return false;
          claims[triangle].lower_to(claim);
          return true;
        },
        [](std::uint32_t) { return true; }));
  }
};

/// Whose turn it is: those that have kept all of their cavity, and no neighbor of it is claimed by one that comes
/// first. Where the triangles that would come of it have no area, or the cavity a corner inside, nobody is helped.
struct CheckCavity {
  static constexpr unsigned least_blocks = 1;  // of a GPU's multiprocessor: with more, predicates spill registers
  Round round;

  void operator()(VertexId i) const {
    Addition& addition = round.additions[i];
    if (addition.start == none) return give_up(addition);
    const Mesh& mesh = round.mesh;
    const std::uint64_t claim = round.claim(addition);
    if (round.claims[addition.start / 4] != claim) return;
    bool is_first = true;
    bool is_star = true;
    std::uint32_t size = 0;
    const std::uint32_t crossings = go_around(
        mesh, addition.start,
        [&](std::uint32_t triangle) {
          is_first = is_first && round.claims[triangle] >= claim;
          return round.claims[triangle] == claim;
        },
        [&](std::uint32_t side) {
          const bool is_split = addition.splits() && side == addition.start;
          is_star = is_star && (is_split || orientation(mesh.points[mesh.from(side)], mesh.points[mesh.to(side)],
                                                        addition.point) > 0);
          ++size;
          return is_first;
        });
    if (!is_first) return;
    if (!is_star || crossings != 2 * (size - 3)) return give_up(addition);
    addition.size = size;
  }

 private:
  void give_up(const Addition& addition) const { round.mesh.triangles[addition.triangle].given_up = 1; }
};

}  // namespace mg::mesh
