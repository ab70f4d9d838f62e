#include "engine/graph/oriented.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {

namespace {

/// The distinct neighbors of v in either direction but v itself, ascending. Rows are sorted, so one merge does it.
void simple_neighbors(const Graph& graph, VertexId v, std::vector<VertexId>& neighbors) {
  neighbors.clear();
  const auto out = graph.out.row(v);
  if (graph.directed) {
    const auto in = graph.in.row(v);
    std::set_union(out.begin(), out.end(), in.begin(), in.end(), std::back_inserter(neighbors));
  } else {
    neighbors.assign(out.begin(), out.end());
  }
  neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
  std::erase(neighbors, v);
}

/// Sorts equal shares and merges them in pairs.
template <class Before>
void parallel_sort(std::span<VertexId> values, int threads, const Before& before) {
  const auto shares = static_cast<std::size_t>(threads_worth(values.size(), serial_grain, threads));
  const auto bound = [&](std::size_t share) {
    return values.begin() + static_cast<std::ptrdiff_t>(values.size() * std::min(share, shares) / shares);
  };
  parallel_tasks(shares, threads, [&](std::size_t share) { std::sort(bound(share), bound(share + 1), before); });
  for (std::size_t width = 1; width < shares; width *= 2) {
    parallel_tasks((shares + 2 * width - 1) / (2 * width), threads, [&](std::size_t pair) {
      const std::size_t first = 2 * width * pair;
      std::inplace_merge(bound(first), bound(first + width), bound(first + 2 * width), before);
    });
  }
}

/// Vertices in descending order of degree, ties by number.
Array<VertexId> by_descending_degree(const Graph& graph, int threads) {
  const VertexId n = graph.num_vertices();
  const auto degree = [&](VertexId v) { return graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0); };
  auto order = Array<VertexId>::uninitialized(n);
  std::iota(order.begin(), order.end(), VertexId{0});
  const auto before = [&](VertexId a, VertexId b) {
    const EdgeId da = degree(a);
    const EdgeId db = degree(b);
    return da != db ? da > db : a < b;
  };
  parallel_sort(order.span(), threads, before);
  return order;
}

}  // namespace

void OrientedGraph::sort_rows(int threads) {
  constexpr std::size_t chunk = 256;
  VertexId* const targets = arcs.neighbors.data();
  parallel_chunks(arcs.num_rows(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t row = begin; row < end; ++row) {
      std::sort(targets + arcs.offsets[row], targets + arcs.offsets[row + 1]);
    }
  });
}

bool is_simple_undirected(const Graph& graph) {
  return !graph.directed && graph.cleaning.duplicates != DuplicatePolicy::keep && graph.cleaning.self_loop_count == 0;
}

bool worth_orienting(const Graph& graph) {
  constexpr std::size_t samples = 1000;
  constexpr double low_degree = 10;
  constexpr double skew = 1.3;
  if (!is_simple_undirected(graph)) return true;
  const VertexId n = graph.num_vertices();
  if (n == 0 || static_cast<double>(graph.num_arcs()) / n < low_degree) return false;
  std::vector<EdgeId> degrees;
  for (std::uint64_t i = 0; i < samples; ++i)
    degrees.push_back(graph.out.degree(static_cast<VertexId>(spread_position(i, n))));
  std::sort(degrees.begin(), degrees.end());
  const auto sum = std::accumulate(degrees.begin(), degrees.end(), EdgeId{0});
  return static_cast<double>(sum) / samples > skew * static_cast<double>(degrees[samples / 2]);
}

Array<std::uint32_t> simple_degrees(const Graph& graph, int threads) {
  constexpr std::size_t chunk = 256;
  auto degrees = Array<std::uint32_t>::uninitialized(graph.num_vertices());
  const bool is_simple = is_simple_undirected(graph);
  parallel_chunks(graph.num_vertices(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    std::vector<VertexId> neighbors;
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
      if (!is_simple) simple_neighbors(graph, v, neighbors);
      degrees[v] = static_cast<std::uint32_t>(is_simple ? graph.out.degree(v) : neighbors.size());
    }
  });
  return degrees;
}

Graph simple_graph(const Graph& graph, int threads) {
  constexpr std::size_t chunk = 256;
  Graph simple = graph.unweighted();
  simple.tiles = nullptr;
  if (is_simple_undirected(graph)) return simple;
  const VertexId n = graph.num_vertices();
  const auto for_rows = [&](auto&& body) {  // the same walk twice: count, then fill
    parallel_chunks(n, chunk, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<VertexId> neighbors;
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        simple_neighbors(graph, v, neighbors);
        body(v, neighbors);
      }
    });
  };
  Adjacency rows;
  rows.offsets = Array<EdgeId>::filled(std::size_t{n} + 1, 0);
  for_rows([&](VertexId v, const std::vector<VertexId>& neighbors) { rows.offsets[v + 1] = neighbors.size(); });
  std::partial_sum(rows.offsets.begin(), rows.offsets.end(), rows.offsets.begin());
  rows.neighbors = Array<VertexId>::uninitialized(rows.offsets[n]);
  for_rows([&](VertexId v, const std::vector<VertexId>& neighbors) {
    std::ranges::copy(neighbors, rows.neighbors.data() + rows.offsets[v]);
  });
  simple.directed = false;
  simple.cleaning = {.duplicates = DuplicatePolicy::first, .self_loops = SelfLoopPolicy::drop};
  simple.out = rows;
  simple.in = rows;
  return simple;
}

OrientedGraph orient_by_degree(const Graph& graph, int threads, HubsAs hubs) {
  constexpr std::size_t chunk = 256;
  const VertexId n = graph.num_vertices();
  OrientedGraph oriented;
  oriented.vertex = by_descending_degree(graph, threads);
  auto number = Array<VertexId>::uninitialized(n);
  parallel_for(n, threads, [&](std::size_t i) { number[oriented.vertex[i]] = static_cast<VertexId>(i); });

  // The same walk twice: count, then fill.
  const auto for_rows = [&](auto&& body) {
    parallel_chunks(n, chunk, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<VertexId> neighbors;
      for (auto row = static_cast<VertexId>(begin); row < end; ++row) {
        simple_neighbors(graph, oriented.vertex[row], neighbors);
        body(row, neighbors);
      }
    });
  };
  oriented.arcs.offsets = Array<EdgeId>::filled(std::size_t{n} + 1, 0);
  EdgeId* offsets = oriented.arcs.offsets.data();
  for_rows([&](VertexId row, const std::vector<VertexId>& neighbors) {
    offsets[row + 1] = static_cast<EdgeId>(
        std::count_if(neighbors.begin(), neighbors.end(), [&](VertexId u) { return number[u] < row; }));
  });
  std::partial_sum(offsets, offsets + n + 1, offsets);
  oriented.arcs.neighbors = Array<VertexId>::uninitialized(offsets[n]);
  VertexId* targets = oriented.arcs.neighbors.data();
  for_rows([&](VertexId row, const std::vector<VertexId>& neighbors) {
    EdgeId at = offsets[row];
    for (const VertexId u : neighbors) {
      if (number[u] < row) targets[at++] = number[u];
    }
  });
  if (hubs == HubsAs::bits) oriented.hubs = hubs_as_bits(oriented.arcs, threads);
  return oriented;
}

}  // namespace mg
