// Proof of a product of a sparse matrix and a vector.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks y = A x row by row, against sums in long double with the errors of their additions (Neumaier, ZAMM 1974). A
/// product of two numbers is one that is rounded to a double. Where nothing was `cut` of products, an entry is the
/// double nearest to the sum; else it may be off by two units in its last place and `cut` for each term of its row.
/// `rows` are those of the graph, by its arcs as they leave vertices or as they lead to them. O(n + m), parallel.
[[nodiscard]] Verdict verify_product(const Graph& graph, const Adjacency& rows, std::span<const double> x,
                                     std::span<const double> y, double cut);

}  // namespace mg
