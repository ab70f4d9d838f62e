// Refined meshes are proven, the same on every machine, and refused where they are none; predicates are exact.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/session.hpp"
#include "tests/meshes.hpp"
#include "tests/on_a_gpu.hpp"

namespace mg {
namespace {

__extension__ using Wide = __int128;

struct WholePoint {
  std::int64_t x;
  std::int64_t y;
};

int sign_of(Wide number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

Wide area_of(const WholePoint& a, const WholePoint& b, const WholePoint& c) {
  return Wide{a.x - c.x} * (b.y - c.y) - Wide{a.y - c.y} * (b.x - c.x);
}
Wide circle_of(const WholePoint& a, const WholePoint& b, const WholePoint& c, const WholePoint& d) {
  const auto lifted = [&](const WholePoint& p) {
    return Wide{p.x - d.x} * (p.x - d.x) + Wide{p.y - d.y} * (p.y - d.y);
  };
  return lifted(a) * area_of(b, c, d) + lifted(b) * area_of(c, a, d) + lifted(c) * area_of(a, b, d);
}

TEST(MeshPredicates, SeeWhichWayPointsTurnThatAreOnALineNearly) {
  const auto whole = [](std::int64_t x, std::int64_t y) { return WholePoint{x, y}; };
  const auto point = [](const WholePoint& p) {
    return mesh::Point{std::ldexp(static_cast<double>(p.x), -53), std::ldexp(static_cast<double>(p.y), -53)};
  };
  const std::int64_t one = std::int64_t{1} << 53;
  for (std::int64_t i = 0; i < 64; ++i) {
    for (std::int64_t j = 0; j < 64; ++j) {
      const WholePoint p = whole(one / 2 + i, one / 2 + j);
      const WholePoint q = whole(12 * one, 12 * one);
      const WholePoint r = whole(24 * one, 24 * one);
      ASSERT_EQ(mesh::orientation(point(p), point(q), point(r)), sign_of(area_of(p, q, r))) << i << ", " << j;
    }
  }
}

/// Whole numbers far from 0, of which doubles lose what decides.
TEST(MeshPredicates, SeeWhoIsInACircleThatIsFarAway) {
  std::mt19937 random(7);
  const WholePoint on_circle[] = {{5, 0}, {3, 4}, {4, 3}, {0, 5}, {-3, 4}, {-5, 0}, {-4, -3}, {0, -5}, {3, -4}};
  int undecided = 0;
  for (int round = 0; round < 20'000; ++round) {
    WholePoint points[4];
    for (WholePoint& p : points) {
      p = on_circle[random() % std::size(on_circle)];
      if (random() % 4 == 0) p.x += 1;
    }
    if (area_of(points[0], points[1], points[2]) <= 0) continue;
    const double away = std::ldexp(1, static_cast<int>(random() % 48));
    const auto moved = [&](int i) {
      return mesh::Point{away + static_cast<double>(points[i].x), static_cast<double>(points[i].y) - 3 * away};
    };
    const int expected = sign_of(circle_of(points[0], points[1], points[2], points[3]));
    ASSERT_EQ(mesh::in_circle(moved(0), moved(1), moved(2), moved(3)), expected) << round;
    if (expected == 0) ++undecided;
  }
  EXPECT_GT(undecided, 1000);
}

TEST(MeshPredicates, SumWithoutRoundingWhateverTheSize) {
  const double numbers[] = {1, 0x1p199, 0x1p-200, 0x1.fffffffffffffp199, 0x1.0000000000001p-200, 3};
  for (const double a : numbers) {
    for (const double b : numbers) {
      mesh::ExactSum sum;
      sum.add({a, a, b, 1}, false);
      sum.add({-b, a, 1, a}, false);
      EXPECT_EQ(sum.sign(), 0) << a << ", " << b;
      sum.add({0x1p-200, 0x1p-200, 0x1p-200, 0x1p-200}, true);
      EXPECT_EQ(sum.sign(), -1) << a << ", " << b;
      sum.add({a, b, 1, 1}, false);
      sum.add({a, b, 1, 1}, false);
      EXPECT_EQ(sum.sign(), 1) << a << ", " << b;
    }
  }
}

std::string refusal_of(const Graph& graph, const std::map<std::string, std::string>& parameters) {
  try {
    static_cast<void>(run_program(graph, {.algorithm = "dmr", .parameters = parameters}));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}
std::string refusal_of(const TestMesh& mesh) { return refusal_of(mesh.graph(), mesh.parameters()); }

double fact(const RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.program->summary()) {
    if (key == name) return std::visit([](auto number) { return static_cast<double>(number); }, value);
  }
  throw std::out_of_range(name);
}

/// All entries, column by column.
std::vector<double> entries_of(const RunReport& report) {
  std::vector<double> all;
  for (const ResultColumn& column : report.program->results()) {
    std::visit([&](const auto& values) { all.insert(all.end(), values.begin(), values.end()); }, column.values);
  }
  return all;
}

class Meshes : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
  static RunReport refined(const TestMesh& mesh, RunOptions options = {.device = "cpu"},
                           const std::map<std::string, std::string>& more = {}, const std::string& order = "original") {
    return run_program(
        mesh.graph(order),
        {.algorithm = "dmr", .parameters = mesh.parameters(more), .validate = true, .options = std::move(options)});
  }
  static void expect_refined(const RunReport& report) {
    EXPECT_EQ(report.verdict->problem, "");
    EXPECT_EQ(fact(report, "bad"), 0);
    if (fact(report, "forced") > 0) return;
    EXPECT_GE(fact(report, "smallest_angle"), 30 - 1e-9);
  }
};

TEST_F(Meshes, WrittenByHandAreRefined) {
  for (const auto& [name, mesh] : hand_written_meshes()) {
    SCOPED_TRACE(name);
    const RunReport report = refined(mesh);
    expect_refined(report);
    EXPECT_EQ(fact(report, "forced") > 0, name == "needle");
    EXPECT_EQ(entries_of(report).size(), 9 * fact(report, "triangles"));
  }
}

TEST_F(Meshes, ThatAreDrawnAreRefined) {
  const std::vector<mesh::Point> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<mesh::Point> far_away{{1e7, -1e7}, {1e7 + 3, -1e7}, {1e7 + 2, 2 - 1e7}, {1e7, 1 - 1e7}};
  const std::vector<mesh::Point> tiny{{0, 0}, {3e-55, 1e-55}, {0, 2e-55}};
  const std::vector<mesh::Point> huge{{-1e59, 0}, {1e59, -1e58}, {1e58, 1e59}};
  std::uint32_t seed = 0;
  for (const auto& corners : {square, far_away, tiny, huge}) {
    for (const std::size_t size : {5U, 20U, 200U}) {
      SCOPED_TRACE(fmt::format("{} points, seed {}", size, ++seed));
      const RunReport report = refined(drawn_mesh(corners, size, seed));
      expect_refined(report);
      EXPECT_GT(fact(report, "points"), static_cast<double>(size));
    }
  }
}

/// Holes of all forms, and parts that have a corner in common, with boundaries that meet at any angle.
TEST_F(Meshes, ThatAreTornAreRefined) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    expect_refined(refined(drawn_mesh({{0, 0}, {4, 0}, {4, 3}, {0, 3}}, 10 + 5 * seed, seed, 25)));
  }
}

