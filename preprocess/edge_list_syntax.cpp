#include "preprocess/edge_list_syntax.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "preprocess/attributes.hpp"
#include "preprocess/leading_comments.hpp"
#include "preprocess/lookalikes.hpp"
#include "preprocess/table_sample.hpp"

namespace mg {

namespace {

/// True for "#name" and false for "# comment": the mark and what it marks are one word.
[[nodiscard]] bool is_marked_word(std::string_view text) {
  const std::size_t mark = text.starts_with("//") ? 2 : text.starts_with('#') || text.starts_with('%') ? 1 : 0;
  return mark != 0 && text.size() > mark && !is_blank(text[mark]) && text[mark] != text[0];
}

[[nodiscard]] bool is_number_or_nothing(std::string_view field) { return field.empty() || is_number(field); }

/// True for words that may be hexadecimal numbers, as ids are and titles are not.
[[nodiscard]] bool looks_hexadecimal(std::string_view word) {
  constexpr std::size_t longest_title = 3;  // a, b, c and so on
  if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
  const bool digits = std::all_of(
      word.begin(), word.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
  return digits && (word.size() > longest_title || std::any_of(word.begin(), word.end(), is_digit));
}

[[nodiscard]] bool is_punctuation(std::string_view field) {
  return !field.empty() && std::none_of(field.begin(), field.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80 ||
           c == '_' || c == '*';
  });
}

[[nodiscard]] std::string numbered_titles(const Fields& titles) {
  std::string text;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    text += fmt::format("{}{} {}", column == 0 ? "" : ", ", column + 1, quoted(titles[column]));
  }
  return text;
}

/// Finds the syntax of one source. Views into its text are valid until lines are taken.
class SyntaxFinder {
 public:
  SyntaxFinder(TextSource& source, bool csv, const ReadOptions& options, const EdgeListSyntax* earlier,
               std::vector<std::string>& decisions)
      : source_(source), csv_(csv), options_(options), earlier_(earlier), decisions_(decisions) {}

  EdgeListSyntax find() {
    if (take_sample()) {
      syntax_.empty = false;
      refuse_lookalikes(lines_, source_);
      cut_attributes_off();
      find_separator_and_quotes();
      find_rows();
      find_header();
      find_columns();
      refuse_what_is_no_name();
      find_names();
      take_lines_before_edges();
    }
    describe();
    return std::move(syntax_);
  }

 private:
  using Lines = std::vector<std::string_view>;

  [[noreturn]] void refuse(std::uint64_t line, std::string_view message) const {
    source_.fail_at_position({line, 1}, message);
  }

  /// False when the text holds nothing but comments, which are taken then.
  bool take_sample() {
    while (true) {
      lines_ = sample_of(source_.coming_lines(), source_.line_number() + 1);
      const bool only_marked = std::all_of(lines_.begin(), lines_.end(), [](const auto& line) { return line.marked; });
      if (!lines_.empty() && (!only_marked || marked_lines_are_rows())) return true;
      if (!take_comments()) return false;
    }
  }

  /// For lines that all begin as comments do: true when they have the columns of a table all the same.
  [[nodiscard]] bool marked_lines_are_rows() const {
    const Lines texts = texts_of(lines_);
    if (texts.size() < 2 || !std::all_of(texts.begin(), texts.end(), is_marked_word)) return false;
    const char separator = find_separator(texts, csv_).separator;
    const std::size_t columns = split_fields(texts[0], separator, csv_).size();
    return columns > 1 && std::all_of(texts.begin(), texts.end(), [&](std::string_view text) {
             const Fields fields = split_fields(text, separator, csv_);
             return fields.size() == columns && (csv_ || std::any_of(fields.begin() + 1, fields.end(), is_marked_word));
           });
  }

  /// Takes lines up to the first that is no comment; false when there is none.
  bool take_comments() {
    while (const auto line = source_.next_line()) {
      const std::string_view text = trimmed(*line);
      if (text.empty()) continue;
      if (!is_comment(text.data())) {
        source_.unread_line();
        return true;
      }
      comments_.add(text, source_.line_number());
      count_comment(source_.line_number());
    }
    return false;
  }

  void count_comment(std::uint64_t line) {
    if (syntax_.comments.count++ == 0) syntax_.comments.first_line = line;
  }

