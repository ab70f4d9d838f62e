// Which colors neighbors have: of each vertex, as many bits as it has neighbors, one more at least. They lie where its
// arcs do, 32 to a word.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/shared.hpp"

namespace mg::coloring {

struct Palettes {
  static constexpr unsigned width = 32;
  ArcLookup out;
  ArcLookup in;
  bool directed;
  std::uint32_t* words;

  static std::uint64_t num_words(std::uint64_t num_vertices, std::uint64_t num_arcs) {
    return num_arcs / width + num_vertices + 1;
  }
  [[nodiscard]] std::uint64_t first_word(VertexId v) const {
    return (out.begin(v) + (directed ? in.begin(v) : 0)) / width + v;
  }
  /// A color that there is no bit for is not the smallest that is left.
  void take(VertexId v, std::uint32_t color) const {
    const std::uint64_t end = first_word(v + 1);
    const std::uint64_t word = first_word(v) + color / width;
    if (word < end) Shared<std::uint32_t>(words)[word].set_bits(1U << color % width);
  }
  [[nodiscard]] std::int32_t smallest_left(VertexId v) const {
    const std::uint64_t first = first_word(v);
    std::uint64_t word = first;
    while (~words[word] == 0) ++word;
    return static_cast<std::int32_t>((word - first) * width) + std::countr_zero(~words[word]);
  }
};

}  // namespace mg::coloring
