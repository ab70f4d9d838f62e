#include "algorithms/mesh_of_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/coordinates.hpp"
#include "algorithms/edge_results.hpp"
#include "algorithms/mesh_crossings.hpp"
#include "engine/parallel.hpp"

namespace mg {
namespace {

using mesh::none;
using mesh::Point;

/// Coordinates on both sides of 0 within which there is room for exact sums.
constexpr double most_coordinate = 1e60;
constexpr double least_coordinate = 1e-60;

/// The sides of a mesh as two halves each, in rows by the point that they begin at, counterclockwise.
class HalfSides {
 public:
  explicit HalfSides(const Graph& graph, std::span<const Point> points) : graph_(graph), points_(points) {
    offsets_.assign(points.size() + 1, 0);
    for (std::uint32_t p = 0; p < points.size(); ++p) append_row(p);
    triangles_.assign(ends_.size(), none);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> row(std::uint32_t p) const {
    return {offsets_[p], offsets_[p + 1]};
  }
  [[nodiscard]] std::uint32_t end(std::uint32_t half) const { return ends_[half]; }
  [[nodiscard]] std::uint32_t& triangle_side(std::uint32_t half) { return triangles_[half]; }
  /// The half from p to q, which there is.
  [[nodiscard]] std::uint32_t find(std::uint32_t p, std::uint32_t q) const {
    const auto [begin, end] = row(p);
    const auto* const first = by_end_.data() + begin;
    const auto* const found = std::lower_bound(first, by_end_.data() + end, std::pair(q, 0U));
    return found->second;
  }
  /// The half that goes on around the face on the left of the one from p.
  [[nodiscard]] std::uint32_t next_of_face(std::uint32_t p, std::uint32_t half) const {
    const std::uint32_t back = find(ends_[half], p);
    const auto [begin, end] = row(ends_[half]);
    return back == begin ? end - 1 : back - 1;
  }
  /// The next half around the point that this one begins at, counterclockwise.
  [[nodiscard]] std::uint32_t turned(std::uint32_t p, std::uint32_t half) const {
    const auto [begin, end] = row(p);
    return half + 1 == end ? begin : half + 1;
  }

 private:
  void append_row(std::uint32_t p) {
    const auto begin = static_cast<std::ptrdiff_t>(ends_.size());
    for (const VertexId v : graph_.out.row(graph_.from_file(p))) {
      const std::uint32_t q = graph_.to_file(v);
      if (q != p) ends_.push_back(q);
    }
    const auto first = ends_.begin() + begin;
    std::sort(first, ends_.end());
    ends_.erase(std::unique(first, ends_.end()), ends_.end());
    std::sort(ends_.begin() + begin, ends_.end(), [&](std::uint32_t a, std::uint32_t b) { return turns(p, a, b); });
    const auto count = ends_.size() - static_cast<std::size_t>(begin);
    if (ends_.size() > mesh::most_triangles) {
      fail(ExitCode::wrong_use, "dmr: the mesh has more than {} sides", mesh::most_triangles / 2);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t half = static_cast<std::uint32_t>(begin) + static_cast<std::uint32_t>(i);
      by_end_.emplace_back(ends_[half], half);
      if (i > 0 && !turns(p, ends_[half - 1], ends_[half])) {
        fail(ExitCode::bad_input, "dmr: the sides from '{}' to '{}' and to '{}' overlap", name(p),
             name(ends_[half - 1]), name(ends_[half]));
      }
    }
    std::sort(by_end_.begin() + begin, by_end_.end());
    offsets_[p + 1] = static_cast<std::uint32_t>(ends_.size());
  }
  /// Whether the way from p to a comes before that to b, by angles from 0 on.
  [[nodiscard]] bool turns(std::uint32_t p, std::uint32_t a, std::uint32_t b) const {
    const auto is_below = [&](std::uint32_t q) {
      return points_[q].y != points_[p].y ? points_[q].y < points_[p].y : points_[q].x < points_[p].x;
    };
    if (is_below(a) != is_below(b)) return is_below(b);
    return mesh::orientation(points_[p], points_[a], points_[b]) > 0;
  }
  [[nodiscard]] std::string name(std::uint32_t p) const { return graph_.names.name(p); }

  const Graph& graph_;
  std::span<const Point> points_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_end_;  ///< rows of ends and halves, ascending
  std::vector<std::uint32_t> triangles_;                         ///< the side of a triangle that a half is, or none
};

Array<Point> points_of(const Graph& graph, const Parameters& parameters) {
  const Array<sphere::Place> places = sphere::places_on_plane(graph, parameters);
  if (places.size() != graph.num_vertices()) {
    fail(ExitCode::wrong_use,
         "dmr refines a mesh, whose points have coordinates: give the parameters 'x' and 'y' of all vertices");
  }
  auto points = Array<Point>::uninitialized(places.size());
  for (VertexId p = 0; p < points.size(); ++p) {
    const sphere::Place& place = places[graph.from_file(p)];
    points[p] = {place.x, place.y};
    for (const double x : {place.x, place.y}) {
      if (x != 0 && std::fabs(x) < least_coordinate) {
        fail(ExitCode::wrong_use, "dmr: the point '{}' has the coordinate {}: take 0, or {} at least",
             graph.names.name(p), x, least_coordinate);
      }
    }
  }
  return points;
}

void require_different(const Graph& graph, std::span<const Point> points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t p) { return std::tuple(points[p].x, points[p].y, p); };
  std::ranges::sort(order, {}, key);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Point& a = points[order[i - 1]];
    const Point& b = points[order[i]];
    if (a.x != b.x || a.y != b.y) continue;
    fail(ExitCode::bad_input, "dmr: the points '{}' and '{}' are at one place", graph.names.name(order[i - 1]),
         graph.names.name(order[i]));
  }
}

/// Finds triangles, joins them, and numbers the boundary's sides.
class MeshBuilder {
 public:
  MeshBuilder(const Graph& graph, std::span<const Point> points)
      : graph_(graph), points_(points), halves_(graph, points) {}

