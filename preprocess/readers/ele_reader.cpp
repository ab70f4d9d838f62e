// The meshes of Triangle (Shewchuk, "Triangle: engineering a 2D quality mesh generator and Delaunay triangulator",
// 1996): NAME.ele lists triangles, each with the numbers of its corners, and NAME.node the points, each with its
// coordinates. Both begin with counts, number their lines from 0 or 1, and have comments from # to the end of a line.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/growing_array.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

namespace {

using Corners = std::array<VertexId, 3>;

struct Place {
  double x, y;
};

constexpr std::size_t shortest_line = 6;  // "1 0 0" and the end of the line
constexpr std::uint64_t corners_of_triangle = 3;
constexpr std::uint64_t corners_and_middles = 6;  // of sides, for elements of second order
constexpr std::uint64_t coordinates_of_point = 2;

[[nodiscard]] bool ends_line(char c) { return c == '\n' || c == '#'; }

/// Whole numbers in the first line that holds anything; one that is left out is what it is taken for then.
struct HeaderNumber {
  std::string_view what;
  std::uint64_t value;
  std::uint64_t smallest, largest;
  std::string_view advice = {};  ///< what to do about another one
};

template <std::size_t size>
void read_header(TextSource& source, std::array<HeaderNumber, size>& numbers) {
  while (const auto line = source.next_line()) {
    const char* p = skip_blanks(line->data());
    if (ends_line(*p)) continue;
    parse_header(source, [&] {
      for (std::size_t i = 0; i < size && (i == 0 || !ends_line(*p)); ++i) {
        const char* const word = p;
        HeaderNumber& number = numbers[i];
        number.value = parse_count(p, number.what);
        if (number.value < number.smallest || number.value > number.largest) {
          fail_at(word, "expected {}, found {}{}", number.what, number.value, number.advice);
        }
        p = skip_blanks(p);
      }
      if (!ends_line(*p)) fail_at(p, "expected the end of the line, found {}", quoted_word(p));
    });
    return;
  }
  source.fail_at_position({std::max<std::uint64_t>(source.line_number(), 1), 1},
                          fmt::format("the file ends without {}", numbers[0].what));
}

/// What the lines behind the first are, and how many of them it announces.
struct Announced {
  std::uint64_t count;
  std::uint64_t line;  ///< where the announcement stands
  std::string_view one, several;
};

template <class Record>
struct NumberedRecords {
  GrowingArray<Record> records;
  std::uint64_t first = 0;  ///< the number of the first, 0 or 1
};

/// Collects the rest of `source`, a record a line: parse(p) reads what stands behind the line's number, up to the end
/// of the line. Throws Error(bad_input) for numbers that do not go up one by one from 0 or 1, and where there are more
/// or fewer records than announced.
template <class Record, class Parse>
class NumberedReader {
 public:
  NumberedReader(TextSource& source, const Announced& announced, const Parse& parse)
      : source_(source), announced_(announced), parse_(parse) {}

  NumberedRecords<Record> read(Progress& progress) {
    const std::uint64_t lines = parse_text<Block>(
        source_, progress, [this](std::string_view text, Block& block) { parse_block(text, block); },
        [this](const Block& block, std::uint64_t) { place(block); }, [](const Block&) {});
    if (all_.records.size() < announced_.count) {
      source_.fail_at_position(
          {lines, 1}, fmt::format("the file ends after {} of the {} {} that line {} announces", all_.records.size(),
                                  announced_.count, announced_.several, announced_.line));
    }
    return std::move(all_);
  }

 private:
  struct Block {
    std::string_view text;
    std::vector<Record> records;
    const char* begin = nullptr;  ///< the first record's line, once its number is read
    std::uint64_t first = 0;
    std::optional<TextError> malformed;  ///< what is wrong behind the records
  };

