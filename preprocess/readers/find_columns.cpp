// Which columns of a table are the ends of an edge, and its weight.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "preprocess/readers/table_evidence.hpp"

namespace mg {

namespace {

class ColumnFinder {
 public:
  explicit ColumnFinder(TableEvidence& table) : table_(table) {}

  void find() {
    TableColumns& columns = table_.syntax.columns;
    columns.count = table_.example().size();
    if (columns.count < 2) refuse_count();
    if (!table_.options.table.columns.empty()) {
      take_chosen_columns();
    } else if (table_.earlier != nullptr && !table_.earlier->header.empty() && table_.titles.empty()) {
      take_columns_of_earlier();
    } else if (!table_.titles.empty()) {
      take_titled_columns();
    } else if (table_.comments.konect().kind != KonectHeader::Kind::none && columns.count <= 4) {
      take_columns_of_konect();
    } else if (columns.count > 3) {
      refuse_count();
    } else if (columns.count == 3) {
      take_third_column();
    }
    if (table_.syntax.attributes && table_.options.table.columns.empty()) take_weight_of_attributes();
    take_declared_direction();
    table_.syntax.bipartite = table_.syntax.bipartite || table_.options.bipartite;
    if (!table_.syntax.bipartite) tell_of_kinds();
  }

 private:
  [[noreturn]] void refuse_count() const {
    const std::size_t count = table_.syntax.columns.count;
    table_.refuse(table_.example_line().number,
                  fmt::format("expected 2 or 3 columns (source, target, and maybe a weight), found {} in {}{}", count,
                              quoted(table_.example_line().text),
                              count < 2 ? "; if another character separates them, say which: --delimiter"
                                        : "; say which to take, for example --columns 1,2 or --columns 1,2,3"));
  }

  void take_chosen_columns() {
    const ColumnChoice choice = ColumnChoice::parse(table_.options.table.columns);
    if (table_.earlier != nullptr && table_.titles.empty() && choice.by_title()) return take_columns_of_earlier();
    TableColumns& columns = table_.syntax.columns;
    columns.source = chosen(choice.source);
    columns.target = chosen(choice.target);
    if (choice.weight && table_.syntax.attributes && !names_a_column(*choice.weight)) {
      take_attribute(*choice.weight);
    } else if (choice.weight) {
      columns.weight = chosen(*choice.weight);
    }
    if (columns.source == columns.target || columns.weight == columns.source || columns.weight == columns.target) {
      fail(ExitCode::wrong_use, "--columns {} takes one column of {} twice", table_.options.table.columns,
           table_.source.name());
    }
  }

  void take_attribute(const std::string& key) {
    if (!table_.first_attributes.find_key(key)) {
      const std::vector<std::string> keys = table_.first_attributes.keys();
      fail(ExitCode::wrong_use, "--columns {}: no attribute in line {} of {} is called {}; {}",
           table_.options.table.columns, table_.example_line().number, table_.source.name(), quoted(key),
           keys.empty() ? "it has none" : fmt::format("it has {}", fmt::join(keys, ", ")));
    }
    table_.syntax.weight_key = key;
  }

  /// Whether a weight that was chosen is a number of a column, and no key of the attributes.
  [[nodiscard]] bool names_a_column(const std::string& weight) const {
    return column_number(weight) && !table_.first_attributes.find_key(weight);
  }

  [[nodiscard]] std::size_t chosen(const std::string& text) const {
    const std::size_t count = table_.syntax.columns.count;
    const auto number = column_number(text);
    if (!table_.titles.empty()) {
      if (const auto column = column_titled(table_.titles, text)) {
        if (!number && table_.titles.size() < count) refuse_few_titles();
        return checked_title(*column, number);
      }
    }
    if (number) {
      if (*number < count) return *number;
      fail(ExitCode::wrong_use, "--columns {}: {} has {} columns, in line {}", table_.options.table.columns,
           table_.source.name(), count, table_.example_line().number);
    }
    if (table_.titles.empty()) {
      fail(ExitCode::wrong_use, "--columns {}: {} has no titles; give numbers from 1 to {}",
           table_.options.table.columns, table_.source.name(), count);
    }
    fail(ExitCode::wrong_use, "--columns {}: no one column of {} is called {}; its columns are {}",
         table_.options.table.columns, table_.source.name(), quoted(text), numbered_titles(table_.titles));
  }

