// The writer of each format. They stream to an output that the caller commits.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/progress.hpp"
#include "preprocess/writers/block_output.hpp"
#include "preprocess/writers/file_order.hpp"

namespace mg::writers {

void matrix_market(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
/// `u v [w]`, separated by spaces, by name.
void edge_list(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
/// `source,target[,weight]` with that header, by name.
void csv(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void dimacs(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void metis(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void gap(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void galois(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void graphml(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void gexf(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void graphalytics_vertices(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);
void graphalytics_edges(const FileOrderGraph& graph, BlockOutput& output, Progress& progress);

/// One line an edge, `SOURCE separator TARGET [separator WEIGHT]`, vertices spelled by append_vertex(vertex, out).
template <class AppendVertex>
void edge_lines(const FileOrderGraph& graph, char separator, AppendVertex&& append_vertex, BlockOutput& output,
                Progress& progress) {
  const RowBlocks blocks(graph.out);
  const auto format = [&](std::uint64_t block, std::string& out) {
    blocks.for_each_slice(block, [&](const RowSlice& slice) {
      for (EdgeId e = slice.begin; e < slice.end; ++e) {
        const VertexId target = graph.out.neighbors[e];
        if (!graph.stands_once(slice.row, target)) continue;
        append_vertex(slice.row, out);
        out += separator;
        append_vertex(target, out);
        if (graph.weighted()) {
          out += separator;
          append_weight(out, graph.out.weights, e);
        }
        out += '\n';
      }
    });
  };
  output.write_blocks(blocks.size(), format, "write", progress);
}

/// Throws Error(wrong_use) naming the first edge whose weight is not an integer in [0, largest]: formats with integer
/// weights round nothing in silence.
void require_integer_weights(const FileOrderGraph& graph, std::string_view format, std::uint64_t largest);

/// A weight that has passed require_integer_weights.
[[nodiscard]] inline std::uint32_t integer_weight(const Weights& weights, EdgeId edge) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&weights)) return (*integers)[edge];
  return static_cast<std::uint32_t>(std::get<Array<float>>(weights)[edge]);
}

/// Appends a number as the little-endian machine holds it.
template <class Number>
void append_binary(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Appends `count` numbers, number(i) for i in [0, count), in blocks.
template <class NumberOf>
void write_numbers(BlockOutput& output, std::uint64_t count, NumberOf&& number, std::string_view phase,
                   Progress& progress) {
  constexpr std::uint64_t per_block = std::uint64_t{1} << 17;
  const auto format = [&](std::uint64_t block, std::string& out) {
    const std::uint64_t end = std::min(count, (block + 1) * per_block);
    out.reserve((end - block * per_block) * sizeof(number(0)));
    for (std::uint64_t i = block * per_block; i < end; ++i) append_binary(out, number(i));
  };
  output.write_blocks((count + per_block - 1) / per_block, format, phase, progress);
}

}  // namespace mg::writers
