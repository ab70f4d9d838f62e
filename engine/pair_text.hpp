// Pairs of names as people write them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mg {

/// Calls visit(first, second) for the pairs of a text, in its order. Text with a line end is lines of two names with a
/// tab between, or blanks where a line has no tab, and may have empty lines; other text is NAME:NAME,... Returns the
/// first entry that is no pair, where there is one, and visits none behind it.
[[nodiscard]] std::optional<std::string> visit_pairs(
    std::string_view text, const std::function<void(std::string_view, std::string_view)>& visit);

}  // namespace mg
