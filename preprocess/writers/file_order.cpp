#include "preprocess/writers/file_order.hpp"

#include <atomic>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Room for as many weights of the same type.
Weights like(const Weights& weights, std::size_t size) {
  return std::visit(
      [&](const auto& array) -> Weights {
        if constexpr (std::is_same_v<std::decay_t<decltype(array)>, std::monostate>) {
          return std::monostate{};
        } else {
          return std::decay_t<decltype(array)>::uninitialized(size);
        }
      },
      weights);
}

void copy_weight(const Weights& from, EdgeId i, Weights& to, EdgeId j) {
  std::visit(
      [&](auto& target) {
        using Target = std::decay_t<decltype(target)>;
        if constexpr (!std::is_same_v<Target, std::monostate>) target[j] = std::get<Target>(from)[i];
      },
      to);
}

/// Calls count(row, arcs of the row) and adds up what it returns.
template <class Count>
std::uint64_t sum_over_rows(const Adjacency& rows, Count&& count) {
  return parallel_sum<std::uint64_t>(rows.num_rows(), default_threads(), [&](std::size_t i) {
    const auto row = static_cast<VertexId>(i);
    return count(row, rows.row(row));
  });
}

}  // namespace

Adjacency in_file_order(const Graph& graph, const Adjacency& rows) {
  if (graph.order.to_file.empty()) return rows;
  const VertexId n = rows.num_rows();
  Adjacency result;
  result.offsets = Array<EdgeId>::uninitialized(std::size_t{n} + 1);
  result.offsets[0] = 0;
  for (VertexId i = 0; i < n; ++i) result.offsets[i + 1] = result.offsets[i] + rows.degree(graph.from_file(i));
  result.neighbors = Array<VertexId>::uninitialized(rows.num_edges());
  result.weights = like(rows.weights, rows.num_edges());
  parallel_chunks(n, 256, default_threads(), [&](std::size_t begin, std::size_t end, int) {
    std::vector<std::pair<VertexId, EdgeId>> row;
    for (auto i = static_cast<VertexId>(begin); i < end; ++i) {
      const VertexId v = graph.from_file(i);
      row.clear();
      for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e)
        row.emplace_back(graph.to_file(rows.neighbors[e]), e);
      std::sort(row.begin(), row.end());
      EdgeId to = result.offsets[i];
      for (const auto& [neighbor, from] : row) {
        result.neighbors[to] = neighbor;
        copy_weight(rows.weights, from, result.weights, to++);
      }
    }
  });
  return result;
}

EdgeId FileOrderGraph::count_edges() const {
  if (graph.directed) return out.num_edges();
  return sum_over_rows(out, [](VertexId row, std::span<const VertexId> targets) {
    return static_cast<EdgeId>(targets.end() - std::lower_bound(targets.begin(), targets.end(), row));
  });
}

EdgeId FileOrderGraph::count_self_loops() const {
  return sum_over_rows(out, [](VertexId row, std::span<const VertexId> targets) {
    const auto [begin, end] = std::equal_range(targets.begin(), targets.end(), row);
    return static_cast<EdgeId>(end - begin);
  });
}

VertexId FileOrderGraph::count_isolated() const {
  std::vector<std::uint8_t> touched(num_vertices(), 0);
  const auto touch = [&](VertexId v) {
    std::atomic_ref flag(touched[v]);
    if (flag.load(std::memory_order_relaxed) == 0) flag.store(1, std::memory_order_relaxed);
  };
  sum_over_rows(out, [&](VertexId row, std::span<const VertexId> targets) {
    if (!targets.empty()) touch(row);
    for (const VertexId target : targets) touch(target);
    return std::uint64_t{0};
  });
  return static_cast<VertexId>(std::count(touched.begin(), touched.end(), 0));
}

VertexId RowBlocks::row_of_slot(std::uint64_t wanted) const {
  VertexId low = 0;  // the last row whose first slot is not behind `wanted`
  VertexId high = rows_.num_rows();
  while (high - low > 1) {
    const VertexId middle = low + (high - low) / 2;
    (slot(middle) <= wanted ? low : high) = middle;
  }
  return low;
}

}  // namespace mg
