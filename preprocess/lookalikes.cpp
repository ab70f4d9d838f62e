#include "preprocess/lookalikes.hpp"

#include <strings.h>

#include <algorithm>

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

}  // namespace

void refuse_lookalikes(const std::vector<SampleLine>& lines, const TextSource& source) {
  const TextPosition first{lines[0].number, 1};
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
  if (are_tuples(lines)) {
    source.fail_at_position(first, fmt::format("brackets around every line, as {}; take them away, e.g. with tr -d "
                                               "'()[]{{}}'",
                                               quoted(lines[0].text)));
  }
}

}  // namespace mg