  /// A column chosen by its title, which may be a `number` as well.
  [[nodiscard]] std::size_t checked_title(std::size_t column, std::optional<std::size_t> number) const {
    const std::size_t count = table_.syntax.columns.count;
    if (column >= count) {
      fail(ExitCode::wrong_use, "--columns {}: {} is the title of column {}, and {} has {} columns, in line {}",
           table_.options.table.columns, quoted(table_.titles[column]), column + 1, table_.source.name(), count,
           table_.example_line().number);
    }
    if (number && *number != column && *number < count) {
      fail(ExitCode::wrong_use,
           "--columns {}: in {}, {} is the title of column {} and the number of another; its columns are {}: call them "
           "otherwise",
           table_.options.table.columns, table_.source.name(), quoted(table_.titles[column]), column + 1,
           numbered_titles(table_.titles));
    }
    return column;
  }

  /// A file that goes on where an earlier one ended needs no titles of its own.
  void take_columns_of_earlier() {
    const std::size_t count = table_.syntax.columns.count;
    if (count != table_.earlier->columns.count) {
      table_.refuse(table_.example_line().number,
                    fmt::format("expected {} columns, as in the file before, found {} in {}",
                                table_.earlier->columns.count, count, quoted(table_.example_line().text)));
    }
    table_.syntax.columns = table_.earlier->columns;
    table_.syntax.weight_key = table_.earlier->weight_key;
    table_.syntax.direction = table_.earlier->direction;
    table_.syntax.directed = table_.earlier->directed;
    table_.columns_of_earlier = true;
  }

  /// R writes the names of rows in front, without a title.
  [[noreturn]] void refuse_few_titles() const {
    const std::size_t titles = table_.titles.size();
    const std::size_t count = table_.syntax.columns.count;
    const bool begins_with_names = titles + 1 == count && count >= 3 && !table_.example().back().empty();
    table_.refuse(
        table_.example_line().number,
        fmt::format("line {} has {} titles and line {} has {} columns: say which to take by numbers, for example "
                    "--columns {}",
                    table_.header_line, titles, table_.example_line().number, count,
                    begins_with_names ? "2,3, if the first one holds names of rows, as R writes them" : "1,2"));
  }

  void take_titled_columns() {
    TableColumns& columns = table_.syntax.columns;
    if (table_.titles.size() != columns.count) refuse_few_titles();
    const TitledColumns titled(table_.titles);
    if (titled.ambiguous()) refuse_titles();
    const bool weight_known =
        !titled.weights().empty() && (titled.sure_weight() || table_.holds_numbers(titled.weights().front()));
    if (weight_known) columns.weight = titled.weights().front();
    if (titled.source() && titled.target()) {
      columns.source = *titled.source();
      columns.target = *titled.target();
      refuse_two_spaces();
      if (columns.count == 3 && !columns.weight) take_unknown_weight(titled);
      find_direction_column();
      return;
    }
    take_columns_in_order(titled);
  }

  /// The third of three columns, whose title is not known: a quantity, where it stands behind the ends.
  void take_unknown_weight(const TitledColumns& titled) {
    constexpr std::size_t third = 2;
    const TableColumns& columns = table_.syntax.columns;
    if (columns.source == third || columns.target == third) return;
    if (titled.is_other(third) || titled.is_number(third) || !table_.holds_numbers(third)) return;
    table_.syntax.columns.weight = third;
    table_.decisions.push_back(
        fmt::format("weights: the numbers of column 3, whose title {} is not known; --columns {},{} leaves them aside",
                    quoted(table_.titles[third]), columns.source + 1, columns.target + 1));
  }

