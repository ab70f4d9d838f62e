#include "preprocess/readers/edge_columns.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/readers/numeric_edges.hpp"

namespace mg {
namespace {

/// Rows that one thread takes at a time.
constexpr std::size_t rows_a_block = std::size_t{1} << 16;

template <class Number>
void refuse_negative(std::span<const Number> column, std::string_view which) {
  if constexpr (std::is_signed_v<Number>) {
    const std::size_t row =
        parallel_find(column.size(), default_threads(), [&](std::size_t i) { return column[i] < 0; });
    if (row == column.size()) return;
    fail(ExitCode::bad_input, "row {}: the {} is {}, and numbers that name vertices are not negative", row, which,
         column[row]);
  }
}

template <class Id>
void gather(std::span<const Id> source, std::span<const Id> target, NumericEdges& edges) {
  const std::size_t rows = source.size();
  std::vector<NumericBlock> blocks((rows + rows_a_block - 1) / rows_a_block);
  const auto each_block = [&](auto&& body) { parallel_tasks(blocks.size(), default_threads(), body); };
  each_block([&](std::size_t b) {
    const std::size_t begin = b * rows_a_block;
    const std::size_t end = std::min(rows, begin + rows_a_block);
    blocks[b].reset(end - begin, false);
    for (std::size_t i = begin; i < end; ++i) {
      blocks[b].add(static_cast<std::uint64_t>(source[i]), static_cast<std::uint64_t>(target[i]));
    }
  });
  for (NumericBlock& block : blocks) edges.place(block, {}, 0);
  each_block([&](std::size_t b) { edges.store(blocks[b]); });
}

/// The weights as u32; Number's values are known to fit.
template <class Number>
Array<std::uint32_t> as_integers(std::span<const Number> numbers) {
  auto weights = Array<std::uint32_t>::uninitialized(numbers.size());
  parallel_for(numbers.size(), default_threads(),
               [&](std::size_t i) { weights[i] = static_cast<std::uint32_t>(numbers[i]); });
  return weights;
}

template <class Number>
Array<float> as_reals(std::span<const Number> numbers) {
  auto weights = Array<float>::uninitialized(numbers.size());
  parallel_for(numbers.size(), default_threads(), [&](std::size_t i) { weights[i] = static_cast<float>(numbers[i]); });
  return weights;
}

template <std::floating_point Number>
Weights real_weights(std::span<const Number> numbers, std::size_t& rounded) {
  const int threads = default_threads();
  const std::size_t row = parallel_find(numbers.size(), threads, [&](std::size_t i) {
    return !std::isfinite(numbers[i]) || !std::isfinite(static_cast<float>(numbers[i]));
  });
  if (row < numbers.size()) {
    fail(ExitCode::bad_input, "row {}: the weight is {}, and weights are finite 32-bit numbers", row, numbers[row]);
  }
  rounded = parallel_sum<std::size_t>(numbers.size(), threads, [&](std::size_t i) {
    return static_cast<Number>(static_cast<float>(numbers[i])) != numbers[i] ? 1 : 0;
  });
  return as_reals(numbers);
}

template <std::integral Number>
Weights integer_weights(std::span<const Number> numbers) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();
  const auto first = [&](auto&& is_it) { return parallel_find(numbers.size(), default_threads(), is_it); };
  const auto is_unsigned = [&](std::size_t i) {
    return numbers[i] >= 0 && static_cast<std::uint64_t>(numbers[i]) <= largest;
  };
  if (first([&](std::size_t i) { return !is_unsigned(i); }) == numbers.size()) return as_integers(numbers);
  constexpr auto exact = std::int64_t{1} << std::numeric_limits<float>::digits;
  const std::size_t row = first([&](std::size_t i) {
    return numbers[i] >= 0 ? static_cast<std::uint64_t>(numbers[i]) > exact
                           : static_cast<std::int64_t>(numbers[i]) < -exact;
  });
  if (row == numbers.size()) return as_reals(numbers);
  fail(ExitCode::bad_input,
       "row {}: the weight {} cannot be kept exactly: integers are 0 to 2^32 - 1, or with negative ones among them "
       "-2^24 to 2^24",
       row, numbers[row]);
}

}  // namespace

template <class Id>
EdgeList edges_of_columns(std::span<const Id> source, std::span<const Id> target, bool keep_isolated) {
  if (source.size() != target.size()) {
    fail(ExitCode::bad_input, "there are {} sources and {} targets", source.size(), target.size());
  }
  refuse_negative(source, "source");
  refuse_negative(target, "target");
  NumericEdges edges(false);
  gather(source, target, edges);
  EdgeList list;
  list.names = edges.renumber(keep_isolated, "the columns");
  list.edges = edges.collector().take_edges();
  list.format = "columns";
  list.decisions = {describe(list.names)};
  return list;
}

template <class Number>
Weights weights_of_column(std::span<const Number> numbers, std::size_t& rounded) {
  rounded = 0;
  if constexpr (std::floating_point<Number>) {
    return real_weights(numbers, rounded);
  } else {
    return integer_weights(numbers);
  }
}

template EdgeList edges_of_columns(std::span<const std::int32_t>, std::span<const std::int32_t>, bool);
template EdgeList edges_of_columns(std::span<const std::uint32_t>, std::span<const std::uint32_t>, bool);
template EdgeList edges_of_columns(std::span<const std::int64_t>, std::span<const std::int64_t>, bool);
template EdgeList edges_of_columns(std::span<const std::uint64_t>, std::span<const std::uint64_t>, bool);
template Weights weights_of_column(std::span<const std::int32_t>, std::size_t&);
template Weights weights_of_column(std::span<const std::uint32_t>, std::size_t&);
template Weights weights_of_column(std::span<const std::int64_t>, std::size_t&);
template Weights weights_of_column(std::span<const std::uint64_t>, std::size_t&);
template Weights weights_of_column(std::span<const float>, std::size_t&);
template Weights weights_of_column(std::span<const double>, std::size_t&);

}  // namespace mg
