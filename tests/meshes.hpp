// Small meshes for tests, written by hand or drawn.
#pragma once

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/mesh/mesh.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {

struct TestMesh {
  std::vector<mesh::Point> points;
  std::vector<std::pair<VertexId, VertexId>> sides;

  [[nodiscard]] Graph graph(const std::string& order = "original", bool directed = false) const {
    EdgeList list;
    list.names = VertexNames::counted(0, static_cast<VertexId>(points.size()));
    std::vector<Edge> edges;
    for (const auto& [a, b] : sides) edges.push_back({a, b});
    list.edges = Array<Edge>::copy_of(edges);
    list.directed = directed;
    return built(std::move(list), order);
  }
  /// `more`, and where the points are.
  [[nodiscard]] std::map<std::string, std::string> parameters(std::map<std::string, std::string> more = {}) const {
    for (std::size_t p = 0; p < points.size(); ++p) {
      more["x"] += fmt::format("{} {}\n", p, points[p].x);
      more["y"] += fmt::format("{} {}\n", p, points[p].y);
    }
    return more;
  }
};

using Corners = std::array<VertexId, 3>;

[[nodiscard]] inline TestMesh mesh_of(std::vector<mesh::Point> points, const std::vector<Corners>& triangles) {
  std::set<std::pair<VertexId, VertexId>> sides;
  for (const Corners& t : triangles) {
    for (int i = 0; i < 3; ++i) sides.insert(std::minmax(t[i], t[(i + 1) % 3]));
  }
  return {std::move(points), {sides.begin(), sides.end()}};
}

/// The mesh without points that are of no triangle.
[[nodiscard]] inline TestMesh mesh_of_used(const std::vector<mesh::Point>& points, std::vector<Corners> triangles) {
  std::map<VertexId, VertexId> numbers;
  std::vector<mesh::Point> used;
  for (Corners& t : triangles) {
    for (VertexId& corner : t) {
      const auto [number, is_new] = numbers.try_emplace(corner, static_cast<VertexId>(used.size()));
      if (is_new) used.push_back(points[corner]);
      corner = number->second;
    }
  }
  return mesh_of(std::move(used), triangles);
}

/// Points that are drawn one after the other into a convex polygon, each joined to the corners of the triangle that it
/// is in: most sides are not Delaunay. They are drawn as convex combinations of corners. Of triangles, some of a
/// hundred are torn out.
[[nodiscard]] inline TestMesh drawn_mesh(std::vector<mesh::Point> corners, std::size_t size, std::uint32_t seed,
                                         std::uint32_t torn = 0) {
  std::vector<Corners> triangles;
  for (VertexId i = 1; i + 1 < corners.size(); ++i) triangles.push_back({0, i, i + 1});
  std::vector<mesh::Point> points = std::move(corners);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0.05, 1);
  while (points.size() < size) {
    const std::size_t drawn = random() % triangles.size();
    const Corners t = triangles[drawn];
    const double weights[] = {share(random), share(random), share(random)};
    const double sum = weights[0] + weights[1] + weights[2];
    mesh::Point p{0, 0};
    for (int i = 0; i < 3; ++i) {
      p.x += points[t[i]].x * weights[i] / sum;
      p.y += points[t[i]].y * weights[i] / sum;
    }
    const auto at = [&](int i) { return points[t[i % 3]]; };
    bool is_inside = true;
    for (int i = 0; i < 3; ++i) is_inside = is_inside && mesh::orientation(at(i), at(i + 1), p) > 0;
    if (!is_inside) continue;
    const auto added = static_cast<VertexId>(points.size());
    points.push_back(p);
    triangles[drawn] = {t[0], t[1], added};
    triangles.push_back({t[1], t[2], added});
    triangles.push_back({t[2], t[0], added});
  }
  std::erase_if(triangles, [&](const Corners&) { return random() % 100 < torn; });
  return mesh_of_used(points, std::move(triangles));
}

[[nodiscard]] inline TestMesh two_triangles() {
  return mesh_of({{0, 0}, {3, 0}, {3, 1}, {0, 1}}, {{0, 1, 2}, {0, 2, 3}});
}
/// Around the point 0.
[[nodiscard]] inline TestMesh fan() {
  return mesh_of({{0, 0}, {9, 1}, {5, 4}, {1, 6}, {-4, 5}, {-7, 2}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}
/// A square with a square hole.
[[nodiscard]] inline TestMesh frame() {
  return mesh_of({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {2, 1}, {2, 2}, {1, 2}},
                 {{0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}});
}
[[nodiscard]] inline TestMesh l_shape() {
  return mesh_of({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}
/// One triangle whose sides meet at 3 degrees.
[[nodiscard]] inline TestMesh needle() { return mesh_of({{0, 0}, {10, 0}, {10, 0.5}}, {{0, 1, 2}}); }
/// Two triangles that have a corner in common, and nothing else.
[[nodiscard]] inline TestMesh bow_tie() {
  return mesh_of({{0, 0}, {3, 1}, {2, 3}, {-3, -1}, {-1, -4}}, {{0, 1, 2}, {0, 3, 4}});
}
/// All points but the first two are on a circle, nearly: exact arithmetic has to decide.
[[nodiscard]] inline TestMesh on_a_circle() {
  std::vector<mesh::Point> points;
  std::vector<Corners> triangles;
  constexpr int count = 24;
  points.reserve(count);
  for (int i = 0; i < count; ++i) {
    points.push_back({1000 + std::cos(i * 0.2617993877991494), 1000 + std::sin(i * 0.2617993877991494)});
  }
  for (VertexId i = 1; i + 1 < count; ++i) triangles.push_back({0, i, i + 1});
  return mesh_of(std::move(points), triangles);
}

[[nodiscard]] inline std::map<std::string, TestMesh> hand_written_meshes() {
  return {{"two_triangles", two_triangles()},
          {"fan", fan()},
          {"frame", frame()},
          {"l_shape", l_shape()},
          {"needle", needle()},
          {"bow_tie", bow_tie()},
          {"on_a_circle", on_a_circle()}};
}

}  // namespace mg
