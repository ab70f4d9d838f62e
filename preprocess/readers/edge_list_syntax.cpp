#include "preprocess/readers/edge_list_syntax.hpp"

#include <algorithm>

#include "preprocess/readers/lookalikes.hpp"
#include "preprocess/readers/name_text.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/table_evidence.hpp"
#include "preprocess/short_list.hpp"

namespace mg {

namespace {

/// True for "#name" and false for "# comment": the mark and what it marks are one word.
[[nodiscard]] bool is_marked_word(std::string_view text) {
  const std::size_t mark = text.starts_with("//") ? 2 : text.starts_with('#') || text.starts_with('%') ? 1 : 0;
  return mark != 0 && text.size() > mark && !is_blank(text[mark]) && text[mark] != text[0];
}

/// Finds the syntax of one source. Views into its text are valid until lines are taken.
class SyntaxFinder {
 public:
  SyntaxFinder(TextSource& source, bool csv, const ReadOptions& options, const EdgeListSyntax* earlier,
               std::vector<std::string>& decisions)
      : table_{source, csv, options, earlier, decisions} {}

  EdgeListSyntax find() {
    if (take_sample()) {
      table_.syntax.empty = false;
      refuse_lookalikes(table_.lines, table_.source, table_.csv, table_.options.table);
      cut_attributes_off();
      find_separator_and_quotes();
      find_rows();
      if (table_.rows.empty()) {
        table_.refuse(
            table_.lines.front().number,
            "every line begins as a comment does, and so divided none has the columns of an edge; say another "
            "--delimiter");
      }
      find_header(table_);
      find_columns(table_);
      refuse_what_is_no_name();
      find_names();
      take_lines_before_edges();
    } else if (table_.comments.undirected_line() != 0) {
      table_.syntax.directed = false;  // a graph without edges has a direction too
    }
    describe();
    return std::move(table_.syntax);
  }

 private:
  using Lines = std::vector<std::string_view>;

  /// False when the text holds nothing but comments, which are taken then.
  bool take_sample() {
    while (true) {
      table_.lines = sample_of(table_.source.coming_lines(), table_.source.line_number() + 1);
      const bool only_marked =
          std::all_of(table_.lines.begin(), table_.lines.end(), [](const auto& line) { return line.marked; });
      if (!table_.lines.empty() && (!only_marked || marked_lines_are_rows())) return true;
      if (!take_comments()) return false;
    }
  }

  /// For lines that all begin as comments do: true when they have the columns of a table all the same.
  [[nodiscard]] bool marked_lines_are_rows() const {
    const Lines texts = texts_of(table_.lines);
    if (texts.size() < 2 || !std::all_of(texts.begin(), texts.end(), is_marked_word)) return false;
    const char separator = table_.options.table.delimiter.value_or(find_separator(texts, table_.csv).separator);
    const std::size_t columns = split_fields(texts[0], separator, table_.csv).size();
    return columns > 1 && std::all_of(texts.begin(), texts.end(), [&](std::string_view text) {
             const Fields fields = split_fields(text, separator, table_.csv);
             return fields.size() == columns &&
                    (table_.csv || std::any_of(fields.begin() + 1, fields.end(), is_marked_word));
           });
  }

  /// Takes lines up to the first that is no comment; false when there is none.
  bool take_comments() {
    while (const auto line = table_.source.next_line()) {
      const std::string_view text = trimmed(*line);
      if (text.empty()) continue;
      if (!is_comment(text.data())) {
        table_.source.unread_line();
        return true;
      }
      table_.comments.add(text, table_.source.line_number());
      count_comment(table_.source.line_number());
    }
    return false;
  }

  void count_comment(std::uint64_t line) {
    if (table_.syntax.comments.count++ == 0) table_.syntax.comments.first_line = line;
  }

  [[nodiscard]] static Lines texts_of(const std::vector<SampleLine>& lines) {
    Lines texts;
    for (const SampleLine& line : lines) texts.push_back(line.text);
    return texts;
  }