  void parse_block(std::string_view text, Block& block) const {
    block.text = text;
    block.records.clear();
    block.records.reserve(text.size() / shortest_line + 1);
    block.begin = nullptr;
    block.malformed.reset();
    const char* const end = text.data() + text.size();
    try {
      for (const char* p = text.data(); p < end; p = line_end(p) + 1) {
        p = skip_blanks(p);
        if (!ends_line(*p)) parse_line(p, block);
      }
    } catch (TextError& error) {
      block.malformed = std::move(error);
    }
  }
  void parse_line(const char*& p, Block& block) const {
    const char* const begin = p;
    const std::uint64_t number = parse_count(p, fmt::format("the number of {}", announced_.one));
    if (block.begin == nullptr) {
      block.begin = begin;
      block.first = number;
    } else {
      require_number(begin, number, block.first + block.records.size());
    }
    block.records.push_back(parse_(p));
    p = skip_blanks(p);
    if (!ends_line(*p)) fail_at(p, "expected the end of the line, found {}", quoted_word(p));
  }
  void require_number(const char* at, std::uint64_t number, std::uint64_t expected) const {
    if (number == expected) return;
    fail_at(at, "expected {} {}, found {}: they are numbered one by one", announced_.one, expected, number);
  }

  void place(const Block& block) {
    const std::size_t before = all_.records.size();
    if (block.begin != nullptr && before == 0) {
      if (block.first > 1) fail_at(block.begin, "expected {} 0 or 1, found {}", announced_.one, block.first);
      all_.first = block.first;
    } else if (block.begin != nullptr) {
      require_number(block.begin, block.first, all_.first + before);
    }
    const std::uint64_t missing = announced_.count - before;
    if (block.records.size() > missing) {
      fail_at(find_line(block.text, missing, [](const char* p) { return !ends_line(*p); }),
              "found more {} than the {} that line {} announces", announced_.several, announced_.count,
              announced_.line);
    }
    if (block.malformed) throw TextError(*block.malformed);
    all_.records.append(block.records);
  }

  TextSource& source_;
  Announced announced_;
  const Parse& parse_;
  NumberedRecords<Record> all_;
};

template <class Record, class Parse>
NumberedRecords<Record> read_numbered(TextSource& source, const Announced& announced, Progress& progress,
                                      const Parse& parse) {
  return NumberedReader<Record, Parse>(source, announced, parse).read(progress);
}

double parse_coordinate(const char*& p, std::string_view what) {
  const char* const word = p = skip_blanks(p);
  if (*p == '+' && p[1] != '-') ++p;
  double value = 0;
  const auto [end, problem] = std::from_chars(p, line_end(p), value);
  if (problem != std::errc() || !(ends_word(*end) || *end == '#') || !(std::fabs(value) <= PlanePlaces::most)) {
    fail_at(word, "expected {}, a number that a double holds, up to {} on either side of 0, found {}", what,
            PlanePlaces::most, quoted_word(word));
  }
  p = end;
  return value;
}

/// Moves `p` behind `count` columns that are not kept.
void pass_over(const char*& p, std::uint64_t count, std::string_view what) {
  for (std::uint64_t i = 0; i < count; ++i) {
    p = skip_blanks(p);
    if (ends_line(*p)) fail_at(p, "expected {}, {} of each, found the end of the line after {}", what, count, i);
    while (!ends_word(*p) && *p != '#') ++p;
  }
}

struct Points {
  NumberedRecords<Place> places = {};
  std::uint64_t attributes = 0, markers = 0;
};

Points read_points(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size);
  constexpr std::uint64_t any = ~std::uint64_t{0};
  std::array<HeaderNumber, 4> header = {{
      {"the number of points", 0, 0, max_vertices, ", more than a graph has vertices"},
      {"2 coordinates a point", 2, coordinates_of_point, coordinates_of_point, ": only points on a plane are read"},
      {"the number of attributes", 0, 0, any},
      {"0 or 1 boundary markers", 0, 0, 1},
  }};
  read_header(source, header);
  Points points{.attributes = header[2].value, .markers = header[3].value};
  points.places = read_numbered<Place>(source, {header[0].value, source.line_number(), "point", "points"}, progress,
                                       [&](const char*& p) {
                                         Place place{};
                                         place.x = parse_coordinate(p, "x");
                                         place.y = parse_coordinate(p, "y");
                                         pass_over(p, points.attributes, "attributes");
                                         pass_over(p, points.markers, "boundary markers");
                                         return place;
                                       });
  return points;
}

