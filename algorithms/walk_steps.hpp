// The steps of random walks. Arcs are drawn in the order of the file, all alike or by their weights, so that the same
// walk comes of a graph however it is numbered inside.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"
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

/// Each walk where it begins.
struct Begin {
  const VertexId* starts;
  std::uint32_t walks;  ///< from each of them
  VertexId* at;
  void operator()(VertexId walk) const { at[walk] = starts[walk / walks]; }
};

/// One step of each walk; no_vertex behind its end.
struct Step {
  Choices choices;
  const VertexId* before;  ///< where walks were a step ago; null in the first
  const VertexId* at;
  VertexId* next;
  std::uint64_t seed;
  std::uint32_t number;
  double back;  ///< the bias of a step back, 1 / p, and of one to where the vertex before has no arc, 1 / q
  double away;

  void operator()(VertexId walk) const { next[walk] = at[walk] == no_vertex ? no_vertex : drawn(walk, at[walk]); }

 private:
  [[nodiscard]] VertexId drawn(VertexId walk, VertexId from) const {
    const bool is_biased = before != nullptr && (back != 1 || away != 1);
    const double most = back > away ? (back > 1 ? back : 1) : (away > 1 ? away : 1);
    for (std::uint32_t trial = 0;; ++trial) {
      const RandomWords words = random_words(seed, std::uint64_t{number} << 32 | trial, walk);
      const VertexId to = choices.draw(from, words.wide(0));
      if (to == no_vertex || !is_biased) return to;
      const double bias = to == before[walk] ? back : choices.rows.has(before[walk], to) ? 1 : away;
      if (random_share(words.wide(1)) * most < bias) return to;
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

/// What is listed step by step, `walks` vertices each, walk by walk. O(vertices), on all threads.
[[nodiscard]] Array<VertexId> by_walk(std::span<const VertexId> by_step, std::size_t walks);

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
