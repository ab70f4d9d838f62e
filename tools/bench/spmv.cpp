#include "tools/bench/spmv.hpp"

#include <algorithm>
#include <cmath>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"

namespace mg::tools {

namespace {

/// Whole numbers up to this are single precision's.
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 24;

std::uint64_t exact_sum(std::span<const VertexId> row, std::span<const float> x) {
  std::uint64_t sum = 0;
  for (const VertexId column : row) sum += static_cast<std::uint64_t>(x[column]);
  return sum;
}

double bound_of(std::uint64_t sum, std::size_t additions) {
  if (sum <= largest_exact) return 0;
  return static_cast<double>(additions) * static_cast<double>(sum) / static_cast<double>(largest_exact);
}

/// How far an entry is from right beyond what rounding explains: at most 0 where it is right.
double excess(std::span<const VertexId> row, std::span<const float> x, float y) {
  const std::uint64_t sum = exact_sum(row, x);
  return std::abs(static_cast<double>(y) - static_cast<double>(sum)) - bound_of(sum, row.size());
}

}  // namespace

std::vector<float> spmv_vector(VertexId size) {
  std::vector<float> x(size);
  for (VertexId v = 0; v < size; ++v) {
    const std::uint64_t mixed = v * std::uint64_t{0x9E3779B97F4A7C15};  // Fibonacci hashing: the high bits are mixed
    x[v] = static_cast<float>(1 + (mixed >> 61));
  }
  return x;
}

Verdict verify_spmv(const Adjacency& rows, std::span<const float> x, std::span<const float> y) {
  if (y.size() != rows.num_rows()) {
    return {fmt::format("the product has {} entries, the matrix {} rows", y.size(), rows.num_rows())};
  }
  const auto is_wrong = [&](std::size_t v) { return !(excess(rows.row(static_cast<VertexId>(v)), x, y[v]) <= 0); };
  const auto first = static_cast<VertexId>(parallel_find(rows.num_rows(), default_threads(), is_wrong));
  if (first == rows.num_rows()) return {};
  const std::uint64_t sum = exact_sum(rows.row(first), x);
  return {fmt::format("row {} is {} instead of {}, which may be off by {}", first, y[first], sum,
                      bound_of(sum, rows.degree(first)))};
}

}  // namespace mg::tools
