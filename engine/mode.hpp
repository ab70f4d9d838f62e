// What is sent to each vertex most often: a reduction that no combining operator does, since it needs to have seen all.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "engine/graph.hpp"
#include "engine/parallel.hpp"

namespace mg {

/// A function for edge_mode: `message(source)` is what a vertex sends along each of its arcs, and `update(v, value)` is
/// called for every vertex that something is sent to, with the value that comes most often, of several such the
/// smallest. No message may read what updates write.
template <class F>
concept ModeFunction = requires(const F f, F g, VertexId v) {
  { f.message(v) } -> std::same_as<std::uint32_t>;
  g.update(v, std::uint32_t{});
};

/// The value that comes most often, of several such the smallest; sorts `values`, of which there is one at least.
[[nodiscard]] inline std::uint32_t mode_of(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  std::uint32_t mode = 0;
  std::ptrdiff_t most = 0;
  for (auto begin = values.begin(); begin != values.end();) {
    const auto end = std::find_if(begin, values.end(), [&](std::uint32_t value) { return value != *begin; });
    if (end - begin > most) {
      most = end - begin;
      mode = *begin;
    }
    begin = end;
  }
  return mode;
}

/// On a CPU. O(m log of the largest degree).
template <ModeFunction F>
void tell_modes(const Graph& graph, F f, bool both_sides, int threads) {
  constexpr std::size_t chunk = 256;
  parallel_chunks(graph.num_vertices(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    std::vector<std::uint32_t> values;
    F own = f;
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      values.clear();
      for (const VertexId u : graph.in.row(v)) values.push_back(own.message(u));
      if (both_sides) {
        for (const VertexId u : graph.out.row(v)) values.push_back(own.message(u));
      }
      if (!values.empty()) own.update(v, mode_of(values));
    }
  });
}

}  // namespace mg