  [[nodiscard]] static Lines texts_of(const std::vector<SampleLine>& lines) {
    Lines texts;
    for (const SampleLine& line : lines) texts.push_back(line.text);
    return texts;
  }

  [[nodiscard]] Lines unmarked() const {
    Lines texts;
    for (const SampleLine& line : lines_) {
      if (!line.marked) texts.push_back(line.text);
    }
    return texts.empty() ? texts_of(lines_) : texts;
  }

  /// networkx writes a dictionary behind the two ends of every edge.
  void cut_attributes_off() {
    const Lines texts = unmarked();
    syntax_.attributes = std::all_of(texts.begin(), texts.end(), ends_in_attributes);
    if (!syntax_.attributes) return;
    first_attributes_ = attributes_of(texts.front());
    for (SampleLine& line : lines_) {
      if (ends_in_attributes(line.text)) line.text = without_attributes(line.text);
    }
  }

  void find_separator_and_quotes() {
    const Lines texts = unmarked();
    syntax_.quotes = csv_;
    if (options_.table.delimiter) {
      syntax_.separator = *options_.table.delimiter;
      syntax_.quotes = csv_ || has_quoted_fields(texts, syntax_.separator);
      return;
    }
    FoundSeparator found = find_separator(texts, csv_);
    if (!csv_) {
      const FoundSeparator outside_quotes = find_separator(texts, true);
      syntax_.quotes = has_quoted_fields(texts, outside_quotes.separator);
      if (syntax_.quotes) found = outside_quotes;
    }
    if (found.unclear) {
      refuse(lines_.front().number,
             fmt::format("commas and semicolons both divide the lines evenly, as {}: say --delimiter comma or "
                         "--delimiter semicolon",
                         quoted(texts.front())));
    }
    syntax_.separator = found.separator;
  }

  [[nodiscard]] Fields split(std::string_view text) const {
    return split_fields(text, syntax_.separator, syntax_.quotes);
  }

  /// Tells lines that are edges, or titles, from comments.
  void find_rows() {
    const std::size_t count = split(unmarked().front()).size();
    const auto first_row = std::find_if(lines_.begin(), lines_.end(), [](const auto& line) { return !line.marked; });
    const auto row_like = [&](const SampleLine& line) {
      return line.marked && is_marked_word(line.text) && split(line.text).size() == count;
    };
    const bool evidence = std::any_of(lines_.begin(), lines_.end(), [&](const SampleLine& line) {
      if (line.marked && !row_like(line)) return false;
      const Fields fields = split(line.text);
      return fields.size() == count && std::any_of(fields.begin() + 1, fields.end(), is_marked_word);
    });
    syntax_.marked_rows = !names_are_numbers() && (csv_ || evidence);
    for (auto line = lines_.begin(); line != lines_.end(); ++line) {
      if (!line->marked || (syntax_.marked_rows && row_like(*line))) {
        if (line->marked && line < first_row && !evidence) {
          if (holds_known_titles(line->text)) {
            comments_.add(line->text, line->number);
            continue;
          }
          decide_on_first_marked_row(*line, first_row != lines_.end());
        }
        rows_.push_back(split(line->text));
        row_lines_.push_back(*line);
      } else if (rows_.empty()) {
        comments_.add(line->text, line->number);
      }
    }
  }

  [[nodiscard]] bool holds_known_titles(std::string_view comment) const {
    const TitledColumns titled(split(trimmed(comment.substr(comment.find_first_not_of("#%/")))));
    return titled.source() && titled.target();
  }

  /// A line in front of all others may be a comment without a blank behind its mark.
  void decide_on_first_marked_row(const SampleLine& line, bool others_are_unmarked) const {
    if (!others_are_unmarked || options_.table.header) return;
    refuse(line.number,
           fmt::format("line {}, {}, could be a comment or have an edge's columns: say --header no if it is "
                       "an edge, --header yes to pass over it",
                       line.number, quoted(line.text)));
  }

  /// Whether the first two columns hold numbers, in all lines but perhaps a header.
  [[nodiscard]] bool names_are_numbers() const {
    const Lines texts = unmarked();
    return std::all_of(texts.begin() + (texts.size() > 1 ? 1 : 0), texts.end(), [&](std::string_view text) {
      const Fields fields = split(text);
      return std::all_of(fields.begin(), fields.begin() + std::min<std::ptrdiff_t>(2, std::ssize(fields)), is_number);
    });
  }

