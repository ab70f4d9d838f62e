// The product of two sparse matrices on the host: what it is going to take, its rows, and the table of its entries.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/exact_sum.hpp"
#include "engine/graph/graph.hpp"
#include "engine/state.hpp"

namespace mg {

/// C = A B, of which the entries of a row are the weights of arcs, or 1 each where there are none.
struct MatrixFactors {
  Adjacency left;
  Adjacency right;

  /// How many products of two numbers a row of C adds up. O(arcs of the row).
  [[nodiscard]] std::uint64_t terms_of(VertexId row) const {
    std::uint64_t terms = 0;
    for (const VertexId u : left.row(row)) terms += right.degree(u);
    return terms;
  }
};

/// An entry in the table that results are: two vertices and a value, which are held once more while it is made.
inline constexpr std::uint64_t bytes_an_entry = 2 * (2 * sizeof(VertexId) + sizeof(double));

/// How many entries C may have, or `most` in each row: no row has more than there are columns, or terms. O(m), on all
/// threads.
[[nodiscard]] std::uint64_t most_entries(const MatrixFactors& factors, std::uint64_t most = no_vertex);

/// Throws Error(no_resources) where so many entries and their table would not fit `memory` bytes: in a sentence that
/// begins with what may have them and ends with what to do.
void check_table_size(std::uint64_t entries, std::uint64_t memory, std::string_view whose, std::string_view advice);
/// What the machine has in all.
[[nodiscard]] std::uint64_t memory_of_machine();

/// The digits of C's entries. Throws as bits_of_matrix does. O(n + m), on all threads.
[[nodiscard]] std::vector<SumDigit> digits_of_entries(const Graph& graph, const MatrixFactors& factors);

/// Rows of C from `first` on: entries in any order within a row.
struct ProductRows {
  VertexId first = 0;
  Table<std::uint64_t> offsets = {};  ///< where each row's begin, and the last one's end
  Table<VertexId> columns = {};
  Table<double> values = {};
};

/// A few rows, as threads make them.
struct ProductPiece {
  std::vector<std::uint64_t> sizes;
  std::vector<VertexId> columns;
  std::vector<double> values;
};
inline constexpr std::size_t rows_a_piece = 64;

/// All rows, in order. Empties the pieces.
[[nodiscard]] ProductRows joined(std::vector<ProductPiece>& pieces, VertexId rows, int threads);

/// All rows, each by a hash table of its columns (Gustavson, "Two fast algorithms for sparse matrices", ACM TOMS 1978).
/// O(n + m + terms) time; holds C twice. Throws Error(interrupted).
[[nodiscard]] ProductRows multiplied(const MatrixFactors& factors, const std::vector<SumDigit>& digits, int threads);

enum class WithinRow : std::uint8_t { by_column, as_they_are };

/// Entries by row, in the order of the file; vertices are internal ones.
struct ProductTable {
  Array<VertexId> rows;
  Array<VertexId> columns;
  Array<double> values;
};
/// `parts`: all rows, in order. O(n + k log(longest row)) for k entries, on all threads.
[[nodiscard]] ProductTable table_of(const Graph& graph, const std::vector<ProductRows>& parts,
                                    WithinRow order = WithinRow::by_column);

}  // namespace mg
