// The shortest-path format of the 9th DIMACS Implementation Challenge: directed arcs with integer lengths, from 1.
#include <fmt/format.h>

#include <limits>

#include "preprocess/writers/writers.hpp"

namespace mg::writers {

void dimacs(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  require_integer_weights(graph, "gr (DIMACS)", std::numeric_limits<std::uint32_t>::max());
  output.write(fmt::format("p sp {} {}\n", graph.num_vertices(), graph.out.num_edges()));
  const RowBlocks blocks(graph.out);
  const auto format = [&](std::uint64_t block, std::string& out) {
    blocks.for_each_slice(block, [&](const RowSlice& slice) {
      for (EdgeId e = slice.begin; e < slice.end; ++e) {
        out += "a ";
        append_number(out, std::uint64_t{slice.row} + 1);
        out += ' ';
        append_number(out, std::uint64_t{graph.out.neighbors[e]} + 1);
        out += ' ';
        append_number(out, graph.weighted() ? integer_weight(graph.out.weights, e) : 1U);
        out += '\n';
      }
    });
  };
  output.write_blocks(blocks.size(), format, "write", progress);
}

}  // namespace mg::writers