/// Without a least angle sides are flipped, and those of the boundary split that are not Delaunay.
TEST_F(Meshes, AreMadeDelaunayWhereNoAngleIsAskedFor) {
  const TestMesh mesh = drawn_mesh({{0, 0}, {10, 0}, {12, 7}, {4, 11}}, 100, 3);
  const RunReport report = refined(mesh, {.device = "cpu"}, {{"min-angle", "0"}});
  EXPECT_EQ(report.verdict->problem, "");
  EXPECT_EQ(fact(report, "bad_before"), 0);
  EXPECT_GT(fact(report, "rounds"), 5);
}

TEST_F(Meshes, AreTheSameInAnyOrderAndOnAnyNumberOfThreads) {
  const TestMesh mesh = drawn_mesh({{0, 0}, {5, 0}, {6, 5}, {-1, 4}}, 300, 11);
  const std::vector<double> expected = entries_of(refined(mesh));
  for (const char* order : {"original", "random:1", "degree", "bfs"}) {
    for (const int threads : {1, 2, 5}) {
      EXPECT_EQ(entries_of(refined(mesh, {.device = "cpu", .threads = threads}, {}, order)), expected)
          << order << ", " << threads;
    }
  }
}

TEST_F(Meshes, ThatAreGoodStayAsTheyAre) {
  const RunReport report = refined(mesh_of({{0, 0}, {2, 0}, {1, 2}}, {{0, 1, 2}}));
  EXPECT_EQ(entries_of(report), (std::vector<double>{0, 1, 2, 0, 0, 2, 0, 1, 2}));
  EXPECT_EQ(fact(report, "rounds"), 0);
  EXPECT_EQ(entries_of(refined({{}, {}})).size(), 0U);
}

