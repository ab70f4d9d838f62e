// The readers, one a format. Each takes an opened input from its start, and throws Error(bad_input) for whatever is not
// the format; none allocates from a number that the content has not backed up yet.
#pragma once

#include <span>

#include "engine/progress.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/input/input.hpp"
#include "preprocess/read.hpp"

namespace mg {

/// el and csv: one edge list in several files. What they declare and have must agree.
struct TableInput {
  Input* input;
  bool csv;
};
EdgeList read_tables(std::span<const TableInput> inputs, const ReadOptions& options, Progress& progress);
EdgeList read_edge_list(Input& input, const ReadOptions& options, Progress& progress);       ///< el
EdgeList read_csv(Input& input, const ReadOptions& options, Progress& progress);             ///< csv
EdgeList read_adjacency_list(Input& input, const ReadOptions& options, Progress& progress);  ///< adj
EdgeList read_matrix_market(Input& input, const ReadOptions& options, Progress& progress);   ///< mtx
EdgeList read_dimacs(Input& input, const ReadOptions& options, Progress& progress);          ///< gr, text
EdgeList read_metis(Input& input, const ReadOptions& options, Progress& progress);           ///< metis
EdgeList read_gap(Input& input, const ReadOptions& options, Progress& progress);             ///< gap: .sg, .wsg
EdgeList read_galois(Input& input, const ReadOptions& options, Progress& progress);          ///< galois: .gr, binary
EdgeList read_gml(Input& input, const ReadOptions& options, Progress& progress);             ///< gml
EdgeList read_json(Input& input, const ReadOptions& options, Progress& progress);            ///< json
EdgeList read_law(Input& input, const ReadOptions& options, Progress& progress);             ///< law
EdgeList read_pajek(Input& input, const ReadOptions& options, Progress& progress);           ///< pajek
EdgeList read_dot(Input& input, const ReadOptions& options, Progress& progress);             ///< dot
EdgeList read_tntp(Input& input, const ReadOptions& options, Progress& progress);            ///< tntp
EdgeList read_dl(Input& input, const ReadOptions& options, Progress& progress);              ///< dl
EdgeList read_graphml(Input& input, const ReadOptions& options, Progress& progress);         ///< graphml
EdgeList read_gexf(Input& input, const ReadOptions& options, Progress& progress);            ///< gexf
/// graphalytics: the vertices of PREFIX.v and the edges of PREFIX.e
/// `directed`: what the graph's properties say of it, if anything.
EdgeList read_graphalytics(Input& vertices, Input& edges, std::optional<bool> directed, const ReadOptions& options,
                           Progress& progress);
/// What PREFIX.properties says in its first 64 KiB: "graph.NAME.directed = false".
[[nodiscard]] std::optional<bool> graphalytics_direction(std::string_view properties);
/// ele: the triangles of Triangle's NAME.ele, whose corners are the points of NAME.node
EdgeList read_ele(Input& triangles, Input& points, const ReadOptions& options, Progress& progress);
/// Whether these lines, the first that hold anything, are those of an .ele, and of two triangles at least: one alone
/// could be a list of neighbors.
[[nodiscard]] bool fits_ele(std::span<const std::string_view> lines, bool whole);
/// debian: package lists, read as one
EdgeList read_debian(std::span<Input> lists, const ReadOptions& options, Progress& progress);

}  // namespace mg