  /// Neo4j may number the sources and the targets apart.
  void refuse_two_spaces() const {
    const TableColumns& columns = table_.syntax.columns;
    const std::string_view source = neo4j_space(table_.titles[columns.source]);
    const std::string_view target = neo4j_space(table_.titles[columns.target]);
    if (source == target || table_.options.bipartite) return;
    table_.refuse(titles_line(),
                  fmt::format("the ends of an edge are named apart, in {} and in {}, so that the same name may be two "
                              "vertices: say --bipartite, or --columns {},{} if no name is both",
                              quoted(source), quoted(target), columns.source + 1, columns.target + 1));
  }

  /// Titles that are not known: the first two columns that can be ends are, where there are no more.
  void take_columns_in_order(const TitledColumns& titled) {
    TableColumns& columns = table_.syntax.columns;
    std::vector<std::size_t> ends;
    bool other = false;
    for (std::size_t column = 0; column < columns.count; ++column) {
      other = other || titled.is_other(column);
      if (column != columns.weight) ends.push_back(column);
    }
    if (ends.size() == 3 && !columns.weight && (table_.holds_numbers(2) || !table_.options.read_weights)) {
      columns.weight = 2;
      ends.pop_back();
    }
    if (ends.size() != 2 || other) refuse_titles();
    if (titled.source() && titled.source() != ends[0]) refuse_titles();
    if (titled.target() && titled.target() != ends[1]) refuse_titles();
    columns.source = ends[0];
    columns.target = ends[1];
    table_.by_order = true;
  }

  /// Where the titles stand; they may be a comment.
  [[nodiscard]] std::uint64_t titles_line() const {
    return table_.header_line != 0 ? table_.header_line : table_.comments.last_line();
  }

  [[noreturn]] void refuse_titles() const {
    table_.refuse(titles_line(),
                  fmt::format("the titles {} do not say which columns are the ends of an edge: say --columns "
                              "SOURCE,TARGET or SOURCE,TARGET,WEIGHT, by titles or numbers",
                              numbered_titles(table_.titles)));
  }

