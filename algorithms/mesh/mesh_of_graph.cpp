#include "algorithms/mesh/mesh_of_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/coordinates.hpp"
#include "algorithms/edge_results.hpp"
#include "algorithms/mesh/mesh_crossings.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

using mesh::none;
using mesh::Point;

/// Coordinates nearer to 0, but for 0 itself, leave no room for exact sums.
constexpr double least_coordinate = 1e-60;

/// The sides of a mesh as two halves each, in rows by the point that they begin at, counterclockwise. A row begins
/// where that of the graph does; self loops and repeated edges leave places at its end.
class HalfSides {
 public:
  struct Half {
    std::uint32_t end;   ///< the point that it leads to
    std::uint32_t twin;  ///< the half the other way
    std::uint32_t next;  ///< the half that goes on around the face on its left
    std::uint32_t side;  ///< of a triangle that it is, or none
  };

  HalfSides(const Graph& graph, std::span<const Point> points)
      : graph_(graph),
        points_(points),
        counts_(Array<std::uint32_t>::uninitialized(points.size())),
        halves_(Array<Half>::uninitialized(graph.num_arcs())) {
    if (graph.num_arcs() > mesh::most_triangles) {
      fail(ExitCode::wrong_use, "dmr: the mesh has more than {} sides", mesh::most_triangles / 2);
    }
    constexpr std::size_t chunk = 1024;
    const int threads = default_threads();
    auto places = Array<std::uint32_t>::uninitialized(graph.num_arcs());
    parallel_chunks(points.size(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<HalfOfArc> row;
      for (std::size_t p = begin; p < end; ++p) fill_row(static_cast<std::uint32_t>(p), row, places);
    });
    parallel_for(points.size(), threads, [&](std::size_t p) { find_twins(p, places); });
    const std::size_t wrong =
        parallel_find(points.size(), threads, [this](std::size_t p) { return overlap_at(p) != none; });
    if (wrong == points.size()) return;
    const std::uint32_t half = overlap_at(wrong);
    fail(ExitCode::bad_input, "dmr: the sides from '{}' to '{}' and to '{}' overlap", name(wrong),
         name(halves_[half - 1].end), name(halves_[half].end));
  }

  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> row(std::size_t p) const {
    const auto begin = static_cast<std::uint32_t>(graph_.out.offsets[graph_.from_file(static_cast<VertexId>(p))]);
    return {begin, begin + counts_[p]};
  }
  [[nodiscard]] const Half& operator[](std::uint32_t half) const { return halves_[half]; }
  void set_side(std::uint32_t half, std::uint32_t side) { halves_[half].side = side; }
  /// The next half around the point that this one begins at, counterclockwise.
  [[nodiscard]] std::uint32_t turned(std::size_t p, std::uint32_t half) const {
    const auto [begin, end] = row(p);
    return half + 1 == end ? begin : half + 1;
  }

 private:
  struct HalfOfArc {
    std::uint32_t end;
    EdgeId arc;
  };

  /// places: the half that an arc is; of repeated arcs, the first.
  void fill_row(std::uint32_t p, std::vector<HalfOfArc>& row, Array<std::uint32_t>& places) {
    const VertexId v = graph_.from_file(p);
    const EdgeId begin = graph_.out.offsets[v];
    row.clear();
    for (EdgeId e = begin; e < graph_.out.offsets[v + 1]; ++e) {
      const VertexId u = graph_.out.neighbors[e];
      if (u != v && (e == begin || u != graph_.out.neighbors[e - 1])) row.push_back({graph_.to_file(u), e});
    }
    // Of those in one direction the first of the file comes first.
    std::ranges::sort(row, {}, &HalfOfArc::end);
    std::ranges::stable_sort(row, [&](const HalfOfArc& a, const HalfOfArc& b) { return turns(p, a.end, b.end); });
    counts_[p] = static_cast<std::uint32_t>(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      halves_[begin + i] = {.end = row[i].end, .twin = none, .next = none, .side = none};
      places[row[i].arc] = static_cast<std::uint32_t>(begin + i);
    }
  }
  void find_twins(std::size_t p, const Array<std::uint32_t>& places) {
    const VertexId v = graph_.from_file(static_cast<VertexId>(p));
    const auto [begin, end] = row(p);
    for (std::uint32_t half = begin; half < end; ++half) {
      const VertexId u = graph_.from_file(halves_[half].end);
      const auto neighbors = graph_.out.row(u);
      const auto back = std::ranges::lower_bound(neighbors, v) - neighbors.begin();
      const std::uint32_t twin = places[graph_.out.offsets[u] + static_cast<EdgeId>(back)];
      const auto [first, last] = row(halves_[half].end);
      halves_[half].twin = twin;
      halves_[half].next = twin == first ? last - 1 : twin - 1;
    }
  }
  /// The first half at p that does not come after the one before it, or none.
  [[nodiscard]] std::uint32_t overlap_at(std::size_t p) const {
    const auto [begin, end] = row(p);
    for (std::uint32_t half = begin + 1; half < end; ++half) {
      if (!turns(static_cast<std::uint32_t>(p), halves_[half - 1].end, halves_[half].end)) return half;
    }
    return none;
  }
  /// Whether the way from p to a comes before that to b, by angles from 0 on.
  [[nodiscard]] bool turns(std::uint32_t p, std::uint32_t a, std::uint32_t b) const {
    const auto is_below = [&](std::uint32_t q) {
      return points_[q].y != points_[p].y ? points_[q].y < points_[p].y : points_[q].x < points_[p].x;
    };
    if (is_below(a) != is_below(b)) return is_below(b);
    return mesh::orientation(points_[p], points_[a], points_[b]) > 0;
  }
  [[nodiscard]] std::string name(std::size_t p) const { return graph_.names.name(static_cast<VertexId>(p)); }

