#include "algorithms/mesh/mesh_angles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

double angle_at(const mesh::Point& p, const mesh::Point& a, const mesh::Point& b) {
  const double area = mesh::difference_of(a.x - p.x, b.y - p.y, a.y - p.y, b.x - p.x);
  return std::atan2(std::fabs(area), mesh::dot_at(p, a, b)) * 180 / std::numbers::pi;
}

}  // namespace

double smallest_angle(const mesh::Point& a, const mesh::Point& b, const mesh::Point& c) {
  return std::min({angle_at(a, b, c), angle_at(b, c, a), angle_at(c, a, b)});
}

AngleCounts count_angles(const mesh::Mesh& mesh, std::uint32_t num_triangles) {
  const auto counts_of = [&](std::size_t i) {
    const auto triangle = static_cast<std::uint32_t>(i);
    AngleCounts counts;
    if (mesh.is_skinny(triangle)) (mesh.is_forced(triangle) ? counts.forced : counts.bad) = 1;
    counts.smallest = smallest_angle(mesh.corner(triangle, 0), mesh.corner(triangle, 1), mesh.corner(triangle, 2));
    return counts;
  };
  return parallel_fold(num_triangles, default_threads(), AngleCounts{}, counts_of,
                       [](AngleCounts& all, const AngleCounts& more) {
                         all.bad += more.bad;
                         all.forced += more.forced;
                         all.smallest = std::min(all.smallest, more.smallest);
                       });
}

}  // namespace mg
