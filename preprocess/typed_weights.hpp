// Access to weights from code that is compiled once a weight type, "none" being one of them.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "engine/graph/types.hpp"
#include "engine/graph/weights.hpp"

namespace mg {

template <class W>
inline constexpr bool has_weight = !std::is_same_v<W, NoWeight>;

/// The first weight; null for NoWeight and where there are none.
template <class W>
[[nodiscard]] const W* weights_data(const Weights& weights) {
  if constexpr (has_weight<W>) {
    if (const auto* values = std::get_if<Array<W>>(&weights)) return values->data();
  }
  return nullptr;
}

template <class W>
[[nodiscard]] W weight_at(const W* weights, EdgeId i) {
  if constexpr (has_weight<W>) return weights[i];
  return {};
}

/// Room for `size` weights; nothing for NoWeight.
template <class W>
[[nodiscard]] Array<W> uninitialized_weights(EdgeId size) {
  if constexpr (has_weight<W>) return Array<W>::uninitialized(size);
  return {};
}

/// Makes `values` the weights; none for NoWeight.
template <class W>
void set_weights(Weights& weights, const Array<W>& values) {
  if constexpr (has_weight<W>) {
    weights = values;
  } else {
    weights = std::monostate{};
  }
}

/// Calls f(W{}) with the type of `weights`: NoWeight, std::uint32_t or float.
template <class F>
decltype(auto) with_weight_type(const Weights& weights, F&& f) {
  switch (type_of(weights)) {
    case WeightType::u32: return f(std::uint32_t{});
    case WeightType::f32: return f(float{});
    case WeightType::none: break;
  }
  return f(NoWeight{});
}

}  // namespace mg
