// What the generators share: checked sizes, and the two ways of filling an edge array in parallel so that its content
// does not depend on the threads. For generators' own use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/generate/generators.hpp"

namespace mg {

EdgeList generate_kron(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_rmat(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_uniform(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_rgg(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_grid(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_road(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_smallworld(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_star(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_path(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_cycle(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_complete(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_tree(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_bipartite(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_barbell(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_lollipop(const GeneratorSpec& spec, Progress& progress);
EdgeList generate_empty(const GeneratorSpec& spec, Progress& progress);

/// Independent streams of random numbers, one for each kind of decision. The numbers are part of what a seed means.
enum RandomStream : std::uint64_t { stream_edges = 1, stream_points = 2, stream_keep = 3, stream_length = 4 };

/// The number of vertices that `spec` asks for, at least `minimum`. Throws Error(wrong_use).
[[nodiscard]] VertexId vertex_count(const GeneratorSpec& spec, std::uint64_t minimum);

/// edge_factor * vertices. Throws Error(wrong_use) where that is no 64-bit number.
[[nodiscard]] EdgeId edge_count(const GeneratorSpec& spec, VertexId vertices);

/// Width and height as given, or from scale. Throws Error(wrong_use).
struct Extent {
  VertexId width;
  VertexId height;
  [[nodiscard]] VertexId area() const { return width * height; }
};
[[nodiscard]] Extent grid_extent(const GeneratorSpec& spec);

/// Throws Error(wrong_use) unless 0 <= value <= 1 (so not for a NaN).
void check_probability(std::string_view name, double value);

/// Items a thread takes at a time: enough blocks to share evenly, and large enough to cost nothing. A function of the
/// size alone, since blocks decide where edges go.
[[nodiscard]] constexpr std::uint64_t block_size(std::uint64_t items) {
  return std::clamp<std::uint64_t>(items / 1024, 1, std::uint64_t{1} << 14);
}

/// body(block, begin, end) for the blocks of [0, items), in parallel. Reports between parallel loops, never inside one:
/// a Progress may throw to cancel.
template <class Body>
void for_blocks(std::uint64_t items, std::string_view phase, Progress& progress, Body body) {
  constexpr std::uint64_t blocks_a_report = 1024;
  const std::uint64_t size = block_size(items);
  const std::uint64_t blocks = (items + size - 1) / size;
  const std::uint64_t stride = std::max(blocks_a_report, blocks / 128);
  for (std::uint64_t first = 0; first < blocks; first += stride) {
    progress.report(phase, first * size, items);
    const std::uint64_t last = std::min(blocks, first + stride);
    parallel_tasks(last - first, default_threads(), [&](std::size_t i) {
      const std::uint64_t begin = (first + i) * size;
      body(first + i, begin, std::min(items, begin + size));
    });
  }
  progress.report(phase, items, items);
}

/// `count` edges of which the i-th is edge_of(i).
template <class EdgeOf>
[[nodiscard]] Array<Edge> edges_by_index(EdgeId count, Progress& progress, EdgeOf edge_of) {
  auto edges = Array<Edge>::uninitialized(count);
  Edge* const out = edges.data();
  for_blocks(count, "generating edges", progress, [&](std::uint64_t, EdgeId begin, EdgeId end) {
    for (EdgeId i = begin; i < end; ++i) out[i] = edge_of(i);
  });
  return edges;
}

/// Receives what a visit emits in the first pass: how many edges.
struct EdgeCounter {
  EdgeId count = 0;
  void operator()(VertexId, VertexId, std::uint32_t = 0) { ++count; }
  void to_all(VertexId, VertexId begin, VertexId end) { count += end - begin; }
};

/// Receives what a visit emits in the second pass: the edges themselves.
struct EdgeWriter {
  Edge* edge;
  std::uint32_t* weight;  // null where there are none
  void operator()(VertexId source, VertexId target) { *edge++ = {source, target}; }
  void operator()(VertexId source, VertexId target, std::uint32_t w) {
    *edge++ = {source, target};
    *weight++ = w;
  }
  /// An edge to each of [begin, end): counted in one step, so that a hopeless size is refused at once.
  void to_all(VertexId source, VertexId begin, VertexId end) {
    for (VertexId target = begin; target < end; ++target) *edge++ = {source, target};
  }
};

struct EmittedEdges {
  Array<Edge> edges;
  Array<std::uint32_t> weights;
};

/// The edges that visit(item, emit) emits for each of `items`, in the order of the items, where their number is not
/// known beforehand: one pass counts, a second one writes. `visit` calls emit(source, target), or emit(source, target,
/// weight) everywhere if `weighted`, and emits the same edges each time it is called.
template <class Visit>
[[nodiscard]] EmittedEdges edges_by_item(std::uint64_t items, bool weighted, Progress& progress, Visit visit) {
  const std::uint64_t size = block_size(items);
  std::vector<EdgeId> starts((items + size - 1) / size + 1, 0);
  for_blocks(items, "counting edges", progress, [&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
    EdgeCounter counter;
    for (std::uint64_t item = begin; item < end; ++item) visit(item, counter);
    starts[block + 1] = counter.count;
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());

  EmittedEdges result;
  result.edges = Array<Edge>::uninitialized(starts.back());
  if (weighted) result.weights = Array<std::uint32_t>::uninitialized(starts.back());
  Edge* const edges = result.edges.data();
  std::uint32_t* const weights = result.weights.data();
  for_blocks(items, "generating edges", progress, [&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
    EdgeWriter writer{edges + starts[block], weights == nullptr ? nullptr : weights + starts[block]};
    for (std::uint64_t item = begin; item < end; ++item) visit(item, writer);
  });
  return result;
}

/// An edge list over `vertices` counted from 0.
[[nodiscard]] inline EdgeList edge_list_of(VertexId vertices, Array<Edge> edges) {
  EdgeList list;
  list.names = VertexNames::counted(0, vertices);
  list.edges = std::move(edges);
  return list;
}

}  // namespace mg
