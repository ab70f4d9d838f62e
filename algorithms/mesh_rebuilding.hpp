// What becomes of the cavities whose turn it is: first their sides are written down, then the triangles that the new
// point makes with each of them take the places of those that were there, and new ones.
#pragma once

#include "algorithms/mesh_cavity.hpp"

namespace mg::mesh {

/// What additions take, and where what is theirs begins.
struct Amounts {
  std::uint32_t sides;
  std::uint32_t points;
  std::uint32_t triangles;

  Amounts& operator+=(const Amounts& other) {
    sides += other.sides;
    points += other.points;
    triangles += other.triangles;
    return *this;
  }
};

struct MeasureAdditions {
  const Addition* additions;
  Amounts* amounts;
  void operator()(VertexId i) const {
    const Addition& addition = additions[i];
    amounts[i] = addition.size == 0 ? Amounts{} : Amounts{addition.size, 1, addition.more_triangles()};
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
  const Amounts* before;  ///< each addition
  CavitySide* sides;

  void operator()(VertexId i) const {
    const Addition& addition = round.additions[i];
    if (addition.size == 0) return;
    const Mesh& mesh = round.mesh;
    const std::uint64_t claim = round.claim(addition);
    CavitySide* const own = sides + before[i].sides;
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
      (places++)->triangle = round.num_triangles + before[i].triangles + more;
    }
  }
};

struct Rebuild {
  Round round;
  const Amounts* before;
  const CavitySide* sides;

  void operator()(VertexId i) const {
    const Addition& addition = round.additions[i];
    if (addition.size == 0) return;
    const Mesh& mesh = round.mesh;
    const std::uint32_t point = round.num_points + before[i].points;
    mesh.points[point] = addition.point;
    mesh.segments_of[point] = addition.segment;
    const CavitySide* const own = sides + before[i].sides;
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

/// Marks which of the additions' triangles, and of those that have been built, are bad now.
struct MarkBad {
  Round round;
  std::uint32_t num_additions;
  const CavitySide* sides;
  std::uint32_t* marks;

  [[nodiscard]] std::uint32_t candidate(VertexId i) const {
    if (i >= num_additions) return sides[i - num_additions].triangle;
    const std::uint32_t triangle = round.bad[i];
    return round.mesh.triangles[triangle].round == round.number ? none : triangle;
  }
  void operator()(VertexId i) const {
    const std::uint32_t triangle = candidate(i);
    marks[i] = triangle != none && round.mesh.is_bad(triangle) ? 1 : 0;
  }
};

struct ListBad {
  MarkBad marked;
  const std::uint32_t* before;
  std::uint32_t* bad;
  void operator()(VertexId i) const {
    const std::uint32_t triangle = marked.candidate(i);
    if (triangle != none && marked.round.mesh.is_bad(triangle)) bad[before[i]] = triangle;
  }
};

/// The same of all triangles.
struct MarkAllBad {
  Mesh mesh;
  std::uint32_t* marks;
  void operator()(VertexId triangle) const { marks[triangle] = mesh.is_bad(triangle) ? 1 : 0; }
};
struct ListAllBad {
  Mesh mesh;
  const std::uint32_t* before;
  std::uint32_t* bad;
  void operator()(VertexId triangle) const {
    if (mesh.is_bad(triangle)) bad[before[triangle]] = triangle;
  }
};

template <class T>
struct Copy {
  const T* from;
  T* to;
  void operator()(VertexId i) const { to[i] = from[i]; }
};

}  // namespace mg::mesh
