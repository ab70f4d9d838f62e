// How alike two vertices are that share so many neighbors.
#pragma once

#include <cmath>
#include <cstdint>

namespace mg::jaccard {

enum class Measure : std::uint32_t { jaccard, overlap, sorensen, cosine };

/// Of neighbors: neither degree is 0.
[[nodiscard]] inline double similarity(Measure measure, double shared, double degree, double other) {
  switch (measure) {
    case Measure::jaccard: return shared / (degree + other - shared);
    case Measure::overlap: return shared / (degree < other ? degree : other);
    case Measure::sorensen: return 2 * shared / (degree + other);
    case Measure::cosine: break;
  }
  return shared / std::sqrt(degree * other);
}

}  // namespace mg::jaccard

#ifndef MG_DEVICE_CODE

#include <string_view>

namespace mg::jaccard {

/// That of one of the names below.
[[nodiscard]] constexpr Measure measure_of(std::string_view name) {
  if (name == "overlap") return Measure::overlap;
  if (name == "sorensen") return Measure::sorensen;
  return name == "cosine" ? Measure::cosine : Measure::jaccard;
}

}  // namespace mg::jaccard

#endif  // MG_DEVICE_CODE
