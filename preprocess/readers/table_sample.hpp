// The first lines of a table, and how they fall into columns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "preprocess/readers/table_columns.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

struct SampleLine {
  std::string_view text;     ///< without blanks around it (tabs at its ends remain where they may separate)
  std::uint64_t number = 0;  ///< in the file
  bool marked = false;       ///< begins as a comment does
};

/// How many lines that are not marked a sample has, if there are as many.
inline constexpr std::size_t sample_size = 500;

/// Lines that are not empty, `sample_size` of which are not marked; `first_line` is the number of the first of `text`.
[[nodiscard]] std::vector<SampleLine> sample_of(std::string_view text, std::uint64_t first_line);

/// `text` without blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The fields of a line as far as guessing needs them: a separator within quotes does not count, quotes are stripped.
[[nodiscard]] Fields split_fields(std::string_view line, char separator, bool quotes);

/// True for what from_chars takes for a number, and nothing else.
[[nodiscard]] bool is_number(std::string_view text);

/// True when some field of these lines is in quotes, and every quote that begins a field ends one.
[[nodiscard]] bool has_quoted_fields(const std::vector<std::string_view>& lines, char separator);

struct FoundSeparator {
  char separator;
  bool unclear = false;  ///< commas and semicolons both divide all lines evenly
};

/// What separates the columns of `lines`, of which there is one at least.
[[nodiscard]] FoundSeparator find_separator(const std::vector<std::string_view>& lines, bool csv);

}  // namespace mg
