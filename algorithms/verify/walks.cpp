#include "algorithms/verify/walks.hpp"

#include <algorithm>
#include <string>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

class Walks {
 public:
  Walks(const Graph& graph, const WalkOrder& order, std::span<const VertexId> paths)
      : graph_(graph), order_(order), paths_(paths) {}

  [[nodiscard]] std::string problem_of(std::uint64_t walk) const {
    const auto path = paths_.subspan(walk * (order_.length + 1), order_.length + 1);
    const VertexId start = order_.starts[walk / order_.walks];
    if (path.front() != start) {
      return fmt::format("walk {} begins at {}, expected {}", walk, describe_vertex(graph_, path.front()),
                         graph_.name(start));
    }
    for (std::uint64_t step = 1; step <= order_.length; ++step) {
      const VertexId from = path[step - 1];
      const VertexId to = path[step];
      if (from == no_vertex && to != no_vertex) {
        return fmt::format("walk {} goes on in step {}, behind its end", walk, step);
      }
      if (from != no_vertex && to == no_vertex && goes_on(from)) {
        return fmt::format("walk {} ends in step {} at {}, which has arcs", walk, step - 1, graph_.name(from));
      }
      if (to != no_vertex && !is_arc(from, to)) {
        return fmt::format("walk {} goes from {} to {} in step {}, and there is no such arc", walk, graph_.name(from),
                           describe_vertex(graph_, to), step);
      }
    }
    return {};
  }

 private:
  [[nodiscard]] bool counts(EdgeId arc) const {
    if (!order_.weighted) return true;
    const auto* whole = std::get_if<Array<std::uint32_t>>(&graph_.out.weights);
    return whole != nullptr ? (*whole)[arc] > 0 : std::get<Array<float>>(graph_.out.weights)[arc] > 0;
  }
  [[nodiscard]] bool goes_on(VertexId v) const {
    for (EdgeId arc = graph_.out.offsets[v]; arc < graph_.out.offsets[v + 1]; ++arc) {
      if (counts(arc)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_arc(VertexId from, VertexId to) const {
    const auto row = graph_.out.row(from);
    const auto [first, last] = std::equal_range(row.begin(), row.end(), to);
    const EdgeId begin = graph_.out.offsets[from];
    for (auto at = first; at != last; ++at) {
      if (counts(begin + static_cast<EdgeId>(at - row.begin()))) return true;
    }
    return false;
  }

  const Graph& graph_;
  const WalkOrder& order_;
  std::span<const VertexId> paths_;
};

}  // namespace

Verdict verify_walks(const Graph& graph, const WalkOrder& order, std::span<const VertexId> paths) {
  const std::uint64_t count = order.starts.size() * order.walks;
  if (paths.size() != count * (order.length + 1)) {
    return {fmt::format("there are {} places for {} walks of {} steps", paths.size(), count, order.length)};
  }
  const Walks walks(graph, order, paths);
  return first_problem(static_cast<VertexId>(count), [&](VertexId walk) { return walks.problem_of(walk); });
}

}  // namespace mg
