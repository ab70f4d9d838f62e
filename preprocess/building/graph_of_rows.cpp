#include "preprocess/building/graph_of_rows.hpp"

#include <algorithm>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/adjacency_builder.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace {

std::size_t weights_of(const Weights& weights, std::size_t if_none) {
  return with_weight_type(weights, [&](auto type) -> std::size_t {
    if constexpr (has_weight<decltype(type)>) return std::get<Array<decltype(type)>>(weights).size();
    return if_none;
  });
}

void check_offsets(const Adjacency& rows, int threads) {
  if (rows.offsets.empty()) fail(ExitCode::bad_input, "rows need n + 1 offsets for n vertices, and there are none");
  const std::uint64_t n = rows.offsets.size() - 1;
  if (n > max_vertices)
    fail(ExitCode::bad_input, "there are {} rows; a graph has at most {} vertices", n, max_vertices);
  if (rows.offsets[0] != 0) fail(ExitCode::bad_input, "row 0 begins at {}, not at 0", rows.offsets[0]);
  const std::size_t row =
      parallel_find(n, threads, [&](std::size_t v) { return rows.offsets[v] > rows.offsets[v + 1]; });
  if (row < n) {
    fail(ExitCode::bad_input, "row {} ends at {}, before it begins at {}", row, rows.offsets[row + 1],
         rows.offsets[row]);
  }
  if (rows.offsets[n] != rows.num_edges()) {
    fail(ExitCode::bad_input, "the last row ends at {}, but there are {} arcs", rows.offsets[n], rows.num_edges());
  }
}

void check_arcs(const Adjacency& rows, int threads) {
  const std::size_t arcs = rows.num_edges();
  if (weights_of(rows.weights, arcs) != arcs) {
    fail(ExitCode::bad_input, "there are {} arcs and {} weights", arcs, weights_of(rows.weights, arcs));
  }
  const VertexId n = rows.num_rows();
  const std::size_t arc = parallel_find(arcs, threads, [&](std::size_t e) { return rows.neighbors[e] >= n; });
  if (arc < arcs) {
    fail(ExitCode::bad_input, "arc {} leads to vertex {}, but the vertices are 0 to {}", arc, rows.neighbors[arc],
         std::int64_t{n} - 1);
  }
}

/// What one pass over the rows finds.
struct RowFacts {
  EdgeId self_loops = 0;
  EdgeId parallel = 0;    ///< arcs that are the same as the one before them
  EdgeId descending = 0;  ///< arcs whose neighbor is smaller than that of the one before them

  void operator+=(const RowFacts& more) {
    self_loops += more.self_loops;
    parallel += more.parallel;
    descending += more.descending;
  }
};

RowFacts facts_of(const Adjacency& rows, int threads) {
  return parallel_sum<RowFacts>(rows.num_rows(), threads, [&](std::size_t i) {
    const auto v = static_cast<VertexId>(i);
    const auto row = rows.row(v);
    RowFacts facts;
    for (std::size_t e = 0; e < row.size(); ++e) {
      facts.self_loops += row[e] == v;
      facts.parallel += e > 0 && row[e] == row[e - 1];
      facts.descending += e > 0 && row[e] < row[e - 1];
    }
    return facts;
  });
}

template <class W>
bool same_arc(const Adjacency& a, const W* weights_of_a, const Adjacency& b, const W* weights_of_b, EdgeId e) {
  if constexpr (has_weight<W>) {
    if (weights_of_a[e] != weights_of_b[e]) return false;
  }
  return a.neighbors[e] == b.neighbors[e];
}

/// Throws for the first row that its columns do not repeat.
template <class W>
void check_symmetric(const Adjacency& rows, const Adjacency& columns, int threads) {
  const W* out = weights_data<W>(rows.weights);
  const W* in = weights_data<W>(columns.weights);
  const std::size_t row = parallel_find(rows.num_rows(), threads, [&](std::size_t i) {
    const auto v = static_cast<VertexId>(i);
    if (rows.degree(v) != columns.degree(v)) return true;
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      if (!same_arc<W>(rows, out, columns, in, e)) return true;
    }
    return false;
  });
  if (row == rows.num_rows()) return;
  fail(ExitCode::bad_input,
       "an undirected graph has each edge in the rows of both its ends, with the same weight: the row of vertex {} is "
       "not what the other rows say of it; are the rows those of a directed graph?",
       row);
}

}  // namespace

Graph graph_of_rows(Adjacency rows, bool directed, int threads) {
  threads =
      threads_worth(rows.num_edges() + rows.offsets.size(), serial_grain, threads > 0 ? threads : default_threads());
  check_offsets(rows, threads);
  check_arcs(rows, threads);
  Graph graph;
  graph.directed = directed;
  graph.names = VertexNames::counted(0, rows.num_rows());
  with_weight_type(rows.weights, [&](auto type) {
    using W = decltype(type);
    AdjacencyBuilder<W> builder(rows.num_rows(), threads);
    const bool sorted = facts_of(rows, threads).descending == 0;
    graph.in = builder.transpose(rows);
    graph.out = sorted ? std::move(rows) : builder.transpose(graph.in);
    if (directed) return;
    check_symmetric<W>(graph.out, graph.in, threads);
    graph.in = graph.out;
  });
  const RowFacts facts = facts_of(graph.out, threads);
  graph.cleaning.duplicates = facts.parallel > 0 ? DuplicatePolicy::keep : DuplicatePolicy::min;
  graph.cleaning.self_loop_count = facts.self_loops;
  graph.cleaning.weights = graph.weight_type() == WeightType::none ? "none" : "file";
  return graph;
}

}  // namespace mg