  [[nodiscard]] Lines unmarked() const {
    Lines texts;
    for (const SampleLine& line : table_.lines) {
      if (!line.marked) texts.push_back(line.text);
    }
    return texts.empty() ? texts_of(table_.lines) : texts;
  }

  /// networkx writes a dictionary behind the two ends of every edge.
  void cut_attributes_off() {
    const Lines texts = unmarked();
    table_.syntax.attributes = std::all_of(texts.begin(), texts.end(), ends_in_attributes);
    if (!table_.syntax.attributes) return;
    table_.first_attributes = attributes_of(texts.front());
    for (SampleLine& line : table_.lines) {
      if (ends_in_attributes(line.text)) line.text = without_attributes(line.text);
    }
  }

  void find_separator_and_quotes() {
    const Lines texts = unmarked();
    table_.syntax.quotes = table_.csv;
    if (table_.options.table.delimiter) {
      table_.syntax.separator = *table_.options.table.delimiter;
      table_.syntax.quotes = table_.csv || has_quoted_fields(texts, table_.syntax.separator);
      return;
    }
    FoundSeparator found = find_separator(texts, table_.csv);
    if (!table_.csv) {
      const FoundSeparator outside_quotes = find_separator(texts, true);
      table_.syntax.quotes = has_quoted_fields(texts, outside_quotes.separator);
      if (table_.syntax.quotes) found = outside_quotes;
    }
    if (found.unclear) {
      table_.refuse(table_.lines.front().number,
                    fmt::format("commas and semicolons both divide the lines evenly, as {}: say --delimiter comma or "
                                "--delimiter semicolon",
                                quoted(texts.front())));
    }
    table_.syntax.separator = found.separator;
  }

  /// Tells lines that are edges, or titles, from comments.
  void find_rows() {
    const std::size_t count = table_.split(unmarked().front()).size();
    const auto first_row =
        std::find_if(table_.lines.begin(), table_.lines.end(), [](const auto& line) { return !line.marked; });
    const auto row_like = [&](const SampleLine& line) {
      return line.marked && is_marked_word(line.text) && table_.split(line.text).size() == count;
    };
    const bool evidence = std::any_of(table_.lines.begin(), table_.lines.end(), [&](const SampleLine& line) {
      if (line.marked && !row_like(line)) return false;
      const Fields fields = table_.split(line.text);
      return fields.size() == count && count > 1 && std::any_of(fields.begin() + 1, fields.end(), is_marked_word);
    });
    table_.syntax.marked_rows = !names_are_numbers() && (table_.csv || evidence);
    for (auto line = table_.lines.begin(); line != table_.lines.end(); ++line) {
      if (!line->marked || (table_.syntax.marked_rows && row_like(*line))) {
        if (line->marked && line < first_row && !evidence) {
          if (holds_known_titles(line->text)) {
            table_.comments.add(line->text, line->number);
            continue;
          }
          decide_on_first_marked_row(*line, first_row != table_.lines.end());
        }
        table_.rows.push_back(table_.split(line->text));
        table_.row_lines.push_back(*line);
      } else if (table_.rows.empty()) {
        table_.comments.add(line->text, line->number);
      }
    }
  }

  [[nodiscard]] bool holds_known_titles(std::string_view comment) const {
    const std::size_t text = std::min(comment.find_first_not_of("#%/"), comment.size());
    const TitledColumns titled(table_.split(trimmed(comment.substr(text))));
    return titled.source() && titled.target();
  }

  /// A line in front of all others may be a comment without a blank behind its mark.
  void decide_on_first_marked_row(const SampleLine& line, bool others_are_unmarked) const {
    if (!others_are_unmarked || table_.options.table.header) return;
    table_.refuse(line.number,
                  fmt::format("line {}, {}, could be a comment or have an edge's columns: say --header no if it is "
                              "an edge, --header yes to pass over it",
                              line.number, quoted(line.text)));
  }

