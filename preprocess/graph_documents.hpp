// Graphs as XML documents, with what was computed about their vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "engine/algorithm.hpp"
#include "engine/progress.hpp"
#include "preprocess/block_output.hpp"
#include "preprocess/file_order.hpp"

namespace mg {

/// Both write vertices in file order, each with the values of its columns, and then the edges, an undirected one once.
/// A vertex without a value in a column (see has_value) is written without. Throws Error(wrong_use) for names that XML
/// cannot hold.
void write_graphml(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                   Progress& progress);
void write_gexf(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                Progress& progress);

/// The type of a column's values in a document.
enum class DocumentType : std::uint8_t { whole, long_whole, real, text };
[[nodiscard]] DocumentType document_type(const ResultColumn& column);
/// Appends the value of `vertex` (internal), escaped.
void append_document_value(const Graph& graph, const ResultColumn& column, VertexId vertex, std::string& out);

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

}  // namespace mg
