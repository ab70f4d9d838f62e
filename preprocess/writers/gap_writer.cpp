// The serialized graph of the GAP Benchmark Suite: directed (1 byte), arcs, vertices (int64), then the csr as int64
// offsets and int32 neighbours (.wsg: neighbour, weight), and the csc likewise if directed.
#include <limits>

#include "engine/error.hpp"
#include "preprocess/writers/writers.hpp"

namespace mg::writers {
namespace {

void adjacency(const Adjacency& rows, BlockOutput& output, Progress& progress) {
  write_numbers(
      output, std::uint64_t{rows.num_rows()} + 1,
      [&](std::uint64_t i) {
        return rows.offsets.empty() ? std::int64_t{0} : static_cast<std::int64_t>(rows.offsets[i]);
      },
      "write offsets", progress);
  const auto neighbor = [&](std::uint64_t e) { return std::uint64_t{rows.neighbors[e]}; };
  if (type_of(rows.weights) == WeightType::none) {
    write_numbers(
        output, rows.num_edges(), [&](std::uint64_t e) { return static_cast<std::int32_t>(neighbor(e)); },
        "write neighbours", progress);
  } else {
    const auto pair = [&](std::uint64_t e) {  // neighbour in the low half, weight in the high half
      return neighbor(e) | std::uint64_t{integer_weight(rows.weights, e)} << 32;
    };
    write_numbers(output, rows.num_edges(), pair, "write neighbours", progress);
  }
}

}  // namespace

void gap(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  const std::string_view name = without_compression(output.path());
  if (graph.weighted() && name.ends_with(".sg")) {
    fail(ExitCode::wrong_use,
         "{}: a .sg file holds no weights and the graph has some: name it .wsg, or prepare the graph with --weights "
         "none",
         output.path());
  }
  if (!graph.weighted() && name.ends_with(".wsg")) {
    fail(ExitCode::wrong_use,
         "{}: a .wsg file holds weights and the graph has none: name it .sg, or convert with --weights unit",
         output.path());
  }
  if (graph.num_vertices() > std::numeric_limits<std::int32_t>::max()) {
    fail(ExitCode::wrong_use, "GAP's serialized graphs number vertices in 31 bits and this one has {} vertices",
         graph.num_vertices());
  }
  const bool directed = graph.graph.directed;
  if (directed && graph.graph.in.num_rows() != graph.num_vertices()) {
    fail(ExitCode::wrong_use,
         "GAP's serialized graphs hold both directions and this graph has no csc: convert with --layouts csr,csc");
  }
  require_integer_weights(graph, "gap (.wsg)", std::numeric_limits<std::int32_t>::max());
  std::string header;
  append_binary(header, static_cast<std::uint8_t>(directed));
  append_binary(header, static_cast<std::int64_t>(graph.out.num_edges()));
  append_binary(header, static_cast<std::int64_t>(graph.num_vertices()));
  output.write(header);
  adjacency(graph.out, output, progress);
  if (directed) adjacency(in_file_order(graph.graph, graph.graph.in), output, progress);
}

}  // namespace mg::writers
