// A few rows out of a product of choices in which any two values that go together at all do so at least once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace mg {

using ChoiceRow = std::vector<std::size_t>;  ///< an index into each choice's values

class PairwiseRows {
 public:
  /// Choice c has sizes[c] values; `is_possible` says which rows there are.
  PairwiseRows(std::vector<std::size_t> sizes, std::function<bool(const ChoiceRow&)> is_possible, std::uint64_t seed)
      : sizes_(std::move(sizes)), is_possible_(std::move(is_possible)), random_(seed) {
    for (std::size_t a = 0; a < sizes_.size(); ++a) {
      for (std::size_t b = a + 1; b < sizes_.size(); ++b) {
        for (std::size_t i = 0; i < sizes_[a]; ++i) {
          for (std::size_t j = 0; j < sizes_[b]; ++j) missing_.push_back({a, i, b, j});
        }
      }
    }
    std::ranges::shuffle(missing_, random_);
  }

  /// Greedy: of many rows drawn with a pair that is missing, the one with most missing pairs.
  [[nodiscard]] std::vector<ChoiceRow> operator()() {
    std::vector<ChoiceRow> rows;
    while (!missing_.empty()) {
      const ChoiceRow row = best_with(missing_.back());
      missing_.pop_back();  // in the row, or impossible
      if (row.empty()) continue;
      std::erase_if(missing_, [&](const Pair& pair) { return holds(row, pair); });
      rows.push_back(row);
    }
    return rows;
  }

 private:
  struct Pair {
    std::size_t first;
    std::size_t first_value;
    std::size_t second;
    std::size_t second_value;
  };

  static bool holds(const ChoiceRow& row, const Pair& pair) {
    return row[pair.first] == pair.first_value && row[pair.second] == pair.second_value;
  }

  /// Empty where none is possible.
  [[nodiscard]] ChoiceRow best_with(const Pair& pair) {
    constexpr int draws = 300;
    ChoiceRow best;
    std::ptrdiff_t most = 0;
    for (int i = 0; i < draws; ++i) {
      ChoiceRow row;
      for (const std::size_t size : sizes_) row.push_back(random_() % size);
      row[pair.first] = pair.first_value;
      row[pair.second] = pair.second_value;
      if (!is_possible_(row)) continue;
      const auto covered = std::ranges::count_if(missing_, [&](const Pair& other) { return holds(row, other); });
      if (covered > most) {
        best = row;
        most = covered;
      }
    }
    return best;
  }

  std::vector<std::size_t> sizes_;
  std::function<bool(const ChoiceRow&)> is_possible_;
  std::mt19937_64 random_;
  std::vector<Pair> missing_;
};

}  // namespace mg
