// The steps of random walks. Arcs are drawn in the order of the file, all alike or by their weights, so that the same
// walk comes of a graph however it is numbered inside.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/arc_lookup.hpp"
#include "engine/random.hpp"

namespace mg::walk {

/// The arcs of each vertex, from which a step takes one.
struct Choices {
  ArcLookup rows;
  const std::uint32_t* in_file_order;  ///< where in its row the arc is that comes there in the file; null: where it is
  const double* sums;                  ///< running sums of weights in each row, in that order; null: all alike

  [[nodiscard]] std::uint64_t arc(std::uint64_t begin, std::uint64_t place) const {
    return begin + (in_file_order == nullptr ? place : in_file_order[begin + place]);
  }
  /// A neighbor of u, or no_vertex where there is none to draw.
  [[nodiscard]] VertexId draw(VertexId u, std::uint64_t bits) const {
    const std::uint64_t begin = rows.begin(u);
    const std::uint64_t degree = rows.degree(u);
    if (degree == 0) return no_vertex;
    if (sums == nullptr) return rows.neighbors[arc(begin, random_below(bits, degree))];
    const double all = sums[begin + degree - 1];
    if (!(all > 0)) return no_vertex;
    const double drawn = random_share(bits) * all;  // the first sum beyond it is of an arc that weighs something
    std::uint64_t low = 0;
    std::uint64_t high = degree - 1;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (sums[begin + middle] > drawn) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return rows.neighbors[arc(begin, low)];
  }
};

/// Adds the weights of a row up.
struct SumWeights {
  Choices choices;
  double* sums;
  void operator()(VertexId u) const {
    const std::uint64_t begin = choices.rows.begin(u);
    const std::uint64_t degree = choices.rows.degree(u);
    double sum = 0;
    for (std::uint64_t i = 0; i < degree; ++i) {
      sum += choices.rows.weight(choices.arc(begin, i));
      sums[begin + i] = sum;
    }
  }
};

/// A walk each, from starts[walk / walks].
struct Walk {
  Choices choices;
  const VertexId* starts;
  VertexId* paths;  ///< length + 1 vertices a walk; no_vertex behind its end
  std::uint64_t seed;
  std::uint32_t walks;
  std::uint32_t length;
  double back;  ///< the bias of a step back, 1 / p, and of one to where the vertex before has no arc, 1 / q
  double away;

  void operator()(VertexId walk) const {
    VertexId* const path = paths + std::uint64_t{walk} * (std::uint64_t{length} + 1);
    VertexId at = path[0] = starts[walk / walks];
    VertexId before = no_vertex;
    for (std::uint32_t step = 1; step <= length; ++step) {
      const VertexId next = at == no_vertex ? no_vertex : step_from(at, before, walk, step);
      before = at;
      path[step] = at = next;
    }
  }

 private:
  [[nodiscard]] VertexId step_from(VertexId at, VertexId before, VertexId walk, std::uint32_t step) const {
    const bool is_biased = before != no_vertex && (back != 1 || away != 1);
    const double most = back > away ? (back > 1 ? back : 1) : (away > 1 ? away : 1);
    for (std::uint32_t trial = 0;; ++trial) {
      const RandomWords words = random_words(seed, std::uint64_t{step} << 32 | trial, walk);
      const VertexId next = choices.draw(at, words.wide(0));
      if (next == no_vertex || !is_biased) return next;
      const double bias = next == before ? back : choices.rows.has(before, next) ? 1 : away;
      if (random_share(words.wide(1)) * most < bias) return next;
    }
  }
};

}  // namespace mg::walk

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <span>
#include <string_view>

namespace mg::walk {

/// For each row, where in it the arcs are that come first, second and so on in the order of the file; empty where that
/// is how they lie. O(arcs * log(degree)), on all threads.
[[nodiscard]] Array<std::uint32_t> places_in_file_order(const Graph& graph);

/// As require_weights(); throws Error(bad_input) for an infinite one, too.
void require_finite_weights(const Graph& graph, std::string_view algorithm);

/// Of walks of length + 1 places each, the entries that are vertices, as `Of` has them: of(walk, step, vertex).
/// O(places).
template <class Of>
[[nodiscard]] Array<std::uint32_t> column_of(std::span<const VertexId> paths, std::uint64_t length, Of&& of) {
  const auto rows = paths.size() - static_cast<std::size_t>(std::count(paths.begin(), paths.end(), no_vertex));
  auto column = Array<std::uint32_t>::uninitialized(rows);
  std::size_t row = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == no_vertex) continue;
    column[row++] =
        of(static_cast<std::uint32_t>(i / (length + 1)), static_cast<std::uint32_t>(i % (length + 1)), paths[i]);
  }
  return column;
}

}  // namespace mg::walk

#endif  // MG_DEVICE_CODE
