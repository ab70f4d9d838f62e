// The oracle's graph: as plain as can be, sharing no code with the runtime, so that a bug in the runtime's readers,
// builder or algorithms cannot hide in the answer it is compared with.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace oracle {

enum class Duplicates { first, min, max, sum, keep };
enum class SelfLoops { drop, keep };

/// What a file says, before anything is cleaned.
struct Listing {
  struct Edge {
    std::string source;
    std::string target;
    double weight = 1;
  };

  std::vector<std::string> vertices;  ///< declared apart from the edges; those that only edges name are added
  std::vector<Edge> edges;
  bool directed = true;
  bool weighted = false;
};

struct Arc {
  std::size_t target;
  double weight;
};

/// Vertices 0 .. names.size() - 1 in file order: ascending where every name is a number, else as they first appear. An
/// undirected edge is two arcs, a self loop one. Unweighted arcs weigh 1.
struct Graph {
  bool directed = true;
  bool weighted = false;
  std::vector<std::string> names;
  std::map<std::string, std::size_t> index;  ///< of each name
  std::vector<std::vector<Arc>> out;

  [[nodiscard]] std::size_t num_vertices() const { return names.size(); }
  [[nodiscard]] std::size_t num_arcs() const;
  /// Arcs of a directed graph, unordered pairs of an undirected one.
  [[nodiscard]] std::size_t num_edges() const;
};

/// Cleans and builds. Duplicates of an undirected edge are those of the unordered pair; `sum` and the like leave an
/// unweighted graph unweighted.
[[nodiscard]] Graph build(const Listing& listing, Duplicates duplicates, SelfLoops self_loops);

/// Every arc by name, sorted: two graphs are the same when these and their names are equal.
[[nodiscard]] std::vector<std::tuple<std::string, std::string, double>> arcs(const Graph& graph);

}  // namespace oracle
