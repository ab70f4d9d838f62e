// What becomes of the cavities whose turn it is: first their sides are written down, then the triangles that the new
// point makes with each of them take the places of those that were there, and new ones.
#pragma once

#include "algorithms/mesh/mesh_cavity.hpp"

namespace mg::mesh {

/// Whether it is an addition's turn.
struct IsAdded {
  const Addition* additions;
  bool operator()(VertexId i) const { return additions[i].size > 0; }
};

/// The additions whose turn it is, in their order, and where what is theirs begins.
struct Added {
  const std::uint32_t* additions;  ///< of the round
  const std::uint64_t* sides;      ///< before each, and so on
  const std::uint64_t* triangles;  ///< that come of them beside those of the cavities
};

struct MeasureAdditions {
  const Addition* additions;
  const std::uint32_t* added;
  std::uint32_t* sides;
  std::uint32_t* triangles;
  void operator()(VertexId i) const {
    const Addition& addition = additions[added[i]];
    sides[i] = addition.size;
    triangles[i] = addition.more_triangles();
  }
};

/// A side of a cavity, seen from inside.
struct CavitySide {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t twin;
  std::uint32_t triangle;  ///< of the cavity, or a new one: what the side becomes a side of; none: it is split
};

struct ListSides {
  Round round;
  Added added;
  CavitySide* sides;

  void operator()(VertexId i) const {
    const Addition& addition = round.additions[added.additions[i]];
    const Mesh& mesh = round.mesh;
    const std::uint64_t claim = round.claim(addition);
    CavitySide* const own = sides + added.sides[i];
    const std::uint32_t first_triangle = round.num_triangles + static_cast<std::uint32_t>(added.triangles[i]);
    CavitySide* places = own;
    if (addition.splits()) (places++)->triangle = none;
    const auto list = [&](std::uint32_t triangle) {
      if (mesh.triangles[triangle].round == round.number) return;
      mesh.triangles[triangle].round = round.number;
      (places++)->triangle = triangle;
    };
    CavitySide* next = own;
    list(addition.start / 4);
    static_cast<void>(go_around(
        mesh, addition.start,
        [&](std::uint32_t triangle) {
          if (round.claims[triangle] != claim) return false;
          list(triangle);
          return true;
        },
        [&](std::uint32_t side) {
          next->from = mesh.from(side);
          next->to = mesh.to(side);
          (next++)->twin = mesh.twin(side);
          return true;
        }));
    for (std::uint32_t more = 0; more < addition.more_triangles(); ++more) {
      (places++)->triangle = first_triangle + more;
    }
  }
};

struct Rebuild {
  Round round;
  Added added;
  const CavitySide* sides;

  void operator()(VertexId i) const {
    const Addition& addition = round.additions[added.additions[i]];
    const Mesh& mesh = round.mesh;
    const std::uint32_t point = round.num_points + i;
    mesh.points[point] = addition.point;
    mesh.segments_of[point] = addition.segment;
    const CavitySide* const own = sides + added.sides[i];
    for (std::uint32_t k = addition.splits() ? 1 : 0; k < addition.size; ++k) {
      const CavitySide& side = own[k];
      const std::uint32_t before_it = own[k == 0 ? addition.size - 1 : k - 1].triangle;
      const std::uint32_t after_it = own[k + 1 == addition.size ? 0 : k + 1].triangle;
      const std::uint32_t piece = boundary | addition.segment;
      mesh.triangles[side.triangle] = {
          {side.from, side.to, point},
          {side.twin, after_it == none ? piece : 4 * after_it + 2, before_it == none ? piece : 4 * before_it + 1},
          round.number,
          0};
      if (side.twin < boundary) mesh.triangles[side.twin / 4].twins[side.twin % 4] = 4 * side.triangle;
    }
  }
};

/// The triangles that a round was about, and those that have been built in it.
struct Touched {
  Round round;
  std::uint32_t num_additions;
  const CavitySide* sides;

  /// The i-th; none where it has been built and comes among those.
  [[nodiscard]] std::uint32_t triangle(VertexId i) const {
    if (i >= num_additions) return sides[i - num_additions].triangle;
    const std::uint32_t triangle = round.bad[i];
    return round.mesh.triangles[triangle].round == round.number ? none : triangle;
  }
};

/// Whether the i-th of them is bad now.
struct IsBadStill {
  Touched touched;
  bool operator()(VertexId i) const {
    const std::uint32_t triangle = touched.triangle(i);
    return triangle != none && touched.round.mesh.is_bad(triangle);
  }
};

/// Puts triangles in place of their numbers among those.
struct NameTriangles {
  Touched touched;
  std::uint32_t* listed;
  void operator()(VertexId i) const { listed[i] = touched.triangle(listed[i]); }
};

struct IsBad {
  Mesh mesh;
  bool operator()(VertexId triangle) const { return mesh.is_bad(triangle); }
};

template <class T>
struct Copy {
  const T* from;
  T* to;
  void operator()(VertexId i) const { to[i] = from[i]; }
};

}  // namespace mg::mesh
