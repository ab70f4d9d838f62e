// Sums by number, each in a place of its own: where a row has so many terms that looking through all places is less
// than looking for each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mg {

/// Sums of what has the same number below a bound, for one row of terms after the other.
template <class Sum>
class PlacedSums {
 public:
  /// Whether so many places are worth it for a row of so many terms, and are a megabyte at most, which lies in the
  /// cache of a core.
  [[nodiscard]] static bool pay(std::uint64_t terms, std::uint64_t places) {
    constexpr std::uint64_t most_places = std::uint64_t{1} << 17;
    return places <= most_places && places / bits <= 2 * terms;
  }

  /// Makes the places, all of them at 0, at the first call. As many are asked for at all others.
  void begin(std::size_t places) {
    if (!sums_.empty()) return;
    sums_.resize(places);
    marks_.resize(places / bits + 1);
  }
  void add(std::uint32_t number, Sum term) {
    sums_[number] += term;
    marks_[number / bits] |= std::uint64_t{1} << (number % bits);
  }
  /// Calls visit(number, sum) for those that have one, ascending, and forgets them. O(places / 64 + sums).
  template <class Visit>
  void take(Visit&& visit) {
    for (std::size_t word = 0; word < marks_.size(); ++word) {
      for (std::uint64_t left = std::exchange(marks_[word], 0); left != 0; left &= left - 1) {
        const std::size_t number = word * bits + static_cast<std::size_t>(std::countr_zero(left));
        visit(static_cast<std::uint32_t>(number), std::exchange(sums_[number], Sum{}));
      }
    }
  }

 private:
  static constexpr std::uint64_t bits = 64;
  std::vector<Sum> sums_;
  std::vector<std::uint64_t> marks_;  ///< a bit a place that has a sum
};

}  // namespace mg