/// One of the points numbered from `first` on.
VertexId parse_corner(const char*& p, std::uint64_t first, std::uint64_t count) {
  const char* const word = p = skip_blanks(p);
  std::uint64_t number = 0;
  const bool is_number = parse_unsigned(p, number) && (ends_word(*p) || *p == '#');
  if (!is_number || number < first || number - first >= count) {
    if (count == 0) fail_at(word, "found {}, but there are no points", quoted_word(word));
    fail_at(word, "expected a point from {} to {}, found {}", first, first + count - 1, quoted_word(word));
  }
  return static_cast<VertexId>(number - first);
}

struct Triangles {
  NumberedRecords<Corners> corners = {};
  std::uint64_t nodes = 0, attributes = 0;  ///< of each
};

Triangles read_triangles(Input& input, const Points& points, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size);
  constexpr std::uint64_t any = ~std::uint64_t{0};
  std::array<HeaderNumber, 3> header = {{
      {"the number of triangles", 0, 0, any},
      {"3 or 6 nodes a triangle", 3, corners_of_triangle, corners_and_middles,
       ": tetrahedra have 4, which are not read, and a file of points has 2 there, which is read with its .ele"},
      {"the number of attributes", 0, 0, any},
  }};
  read_header(source, header);
  Triangles triangles{.nodes = header[1].value, .attributes = header[2].value};
  if (triangles.nodes != corners_of_triangle && triangles.nodes != corners_and_middles) {
    source.fail_at_position({source.line_number(), 1},
                            fmt::format("expected {}, found {}{}", header[1].what, triangles.nodes, header[1].advice));
  }
  const std::uint64_t first = points.places.first;
  const std::uint64_t count = points.places.records.size();
  triangles.corners = read_numbered<Corners>(
      source, {header[0].value, source.line_number(), "triangle", "triangles"}, progress, [&](const char*& p) {
        const char* const begin = skip_blanks(p);
        Corners corners{};
        for (VertexId& corner : corners) corner = parse_corner(p, first, count);
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
          fail_at(begin, "expected three corners, found one of them twice");
        }
        for (std::uint64_t i = corners_of_triangle; i < triangles.nodes; ++i) parse_corner(p, first, count);
        pass_over(p, triangles.attributes, "attributes");
        return corners;
      });
  return triangles;
}

/// The sides of the triangles, each once, in the order of their points. O(points + triangles) and sorting what begins
/// at each point.
Array<Edge> sides_of(std::span<const Corners> triangles, std::size_t points) {
  const auto each_side = [&](auto&& use) {
    for (const Corners& corners : triangles) {
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto [from, to] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
        use(from, to);
      }
    }
  };
  // Where the sides that begin at a point begin, and once they are listed, where they end.
  std::vector<EdgeId> ends(points + 1, 0);
  each_side([&](VertexId from, VertexId) { ++ends[std::size_t{from} + 1]; });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  auto others = Array<VertexId>::uninitialized(ends.back());
  each_side([&](VertexId from, VertexId to) { others[ends[from]++] = to; });
  GrowingArray<Edge> sides;
  EdgeId begin = 0;
  for (std::size_t from = 0; from < points; ++from) {
    VertexId* const row = others.data() + begin;
    VertexId* const end = others.data() + ends[from];
    std::sort(row, end);
    std::for_each(row, std::unique(row, end), [&](VertexId to) { sides.push_back({static_cast<VertexId>(from), to}); });
    begin = ends[from];
  }
  return sides.take();
}

