// The integer types that every part of the runtime shares.
#pragma once

#include <cstdint>
#include <limits>

namespace mg {

/// A vertex of a graph, 0 <= v < num_vertices. 32 bits: a graph has at most 2^32 - 2 vertices.
using VertexId = std::uint32_t;

/// A position in an edge array. 64 bits everywhere: graphs beyond 2^32 edges are ordinary.
using EdgeId = std::uint64_t;

/// "No vertex": the parent of a root, an unreached vertex. Never a valid VertexId.
inline constexpr VertexId no_vertex = std::numeric_limits<VertexId>::max();

/// "No arc", never the number of one.
inline constexpr EdgeId no_arc = std::numeric_limits<EdgeId>::max();

/// The type of weights where there are none.
struct NoWeight {};

/// Along arcs (csr rows are sources) or against them.
enum class Side : std::uint8_t { out, in };
[[nodiscard]] constexpr Side opposite(Side side) { return side == Side::out ? Side::in : Side::out; }

/// The largest number of vertices a graph may have.
inline constexpr std::uint64_t max_vertices = no_vertex - 1;

}  // namespace mg
