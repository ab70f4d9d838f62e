// What an edge list looks like: separator, columns, header, kind of names. Nothing declares it, so it is found out from
// the first lines, reported, and then demanded of all lines.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/read.hpp"
#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/table_columns.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// Lines that were passed over.
struct CommentsSeen {
  std::uint64_t count = 0;
  std::uint64_t first_line = 0;
};

struct EdgeListSyntax {
  static constexpr char blanks = ' ';  ///< any number of spaces and tabs

  bool empty = true;         ///< nothing but comments
  char separator = blanks;   ///< blanks, or another character (blanks around it are not part of a field)
  bool quotes = false;       ///< a field may stand in double quotes, doubled within
  bool marked_rows = false;  ///< a line that begins with #, % or / is an edge if it has the columns of one
  TableColumns columns;
  /// Behind source and target stand attributes as networkx writes them, {'weight': 3}. They are no column; this is the
  /// key of the weight, or empty.
  bool attributes = false;
  std::string weight_key;
  bool must_lack_weight = false;  ///< the first attributes have none, so that no others may
  std::string direction;          ///< what TableColumns::direction holds in every line
  NameKind names = NameKind::automatic;
  bool odd_numbers = false;           ///< names are strings because the first looks like a number that is none of ours
  std::uint64_t first_data_line = 1;  ///< the line that shows the syntax
  std::optional<bool> directed;       ///< what a comment or column declares
  bool called_directed = false;       ///< by SNAP, which calls graphs so that list each edge both ways, too
  bool bipartite = false;             ///< sources and targets are numbered apart
  std::string header;                 ///< the line of titles, if there is one
  CommentsSeen comments;              ///< before the first edge

  [[nodiscard]] bool weighted() const { return columns.weight || !weight_key.empty(); }
};

/// Looks at the first lines of `source`, takes comments and a header from it, and appends what it found to `decisions`.
/// `earlier` is the syntax of a file that this one continues, or null. Throws Error(bad_input) where the columns of an
/// edge cannot be told, or could be two; Error(wrong_use) for columns that there are not.
EdgeListSyntax find_edge_list_syntax(TextSource& source, bool csv, const ReadOptions& options,
                                     const EdgeListSyntax* earlier, std::vector<std::string>& decisions);

/// True when the line at `p`, whose leading blanks are skipped, begins as a comment does: with #, % or //.
[[nodiscard]] inline bool is_comment(const char* p) { return *p == '#' || *p == '%' || (*p == '/' && p[1] == '/'); }

/// True when the line at `p`, for which is_comment() holds, is no edge.
[[nodiscard]] bool is_passed_over(const char* p, const EdgeListSyntax& syntax);

/// Moves `p`, at the begin of a line, to its first field.
[[nodiscard]] inline const char* line_begin(const char* p, const EdgeListSyntax& syntax) {
  if (syntax.separator != '\t') return skip_blanks(p);
  while (*p == ' ') ++p;
  return *p == '\r' ? skip_blanks(p) : p;
}

/// A name as the file has it.
struct NameField {
  std::string_view text;
  const char* at = nullptr;
  bool quoted = false;
  bool trimmed = false;  ///< blanks around it are no part of it, though the separator is another
};

struct EdgeNames {
  NameField source;
  NameField target;
};

/// Reads the line at `p`, a line_begin(), and moves `p` behind its end. A quoted field with doubled quotes is put
/// together in `unquoted`. The weight, if there is one, goes to `weights` (passed over when that is null). TextError
/// for whatever is not of the syntax.
void parse_edge_line(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted, EdgeNames& names,
                     WeightBlock* weights);

/// Moves `p` over a separator to the next field; TextError when the line ends there. `found`: fields before it.
void skip_separator(const char*& p, const EdgeListSyntax& syntax, std::size_t found);

/// The general case of finish_edge_line().
void finish_longer_line(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights);

/// One separator, a whole number that is the weight in the third and last column, and the end of the line. False, with
/// `p` unchanged, for all other lines.
inline bool parse_usual_weight(const char*& p, const EdgeListSyntax& syntax, WeightBlock& weights) {
  if (syntax.columns.count != 3 || syntax.columns.weight != 2 || syntax.attributes) return false;
  if (*p != syntax.separator && !(*p == '\t' && syntax.separator == EdgeListSyntax::blanks)) return false;
  const char* const word = p + 1;
  const char* at = word;
  std::uint64_t value = 0;
  if (!parse_unsigned(at, value) || *at != '\n' || value > std::numeric_limits<std::uint32_t>::max()) return false;
  weights.add_integer(static_cast<std::uint32_t>(value), {word, static_cast<std::size_t>(at - word)});
  p = at + 1;
  return true;
}

/// Reads what follows the two names of an edge, where these are the first columns, as parse_edge_line() does.
inline void finish_edge_line(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  if (*p == '\n' && syntax.columns.count == 2 && !syntax.attributes) {
    ++p;
  } else if (weights == nullptr || !parse_usual_weight(p, syntax, *weights)) {
    finish_longer_line(p, syntax, weights);
  }
}

/// "commas", "tabs", ...
[[nodiscard]] std::string describe_separator(char separator);

}  // namespace mg
