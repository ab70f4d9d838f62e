// Vertices by whether they have in-arcs and out-arcs, as far as it matters to their ranks: those without out-arcs keep
// what walks bring them, and of those without any arcs the ranks are known without looking.
#pragma once

#include "engine/algorithm.hpp"

namespace mg::ranks {

/// Vertices without any arcs, whose ranks are known without looking: all have that of the first one.
struct Isolated {
  VertexId first;
  VertexId count;
  /// `rank_of(first)` is asked where there are any.
  template <class RankOf>
  [[nodiscard]] double sum(RankOf&& rank_of) const {
    return count == 0 ? 0 : static_cast<double>(count) * static_cast<float>(rank_of(first));
  }
};

}  // namespace mg::ranks

#ifndef MG_DEVICE_CODE

#include <functional>
#include <span>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg::ranks {

/// How many vertices there are of each kind, and which.
struct VertexKinds {
  VertexId receivers = 0;          ///< with in-arcs
  VertexId origins = 0;            ///< with out-arcs only
  std::vector<VertexId> dangling;  ///< with ranks that they send nobody, in ascending order
  Isolated isolated{};             ///< without arcs, where walks begin anywhere
};

/// Walks begin in proportion to `restarts`, or anywhere where there are none. O(n), on all threads.
[[nodiscard]] inline VertexKinds kinds_of(const Graph& graph, std::span<const double> restarts = {}) {
  struct Add {
    const Graph& graph;
    std::span<const double> restarts;
    void operator()(VertexKinds& kinds, std::size_t vertex) const {
      const auto v = static_cast<VertexId>(vertex);
      const bool receives = graph.in.degree(v) > 0;
      const bool sends = graph.out.degree(v) > 0;
      if (receives) ++kinds.receivers;
      if (sends && !receives) ++kinds.origins;
      if (sends) return;
      if (receives || (!restarts.empty() && restarts[v] > 0)) {
        kinds.dangling.push_back(v);
      } else if (restarts.empty() && kinds.isolated.count++ == 0) {
        kinds.isolated.first = v;
      }
    }
    void operator()(VertexKinds& kinds, const VertexKinds& later) const {
      kinds.receivers += later.receivers;
      kinds.origins += later.origins;
      kinds.dangling.insert(kinds.dangling.end(), later.dangling.begin(), later.dangling.end());
      if (kinds.isolated.count == 0) kinds.isolated.first = later.isolated.first;
      kinds.isolated.count += later.isolated.count;
    }
  };
  return parallel_fold(graph.num_vertices(), default_threads(), VertexKinds{}, std::identity{}, Add{graph, restarts});
}

}  // namespace mg::ranks

#endif  // MG_DEVICE_CODE
