// How the vertices of a graph are numbered inside: near numbers for vertices that are used together make caches work.
#pragma once

#include <string_view>

#include "engine/graph/graph.hpp"

namespace mg {

/// Throws Error(wrong_use), with what is allowed, unless `text` is `original`, `degree`, `random:SEED` or `bfs`.
void check_order(std::string_view text);

/// The order called `text` for `graph`, whose vertices stand in file order. The same for any number of threads.
///  - original: the file's order;
///  - degree: descending out-degree + in-degree, equal degrees in file order;
///  - random:SEED: a permutation drawn from the seed (permutation.hpp);
///  - bfs: the order in which a breadth-first search over arcs of both directions meets them, neighbours in file order,
///    from the vertex of largest degree (the first of them), then from the first vertex that is left, and so on.
/// O(vertices), bfs O(vertices + arcs) on one thread. Throws Error(wrong_use) as check_order.
[[nodiscard]] VertexOrder make_order(std::string_view text, const Graph& graph, int threads);

/// The order in which vertex `to_file[i]` of the file is vertex i. `to_file` must be a permutation.
[[nodiscard]] VertexOrder order_of(std::string_view text, Array<VertexId> to_file, int threads);

}  // namespace mg
