#include "preprocess/readers/leading_sizes.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace mg {

namespace {

constexpr std::size_t fewest_edges = 4;

[[nodiscard]] std::uint64_t number_of(const VertexNames& names, VertexId vertex) {
  return names.kind() == VertexNames::Kind::integers ? names.ids()[vertex] : names.first() + vertex;
}

/// The weight of the first edge, where there are weights.
[[nodiscard]] double first_weight(const Weights& weights) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&weights)) return (*integers)[0];
  if (const auto* reals = std::get_if<Array<float>>(&weights)) return (*reals)[0];
  return -1;
}

}  // namespace

bool may_begin_with_sizes(const EdgeList& list) {
  if (list.names.kind() == VertexNames::Kind::strings || list.edges.size() < fewest_edges) return false;
  const auto others = list.edges.span().subspan(1);
  // Numbers ascend with vertices.
  const auto all_are_within = [&](VertexId most_rows, VertexId most_columns) {
    return std::all_of(others.begin(), others.end(),
                       [&](const Edge& edge) { return edge.source <= most_rows && edge.target <= most_columns; });
  };
  const Edge& first = list.edges[0];
  // Rows, columns and entries; vertices, edges and perhaps a flag.
  return (first_weight(list.weights) == static_cast<double>(others.size()) &&
          all_are_within(first.source, first.target)) ||
         (number_of(list.names, first.target) == others.size() && all_are_within(first.source, first.source));
}

}  // namespace mg
