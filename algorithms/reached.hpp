// What the searches sum up: whom they reached, and how far.
#pragma once

#include <algorithm>
#include <type_traits>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/edge_function_parts.hpp"
#include "engine/graph/array.hpp"
#include "engine/state.hpp"

namespace mg {

/// Of the vertices reached: how many, and the largest and the sum of what they hold.
template <class Total>
struct Reached {
  std::uint64_t vertices = 0;
  Total largest = 0;
  Total sum = 0;
  void operator+=(const Reached& other) {
    vertices += other.vertices;
    largest = std::max(largest, other.largest);
    sum += other.sum;
  }
};

/// All that hold something else than `unreached`. O(n), on all threads.
template <class T>
[[nodiscard]] auto reached_of(const Array<T>& values, T unreached) {
  using Total = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;
  return parallel_sum<Reached<Total>>(values.size(), default_threads(), [&](std::size_t v) {
    const auto value = static_cast<Total>(values[v]);
    return values[v] == unreached ? Reached<Total>{} : Reached<Total>{1, value, value};
  });
}

/// The largest of what all hold, none of which is negative; 0 where there are none. O(n), on all threads.
template <class T>
[[nodiscard]] T largest_of(const Array<T>& values) {
  return parallel_sum<Reached<T>>(values.size(), default_threads(),
                                  [&](std::size_t v) {
                                    return Reached<T>{1, values[v], 0};
                                  })
      .largest;
}

/// The stamps of a search's vertices, not_stamped where none has a value: a search leaves those as they are. O(n), on
/// all threads.
template <class T>
[[nodiscard]] Array<std::int32_t> reached_stamps(const State<std::int32_t>& stamps, const State<T>& values) {
  const Array<std::int32_t> set = stamps.host();
  const Array<T> held = values.host();
  auto reached = Array<std::int32_t>::uninitialized(set.size());
  parallel_for(set.size(), default_threads(),
               [&](std::size_t v) { reached[v] = held[v] == First::identity<T>() ? not_stamped : set[v]; });
  return reached;
}

}  // namespace mg
