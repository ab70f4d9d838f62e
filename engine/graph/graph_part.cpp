#include "engine/graph/graph_part.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "engine/error.hpp"

namespace mg {

namespace {

/// Copies of pieces of an adjacency's rows: row v is piece_of(v), a range of its positions.
template <class PieceOf>
Adjacency pieces(const Adjacency& rows, const PieceOf& piece_of) {
  if (rows.offsets.empty()) return {};
  const VertexId n = rows.num_rows();
  Adjacency kept{.offsets = Array<EdgeId>::uninitialized(std::size_t{n} + 1), .neighbors = {}, .weights = {}};
  kept.offsets[0] = 0;
  for (VertexId v = 0; v < n; ++v) {
    const auto [begin, end] = piece_of(v);
    kept.offsets[v + 1] = kept.offsets[v] + (end - begin);
  }
  const auto copied = [&]<class T>(const Array<T>& all) {
    auto some = Array<T>::uninitialized(kept.offsets[n]);
    for (VertexId v = 0; v < n; ++v) {
      const auto [begin, end] = piece_of(v);
      std::copy(all.begin() + begin, all.begin() + end, some.begin() + kept.offsets[v]);
    }
    return some;
  };
  kept.neighbors = copied(rows.neighbors);
  std::visit(
      [&]<class W>(const W& weights) {
        if constexpr (!std::is_same_v<W, std::monostate>) {
          if (!weights.empty()) kept.weights = copied(weights);
        }
      },
      rows.weights);
  return kept;
}

struct Piece {
  EdgeId begin;
  EdgeId end;
};

/// The rows of vertices in the range, whole.
Adjacency rows_of(const Adjacency& rows, VertexRange own) {
  return pieces(rows, [&](VertexId v) {
    return own.contains(v) ? Piece{rows.offsets[v], rows.offsets[v + 1]} : Piece{rows.offsets[v], rows.offsets[v]};
  });
}

/// Of every row what leads into the range: neighbors ascend.
Adjacency rows_into(const Adjacency& rows, VertexRange own) {
  return pieces(rows, [&](VertexId v) {
    const VertexId* const begin = rows.neighbors.begin() + rows.offsets[v];
    const VertexId* const end = rows.neighbors.begin() + rows.offsets[v + 1];
    const auto position = [&](VertexId least) {
      return static_cast<EdgeId>(std::lower_bound(begin, end, least) - rows.neighbors.begin());
    };
    return Piece{position(own.first), position(own.last)};
  });
}

}  // namespace

GraphPart::GraphPart(const Graph& graph)
    : own_{0, graph.num_vertices()}, senders_{&graph.out, &graph.in}, receivers_{&graph.in, &graph.out} {}

GraphPart::GraphPart(const Graph& graph, VertexRange own) : own_(own) {
  if (own.first > own.last || own.last > graph.num_vertices()) {
    fail(ExitCode::internal, "a part of vertices {} to {}, where the graph has {}", own.first, own.last,
         graph.num_vertices());
  }
  auto cut = std::make_shared<Cut>();
  *cut = {.senders = {rows_into(graph.out, own), {}}, .receivers = {rows_of(graph.in, own), {}}};
  const bool has_one_side = graph.in.offsets.same_storage(graph.out.offsets);
  cut->senders[1] = has_one_side ? cut->senders[0] : rows_into(graph.in, own);
  cut->receivers[1] = has_one_side ? cut->receivers[0] : rows_of(graph.out, own);
  for (const std::size_t side : {0U, 1U}) {
    senders_[side] = &cut->senders[side];
    receivers_[side] = &cut->receivers[side];
  }
  cut_ = std::move(cut);
}

}  // namespace mg
