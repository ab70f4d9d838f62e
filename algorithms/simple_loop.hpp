// Loops over the simple undirected graph of whatever graph there is.
#pragma once

#include <utility>

#include "engine/algorithm.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

class SimpleLoop {
 public:
  /// O(n + m) where the graph is not simple and undirected already.
  explicit SimpleLoop(const Graph& graph)
      : is_graph_(is_simple_undirected(graph)), graph_(simple_graph(graph, default_threads())) {}

  [[nodiscard]] const Graph& graph() const { return graph_; }

  /// Calls f with a loop over it, which is a part of the run of `loop`.
  template <class L, class F>
  void within(L& loop, F&& f) const {
    if (is_graph_) return f(loop);
    loop.within(graph_, std::forward<F>(f));
  }

 private:
  bool is_graph_;
  Graph graph_;
};

/// Rows whose arcs weigh 1, whatever the graph's do.
template <class L>
[[nodiscard]] ArcLookup unweighted_rows(const L& loop) {
  ArcLookup rows = loop.arcs(Side::out);
  rows.weights = nullptr;
  return rows;
}

}  // namespace mg
