#include "preprocess/building/tile_columns.hpp"

#include <algorithm>
#include <vector>

#include "engine/cpu/parallel.hpp"

namespace mg {

Array<EdgeId> count_sent(const Adjacency& rows, VertexId num_vertices, int threads) {
  auto sent = Array<EdgeId>::uninitialized(num_vertices);
  parallel_for(num_vertices, threads, [&](std::size_t v) { sent[v] = 0; });
  parallel_for(rows.num_edges(), threads, [&](std::size_t e) {
    std::atomic_ref(sent[rows.neighbors[e]]).fetch_add(1, std::memory_order_relaxed);
  });
  return sent;
}

/// A counting sort; the few vertices of enormously many arcs share the first class and are sorted by comparison.
Array<VertexId> order_columns(const Array<EdgeId>& sent) {
  constexpr EdgeId largest_class = EdgeId{1} << 16;
  const auto class_of = [&](std::size_t v) { return largest_class - std::min(sent[v], largest_class); };
  std::vector<VertexId> next(largest_class + 1, 0);
  for (std::size_t v = 0; v < sent.size(); ++v) ++next[class_of(v)];
  const VertexId enormous = next[0];
  const VertexId silent = next[largest_class];
  VertexId position = 0;
  for (VertexId& count : next) position += std::exchange(count, position);
  auto columns = Array<VertexId>::uninitialized(sent.size() - silent);
  for (std::size_t v = 0; v < sent.size(); ++v) {
    if (sent[v] > 0) columns[next[class_of(v)]++] = static_cast<VertexId>(v);
  }
  std::stable_sort(columns.begin(), columns.begin() + enormous,
                   [&](VertexId a, VertexId b) { return sent[a] > sent[b]; });
  return columns;
}

Array<VertexId> column_places(const Array<VertexId>& columns, VertexId num_vertices, int threads) {
  auto places = Array<VertexId>::uninitialized(num_vertices);
  parallel_for(num_vertices, threads, [&](std::size_t v) { places[v] = no_vertex; });
  parallel_for(columns.size(), threads, [&](std::size_t c) { places[columns[c]] = static_cast<VertexId>(c); });
  return places;
}

}  // namespace mg
