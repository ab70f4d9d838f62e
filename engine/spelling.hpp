// "Did you mean ...?" for every name that a person types.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mg {

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment).
/// O(|a| |b|) time, O(|b|) memory.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// `names` in ascending order of their distance from `wanted`, ties as they stand.
[[nodiscard]] std::vector<std::string> nearest_first(std::string_view wanted, std::span<const std::string> names);

/// The end of an error message about a name that does not exist: "; did you mean 'bfs'? Allowed: bfs, cc, sssp". The
/// question is asked only where a name is near enough to be meant; otherwise the names stand in their own order.
[[nodiscard]] std::string suggestion(std::string_view wanted, std::span<const std::string> names);

}  // namespace mg
