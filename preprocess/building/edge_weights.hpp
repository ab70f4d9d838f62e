// Where the weights of a graph's edges come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/graph/graph.hpp"
#include "preprocess/edge_list.hpp"

namespace mg {

/// `--weights`. Weights are given to the edges of the input, before duplicates are merged: `unit` with the duplicate
/// policy `sum` counts how often an edge is listed.
struct WeightPolicy {
  enum class Kind : std::uint8_t {
    automatic,  ///< the input's, if it has any
    none,       ///< dropped
    unit,       ///< the integer 1
    random,     ///< random_weight() of low, high and seed
  };
  Kind kind = Kind::automatic;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint64_t seed = 0;
  std::string attribute = {};  ///< automatic, of a format whose edges have attributes: which is the weight

  /// Reads `auto` (or `file`), `from:ATTRIBUTE`, `none`, `unit` or `random:LOW:HIGH:SEED`. Throws Error(wrong_use).
  static WeightPolicy parse(std::string_view text);
  /// What `parse` reads.
  [[nodiscard]] std::string text() const;
  /// True when the weights are a function of the endpoints.
  [[nodiscard]] bool computed() const { return kind == Kind::unit || kind == Kind::random; }

  friend bool operator==(const WeightPolicy&, const WeightPolicy&) = default;
};

/// The weight that `policy.computed()` gives the edge between two vertices, numbered as in the file:
/// uniform over low .. high, a hash of the seed and the endpoints (CounterRng(seed, stream 0x77656967), counter
/// source << 32 | target, drawn below high - low + 1). The endpoints of an undirected edge are taken smaller first, so
/// both its arcs weigh the same; parallel edges do, too.
[[nodiscard]] std::uint32_t computed_weight(const WeightPolicy& policy, bool directed, VertexId source,
                                            VertexId target);

/// Replaces the weights of `list` by what `policy` says. O(edges).
void apply_weights(EdgeList& list, const WeightPolicy& policy, bool directed, int threads);

/// Gives the edges of `graph`, in file order, the weights that `policy.computed()` gives them. O(edges), and cheaper
/// than carrying them through the sorting of edges.
void compute_weights(Graph& graph, const WeightPolicy& policy, int threads);

}  // namespace mg