  void build(InputMesh& result) {
    for (std::uint32_t p = 0; p < points_.size(); ++p) add_triangles_at(p);
    for (std::uint32_t p = 0; p < points_.size(); ++p) join_at(p);
    for (std::uint32_t p = 0; p < points_.size(); ++p) mark_acute_at(p);
    result.triangles = Array<mesh::Triangle>::copy_of(triangles_);
    result.segments = Array<mesh::Segment>::copy_of(segments_);
  }

 private:
  void add_triangles_at(std::uint32_t p) {
    const auto [begin, end] = halves_.row(p);
    for (std::uint32_t first = begin; first < end; ++first) {
      const std::uint32_t q = halves_.end(first);
      if (q < p) continue;
      const std::uint32_t second = halves_.next_of_face(p, first);
      const std::uint32_t r = halves_.end(second);
      if (r < p || r == p) continue;
      const std::uint32_t third = halves_.next_of_face(q, second);
      if (halves_.end(third) != p || halves_.next_of_face(r, third) != first) continue;
      if (mesh::orientation(points_[p], points_[q], points_[r]) <= 0) continue;
      const auto side = 4 * static_cast<std::uint32_t>(triangles_.size());
      halves_.triangle_side(first) = side;
      halves_.triangle_side(second) = side + 1;
      halves_.triangle_side(third) = side + 2;
      triangles_.push_back({{p, q, r}, {none, none, none}, 0, 0});
    }
  }
  void join_at(std::uint32_t p) {
    const auto [begin, end] = halves_.row(p);
    bool has_triangle = false;
    for (std::uint32_t half = begin; half < end; ++half) {
      const std::uint32_t q = halves_.end(half);
      const std::uint32_t side = halves_.triangle_side(half);
      const std::uint32_t twin = halves_.triangle_side(halves_.find(q, p));
      if (side == none && twin == none) {
        fail(ExitCode::bad_input, "dmr: the side from '{}' to '{}' is of no triangle", name(p), name(q));
      }
      if (side == none) continue;
      has_triangle = true;
      std::uint32_t& place = triangles_[side / 4].twins[side % 4];
      place = twin;
      if (twin != none) continue;
      place = mesh::boundary | static_cast<std::uint32_t>(segments_.size());
      segments_.push_back({{p, q}, {0, 0}});
    }
    if (!has_triangle) fail(ExitCode::bad_input, "dmr: the point '{}' is a corner of no triangle", name(p));
  }
  /// Looks at the triangles between two sides of the boundary.
  void mark_acute_at(std::uint32_t p) {
    const auto [begin, end] = halves_.row(p);
    for (std::uint32_t half = begin; half < end; ++half) {
      const std::uint32_t begins = segment_of(halves_.triangle_side(half));
      if (begins == none) continue;
      std::uint32_t last = half;
      while (halves_.triangle_side(last) != none) last = halves_.turned(p, last);
      const std::uint32_t a = halves_.end(half);
      const std::uint32_t b = halves_.end(last);
      const std::uint32_t ends = segment_of(halves_.triangle_side(halves_.find(b, p)));
      if (mesh::orientation(points_[p], points_[a], points_[b]) <= 0) continue;
      if (mesh::dot_at(points_[p], points_[a], points_[b]) <= 0) continue;
      segments_[begins].is_acute[0] = segments_[ends].is_acute[1] = 1;
    }
  }
  [[nodiscard]] std::uint32_t segment_of(std::uint32_t side) const {
    if (side == none) return none;
    const std::uint32_t twin = triangles_[side / 4].twins[side % 4];
    return twin >= mesh::boundary ? twin - mesh::boundary : none;
  }
  [[nodiscard]] std::string name(std::uint32_t p) const { return graph_.names.name(p); }

