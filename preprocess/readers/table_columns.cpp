#include "preprocess/readers/table_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "engine/error.hpp"
#include "preprocess/option_text.hpp"
#include "preprocess/readers/table_options.hpp"

namespace mg {

namespace {

using Words = std::span<const std::string_view>;

// Words that say it within a title of several, too: from_node, SOURCE_SUBREDDIT, srcAccount.
constexpr std::array<std::string_view, 4> source_words = {"source", "src", "from", "start"};
constexpr std::array<std::string_view, 8> target_words = {"target", "tgt",         "trg", "dst",
                                                          "dest",   "destination", "to",  "end"};
// Titles that say it as a whole. What tools write in pairs stands at the same place in both.
constexpr std::array<std::string_view, 14> source_titles = {"u",        "i",        "row",   "node1",      "id1",
                                                            "vertex1",  "v1",       "n1",    "fromnodeid", "fromid",
                                                            "fromnode", "sourceid", "srcid", "tail"};
constexpr std::array<std::string_view, 15> target_titles = {"v",    "j",       "col",      "column", "node2",
                                                            "id2",  "vertex2", "v2",       "n2",     "tonodeid",
                                                            "toid", "tonode",  "targetid", "dstid",  "head"};
constexpr std::array<std::string_view, 13> time_words = {"time",   "date",     "timestamp", "ts", "year",
                                                         "month",  "day",      "epoch",     "at", "times",
                                                         "unixts", "unixtime", "datetime"};
constexpr std::array<std::string_view, 9> other_titles = {"",     "id",    "label",   "type",    "key",
                                                          "name", "index", "timeset", "directed"};
constexpr std::array<std::string_view, 4> number_words = {"id", "ids", "row", "index"};

[[nodiscard]] bool among(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[nodiscard]] std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
  return result;
}

/// A title in words of small letters: "fromNodeId" and "FROM_NODE_ID" are from, node, id.
[[nodiscard]] std::vector<std::string> words_of(std::string_view title) {
  std::vector<std::string> words;
  bool within = false;
  for (std::size_t i = 0; i < title.size(); ++i) {
    const char c = title[i];
    const bool part = is_upper(c) || is_lower(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    const bool begins = !within || (is_upper(c) && is_lower(title[i - 1]));
    if (part && begins) words.emplace_back();
    if (part) words.back() += c;
    within = part;
  }
  for (std::string& word : words) word = lower(word);
  return words;
}

/// Neo4j writes "name:type": what it is called, and ":START_ID(Space)" for ends.
struct Neo4jTitle {
  std::string name;
  std::string type;
};

[[nodiscard]] Neo4jTitle split_type(std::string_view title) {
  const std::size_t colon = title.find(':');
  if (colon == std::string_view::npos) return {std::string(title), {}};
  const std::string_view type = title.substr(colon + 1);
  return {std::string(title.substr(0, colon)), lower(type.substr(0, type.find('(')))};
}

enum class Role : std::uint8_t { none, source, target, weight, other };

struct Meaning {
  Role role = Role::none;
  int certainty = 0;  ///< 2: the title is that word, 1: it contains it
};

[[nodiscard]] bool holds(const std::vector<std::string>& words, Words known) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return among(word, known); });
}

/// True for "source" and "source_id".
[[nodiscard]] bool is_word_or_its_id(const std::vector<std::string>& words, Words known) {
  return among(words[0], known) && (words.size() == 1 || (words.size() == 2 && words[1] == "id"));
}

[[nodiscard]] Meaning meaning_of(std::string_view title) {
  const auto [name, type] = split_type(title);
  if (type == "start_id") return {Role::source, 2};
  if (type == "end_id") return {Role::target, 2};
  if (type == "type") return {Role::other, 2};
  const std::vector<std::string> words = words_of(name);
  const std::string whole = lower(name);
  if (words.empty() || among(whole, other_titles) || holds(words, time_words)) return {Role::other, 2};
  if (whole == "weight" || whole == "weights") return {Role::weight, 4};
  if (whole == "w" || whole == "wt") return {Role::weight, 3};
  if (whole == "value" || whole == "val") return {Role::weight, 2};
  if (words.size() == 2 && holds(words, std::array<std::string_view, 1>{"weight"})) return {Role::weight, 1};
  if (among(whole, source_titles) || is_word_or_its_id(words, source_words)) return {Role::source, 2};
  if (among(whole, target_titles) || is_word_or_its_id(words, target_words)) return {Role::target, 2};
  const bool source = holds(words, source_words);
  const bool target = holds(words, target_words);
  if (source != target) return {source ? Role::source : Role::target, 1};
  return {type.empty() ? Role::none : Role::other, 2};
}

