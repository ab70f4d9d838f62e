// What every reader and generator produces and the graph builder consumes.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

struct Edge {
  VertexId source;
  VertexId target;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Edges in file order between the vertices 0 .. names.size() - 1 (file order), not yet cleaned. Formats that list both
/// directions of an undirected edge (METIS, GAP .sg) are reduced to one of them by their reader.
struct EdgeList {
  VertexNames names;
  Array<Edge> edges;
  Weights weights;                     ///< parallel to edges
  PlanePlaces places = {};             ///< of the vertices, where the format has them
  bool directed = true;                ///< what the format declares, or its convention where it declares nothing
  bool direction_declared = false;     ///< false: `directed` is only the convention (an edge list)
  std::string format;                  ///< "mtx", "el", ...: a name of --format
  std::vector<std::string> decisions;  ///< what the reader found out or assumed, one short sentence each, to be printed

  [[nodiscard]] VertexId num_vertices() const { return names.size(); }
};

}  // namespace mg
