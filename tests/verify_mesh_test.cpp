// The verifier of refined meshes accepts what is right and finds what is not.
#include <gtest/gtest.h>

#include <utility>

#include "algorithms/coordinates.hpp"
#include "algorithms/mesh/mesh_crossings.hpp"
#include "algorithms/verify/mesh.hpp"
#include "tests/meshes.hpp"

namespace mg {
namespace {

using mesh::none;

/// A mesh as a run leaves it, which may be damaged.
struct Refined {
  std::vector<mesh::Point> points;
  std::vector<std::uint32_t> segments_of;
  std::vector<mesh::Triangle> triangles;
};

InputMesh input_of(const TestMesh& mesh) {
  return mesh_of_graph(mesh.graph(), Parameters(sphere::with_places_on_plane({}), mesh.parameters()));
}
Refined as_it_is(const InputMesh& input) {
  return {{input.points.begin(), input.points.end()},
          std::vector<std::uint32_t>(input.points.size(), none),
          {input.triangles.begin(), input.triangles.end()}};
}
/// Of two triangles beside each other, with a side of the boundary split in its middle.
std::pair<InputMesh, Refined> split_kite() {
  InputMesh input = input_of(mesh_of({{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{0, 1, 2}, {0, 2, 3}}));
  Refined refined = as_it_is(input);
  refined.points.push_back({2, 0});
  std::uint32_t segment = 0;
  while (input.segments[segment].ends[0] != 0) ++segment;
  refined.segments_of.push_back(segment);
  refined.triangles = {};
  for (const Corners& t : {Corners{0, 4, 3}, Corners{4, 2, 3}, Corners{4, 1, 2}}) {
    refined.triangles.push_back({{t[0], t[1], t[2]}, {none, none, none}, 0, 0});
  }
  return {std::move(input), std::move(refined)};
}
Verdict verdict(const InputMesh& input, const Refined& refined, double min_angle = 20) {
  return verify_mesh(input, {refined.points, refined.segments_of, refined.triangles}, min_angle);
}

TEST(VerifyMesh, AcceptsWhatIsRight) {
  for (const auto& mesh : {two_triangles(), bow_tie(), needle()}) {
    const InputMesh input = input_of(mesh);
    EXPECT_EQ(verdict(input, as_it_is(input), 0).problem, "");
  }
  const auto [input, refined] = split_kite();
  EXPECT_EQ(verdict(input, refined).problem, "");
}

TEST(VerifyMesh, RejectsPointsThatAreNotTheInputs) {
  const auto [input, right] = split_kite();
  const auto after = [&, &input = input, &right = right](auto&& damage) {
    return verdict(input, with_damage(right, damage));
  };
  expect_rejected(after([](Refined& r) { r.segments_of.pop_back(); }), "there are 5 points and segments of 4");
  expect_rejected(after([](Refined& r) { r.points.resize(3), r.segments_of.resize(3); }), "and 4 at least");
  expect_rejected(after([](Refined& r) { r.points[2].x = 3; }), "point 2 of the input was at (4, 4), and is at (3, 4)");
  expect_rejected(after([](Refined& r) { r.segments_of[1] = 0; }), "point 1 of the input");
  expect_rejected(after([](Refined& r) { r.segments_of[4] = 9; }), "point 4 splits segment 9, but there are 4");
  expect_rejected(after([](Refined& r) {
                    r.points.push_back({1, 1}), r.segments_of.push_back(none);
                  }),
                  "point 5 is a corner of no triangle");
}

TEST(VerifyMesh, RejectsTrianglesThatDoNotFitTogether) {
  const auto [input, right] = split_kite();
  const auto after = [&, &input = input, &right = right](auto&& damage) {
    return verdict(input, with_damage(right, damage));
  };
  expect_rejected(after([](Refined& r) { r.triangles[1].corners[0] = 7; }),
                  "triangle 1 has the corner 7, but there are 5");
  expect_rejected(after([](Refined& r) { std::swap(r.triangles[2].corners[0], r.triangles[2].corners[1]); }),
                  "triangle 2 of the points 1, 4 and 2 is not counterclockwise");
  expect_rejected(after([](Refined& r) { r.triangles.push_back(r.triangles[0]); }), "on one side of that from point");
  expect_rejected(after([](Refined& r) { r.triangles.erase(r.triangles.begin() + 1); }),
                  "is of one triangle, and of no side of the input's boundary");
}

TEST(VerifyMesh, RejectsABoundaryThatIsNotTheInputs) {
  const auto [input, right] = split_kite();
  const auto after = [&, &input = input, &right = right](auto&& damage) {
    return verdict(input, with_damage(right, damage));
  };
  expect_rejected(after([](Refined& r) { r.points[4].y = -1e-3; }), "of no side of the input's boundary");
  expect_rejected(after([](Refined& r) { r.points[4].y = 1e-3; }), "of no side of the input's boundary");
  expect_rejected(after([](Refined& r) { r.segments_of[4] = none; }), "of no side of the input's boundary");
  expect_rejected(after([](Refined& r) { r.segments_of[4] = (r.segments_of[4] + 1) % 4; }),
                  "of no side of the input's boundary");
  const InputMesh two = input_of(bow_tie());
  Refined one_alone = as_it_is(two);
  one_alone.triangles[1] = one_alone.triangles[0];
  EXPECT_FALSE(verdict(two, one_alone, 0).ok());
}

/// A second mesh within the hole of a frame has a boundary of its own; without one of a frame's parts ends are missing.
TEST(VerifyMesh, RejectsWhatIsMissing) {
  const InputMesh input = input_of(two_triangles());
  Refined refined = as_it_is(input);
  refined.triangles = {};
  EXPECT_FALSE(verdict(input, refined, 0).ok());
  refined = as_it_is(input);
  refined.points.push_back({0, 0.5});
  refined.segments_of.push_back(none);
  EXPECT_FALSE(verdict(input, refined, 0).ok());
}

TEST(VerifyMesh, RejectsSidesThatAreNotDelaunayAndSmallAngles) {
  const InputMesh skew = input_of(mesh_of({{0, 0}, {4, 0}, {4.5, 1}, {0, 1}}, {{0, 1, 3}, {1, 2, 3}}));
  EXPECT_EQ(verdict(skew, as_it_is(skew), 0).problem, "");
  const InputMesh other = input_of(mesh_of({{0, 0}, {4, 0}, {4.5, 1}, {0, 1}}, {{0, 1, 2}, {0, 2, 3}}));
  expect_rejected(verdict(other, as_it_is(other), 0), "is not Delaunay: point");
  expect_rejected(verdict(skew, as_it_is(skew), 20), "degrees, less than 20");
  const InputMesh thin = input_of(needle());
  expect_rejected(verdict(thin, as_it_is(thin), 20), "triangle 0 has an angle of 2.86");
  EXPECT_EQ(verdict(thin, as_it_is(thin), 2.8).problem, "");
}

}  // namespace
}  // namespace mg