TEST_F(Meshes, ThatAreUnfinishedAreMeshesAllTheSame) {
  const TestMesh mesh = drawn_mesh({{0, 0}, {5, 0}, {6, 5}, {-1, 4}}, 60, 5);
  const double whole = fact(refined(mesh), "rounds");
  for (const std::uint64_t limit : {0, 1, 7, 30}) {
    const RunReport report = refined(mesh, {.device = "cpu", .max_iterations = limit});
    EXPECT_TRUE(report.runs.front().stopped_early());
    EXPECT_EQ(report.runs.front().iterations, limit);
    EXPECT_EQ(fact(report, "rounds"), static_cast<double>(limit));
    EXPECT_LT(fact(report, "rounds"), whole);
    EXPECT_FALSE(report.verdict.has_value());
  }
}

TEST_F(Meshes, HaveNoMorePointsThanAreAllowedAndAreUnfinishedThen) {
  const RunReport report = refined(needle(), {.device = "cpu"}, {{"points", "20"}});
  const TimedRun& run = report.runs.front();
  EXPECT_LE(fact(report, "points"), 20);
  EXPECT_GT(fact(report, "bad"), 0);
  EXPECT_TRUE(run.stopped_early());
  EXPECT_FALSE(report.verdict.has_value());
  EXPECT_EQ(report.not_validated,
            fmt::format("the run was stopped by the parameter 'points' after {} iterations", run.iterations));
  const double whole = fact(refined(needle()), "points");
  EXPECT_FALSE(refined(needle(), {.device = "cpu"}, {{"points", fmt::format("{}", whole)}}).runs[0].stopped_early());
}

/// The point above the lower side asks for triangles that are smaller than the distance between doubles.
TEST_F(Meshes, EndWhereDoublesAreTooFarApartAndSaySo) {
  const TestMesh mesh = mesh_of({{0, 0}, {1, 0}, {0.5, 1e-40}, {0.5, 1}}, {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}});
  const RunReport report = refined(mesh);
  EXPECT_GT(fact(report, "bad"), 0);
  EXPECT_LT(fact(report, "points"), 10'000);
  EXPECT_NE(report.verdict->problem.find("degrees, less than 30"), std::string::npos) << report.verdict->problem;
}

