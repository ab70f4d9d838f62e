#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/verify/neighbors.hpp"
#include "algorithms/verify/similarity.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {
namespace {

constexpr std::uint64_t affordable_paths = 20'000'000;
constexpr double tolerance = 1e-12;

/// As exact as doubles are: whole numbers divided once, so that equal fractions are equal.
double coefficient_of(jaccard::Measure measure, std::uint64_t shared, std::uint64_t a, std::uint64_t b) {
  const auto quotient = [](std::uint64_t over, std::uint64_t under) {
    return static_cast<double>(over) / static_cast<double>(under);
  };
  switch (measure) {
    case jaccard::Measure::jaccard: return quotient(shared, a + b - shared);
    case jaccard::Measure::overlap: return quotient(shared, std::min(a, b));
    case jaccard::Measure::sorensen: return quotient(2 * shared, a + b);
    case jaccard::Measure::cosine: break;
  }
  return std::sqrt(quotient(shared * shared, a * b));
}

struct Candidate {
  double coefficient;
  VertexId place;  ///< in the file
};

/// All that share a neighbor with v, the most similar first. `degrees` are numbers of neighbors.
std::vector<Candidate> candidates_of(const Graph& graph, jaccard::Measure measure,
                                     const std::vector<std::uint64_t>& degrees, VertexId v) {
  std::vector<VertexId> ends;  // of paths of two arcs
  for (const VertexId u : neighbors_of(graph, v)) {
    const std::vector<VertexId> behind = neighbors_of(graph, u);
    ends.insert(ends.end(), behind.begin(), behind.end());
  }
  std::erase(ends, v);
  std::ranges::sort(ends);
  std::vector<Candidate> candidates;
  for (auto first = ends.begin(); first != ends.end();) {
    const auto last = std::upper_bound(first, ends.end(), *first);
    const auto shared = static_cast<std::uint64_t>(last - first);
    candidates.push_back({coefficient_of(measure, shared, degrees[v], degrees[*first]), graph.to_file(*first)});
    first = last;
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.coefficient != b.coefficient ? a.coefficient > b.coefficient : a.place < b.place;
  });
  return candidates;
}

class Listing {
 public:
  Listing(const Graph& graph, jaccard::Measure measure, std::uint64_t top, const ListedPairs& pairs,
          std::span<const double> coefficients)
      : graph_(graph),
        measure_(measure),
        top_(top),
        pairs_(pairs),
        coefficients_(coefficients),
        degrees_(graph.num_vertices()) {
    for_vertices(graph.num_vertices(), [&](VertexId v) { degrees_[v] = neighbors_of(graph, v).size(); });
  }

  /// What is wrong with the order of the rows, or with how many a vertex has; notes where each vertex's begin.
  std::string problem() {
    const VertexId n = graph_.num_vertices();
    const std::size_t size = pairs_.firsts.size();
    if (pairs_.seconds.size() != size || coefficients_.size() != size) {
      return fmt::format("there are {} coefficients of {} pairs", coefficients_.size(), size);
    }
    begins_.assign(std::size_t{n} + 1, size);
    VertexId next = 0;  // vertex in the file
    for (std::size_t i = 0; i < size; ++i) {
      const VertexId u = pairs_.firsts[i];
      const VertexId v = pairs_.seconds[i];
      if (u >= n || v >= n || u == v) {
        return fmt::format("pair {} is of {} and {}, which are no two vertices", i, describe_vertex(graph_, u),
                           describe_vertex(graph_, v));
      }
      const VertexId place = graph_.to_file(u);
      if (place + 1 < next) return fmt::format("pair {}, of {}, is not in the order of the file", i, graph_.name(u));
      if (place + 1 == next && !(coefficients_[i - 1] >= coefficients_[i])) {
        return fmt::format("pair {}, of {}, is more similar than the one before it", i, graph_.name(u));
      }
      for (; next <= place; ++next) begins_[next] = i;
      if (i - begins_[place] >= top_) return fmt::format("there are more than {} pairs of {}", top_, graph_.name(u));
    }
    return {};
  }

  /// What is wrong with the pairs of v, found by counting again.
  [[nodiscard]] std::string problem_of(VertexId v) const {
    const std::vector<Candidate> candidates = candidates_of(graph_, measure_, degrees_, v);
    const VertexId place = graph_.to_file(v);
    const std::size_t begin = begins_[place];
    const std::size_t listed = begins_[std::size_t{place} + 1] - begin;
    const std::size_t expected = std::min<std::size_t>(top_, candidates.size());
    if (listed != expected) {
      return fmt::format("{} pairs of {} are listed, expected {}", listed, graph_.name(v), expected);
    }
    for (std::size_t i = 0; i < listed; ++i) {
      const VertexId found = pairs_.seconds[begin + i];
      const double coefficient = coefficients_[begin + i];
      const double right = candidates[i].coefficient;
      if (graph_.to_file(found) == candidates[i].place && std::abs(coefficient - right) <= tolerance) continue;
      return fmt::format("the vertex in place {} by similarity to {} is {} with {:.9g}, expected {} with {:.9g}", i + 1,
                         graph_.name(v), graph_.name(found), coefficient, graph_.names.name(candidates[i].place),
                         right);
    }
    return {};
  }

 private:
  const Graph& graph_;
  jaccard::Measure measure_;
  std::uint64_t top_;
  ListedPairs pairs_;
  std::span<const double> coefficients_;
  std::vector<std::uint64_t> degrees_;
  std::vector<std::size_t> begins_;  ///< of vertices in the file
};

/// Vertices from everywhere whose paths of two arcs can be counted.
std::vector<VertexId> affordable_vertices(const Graph& graph) {
  const VertexId n = graph.num_vertices();
  const auto degree = [&](VertexId v) { return 1 + graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0); };
  std::vector<VertexId> vertices;
  std::uint64_t paths = 0;
  for (std::uint64_t i = 0; i < n && paths < affordable_paths; ++i) {
    const auto v = static_cast<VertexId>(spread_position(i, n));
    std::uint64_t of_vertex = degree(v);
    for (const VertexId u : graph.out.row(v)) of_vertex += degree(u);
    for (const VertexId u : graph.directed ? graph.in.row(v) : std::span<const VertexId>()) of_vertex += degree(u);
    if (of_vertex > affordable_paths - paths) continue;
    paths += of_vertex;
    vertices.push_back(v);
  }
  if (vertices.size() == n) {
    for (VertexId v = 0; v < n; ++v) vertices[v] = v;  // the sequence repeats some
  }
  return vertices;
}

}  // namespace

Verdict verify_most_similar(const Graph& graph, jaccard::Measure measure, std::uint64_t top, const ListedPairs& pairs,
                            std::span<const double> coefficients) {
  Listing listing(graph, measure, top, pairs, coefficients);
  if (std::string problem = listing.problem(); !problem.empty()) return {problem};
  const std::vector<VertexId> vertices = affordable_vertices(graph);
  return first_problem(static_cast<VertexId>(vertices.size()),
                       [&](VertexId i) { return listing.problem_of(vertices[i]); });
}

}  // namespace mg
