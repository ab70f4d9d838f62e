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

#include <algorithm>
#include <concepts>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/graph/sampling.hpp"

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

/// The partition as a result; `labels()` is called when somebody asks for it.
template <std::invocable Labels>
[[nodiscard]] Results component_results(const Graph& graph, Labels labels) {
  return {
      {"component", [=, &graph] { return smallest_in_file_order(graph, labels()); }, ResultColumn::Meaning::vertex}};
}

/// Positions in [0, count) that are spread evenly, and whose labels are a sample of all; none where there are none.
[[nodiscard]] inline std::vector<VertexId> sample_positions(VertexId count) {
  constexpr std::uint64_t samples = 64;
  std::vector<VertexId> positions;
  for (std::uint64_t i = 0; i < samples && count > 0; ++i) {
    positions.push_back(static_cast<VertexId>(spread_position(i, count)));
  }
  return positions;
}

/// The label that is there most often, the smallest of several; no_vertex where there is none.
[[nodiscard]] inline VertexId most_frequent(std::vector<VertexId> labels) {
  std::sort(labels.begin(), labels.end());
  VertexId best = no_vertex;
  std::ptrdiff_t most = 0;
  for (auto first = labels.begin(); first != labels.end();) {
    const auto last = std::upper_bound(first, labels.end(), *first);
    if (last - first > most) best = *first;
    most = std::max(most, last - first);
    first = last;
  }
  return best;
}

[[nodiscard]] inline std::vector<VertexId> sample_of(const Array<VertexId>& labels) {
  std::vector<VertexId> sample = sample_positions(static_cast<VertexId>(labels.size()));
  for (VertexId& entry : sample) entry = labels[entry];
  return sample;
}

/// Number of components and the size of the largest. O(n), on all threads.
[[nodiscard]] inline Summary component_summary(const Array<VertexId>& labels) {
  const int threads = threads_worth(labels.size(), serial_grain, default_threads());
  auto sizes = Array<std::uint32_t>::uninitialized(labels.size());
  parallel_for(sizes.size(), threads, [&](std::size_t v) { sizes[v] = 0; });
  const VertexId frequent = most_frequent(sample_of(labels));  // which all threads would add to at a time
  parallel_shares(labels.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    std::uint32_t of_frequent = 0;
    for (std::size_t v = begin; v < end; ++v) {
      if (labels[v] == frequent) {
        ++of_frequent;
      } else {
        atomic_add(sizes[labels[v]], 1U);
      }
    }
    if (of_frequent > 0) atomic_add(sizes[frequent], of_frequent);
  });
  struct Components {
    std::uint64_t count = 0;
    std::uint64_t largest = 0;
    void operator+=(const Components& other) {
      count += other.count;
      largest = std::max(largest, other.largest);
    }
  };
  const auto components = parallel_sum<Components>(sizes.size(), threads, [&](std::size_t v) {
    return Components{sizes[v] > 0 ? 1U : 0U, sizes[v]};
  });
  return {{"components", components.count}, {"largest", components.largest}};
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
