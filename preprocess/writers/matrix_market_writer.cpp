// Matrix Market coordinate files: entry (i, j) is the edge i -> j; a symmetric matrix stores its lower triangle.
#include <fmt/format.h>

#include "preprocess/writers/writers.hpp"

namespace mg::writers {

void matrix_market(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  const WeightType weights = graph.graph.weight_type();
  const std::string_view field = weights == WeightType::none  ? "pattern"
                                 : weights == WeightType::u32 ? "integer"
                                                              : "real";
  const bool directed = graph.graph.directed;
  output.write(fmt::format("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n", field,
                           directed ? "general" : "symmetric", graph.num_vertices(), graph.num_vertices(),
                           graph.count_edges()));
  const RowBlocks blocks(graph.out);
  const auto format = [&](std::uint64_t block, std::string& out) {
    blocks.for_each_slice(block, [&](const RowSlice& slice) {
      for (EdgeId e = slice.begin; e < slice.end; ++e) {
        const std::uint64_t target = graph.out.neighbors[e];
        if (!directed && target > slice.row) return;  // neighbours ascend: the rest is above the diagonal
        append_number(out, std::uint64_t{slice.row} + 1);
        out += ' ';
        append_number(out, target + 1);
        if (weights != WeightType::none) {
          out += ' ';
          append_weight(out, graph.out.weights, e);
        }
        out += '\n';
      }
    });
  };
  output.write_blocks(blocks.size(), format, "write", progress);
}

}  // namespace mg::writers
