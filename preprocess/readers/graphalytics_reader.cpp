// LDBC Graphalytics: PREFIX.v lists the vertices, one a line, and PREFIX.e the edges, "source target [weight]".
#include <algorithm>
#include <atomic>

#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/growing_array.hpp"
#include "preprocess/readers/id_index.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/numeric_edges.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/table_sample.hpp"

namespace mg {

namespace {

constexpr std::size_t shortest_vertex_line = 2;  // "1\n"
constexpr std::size_t shortest_edge_line = 4;    // "1 2\n"

std::uint64_t parse_vertex(const char*& p) {
  const char* const begin = p;
  std::uint64_t vertex = 0;
  if (!parse_unsigned(p, vertex) || !(is_blank(*p) || *p == '\n' || *p == ',')) {
    fail_at(begin, "expected a vertex, a whole number from 0 to 2^64 - 1, found {}", quoted_word(begin));
  }
  return vertex;
}

/// The vertices of a .v file in the file's order.
GrowingArray<std::uint64_t> read_vertices(Input& input, const ReadOptions& options, Progress& progress,
                                          std::vector<std::string>& decisions) {
  TextSource source(input, options.block_size);
  GrowingArray<std::uint64_t> vertices;
  std::atomic<bool> has_data = false;
  parse_text<std::vector<std::uint64_t>>(
      source, progress,
      [&](std::string_view text, std::vector<std::uint64_t>& block) {
        block.clear();
        block.reserve(text.size() / shortest_vertex_line + 1);
        const char* const end = text.data() + text.size();
        for (const char* p = text.data(); p < end; ++p) {
          p = skip_blanks(p);
          if (is_comment(p)) p = line_end(p);
          if (*p == '\n') continue;
          block.push_back(parse_vertex(p));
          p = skip_blanks(p);
          if (*p != '\n') has_data.store(true, std::memory_order_relaxed);
          p = line_end(p);
        }
      },
      [&](const std::vector<std::uint64_t>& block, std::uint64_t) { vertices.append(block); },
      [](const std::vector<std::uint64_t>&) {});
  if (has_data) decisions.push_back(fmt::format("vertex data: further columns of {} passed over", source.name()));
  return vertices;
}

/// The vertices in ascending order, which is their order in the graph.
Array<std::uint64_t> sorted(GrowingArray<std::uint64_t> vertices, const std::string& file,
                            std::vector<std::string>& decisions) {
  if (vertices.size() > max_vertices) {
    fail(ExitCode::bad_input, "{}: {} vertices; a graph has at most {}", file, vertices.size(), max_vertices);
  }
  Array<std::uint64_t> ids = vertices.take();
  if (!std::is_sorted(ids.begin(), ids.end())) {
    std::sort(ids.begin(), ids.end());
    decisions.push_back(fmt::format("order: {} is not in ascending order, its vertices are put into it", file));
  }
  const auto* const twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) fail(ExitCode::bad_input, "{}: vertex {} is listed twice", file, *twice);
  return ids;
}

}  // namespace

std::optional<bool> graphalytics_direction(std::string_view properties) {
  while (!properties.empty()) {
    const std::size_t end = std::min(properties.find('\n'), properties.size());
    const std::string_view line = trimmed(properties.substr(0, end));
    properties.remove_prefix(std::min(end + 1, properties.size()));
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string_view key = trimmed(line.substr(0, equals));
    if (!key.starts_with("graph.") || !key.ends_with(".directed") || equals == line.size()) continue;
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (value == "true" || value == "false") return value == "true";
  }
  return std::nullopt;
}

EdgeList read_graphalytics(Input& vertices, Input& edges, std::optional<bool> directed, const ReadOptions& options,
                           Progress& progress) {
  EdgeList list;
  list.format = "graphalytics";
  const Array<std::uint64_t> ids =
      sorted(read_vertices(vertices, options, progress, list.decisions), vertices.name(), list.decisions);
  const IdIndex index(ids.span());

  TextSource source(edges, options.block_size);
  const EdgeListSyntax syntax = find_edge_list_syntax(source, false, options, nullptr, list.decisions);
  if (!syntax.columns.plain() || syntax.attributes || syntax.quotes) {
    source.fail_at_position({syntax.first_data_line, 1},
                            "expected lines 'source target' or 'source target weight', all columns read: say --format "
                            "el to take others, or to read the edges without their list of vertices");
  }
  const bool weighted = syntax.columns.weight && options.read_weights;
  const auto parse_end = [&](const char*& p) {
    const char* const begin = p;
    const std::uint64_t id = parse_vertex(p);
    const auto vertex = index.find(id);
    if (!vertex) fail_at(begin, "vertex {} is not listed in {}", id, vertices.name());
    return *vertex;
  };
  EdgeCollector collector(weighted);
  collect_edges(source, progress, collector, [&](std::string_view text, EdgeBlock& block) {
    block.reset(text.size() / shortest_edge_line + 1, weighted);
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      p = skip_blanks(p);
      if (*p == '\n' || is_comment(p)) {
        p = line_end(p) + 1;
        continue;
      }
      const VertexId from = parse_end(p);
      skip_separator(p, syntax, 1);
      const VertexId to = parse_end(p);
      finish_edge_line(p, syntax, weighted ? &block.weights() : nullptr);
      block.add(from, to);
    }
  });

  list.weights = collector.take_weights(source);
  list.edges = collector.take_edges();
  const bool counted = !ids.empty() && ids[ids.size() - 1] - ids[0] == ids.size() - 1;
  list.names = counted ? VertexNames::counted(ids[0], static_cast<VertexId>(ids.size())) : VertexNames::integers(ids);
  list.decisions.push_back(describe(list.names));
  list.decisions.push_back(syntax.columns.weight && !options.read_weights
                               ? "weights: third column passed over"
                               : describe(list.weights, collector.rounded()));
  list.directed = directed.value_or(true);
  list.direction_declared = directed.has_value();
  list.decisions.push_back(
      directed ? fmt::format("direction: {}directed, say the properties of the graph", *directed ? "" : "un")
               : "direction: not declared, taken as directed");
  return list;
}

}  // namespace mg
