// Galois .gr, version 1: version, bytes of an edge's data, vertices, arcs; the end of each row, targets, padding to 8
// bytes, edge data. Everything little-endian, 64 bits but for targets and 32-bit edge data.
#include <limits>

#include "preprocess/writers/writers.hpp"

namespace mg::writers {

void galois(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  require_integer_weights(graph, "galois", std::numeric_limits<std::uint32_t>::max());
  const EdgeId arcs = graph.out.num_edges();
  std::string header;
  for (const std::uint64_t field : {std::uint64_t{1}, std::uint64_t{graph.weighted() ? 4U : 0U},
                                    std::uint64_t{graph.num_vertices()}, std::uint64_t{arcs}}) {
    append_binary(header, field);
  }
  output.write(header);
  write_numbers(
      output, graph.num_vertices(), [&](std::uint64_t v) { return graph.out.offsets[v + 1]; }, "write offsets",
      progress);
  write_numbers(
      output, arcs, [&](std::uint64_t e) { return graph.out.neighbors[e]; }, "write neighbours", progress);
  if (arcs % 2 == 1) output.write(std::string_view("\0\0\0\0", 4));
  if (!graph.weighted()) return;
  write_numbers(
      output, arcs, [&](std::uint64_t e) { return integer_weight(graph.out.weights, e); }, "write weights", progress);
}

}  // namespace mg::writers
