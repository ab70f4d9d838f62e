// A guide for searches that are to meet, where vertices have places: a vertex that is toward the other end is taken as
// if it was nearer (A*: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
// paths", IEEE Trans. Systems Science and Cybernetics 1968; for two searches Ikeda et al., "A fast algorithm for
// finding better routes by AI search techniques", VNIS 1994).
//
// An arc is at least so long as its ends are apart times a scale, which is the most that is true of all arcs. A vertex
// then has a potential, by which the straight way from it to the target exceeds that from the source, halved: along any
// arc it sinks by no more than the arc is long, so that arcs that are longer by what the potential rises are no shorter
// than 0, and between two vertices all ways are longer by the same. Shortest paths stay what they are.
#pragma once

#include "algorithms/spherical_median.hpp"
#include "engine/algorithm.hpp"

namespace mg::path {

using sphere::Place;

/// What is added to a search's distances where it is decided who is nearest: a vertex's potential, or, for the search
/// from the target, what it is below the greatest one.
template <class Distance>
struct Potential {
  const Distance* of_vertices;
  Distance greatest;
  bool is_back;

  /// That of the search from the other end.
  [[nodiscard]] Potential back() const { return {of_vertices, greatest, true}; }
  [[nodiscard]] Distance operator()(VertexId v) const { return is_back ? greatest - of_vertices[v] : of_vertices[v]; }
};

/// Of searches without a guide.
template <class Distance>
struct NoPotential {
  static constexpr Distance greatest = 0;

  [[nodiscard]] NoPotential back() const { return {}; }
  [[nodiscard]] Distance operator()(VertexId) const { return 0; }
};

/// From 0 at the target, and beyond, to the greatest at the source, and beyond. Whole ones are rounded down: where arcs
/// are whole, too, they stay no shorter than 0.
template <class Distance>
struct SetPotential {
  const Place* places;
  Place source;
  Place target;
  double scale;
  Distance* of_vertices;
  Distance greatest;

  void operator()(VertexId v) const {
    const double apart = sphere::chord(source, target);
    const double ahead = sphere::chord(places[v], target) - sphere::chord(places[v], source) + apart;
    const auto potential = static_cast<Distance>(ahead > 0 ? scale * ahead / 2 : 0);
    of_vertices[v] = potential < greatest ? potential : greatest;
  }
};

}  // namespace mg::path

#ifndef MG_DEVICE_CODE

#include <type_traits>

namespace mg {

/// The scale, and the places: those that are given, or else, with weights, the graph's own. Neither where there are
/// none.
class PathGuide {
 public:
  /// Throws Error(wrong_use) for places that are not right, and where arcs have no weights. O(n + m).
  PathGuide(const Graph& graph, const Parameters& parameters, bool weighted);

  [[nodiscard]] bool is_given() const { return !places_.empty(); }
  [[nodiscard]] double scale() const { return scale_; }

  /// Those between two vertices, for the search from the source, where there is a guide. O(n).
  template <class Distance, class L>
  [[nodiscard]] path::Potential<Distance> potential(L& loop, VertexId source, VertexId target,
                                                    State<Distance>& of_vertices) {
    const path::Place* const places = places_.on(loop);
    path::SetPotential<Distance> set{places, loop.load(places + source), loop.load(places + target),
                                     scale_, of_vertices.on(loop),       0};
    set.greatest = static_cast<Distance>(scale_ * sphere::chord(set.source, set.target));
    loop.vertex_map(set);
    return {set.of_vertices, set.greatest, false};
  }

  /// By how much the lengths of paths that are the shortest, up to `best`, can differ from their sums in doubles and
  /// with potentials: no path has more arcs than there are vertices, and no sum is off by more than a few of its last
  /// bits. 0 of whole numbers, of which potentials are bounded so that no rounding is the size of an arc.
  template <class Distance>
  [[nodiscard]] Distance doubt([[maybe_unused]] Distance best) const {
    if constexpr (std::is_floating_point_v<Distance>) {
      if (is_given()) return static_cast<double>(places_.size()) * 0x1p-46 * (best + scale_ * extent_);
    }
    return 0;
  }

 private:
  State<path::Place> places_;
  double extent_ = 0;  ///< no vertices are farther apart
  double scale_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