  /// Whether the first two columns hold numbers, in all lines but perhaps a header.
  [[nodiscard]] bool names_are_numbers() const {
    const Lines texts = unmarked();
    return std::all_of(texts.begin() + (texts.size() > 1 ? 1 : 0), texts.end(), [&](std::string_view text) {
      const Fields fields = table_.split(text);
      return std::all_of(fields.begin(), fields.begin() + std::min<std::ptrdiff_t>(2, std::ssize(fields)), is_number);
    });
  }

  /// Signs between the columns, and brackets around lines, are no names.
  void refuse_what_is_no_name() const {
    if (table_.first_data_row >= table_.rows.size()) return;
    const auto begin = table_.rows.begin() + static_cast<std::ptrdiff_t>(table_.first_data_row);
    for (const std::size_t column : {table_.syntax.columns.source, table_.syntax.columns.target}) {
      const bool same = std::all_of(begin, table_.rows.end(), [&](const Fields& row) {
        return column < row.size() && row[column] == (*begin)[column];
      });
      if (!same || !is_punctuation((*begin)[column])) continue;
      table_.refuse(
          table_.example_line().number,
          fmt::format("column {} holds {} in every line, which is no vertex: say which columns to take, for example "
                      "--columns 1,3",
                      column + 1, quoted((*begin)[column])));
    }
    const auto numbers_and_commas = [](std::string_view field) {
      return field.find_first_of(",;") != std::string_view::npos && is_digit(field.front()) && is_digit(field.back()) &&
             field.find_first_not_of("0123456789.,;") == std::string_view::npos;
    };
    const bool blanks = table_.syntax.separator == EdgeListSyntax::blanks && !table_.options.table.delimiter;
    for (const std::size_t column : {table_.syntax.columns.source, table_.syntax.columns.target}) {
      if (!blanks || column >= begin->size() || !numbers_and_commas((*begin)[column])) continue;
      table_.refuse(
          table_.example_line().number,
          fmt::format("blanks and other characters both separate numbers in {}: say --delimiter space, or comma, or "
                      "semicolon",
                      quoted(table_.example_line().text)));
    }
  }

  void find_names() {
    table_.syntax.names = table_.options.table.names;
    if (table_.syntax.names != NameKind::automatic || table_.first_data_row >= table_.rows.size()) return;
    const auto names_of = [&](const Fields& row) {
      Fields names;
      for (const std::size_t column : {table_.syntax.columns.source, table_.syntax.columns.target}) {
        if (column < row.size()) names.push_back(row[column]);
      }
      return names;
    };
    for (std::size_t i = table_.first_data_row; i < table_.rows.size(); ++i) {
      for (const std::string_view name : names_of(table_.rows[i])) {
        if (classify_name(name) == NameText::word) table_.syntax.names = NameKind::strings;
      }
    }
    if (table_.syntax.names == NameKind::strings) return;
    for (const std::string_view name : names_of(table_.example())) {
      if (classify_name(name) != NameText::malformed_number || table_.syntax.odd_numbers) continue;
      table_.syntax.names = NameKind::strings;
      table_.syntax.odd_numbers = true;
      table_.decisions.push_back(
          fmt::format("names: taken as they are written, since {} in line {} is no whole number from 0 to 2^64 - 1; "
                      "--names numbers takes 1.0 for 1",
                      quoted(name), table_.example_line().number));
    }
    if (!table_.syntax.odd_numbers) return;  // a number that is none of ours is refused where it stands
    for (std::size_t i = table_.first_data_row; i < table_.rows.size(); ++i) {
      for (const std::string_view name : names_of(table_.rows[i])) {
        if (!is_fraction(name)) continue;
        table_.refuse(
            table_.row_lines[i].number,
            fmt::format("expected a vertex, a whole number from 0 to 2^64 - 1, found {} in {}; --names strings takes "
                        "names as they are written",
                        quoted(name), quoted(table_.row_lines[i].text)));
      }
    }
  }