  const Graph& graph_;
  std::span<const Point> points_;
  Array<std::uint32_t> counts_;  ///< of halves that begin at a point
  Array<Half> halves_;
};

/// Throws Error(wrong_use) for a coordinate of which sums are not exact.
void require_exact(double coordinate, const Graph& graph, VertexId point) {
  const double size = std::fabs(coordinate);
  if (coordinate == 0 || (size >= least_coordinate && size <= PlanePlaces::most)) return;
  fail(ExitCode::wrong_use, "dmr: the point '{}' has the coordinate {}: take 0, or {} at {}", graph.names.name(point),
       coordinate, size < 1 ? least_coordinate : PlanePlaces::most, size < 1 ? "least" : "most");
}

/// In the order of the file; `own` tells whether they are those that the graph brings along.
Array<Point> points_of(const Graph& graph, const Parameters& parameters, bool& own) {
  Array<sphere::Place> places = sphere::places_on_plane(graph, parameters);
  own = places.empty();
  if (own) places = sphere::own_places(graph, parameters);
  if (places.size() != graph.num_vertices()) {
    fail(ExitCode::wrong_use,
         "dmr refines a mesh, whose points have coordinates: give the parameters 'x' and 'y' of all vertices, or a "
         "file that has them (--format ele)");
  }
  auto points = Array<Point>::uninitialized(places.size());
  for (VertexId p = 0; p < points.size(); ++p) {
    const sphere::Place& place = places[graph.from_file(p)];
    points[p] = {place.x, place.y};
    require_exact(place.x, graph, p);
    require_exact(place.y, graph, p);
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

/// Finds triangles, joins them, and numbers the boundary's sides: each in the order of the points, on all threads.
class MeshBuilder {
 public:
  MeshBuilder(const Graph& graph, std::span<const Point> points)
      : graph_(graph), points_(points), halves_(graph, points), threads_(default_threads()) {}

  void build(InputMesh& result) {
    triangles_ = listed<mesh::Triangle>([this](std::size_t p, auto&& found) { each_triangle_at(p, found); });
    parallel_for(triangles_.size(), threads_, [this](std::size_t t) { note_sides(static_cast<std::uint32_t>(t)); });
    const std::size_t wrong =
        parallel_find(points_.size(), threads_, [this](std::size_t p) { return !complaint_at(p).empty(); });
    if (wrong < points_.size()) fail(ExitCode::bad_input, "dmr: {}", complaint_at(wrong));
    segments_ = listed<mesh::Segment>([this](std::size_t p, auto&& found) { each_segment_at(p, found); });
    parallel_for(triangles_.size(), threads_, [this](std::size_t t) { join(static_cast<std::uint32_t>(t)); });
    parallel_for(segments_.size(), threads_, [this](std::size_t i) { note_segment(static_cast<std::uint32_t>(i)); });
    parallel_for(points_.size(), threads_, [this](std::size_t p) { mark_acute_at(p); });
    result.triangles = triangles_;
    result.segments = segments_;
  }

 private:
  /// What each_at(p, found) finds at every point p, in the order of the points. It is asked twice.
  template <class T, class EachAt>
  [[nodiscard]] Array<T> listed(const EachAt& each_at) const {
    std::vector<std::uint32_t> begins(points_.size() + 1, 0);
    parallel_for(points_.size(), threads_, [&](std::size_t p) {
      std::uint32_t count = 0;
      each_at(p, [&](const T&) { ++count; });
      begins[p + 1] = count;
    });
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    auto list = Array<T>::uninitialized(begins.back());
    parallel_for(points_.size(), threads_, [&](std::size_t p) {
      std::uint32_t place = begins[p];
      each_at(p, [&](const T& one) { list[place++] = one; });
    });
    return list;
  }

  /// The triangles whose first corner is p; their twins are their halves, until they are joined.
  template <class Found>
  void each_triangle_at(std::size_t at, const Found& found) const {
    const auto p = static_cast<std::uint32_t>(at);
    const auto [begin, end] = halves_.row(p);
    for (std::uint32_t first = begin; first < end; ++first) {
      const std::uint32_t q = halves_[first].end;
      if (q < p) continue;
      const std::uint32_t second = halves_[first].next;
      const std::uint32_t r = halves_[second].end;
      if (r <= p) continue;
      const std::uint32_t third = halves_[second].next;
      if (halves_[third].end != p || halves_[third].next != first) continue;
      if (mesh::orientation(points_[p], points_[q], points_[r]) <= 0) continue;
      found(mesh::Triangle{{p, q, r}, {first, second, third}, 0, 0});
    }
  }
  void note_sides(std::uint32_t t) {
    for (std::uint32_t i = 0; i < 3; ++i) halves_.set_side(triangles_[t].twins[i], 4 * t + i);
  }
  /// What is wrong with the sides at p; empty where nothing is.
  [[nodiscard]] std::string complaint_at(std::size_t p) const {
    const auto [begin, end] = halves_.row(p);
    bool has_triangle = false;
    for (std::uint32_t half = begin; half < end; ++half) {
      const bool has = halves_[half].side != none;
      if (!has && side_of_twin(half) == none) {
        return fmt::format("the side from '{}' to '{}' is of no triangle", name(p), name(halves_[half].end));
      }
      has_triangle = has_triangle || has;
    }
    return has_triangle ? std::string() : fmt::format("the point '{}' is a corner of no triangle", name(p));
  }
  [[nodiscard]] std::uint32_t side_of_twin(std::uint32_t half) const { return halves_[halves_[half].twin].side; }
  /// The boundary's sides that begin at p, each with its half in place of is_acute[0], until that is noted.
  template <class Found>
  void each_segment_at(std::size_t p, const Found& found) const {
    const auto [begin, end] = halves_.row(p);
    for (std::uint32_t half = begin; half < end; ++half) {
      if (halves_[half].side == none || side_of_twin(half) != none) continue;
      found(mesh::Segment{{static_cast<std::uint32_t>(p), halves_[half].end}, {half, 0}});
    }
  }
  void join(std::uint32_t t) {
    mesh::Triangle& triangle = triangles_[t];
    for (std::uint32_t& twin : triangle.twins) twin = side_of_twin(twin);
  }
  void note_segment(std::uint32_t segment) {
    mesh::Segment& one = segments_[segment];
    const std::uint32_t side = halves_[one.is_acute[0]].side;
    triangles_[side / 4].twins[side % 4] = mesh::boundary | segment;
    one.is_acute[0] = 0;
  }
  /// Looks at the triangles between two sides of the boundary.
  void mark_acute_at(std::size_t at) {
    const auto p = static_cast<std::uint32_t>(at);
    const auto [begin, end] = halves_.row(p);
    for (std::uint32_t half = begin; half < end; ++half) {
      const std::uint32_t begins = segment_of(halves_[half].side);
      if (begins == none) continue;
      std::uint32_t last = half;
      while (halves_[last].side != none) last = halves_.turned(p, last);
      const std::uint32_t a = halves_[half].end;
      const std::uint32_t b = halves_[last].end;
      const std::uint32_t ends = segment_of(side_of_twin(last));
      if (mesh::orientation(points_[p], points_[a], points_[b]) <= 0) continue;
      if (mesh::dot_at(points_[p], points_[a], points_[b]) <= 0) continue;
      segments_[begins].is_acute[0] = segments_[ends].is_acute[1] = 1;
    }
  }
  [[nodiscard]] std::uint32_t segment_of(std::uint32_t side) const {
    if (side == none) return none;
    const std::uint32_t twin = triangles_[side / 4].twins[side % 4];
    return twin != none && twin >= mesh::boundary ? twin - mesh::boundary : none;
  }
  [[nodiscard]] std::string name(std::size_t p) const { return graph_.names.name(static_cast<VertexId>(p)); }

  const Graph& graph_;
  std::span<const Point> points_;
  HalfSides halves_;
  int threads_;
  Array<mesh::Triangle> triangles_;
  Array<mesh::Segment> segments_;
};

/// Throws Error(bad_input) unless as many triangles were found as the graph's file lists.
void require_listed(std::size_t found, std::uint64_t listed) {
  if (listed == 0 || found == listed) return;
  if (found < listed) {
    fail(ExitCode::bad_input,
         "dmr: the file lists {} triangles, whose sides have {} faces of three sides: some triangles overlap", listed,
         found);
  }
  fail(ExitCode::bad_input,
       "dmr: the file lists {} triangles, whose sides have {} faces of three sides, and a hole of three sides is taken "
       "for a triangle: divide one of its sides by a point; or give the coordinates by -p x= and -p y=, and it is "
       "filled",
       listed, found);
}

}  // namespace

InputMesh mesh_of_graph(const Graph& graph, const Parameters& parameters) {
  check_undirected(graph, "dmr");
  bool own = false;
  InputMesh input{points_of(graph, parameters, own), {}, {}};
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
  if (own) require_listed(input.triangles.size(), graph.places.triangles);
  return input;
}

}  // namespace mg
