#include "engine/graph/contract.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/cpu/grouped.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/placed_sums.hpp"
#include "engine/group.hpp"

namespace mg {
namespace {

/// The vertices of a part, ascending.
std::span<const VertexId> members_of(const Grouped<VertexId>& parts, VertexId p) {
  return parts.items.span().subspan(parts.begins[p], parts.begins[p + 1] - parts.begins[p]);
}

/// Consecutive rows under construction.
struct Rows {
  std::vector<std::pair<VertexId, float>> arcs;
  std::vector<EdgeId> lengths;
};
constexpr std::size_t rows_at_a_time = 64;

/// Adds up the arcs that leave part p. An arc within a part of an undirected graph is there twice, unless it is a self
/// loop.
template <class WeightAt, class Sums>
void add_rows(const Graph& graph, std::span<const VertexId> part, VertexId p, std::span<const VertexId> members,
              WeightAt weight_at, Sums& sums) {
  double loops = 0;
  bool has_loops = false;
  for (const VertexId v : members) {
    for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
      const VertexId u = graph.out.neighbors[e];
      if (graph.directed || part[u] != p) {
        sums.add(part[u], weight_at(e));
      } else if (u != v) {
        sums.add(p, weight_at(e) / 2);
      } else {
        loops += weight_at(e);
        has_loops = true;
      }
    }
  }
  if (has_loops) sums.add(p, loops);
}

/// What a thread makes rows with.
struct RowMaker {
  PlacedSums<double> placed;
  KeyedSums<double> keyed;

  /// Appends the arcs of part p, ascending.
  template <class WeightAt>
  void append(const Graph& graph, std::span<const VertexId> part, VertexId num_parts, VertexId p,
              std::span<const VertexId> members, WeightAt weight_at, Rows& rows) {
    EdgeId arcs = 0;
    for (const VertexId v : members) arcs += graph.out.degree(v);
    const std::size_t row = rows.arcs.size();
    const auto put = [&](VertexId to, double sum) { rows.arcs.emplace_back(to, static_cast<float>(sum)); };
    if (PlacedSums<double>::pay(arcs, num_parts)) {
      placed.begin(num_parts);
      add_rows(graph, part, p, members, weight_at, placed);
      placed.take(put);
    } else {
      keyed.begin(std::min<EdgeId>(arcs, num_parts));
      add_rows(graph, part, p, members, weight_at, keyed);
      keyed.each(put);
      std::sort(rows.arcs.begin() + static_cast<std::ptrdiff_t>(row), rows.arcs.end());
    }
    rows.lengths.push_back(rows.arcs.size() - row);
  }
};

template <class WeightAt>
std::vector<Rows> contracted_rows(const Graph& graph, std::span<const VertexId> part, const Grouped<VertexId>& parts,
                                  VertexId num_parts, int threads, WeightAt weight_at) {
  std::vector<Rows> pieces((num_parts + rows_at_a_time - 1) / rows_at_a_time);
  std::vector<RowMaker> of_threads(static_cast<std::size_t>(threads));
  parallel_chunks(num_parts, rows_at_a_time, threads, [&](std::size_t begin, std::size_t end, int thread) {
    RowMaker maker = std::move(of_threads[static_cast<std::size_t>(thread)]);
    for (std::size_t first = begin; first < end; first += rows_at_a_time) {
      Rows rows;
      for (auto p = static_cast<VertexId>(first); p < std::min(end, first + rows_at_a_time); ++p) {
        maker.append(graph, part, num_parts, p, members_of(parts, p), weight_at, rows);
      }
      pieces[first / rows_at_a_time] = std::move(rows);
    }
    of_threads[static_cast<std::size_t>(thread)] = std::move(maker);
  });
  return pieces;
}

Adjacency joined(const std::vector<Rows>& pieces, VertexId num_parts, int threads) {
  std::vector<EdgeId> begins(pieces.size() + 1);
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    begins[piece + 1] = begins[piece] + pieces[piece].arcs.size();
  }
  Adjacency all{.offsets = Array<EdgeId>::uninitialized(std::size_t{num_parts} + 1),
                .neighbors = Array<VertexId>::uninitialized(begins.back()),
                .weights = {}};
  auto weights = Array<float>::uninitialized(begins.back());
  all.offsets[num_parts] = begins.back();
  parallel_tasks(pieces.size(), threads, [&](std::size_t piece) {
    EdgeId row = begins[piece];
    std::size_t p = piece * rows_at_a_time;
    for (const EdgeId length : pieces[piece].lengths) {
      all.offsets[p++] = row;
      row += length;
    }
    EdgeId e = begins[piece];
    for (const auto& [to, weight] : pieces[piece].arcs) {
      all.neighbors[e] = to;
      weights[e++] = weight;
    }
  });
  all.weights = std::move(weights);
  return all;
}

