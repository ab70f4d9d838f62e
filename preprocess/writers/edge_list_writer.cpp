// Formats that list edges by the names of their vertices: edge lists, CSV, Graphalytics.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/error.hpp"
#include "preprocess/readers/names_file.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "preprocess/writers/writers.hpp"

namespace mg::writers {
namespace {

/// Throws Error(wrong_use) naming the first vertex whose name is empty or contains one of `separators`, or, where
/// `comments` are a matter, begins as a comment does: no reader could tell what it is.
void require_names(const VertexNames& names, std::string_view format, std::string_view separators, bool comments) {
  if (names.kind() != VertexNames::Kind::strings) return;
  std::string name;
  for (VertexId v = 0; v < names.size(); ++v) {
    name.clear();
    names.append_name(v, name);
    const bool line_end = name.find_first_of(comments ? "\n\r" : "\n") != std::string::npos;
    const bool separator = line_end || name.find_first_of(separators) != std::string::npos;
    const bool comment = comments && (name.starts_with('#') || name.starts_with('%') || name.starts_with("//"));
    if (!name.empty() && !separator && !comment) continue;
    fail(ExitCode::wrong_use, "the vertex name {} cannot stand in {}: it {}; {}", quoted(name), format,
         name.empty() ? "is empty"
         : line_end   ? "has a line end"
         : comment    ? "looks like a comment"
                      : "contains a separator",
         name.empty() ? "no format holds it"
         : line_end   ? "export to graphml or gexf, which hold any text"
                      : "export to csv, which quotes names, or to a format with numbered vertices (mtx, gr, metis, "
                        "gap, galois), which keeps them in a file of their own");
  }
}

/// The header of a table with this separator, of titles that no vertex is called: readers must not take it for an edge.
std::string header(const FileOrderGraph& graph, char separator) {
  constexpr std::array<std::array<std::string_view, 2>, 4> titles{
      {{"source", "target"}, {"src", "dst"}, {"from", "to"}, {"u", "v"}}};
  const VertexNames& names = graph.graph.names;
  const auto are_free = [&](const auto& pair) { return !names.find(pair[0]) && !names.find(pair[1]); };
  const auto free = std::ranges::find_if(titles, are_free);
  const auto& [source, target] = free == titles.end() ? titles.front() : *free;
  std::string line(source);
  line.append(1, separator).append(target);
  if (graph.weighted()) line.append(1, separator).append("weight");
  return line + '\n';
}

/// Appends `name`, in quotes where it could be taken for something else.
void append_quoted(std::string_view name, std::string& out) {
  const bool plain = name.find_first_of(" \t\r,;\"#%/") == std::string_view::npos;
  if (plain) {
    out += name;
    return;
  }
  out += '"';
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

}  // namespace

void edge_list(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  const VertexNames& names = graph.graph.names;
  require_names(names, "an edge list", " \t\r\n,;\"", true);
  if (!graph.graph.directed) output.write("# Undirected graph: each edge is listed once\n");
  // A header of our own keeps readers from taking a first edge between words for one.
  if (names.kind() == VertexNames::Kind::strings) {
    output.write(header(graph, ' '));
  } else if (graph.graph.directed && graph.graph.num_arcs() == 0) {
    output.write("# Directed graph without edges\n");  // for an empty file is refused
  }
  edge_lines(
      graph, ' ', [&](VertexId v, std::string& out) { names.append_name(v, out); }, output, progress);
}

void csv(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  const VertexNames& names = graph.graph.names;
  require_names(names, "a CSV file", "", false);
  output.write(header(graph, ','));
  if (names.kind() != VertexNames::Kind::strings) {
    edge_lines(
        graph, ',', [&](VertexId v, std::string& out) { names.append_name(v, out); }, output, progress);
    return;
  }
  const auto append = [&](VertexId v, std::string& out) {
    const std::uint64_t begin = names.offsets()[v];
    append_quoted({names.bytes().data() + begin, names.offsets()[std::size_t{v} + 1] - begin}, out);
  };
  edge_lines(graph, ',', append, output, progress);
}

void graphalytics_vertices(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  if (graph.graph.names.kind() == VertexNames::Kind::strings) {
    fail(ExitCode::wrong_use,
         "Graphalytics names vertices by numbers and this graph has names such as '{}': export to el or csv",
         graph.graph.names.name(0));
  }
  write_names(graph.graph.names, output, progress);
}

void graphalytics_edges(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  const VertexNames& names = graph.graph.names;
  edge_lines(
      graph, ' ', [&](VertexId v, std::string& out) { names.append_name(v, out); }, output, progress);
}

}  // namespace mg::writers