  /// Gephi's column Type says of each edge whether it is directed.
  void find_direction_column() {
    const auto column = column_titled(table_.titles, "type");
    if (!column || table_.data_rows().empty()) return;
    const auto lowered = [&](const auto& row) {
      std::string said(*column < row.size() ? row[*column] : std::string_view());  // shorter lines are refused later
      std::ranges::transform(said, said.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
      return said;
    };
    const auto says_it = [&](const auto& row) { return lowered(row) == "directed" || lowered(row) == "undirected"; };
    std::string type(table_.example()[*column]);
    const std::string lower = lowered(table_.example());
    if (lower == "mutual" || (lower.empty() && std::ranges::any_of(table_.data_rows(), says_it))) {
      table_.refuse(table_.example_line().number,
                    fmt::format("{} in column {}, which says of other edges whether they are directed: make all of "
                                "them Directed or Undirected, or say --columns SOURCE,TARGET to leave it out",
                                lower.empty() ? "nothing" : quoted(type), quoted(table_.titles[*column])));
    }
    if (lower != "directed" && lower != "undirected") return;
    table_.syntax.columns.direction = column;
    table_.syntax.direction = std::move(type);
    table_.syntax.directed = lower == "directed";
    table_.decisions.push_back(fmt::format("direction: {}, says column {}", lower, quoted(table_.titles[*column])));
  }

  void take_columns_of_konect() {
    TableColumns& columns = table_.syntax.columns;
    const std::string& weights = table_.comments.konect().weights;
    if (weights == "dynamic") {
      table_.refuse(
          table_.comments.konect().line,
          "a dynamic network of KONECT: its third column says whether an edge appears or disappears, so that there "
          "is no one graph; say --columns 1,2 to take every edge that it names");
    }
    if (columns.count > 2 && weights != "unweighted") columns.weight = 2;
  }

  void take_third_column() {
    if (table_.options.read_weights && !table_.holds_a_number(2) && table_.first_data_row < table_.rows.size()) {
      const bool arrows = is_punctuation(table_.example()[1]);
      table_.refuse(table_.example_line().number,
                    fmt::format("expected a weight in column 3, found {} in {}; say which columns to take, for example "
                                "--columns {}",
                                quoted(table_.example()[2]), quoted(table_.example_line().text),
                                arrows ? "1,3" : "1,2 or --columns 1,3"));
    }
    table_.syntax.columns.weight = 2;
  }

  void take_weight_of_attributes() {
    const TableColumns& columns = table_.syntax.columns;
    if (!table_.first_attributes.find_key("weight")) {
      table_.syntax.must_lack_weight = table_.options.read_weights && !table_.syntax.weighted();
      return;
    }
    if (!columns.weight) {
      table_.syntax.weight_key = "weight";
    } else if (table_.options.read_weights) {
      const auto choice = fmt::format("--columns {},{}", columns.source + 1, columns.target + 1);
      table_.refuse(
          table_.example_line().number,
          fmt::format("column {} and the attribute 'weight' of {} are both weights: say which to take, {},{} "
                      "or {},weight",
                      *columns.weight + 1, quoted(table_.example_line().text), choice, *columns.weight + 1, choice));
    }
  }

  void take_declared_direction() {
    table_.syntax.called_directed = table_.comments.directed_line() != 0;
    const KonectHeader& konect = table_.comments.konect();
    if (konect.kind != KonectHeader::Kind::none) {
      const bool bipartite = konect.kind == KonectHeader::Kind::bipartite;
      const bool directed = konect.kind == KonectHeader::Kind::asymmetric;
      table_.syntax.directed = directed;
      table_.syntax.bipartite = bipartite;
      table_.decisions.push_back(fmt::format("direction: {}, says KONECT's comment in line {}",
                                             directed    ? "directed (asym)"
                                             : bipartite ? "undirected between two sides (bip)"
                                                         : "undirected (sym)",
                                             konect.line));
    } else if (table_.comments.undirected_line() != 0 && !table_.syntax.directed) {
      table_.syntax.directed = false;
      table_.decisions.push_back(
          fmt::format("direction: undirected, says the comment in line {}", table_.comments.undirected_line()));
    }
  }

  /// Numbers under titles such as 'userId' and 'movieId' are of two kinds, perhaps.
  void tell_of_kinds() const {
    const TableColumns& columns = table_.syntax.columns;
    if (std::max(columns.source, columns.target) >= table_.titles.size()) return;
    const TitledColumns titled(table_.titles);
    if (titled.source() == columns.source && titled.target() == columns.target) return;
    if (!table_.holds_a_number(columns.source) || !table_.holds_a_number(columns.target)) return;
    const std::string_view source = table_.titles[columns.source];
    const std::string_view target = table_.titles[columns.target];
    const std::string one = kind_of(source);
    const std::string other = kind_of(target);
    constexpr std::size_t stem = 3;  // 'follower' and 'followee' are of one kind
    if (std::min(one.size(), other.size()) < stem || one.substr(0, stem) == other.substr(0, stem)) return;
    table_.decisions.push_back(
        fmt::format("vertices: a number under {} and the same one under {} are one vertex; with --bipartite they are "
                    "two",
                    quoted(source), quoted(target)));
  }

  /// What a title says that its column's numbers stand for: 'user' of 'userId', 'user_id_a' and 'USER2'.
  [[nodiscard]] static std::string kind_of(std::string_view title) {
    std::string kind;
    std::string word;
    const auto end_word = [&] {
      if (word.size() > 1 && word != "id" && word != "ids") kind += word;
      word.clear();
    };
    bool was_small = false;
    for (const char c : title) {
      const auto letter = static_cast<unsigned char>(c);
      if (std::isalpha(letter) == 0 || (was_small && std::isupper(letter) != 0)) end_word();
      if (std::isalpha(letter) != 0) word += static_cast<char>(std::tolower(letter));
      was_small = std::islower(letter) != 0;
    }
    end_word();
    return kind;
  }

  TableEvidence& table_;
};

}  // namespace

void find_columns(TableEvidence& table) { ColumnFinder(table).find(); }

}  // namespace mg
