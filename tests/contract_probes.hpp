// An algorithm that asks a contracted graph for what reads rows on a CPU: beginnings of searches, triangles, turned
// edges. Compiled for CPUs and for GPUs, as any algorithm is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algorithms/sssp.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/oriented_rows.hpp"

namespace mg::probe {

struct JoinNeighbors {
  VertexId* part;
  VertexId members;
  void operator()(VertexId v) const { part[v] = v / members; }
};

/// A step of a search.
struct FindParent {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;
  [[nodiscard]] static VertexId message(VertexId source) { return source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};

struct NeverMet {
  std::int32_t* levels;
  std::uint32_t* triangles;
  std::uint32_t* reached;
  void operator()(VertexId v) const {
    levels[v] = -1;
    triangles[v] = reached[v] = 0;
  }
};
struct CountCorners {
  Shared<std::uint32_t> triangles;
  void operator()(VertexId u, VertexId v, VertexId w) const {
    for (const VertexId corner : {u, v, w}) triangles[corner].add(1);
  }
};
struct Reach {
  Shared<std::uint32_t> reached;
  void operator()(VertexId, VertexId v) const { reached[v].add(1); }
};
struct IsReached {
  const std::uint32_t* reached;
  double operator()(VertexId v) const { return reached[v]; }
};
/// A sum that depends on the order of a row.
struct SumOfRow {
  OrientedRows rows;
  std::uint64_t* sums;
  void operator()(VertexId row) const {
    sums[row] = rows.vertices[row];
    for (EdgeId i = rows.begin(row); i < rows.end(row); ++i) sums[row] = 31 * sums[row] + rows.targets[i];
  }
};

#ifndef MG_DEVICE_CODE

/// Of the graph's parts of a few vertices each, one row each; what there is of the others is 0.
class WithinContracted {
 public:
  static AlgorithmInfo info() {
    return {.name = "within-contracted",
            .summary = "operators that read rows, over a contracted graph",
            .weights = WeightUse::optional,
            .parameters = {{.name = "members",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "3",
                            .help = "vertices of a part",
                            .lowest = 1}},
            .state_bytes_per_vertex = 3 * sizeof(std::uint64_t) + 5 * sizeof(std::uint32_t)};
  }

  WithinContracted(const Graph& graph, const Parameters& parameters)
      : graph_(graph), members_(static_cast<VertexId>(parameters.integer("members"))) {}

  template <class L>
  void run(L& loop) {
    VertexId* const part = part_.on(loop);
    loop.vertex_map(JoinNeighbors{part, members_});
    const VertexId parts = (graph_.num_vertices() + members_ - 1) / members_;
    const Contracted whole = loop.contract(part, parts);
    is_on_gpu_ = whole.graph.out.offsets.is_elsewhere();
    loop.within(whole, [&](auto& inner) { ask(inner, parts); });
  }

  [[nodiscard]] Results results() const {
    return {{"level", levels_}, {"distance", distances_}, {"triangles", triangles_}, {"sum", sums_}};
  }
  [[nodiscard]] Summary summary() const {
    return {{"triangles", counted_}, {"visited", visited_}, {"edges", edges_}, {"reached", reached_in_all_}};
  }
  /// Whether the rows were where only a GPU reads them.
  [[nodiscard]] Verdict validate() const { return {is_on_gpu_ ? "" : "the host had the rows"}; }

 private:
  template <class L>
  void ask(L& loop, VertexId parts) {
    const VertexId middle = parts / 2;
    std::uint32_t* const triangles = triangles_.on(loop);
    std::uint32_t* const reached = reached_.on(loop);
    std::int32_t* const levels = levels_.on(loop);
    loop.vertex_map(NeverMet{levels, triangles, reached});
    loop.search(FindParent{parents_.on(loop), {levels}}, middle);
    using Relax = sssp::Relax<float, double>;
    const Relax relax{distances_.on(loop), {overflow_.on(loop)}};
    loop.vertex_map(StartAt<Relax>{relax, middle, 0});
    loop.iterate_by_priority(relax, middle, 4);
    auto from = loop.single(middle);
    loop.edge_apply(Reach{reached}, from, Side::out);
    loop.recycle(std::move(from));
    reached_in_all_ = static_cast<std::uint64_t>(loop.vertex_reduce(IsReached{reached}));
    counted_ = loop.count_triangles();
    visited_ = loop.triangle_map(CountCorners{triangles});
    const typename L::Oriented edges = loop.orient();
    edges_ = edges.size();
    loop.vertex_map(SumOfRow{edges.rows(), sums_.on(loop)});
  }

  Graph graph_;
  VertexId members_;
  bool is_on_gpu_ = false;
  std::uint64_t counted_ = 0, visited_ = 0, edges_ = 0, reached_in_all_ = 0;
  State<VertexId> part_{graph_.num_vertices()}, parents_{graph_.num_vertices()};
  State<std::int32_t> levels_{graph_.num_vertices()};
  State<double> distances_{graph_.num_vertices()};
  State<std::uint32_t> triangles_{graph_.num_vertices()}, reached_{graph_.num_vertices()};
  State<std::uint64_t> sums_{graph_.num_vertices()};
  Table<std::uint32_t> overflow_{1};
};

#endif  // MG_DEVICE_CODE

}  // namespace mg::probe
