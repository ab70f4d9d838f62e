// What the tests of verifiers share: graphs in several orders, and results of the oracle as an algorithm would hold
// them.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"
#include "preprocess/building/build.hpp"
#include "tests/oracle/from_graph.hpp"
#include "tests/oracle/references.hpp"
#include "tests/zoo.hpp"

namespace mg {

inline Graph built(EdgeList list, const std::string& order, DuplicatePolicy duplicates = DuplicatePolicy::min) {
  BuildReport report;
  return build_graph(std::move(list), {.duplicates = duplicates, .order = order, .threads = 1}, report,
                     silent_progress());
}

/// Every graph of the zoo, in the file's order and in another, without and with parallel arcs.
inline std::vector<Graph> zoo_in_all_forms() {
  std::vector<Graph> graphs;
  for (const ZooGraph& animal : zoo()) {
    graphs.push_back(built(edge_list(animal), "original"));
    graphs.push_back(built(edge_list(animal), "random:5"));
    graphs.push_back(built(edge_list(animal), "degree", DuplicatePolicy::keep));
  }
  return graphs;
}

/// An unweighted graph of the vertices "0", "1", ... in the order of the file.
inline Graph small_graph(VertexId n, bool directed, const std::vector<Edge>& edges) {
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  list.edges = Array<Edge>::copy_of(edges);
  list.directed = directed;
  return built(std::move(list), "original");
}

/// A weighted one.
inline Graph small_graph(VertexId n, bool directed, const std::vector<Edge>& edges, Weights weights) {
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  list.edges = Array<Edge>::copy_of(edges);
  list.weights = std::move(weights);
  list.directed = directed;
  return built(std::move(list), "original");
}

/// Values of the oracle, which are in file order, by internal vertex.
template <class To, class From>
std::vector<To> by_vertex(const Graph& graph, const std::vector<From>& by_file_index) {
  std::vector<To> values(by_file_index.size());
  for (VertexId v = 0; v < values.size(); ++v) values[v] = static_cast<To>(by_file_index[graph.to_file(v)]);
  return values;
}

/// Expects a rejection whose sentence contains `words`.
inline void expect_rejected(const Verdict& verdict, const std::string& words) {
  EXPECT_FALSE(verdict.ok());
  EXPECT_TRUE(verdict.problem.find(words) != std::string::npos)
      << "\"" << verdict.problem << "\" does not contain \"" << words << "\"";
}

/// A copy of `values` that `damage` was called on.
template <class Values, class Damage>
Values with_damage(Values values, Damage&& damage) {
  damage(values);
  return values;
}

/// The graphs and the number of rounds for damage at random.
inline constexpr int damage_rounds = 1000;
inline std::vector<Graph> graphs_to_damage() {
  std::vector<Graph> graphs;
  for (const char* name : {"random_257", "rmat_8", "pieces_directed", "grid_17x19", "weighted_rmat_directed"}) {
    graphs.push_back(built(edge_list(zoo_graph(name)), "random:11"));
  }
  return graphs;
}

/// A graph of so many vertices that verifiers use all threads: 9,000 of them, of which some 3,000 have no edges.
inline Graph graph_for_many_threads() {
  constexpr VertexId n = 9000;
  std::mt19937_64 random(1);
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  for (int i = 0; i < 24000; ++i) {
    edges.push_back({static_cast<VertexId>(random() % (n / 3) * 2), static_cast<VertexId>(random() % (n / 3) * 2)});
    weights.push_back(static_cast<std::uint32_t>(random() % 100));
  }
  list.edges = Array<Edge>::copy_of(edges);
  list.weights = Array<std::uint32_t>::copy_of(weights);
  return built(std::move(list), "random:2");
}

/// Calls f once on one thread and once on four.
template <class F>
void on_one_and_four_threads(F&& f) {
  for (const int threads : {1, 4}) {
    use_threads(threads);
    f();
  }
  use_threads(0);
}

/// Draws the same numbers on every machine.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  /// Below `bound`.
  std::uint64_t operator()(std::uint64_t bound) { return random_() % bound; }
  template <class T>
  T& from(std::vector<T>& values) {
    return values[(*this)(values.size())];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace mg
