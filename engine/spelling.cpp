#include "engine/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace mg {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::vector<std::size_t>, 3> rows;  // the current row and the two before it, in turns
  for (auto& row : rows) row.resize(b.size() + 1);
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& two_above = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substituted, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

std::vector<std::string> nearest_first(std::string_view wanted, std::span<const std::string> names) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  ranked.reserve(names.size());
  for (const std::string& name : names) ranked.emplace_back(edit_distance(wanted, name), name);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> sorted;
  sorted.reserve(names.size());
  for (auto& [distance, name] : ranked) sorted.push_back(std::move(name));
  return sorted;
}

std::string suggestion(std::string_view wanted, std::span<const std::string> names) {
  if (names.empty()) return "; there are none";
  const std::vector<std::string> sorted = nearest_first(wanted, names);
  const std::size_t tolerated = std::max<std::size_t>(1, wanted.size() / 3);
  if (edit_distance(wanted, sorted.front()) > tolerated) return fmt::format("; allowed: {}", fmt::join(names, ", "));
  return fmt::format("; did you mean '{}'? Allowed: {}", sorted.front(), fmt::join(sorted, ", "));
}

}  // namespace mg
