// Graphs as XML documents, with what was computed about their vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/progress.hpp"
#include "engine/result.hpp"
#include "engine/results.hpp"
#include "preprocess/writers/block_output.hpp"
#include "preprocess/writers/file_order.hpp"

namespace mg {

/// Both write vertices in file order, each with the values of its columns, and then the edges, an undirected one once.
/// Where the columns are a table of edges or pairs, its rows are the edges, in its order, with the values of the
/// columns behind the first two; pairs are undirected. A vertex or edge without a value in a column (see has_value) is
/// written without. Throws Error(wrong_use) for names that XML cannot hold.
void write_graphml(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                   Progress& progress, Rows rows = Rows::vertices);
void write_gexf(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                Progress& progress, Rows rows = Rows::vertices);

/// What belongs to vertices, where they are on a plane as `x` and `y` among it, and what to edges.
struct DocumentColumns {
  DocumentColumns(const Graph& graph, std::span<const ResultColumn> columns, Rows rows);

  std::vector<ResultColumn> of_vertices;
  std::span<const ResultColumn> of_edges;
  std::span<const ResultColumn> ends;  ///< sources and targets; empty where the edges are the graph's
};

/// "directed" or "undirected".
[[nodiscard]] inline std::string_view edge_kind(const Graph& graph, Rows rows) {
  return rows == Rows::arcs || (graph.directed && rows != Rows::pairs) ? "directed" : "undirected";
}

/// The type of a column's values in a document.
enum class DocumentType : std::uint8_t { whole, long_whole, real, text };
[[nodiscard]] DocumentType document_type(const ResultColumn& column);
/// Appends the value of a row, escaped.
void append_document_value(const Graph& graph, const ResultColumn& column, std::uint64_t row, std::string& out);

inline constexpr VertexId nodes_per_block = VertexId{1} << 14;

/// Calls append(file index, out) for every vertex, in blocks.
template <class Append>
void write_nodes(const FileOrderGraph& graph, BlockOutput& output, Progress& progress, Append&& append) {
  const VertexId n = graph.num_vertices();
  const auto format = [&](std::uint64_t block, std::string& out) {
    const std::uint64_t end = std::min<std::uint64_t>(n, (block + 1) * nodes_per_block);
    for (std::uint64_t f = block * nodes_per_block; f < end; ++f) append(static_cast<VertexId>(f), out);
  };
  output.write_blocks((std::uint64_t{n} + nodes_per_block - 1) / nodes_per_block, format, "write vertices", progress);
}

/// Calls append(source, target, arc, out) for every edge, in blocks.
template <class Append>
void write_edges(const FileOrderGraph& graph, BlockOutput& output, Progress& progress, Append&& append) {
  const RowBlocks blocks(graph.out);
  const auto format = [&](std::uint64_t block, std::string& out) {
    blocks.for_each_slice(block, [&](const RowSlice& slice) {
      for (EdgeId e = slice.begin; e < slice.end; ++e) {
        const VertexId target = graph.out.neighbors[e];
        if (graph.stands_once(slice.row, target)) append(slice.row, target, e, out);
      }
    });
  };
  output.write_blocks(blocks.size(), format, "write edges", progress);
}

/// Calls append(source, target, row, out) with places in the file for every row of a table of edges, in blocks.
template <class Append>
void write_edge_rows(const Graph& graph, std::span<const ResultColumn> ends, BlockOutput& output, Progress& progress,
                     Append&& append) {
  const std::uint64_t rows = num_rows(ends.front());
  const auto format = [&](std::uint64_t block, std::string& out) {
    const std::uint64_t end = std::min(rows, (block + 1) * nodes_per_block);
    for (std::uint64_t row = block * nodes_per_block; row < end; ++row) {
      append(graph.to_file(named_vertex(ends[0], row)), graph.to_file(named_vertex(ends[1], row)), row, out);
    }
  };
  output.write_blocks((rows + nodes_per_block - 1) / nodes_per_block, format, "write edges", progress);
}

}  // namespace mg
