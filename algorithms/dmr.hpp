// Delaunay mesh refinement: points are added to a mesh of triangles until no angle is less than the least, but where
// the mesh's boundary turns by less itself (Chew, "Guaranteed-quality mesh generation for curved surfaces", SCG 1993;
// Ruppert, "A Delaunay refinement algorithm for quality 2-dimensional mesh generation", Journal of Algorithms 1995; in
// parallel Kulkarni et al., "Optimistic parallelism requires abstractions", PLDI 2007; on GPUs Nasre, Burtscher and
// Pingali, "Morph algorithms on GPUs", PPoPP 2013).
//
// In each round all bad triangles choose points, as many of which are added as do not touch each other. What is chosen
// and what is added depends on numbers of triangles alone, so that any machine makes the same mesh of a file.
#pragma once

#include "algorithms/mesh/mesh_flips.hpp"
#include "algorithms/mesh/mesh_rebuilding.hpp"
#include "engine/algorithm.hpp"

#ifndef MG_DEVICE_CODE

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "algorithms/coordinates.hpp"
#include "algorithms/mesh/mesh_angles.hpp"
#include "algorithms/mesh/mesh_arrays.hpp"
#include "algorithms/verify/mesh.hpp"

namespace mg {

class MeshRefinement {
 public:
  static AlgorithmInfo info() {
    return {.name = "dmr",
            .summary = "Delaunay mesh refinement: more points for a mesh of triangles, until no angle is small",
            .parameters = sphere::with_places_on_plane(
                {{.name = "min-angle",
                  .fallback = "30",
                  .help = "the least angle, in degrees: up to 20 it is reached always, up to 30 as a rule",
                  .highest = 33},
                 {.name = "points",
                  .type = ParameterSpec::Type::integer,
                  .fallback = "0",
                  .help = "stop before there are more; 0: a million, and 64 for each of the input",
                  .highest = mesh::most_points}}),
            // As a rule there are no more than eight times the points, and two triangles for each.
            .state_bytes_per_vertex = 8 * (sizeof(mesh::Point) + 2 * (sizeof(mesh::Triangle) + sizeof(std::uint64_t))),
            .family = "meshes",
            .cost = "O(triangles that come of it), and what is bad a round, of which there are O(log n) as a rule",
            .literature =
                "Chew, SCG 1993; Ruppert, J. Algorithms 1995; Kulkarni et al., PLDI 2007; Nasre et al., "
                "PPoPP 2013",
            .rows = Rows::table,
            .row = "triangle"};
  }

  MeshRefinement(const Graph& graph, const Parameters& parameters)
      : min_angle_(parameters.number("min-angle")),
        arrays_(mesh_of_graph(graph, parameters), squared_cosine(min_angle_)),
        most_points_(parameters.integer("points")) {
    if (most_points_ == 0) {
      most_points_ = std::min(1'000'000 + 64 * std::uint64_t{graph.num_vertices()}, std::uint64_t{mesh::most_points});
      limit_ = fmt::format("the default limit of {} points", most_points_);
    }
  }

  template <class L>
  void run(L& loop) {
    arrays_.start();
    rounds_ = 0;
    while (flip(loop)) {
    }
    if (loop.stopped_early()) return;
    std::uint64_t bad = loop.index_filter(mesh::IsBad{arrays_.on(loop)}, arrays_.num_triangles(), bad_);
    while (bad > 0 && loop.next_iteration()) bad = refine(loop, bad);
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    constexpr const char* numbers[] = {"a", "b", "c"};
    constexpr const char* coordinates[][2] = {{"ax", "ay"}, {"bx", "by"}, {"cx", "cy"}};
    Results all;
    for (int i = 0; i < 3; ++i) {
      const auto number = [](std::uint32_t p, const Points&) { return p; };
      all.push_back({numbers[i], [this, i, number] { return column<std::uint32_t>(i, number); }});
    }
    for (int i = 0; i < 3; ++i) {
      const auto x = [](std::uint32_t p, const Points& at) { return at[p].x; };
      const auto y = [](std::uint32_t p, const Points& at) { return at[p].y; };
      all.push_back({coordinates[i][0], [this, i, x] { return column<double>(i, x); }});
      all.push_back({coordinates[i][1], [this, i, y] { return column<double>(i, y); }});
    }
    return all;
  }
  [[nodiscard]] Summary summary() const {
    const InputMesh& input = arrays_.input();
    const AngleCounts before =
        angles_of(input.points, Table<std::uint32_t>::of_ones(input.points.size()).host(), input.triangles);
    const AngleCounts after = angles_of(arrays_.points(), arrays_.segments_of(), arrays_.triangles());
    return {{"points", std::uint64_t{arrays_.num_points()}},
            {"triangles", std::uint64_t{arrays_.num_triangles()}},
            {"bad_before", before.bad},
            {"bad", after.bad},
            {"forced", after.forced},
            {"smallest_angle", after.smallest},
            {"rounds", std::uint64_t{rounds_}}};
  }
  [[nodiscard]] Verdict validate() const {
    const Array<mesh::Triangle> triangles = arrays_.triangles();
    const Points points = arrays_.points();
    const Array<std::uint32_t> segments_of = arrays_.segments_of();
    return verify_mesh(arrays_.input(), {points.span(), segments_of.span(), triangles.span()}, min_angle_);
  }

