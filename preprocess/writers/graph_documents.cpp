#include "preprocess/writers/graph_documents.hpp"

#include <utility>
#include <variant>

#include "engine/results.hpp"
#include "preprocess/readers/xml_text.hpp"

namespace mg {

namespace {

/// One of the coordinates, which are in the order of the file, by vertex.
ResultColumn coordinate(const Graph& graph, const char* name, const Array<double>& in_file) {
  auto values = Array<double>::uninitialized(in_file.size());
  for (VertexId v = 0; v < values.size(); ++v) values[v] = in_file[graph.to_file(v)];
  return {name, ResultColumn::Meaning::number, std::move(values)};
}

}  // namespace

DocumentColumns::DocumentColumns(const Graph& graph, std::span<const ResultColumn> columns, Rows rows) {
  if (!graph.places.empty()) {
    of_vertices.push_back(coordinate(graph, "x", graph.places.x));
    of_vertices.push_back(coordinate(graph, "y", graph.places.y));
  }
  if (rows == Rows::vertices) {
    of_vertices.insert(of_vertices.end(), columns.begin(), columns.end());
  } else {
    ends = columns.first(2);
    of_edges = columns.subspan(2);
  }
}

DocumentType document_type(const ResultColumn& column) {
  if (column.meaning == ResultColumn::Meaning::vertex) return DocumentType::text;
  return std::visit(
      []<class Values>(const Values& /*values*/) {
        using Number = std::remove_cvref_t<decltype(std::declval<const Values&>()[0])>;
        if constexpr (std::is_floating_point_v<Number>) return DocumentType::real;
        return std::is_same_v<Number, std::int32_t> ? DocumentType::whole : DocumentType::long_whole;
      },
      column.values);
}

void append_document_value(const Graph& graph, const ResultColumn& column, std::uint64_t row, std::string& out) {
  if (column.meaning != ResultColumn::Meaning::vertex) return append_value(graph, column, row, out);
  std::string name;
  append_value(graph, column, row, name);
  append_xml(name, out);
}

}  // namespace mg
