// A mesh in memory of the machine that a loop runs on, which grows between rounds.
#pragma once

#include <algorithm>
#include <utility>

#include "algorithms/mesh/mesh_of_graph.hpp"
#include "algorithms/mesh/mesh_rebuilding.hpp"

namespace mg {

/// Makes room for `more` elements behind the `used` that there are.
template <class T, class L>
void grow(L& loop, Table<T>& state, std::uint64_t used, std::uint64_t more) {
  if (used + more <= state.size()) return;
  Table<T> larger(std::max<std::uint64_t>(used + more, 2 * state.size()));
  loop.index_map(mesh::Copy<T>{state.on(loop), larger.on(loop)}, used);
  state = std::move(larger);
}

class MeshArrays {
 public:
  /// `cosine`: of the least angle, squared.
  MeshArrays(const InputMesh& input, double cosine) : input_(input), segments_(input.segments.span()), cosine_(cosine) {
    start();
  }

  /// The input's mesh.
  void start() {
    num_points_ = static_cast<std::uint32_t>(input_.points.size());
    num_triangles_ = static_cast<std::uint32_t>(input_.triangles.size());
    points_ = Table<mesh::Point>(input_.points.span());
    segments_of_ = Table<std::uint32_t>::of_ones(num_points_);
    triangles_ = Table<mesh::Triangle>(input_.triangles.span());
    claims_ = Table<std::uint64_t>::of_ones(num_triangles_);
  }

  [[nodiscard]] std::uint32_t num_points() const { return num_points_; }
  [[nodiscard]] std::uint32_t num_triangles() const { return num_triangles_; }

  template <class L>
  [[nodiscard]] mesh::Mesh on(L& loop) {
    return {points_.on(loop), segments_of_.on(loop), triangles_.on(loop), segments_.on(loop), cosine_};
  }
  template <class L>
  [[nodiscard]] std::uint64_t* claims_on(L& loop) {
    return claims_.on(loop);
  }

  template <class L>
  void make_room(L& loop, std::uint64_t more_points, std::uint64_t more_triangles) {
    grow(loop, points_, num_points_, more_points);
    grow(loop, segments_of_, num_points_, more_points);
    grow(loop, triangles_, num_triangles_, more_triangles);
    if (claims_.size() < triangles_.size()) claims_ = Table<std::uint64_t>::of_ones(triangles_.size());
  }
  void have_more(std::uint64_t points, std::uint64_t triangles) {
    num_points_ += static_cast<std::uint32_t>(points);
    num_triangles_ += static_cast<std::uint32_t>(triangles);
  }

  [[nodiscard]] const InputMesh& input() const { return input_; }
  [[nodiscard]] Array<mesh::Point> points() const { return points_.host().first(num_points_); }
  [[nodiscard]] Array<std::uint32_t> segments_of() const { return segments_of_.host().first(num_points_); }
  [[nodiscard]] Array<mesh::Triangle> triangles() const { return triangles_.host().first(num_triangles_); }

 private:
  InputMesh input_;
  Table<mesh::Segment> segments_;
  double cosine_;
  std::uint32_t num_points_ = 0;
  std::uint32_t num_triangles_ = 0;
  Table<mesh::Point> points_;
  Table<std::uint32_t> segments_of_;
  Table<mesh::Triangle> triangles_;
  Table<std::uint64_t> claims_;
};

}  // namespace mg
