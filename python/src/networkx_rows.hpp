// A graph of networkx as rows, in the order of its dicts: what its searches find depends on that order.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "engine/error.hpp"
#include "engine/graph/graph.hpp"

namespace mg::python {

/// Where each vertex is in a list of those that a search has found. Kept for the searches to come, so that one which
/// finds few costs little, however large the graph.
class Found {
 public:
  explicit Found(VertexId num_vertices) : at_(num_vertices), round_(num_vertices) {}
  void forget() {
    if (++now_ == 0) std::fill(round_.begin(), round_.end(), now_++);
  }
  [[nodiscard]] bool contains(VertexId v) const { return round_[v] == now_; }
  [[nodiscard]] std::uint32_t at(VertexId v) const { return at_[v]; }
  void add(VertexId v, std::uint32_t at) {
    at_[v] = at;
    round_[v] = now_;
  }

 private:
  std::vector<std::uint32_t> at_;
  std::vector<std::uint32_t> round_;
  std::uint32_t now_ = 0;
};

/// Weights as Python has them: whole numbers or f64.
using ExactWeights = std::variant<std::monostate, std::vector<std::int64_t>, std::vector<double>>;

struct NetworkxRows {
  Array<EdgeId> offsets;
  Array<VertexId> targets;  ///< in the order of the dicts
  ExactWeights weights;

  [[nodiscard]] VertexId num_vertices() const { return static_cast<VertexId>(offsets.size() - 1); }
  [[nodiscard]] std::span<const VertexId> row(VertexId v) const {
    return {targets.data() + offsets[v], offsets[v + 1] - offsets[v]};
  }
};

/// Hands out Found's of one graph, to several threads if need be.
class FoundPool {
 public:
  [[nodiscard]] std::unique_ptr<Found> take(VertexId num_vertices);
  void give_back(std::unique_ptr<Found> found);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Found>> idle_;
};

/// A Found for one search, given back at its end.
class Borrowed {
 public:
  Borrowed(FoundPool& pool, VertexId num_vertices) : pool_(pool), found_(pool.take(num_vertices)) {}
  ~Borrowed() { pool_.give_back(std::move(found_)); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  Found* operator->() { return found_.get(); }
  const Found* operator->() const { return found_.get(); }

 private:
  FoundPool& pool_;
  std::unique_ptr<Found> found_;
};

/// Throws Error(interrupted) where it is asked for.
inline void end_if_asked(const std::atomic<bool>& stop) {
  if (stop.load(std::memory_order_relaxed)) fail(ExitCode::interrupted, "the search was interrupted");
}

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};

/// What a search has found, in the order in which networkx would have.
struct SearchTree {
  std::vector<VertexId> vertices;
  std::vector<std::uint32_t> parents;  ///< positions in `vertices`; no_parent for sources
  std::vector<std::uint32_t> levels;   ///< of a breadth-first search: where each level begins in `vertices`
};

/// Breadth first, at most `depth` levels; nothing is found beyond it.
[[nodiscard]] SearchTree search_breadth_first(const NetworkxRows& rows, std::span<const VertexId> sources,
                                              std::uint64_t depth, FoundPool& pool, const std::atomic<bool>& stop);

/// How far everything is that a vertex reaches, itself not counted.
struct Reach {
  std::uint64_t vertices = 0;
  std::uint64_t distance = 0;  ///< sum over all of them
  std::uint64_t farthest = 0;  ///< the largest of their distances
  double inverse = 0;          ///< sum of 1 / distance
};

/// The reach of each of `sources`, searched `threads` at a time.
[[nodiscard]] std::vector<Reach> reaches(const NetworkxRows& rows, std::span<const VertexId> sources, int threads,
                                         FoundPool& pool, const std::atomic<bool>& stop);

/// The path that networkx's search from both ends finds, in which `in` are the rows of predecessors; nothing where
/// there is none.
[[nodiscard]] std::optional<std::vector<VertexId>> path_from_both_ends(const NetworkxRows& out, const NetworkxRows& in,
                                                                       VertexId source, VertexId target,
                                                                       FoundPool& pool, const std::atomic<bool>& stop);

/// Vertices by strongly connected component, in the order in which networkx finds both: the i-th component ends before
/// ends[i].
struct StrongComponents {
  std::vector<VertexId> vertices;
  std::vector<std::size_t> ends;
};

/// By Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM J. Comput. 1972) with a stack of
/// non-roots alone (Nuutila and Soisalon-Soininen, IPL 1994). O(n + m).
[[nodiscard]] StrongComponents strong_components(const NetworkxRows& rows, const std::atomic<bool>& stop);

/// What Dijkstra's algorithm settles, in its order, and how far from the nearest source. Number: std::int64_t or
/// double.
template <class Number>
struct DijkstraTree {
  std::vector<VertexId> vertices;
  std::vector<std::uint32_t> parents;  ///< positions in `vertices`; no_parent for sources
  std::vector<Number> distances;
};

/// Vertices farther than `cutoff` are left out; the search ends with `target`, or settles all without one. Weights,
/// which are of type Number, are not negative.
template <class Number>
[[nodiscard]] DijkstraTree<Number> search_by_distance(const NetworkxRows& rows, std::span<const VertexId> sources,
                                                      double cutoff, std::optional<VertexId> target, FoundPool& pool,
                                                      const std::atomic<bool>& stop);

template <class Number>
struct LightestPath {
  std::vector<VertexId> vertices;
  Number weight;
};

/// The path that networkx's search by weights from both ends finds between two vertices that differ, as
/// path_from_both_ends() has it. Weights are of type Number and not negative.
template <class Number>
[[nodiscard]] std::optional<LightestPath<Number>> lightest_path_from_both_ends(const NetworkxRows& out,
                                                                               const NetworkxRows& in, VertexId source,
                                                                               VertexId target, FoundPool& pool,
                                                                               const std::atomic<bool>& stop);

/// The edges of an undirected graph with weights, each as the arc that networkx comes to first, which weighs its place
/// in the order of their weights, of equal ones in networkx's order: a spanning forest of least such weight is the one
/// that networkx finds. `descending`: the heaviest come first. O(m log m).
[[nodiscard]] Adjacency ranked_edges(const NetworkxRows& rows, bool descending);

}  // namespace mg::python