  const Graph& graph_;
  std::span<const Point> points_;
  HalfSides halves_;
  std::vector<mesh::Triangle> triangles_;
  std::vector<mesh::Segment> segments_;
};

}  // namespace

std::vector<ParameterSpec> with_coordinates_of_points(std::vector<ParameterSpec> others) {
  for (const auto& [name, help] : {std::pair("x", "of all vertices: where they are, on a plane"),
                                   std::pair("y", "of all vertices: the other coordinate")}) {
    others.push_back({.name = name,
                      .type = ParameterSpec::Type::vertex_weights,
                      .fallback = "none",
                      .help = help,
                      .lowest = -most_coordinate,
                      .highest = most_coordinate,
                      .unnamed = std::numeric_limits<double>::quiet_NaN()});
  }
  return others;
}

InputMesh mesh_of_graph(const Graph& graph, const Parameters& parameters) {
  check_undirected(graph, "dmr");
  InputMesh input{points_of(graph, parameters), {}, {}};
  require_different(graph, input.points.span());
  MeshBuilder(graph, input.points.span()).build(input);
  if (const auto crossing = mesh::find_crossing(input.points.span(), input.segments.span())) {
    const auto name = [&](std::uint32_t segment, int end) {
      return graph.names.name(input.segments[segment].ends[end]);
    };
    if (crossing->one == crossing->other) {
      fail(ExitCode::bad_input, "dmr: triangles overlap at the side from '{}' to '{}'", name(crossing->one, 0),
           name(crossing->one, 1));
    }
    fail(ExitCode::bad_input, "dmr: the sides from '{}' to '{}' and from '{}' to '{}' cross, or touch each other",
         name(crossing->one, 0), name(crossing->one, 1), name(crossing->other, 0), name(crossing->other, 1));
  }
  return input;
}

}  // namespace mg
