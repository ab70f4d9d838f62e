// Numbers for the parts of a partition that are called by any vertices' numbers, such as communities.
#pragma once

#include <cstdint>

#include "algorithms/file_places.hpp"
#include "engine/shared.hpp"

namespace mg::numbering {

/// The first place of the file that is in each part.
struct FindFirst {
  FilePlaces places;
  const std::uint32_t* part;
  std::uint32_t* first;  ///< no_vertex before
  void operator()(VertexId v) const { Shared<std::uint32_t>(first)[part[v]].lower_to(places(v)); }
};
/// Whether a place is the first one of a part.
struct MarkFirst {
  FilePlaces places;
  const std::uint32_t* part;
  const std::uint32_t* first;
  std::uint32_t* begins;
  void operator()(VertexId v) const { begins[places(v)] = first[part[v]] == places(v) ? 1 : 0; }
};
struct Number {
  const std::uint32_t* part;
  const std::uint32_t* first;
  const std::uint64_t* before;  ///< parts that begin before a place
  std::uint32_t* number;
  void operator()(VertexId v) const { number[v] = static_cast<std::uint32_t>(before[first[part[v]]]); }
};

}  // namespace mg::numbering

#ifndef MG_DEVICE_CODE

#include "engine/state.hpp"

namespace mg {

/// Numbers parts, which are called by any numbers below n, from 0 in the order in which the file comes to them, the
/// same on every machine; returns how many there are. `part` and `number` may be the same array. O(n).
template <class L>
[[nodiscard]] VertexId number_parts(L& loop, const FilePlaces& places, const std::uint32_t* part,
                                    std::uint32_t* number) {
  const VertexId n = loop.num_vertices();
  auto first = State<std::uint32_t>::of_ones(n);
  State<std::uint32_t> begins(n);
  Table<std::uint64_t> before(std::size_t{n} + 1);
  loop.vertex_map(numbering::FindFirst{places, part, first.on(loop)});
  loop.vertex_map(numbering::MarkFirst{places, part, first.on(loop), begins.on(loop)});
  const std::uint64_t parts = loop.running_sums(begins.on(loop), before.on(loop), n);
  loop.vertex_map(numbering::Number{part, first.on(loop), before.on(loop), number});
  return static_cast<VertexId>(parts);
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
