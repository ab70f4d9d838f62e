// What an edge list looks like: separator, columns, header, kind of names. Nothing declares it, so it is found out from
// the first lines, reported, and then demanded of all lines.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/edge_collector.hpp"
#include "preprocess/number_parsing.hpp"
#include "preprocess/text_chunks.hpp"

namespace mg {

struct EdgeListSyntax {
  static constexpr char blanks = ' ';  ///< any number of spaces and tabs

  char separator = blanks;            ///< blanks, or one of ',' ';' '\t' (blanks around it are not part of a field)
  bool quotes = false;                ///< a field may stand in double quotes, doubled within (CSV)
  int columns = 2;                    ///< 2, or 3 with a weight
  bool numeric_names = true;          ///< all names among the first lines are numbers
  std::uint64_t first_data_line = 1;  ///< the line that shows the syntax
  bool declared_undirected = false;   ///< a comment of SNAP's kind says so
};

/// Looks at the first lines of `source`, takes comments and a header from it, and appends what it found to `decisions`.
/// Throws Error(bad_input) when the first data line has neither two nor three columns.
EdgeListSyntax find_edge_list_syntax(TextSource& source, bool csv, std::vector<std::string>& decisions);

/// True when the line at `p`, whose leading blanks are skipped, is a comment: it starts with #, % or //.
[[nodiscard]] inline bool is_comment(const char* p) { return *p == '#' || *p == '%' || (*p == '/' && p[1] == '/'); }

/// The field at `p`, which is neither blank nor a separator; `p` moves behind it. A quoted field with doubled quotes is
/// put together in `unquoted`. TextError for an empty field or a quote without an end.
std::string_view next_field(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted);

/// Moves `p` over a separator to the next field; TextError when the line ends there. `found`: fields before it.
void skip_separator(const char*& p, const EdgeListSyntax& syntax, int found);

/// Reads what follows the two names of an edge, which is a weight if there are three columns (passed over when
/// `weights` is null), and moves `p` behind the line end; TextError for anything else.
void finish_edge_line(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights);

enum class NameText : std::uint8_t { number, word, malformed_number };

/// Whether `text` is a vertex number (decimal, no sign, no leading zero, 64 bits), looks like an attempt at one (-1,
/// 2.5, too large), or is a word.
[[nodiscard]] NameText classify_name(std::string_view text);

}  // namespace mg