TEST_F(Meshes, AreRefusedWhereTheyAreNone) {
  const auto moved = [](TestMesh mesh, VertexId p, mesh::Point to) {
    mesh.points[p] = to;
    return refusal_of(mesh);
  };
  const auto with_side = [](TestMesh mesh, VertexId a, VertexId b) {
    mesh.sides.emplace_back(a, b);
    return refusal_of(mesh);
  };
  EXPECT_EQ(moved(fan(), 3, {5, 4}), "dmr: the points '2' and '3' are at one place");
  EXPECT_EQ(moved(fan(), 3, {10, 8}), "dmr: the sides from '0' to '2' and to '3' overlap");
  EXPECT_EQ(moved(fan(), 0, {1e-70, 0}), "dmr: the point '0' has the coordinate 1e-70: take 0, or 1e-60 at least");
  EXPECT_NE(moved(fan(), 0, {1e70, 0}).find("1e+60"), std::string::npos);
  TestMesh lonely = fan();
  lonely.points.push_back({20, 20});
  EXPECT_EQ(refusal_of(lonely), "dmr: the point '6' is a corner of no triangle");
  EXPECT_EQ(with_side(lonely, 1, 6), "dmr: the side from '1' to '6' is of no triangle");
  EXPECT_EQ(refusal_of({{{0, 0}, {1, 0}}, {{0, 1}}}), "dmr: the side from '0' to '1' is of no triangle");
  EXPECT_EQ(refusal_of({{{0, 0}}, {}}), "dmr: the point '0' is a corner of no triangle");
}

TEST_F(Meshes, AreRefusedWhereSidesCross) {
  const std::string square =
      refusal_of(mesh_of({{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}}));
  EXPECT_NE(square.find("dmr: "), std::string::npos) << square;
  const TestMesh apart = mesh_of({{0, 0}, {4, 0}, {2, 3}, {-1, 1}, {5, 1}, {2, 5}}, {{0, 1, 2}, {3, 4, 5}});
  EXPECT_EQ(refusal_of(apart), "dmr: the sides from '2' to '0' and from '3' to '4' cross, or touch each other");
  const TestMesh within = mesh_of({{0, 0}, {9, 0}, {0, 9}, {1, 1}, {2, 1}, {1, 2}}, {{0, 1, 2}, {3, 4, 5}});
  EXPECT_NE(refusal_of(within).find("dmr: triangles overlap at the side"), std::string::npos) << refusal_of(within);
  const TestMesh touching = mesh_of({{0, 0}, {4, 0}, {2, 3}, {2, 0}, {3, -2}, {1, -2}}, {{0, 1, 2}, {3, 4, 5}});
  EXPECT_NE(refusal_of(touching).find("cross, or touch"), std::string::npos) << refusal_of(touching);
}

TEST_F(Meshes, AreRefusedWithoutWhatTheyTake) {
  const TestMesh mesh = fan();
  EXPECT_EQ(refusal_of(mesh.graph(), {}),
            "dmr refines a mesh, whose points have coordinates: give the parameters 'x' and 'y' of all vertices, or a "
            "file that has them (--format ele)");
  auto parameters = mesh.parameters();
  parameters.erase("y");
  EXPECT_EQ(refusal_of(mesh.graph(), parameters), "the parameter 'x' needs 'y' beside it: give both, or none");
  EXPECT_EQ(refusal_of(mesh.graph("original", true), mesh.parameters()),
            "dmr is of undirected graphs, and this one is directed: read it with --undirected");
  EXPECT_NE(refusal_of(mesh.graph(), mesh.parameters({{"min-angle", "40"}})).find("33"), std::string::npos);
}

class MeshesOnAGpu : public OnAGpu {};

TEST_F(MeshesOnAGpu, AreThoseOfACpu) {
  auto meshes = hand_written_meshes();
  meshes["drawn"] = drawn_mesh({{0, 0}, {5, 0}, {6, 5}, {-1, 4}}, 200, 11);
  for (const auto& [name, mesh] : meshes) {
    SCOPED_TRACE(name);
    const auto run = [&, &mesh = mesh](const std::string& device) {
      return run_program(
          mesh.graph(),
          {.algorithm = "dmr", .parameters = mesh.parameters(), .validate = true, .options = {.device = device}});
    };
    const RunReport report = run("cuda");
    EXPECT_EQ(report.verdict->problem, "");
    EXPECT_EQ(entries_of(report), entries_of(run("cpu")));
  }
}

}  // namespace
}  // namespace mg