/// The same arcs by the vertices that they lead to.
Adjacency transposed(const Adjacency& rows, int threads) {
  const VertexId n = rows.num_rows();
  const auto& weights = std::get<Array<float>>(rows.weights);
  auto sources = Array<VertexId>::uninitialized(rows.num_edges());
  parallel_for(n, threads, [&](std::size_t v) {
    std::fill(sources.data() + rows.offsets[v], sources.data() + rows.offsets[v + 1], static_cast<VertexId>(v));
  });
  Grouped<EdgeId> by_target =
      grouped_by<EdgeId>(rows.num_edges(), n, threads, [&](EdgeId e) -> std::size_t { return rows.neighbors[e]; });
  Adjacency columns{.offsets = std::move(by_target.begins),
                    .neighbors = Array<VertexId>::uninitialized(rows.num_edges()),
                    .weights = {}};
  auto turned = Array<float>::uninitialized(rows.num_edges());
  parallel_for(rows.num_edges(), threads, [&](std::size_t i) {
    columns.neighbors[i] = sources[by_target.items[i]];
    turned[i] = weights[by_target.items[i]];
  });
  columns.weights = std::move(turned);
  return columns;
}

EdgeId self_loops_of(const Adjacency& rows, int threads) {
  return parallel_sum<EdgeId>(rows.num_rows(), threads, [&](std::size_t p) -> EdgeId {
    const auto row = rows.row(static_cast<VertexId>(p));
    return std::binary_search(row.begin(), row.end(), static_cast<VertexId>(p)) ? 1 : 0;
  });
}

}  // namespace

Graph graph_of_parts(const Graph& graph, Adjacency rows, Adjacency columns, EdgeId num_self_loops) {
  Graph contracted;
  contracted.directed = graph.directed;
  contracted.names = VertexNames::counted(0, rows.num_rows());
  contracted.cleaning.duplicates = DuplicatePolicy::sum;
  contracted.cleaning.self_loop_count = num_self_loops;
  contracted.cleaning.weights = "sums";
  contracted.out = std::move(rows);
  contracted.in = std::move(columns);
  return contracted;
}

Graph contract(const Graph& graph, std::span<const VertexId> part, VertexId num_parts, int threads) {
  const auto parts =
      grouped_by<VertexId>(part.size(), num_parts, threads, [&](std::size_t v) -> std::size_t { return part[v]; });
  const std::vector<Rows> pieces = std::visit(
      [&](const auto& weights) {
        return contracted_rows(graph, part, parts, num_parts, threads, [&](EdgeId e) -> double {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
            return 1;
          } else {
            return weights[e];
          }
        });
      },
      graph.out.weights);
  Adjacency rows = joined(pieces, num_parts, threads);
  Adjacency columns = graph.directed ? transposed(rows, threads) : rows;
  const EdgeId self_loops = self_loops_of(rows, threads);
  return graph_of_parts(graph, std::move(rows), std::move(columns), self_loops);
}

}  // namespace mg
