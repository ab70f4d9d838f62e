// What the component algorithms share: their state's first value and how partitions are named and summed up.
#pragma once

#include "engine/algorithm.hpp"

namespace mg {

struct OwnLabel {
  VertexId* labels;
  void operator()(VertexId v) const { labels[v] = v; }
};

}  // namespace mg

#ifndef MG_DEVICE_CODE

#include <vector>

namespace mg {

/// Renames a partition, given by any member of each component, so that a component is named by its smallest vertex in
/// file order. O(n).
[[nodiscard]] inline Array<VertexId> smallest_in_file_order(const Graph& graph, const Array<VertexId>& labels) {
  const VertexId n = graph.num_vertices();
  std::vector<VertexId> name(n, no_vertex);  // of a component, by its label
  for (VertexId file_index = 0; file_index < n; ++file_index) {
    const VertexId v = graph.from_file(file_index);
    if (name[labels[v]] == no_vertex) name[labels[v]] = v;
  }
  auto renamed = Array<VertexId>::uninitialized(n);
  for (VertexId v = 0; v < n; ++v) renamed[v] = name[labels[v]];
  return renamed;
}

[[nodiscard]] inline std::vector<ResultColumn> component_column(const Graph& graph, const Array<VertexId>& labels) {
  return {
      {.name = "component", .meaning = ResultColumn::Meaning::vertex, .values = smallest_in_file_order(graph, labels)}};
}

/// Number of components and the size of the largest. O(n).
[[nodiscard]] inline Summary component_summary(const Array<VertexId>& labels) {
  std::vector<std::uint64_t> size(labels.size());
  for (const VertexId label : labels) ++size[label];
  std::uint64_t components = 0;
  std::uint64_t largest = 0;
  for (const std::uint64_t s : size) {
    components += s > 0 ? 1 : 0;
    largest = std::max(largest, s);
  }
  return {{"components", components}, {"largest", largest}};
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
