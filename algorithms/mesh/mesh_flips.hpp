// A mesh made Delaunay: a side of which either triangle's circle has the other's far corner in it is turned, until
// there is none (Lawson, "Software for C1 surface interpolation", 1977). Of flips that touch each other one is chosen,
// round after round, as in mesh_cavity.hpp.
#pragma once

#include <initializer_list>

#include "algorithms/mesh/mesh.hpp"
#include "engine/mixed_bits.hpp"
#include "engine/shared.hpp"

namespace mg::mesh {

struct Flips {
  Mesh mesh;
  std::uint32_t number;   ///< of the round
  std::uint32_t* sides;   ///< that each triangle wants turned, or none
  std::uint64_t* claims;  ///< of triangles
  std::uint32_t* wanted;  ///< 1 where any wants one

  [[nodiscard]] std::uint64_t claim(std::uint32_t triangle) const {
    return (std::uint64_t{0x7fffffff} - number) << 33 | mixed(triangle + number * 0x9e3779b9U);
  }
};

struct ClaimFlip {
  static constexpr unsigned least_blocks = 1;  // of a GPU's multiprocessor: with more, predicates spill registers
  Flips flips;

  void operator()(VertexId triangle) const {
    const Mesh& mesh = flips.mesh;
    flips.sides[triangle] = none;
    for (std::uint32_t side = 4 * triangle; side < 4 * triangle + 3; ++side) {
      const std::uint32_t twin = mesh.twin(side);
      if (twin >= boundary || !mesh.is_in_circle(triangle, mesh.points[mesh.across(twin)])) continue;
      flips.sides[triangle] = side;
      const Shared<std::uint64_t> claims(flips.claims);
      claims[triangle].lower_to(flips.claim(triangle));
      claims[twin / 4].lower_to(flips.claim(triangle));
      Flag(flips.wanted).raise();
      return;
    }
  }
};

/// Whoever does not come first around its two triangles waits.
struct CheckFlip {
  Flips flips;

  void operator()(VertexId triangle) const {
    const std::uint32_t side = flips.sides[triangle];
    if (side == none) return;
    const std::uint64_t claim = flips.claim(triangle);
    const std::uint32_t twin = flips.mesh.twin(side);
    if (flips.claims[triangle] != claim || flips.claims[twin / 4] != claim) return wait(triangle);
    for (const std::uint32_t half : {side, twin}) {
      for (const std::uint32_t outer : {next_side(half), next_side(next_side(half))}) {
        const std::uint32_t other = flips.mesh.twin(outer);
        if (other < boundary && flips.claims[other / 4] < claim) return wait(triangle);
      }
    }
  }

 private:
  void wait(VertexId triangle) const { flips.sides[triangle] = none; }
};

struct Turn {
  Flips flips;

  void operator()(VertexId triangle) const {
    const std::uint32_t side = flips.sides[triangle];
    if (side == none) return;
    const Mesh& mesh = flips.mesh;
    const std::uint32_t twin = mesh.twin(side);
    const std::uint32_t from = mesh.from(side);
    const std::uint32_t to = mesh.to(side);
    const std::uint32_t left = mesh.across(side);
    const std::uint32_t right = mesh.across(twin);
    const std::uint32_t outer[] = {mesh.twin(next_side(side)), mesh.twin(next_side(next_side(side))),
                                   mesh.twin(next_side(twin)), mesh.twin(next_side(next_side(twin)))};
    const std::uint32_t other = twin / 4;
    mesh.triangles[triangle] = {{from, right, left}, {outer[2], 4 * other + 1, outer[1]}, flips.number, 0};
    mesh.triangles[other] = {{to, left, right}, {outer[0], 4 * triangle + 1, outer[3]}, flips.number, 0};
    join(outer[2], 4 * triangle);
    join(outer[1], 4 * triangle + 2);
    join(outer[0], 4 * other);
    join(outer[3], 4 * other + 2);
  }

 private:
  void join(std::uint32_t outer, std::uint32_t side) const {
    if (outer < boundary) flips.mesh.triangles[outer / 4].twins[outer % 4] = side;
  }
};

}  // namespace mg::mesh