/// Throws Error(bad_input) for a triangle that is listed twice: with a hole of three sides it would go unnoticed, since
/// triangles are found again by their number. As sides_of(), for what begins at the first of a triangle's points.
void require_different(std::span<const Corners> triangles, std::size_t points, std::uint64_t first,
                       const std::string& file) {
  std::vector<std::uint64_t> ends(points + 1, 0);
  for (const Corners& corners : triangles) ++ends[std::size_t{std::ranges::min(corners)} + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Corners> grouped(triangles.size());
  for (Corners corners : triangles) {
    std::ranges::sort(corners);
    grouped[ends[corners[0]]++] = corners;
  }
  std::uint64_t begin = 0;
  for (std::size_t p = 0; p < points; begin = ends[p++]) {
    const std::span<Corners> own(grouped.data() + begin, grouped.data() + ends[p]);
    std::ranges::sort(own);
    const auto twice = std::ranges::adjacent_find(own);
    if (twice == own.end()) continue;
    fail(ExitCode::bad_input, "{}: the triangle of the points {}, {} and {} is listed twice", file, first + (*twice)[0],
         first + (*twice)[1], first + (*twice)[2]);
  }
}

PlanePlaces places_of(std::span<const Place> records, std::uint64_t triangles) {
  PlanePlaces places{Array<double>::uninitialized(records.size()), Array<double>::uninitialized(records.size()),
                     triangles};
  for (std::size_t v = 0; v < records.size(); ++v) {
    places.x[v] = records[v].x;
    places.y[v] = records[v].y;
  }
  return places;
}

std::vector<std::string> decisions_of(const Points& points, const Triangles& triangles, std::size_t sides,
                                      const std::string& file) {
  const std::size_t count = triangles.corners.records.size();
  const std::size_t all = points.places.records.size();
  std::vector<std::string> decisions{
      fmt::format("points: {} of {}, numbered from {}, whose coordinates x and y are kept", all, file,
                  points.places.first),
      fmt::format("edges: {}, the sides of all triangles ({}), each once; undirected, without weights", sides, count)};
  const auto passed_over = [&](std::string_view what, std::uint64_t of_each, std::string_view whose,
                               std::size_t number) {
    if (of_each != 0)
      decisions.push_back(fmt::format("{}: {} passed over, {} of each of {}", whose, what, of_each, number));
  };
  passed_over("attributes", points.attributes, "points", all);
  passed_over("boundary markers", points.markers, "points", all);
  passed_over("attributes", triangles.attributes, "triangles", count);
  passed_over("middles of sides", triangles.nodes - corners_of_triangle, "triangles", count);
  return decisions;
}

}  // namespace

bool fits_ele(std::span<const std::string_view> lines, bool whole) {
  if (lines.size() < 3) return false;
  const auto number = [](std::string_view word) -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
  };
  const auto fields = [](std::string_view line) { return split_fields(line, EdgeListSyntax::blanks, false); };
  std::vector<std::uint64_t> header;
  for (const std::string_view word : fields(lines.front())) header.push_back(number(word).value_or(max_vertices));
  if (header.size() != 3 || (header[1] != corners_of_triangle && header[1] != corners_and_middles)) return false;
  const std::size_t triangles = lines.size() - 1;
  if (whole ? header[0] != triangles : header[0] < triangles) return false;
  const auto first = number(fields(lines[1]).front());
  if (!first || *first > 1) return false;
  for (std::size_t i = 0; i < triangles; ++i) {
    const auto words = fields(lines[i + 1]);
    const std::size_t least = 1 + header[1];
    if (words.size() < least || words.size() - least != header[2]) return false;
    if (number(words.front()) != *first + i) return false;
    for (std::size_t k = 1; k <= header[1]; ++k) {
      if (!number(words[k])) return false;
    }
  }
  return true;
}

EdgeList read_ele(Input& triangles, Input& points, const ReadOptions& options, Progress& progress) {
  Points listed = read_points(points, options, progress);
  Triangles read = read_triangles(triangles, listed, options, progress);
  const std::span<const Place> places = listed.places.records.span();
  const std::span<const Corners> corners = read.corners.records.span();
  require_different(corners, places.size(), listed.places.first, triangles.name());
  EdgeList list;
  list.format = "ele";
  list.names = VertexNames::counted(listed.places.first, static_cast<VertexId>(places.size()));
  list.edges = sides_of(corners, places.size());
  list.places = places_of(places, corners.size());
  list.directed = false;
  list.direction_declared = true;
  list.decisions = decisions_of(listed, read, list.edges.size(), points.name());
  return list;
}

}  // namespace mg