  enum class First : std::uint8_t { titles, edge, unclear };

  void find_header() {
    First first = what_is_first();
    const bool sound = std::all_of(rows_.begin(), rows_.end(), [&](const Fields& row) {
      return row.size() == rows_[0].size() && row.size() > 1 && !row[0].empty() && !row[1].empty();
    });
    const bool quotes = std::any_of(rows_.begin(), rows_.end(), [](const Fields& row) {
      return std::any_of(row.begin(), row.end(), [](std::string_view field) { return field.starts_with('"'); });
    });
    if (first == First::unclear && (!sound || quotes)) first = First::edge;  // and the line that is wrong is reported
    if (first == First::unclear && rows_[0].size() < 4) {
      refuse(row_lines_[0].number,
             fmt::format("line {}, {}, could hold the titles of columns or an edge: say --header yes or --header no",
                         row_lines_[0].number, quoted(row_lines_[0].text)));
    }
    if (first == First::titles) {
      header_line_ = row_lines_[0].number;
      syntax_.header = row_lines_[0].text;
      titles_ = rows_[0];
      first_data_row_ = 1;
      for (const SampleLine& line : lines_) {
        if (line.marked && line.number > header_line_ && (rows_.size() < 2 || line.number < row_lines_[1].number)) {
          comments_.add(line.text, line.number);
        }
      }
      return;
    }
    use_commented_titles();
  }

  [[nodiscard]] First what_is_first() {
    const Fields& first = rows_[0];
    if (options_.table.header) return *options_.table.header ? First::titles : First::edge;
    if (earlier_ != nullptr && !earlier_->header.empty() && earlier_->header == row_lines_[0].text)
      return First::titles;
    if (syntax_.attributes || std::any_of(first.begin(), first.end(), is_number)) return First::edge;
    const TitledColumns titled(first);
    std::uint64_t again = line_of_first_again(true);
    if (titled.source() && titled.target()) return again == 0 ? First::titles : First::unclear;
    if (holds_chosen_titles(first) || (titled.ambiguous() && again == 0)) return First::titles;
    if (earlier_ != nullptr && !earlier_->header.empty()) return First::edge;
    if (rows_.size() == 1) return First::edge;
    const First by_numbers = by_numbers_below();
    if (by_numbers != First::edge) return by_numbers;
    again = line_of_first_again(false);
    if (again != 0) {
      decisions_.push_back(
          fmt::format("header: none, a name of line {} stands in line {} too", row_lines_[0].number, again));
      return First::edge;
    }
    if (all_names_hold_digits()) return First::edge;
    if (csv_) return First::unclear;
    decisions_.push_back(fmt::format("header: none, {} in line {} is an edge; --header yes takes it for titles",
                                     quoted(row_lines_[0].text), row_lines_[0].number));
    return First::edge;
  }

  [[nodiscard]] bool holds_chosen_titles(const Fields& first) const {
    if (options_.table.columns.empty()) return false;
    const ColumnChoice choice = ColumnChoice::parse(options_.table.columns);
    const auto stands = [&](const std::string& column) {
      return !column_number(column) && column_titled(first, column).has_value();
    };
    return stands(choice.source) || stands(choice.target) || (choice.weight && stands(*choice.weight));
  }

  /// The line in which a name of the first line stands again, as titles do not; or 0.
  /// `but_whole`: a line that repeats the first as a whole, as a second header does, is passed over.
  [[nodiscard]] std::uint64_t line_of_first_again(bool but_whole) const {
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (but_whole && rows_[i] == rows_[0]) continue;
      for (std::size_t column = 0; column < std::min<std::size_t>(2, rows_[i].size()); ++column) {
        for (std::size_t other = 0; other < std::min<std::size_t>(2, rows_[0].size()); ++other) {
          if (!rows_[0][other].empty() && rows_[0][other] == rows_[i][column]) return row_lines_[i].number;
        }
      }
    }
    return 0;
  }

  /// True for u17 and the like in all lines, the first among them.
  [[nodiscard]] bool all_names_hold_digits() const {
    return std::all_of(rows_.begin(), rows_.end(), [](const Fields& row) {
      return row.size() > 1 && std::all_of(row.begin(), row.begin() + 2, [](std::string_view name) {
               return std::any_of(name.begin(), name.end(), is_digit);
             });
    });
  }

