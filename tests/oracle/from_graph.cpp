#include "tests/oracle/from_graph.hpp"

#include <variant>

namespace oracle {
namespace {

double weight_at(const mg::Weights& weights, mg::EdgeId edge) {
  if (const auto* integers = std::get_if<mg::Array<std::uint32_t>>(&weights)) return (*integers)[edge];
  if (const auto* reals = std::get_if<mg::Array<float>>(&weights)) return (*reals)[edge];
  return 1;
}

}  // namespace

Graph from(const mg::Graph& graph) {
  Graph result;
  result.directed = graph.directed;
  result.weighted = graph.weight_type() != mg::WeightType::none;
  const std::size_t n = graph.num_vertices();
  result.out.resize(n);
  for (mg::VertexId v = 0; v < n; ++v) {
    result.names.push_back(graph.names.name(v));
    result.index[result.names.back()] = v;
  }
  for (mg::VertexId v = 0; v < n; ++v) {
    auto& row = result.out[graph.to_file(v)];
    for (mg::EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
      row.push_back({graph.to_file(graph.out.neighbors[e]), weight_at(graph.out.weights, e)});
    }
  }
  return result;
}

}  // namespace oracle
