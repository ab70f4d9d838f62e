// Edge weights: absent, exact 32-bit unsigned integers, or 32-bit floats.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "engine/graph/array.hpp"

namespace mg {

enum class WeightType : std::uint8_t { none = 0, u32 = 1, f32 = 2 };

[[nodiscard]] constexpr std::string_view to_string(WeightType type) {
  switch (type) {
    case WeightType::none: return "none";
    case WeightType::u32: return "u32";
    case WeightType::f32: return "f32";
  }
  return "?";
}

/// One weight an edge, parallel to the array of edges it belongs to; std::monostate when the graph has none.
using Weights = std::variant<std::monostate, Array<std::uint32_t>, Array<float>>;

[[nodiscard]] inline WeightType type_of(const Weights& weights) { return static_cast<WeightType>(weights.index()); }

}  // namespace mg
