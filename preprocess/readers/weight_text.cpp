#include "preprocess/readers/weight_text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

namespace {

[[noreturn]] void refuse_weight(std::string_view word, std::string_view why) {
  fail_at(word.data(), "expected a weight, found {}{}", quoted(word), why);
}

struct Rounded {
  float value;
  bool exact;  ///< a double would be the same number
};

/// True when the float nearest to a number cannot be told from the double nearest to it, which lies halfway between
/// two.
[[nodiscard]] bool is_halfway(double wide) {
  constexpr std::uint64_t dropped_bits = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t half = std::uint64_t{1} << 28;
  return (std::bit_cast<std::uint64_t>(wide) & dropped_bits) == half ||
         std::fabs(wide) < std::numeric_limits<float>::min();
}

/// As std::from_chars, of hexadecimal numbers with an exponent too, "0x1.8p+1": graph-tool writes them.
template <class T>
std::from_chars_result parse_real(std::string_view word, T& value) {
  const char* const end = word.data() + word.size();
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative ? 1 : 0);
  const bool is_hexadecimal = digits.starts_with("0x") && digits.find('p') != std::string_view::npos &&
                              digits.size() > 2 && (is_digit(digits[2]) || digits[2] == '.');
  if (!is_hexadecimal) return std::from_chars(word.data(), end, value);
  const auto parsed = std::from_chars(digits.data() + 2, end, value, std::chars_format::hex);
  if (negative) value = -value;
  return parsed;
}

/// Whether a number beyond the range of doubles is close to zero, and not large.
[[nodiscard]] bool is_tiny(std::string_view word) {
  long double wide = 0;
  const auto parsed = parse_real(word, wide);
  return parsed.ec == std::errc() ? std::fabs(wide) < 1 : word.find('-', 1) != std::string_view::npos;
}

/// The float nearest to a number; numbers closer to zero than any float become zero.
[[nodiscard]] Rounded nearest_float(std::string_view word) {
  const char* const end = word.data() + word.size();
  double wide = 0;
  const auto parsed = parse_real(word, wide);
  if (parsed.ec == std::errc::invalid_argument || parsed.ptr != end) refuse_weight(word, ", which is no number");
  if (parsed.ec == std::errc::result_out_of_range) {
    if (!is_tiny(word)) refuse_weight(word, ", which is beyond the range of 32-bit floats");
    return {0, false};
  }
  if (!std::isfinite(wide)) refuse_weight(word, "; weights must be finite numbers");
  auto value = static_cast<float>(wide);
  const bool exact = static_cast<double>(value) == wide;
  if (!exact && is_halfway(wide)) {
    float nearest = 0;
    if (parse_real(word, nearest).ec == std::errc()) value = nearest;
  }
  if (!std::isfinite(value)) refuse_weight(word, ", which is beyond the range of 32-bit floats");
  return {value, exact};
}

}  // namespace

WeightText parse_weight(const std::string_view word, bool rounding) {
  std::string_view number = word;
  if (number.size() > 1 && number[0] == '+' && number[1] != '-') number.remove_prefix(1);
  const auto [value, exact] = nearest_float(number);
  std::string_view digits = number.substr(number[0] == '-' ? 1 : 0);
  if (std::all_of(digits.begin(), digits.end(), is_digit)) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    std::uint32_t integer = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
    if (number[0] != '-' && parsed.ec == std::errc()) return {integer};
    if (!rounding && fmt::format("{:.0f}", std::fabs(value)) != digits) {
      fail_at(word.data(),
              "weight {} fits neither 32 unsigned bits nor, without rounding, a 32-bit float; "
              "write it as a decimal ({}.0) to accept rounding",
              quoted(number), number);
    }
  }
  return {std::nullopt, value, exact};
}

}  // namespace mg
