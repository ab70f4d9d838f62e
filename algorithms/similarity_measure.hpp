// How alike two vertices are that share so many neighbors.
#pragma once

#include <cmath>
#include <cstdint>

namespace mg::jaccard {

enum class Measure : std::uint32_t { jaccard, overlap, sorensen, cosine };

/// 0 of vertices that share none, even if they have none. Alike by exact reckoning is alike to the bit: whole numbers
/// are divided once.
[[nodiscard]] inline double similarity(Measure measure, double shared, double degree, double other) {
  if (shared == 0) return 0;
  switch (measure) {
    case Measure::jaccard: return shared / (degree + other - shared);
    case Measure::overlap: return shared / (degree < other ? degree : other);
    case Measure::sorensen: return 2 * shared / (degree + other);
    case Measure::cosine: break;
  }
  return std::sqrt(shared * shared / (degree * other));
}

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include <string_view>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/array.hpp"

namespace mg::jaccard {

/// That of one of the names below.
[[nodiscard]] constexpr Measure measure_of(std::string_view name) {
  if (name == "overlap") return Measure::overlap;
  if (name == "sorensen") return Measure::sorensen;
  return name == "cosine" ? Measure::cosine : Measure::jaccard;
}

}  // namespace mg::jaccard

namespace mg {

/// The same for any number of threads.
[[nodiscard]] inline double sum_of(const Array<double>& coefficients) {
  return parallel_sum<double>(coefficients.size(), default_threads(), [&](std::size_t i) { return coefficients[i]; });
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
