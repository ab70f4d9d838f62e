// Edges from two columns of numbers in memory: of a data frame, a database, an array.
#pragma once

#include <cstdint>
#include <span>

#include "preprocess/edge_list.hpp"

namespace mg {

/// The edges source[i] -> target[i] between the vertices of those names, which are numbered as a text file's are: in
/// ascending order. `keep_isolated`: every number from the smallest possible one to the largest is a vertex. Parallel;
/// defined for std::int32_t, std::uint32_t, std::int64_t and std::uint64_t. Throws Error(bad_input) that names the
/// first row with a negative number, and for columns of different lengths.
template <class Id>
[[nodiscard]] EdgeList edges_of_columns(std::span<const Id> source, std::span<const Id> target, bool keep_isolated);

/// 32-bit weights that are the numbers of a column. Integers that are 0 to 2^32 - 1 stay as they are; so do real
/// numbers where an f32 holds them, and `rounded` counts those that are changed. Throws Error(bad_input) that names the
/// first row whose weight is NaN, infinite, or an integer that no 32 bits hold. Defined for std::int32_t,
/// std::uint32_t, std::int64_t, std::uint64_t, float and double.
template <class Number>
[[nodiscard]] Weights weights_of_column(std::span<const Number> numbers, std::size_t& rounded);

}  // namespace mg
