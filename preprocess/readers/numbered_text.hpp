// What the text formats that number their vertices 1 .. n share (.mtx, .gr, .graph): numbers in range, counts kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

[[nodiscard]] constexpr bool ends_word(char c) { return is_blank(c) || c == '\n'; }

/// Reads the word at `p` (after blanks) as an unsigned number and moves `p` behind it. TextError says what was
/// expected.
inline std::uint64_t parse_count(const char*& p, std::string_view expected) {
  const char* const word = p = skip_blanks(p);
  std::uint64_t value = 0;
  if (!parse_unsigned(p, value) || !ends_word(*p)) fail_at(word, "expected {}, found {}", expected, quoted_word(word));
  return value;
}

/// Reads a vertex 1 .. n as 0 .. n - 1. `role` says which one is missing in the error: "a row number".
inline VertexId parse_vertex(const char*& p, std::uint64_t n, std::string_view role) {
  const char* const word = p = skip_blanks(p);
  std::uint64_t value = 0;
  if (!parse_unsigned(p, value) || !ends_word(*p) || value - 1 >= n) {
    if (n == 0) fail_at(word, "found {}, but the header announces no vertices", quoted_word(word));
    fail_at(word, "expected {} from 1 to {}, found {}", role, n, quoted_word(word));
  }
  return static_cast<VertexId>(value - 1);
}

/// Moves `p` behind the line end; TextError when anything but blanks precedes it.
inline void parse_line_end(const char*& p) {
  p = skip_blanks(p);
  if (*p != '\n') fail_at(p, "expected the end of the line, found {}", quoted_word(p));
  ++p;
}

/// Reads a weight into `weights`, or passes over it where it is not wanted. TextError when there is none.
inline void parse_weight(const char*& p, bool wanted, WeightBlock& weights, std::string_view expected) {
  p = skip_blanks(p);
  if (*p == '\n') fail_at(p, "expected {}, found the end of the line", expected);
  if (wanted) {
    weights.parse(p);
    if (!ends_word(*p)) fail_at(p, "expected white space after the number, found {}", quoted_word(p));
  } else {
    p = word_end(p);
  }
}

/// Runs parse() and turns its TextError into an Error at its place in the line that `source` returned last.
template <class Parse>
auto parse_header(const TextSource& source, Parse&& parse) {
  try {
    return parse();
  } catch (const TextError& error) {
    source.fail_in_line(error.at, "{}", error.message);
  }
}

/// The beginning of line number `index` (from 0) among the lines of `text` for which counts(begin of line) holds.
template <class Counts>
[[nodiscard]] const char* find_line(std::string_view text, std::uint64_t index, Counts&& counts) {
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end; p = line_end(p) + 1) {
    if (counts(skip_blanks(p)) && index-- == 0) return p;
  }
  return text.data();
}

/// A file's announcement of how many lines follow, each holding one edge.
struct AnnouncedEdges {
  std::uint64_t count;
  std::uint64_t line;         ///< where the announcement stands
  std::string_view what;      ///< "entries"
  bool real_weights = false;  ///< the file declares its weights to be real numbers
};

/// Collects the rest of `source`, one edge a line: parse_line(p, EdgeBlock&) reads the line at `p`, whose first
/// character is not blank, and moves `p` behind its end; is_edge(p) tells such lines from others. Lines that are blank
/// or comments are passed over by parse_line too. Throws Error(bad_input) when there are more or fewer edges than
/// announced.
template <class ParseLine, class IsEdge>
void collect_announced_edges(TextSource& source, Progress& progress, EdgeCollector& collector,
                             const AnnouncedEdges& announced, bool weighted, std::size_t shortest_line,
                             ParseLine&& parse_line, IsEdge&& is_edge) {
  struct Result {
    EdgeBlock block;
    std::string_view text;
    std::optional<TextError> malformed;  // what is wrong behind the edges of the block
  };
  const auto parse = [&](std::string_view text, Result& result) {
    result.text = text;
    result.malformed.reset();
    result.block.reset(text.size() / shortest_line + 1, weighted);
    result.block.weights().accept_rounding(announced.real_weights);
    const char* const end = text.data() + text.size();
    try {
      for (const char* p = text.data(); p < end;) {
        p = skip_blanks(p);
        if (*p == '\n') {
          ++p;
        } else {
          parse_line(p, result.block);
        }
      }
    } catch (TextError& error) {
      result.malformed = std::move(error);
    }
  };
  const auto place = [&](Result& result, std::uint64_t first_line) {
    const std::uint64_t missing = announced.count - collector.size();
    if (result.block.size() > missing) {
      fail_at(find_line(result.text, missing, is_edge), "found more {} than the {} that line {} announces",
              announced.what, announced.count, announced.line);
    }
    if (result.malformed) throw *result.malformed;
    collector.place(result.block, result.text, first_line);
  };
  const std::uint64_t lines =
      parse_text<Result>(source, progress, parse, place, [&](const Result& result) { collector.store(result.block); });
  if (collector.size() < announced.count) {
    source.fail_at_position({lines, 1}, fmt::format("the file ends after {} of the {} {} that line {} announces",
                                                    collector.size(), announced.count, announced.what, announced.line));
  }
}

}  // namespace mg
