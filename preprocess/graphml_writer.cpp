#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/results.hpp"
#include "preprocess/graph_documents.hpp"
#include "preprocess/writers.hpp"
#include "preprocess/xml_text.hpp"

namespace mg {

namespace {

std::string_view type_name(DocumentType type) {
  constexpr std::array<std::string_view, 4> names{"int", "long", "double", "string"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view weight_type(const FileOrderGraph& graph) {
  return graph.graph.weight_type() == WeightType::f32 ? "double" : "long";
}

}  // namespace

void write_graphml(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                   Progress& progress) {
  require_xml_names(graph.graph.names);
  const XmlNames names(graph.graph.names);
  std::string head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
      "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    head += fmt::format("<key id=\"r{}\" for=\"node\" attr.name=\"", i);
    append_xml(columns[i].name, head);
    head += fmt::format("\" attr.type=\"{}\"/>\n", type_name(document_type(columns[i])));
  }
  if (graph.weighted()) {
    head += fmt::format("<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"{}\"/>\n", weight_type(graph));
  }
  head += fmt::format("<graph id=\"G\" edgedefault=\"{}\">\n", graph.graph.directed ? "directed" : "undirected");
  output.write(head);

  write_nodes(graph, output, progress, [&](VertexId f, std::string& out) {
    out += "<node id=\"";
    names.append(f, out);
    out += '"';
    const VertexId vertex = graph.graph.from_file(f);
    bool open = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!has_value(columns[i], vertex)) continue;
      if (!open) out += '>';
      open = true;
      fmt::format_to(std::back_inserter(out), "<data key=\"r{}\">", i);
      append_document_value(graph.graph, columns[i], vertex, out);
      out += "</data>";
    }
    out += open ? "</node>\n" : "/>\n";
  });
  write_edges(graph, output, progress, [&](VertexId source, VertexId target, EdgeId edge, std::string& out) {
    out += "<edge source=\"";
    names.append(source, out);
    out += "\" target=\"";
    names.append(target, out);
    if (!graph.weighted()) {
      out += "\"/>\n";
      return;
    }
    out += "\"><data key=\"w\">";
    append_weight(out, graph.out.weights, edge);
    out += "</data></edge>\n";
  });
  output.write("</graph>\n</graphml>\n");
}

void writers::graphml(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  write_graphml(graph, {}, output, progress);
}

}  // namespace mg