/// The one column of a role; of several, the one whose title is the word itself.
[[nodiscard]] std::optional<std::size_t> only_one(const std::vector<Meaning>& meanings, Role role, bool& several) {
  for (const int certainty : {2, 1}) {
    std::optional<std::size_t> found;
    for (std::size_t column = 0; column < meanings.size(); ++column) {
      if (meanings[column].role != role || meanings[column].certainty != certainty) continue;
      if (found) {
        several = true;
        return std::nullopt;
      }
      found = column;
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

TitledColumns::TitledColumns(const Fields& titles) : other_(titles.size()), numbers_(titles.size()) {
  std::vector<Meaning> meanings;
  for (const std::string_view title : titles) meanings.push_back(meaning_of(title));
  source_ = only_one(meanings, Role::source, ambiguous_);
  target_ = only_one(meanings, Role::target, ambiguous_);
  for (std::size_t column = 0; column < meanings.size(); ++column) {
    other_[column] = meanings[column].role == Role::other;
    numbers_[column] = holds(words_of(titles[column]), number_words);
    if (meanings[column].role == Role::weight) weights_.push_back(column);
  }
  std::stable_sort(weights_.begin(), weights_.end(),
                   [&](std::size_t a, std::size_t b) { return meanings[a].certainty > meanings[b].certainty; });
  sure_weight_ = !weights_.empty() && meanings[weights_[0]].certainty == 4;
  // An arc leads from its tail to its head, a fact from its head to its tail.
  ambiguous_ = ambiguous_ || (source_ && target_ && lower(titles[*source_]) == "tail" && *target_ < *source_);
}

std::string_view neo4j_space(std::string_view title) {
  const std::size_t open = title.find('(');
  if (title.find(':') == std::string_view::npos || open == std::string_view::npos || !title.ends_with(')')) return {};
  return title.substr(open + 1, title.size() - open - 2);
}

std::optional<std::size_t> column_number(std::string_view text) {
  std::size_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || number == 0) return std::nullopt;
  return number - 1;
}

std::optional<std::size_t> column_titled(const Fields& titles, std::string_view title) {
  const auto exact = std::find(titles.begin(), titles.end(), title);
  if (exact != titles.end()) return static_cast<std::size_t>(exact - titles.begin());
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    if (lower(titles[column]) != lower(title)) continue;
    if (found) return std::nullopt;
    found = column;
  }
  return found;
}

namespace {

[[noreturn]] void refuse_columns(std::string_view text, std::string_view why) {
  fail(ExitCode::wrong_use,
       "cannot take columns from '{}': {}; say SOURCE,TARGET or SOURCE,TARGET,WEIGHT, each a number from 1 or a title, "
       "or source=S,target=T,weight=W (for example 1,2,4 or source=3,target=5,weight=amount)",
       text, why);
}

}  // namespace

ColumnChoice ColumnChoice::parse(std::string_view text) {
  static constexpr std::array<std::string_view, 3> roles = {"source", "target", "weight"};
  const std::vector<std::string_view> parts = split_at(',', text);
  std::array<std::optional<std::string>, 3> columns;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    const bool named = equals != std::string_view::npos;
    if (named != (parts[0].find('=') != std::string_view::npos)) refuse_columns(text, "roles are given for some only");
    const auto* const role = named ? std::find(roles.begin(), roles.end(), parts[i].substr(0, equals))
                                   : roles.begin() + std::min(i, roles.size());
    if (role == roles.end()) {
      refuse_columns(text, named ? "a role is source, target or weight" : "there are more than three");
    }
    std::optional<std::string>& column = columns[static_cast<std::size_t>(role - roles.begin())];
    if (column) refuse_columns(text, "a role is given twice");
    column = parts[i].substr(named ? equals + 1 : 0);
    if (column->empty()) refuse_columns(text, "a column is empty");
    if (*column == "0") refuse_columns(text, "columns are counted from 1");
  }
  if (!columns[0] || !columns[1]) refuse_columns(text, "source and target are needed");
  if (columns[0] == columns[1] || columns[0] == columns[2] || columns[1] == columns[2]) {
    refuse_columns(text, "a column is given twice");
  }
  return {*columns[0], *columns[1], columns[2]};
}

bool ColumnChoice::by_title() const {
  return !column_number(source) || !column_number(target) || (weight && !column_number(*weight));
}

char parse_delimiter(std::string_view text) {
  struct Known {
    std::string_view name;
    char character;
  };
  static constexpr Known known[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"\\t", '\t'},
                                    {"space", ' '}, {"blanks", ' '},    {"pipe", '|'}};
  for (const auto& [name, character] : known) {
    if (text == name) return character;
  }
  const bool single = text.size() == 1 && text != "\n" && text != "\r" && text != "\"" && text != "\\";
  const bool part_of_names = single && (is_upper(text[0]) || is_lower(text[0]) || is_digit(text[0]));
  if (single && !part_of_names && static_cast<unsigned char>(text[0]) < 0x80 && text[0] != '\0') return text[0];
  fail(ExitCode::wrong_use,
       "cannot separate columns at '{}': say one character that is no letter, digit, quote or backslash, or comma, "
       "semicolon, tab, pipe, or space for any number of blanks",
       text);
}

}  // namespace mg
