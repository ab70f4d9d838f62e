// What the first lines of a table show, while its syntax is being found out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/readers/attributes.hpp"
#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/leading_comments.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

/// The sample and what has been found out from it so far. Views into the text are valid until lines are taken.
struct TableEvidence {
  TextSource& source;
  const bool csv;
  const ReadOptions& options;
  const EdgeListSyntax* const earlier;  ///< of a file that this one continues, or null
  std::vector<std::string>& decisions;
  EdgeListSyntax syntax = {};
  LeadingComments comments = {};
  std::vector<SampleLine> lines = {};
  std::vector<Fields> rows = {};           ///< lines that are edges or titles
  std::vector<SampleLine> row_lines = {};  ///< parallel to them
  Fields titles = {};
  Attributes first_attributes = {};
  std::size_t first_data_row = 0;
  std::uint64_t header_line = 0;
  bool by_order = false;            ///< the titles are not known, and columns are taken as they stand
  bool columns_of_earlier = false;  ///< syntax.columns are those of the earlier file

  [[noreturn]] void refuse(std::uint64_t line, std::string_view message) const {
    source.fail_at_position({line, 1}, message);
  }
  [[nodiscard]] Fields split(std::string_view text) const {
    return split_fields(text, syntax.separator, syntax.quotes);
  }
  [[nodiscard]] const Fields& example() const { return rows[std::min(first_data_row, rows.size() - 1)]; }
  [[nodiscard]] const SampleLine& example_line() const { return row_lines[std::min(first_data_row, rows.size() - 1)]; }
  /// The rows behind the titles.
  [[nodiscard]] std::span<const Fields> data_rows() const {
    return std::span(rows).subspan(std::min(first_data_row, rows.size()));
  }

  /// True when every row of data has a number or nothing in the column; true when one has a number.
  [[nodiscard]] bool holds_numbers(std::size_t column) const;
  [[nodiscard]] bool holds_a_number(std::size_t column) const;
};

/// Decides whether the first row holds titles, or a comment does, and which these are.
void find_header(TableEvidence& table);

/// Decides which columns are source, target and weight, and what the file declares of its direction.
void find_columns(TableEvidence& table);

/// True for a field of signs, such as -> or |, that cannot be a name.
[[nodiscard]] bool is_punctuation(std::string_view field);

/// "1 'from', 2 'to'"
[[nodiscard]] std::string numbered_titles(const Fields& titles);

}  // namespace mg
