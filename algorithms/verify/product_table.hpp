// Proof of a product of two sparse matrices.
#pragma once

#include "algorithms/sparse_product.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that entries are of vertices, by row and column in the order of the file, each once, and finite; that some
/// rows have the columns that they should; and with random numbers r that C r = A (B r), row by row (Freivalds,
/// "Probabilistic machines can use less running time", IFIP Congress 1977). Where entries are whole numbers that
/// doubles hold, that is checked modulo the prime 2^61 - 1, so that a wrong row passes once in 2^61; else up to what
/// rounding may leave, and `cut` for each term of a row. O(n + m + entries), parallel.
[[nodiscard]] Verdict verify_product_table(const Graph& graph, const MatrixFactors& factors, const ProductTable& table,
                                           double cut);

}  // namespace mg
