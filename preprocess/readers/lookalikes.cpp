#include "preprocess/readers/lookalikes.hpp"

#include <strings.h>

#include <algorithm>
#include <set>

namespace mg {

namespace {

[[nodiscard]] bool is_gdf(const std::vector<SampleLine>& lines) {
  const auto begins = [&](std::string_view start) {
    return lines[0].text.size() >= start.size() && ::strncasecmp(lines[0].text.data(), start.data(), start.size()) == 0;
  };
  return begins("nodedef>") || begins("edgedef>");
}

/// "# vertex" in front of its neighbours, one a line.
[[nodiscard]] bool is_lgl(const std::vector<SampleLine>& lines, const TextSource& source) {
  if (!lines[0].marked) return false;
  std::size_t vertices = 0;
  bool neighbour_before = false;
  for (const SampleLine& line : lines) {
    if (!line.marked) {
      neighbour_before = true;
      continue;
    }
    const Fields words = split_fields(line.text, ' ', false);
    if (words.size() != 2 || words[0] != "#") return false;
    vertices += neighbour_before || vertices == 0 ? 1 : 0;
    neighbour_before = false;
  }
  return vertices > 1 || source.name().ends_with(".lgl");
}

[[nodiscard]] bool is_in_brackets(std::string_view line) {
  while (!line.empty() && (line.back() == ',' || line.back() == ' ')) line.remove_suffix(1);
  if (line.size() < 2) return false;
  return (line.front() == '(' && line.back() == ')') || (line.front() == '[' && line.back() == ']') ||
         (line.front() == '{' && line.back() == '}');
}

[[nodiscard]] bool are_tuples(const std::vector<SampleLine>& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [](const SampleLine& line) { return line.marked || is_in_brackets(line.text); }) &&
         std::any_of(lines.begin(), lines.end(), [](const SampleLine& line) { return !line.marked; });
}

/// Nodes and their labels, a line "#", and edges between these nodes.
[[nodiscard]] bool is_tgf(const std::vector<SampleLine>& lines) {
  std::set<std::string_view> nodes;
  auto line = lines.begin();
  const auto words_of = [](const SampleLine& sample) { return split_fields(sample.text, ' ', false); };
  const auto is_border = [](const SampleLine& sample) { return trimmed(sample.text) == "#"; };
  for (; line != lines.end() && !is_border(*line); ++line) {
    if (line->marked || !nodes.insert(words_of(*line).front()).second) return false;
  }
  if (nodes.size() < 2 || line == lines.end() || ++line == lines.end()) return false;
  const bool edges = std::all_of(line, lines.end(), [&](const SampleLine& sample) {
    const Fields words = words_of(sample);
    return words.size() >= 2 && nodes.contains(words[0]) && nodes.contains(words[1]);
  });
  // An edge list may have an empty comment within.
  return edges && std::none_of(lines.begin(), line - 1, [&](const SampleLine& sample) {
           const Fields words = words_of(sample);
           return words.size() > 1 && words[1] != words[0] && nodes.contains(words[1]);
         });
}

/// "a: b c" in every line.
[[nodiscard]] bool has_colons_behind_vertices(const std::vector<SampleLine>& lines) {
  std::size_t found = 0;
  for (const SampleLine& line : lines) {
    if (line.marked) continue;
    const std::string_view word = split_fields(line.text, ' ', false).front();
    const bool attributes = word.find_first_of("{'\"") != std::string_view::npos;
    if (word.size() < 2 || !word.ends_with(':') || attributes) return false;
    ++found;
  }
  return found > 1;
}

/// As many numbers in every line as there are lines: the entries of a matrix, with titles at its borders, perhaps. A
/// matrix of three rows is one if it has nothing but ones off its diagonal, and of two is the same graph as a list.
[[nodiscard]] bool is_matrix(const std::vector<SampleLine>& lines, bool csv) {
  std::vector<std::string_view> texts;
  for (const SampleLine& line : lines) {
    if (!line.marked) texts.push_back(line.text);
  }
  if (texts.size() < 3) return false;
  const char separator = find_separator(texts, csv).separator;
  std::vector<Fields> rows;
  rows.reserve(texts.size());
  for (const std::string_view text : texts) rows.push_back(split_fields(text, separator, true));
  const Fields titles = rows.front();
  const bool titled = separator != ' ' && titles.size() > 3 && titles.front().empty();
  if (titled) {
    rows.erase(rows.begin());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i + 1 >= titles.size() || rows[i].empty() || rows[i].front() != titles[i + 1]) return false;
      rows[i].erase(rows[i].begin());
    }
  }
  const std::size_t size = titles.size() - (titled ? 1 : 0);
  const bool whole = size == rows.size();
  const bool begins = size > rows.size() && lines.size() >= sample_size;
  if (!(whole || begins) || size < 3) return false;
  const bool numbers = std::all_of(rows.begin(), rows.end(), [&](const Fields& row) {
    return row.size() == size && std::all_of(row.begin(), row.end(), is_number);
  });
  if (!numbers || titled || size > 3) return numbers;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (rows[i][j] != "0" && (i == j || rows[i][j] != "1")) return false;
    }
  }
  return true;
}

