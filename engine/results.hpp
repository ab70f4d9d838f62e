// Results as people read them: values as text, vertices by the file's own names, the largest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/result.hpp"

namespace mg {

/// The rows of a column.
[[nodiscard]] std::uint64_t num_rows(const ResultColumn& column);

/// Appends the value of a row (an internal vertex, or a row of a table) in `column`: numbers in the shortest form that
/// reads back as the same value, `inf` for an infinite distance, a vertex by its name, `-1` for no vertex.
void append_value(const Graph& graph, const ResultColumn& column, std::uint64_t row, std::string& out);

/// Whether a row has a value in `column`: none is an infinite one, NaN, a negative integer, which says "not reached",
/// and no vertex.
[[nodiscard]] bool has_value(const ResultColumn& column, std::uint64_t row);

/// The vertex (internal) that a column of vertices names in a row, or no_vertex.
[[nodiscard]] VertexId named_vertex(const ResultColumn& column, std::uint64_t row);

/// A line of a ranking.
struct Ranked {
  std::string name;
  std::string value;
};

/// The `count` vertices with the largest values, those not reached left out (infinite, NaN, a negative integer). For a
/// column of vertices, the `count` vertices that are named most often and how often that is (the largest components,
/// say). Ties in file order. O(n log count).
[[nodiscard]] std::vector<Ranked> top(const Graph& graph, const ResultColumn& column, std::size_t count);

/// Of a table, the `count` rows with the largest values in `column`, those without a value left out; the first rows in
/// place of the largest vertices. Ties in the table's order. O(rows log count).
[[nodiscard]] std::vector<std::uint64_t> top_rows(const ResultColumn& column, std::size_t count);

/// The column by which the rows of a table are ranked: the last of numbers, or the first column where there is none.
/// There is a column.
[[nodiscard]] const ResultColumn& ranking_column(std::span<const ResultColumn> columns);

/// The rows of the results that --top shows, as people read them.
struct Ranking {
  enum class Kind : std::uint8_t {
    vertices,  ///< a vertex and its value
    groups,    ///< a vertex that others name, and how many do
    rows,      ///< whole rows of a table
  };
  struct Column {
    std::string name;
    bool is_number = false;
  };

  Kind kind = Kind::vertices;
  std::string by;  ///< the column of the values, "size" of groups; empty where rows are in an order of their own
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a text a column each
};

/// The first `count` rows: of results a row a vertex by the first column, as top() has them, of edges and pairs by
/// ranking_column(), of other tables in their order. Nothing where there are no columns.
[[nodiscard]] Ranking ranking_of(const Graph& graph, Rows rows, std::span<const ResultColumn> columns,
                                 std::size_t count);

}  // namespace mg
