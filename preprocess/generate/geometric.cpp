// Random geometric graphs, by a grid of cells: O(vertices + edges) instead of all pairs.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/generate/generator_parts.hpp"

namespace mg {
namespace {

// Coordinates are integers in [0, 2^31): sums of squares fit 64 bits, and no compiler's floating-point contraction can
// move an edge in or out.
constexpr std::uint64_t unit = std::uint64_t{1} << 31;

/// A point as one word, so that sorting points needs no comparator: y in the high half, x in the low one.
using Point = std::uint64_t;
[[nodiscard]] constexpr std::uint64_t x_of(Point p) { return p & 0xffffffffU; }
[[nodiscard]] constexpr std::uint64_t y_of(Point p) { return p >> 32; }

[[nodiscard]] std::uint64_t squared_distance(Point p, Point q) {
  const auto dx = static_cast<std::int64_t>(x_of(p) - x_of(q));
  const auto dy = static_cast<std::int64_t>(y_of(p) - y_of(q));
  return static_cast<std::uint64_t>(dx * dx + dy * dy);
}

[[nodiscard]] std::uint64_t radius_in_units(const GeneratorSpec& spec, VertexId vertices) {
  const double n = vertices;
  if (!(spec.radius_factor >= 0) || !std::isfinite(spec.radius_factor)) {
    fail(ExitCode::wrong_use, "rgg: radius factor {}; it is a finite number, 0 or more", spec.radius_factor);
  }
  const double radius = spec.radius_factor * std::sqrt(std::log(n) / n);
  return static_cast<std::uint64_t>(std::min(radius, 1.5) * static_cast<double>(unit));  // 1.5: beyond the diagonal
}

/// Square cells no narrower than the radius, so that a point's neighbours lie in its own cell and the eight around it.
class Cells {
 public:
  Cells(std::uint64_t radius, VertexId vertices)
      : side_(std::clamp<std::uint64_t>(unit / std::max<std::uint64_t>(radius, 1), 1,
                                        static_cast<std::uint64_t>(std::sqrt(static_cast<double>(vertices))) + 1)) {}

  [[nodiscard]] std::uint64_t side() const { return side_; }
  [[nodiscard]] std::uint64_t count() const { return side_ * side_; }
  [[nodiscard]] std::uint64_t of(Point p) const { return (y_of(p) * side_ / unit) * side_ + x_of(p) * side_ / unit; }

 private:
  std::uint64_t side_;
};

struct PlacedPoints {
  Array<Point> points;     // cell by cell, in ascending order within one: the numbering of the vertices
  Array<VertexId> starts;  // of each cell in points, and the end
};

/// A counting sort by cell. Threads place points in any order; sorting each cell afterwards makes the result unique.
[[nodiscard]] PlacedPoints place_points(VertexId n, std::uint64_t seed, const Cells& cells, Progress& progress) {
  const CounterRng rng(seed, stream_points);
  const auto point = [&](std::uint64_t i) { return rng(i) & 0x7fffffff7fffffffU; };

  PlacedPoints placed{Array<Point>::uninitialized(n), Array<VertexId>::filled(cells.count() + 1, 0)};
  VertexId* const starts = placed.starts.data();
  for_blocks(n, "counting points", progress, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      std::atomic_ref(starts[cells.of(point(i))]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  // Counts become ends; placing from the end down leaves the starts.
  std::partial_sum(starts, starts + cells.count() + 1, starts);
  for_blocks(n, "placing points", progress, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const Point p = point(i);
      placed.points[std::atomic_ref(starts[cells.of(p)]).fetch_sub(1, std::memory_order_relaxed) - 1] = p;
    }
  });
  for_blocks(cells.count(), "sorting points", progress, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      std::sort(placed.points.data() + starts[c], placed.points.data() + starts[c + 1]);
    }
  });
  return placed;
}

}  // namespace

/// n points uniform in the unit square, joined where nearer than radius_factor * sqrt(ln n / n), which keeps the graph
/// nearly connected (Holtgrewe, Sanders and Schulz, IPDPS 2010; the rgg graphs of the DIMACS10 challenge). Vertices are
/// numbered cell by cell, so neighbours have near numbers, as in those graphs.
EdgeList generate_rgg(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  const std::uint64_t radius = radius_in_units(spec, n);
  const Cells cells(radius, n);
  const PlacedPoints placed = place_points(n, spec.seed, cells, progress);
  const Point* const points = placed.points.data();
  const VertexId* const starts = placed.starts.data();
  const std::uint64_t side = cells.side();

  // Each pair is found from its first vertex: the rest of its own row of cells (this cell and the next one), then the
  // three cells below. Both are contiguous in the numbering.
  const auto visit = [&](std::uint64_t cell, auto& emit) {
    const std::uint64_t column = cell % side;
    const bool last_column = column + 1 == side;
    const std::uint64_t row_end = last_column ? cell + 1 : cell + 2;
    const bool last_row = cell + side >= cells.count();
    const std::uint64_t below_begin = last_row ? 0 : cell + side - (column > 0);
    const std::uint64_t below_end = last_row ? 0 : cell + side + (last_column ? 1 : 2);
    for (VertexId u = starts[cell]; u < starts[cell + 1]; ++u) {
      const auto emit_near = [&](VertexId begin, VertexId end) {
        for (VertexId v = begin; v < end; ++v) {
          if (squared_distance(points[u], points[v]) < radius * radius) emit(u, v);
        }
      };
      emit_near(u + 1, starts[row_end]);
      emit_near(starts[below_begin], starts[below_end]);
    }
  };
  return edge_list_of(n, edges_by_item(cells.count(), false, progress, visit).edges);
}

}  // namespace mg
