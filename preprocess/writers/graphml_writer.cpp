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
  constexpr std::array<std::string_view, 4> names{"int", "long", "double", "string"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view weight_type(const FileOrderGraph& graph) {
  return graph.graph.weight_type() == WeightType::f32 ? "double" : "long";
}

void append_keys(std::span<const ResultColumn> columns, std::string_view owner, std::string& head) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    head += fmt::format("<key id=\"r{}\" for=\"{}\" attr.name=\"", i, owner);
    append_xml(columns[i].name, head);
    head += fmt::format("\" attr.type=\"{}\"/>\n", type_name(document_type(columns[i])));
  }
}

std::string head_of(const FileOrderGraph& graph, const DocumentColumns& columns, Rows rows) {
  std::string head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
      "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";
  append_keys(columns.of_vertices, "node", head);
  append_keys(columns.of_edges, "edge", head);
  if (graph.weighted() && columns.ends.empty()) {
    head += fmt::format("<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"{}\"/>\n", weight_type(graph));
  }
  return head + fmt::format("<graph id=\"G\" edgedefault=\"{}\">\n", edge_kind(graph.graph, rows));
}

/// The end of the tag that is open, with the values of a row in it, and the end of the element.
void append_values(const Graph& graph, std::span<const ResultColumn> columns, std::uint64_t row,
                   std::string_view element, std::string& out) {
  bool open = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!has_value(columns[i], row)) continue;
    if (!open) out += '>';
    open = true;
    fmt::format_to(std::back_inserter(out), "<data key=\"r{}\">", i);
    append_document_value(graph, columns[i], row, out);
    out += "</data>";
  }
  if (!open) {
    out += "/>\n";
    return;
  }
  fmt::format_to(std::back_inserter(out), "</{}>\n", element);
}

}  // namespace

void write_graphml(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                   Progress& progress, Rows rows) {
  require_xml_names(graph.graph.names);
  const XmlNames names(graph.graph.names);
  const DocumentColumns parts(graph.graph, columns, rows);
  output.write(head_of(graph, parts, rows));

  write_nodes(graph, output, progress, [&](VertexId f, std::string& out) {
    out += "<node id=\"";
    names.append(f, out);
    out += '"';
    append_values(graph.graph, parts.of_vertices, graph.graph.from_file(f), "node", out);
  });
  const auto append_edge = [&](VertexId source, VertexId target, std::string& out) {
    out += "<edge source=\"";
    names.append(source, out);
    out += "\" target=\"";
    names.append(target, out);
    out += '"';
  };
  if (!parts.ends.empty()) {
    write_edge_rows(graph.graph, parts.ends, output, progress,
                    [&](VertexId source, VertexId target, std::uint64_t row, std::string& out) {
                      append_edge(source, target, out);
                      append_values(graph.graph, parts.of_edges, row, "edge", out);
                    });
  } else {
    write_edges(graph, output, progress, [&](VertexId source, VertexId target, EdgeId edge, std::string& out) {
      append_edge(source, target, out);
      if (!graph.weighted()) {
        out += "/>\n";
        return;
      }
      out += "><data key=\"w\">";
      append_weight(out, graph.out.weights, edge);
      out += "</data></edge>\n";
    });
  }
  output.write("</graph>\n</graphml>\n");
}

void writers::graphml(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  write_graphml(graph, {}, output, progress);
}

}  // namespace mg
