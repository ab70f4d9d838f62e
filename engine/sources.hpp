// Where a run starts: sources as people name them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

inline constexpr std::string_view max_degree_source = "max-degree";

/// The internal vertices that `texts` name, in their order. Each text is one of
///   max-degree      the vertex of the largest out-degree, the first in file order where several have it;
///   random:K:SEED   K distinct vertices drawn from those with outgoing edges; the same ones whatever the graph's
///   order;
///   anything else   the name of a vertex, as is what follows a NUL, even if it reads like one of the above.
/// Throws Error(wrong_use) for a name that the graph does not have (saying what its names look like), a malformed
/// random:K:SEED, more sources than there are, and a graph without vertices. O(n).
[[nodiscard]] std::vector<VertexId> select_sources(const Graph& graph, std::span<const std::string> texts);

/// The internal vertex of that name. Throws Error(wrong_use) where there is none, saying what the graph's names look
/// like.
[[nodiscard]] VertexId vertex_named(const Graph& graph, std::string_view name);

/// How many they are, without a graph to look them up in. Throws Error(wrong_use) for a malformed random:K:SEED.
[[nodiscard]] std::uint64_t count_sources(std::span<const std::string> texts);

}  // namespace mg