 private:
  using Points = Array<mesh::Point>;

  [[nodiscard]] static double squared_cosine(double degrees) {
    const double cosine = std::cos(degrees * std::numbers::pi / 180);
    return cosine * cosine;
  }

  /// A round of flips; false where nothing is to be flipped.
  template <class L>
  [[nodiscard]] bool flip(L& loop) {
    const std::uint32_t count = arrays_.num_triangles();
    sides_to_turn_.make_room(count);
    const mesh::Flips flips{arrays_.on(loop), rounds_ + 1, sides_to_turn_.on(loop), arrays_.claims_on(loop),
                            flips_.on(loop)};
    loop.store(flips.wanted, std::uint32_t{0});
    loop.index_map(mesh::ClaimFlip{flips}, count);
    if (loop.load(flips.wanted) == 0 || !loop.next_iteration()) return false;
    ++rounds_;
    loop.index_map(mesh::CheckFlip{flips}, count);
    loop.index_map(mesh::Turn{flips}, count);
    return true;
  }

  /// A round on the `bad` triangles listed; lists those that are bad afterwards in their place and returns how many
  /// these are, or 0 where there would be too many points, which ends the run.
  template <class L>
  [[nodiscard]] std::uint64_t refine(L& loop, std::uint64_t bad) {
    ++rounds_;
    additions_.make_room(bad);
    mesh::Round round{arrays_.on(loop),       rounds_,       arrays_.num_triangles(),
                      arrays_.num_points(),   bad_.on(loop), additions_.on(loop),
                      arrays_.claims_on(loop)};
    loop.index_map(mesh::ChoosePoint{round}, bad);
    loop.index_map(mesh::ClaimCavity{round}, bad);
    loop.index_map(mesh::CheckCavity{round}, bad);
    const std::uint64_t added = loop.index_filter(mesh::IsAdded{round.additions}, bad, added_);
    if (arrays_.num_points() + added > most_points_) {
      --rounds_;  // nothing has come of it
      loop.stop_early(limit_);
      return 0;
    }
    const std::uint64_t sides = rebuild(loop, round, added);
    const mesh::Touched touched{round, static_cast<std::uint32_t>(bad), sides_.on(loop)};
    const std::uint64_t left = loop.index_filter(mesh::IsBadStill{touched}, bad + sides, next_bad_);
    loop.index_map(mesh::NameTriangles{touched, next_bad_.on(loop)}, left);
    std::swap(bad_, next_bad_);
    return left;
  }
  /// Adds them; returns how many sides their cavities have.
  template <class L>
  [[nodiscard]] std::uint64_t rebuild(L& loop, mesh::Round& round, std::uint64_t added) {
    terms_.make_room(2 * added);
    sums_.make_room(2 * (added + 1));
    std::uint32_t* const terms = terms_.on(loop);
    std::uint64_t* const sums = sums_.on(loop);
    const mesh::Added places{added_.on(loop), sums, sums + added + 1};
    loop.index_map(mesh::MeasureAdditions{round.additions, places.additions, terms, terms + added}, added);
    const std::uint64_t sides = loop.running_sums(terms, sums, added);
    const std::uint64_t triangles = loop.running_sums(terms + added, sums + added + 1, added);
    sides_.make_room(sides);
    loop.index_map(mesh::ListSides{round, places, sides_.on(loop)}, added);
    arrays_.make_room(loop, added, triangles);
    round.mesh = arrays_.on(loop);
    loop.index_map(mesh::Rebuild{round, places, sides_.on(loop)}, added);
    arrays_.have_more(added, triangles);
    return sides;
  }

  template <class T, class Of>
  [[nodiscard]] Array<T> column(int corner, const Of& of) const {
    const Array<mesh::Triangle> triangles = arrays_.triangles();
    const Points points = arrays_.points();
    auto values = Array<T>::uninitialized(triangles.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = of(triangles[i].corners[corner], points);
    return values;
  }
  [[nodiscard]] AngleCounts angles_of(Points points, Array<std::uint32_t> segments_of,
                                      Array<mesh::Triangle> triangles) const {
    return count_angles({points.data(), segments_of.data(), triangles.data(), arrays_.input().segments.data(),
                         squared_cosine(min_angle_)},
                        static_cast<std::uint32_t>(triangles.size()));
  }

  double min_angle_;  ///< in degrees
  MeshArrays arrays_;
  std::uint64_t most_points_;
  std::string limit_ = "the parameter 'points'";  ///< what ends a run that would have more
  std::uint32_t rounds_ = 0;
  Table<std::uint32_t> flips_{1};
  Table<std::uint32_t> sides_to_turn_;
  Table<std::uint32_t> bad_;
  Table<std::uint32_t> next_bad_;
  Table<mesh::Addition> additions_;
  Table<std::uint32_t> added_;
  Table<std::uint32_t> terms_;  ///< of what each takes of sides and of triangles
  Table<std::uint64_t> sums_;
  Table<mesh::CavitySide> sides_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
