#include "engine/contract.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/group.hpp"
#include "engine/parallel.hpp"

namespace mg {
namespace {

/// Vertices by their parts.
struct Members {
  std::vector<VertexId> begins;  ///< of each part, and one more
  std::vector<VertexId> vertices;

  [[nodiscard]] std::span<const VertexId> of(VertexId p) const {
    return std::span(vertices).subspan(begins[p], begins[p + 1] - begins[p]);
  }
};

Members members_of(std::span<const VertexId> part, VertexId num_parts) {
  Members members{std::vector<VertexId>(std::size_t{num_parts} + 1), std::vector<VertexId>(part.size())};
  for (const VertexId p : part) ++members.begins[p + 1];
  std::partial_sum(members.begins.begin(), members.begins.end(), members.begins.begin());
  std::vector<VertexId> next(members.begins.begin(), members.begins.end() - 1);
  for (VertexId v = 0; v < part.size(); ++v) members.vertices[next[part[v]]++] = v;
  return members;
}

/// Consecutive rows under construction.
struct Rows {
  std::vector<std::pair<VertexId, float>> arcs;
  std::vector<EdgeId> lengths;
};
constexpr std::size_t rows_at_a_time = 64;

/// An arc within a part of an undirected graph is there twice, unless it is a self loop.
template <class WeightAt>
void add_rows(const Graph& graph, std::span<const VertexId> part, std::span<const VertexId> members, WeightAt weight_at,
              KeyedSums<double>& sums) {
  for (const VertexId v : members) {
    for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
      const VertexId u = graph.out.neighbors[e];
      const bool is_twice = !graph.directed && u != v && part[u] == part[v];
      sums.add(part[u], is_twice ? weight_at(e) / 2 : weight_at(e));
    }
  }
}

template <class WeightAt>
std::vector<Rows> contracted_rows(const Graph& graph, std::span<const VertexId> part, const Members& members,
                                  VertexId num_parts, int threads, WeightAt weight_at) {
  std::vector<Rows> pieces((num_parts + rows_at_a_time - 1) / rows_at_a_time);
  parallel_chunks(num_parts, rows_at_a_time, threads, [&](std::size_t begin, std::size_t end, int) {
    KeyedSums<double> sums;
    for (std::size_t first = begin; first < end; first += rows_at_a_time) {
      Rows& rows = pieces[first / rows_at_a_time];
      for (auto p = static_cast<VertexId>(first); p < std::min(end, first + rows_at_a_time); ++p) {
        EdgeId arcs = 0;
        for (const VertexId v : members.of(p)) arcs += graph.out.degree(v);
        sums.begin(std::min<EdgeId>(arcs, num_parts));
        add_rows(graph, part, members.of(p), weight_at, sums);
        const auto row = static_cast<std::ptrdiff_t>(rows.arcs.size());
        sums.each([&](VertexId to, double sum) { rows.arcs.emplace_back(to, static_cast<float>(sum)); });
        std::sort(rows.arcs.begin() + row, rows.arcs.end());
        rows.lengths.push_back(sums.size());
      }
    }
  });
  return pieces;
}

Adjacency joined(const std::vector<Rows>& pieces, VertexId num_parts, int threads) {
  Adjacency all{.offsets = Array<EdgeId>::uninitialized(std::size_t{num_parts} + 1), .neighbors = {}, .weights = {}};
  EdgeId total = 0;
  VertexId p = 0;
  for (const Rows& rows : pieces) {
    for (const EdgeId length : rows.lengths) {
      all.offsets[p++] = total;
      total += length;
    }
  }
  all.offsets[p] = total;
  all.neighbors = Array<VertexId>::uninitialized(total);
  auto weights = Array<float>::uninitialized(total);
  parallel_tasks(pieces.size(), threads, [&](std::size_t piece) {
    EdgeId e = all.offsets[piece * rows_at_a_time];
    for (const auto& [to, weight] : pieces[piece].arcs) {
      all.neighbors[e] = to;
      weights[e++] = weight;
    }
  });
  all.weights = std::move(weights);
  return all;
}

/// The same arcs by the vertices that they lead to.
Adjacency transposed(const Adjacency& rows) {
  const VertexId n = rows.num_rows();
  const auto& weights = std::get<Array<float>>(rows.weights);
  Adjacency columns{.offsets = Array<EdgeId>::filled(std::size_t{n} + 1, 0),
                    .neighbors = Array<VertexId>::uninitialized(rows.num_edges()),
                    .weights = {}};
  auto turned = Array<float>::uninitialized(rows.num_edges());
  for (const VertexId to : rows.neighbors) ++columns.offsets[to + 1];
  std::partial_sum(columns.offsets.begin(), columns.offsets.end(), columns.offsets.begin());
  std::vector<EdgeId> next(columns.offsets.begin(), columns.offsets.end() - 1);
  for (VertexId v = 0; v < n; ++v) {
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const EdgeId place = next[rows.neighbors[e]]++;
      columns.neighbors[place] = v;
      turned[place] = weights[e];
    }
  }
  columns.weights = std::move(turned);
  return columns;
}

}  // namespace

Graph contract(const Graph& graph, std::span<const VertexId> part, VertexId num_parts, int threads) {
  const Members members = members_of(part, num_parts);
  const std::vector<Rows> pieces = std::visit(
      [&](const auto& weights) {
        return contracted_rows(graph, part, members, num_parts, threads, [&weights](EdgeId e) -> double {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
            return 1;
          } else {
            return weights[e];
          }
        });
      },
      graph.out.weights);
  Graph contracted;
  contracted.directed = graph.directed;
  contracted.names = VertexNames::counted(0, num_parts);
  contracted.cleaning.duplicates = DuplicatePolicy::sum;
  contracted.cleaning.weights = "sums";
  contracted.out = joined(pieces, num_parts, threads);
  contracted.in = graph.directed ? transposed(contracted.out) : contracted.out;
  for (VertexId p = 0; p < num_parts; ++p) {
    const auto row = contracted.out.row(p);
    if (std::binary_search(row.begin(), row.end(), p)) ++contracted.cleaning.self_loop_count;
  }
  return contracted;
}

}  // namespace mg
