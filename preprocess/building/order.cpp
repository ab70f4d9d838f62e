#include "preprocess/building/order.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/generate/permutation.hpp"
#include "preprocess/option_text.hpp"

namespace mg {
namespace {

std::optional<std::uint64_t> random_seed(std::string_view text) {
  const auto parts = split_at(':', text);
  return parts.size() == 2 && parts[0] == "random" ? whole_number<std::uint64_t>(parts[1]) : std::nullopt;
}

EdgeId total_degree(const Graph& graph, VertexId v) {
  return graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0);
}

/// A counting sort by degree; the few vertices of enormous degree share the first class and are sorted by comparison.
Array<VertexId> by_descending_degree(const Graph& graph) {
  constexpr EdgeId largest_class = EdgeId{1} << 16;
  const VertexId n = graph.num_vertices();
  const auto class_of = [&](VertexId v) { return largest_class - std::min(total_degree(graph, v), largest_class); };
  std::vector<VertexId> next(largest_class + 1, 0);
  for (VertexId v = 0; v < n; ++v) ++next[class_of(v)];
  const VertexId enormous = next[0];
  VertexId position = 0;
  for (VertexId& count : next) position += std::exchange(count, position);
  auto vertices = Array<VertexId>::uninitialized(n);
  for (VertexId v = 0; v < n; ++v) vertices[next[class_of(v)]++] = v;
  std::stable_sort(vertices.begin(), vertices.begin() + enormous,
                   [&](VertexId a, VertexId b) { return total_degree(graph, a) > total_degree(graph, b); });
  return vertices;
}

Array<VertexId> shuffled(VertexId n, std::uint64_t seed, int threads) {
  auto vertices = Array<VertexId>::uninitialized(n);
  const Permutation permutation(n, seed);
  parallel_for(n, threads, [&](std::size_t i) { vertices[i] = static_cast<VertexId>(permutation(i)); });
  return vertices;
}

/// Breadth-first searches that treat arcs as edges; the array of vertices met is the queue.
class BreadthFirstOrder {
 public:
  explicit BreadthFirstOrder(const Graph& graph)
      : graph_(graph), met_(graph.num_vertices(), false), vertices_(Array<VertexId>::uninitialized(met_.size())) {}

  Array<VertexId> vertices() {
    const VertexId n = graph_.num_vertices();
    if (n == 0) return vertices_;
    VertexId hub = 0;
    for (VertexId v = 1; v < n; ++v) {
      if (total_degree(graph_, v) > total_degree(graph_, hub)) hub = v;
    }
    search(hub);
    for (VertexId v = 0; v < n; ++v) search(v);
    return vertices_;
  }

 private:
  void search(VertexId root) {
    std::size_t head = tail_;
    meet(root);
    while (head < tail_) visit(vertices_[head++]);
  }

  /// Neighbours of both directions, merged so that they are met in file order.
  void visit(VertexId v) {
    const auto out = graph_.out.row(v);
    const auto in = graph_.directed ? graph_.in.row(v) : std::span<const VertexId>{};
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < out.size() && j < in.size()) meet(out[i] <= in[j] ? out[i++] : in[j++]);
    while (i < out.size()) meet(out[i++]);
    while (j < in.size()) meet(in[j++]);
  }

  void meet(VertexId v) {
    if (met_[v]) return;
    met_[v] = true;
    vertices_[tail_++] = v;
  }

  const Graph& graph_;
  std::vector<bool> met_;
  Array<VertexId> vertices_;
  std::size_t tail_ = 0;
};

}  // namespace

void check_order(std::string_view text) {
  if (text == "original" || text == "degree" || text == "bfs" || random_seed(text)) return;
  fail(ExitCode::wrong_use,
       "there is no vertex order '{}': say original, degree, bfs, or random:SEED with a whole number (for example "
       "random:42)",
       text);
}

VertexOrder order_of(std::string_view text, Array<VertexId> to_file, int threads) {
  VertexOrder order;
  order.text = text;
  order.from_file = Array<VertexId>::uninitialized(to_file.size());
  parallel_for(to_file.size(), threads, [&](std::size_t v) { order.from_file[to_file[v]] = static_cast<VertexId>(v); });
  order.to_file = std::move(to_file);
  return order;
}

VertexOrder make_order(std::string_view text, const Graph& graph, int threads) {
  check_order(text);
  if (text == "original") return {};
  if (text == "degree") return order_of(text, by_descending_degree(graph), threads);
  if (text == "bfs") return order_of(text, BreadthFirstOrder(graph).vertices(), threads);
  return order_of(text, shuffled(graph.num_vertices(), *random_seed(text), threads), threads);
}

}  // namespace mg
