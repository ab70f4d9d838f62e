#include "algorithms/verify_cores.hpp"

#include <string>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// Calls body(neighbor) for each arc at v that does not lead back to it.
template <class Body>
void for_neighbors(const Graph& graph, VertexId v, const Body& body) {
  const auto visit = [&](const Adjacency& rows) {
    for (const VertexId u : rows.row(v)) {
      if (u != v) body(u);
    }
  };
  visit(graph.out);
  if (graph.directed) visit(graph.in);
}

/// Vertices sorted by the neighbors that they have left. Taking one from a count moves the vertex one bin down, which
/// is an exchange with the first of its bin.
class Bins {
 public:
  explicit Bins(const Graph& graph) : left_(graph.num_vertices()), order_(left_.size()), position_(left_.size()) {
    for_vertices(graph.num_vertices(), [&](VertexId v) { for_neighbors(graph, v, [&](VertexId) { ++left_[v]; }); });
    std::uint32_t most = 0;
    for (const std::uint32_t count : left_) most = std::max(most, count);
    first_.resize(most + std::size_t{2});
    for (const std::uint32_t count : left_) ++first_[count + std::size_t{1}];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<VertexId> next(first_);
    for (VertexId v = 0; v < left_.size(); ++v) {
      position_[v] = next[left_[v]]++;
      order_[position_[v]] = v;
    }
  }

  [[nodiscard]] VertexId at(std::size_t position) const { return order_[position]; }
  [[nodiscard]] std::uint32_t left(VertexId v) const { return left_[v]; }
  void take_one(VertexId v) {
    const VertexId first = first_[left_[v]]++;
    const VertexId other = order_[first];
    std::swap(order_[position_[v]], order_[first]);
    std::swap(position_[v], position_[other]);
    --left_[v];
  }

 private:
  std::vector<std::uint32_t> left_;
  std::vector<VertexId> order_;
  std::vector<VertexId> position_;  ///< in the order
  std::vector<VertexId> first_;     ///< position of the first with so many left, that has not gone
};

std::vector<std::uint32_t> peeled(const Graph& graph) {
  Bins bins(graph);
  std::vector<std::uint32_t> cores(graph.num_vertices());
  for (std::size_t position = 0; position < cores.size(); ++position) {
    const VertexId v = bins.at(position);
    cores[v] = bins.left(v);
    for_neighbors(graph, v, [&](VertexId u) {
      if (bins.left(u) > bins.left(v)) bins.take_one(u);
    });
  }
  return cores;
}

}  // namespace

Verdict verify_cores(const Graph& graph, std::span<const std::uint32_t> cores) {
  if (auto problem = size_problem(graph, "core numbers", cores.size()); !problem.empty()) return {problem};
  const std::vector<std::uint32_t> expected = peeled(graph);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (cores[v] == expected[v]) return {};
    return fmt::format("vertex {} has the core number {}, expected {}", graph.name(v), cores[v], expected[v]);
  });
}

}  // namespace mg
