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
  constexpr std::array<std::string_view, 4> names{"integer", "long", "double", "string"};
  return names[static_cast<std::size_t>(type)];
}

std::string head_of(const FileOrderGraph& graph, std::span<const ResultColumn> columns) {
  std::string head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<gexf xmlns=\"http://gexf.net/1.3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd\" version=\"1.3\">\n";
  head +=
      fmt::format("<graph mode=\"static\" defaultedgetype=\"{}\">\n", graph.graph.directed ? "directed" : "undirected");
  if (columns.empty()) return head;
  head += "<attributes class=\"node\" mode=\"static\">\n";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    head += fmt::format("<attribute id=\"{}\" title=\"", i);
    append_xml(columns[i].name, head);
    head += fmt::format("\" type=\"{}\"/>\n", type_name(document_type(columns[i])));
  }
  return head + "</attributes>\n";
}

}  // namespace

void write_gexf(const FileOrderGraph& graph, std::span<const ResultColumn> columns, BlockOutput& output,
                Progress& progress) {
  require_xml_names(graph.graph.names);
  const XmlNames names(graph.graph.names);
  output.write(head_of(graph, columns) + "<nodes>\n");
  write_nodes(graph, output, progress, [&](VertexId f, std::string& out) {
    out += "<node id=\"";
    const std::size_t begin = out.size();
    names.append(f, out);
    const std::size_t size = out.size() - begin;
    out += "\" label=\"";
    out.append(out, begin, size);
    out += '"';
    const VertexId vertex = graph.graph.from_file(f);
    bool open = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!has_value(columns[i], vertex)) continue;
      if (!open) out += "><attvalues>";
      open = true;
      fmt::format_to(std::back_inserter(out), "<attvalue for=\"{}\" value=\"", i);
      append_document_value(graph.graph, columns[i], vertex, out);
      out += "\"/>";
    }
    out += open ? "</attvalues></node>\n" : "/>\n";
  });
  output.write("</nodes>\n<edges>\n");
  // An edge needs an id: the place of its arc is one, though not all numbers are.
  write_edges(graph, output, progress, [&](VertexId source, VertexId target, EdgeId edge, std::string& out) {
    out += "<edge id=\"";
    append_number(out, edge);
    out += "\" source=\"";
    names.append(source, out);
    out += "\" target=\"";
    names.append(target, out);
    if (graph.weighted()) {
      out += "\" weight=\"";
      append_weight(out, graph.out.weights, edge);
    }
    out += "\"/>\n";
  });
  output.write("</edges>\n</graph>\n</gexf>\n");
}

void writers::gexf(const FileOrderGraph& graph, BlockOutput& output, Progress& progress) {
  write_gexf(graph, {}, output, progress);
}

}  // namespace mg
