#include "preprocess/readers/name_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

NameText classify_name(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_digit)) {
    if (text.size() > 1 && text.front() == '0') return NameText::word;
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() ? NameText::number : NameText::malformed_number;
  }
  const bool begins_as_number =
      text.size() > 1 && (is_digit(text[0]) || ((text[0] == '-' || text[0] == '+') && is_digit(text[1])));
  return begins_as_number && is_number(text) ? NameText::malformed_number : NameText::word;
}

bool is_fraction(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ptr == text.data() + text.size() && parsed.ec == std::errc() && value != std::trunc(value);
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  constexpr double largest_exact = 9007199254740992;  // 2^53: every whole number up to it is a double
  if (text.size() > 1 && text.front() == '+' && is_digit(text[1])) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec == std::errc() && parsed.ptr == end) return value;
  double real = 0;
  const auto parsed_real = std::from_chars(text.data(), end, real);
  if (parsed_real.ec != std::errc() || parsed_real.ptr != end) return std::nullopt;
  if (!(real >= 0 && real <= largest_exact) || real != static_cast<double>(static_cast<std::uint64_t>(real))) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(real);
}

}  // namespace mg
