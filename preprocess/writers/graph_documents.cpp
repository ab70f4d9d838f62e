#include "preprocess/writers/graph_documents.hpp"

#include <variant>

#include "engine/results.hpp"
#include "preprocess/readers/xml_text.hpp"

namespace mg {

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
