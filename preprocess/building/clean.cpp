#include "preprocess/building/clean.hpp"

#include <vector>

#include "engine/cpu/parallel.hpp"

namespace mg {
namespace {

bool is_isolated(const Graph& graph, VertexId v) {
  return graph.out.degree(v) == 0 && (!graph.directed || graph.in.degree(v) == 0);
}

/// Which vertices stay, and what they are called then.
struct Survivors {
  Array<VertexId> kept;     // old numbers, ascending
  Array<VertexId> renamed;  // new number of an old one; meaningless for the others
};

Survivors find_survivors(const Graph& graph, VertexId isolated) {
  const VertexId n = graph.num_vertices();
  Survivors survivors{Array<VertexId>::uninitialized(n - isolated), Array<VertexId>::uninitialized(n)};
  VertexId count = 0;
  for (VertexId v = 0; v < n; ++v) {
    survivors.renamed[v] = count;
    if (!is_isolated(graph, v)) survivors.kept[count++] = v;
  }
  return survivors;
}

VertexNames strings_of(const VertexNames& names, const Survivors& survivors) {
  const auto kept = survivors.kept.span();
  auto offsets = Array<std::uint64_t>::uninitialized(kept.size() + 1);
  offsets[0] = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    offsets[i + 1] = offsets[i] + names.offsets()[kept[i] + 1] - names.offsets()[kept[i]];
  }
  auto bytes = Array<char>::uninitialized(offsets[kept.size()]);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::copy_n(names.bytes().data() + names.offsets()[kept[i]], offsets[i + 1] - offsets[i],
                bytes.data() + offsets[i]);
  }
  auto by_name = Array<VertexId>::uninitialized(kept.size());
  std::size_t count = 0;
  for (const VertexId v : names.by_name()) {
    const VertexId renamed = survivors.renamed[v];
    if (renamed < kept.size() && kept[renamed] == v) by_name[count++] = renamed;
  }
  return VertexNames::strings(offsets, bytes, by_name);
}

VertexNames names_of(const VertexNames& names, const Survivors& survivors) {
  if (names.kind() == VertexNames::Kind::strings) return strings_of(names, survivors);
  const auto kept = survivors.kept.span();
  const bool counted = names.kind() == VertexNames::Kind::counted;
  if (counted && (kept.empty() || kept.back() - kept.front() == kept.size() - 1)) {
    return VertexNames::counted(names.first() + (kept.empty() ? 0 : kept.front()), static_cast<VertexId>(kept.size()));
  }
  auto ids = Array<std::uint64_t>::uninitialized(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) ids[i] = counted ? names.first() + kept[i] : names.ids()[kept[i]];
  return VertexNames::integers(ids);
}

Array<double> kept_of(const Array<double>& coordinates, const Survivors& survivors, int threads) {
  if (coordinates.empty()) return {};
  auto kept = Array<double>::uninitialized(survivors.kept.size());
  parallel_for(kept.size(), threads, [&](std::size_t v) { kept[v] = coordinates[survivors.kept[v]]; });
  return kept;
}

void renumber(Adjacency& rows, const Survivors& survivors, int threads) {
  const std::size_t n = survivors.kept.size();
  auto offsets = Array<EdgeId>::uninitialized(n + 1);
  parallel_for(n, threads, [&](std::size_t v) { offsets[v] = rows.offsets[survivors.kept[v]]; });
  offsets[n] = rows.num_edges();
  rows.offsets = offsets;
  parallel_for(rows.num_edges(), threads,
               [&](std::size_t e) { rows.neighbors[e] = survivors.renamed[rows.neighbors[e]]; });
}

}  // namespace

VertexId count_isolated(const Graph& graph, int threads) {
  return parallel_sum<VertexId>(graph.num_vertices(), threads, [&](std::size_t v) {
    return is_isolated(graph, static_cast<VertexId>(v)) ? VertexId{1} : VertexId{0};
  });
}

void drop_isolated(Graph& graph, int threads) {
  const VertexId isolated = count_isolated(graph, threads);
  if (isolated == 0) return;
  const Survivors survivors = find_survivors(graph, isolated);
  graph.names = names_of(graph.names, survivors);
  graph.places.x = kept_of(graph.places.x, survivors, threads);
  graph.places.y = kept_of(graph.places.y, survivors, threads);
  renumber(graph.out, survivors, threads);
  if (graph.directed) {
    renumber(graph.in, survivors, threads);
  } else {
    graph.in = graph.out;
  }
}

}  // namespace mg
