// From the edges of a file to a graph: cleaning, which is explicit and reported, then rows, columns and the order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/progress.hpp"
#include "preprocess/building/edge_weights.hpp"
#include "preprocess/edge_list.hpp"

namespace mg {

enum class IsolatedPolicy : std::uint8_t { drop = 0, keep = 1 };

/// How a graph is made of edges. By default nothing is lost but the repetition of edges.
struct BuildOptions {
  std::optional<bool> directed = {};  ///< what the edge list says, where unset
  /// Directed: edges u -> v are duplicates of each other. Undirected: edges between u and v in either direction are, so
  /// an input that lists both comes out right; with `keep` they remain parallel edges.
  /// The lightest is the default because it is what a shortest path takes. `first`, and the order of adding up real
  /// weights, mean file order.
  DuplicatePolicy duplicates = DuplicatePolicy::min;
  SelfLoopPolicy self_loops = SelfLoopPolicy::keep;
  IsolatedPolicy isolated = IsolatedPolicy::keep;
  WeightPolicy weights = {};
  std::string order = "original";  ///< original | degree | random:SEED | bfs (order.hpp)
  int threads = 0;                 ///< 0: default_threads() of engine/cpu/processors.hpp
};

/// What cleaning found and did, in counts.
struct BuildReport {
  EdgeId edges_read = 0;
  EdgeId self_loops = 0;    ///< among the edges read
  EdgeId duplicates = 0;    ///< edges beyond the first between the same vertices
  EdgeId reverse_arcs = 0;  ///< arcs added so that each undirected edge can be walked in both directions
  EdgeId edges = 0;         ///< of the graph made, as people count them
  VertexId vertices = 0;    ///< of the graph made
  VertexId isolated = 0;    ///< among the vertices read
  std::string weights;      ///< none | file | unit | random:LOW:HIGH:SEED
  std::string order;
  WeightType weight_type = WeightType::none;
  DuplicatePolicy duplicate_policy = DuplicatePolicy::min;
  SelfLoopPolicy self_loop_policy = SelfLoopPolicy::keep;
  IsolatedPolicy isolated_policy = IsolatedPolicy::keep;
  bool directed = true;
  bool direction_chosen = false;    ///< by an option, against or without the file's own word
  bool direction_declared = false;  ///< by the file
  bool both_ways = false;           ///< a directed graph that holds every edge, with its weight, in both directions
  std::string like_none;            ///< a vertex's name that tables have where there is nothing, such as NULL
  EdgeId like_none_arcs = 0;        ///< of that vertex, in either direction

  /// One short sentence each for the decisions and findings above, for a person to read.
  [[nodiscard]] std::vector<std::string> sentences() const;
};

[[nodiscard]] std::string_view to_string(DuplicatePolicy policy);
[[nodiscard]] std::string_view to_string(SelfLoopPolicy policy);

/// Makes the graph. The result does not depend on the number of threads. Peak memory beside the edges themselves is one
/// buffer of the same size and the result: under 3 times the csr and csc of the result.
/// Throws Error: wrong_use (order), bad_input (integer weights that add up beyond 2^32 - 1), no_resources, internal
/// (edges that contradict the list's own vertex count).
[[nodiscard]] Graph build_graph(EdgeList list, const BuildOptions& options, BuildReport& report, Progress& progress);

}  // namespace mg