  /// A word above numbers is a title, unless it may be a number too.
  [[nodiscard]] First by_numbers_below() const {
    First result = First::edge;
    for (std::size_t column = 0; column < rows_[0].size(); ++column) {
      const bool numbers = std::all_of(rows_.begin() + 1, rows_.end(), [&](const Fields& row) {
        return column < row.size() && is_number(row[column]);
      });
      if (!numbers) continue;
      if (!looks_hexadecimal(rows_[0][column])) return First::titles;
      result = First::unclear;
    }
    return result;
  }

  /// A comment directly in front of the edges, "# FromNodeId ToNodeId", may hold titles.
  void use_commented_titles() {
    if (comments_.last().empty() || options_.table.header) return;
    const Fields titles = split(comments_.last());
    const TitledColumns titled(titles);
    if (titles.size() != rows_[0].size() || !titled.source() || !titled.target()) return;
    titles_ = titles;
    decisions_.push_back(
        fmt::format("header: the comment in line {}, {}", comments_.last_line(), quoted(comments_.last())));
  }

  [[nodiscard]] const Fields& example() const { return rows_[std::min(first_data_row_, rows_.size() - 1)]; }
  [[nodiscard]] const SampleLine& example_line() const {
    return row_lines_[std::min(first_data_row_, rows_.size() - 1)];
  }

  /// True when the column holds numbers or nothing; with `in_first`, it is enough that the first line does.
  [[nodiscard]] bool holds_numbers(std::size_t column) const {
    return std::all_of(rows_.begin() + static_cast<std::ptrdiff_t>(std::min(first_data_row_, rows_.size())),
                       rows_.end(),
                       [&](const Fields& row) { return column < row.size() && is_number_or_nothing(row[column]); });
  }
  [[nodiscard]] bool holds_a_number(std::size_t column) const {
    return std::any_of(rows_.begin() + static_cast<std::ptrdiff_t>(std::min(first_data_row_, rows_.size())),
                       rows_.end(), [&](const Fields& row) { return column < row.size() && is_number(row[column]); });
  }

  void find_columns() {
    TableColumns& columns = syntax_.columns;
    columns.count = example().size();
    if (columns.count < 2) refuse_count();
    if (!options_.table.columns.empty()) {
      take_chosen_columns();
    } else if (earlier_ != nullptr && !earlier_->header.empty() && titles_.empty()) {
      take_columns_of_earlier();
    } else if (!titles_.empty()) {
      take_titled_columns();
    } else if (comments_.konect().kind != KonectHeader::Kind::none && columns.count <= 4) {
      take_columns_of_konect();
    } else if (columns.count > 3) {
      refuse_count();
    } else if (columns.count == 3) {
      take_third_column();
    }
    if (syntax_.attributes && options_.table.columns.empty()) {
      if (first_attributes_.find_key("weight")) syntax_.weight_key = "weight";
    }
    take_declared_direction();
  }

  [[noreturn]] void refuse_count() const {
    const std::size_t count = syntax_.columns.count;
    refuse(example_line().number,
           fmt::format("expected 2 or 3 columns (source, target, and maybe a weight), found {} in {}{}", count,
                       quoted(example_line().text),
                       count < 2 ? "; if another character separates them, say which: --delimiter"
                                 : "; say which to take, for example --columns 1,2 or --columns 1,2,3"));
  }

  void take_chosen_columns() {
    const ColumnChoice choice = ColumnChoice::parse(options_.table.columns);
    if (earlier_ != nullptr && titles_.empty() && choice.by_title()) return take_columns_of_earlier();
    TableColumns& columns = syntax_.columns;
    columns.source = chosen(choice.source);
    columns.target = chosen(choice.target);
    if (choice.weight && syntax_.attributes) {
      syntax_.weight_key = *choice.weight;
    } else if (choice.weight) {
      columns.weight = chosen(*choice.weight);
    }
    if (columns.source == columns.target || columns.weight == columns.source || columns.weight == columns.target) {
      fail(ExitCode::wrong_use, "--columns {} takes one column of {} twice", options_.table.columns, source_.name());
    }
  }

