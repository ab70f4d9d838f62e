// What a name is: a number, an attempt at one, or a word.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mg {

enum class NameText : std::uint8_t { number, word, malformed_number };

/// Whether `text` is a vertex number (decimal, no sign, no leading zero, 64 bits), looks like an attempt at one (-1,
/// 2.5, too large), or is a word.
[[nodiscard]] NameText classify_name(std::string_view text);

/// True for a number such as 0.5.
[[nodiscard]] bool is_fraction(std::string_view text);

/// The whole number that `text` is, however it is written: 1.0, +1, 1e5, 007.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text);

}  // namespace mg
