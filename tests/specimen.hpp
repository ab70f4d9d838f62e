// A graph as the runtime and as the oracle have it, each made apart from the other.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/generate/generators.hpp"
#include "tests/answers.hpp"
#include "tests/zoo.hpp"

namespace mg {

class Specimen {
 public:
  /// `edges` makes the same list at every call; builds take what they are given apart.
  Specimen(std::string name, std::function<EdgeList()> edges, oracle::Graph reference,
           DuplicatePolicy duplicates = DuplicatePolicy::first)
      : name_(std::move(name)), edges_(std::move(edges)), duplicates_(duplicates), right_(std::move(reference)) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  /// In one of the orders that the builder knows, built at the first call.
  [[nodiscard]] const Graph& graph(const std::string& order = "original");
  [[nodiscard]] RightAnswers& right() { return right_; }
  [[nodiscard]] VertexId num_vertices() const { return static_cast<VertexId>(right_.graph().num_vertices()); }

  /// Runs and validates `request`: what is wrong with the answer, or nothing.
  [[nodiscard]] std::string problem_of(const RunRequest& request, const std::string& order = "original") {
    return mg::problem_of(graph(order), right_, request);
  }

 private:
  std::string name_;
  std::function<EdgeList()> edges_;
  DuplicatePolicy duplicates_;
  std::map<std::string, Graph> graphs_;
  RightAnswers right_;
};

/// A graph of the zoo. With `keep`, repeated edges stay parallel edges.
[[nodiscard]] Specimen specimen_of(const ZooGraph& animal, DuplicatePolicy duplicates = DuplicatePolicy::first);

/// The graph itself when it has weights; otherwise the same with weights from 1 to 100 drawn from the ends of each
/// edge.
[[nodiscard]] ZooGraph with_weights(ZooGraph animal);

/// Graphs beyond the sizes below which the runtime works on one thread, up to some 17,000 vertices, all with weights:
/// rmat and rmat_directed (skewed), uniform_directed, road, grid, path and star.
[[nodiscard]] const std::vector<std::string>& large_names();
/// The one of that name. Throws std::out_of_range.
[[nodiscard]] Specimen large_specimen(const std::string& name);
[[nodiscard]] std::vector<Specimen> large_specimens();

/// What a generator makes, with weights from 1 to 100 where it makes none.
[[nodiscard]] Specimen generated_specimen(const std::string& name, const GeneratorSpec& spec);

/// Two hubs, neighbors, with rows of `between` arcs and more, of which there are more than `mis` has one thread look
/// at, nearly all of which lead to vertices that an independent set leaves out for their only other neighbor. So nobody
/// but the other hub stands in a hub's way, which takes a look at its whole row. If directed, arcs lead from one hub
/// and to the other.
[[nodiscard]] ZooGraph patient_hubs(bool directed, std::uint32_t between = 400);

/// What an algorithm cannot do without on a graph of vertices that are called 0 .. n - 1: of `geo`, places of a third
/// of them, no three of which are in line.
[[nodiscard]] std::map<std::string, std::string> needed_parameters(const std::string& algorithm, VertexId n);
/// Parameters by which all vertices of such a graph have places that say nothing of its weights.
[[nodiscard]] std::map<std::string, std::string> places_on_a_plane(VertexId n);

/// The orders in which a graph may be numbered.
inline const std::vector<std::string> all_orders{"original", "degree", "random:1", "bfs"};

}  // namespace mg
