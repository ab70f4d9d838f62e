// The graph as algorithms see it: one adjacency a direction, names, and how both came to be.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/graph/array.hpp"
#include "engine/graph/graph_facts.hpp"
#include "engine/graph/names.hpp"
#include "engine/graph/types.hpp"
#include "engine/graph/weights.hpp"

namespace mg {

/// Compressed sparse rows. Rows are sources in a csr and destinations in a csc.
struct Adjacency {
  Array<EdgeId> offsets;      ///< n + 1 ascending positions; row v is [offsets[v], offsets[v + 1])
  Array<VertexId> neighbors;  ///< one an edge, ascending within a row
  Weights weights;            ///< parallel to neighbors

  [[nodiscard]] VertexId num_rows() const { return offsets.empty() ? 0 : static_cast<VertexId>(offsets.size() - 1); }
  [[nodiscard]] EdgeId num_edges() const { return neighbors.size(); }
  [[nodiscard]] EdgeId degree(VertexId row) const { return offsets[row + 1] - offsets[row]; }
  [[nodiscard]] std::span<const VertexId> row(VertexId v) const { return {neighbors.data() + offsets[v], degree(v)}; }
  /// The row that an edge is in. O(log n).
  [[nodiscard]] VertexId row_of(EdgeId edge) const {
    return static_cast<VertexId>(std::upper_bound(offsets.begin(), offsets.end(), edge) - offsets.begin() - 1);
  }
};

/// What was done with repeated edges, and so what an algorithm may assume about the graph.
enum class DuplicatePolicy : std::uint8_t { first = 0, min = 1, max = 2, sum = 3, keep = 4 };
enum class SelfLoopPolicy : std::uint8_t { drop = 0, keep = 1 };

/// How the vertices are numbered inside, which has no effect on results, only on speed.
struct VertexOrder {
  std::string text = "original";  ///< original | degree | random:SEED | bfs
  /// Position of internal vertex v in the file's order, and its inverse; both empty when the order is the file's.
  Array<VertexId> to_file;
  Array<VertexId> from_file;
};

/// Where vertices are on a plane; both coordinates are empty where nobody says so. They have no effect on other results
/// than those of algorithms that ask for places.
struct PlanePlaces {
  /// Coordinates are finite, and no farther from 0: squares of distances are numbers, and so are the exact sums of
  /// products by which meshes are decided.
  static constexpr double most = 1e60;

  Array<double> x = {};  ///< in file order, as names are
  Array<double> y = {};
  /// How many triangles were listed whose sides are the edges, since a face of three sides may be a hole; 0: none were.
  std::uint64_t triangles = 0;

  [[nodiscard]] bool empty() const { return x.empty(); }
  [[nodiscard]] std::size_t size_bytes() const { return x.size_bytes() + y.size_bytes(); }
};

/// The choices that cleaning took. They are recorded in the prepared file, and algorithms that need them check them.
struct Cleaning {
  DuplicatePolicy duplicates = DuplicatePolicy::keep;
  SelfLoopPolicy self_loops = SelfLoopPolicy::keep;
  EdgeId self_loop_count = 0;    ///< self loops in the graph as it is stored
  std::string weights = "none";  ///< none | file | unit | random:LO:HI:SEED
};

/// The layout of the dense engine (dense/tiles.hpp).
struct Tiles;

/// A graph of n vertices, immutable and cheap to copy (storage is shared). An undirected graph stores each edge {u, v}
/// as the two arcs u->v and v->u (a self loop as one) and its csc is its csr.
class Graph {
 public:
  bool directed = true;
  VertexNames names;  ///< in file order; names.size() == num_vertices()
  VertexOrder order;
  PlanePlaces places;
  Cleaning cleaning;
  Adjacency out;                                                       ///< csr
  Adjacency in;                                                        ///< csc; shares out's arrays when undirected
  std::shared_ptr<GraphFacts> facts = std::make_shared<GraphFacts>();  ///< about out
  std::shared_ptr<const Tiles> tiles;  ///< of the arcs as they point; null where nobody laid them out

  [[nodiscard]] VertexId num_vertices() const { return names.size(); }
  /// Arcs stored, which is what traversal rates count.
  [[nodiscard]] EdgeId num_arcs() const { return out.num_edges(); }
  /// Edges as a person counts them: arcs of a directed graph, pairs of an undirected one.
  [[nodiscard]] EdgeId num_edges() const { return directed ? num_arcs() : (num_arcs() + cleaning.self_loop_count) / 2; }
  [[nodiscard]] WeightType weight_type() const { return type_of(out.weights); }

  [[nodiscard]] VertexId to_file(VertexId internal) const {
    return order.to_file.empty() ? internal : order.to_file[internal];
  }
  [[nodiscard]] VertexId from_file(VertexId file_index) const {
    return order.from_file.empty() ? file_index : order.from_file[file_index];
  }
  /// The name of an internal vertex.
  [[nodiscard]] std::string name(VertexId internal) const { return names.name(to_file(internal)); }
  /// The graph with every arc turned around; storage is shared.
  [[nodiscard]] Graph reversed() const {
    Graph turned = *this;
    if (directed) turned.facts = std::make_shared<GraphFacts>();  // of other rows
    turned.out = in;  // not a swap, of which GCC 12 believes that it reads what is not there
    turned.in = out;
    if (directed) turned.tiles = nullptr;
    return turned;
  }
  /// The graph without weights; storage is shared.
  [[nodiscard]] Graph unweighted() const {
    Graph bare = *this;
    bare.out.weights = {};
    bare.in.weights = {};
    bare.facts = std::make_shared<GraphFacts>();
    return bare;
  }
  /// The internal vertex with that name, if there is one.
  [[nodiscard]] std::optional<VertexId> find(std::string_view name) const {
    const auto file_index = names.find(name);
    return file_index ? std::optional(from_file(*file_index)) : std::nullopt;
  }
};

}  // namespace mg
