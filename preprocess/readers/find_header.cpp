// Whether a table has titles.
#include <algorithm>

#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/table_evidence.hpp"

namespace mg {

namespace {

/// True for words that may be hexadecimal numbers, as ids are and titles are not.
[[nodiscard]] bool looks_hexadecimal(std::string_view word) {
  constexpr std::size_t longest_title = 3;  // a, b, c and so on
  if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
  const bool digits = std::all_of(
      word.begin(), word.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
  return digits && (word.size() > longest_title || std::any_of(word.begin(), word.end(), is_digit));
}

class HeaderFinder {
 public:
  explicit HeaderFinder(TableEvidence& table) : table_(table) {}

  void find() {
    First first = what_is_first();
    const bool sound = std::all_of(table_.rows.begin(), table_.rows.end(), [&](const Fields& row) {
      return row.size() == table_.rows[0].size() && row.size() > 1 && !row[0].empty() && !row[1].empty();
    });
    const bool quotes = std::any_of(table_.rows.begin(), table_.rows.end(), [](const Fields& row) {
      return std::any_of(row.begin(), row.end(), [](std::string_view field) { return field.starts_with('"'); });
    });
    if (first == First::unclear && (!sound || quotes)) first = First::edge;  // and the line that is wrong is reported
    if (first == First::unclear && table_.rows[0].size() < 4) {
      table_.refuse(
          table_.row_lines[0].number,
          fmt::format("line {}, {}, could hold the titles of columns or an edge: say --header yes or --header no",
                      table_.row_lines[0].number, quoted(table_.row_lines[0].text)));
    }
    if (first == First::titles) {
      table_.header_line = table_.row_lines[0].number;
      table_.syntax.header = table_.row_lines[0].text;
      table_.titles = table_.rows[0];
      table_.first_data_row = 1;
      for (const SampleLine& line : table_.lines) {
        if (line.marked && line.number > table_.header_line &&
            (table_.rows.size() < 2 || line.number < table_.row_lines[1].number)) {
          table_.comments.add(line.text, line.number);
        }
      }
      return;
    }
    use_commented_titles();
  }

 private:
  enum class First : std::uint8_t { titles, edge, unclear };

  [[nodiscard]] First what_is_first() {
    const Fields& first = table_.rows[0];
    if (table_.options.table.header) return *table_.options.table.header ? First::titles : First::edge;
    if (table_.earlier != nullptr && !table_.earlier->header.empty() &&
        table_.earlier->header == table_.row_lines[0].text)
      return First::titles;
    if (table_.syntax.attributes || std::any_of(first.begin(), first.end(), is_number)) return First::edge;
    const TitledColumns titled(first);
    std::uint64_t again = line_of_first_again(true);
    if (titled.source() && titled.target()) return again == 0 ? First::titles : First::unclear;
    if (holds_chosen_titles(first) || (titled.ambiguous() && again == 0)) return First::titles;
    if (table_.earlier != nullptr && !table_.earlier->header.empty()) return First::edge;
    if (table_.rows.size() == 1) return First::edge;
    const First by_numbers = by_numbers_below();
    if (by_numbers != First::edge) return by_numbers;
    again = line_of_first_again(false);
    if (again != 0) {
      table_.decisions.push_back(
          fmt::format("header: none, a name of line {} stands in line {} too", table_.row_lines[0].number, again));
      return First::edge;
    }
    if (all_names_hold_digits()) return First::edge;
    if (table_.csv) return First::unclear;
    table_.decisions.push_back(fmt::format("header: none, {} in line {} is an edge; --header yes takes it for titles",
                                           quoted(table_.row_lines[0].text), table_.row_lines[0].number));
    return First::edge;
  }

  [[nodiscard]] bool holds_chosen_titles(const Fields& first) const {
    if (table_.options.table.columns.empty()) return false;
    const ColumnChoice choice = ColumnChoice::parse(table_.options.table.columns);
    const auto stands = [&](const std::string& column) {
      return !column_number(column) && column_titled(first, column).has_value();
    };
    return stands(choice.source) || stands(choice.target) || (choice.weight && stands(*choice.weight));
  }

  /// The line in which a name of the first line stands again, as titles do not; or 0.
  /// `but_whole`: a line that repeats the first as a whole, as a second header does, is passed over.
  [[nodiscard]] std::uint64_t line_of_first_again(bool but_whole) const {
    for (std::size_t i = 1; i < table_.rows.size(); ++i) {
      if (but_whole && table_.rows[i] == table_.rows[0]) continue;
      for (std::size_t column = 0; column < std::min<std::size_t>(2, table_.rows[i].size()); ++column) {
        for (std::size_t other = 0; other < std::min<std::size_t>(2, table_.rows[0].size()); ++other) {
          if (!table_.rows[0][other].empty() && table_.rows[0][other] == table_.rows[i][column])
            return table_.row_lines[i].number;
        }
      }
    }
    return 0;
  }

  /// True for u17 and the like in all lines, the first among them.
  [[nodiscard]] bool all_names_hold_digits() const {
    return std::all_of(table_.rows.begin(), table_.rows.end(), [](const Fields& row) {
      return row.size() > 1 && std::all_of(row.begin(), row.begin() + 2, [](std::string_view name) {
               return std::any_of(name.begin(), name.end(), is_digit);
             });
    });
  }

  /// A word above numbers is a title, unless it may be a number too.
  [[nodiscard]] First by_numbers_below() const {
    First result = First::edge;
    for (std::size_t column = 0; column < table_.rows[0].size(); ++column) {
      const bool numbers = std::all_of(table_.rows.begin() + 1, table_.rows.end(), [&](const Fields& row) {
        return column < row.size() && is_number(row[column]);
      });
      if (!numbers) continue;
      if (!looks_hexadecimal(table_.rows[0][column])) return First::titles;
      result = First::unclear;
    }
    return result;
  }

  /// A comment directly in front of the edges, "# FromNodeId ToNodeId", may hold titles.
  void use_commented_titles() {
    if (table_.comments.last().empty() || table_.options.table.header) return;
    const Fields titles = table_.split(table_.comments.last());
    const TitledColumns titled(titles);
    if (titles.size() != table_.rows[0].size() || !titled.source() || !titled.target()) return;
    table_.titles = titles;
    table_.decisions.push_back(
        fmt::format("header: the comment in line {}, {}", table_.comments.last_line(), quoted(table_.comments.last())));
  }

  TableEvidence& table_;
};

}  // namespace

void find_header(TableEvidence& table) { HeaderFinder(table).find(); }

}  // namespace mg
