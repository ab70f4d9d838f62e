// METIS: a header, then line v lists the neighbours of vertex v, from 1, every edge at both of its ends.
#include <fmt/format.h>

#include <limits>

#include "engine/error.hpp"
#include "preprocess/writers/writers.hpp"

namespace mg::writers {

void metis(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  if (graph.graph.directed) {
    fail(ExitCode::wrong_use,
         "METIS files hold undirected graphs only and this one is directed: convert with --undirected, or export to "
         "another format");
  }
  require_integer_weights(graph, "metis", std::numeric_limits<std::uint32_t>::max());
  output.write(fmt::format("{} {}{}\n", graph.num_vertices(), graph.count_edges(), graph.weighted() ? " 001" : ""));
  const RowBlocks blocks(graph.out);
  const auto format = [&](std::uint64_t block, std::string& out) {
    blocks.for_each_slice(block, [&](const RowSlice& slice) {
      for (EdgeId e = slice.begin; e < slice.end; ++e) {
        if (!slice.starts_row || e != slice.begin) out += ' ';
        append_number(out, std::uint64_t{graph.out.neighbors[e]} + 1);
        if (graph.weighted()) {
          out += ' ';
          append_number(out, integer_weight(graph.out.weights, e));
        }
      }
      if (slice.ends_row) out += '\n';
    });
  };
  output.write_blocks(blocks.size(), format, "write", progress);
}

}  // namespace mg::writers