  [[nodiscard]] std::size_t chosen(const std::string& text) const {
    if (!titles_.empty()) {
      if (const auto column = column_titled(titles_, text)) return *column;
    }
    const std::size_t count = syntax_.columns.count;
    if (const auto number = column_number(text)) {
      if (*number < count) return *number;
      fail(ExitCode::wrong_use, "--columns {}: {} has {} columns, in line {}", options_.table.columns, source_.name(),
           count, example_line().number);
    }
    if (titles_.empty()) {
      fail(ExitCode::wrong_use, "--columns {}: {} has no titles; give numbers from 1 to {}", options_.table.columns,
           source_.name(), count);
    }
    fail(ExitCode::wrong_use, "--columns {}: no one column of {} is called {}; its columns are {}",
         options_.table.columns, source_.name(), quoted(text), numbered_titles(titles_));
  }

  /// A file that goes on where an earlier one ended needs no titles of its own.
  void take_columns_of_earlier() {
    const std::size_t count = syntax_.columns.count;
    if (count != earlier_->columns.count) {
      refuse(example_line().number, fmt::format("expected {} columns, as in the file before, found {} in {}",
                                                earlier_->columns.count, count, quoted(example_line().text)));
    }
    syntax_.columns = earlier_->columns;
    syntax_.weight_key = earlier_->weight_key;
    syntax_.direction = earlier_->direction;
    syntax_.directed = earlier_->directed;
    columns_of_earlier_ = true;
  }

  void take_titled_columns() {
    TableColumns& columns = syntax_.columns;
    if (titles_.size() != columns.count) {
      refuse(example_line().number,
             fmt::format("line {} has {} titles and line {} has {} columns: say which to take by numbers, for example "
                         "--columns 1,2",
                         header_line_, titles_.size(), example_line().number, columns.count));
    }
    const TitledColumns titled(titles_);
    if (titled.ambiguous()) refuse_titles();
    const bool weight_known =
        !titled.weights().empty() && (titled.sure_weight() || holds_numbers(titled.weights().front()));
    if (weight_known) columns.weight = titled.weights().front();
    if (titled.source() && titled.target()) {
      columns.source = *titled.source();
      columns.target = *titled.target();
      if (columns.count == 3 && !columns.weight) {
        const std::size_t third = 3 - columns.source - columns.target;
        if (!titled.is_other(third) && holds_numbers(third)) columns.weight = third;
      }
      find_direction_column();
      return;
    }
    take_columns_in_order(titled);
  }

  /// Titles that are not known: the first two columns that can be ends are, where there are no more.
  void take_columns_in_order(const TitledColumns& titled) {
    TableColumns& columns = syntax_.columns;
    std::vector<std::size_t> ends;
    bool other = false;
    for (std::size_t column = 0; column < columns.count; ++column) {
      other = other || titled.is_other(column);
      if (column != columns.weight) ends.push_back(column);
    }
    if (ends.size() == 3 && !columns.weight && (holds_numbers(2) || !options_.read_weights)) {
      columns.weight = 2;
      ends.pop_back();
    }
    if (ends.size() != 2 || other) refuse_titles();
    if (titled.source() && titled.source() != ends[0]) refuse_titles();
    if (titled.target() && titled.target() != ends[1]) refuse_titles();
    columns.source = ends[0];
    columns.target = ends[1];
    by_order_ = true;
  }

  [[noreturn]] void refuse_titles() const {
    refuse(header_line_ != 0 ? header_line_ : comments_.last_line(),
           fmt::format("the titles {} do not say which columns are the ends of an edge: say --columns "
                       "SOURCE,TARGET or SOURCE,TARGET,WEIGHT, by titles or numbers",
                       numbered_titles(titles_)));
  }

  /// Gephi's column Type says of each edge whether it is directed.
  void find_direction_column() {
    const auto column = column_titled(titles_, "type");
    if (!column || rows_.size() < 2) return;
    std::string type(rows_[1][*column]);
    std::string lower(type);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (lower != "directed" && lower != "undirected") return;
    syntax_.columns.direction = column;
    syntax_.direction = std::move(type);
    syntax_.directed = lower == "directed";
    decisions_.push_back(fmt::format("direction: {}, says column {}", lower, quoted(titles_[*column])));
  }

