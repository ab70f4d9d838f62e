// The mesh that a graph's vertices and edges are the points and sides of.
#pragma once

#include "algorithms/mesh/mesh.hpp"
#include "engine/parameters.hpp"

namespace mg {

/// Points are in the order of the file, triangles in that of their points.
struct InputMesh {
  Array<mesh::Point> points;
  Array<mesh::Triangle> triangles;
  Array<mesh::Segment> segments;  ///< the boundary's sides, each with the mesh on its left
};

/// Its triangles are the faces of three sides; faces of more are holes. Points are where parameters say, or else where
/// the graph's own places are. Throws Error(wrong_use) as Parameters::vertex_numbers does, without coordinates, and for
/// a directed graph; Error(bad_input) where triangles overlap, a side or a point belongs to none, two points are at one
/// place, or the graph's own places come with another number of triangles. O(n + m log m), parallel in part.
[[nodiscard]] InputMesh mesh_of_graph(const Graph& graph, const Parameters& parameters);

}  // namespace mg
