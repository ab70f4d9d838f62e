// What a product of the graph's matrix takes: a vector by a parameter, and entries that are finite.
#pragma once

#include <string_view>
#include <vector>

#include "algorithms/exact_sum.hpp"
#include "engine/parameters.hpp"

namespace mg {

/// The parameters by which a vector, the seed of a random one and the matrix or its transpose are chosen.
[[nodiscard]] ParameterSpec vector_parameter();
[[nodiscard]] ParameterSpec vector_seed_parameter();
[[nodiscard]] ParameterSpec matrix_direction_parameter();

/// The vector that the parameters `vector` and `seed` say, a number an internal vertex: random ones are whole numbers
/// from -100 to 100, by the vertex's place in the file. Throws Error(wrong_use) as Parameters::vertex_numbers does.
/// O(n).
[[nodiscard]] Array<double> vector_of(const Graph& graph, const Parameters& parameters);

/// Those of the graph's weights, or of 1 where it has none. Throws Error(bad_input) for the first weight that is not
/// finite, naming the arc. O(m), on all threads.
[[nodiscard]] BitRange bits_of_matrix(const Graph& graph, std::string_view algorithm);

/// The digits for the sums of `rows` of the graph, times `x`. Throws as bits_of_matrix does, and Error(wrong_use) where
/// sums may be too large for a double. O(n + m), on all threads.
[[nodiscard]] std::vector<SumDigit> digits_of_products(const Graph& graph, const Adjacency& rows,
                                                       const Array<double>& x);

/// What digits leave out of a term at most: 0 where they leave nothing.
[[nodiscard]] inline double cut_of(const std::vector<SumDigit>& digits) {
  return digits.size() > 1 ? digits.back().unit : 0;
}

}  // namespace mg