  void take_columns_of_konect() {
    TableColumns& columns = syntax_.columns;
    const std::string& weights = comments_.konect().weights;
    if (weights == "dynamic") {
      refuse(comments_.konect().line,
             "a dynamic network of KONECT: its third column says whether an edge appears or disappears, so that there "
             "is no one graph; say --columns 1,2 to take every edge that it names");
    }
    if (columns.count > 2 && weights != "unweighted") columns.weight = 2;
  }

  void take_third_column() {
    if (options_.read_weights && !holds_a_number(2) && first_data_row_ < rows_.size()) {
      const bool arrows = is_punctuation(example()[1]);
      refuse(example_line().number,
             fmt::format("expected a weight in column 3, found {} in {}; say which columns to take, for example "
                         "--columns {}",
                         quoted(example()[2]), quoted(example_line().text), arrows ? "1,3" : "1,2 or --columns 1,3"));
    }
    syntax_.columns.weight = 2;
  }

  void take_declared_direction() {
    const KonectHeader& konect = comments_.konect();
    if (konect.kind != KonectHeader::Kind::none) {
      const bool bipartite = konect.kind == KonectHeader::Kind::bipartite;
      const bool directed = konect.kind == KonectHeader::Kind::asymmetric;
      syntax_.directed = directed;
      syntax_.bipartite = bipartite;
      decisions_.push_back(fmt::format("direction: {}, says KONECT's comment in line {}",
                                       directed    ? "directed (asym)"
                                       : bipartite ? "undirected between two sides (bip)"
                                                   : "undirected (sym)",
                                       konect.line));
    } else if (comments_.undirected_line() != 0 && !syntax_.directed) {
      syntax_.directed = false;
      decisions_.push_back(
          fmt::format("direction: undirected, says the comment in line {}", comments_.undirected_line()));
    }
  }

  /// Signs between the columns, and brackets around lines, are no names.
  void refuse_what_is_no_name() const {
    if (first_data_row_ >= rows_.size()) return;
    const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(first_data_row_);
    for (const std::size_t column : {syntax_.columns.source, syntax_.columns.target}) {
      const bool same = std::all_of(begin, rows_.end(), [&](const Fields& row) {
        return column < row.size() && row[column] == (*begin)[column];
      });
      if (!same || !is_punctuation((*begin)[column])) continue;
      refuse(example_line().number,
             fmt::format("column {} holds {} in every line, which is no vertex: say which columns to take, for example "
                         "--columns 1,3",
                         column + 1, quoted((*begin)[column])));
    }
    const auto numbers_and_commas = [](std::string_view field) {
      return field.find_first_of(",;") != std::string_view::npos && is_digit(field.front()) && is_digit(field.back()) &&
             field.find_first_not_of("0123456789.,;") == std::string_view::npos;
    };
    const bool blanks = syntax_.separator == EdgeListSyntax::blanks && !options_.table.delimiter;
    for (const std::size_t column : {syntax_.columns.source, syntax_.columns.target}) {
      if (!blanks || column >= begin->size() || !numbers_and_commas((*begin)[column])) continue;
      refuse(example_line().number,
             fmt::format("blanks and other characters both separate numbers in {}: say --delimiter space, or comma, or "
                         "semicolon",
                         quoted(example_line().text)));
    }
  }

  void find_names() {
    syntax_.names = options_.table.names;
    if (syntax_.names != NameKind::automatic || first_data_row_ >= rows_.size()) return;
    const auto names_of = [&](const Fields& row) {
      Fields names;
      for (const std::size_t column : {syntax_.columns.source, syntax_.columns.target}) {
        if (column < row.size()) names.push_back(row[column]);
      }
      return names;
    };
    for (std::size_t i = first_data_row_; i < rows_.size(); ++i) {
      for (const std::string_view name : names_of(rows_[i])) {
        if (classify_name(name) == NameText::word) syntax_.names = NameKind::strings;
      }
    }
    if (syntax_.names == NameKind::strings) return;
    for (const std::string_view name : names_of(example())) {
      if (classify_name(name) != NameText::malformed_number || syntax_.odd_numbers) continue;
      syntax_.names = NameKind::strings;
      syntax_.odd_numbers = true;
      decisions_.push_back(
          fmt::format("names: taken as they are written, since {} in line {} is no whole number from 0 to 2^64 - 1; "
                      "--names numbers takes 1.0 for 1",
                      quoted(name), example_line().number));
    }
    if (!syntax_.odd_numbers) return;  // a number that is none of ours is refused where it stands
    for (std::size_t i = first_data_row_; i < rows_.size(); ++i) {
      for (const std::string_view name : names_of(rows_[i])) {
        if (!is_fraction(name)) continue;
        refuse(
            row_lines_[i].number,
            fmt::format("expected a vertex, a whole number from 0 to 2^64 - 1, found {} in {}; --names strings takes "
                        "names as they are written",
                        quoted(name), quoted(row_lines_[i].text)));
      }
    }
  }

