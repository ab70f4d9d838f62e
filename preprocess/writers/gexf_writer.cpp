#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/results.hpp"
#include "preprocess/readers/xml_text.hpp"
#include "preprocess/writers/graph_documents.hpp"
#include "preprocess/writers/writers.hpp"

namespace mg {

namespace {

std::string_view type_name(DocumentType type) {
  constexpr std::array<std::string_view, 4> names{"integer", "long", "double", "string"};
  return names[static_cast<std::size_t>(type)];
}

void append_attributes(std::span<const ResultColumn> columns, std::string_view owner, std::string& head) {
  if (columns.empty()) return;
  head += fmt::format("<attributes class=\"{}\" mode=\"static\">\n", owner);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    head += fmt::format("<attribute id=\"{}\" title=\"", i);
    append_xml(columns[i].name, head);
    head += fmt::format("\" type=\"{}\"/>\n", type_name(document_type(columns[i])));
  }
  head += "</attributes>\n";
}

std::string head_of(const FileOrderGraph& graph, const DocumentColumns& columns, Rows rows) {
  std::string head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<gexf xmlns=\"http://gexf.net/1.3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd\" version=\"1.3\">\n";
  head += fmt::format("<graph mode=\"static\" defaultedgetype=\"{}\">\n", edge_kind(graph.graph, rows));
  append_attributes(columns.of_vertices, "node", head);
  append_attributes(columns.of_edges, "edge", head);
  return head;
}

/// The end of the tag that is open, with the values of a row in it, and the end of the element.
void append_values(const Graph& graph, std::span<const ResultColumn> columns, std::uint64_t row,
                   std::string_view element, std::string& out) {
  bool open = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!has_value(columns[i], row)) continue;
    if (!open) out += "><attvalues>";
    open = true;
    fmt::format_to(std::back_inserter(out), "<attvalue for=\"{}\" value=\"", i);
    append_document_value(graph, columns[i], row, out);
    out += "\"/>";
  }
  if (!open) {
    out += "/>\n";
    return;
  }
  fmt::format_to(std::back_inserter(out), "</attvalues></{}>\n", element);
}

}  // namespace

void write_gexf(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                Progress& progress, Rows rows) {
  require_xml_names(graph.graph.names);
  const XmlNames names(graph.graph.names);
  const DocumentColumns parts(graph.graph, columns, rows);
  output.write(head_of(graph, parts, rows) + "<nodes>\n");
  write_nodes(graph, output, progress, [&](VertexId f, std::string& out) {
    out += "<node id=\"";
    const std::size_t begin = out.size();
    names.append(f, out);
    const std::size_t size = out.size() - begin;
    out += "\" label=\"";
    out.append(out, begin, size);
    out += '"';
    append_values(graph.graph, parts.of_vertices, graph.graph.from_file(f), "node", out);
  });
  output.write("</nodes>\n<edges>\n");
  // An edge needs an id: the place of its arc or row is one, though not all numbers are.
  const auto append_edge = [&](VertexId source, VertexId target, std::uint64_t id, std::string& out) {
    out += "<edge id=\"";
    append_number(out, id);
    out += "\" source=\"";
    names.append(source, out);
    out += "\" target=\"";
    names.append(target, out);
    out += '"';
  };
  if (!parts.ends.empty()) {
    write_edge_rows(graph.graph, parts.ends, output, progress,
                    [&](VertexId source, VertexId target, std::uint64_t row, std::string& out) {
                      append_edge(source, target, row, out);
                      append_values(graph.graph, parts.of_edges, row, "edge", out);
                    });
  } else {
    write_edges(graph, output, progress, [&](VertexId source, VertexId target, EdgeId edge, std::string& out) {
      append_edge(source, target, edge, out);
      if (graph.weighted()) {
        out += " weight=\"";
        append_weight(out, graph.out.weights, edge);
        out += '"';
      }
      out += "/>\n";
    });
  }
  output.write("</edges>\n</graph>\n</gexf>\n");
}

void writers::gexf(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  write_gexf(graph, {}, output, progress);
}

}  // namespace mg
