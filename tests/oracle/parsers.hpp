// Serial parsers of the formats that tests read, written apart from the runtime's readers. They trust their input: only
// well-formed files are read with them, and a surprise throws std::runtime_error.
#pragma once

#include <string>

#include "tests/oracle/graph.hpp"

namespace oracle {

/// The whole file; one whose name ends in .gz is unpacked on the way.
[[nodiscard]] std::string read_text(const std::string& path);

/// "u v" or "u v weight" a line, between white space or commas; lines that begin with # or % are skipped.
[[nodiscard]] Listing parse_edge_list(const std::string& text, bool directed);

/// Matrix Market coordinate: general is directed, symmetric undirected, skew-symmetric both arcs with opposite weights.
/// Vertices are 1 .. max(rows, columns).
[[nodiscard]] Listing parse_matrix_market(const std::string& text);

/// DIMACS shortest-path: "p sp n m" and "a u v weight". Vertices are 1 .. n.
[[nodiscard]] Listing parse_dimacs(const std::string& text);

/// METIS: line i lists the neighbours of vertex i, with weights as the header's fmt says; vertex sizes and
/// weights are skipped. An edge that only one of its ends lists counts too.
[[nodiscard]] Listing parse_metis(const std::string& text);

/// Graphalytics: vertices of the .v file (first column), edges of the .e file.
[[nodiscard]] Listing parse_graphalytics(const std::string& vertices, const std::string& edges, bool directed);

/// "u v1 v2 ..." a line, the form of Graphalytics' validation inputs; the first of a line may stand alone.
[[nodiscard]] Listing parse_adjacency_lines(const std::string& text, bool directed);

}  // namespace oracle