  void take_lines_before_edges() {
    describe_columns();
    const std::uint64_t first_edge = first_data_row_ < rows_.size() ? example_line().number : 0;
    // From here on, the views into the text may go.
    while (const auto line = source_.next_line()) {
      const char* const begin = line_begin(line->data(), syntax_);
      const std::uint64_t number = source_.line_number();
      if (trimmed(*line).empty() || number == header_line_) continue;
      if (!is_comment(begin) || (number >= first_edge && !is_passed_over(begin, syntax_))) {
        syntax_.first_data_line = number;
        source_.unread_line();
        return;
      }
      count_comment(number);
    }
  }

  void describe_columns() {
    const auto separator =
        syntax_.separator == EdgeListSyntax::blanks && row_lines_[0].text.find('\t') != std::string_view::npos
            ? "tabs"
            : describe_separator(syntax_.separator);
    found_.push_back(fmt::format("separator: {}", separator));
    if (!csv_ && syntax_.quotes) found_.emplace_back("quotes: taken off the names in them");
    if (header_line_ != 0) found_.push_back(fmt::format("header: line {}, {}", header_line_, quoted(syntax_.header)));
    const TableColumns& columns = syntax_.columns;
    if (columns.plain() && titles_.empty() && !syntax_.attributes) return;
    found_.push_back("columns: " + named_columns());
    if (by_order_) {
      found_.push_back(fmt::format(
          "the titles are not known, edges go from {} to {} as the columns stand; --columns {},{} turns them "
          "around",
          quoted(titles_[columns.source]), quoted(titles_[columns.target]), columns.target + 1, columns.source + 1));
    }
  }

  [[nodiscard]] std::string named_column(std::size_t column) const {
    if (columns_of_earlier_ || titles_.size() <= column) return fmt::to_string(column + 1);
    return fmt::format("{} {}", column + 1, quoted(titles_[column]));
  }

  [[nodiscard]] std::string named_columns() const {
    const TableColumns& columns = syntax_.columns;
    std::string text = fmt::format("source {}, target {}", named_column(columns.source), named_column(columns.target));
    if (columns.weight) text += fmt::format(", weight {}", named_column(*columns.weight));
    if (!syntax_.weight_key.empty()) text += fmt::format(", weight {} of the attributes", quoted(syntax_.weight_key));
    std::string passed;
    for (std::size_t column = 0; column < columns.count; ++column) {
      const bool used = column == columns.source || column == columns.target || column == columns.weight ||
                        column == columns.direction;
      if (!used) passed += fmt::format("{}{}", passed.empty() ? "" : ", ", named_column(column));
    }
    for (const std::string& key : first_attributes_.keys()) {
      if (key != syntax_.weight_key) passed += fmt::format("{}attribute {}", passed.empty() ? "" : ", ", quoted(key));
    }
    return passed.empty() ? text : fmt::format("{}; passed over: {}", text, passed);
  }

  void describe() { decisions_.insert(decisions_.begin() + decisions_before_, found_.begin(), found_.end()); }

  TextSource& source_;
  bool csv_;
  const ReadOptions& options_;
  const EdgeListSyntax* earlier_;
  std::vector<std::string>& decisions_;
  EdgeListSyntax syntax_;
  LeadingComments comments_;
  std::vector<SampleLine> lines_;
  std::vector<Fields> rows_;           // lines that are edges or titles
  std::vector<SampleLine> row_lines_;  // parallel to them
  Fields titles_;
  Attributes first_attributes_;
  std::size_t first_data_row_ = 0;
  std::uint64_t header_line_ = 0;
  bool by_order_ = false;
  bool columns_of_earlier_ = false;
  std::ptrdiff_t decisions_before_ = std::ssize(decisions_);
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
