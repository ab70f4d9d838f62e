// Numbers in text. All functions read from a position in a text that ends in '\n' and is followed by readable padding
// (TextSource::Block), so none needs an end pointer.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mg {

/// Space, tab, and the carriage return that precedes some line ends.
[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
[[nodiscard]] constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

[[nodiscard]] inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

/// The first character at or after `p` that is blank, a line end, a comma or a semicolon.
[[nodiscard]] inline const char* word_end(const char* p) {
  while (!is_blank(*p) && *p != '\n' && *p != ',' && *p != ';') ++p;
  return p;
}

/// The '\n' that ends the line `p` is in.
[[nodiscard]] inline const char* line_end(const char* p) { return static_cast<const char*>(::rawmemchr(p, '\n')); }

namespace detail {

/// The value of up to eight decimal digits, first digit in the lowest byte, each 0..9, in three multiplications
/// (D. Lemire's parse_eight_digits).
[[nodiscard]] inline std::uint64_t eight_digits(std::uint64_t digits) {
  constexpr std::uint64_t mask = 0x000000FF000000FF;
  digits = digits * 10 + (digits >> 8);
  return ((digits & mask) * (100 + (1000000ULL << 32)) + ((digits >> 16) & mask) * (1 + (10000ULL << 32))) >> 32;
}

/// Continues a number of eight digits or more digit by digit; false when it exceeds 64 bits.
inline bool parse_further_digits(const char*& p, std::uint64_t& value) {
  for (; is_digit(*p); ++p) {
    const auto digit = static_cast<std::uint64_t>(*p - '0');
    if (value > (~std::uint64_t{0} - digit) / 10) return false;
    value = value * 10 + digit;
  }
  return true;
}

}  // namespace detail

/// Reads the decimal number at `p` and moves `p` behind its last digit. False, with `p` somewhere within, when there is
/// no digit or the number exceeds 64 bits. Eight bytes at a time: the length of an id is not predictable, so a loop
/// over its digits costs a mispredicted branch an id.
inline bool parse_unsigned(const char*& p, std::uint64_t& value) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  word ^= 0x3030303030303030;
  const std::uint64_t not_digit = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
  if (not_digit == 0) {
    value = detail::eight_digits(word);
    p += 8;
    return detail::parse_further_digits(p, value);
  }
  const int bits = std::countr_zero(not_digit) & ~7;
  if (bits == 0) return false;
  value = detail::eight_digits(word << (64 - bits));
  p += bits / 8;
  return true;
}

}  // namespace mg
