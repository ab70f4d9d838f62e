#include "algorithms/verify/scc.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const Graph& graph)
      : graph_(graph), numbers_(graph.num_vertices(), 0), lowest_(numbers_), labels_(numbers_.size(), no_vertex) {
    for (VertexId v = 0; v < labels_.size(); ++v) {
      if (numbers_[v] == 0) search(v);
    }
  }

  /// Of each vertex, the first of its component in the file's order.
  [[nodiscard]] const std::vector<VertexId>& labels() const { return labels_; }

 private:
  struct Visit {
    VertexId vertex;
    EdgeId next;  ///< arc of its row
  };

  void enter(VertexId v) {
    lowest_[v] = numbers_[v] = ++last_number_;
    open_.push_back(v);
    path_.push_back({v, 0});
  }

  void search(VertexId start) {
    enter(start);
    while (!path_.empty()) {
      Visit& visit = path_.back();
      const auto row = graph_.out.row(visit.vertex);
      if (visit.next == row.size()) {
        leave();
        continue;
      }
      const VertexId v = visit.vertex;
      const VertexId w = row[visit.next++];
      if (numbers_[w] == 0) {
        enter(w);
      } else if (labels_[w] == no_vertex) {
        lowest_[v] = std::min(lowest_[v], numbers_[w]);
      }
    }
  }

  void leave() {
    const VertexId v = path_.back().vertex;
    path_.pop_back();
    if (!path_.empty()) {
      VertexId& above = lowest_[path_.back().vertex];
      above = std::min(above, lowest_[v]);
    }
    if (lowest_[v] == numbers_[v]) close(v);
  }

  /// What is open from v on is its component.
  void close(VertexId v) {
    const auto first = std::find(open_.rbegin(), open_.rend(), v).base() - 1;
    const auto by_file = [&](VertexId a, VertexId b) { return graph_.to_file(a) < graph_.to_file(b); };
    const VertexId label = *std::min_element(first, open_.end(), by_file);
    std::for_each(first, open_.end(), [&](VertexId member) { labels_[member] = label; });
    open_.erase(first, open_.end());
  }

  const Graph& graph_;
  std::vector<VertexId> numbers_;  ///< in the order of the search, from 1; 0: not reached yet
  std::vector<VertexId> lowest_;   ///< number of an open vertex that is reached from here
  std::vector<VertexId> labels_;
  std::vector<VertexId> open_;  ///< reached, and of no component yet
  std::vector<Visit> path_;
  VertexId last_number_ = 0;
};

}  // namespace

Verdict verify_strong_components(const Graph& graph, std::span<const VertexId> labels) {
  if (auto problem = size_problem(graph, "labels", labels.size()); !problem.empty()) return {problem};
  const Tarjan expected(graph);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (labels[v] == expected.labels()[v]) return {};
    return fmt::format("vertex {} is labelled {}, and the first vertex of its strong component is {}", graph.name(v),
                       describe_vertex(graph, labels[v]), graph.name(expected.labels()[v]));
  });
}

}  // namespace mg