/// "VERTICES EDGES" in front of edges with weights.
[[nodiscard]] bool has_sizes_above_triples(const std::vector<SampleLine>& lines) {
  std::size_t row = 0;
  for (const SampleLine& line : lines) {
    if (line.marked) continue;
    const Fields words = split_fields(line.text, ' ', false);
    if (words.size() != (row++ == 0 ? 2 : 3) || !std::all_of(words.begin(), words.end(), is_number)) return false;
  }
  return row > 2;
}

}  // namespace

void refuse_lookalikes(const std::vector<SampleLine>& lines, const TextSource& source, bool csv,
                       const TableOptions& options) {
  const TextPosition first{lines[0].number, 1};
  // A table alone is cut at its lines, whatever stands in quotes.
  for (const SampleLine& line : lines) {
    if (!csv || !line.text.starts_with('"') || std::ranges::count(line.text, '"') % 2 == 0) continue;
    source.fail_at_position({line.number, 1},
                            "expected a closing quote before the end of the line: names of several lines are not read");
  }
  if (is_gdf(lines)) {
    source.fail_at_position(first,
                            "a GDF file, which is not read; its edges follow the line edgedef>: keep those lines, e.g. "
                            "with sed '1,/^edgedef>/d', and name their columns, e.g. --columns 1,2");
  }
  if (is_lgl(lines, source)) {
    source.fail_at_position(first,
                            "an LGL file, a vertex behind each # and then its neighbours, which is not read; make an "
                            "edge list of it, e.g. with awk '/^#/ {v = $2; next} {print v, $0}'");
  }
  if (is_tgf(lines)) {
    source.fail_at_position(first,
                            "a file in the Trivial Graph Format, nodes and behind a line # edges, which is not read; "
                            "make an edge list of it, e.g. with sed '1,/^#/d' | awk '{print $1, $2}'");
  }
  if (has_colons_behind_vertices(lines) && !options.delimiter) {
    source.fail_at_position(first,
                            fmt::format("a vertex and a colon in front of what may be its neighbours, as {}: take the "
                                        "colons away, and commas, e.g. with tr ':,' '  ', and say --format adj; or say "
                                        "--delimiter where a colon belongs to a name",
                                        quoted(lines[0].text)));
  }
  if (!options.given() && is_matrix(lines, csv)) {
    source.fail_at_position(first,
                            fmt::format("as many numbers in every line as there are lines, as in an adjacency matrix, "
                                        "which is not read; make an edge list of it, e.g. with awk {}'{{for (i = 1; i "
                                        "<= NF; ++i) if ($i != 0) print NR, i, $i}}', or say --columns if it is a "
                                        "table of edges",
                                        !csv                                                ? ""
                                        : lines[0].text.find(';') != std::string_view::npos ? "-F';' "
                                                                                            : "-F, "));
  }
  if (has_sizes_above_triples(lines)) {
    const SampleLine& sizes =
        *std::find_if_not(lines.begin(), lines.end(), [](const auto& line) { return line.marked; });
    source.fail_at_position({sizes.number, 1},
                            fmt::format("a line of two numbers, {}, above lines of three: the sizes of the graph, "
                                        "perhaps, and edges with weights; take it away, e.g. with tail -n +{}",
                                        quoted(sizes.text), sizes.number + 1));
  }
  if (are_tuples(lines)) {
    source.fail_at_position(first, fmt::format("brackets around every line, as {}; take them away, e.g. with tr -d "
                                               "'()[]{{}}'",
                                               quoted(lines[0].text)));
  }
}

}  // namespace mg