  void take_lines_before_edges() {
    describe_columns();
    const std::uint64_t first_edge = table_.first_data_row < table_.rows.size() ? table_.example_line().number : 0;
    // From here on, the views into the text may go.
    while (const auto line = table_.source.next_line()) {
      const char* const begin = line_begin(line->data(), table_.syntax);
      const std::uint64_t number = table_.source.line_number();
      if (trimmed(*line).empty() || number == table_.header_line) continue;
      if (!is_comment(begin) || (number >= first_edge && !is_passed_over(begin, table_.syntax))) {
        table_.syntax.first_data_line = number;
        table_.source.unread_line();
        return;
      }
      count_comment(number);
    }
  }

  void describe_columns() {
    const auto separator = table_.syntax.separator == EdgeListSyntax::blanks &&
                                   table_.row_lines[0].text.find('\t') != std::string_view::npos
                               ? "tabs"
                               : describe_separator(table_.syntax.separator);
    found_.push_back(fmt::format("separator: {}", separator));
    if (!table_.csv && table_.syntax.quotes) found_.emplace_back("quotes: taken off the names in them");
    if (table_.header_line != 0)
      found_.push_back(fmt::format("header: line {}, {}", table_.header_line, quoted(table_.syntax.header)));
    const TableColumns& columns = table_.syntax.columns;
    if (columns.plain() && table_.titles.empty() && !table_.syntax.attributes) return;
    found_.push_back("columns: " + named_columns());
    if (table_.by_order) {
      found_.push_back(fmt::format(
          "the titles are not known, edges go from {} to {} as the columns stand; --columns {},{} turns them "
          "around",
          quoted(table_.titles[columns.source]), quoted(table_.titles[columns.target]), columns.target + 1,
          columns.source + 1));
    }
  }

  [[nodiscard]] std::string named_column(std::size_t column) const {
    if (table_.columns_of_earlier || table_.titles.size() <= column) return fmt::to_string(column + 1);
    return fmt::format("{} {}", column + 1, quoted(table_.titles[column]));
  }

  [[nodiscard]] std::string named_columns() const {
    const TableColumns& columns = table_.syntax.columns;
    std::string text = fmt::format("source {}, target {}", named_column(columns.source), named_column(columns.target));
    if (columns.weight) text += fmt::format(", weight {}", named_column(*columns.weight));
    if (!table_.syntax.weight_key.empty())
      text += fmt::format(", weight {} of the attributes", quoted(table_.syntax.weight_key));
    ShortList passed;
    for (std::size_t column = 0; column < columns.count; ++column) {
      const bool used = column == columns.source || column == columns.target || column == columns.weight ||
                        column == columns.direction;
      if (!used) passed.add([&] { return named_column(column); });
    }
    for (const std::string& key : table_.first_attributes.keys()) {
      if (key != table_.syntax.weight_key) passed.add([&] { return fmt::format("attribute {}", quoted(key)); });
    }
    return passed.empty() ? text : fmt::format("{}; passed over: {}", text, passed.text());
  }

  void describe() {
    table_.decisions.insert(table_.decisions.begin() + decisions_before_, found_.begin(), found_.end());
  }

  TableEvidence table_;
  std::ptrdiff_t decisions_before_ = std::ssize(table_.decisions);
  std::vector<std::string> found_;
};

}  // namespace

EdgeListSyntax find_edge_list_syntax(TextSource& source, bool csv, const ReadOptions& options,
                                     const EdgeListSyntax* earlier, std::vector<std::string>& decisions) {
  return SyntaxFinder(source, csv, options, earlier, decisions).find();
}

bool is_passed_over(const char* p, const EdgeListSyntax& syntax) {
  if (!syntax.marked_rows) return true;
  std::string_view line(p, static_cast<std::size_t>(line_end(p) - p));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  if (!is_marked_word(line)) return true;
  if (syntax.attributes && ends_in_attributes(line)) line = without_attributes(line);
  return split_fields(line, syntax.separator, syntax.quotes).size() != syntax.columns.count;
}

std::string describe_separator(char separator) {
  switch (separator) {
    case ',': return "commas";
    case ';': return "semicolons";
    case '\t': return "tabs";
    case '|': return "bars";
    case EdgeListSyntax::blanks: return "spaces";
    default: return fmt::format("'{}'", separator);
  }
}

}  // namespace mg
