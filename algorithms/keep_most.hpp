// The most similar vertices among those that a row's paths of two arcs lead to.
#pragma once

#include <cstdint>

#include "algorithms/file_places.hpp"
#include "algorithms/similarity_measure.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::jaccard {

struct Similar {
  double coefficient;
  VertexId place;  ///< in the file
  VertexId vertex;

  /// Equally similar ones are in the order of the file.
  [[nodiscard]] bool precedes(const Similar& other) const {
    return coefficient != other.coefficient ? coefficient > other.coefficient : place < other.place;
  }
};

/// Of each row's paths of two arcs, by where they end, keeps the vertices that are most similar to the row's, in their
/// order. The row's own vertex is one of those ends.
struct KeepMost {
  VertexId first;  ///< row
  const std::uint64_t* begins;
  const VertexId* ends;
  const double* paths;
  ArcLookup rows;
  FilePlaces places;
  Measure measure;
  const std::uint64_t* offsets;  ///< of what each row keeps
  VertexId* kept;
  double* coefficients;

  void operator()(VertexId row) const {
    const VertexId v = first + row;
    const std::uint64_t begin = offsets[row];
    const std::uint64_t end = offsets[std::uint64_t{row} + 1];
    std::uint64_t next = begin;
    for (std::uint64_t i = begins[row]; i < begins[std::uint64_t{row} + 1]; ++i) {
      if (ends[i] == v) continue;
      const Similar found{similarity(measure, paths[i], degree(v), degree(ends[i])), places(ends[i]), ends[i]};
      if (next == end && !found.precedes(at(end - 1))) continue;
      std::uint64_t to = next < end ? next++ : end - 1;
      for (; to > begin && found.precedes(at(to - 1)); --to) {
        kept[to] = kept[to - 1];
        coefficients[to] = coefficients[to - 1];
      }
      kept[to] = found.vertex;
      coefficients[to] = found.coefficient;
    }
  }

 private:
  [[nodiscard]] double degree(VertexId v) const { return static_cast<double>(rows.degree(v)); }
  [[nodiscard]] Similar at(std::uint64_t i) const { return {coefficients[i], places(kept[i]), kept[i]}; }
};

}  // namespace mg::jaccard
