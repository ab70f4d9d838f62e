// The verifiers of colorings, propagated labels, clustering coefficients, nearness, eccentricities and places accept
// what is right and find what is not.
#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/coloring.hpp"
#include "algorithms/verify/clustering.hpp"
#include "algorithms/verify/coloring.hpp"
#include "algorithms/verify/eccentricities.hpp"
#include "algorithms/verify/labels.hpp"
#include "algorithms/verify/nearness.hpp"
#include "algorithms/verify/places.hpp"
#include "tests/oracle/places.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

std::vector<std::int32_t> coloring_of(const Graph& graph) {
  return by_vertex<std::int32_t>(graph, oracle::coloring(oracle::from(graph), 3));
}
std::vector<std::uint32_t> labels_of(const Graph& graph, std::uint64_t rounds) {
  return by_vertex<std::uint32_t>(graph, oracle::labels(oracle::from(graph), rounds));
}
std::vector<double> clustering_of(const Graph& graph) {
  return by_vertex<double>(graph, oracle::clustering(oracle::from(graph)));
}

/// Whatever entry is changed to whatever else, it is found.
template <class Values, class Verify>
void expect_damage_found(const Graph& graph, const Values& right, std::uint64_t end, Verify&& verify, Draw& draw) {
  for (int round = 0; round < damage_rounds / 4; ++round) {
    Values damaged = right;
    auto& entry = draw.from(damaged);
    const auto value = static_cast<typename Values::value_type>(draw(end));
    if (value == std::exchange(entry, value)) continue;
    ASSERT_FALSE(verify(graph, damaged).ok());
  }
}

TEST(VerifyColoring, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(verify_coloring(graph, coloring_of(graph)).problem, "");
}

// 0 -> 1 -> 2 -> 0 with a tail 2 -> 3, and 4 with nobody but itself.
TEST(VerifyColoring, RejectsDamage) {
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {4, 4}});
  const auto verdict = [&](const std::vector<std::int32_t>& colors) { return verify_coloring(graph, colors); };
  EXPECT_EQ(verdict({1, 2, 0, 1, 0}).problem, "");
  EXPECT_EQ(verdict({0, 1, 2, 0, 0}).problem, "");
  expect_rejected(verdict({1, 2, 0, 1}), "4 colors for 5 vertices");
  expect_rejected(verdict({1, 1, 0, 1, 0}), "vertices 0 and 1 are neighbors, and both have the color 1");
  expect_rejected(verdict({1, 2, 0, 0, 0}), "vertices 2 and 3 are neighbors");
  expect_rejected(verdict({0, 1, 2, 1, 0}), "vertex 3 has the color 1, but 0 is free");
  expect_rejected(verdict({1, 2, 0, 1, 1}), "vertex 4 has the color 1, but 0 is free");
  expect_rejected(verdict({1, 2, 0, 9, 0}), "vertex 3 has the color 9, but only 1 neighbors");
  expect_rejected(verdict({1, 2, 0, -1, 0}), "vertex 3 has no color");
}

TEST(VerifyColoring, RejectsOneDamagedEntryAnywhere) {
  Draw draw(31);
  for (const Graph& graph : graphs_to_damage()) {
    expect_damage_found(
        graph, coloring_of(graph), 9, [](const auto&... of) { return verify_coloring(of...); }, draw);
  }
}

TEST(ColoringRanks, AreAllDifferentAndFollowDegreesAndTheFilesOrder) {
  const Graph graph = built(edge_list(zoo_graph("rmat_8_directed")), "original");
  const Graph other = built(edge_list(zoo_graph("rmat_8_directed")), "random:9");
  const auto ranks_of = [](const Graph& of, std::uint64_t seed) {
    const auto rows = [](const Adjacency& side) { return ArcLookup{side.offsets.data(), side.neighbors.data(), true}; };
    const coloring::Rank rank{rows(of.out), rows(of.in), of.directed, {of.order.to_file.data()}, salt_of(seed)};
    std::vector<std::uint64_t> ranks(of.num_vertices());
    for (VertexId v = 0; v < ranks.size(); ++v) ranks[v] = rank(v);
    return ranks;
  };
  const std::vector<std::uint64_t> ranks = ranks_of(graph, 4);
  std::vector<VertexId> order(graph.num_vertices());
  for (VertexId v = 0; v < order.size(); ++v) order[v] = v;
  std::ranges::sort(order, [&](VertexId a, VertexId b) { return ranks[a] > ranks[b]; });
  const auto arcs = [&](VertexId v) { return graph.out.degree(v) + graph.in.degree(v); };
  for (std::size_t i = 1; i < order.size(); ++i) {
    EXPECT_NE(ranks[order[i]], ranks[order[i - 1]]);
    EXPECT_LE(arcs(order[i]), arcs(order[i - 1]));
  }
  for (VertexId v = 0; v < order.size(); ++v) {
    EXPECT_EQ(ranks_of(other, 4)[other.from_file(v)], ranks[graph.from_file(v)]);
  }
  EXPECT_NE(ranks_of(graph, 5)[0], ranks[0]);
}

TEST(VerifyLabels, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    for (const std::uint64_t rounds : {0, 1, 4}) {
      EXPECT_EQ(verify_labels(graph, rounds, labels_of(graph, rounds)).problem, "");
    }
  }
}

// Triangles 0 1 2 and 3 4 5, joined by 2 - 3; 6 alone.
TEST(VerifyLabels, RejectsDamage) {
  const Graph graph = small_graph(7, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}});
  const auto verdict = [&](const std::vector<std::uint32_t>& labels) { return verify_labels(graph, 1, labels); };
  EXPECT_EQ(verdict({1, 0, 0, 2, 3, 3, 6}).problem, "");
  expect_rejected(verdict({1, 0, 0, 2, 3, 3}), "6 labels for 7 vertices");
  expect_rejected(verdict({2, 0, 0, 2, 3, 3, 6}), "vertex 0 has the label 2, expected 1");
  expect_rejected(verdict({1, 0, 0, 2, 3, 3, 0}), "vertex 6 has the label 0, expected 6");
  expect_rejected(verdict({1, 0, 0, 2, 3, 99, 6}), "vertex 5 has the label number 99 (no label), expected 3");
  EXPECT_EQ(verify_labels(graph, 2, std::vector<std::uint32_t>{0, 0, 0, 0, 2, 2, 6}).problem,
            "vertex 3 has the label 0, expected 3");
}

TEST(VerifyLabels, RejectsOneDamagedEntryAnywhere) {
  Draw draw(32);
  for (const Graph& graph : graphs_to_damage()) {
    expect_damage_found(
        graph, labels_of(graph, 3), graph.num_vertices() + std::uint64_t{3},
        [](const Graph& of, const auto& labels) { return verify_labels(of, 3, labels); }, draw);
  }
}

TEST(VerifyClustering, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(verify_clustering(graph, clustering_of(graph)).problem, "");
}

// 0 -> 1 -> 2 -> 0 and back 1 -> 0, with a tail 2 -> 3.
TEST(VerifyClustering, RejectsDamage) {
  const Graph graph = small_graph(4, true, {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 3}});
  const auto verdict = [&](const std::vector<double>& coefficients) { return verify_clustering(graph, coefficients); };
  EXPECT_EQ(verdict({0.5, 0.5, 1.0 / 3, 0}).problem, "");
  expect_rejected(verdict({0.5, 0.5, 1.0 / 3}), "3 coefficients for 4 vertices");
  expect_rejected(verdict({1, 0.5, 1.0 / 3, 0}), "vertex 0 has the coefficient 1, expected 0.5");
  expect_rejected(verdict({0.5, 0.5, 1.0 / 6, 0}), "vertex 2 has the coefficient 0.166666667, expected 0.333333333");
  expect_rejected(verdict({0.5, 0.5, 1.0 / 3, std::nan("")}), "vertex 3 has the coefficient nan, expected 0");
}

TEST(VerifyClustering, RejectsOneDamagedEntryAnywhere) {
  Draw draw(33);
  for (const Graph& graph : graphs_to_damage()) {
    const std::vector<double> right = clustering_of(graph);
    for (int round = 0; round < damage_rounds / 4; ++round) {
      std::vector<double> damaged = right;
      draw.from(damaged) += 1e-9;
      ASSERT_FALSE(verify_clustering(graph, damaged).ok());
    }
  }
}

// 0 -> 1 -> 2 -> 3, and 4 alone.
TEST(VerifyNearness, AcceptsWhatIsRightAndRejectsDamage) {
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 3}});
  const std::vector<VertexId> none;
  const std::vector<VertexId> two{0, 2};
  const auto closeness = [&](const std::vector<double>& scores) { return verify_closeness(graph, none, scores, true); };
  EXPECT_EQ(closeness({0, 0.25, 1.0 / 3, 0.375, 0}).problem, "");
  EXPECT_EQ(verify_closeness(graph, none, std::vector<double>{0, 1, 2.0 / 3, 0.5, 0}, false).problem, "");
  EXPECT_EQ(verify_closeness(graph, two, std::vector<double>{0, 0.5, 0.5, 0.5, 0}, true).problem, "");
  expect_rejected(closeness({0, 0.25, 1.0 / 3, 0.375}), "4 centralities for 5 vertices");
  expect_rejected(closeness({0, 0.25, 1.0 / 3, 0.5, 0}), "vertex 3 has centrality 0.5, expected 0.375");
  expect_rejected(closeness({0, 0.25, 1.0 / 3, 0.375, std::nan("")}), "vertex 4 has centrality nan, expected 0");
  expect_rejected(verify_closeness(graph, std::vector<VertexId>{7}, std::vector<double>(5), true),
                  "the source is vertex number 7");

  const auto harmonic = [&](const std::vector<double>& scores) { return verify_harmonic(graph, none, scores, false); };
  EXPECT_EQ(harmonic({0, 1, 1.5, 1.5 + 1.0 / 3, 0}).problem, "");
  EXPECT_EQ(verify_harmonic(graph, two, std::vector<double>{0, 0.5, 0.5, 2.0 / 3, 0}, true).problem, "");
  expect_rejected(harmonic({0, 1, 1.5, 1.5, 0}), "vertex 3 has centrality 1.5, expected 1.83333333");
  expect_rejected(harmonic({0, 1, 2.5, 1.5 + 1.0 / 3, 0}), "vertex 2 has centrality 2.5, expected 1.5");
}

// A path 0 - 1 - 2 - 3 - 4 whose arcs point this way and that, and 5 - 6.
TEST(VerifyEccentricities, AcceptsWhatIsRightAndRejectsDamage) {
  constexpr std::uint32_t none = 0xffffffff;
  const Graph graph = small_graph(7, true, {{0, 1}, {2, 1}, {2, 3}, {4, 3}, {5, 6}});
  const auto verdict = [&](const std::vector<std::uint32_t>& low, const std::vector<std::uint32_t>& high,
                           DiameterBounds diameter = {4, 4}) {
    return verify_eccentricities(graph, 2, {low, high}, diameter);
  };
  const std::vector<std::uint32_t> right{4, 3, 2, 3, 4, 0, 0};
  const std::vector<std::uint32_t> right_too{4, 3, 2, 3, 4, none, none};
  EXPECT_EQ(verdict(right, right_too).problem, "");
  EXPECT_EQ(verdict({2, 2, 2, 2, 2, 0, 0}, {4, 3, 2, 3, 4, none, none}, {2, 4}).problem, "");
  expect_rejected(verdict({4, 3, 2, 3, 4, 0}, right_too), "6 bounds for 7 vertices");
  expect_rejected(verdict({4, 3, 2, 3, 4, 1, 0}, right_too), "vertex 5 is not connected with the source");
  expect_rejected(verdict({4, 3, 2, 3, 4, 0, 0}, {4, 3, 2, 3, none, none, none}), "vertex 4 is said to be at least 4");
  expect_rejected(verdict({4, 3, 3, 3, 4, 0, 0}, {4, 3, 3, 3, 4, none, none}),
                  "the eccentricity of vertex 2 is said to be at least 3 and at most 3, but is 2");
  expect_rejected(verdict({3, 3, 2, 3, 3, 0, 0}, {3, 3, 2, 3, 4, none, none}, {3, 4}),
                  "the eccentricity of vertex 0 is said to be at least 3 and at most 3, but is 4");
  expect_rejected(verdict({4, 3, 2, 3, 4, 0, 0}, {4, 3, 2, 2, 4, none, none}), "at least 3 and at most 2");
  expect_rejected(verdict(right, right_too, {3, 4}), "the diameter is said to be at least 3 and at most 4");
  expect_rejected(verdict(right, right_too, {4, 5}), "the diameter is said to be at least 4 and at most 5");
  expect_rejected(verdict({1, 3, 2, 3, 4, 0, 0}, {1, 3, 2, 3, 4, none, none}),
                  "are neighbors, whose eccentricities cannot be");
}

/// Every third vertex of the file is known to be somewhere, no three in line.
oracle::Places known_places(std::size_t n) {
  oracle::Places known(n);
  for (std::size_t v = 0; v < n; v += 3) {
    const auto i = static_cast<double>(v);
    known[v] = {-60 + 110 * std::fmod(i * 0.7548776662466927, 1.0), 170 * std::fmod(i * 0.5698402909980532, 1.0)};
  }
  return known;
}

sphere::Coordinates coordinates_of(const Graph& graph, const oracle::Places& places) {
  auto latitude = Array<double>::uninitialized(places.size());
  auto longitude = Array<double>::uninitialized(places.size());
  for (VertexId v = 0; v < places.size(); ++v) {
    const auto& place = places[graph.to_file(v)];
    latitude[v] = place ? place->latitude : std::nan("");
    longitude[v] = place ? place->longitude : std::nan("");
  }
  return {latitude, longitude};
}

struct PlacesRun {
  sphere::Coordinates places;
  std::vector<std::uint32_t> rounds;
  PlacesClaim claim;

  [[nodiscard]] Verdict verdict(const Graph& graph) const { return verify_places(graph, places, rounds, claim); }
};
PlacesRun places_of(const Graph& graph, const oracle::Places& known, std::uint64_t rounds) {
  const oracle::Graph reference = oracle::from(graph);
  return {coordinates_of(graph, oracle::places(reference, known, rounds)),
          by_vertex<std::uint32_t>(graph, oracle::arrivals(reference, known, rounds)),
          {.known = coordinates_of(graph, known),
           .before = coordinates_of(graph, oracle::places(reference, known, rounds - 1)),
           .rounds = rounds}};
}

TEST(VerifyPlaces, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    if (graph.num_vertices() > 100) continue;
    for (const std::uint64_t rounds : {1, 3}) {
      EXPECT_EQ(places_of(graph, known_places(graph.num_vertices()), rounds).verdict(graph).problem, "");
    }
  }
}

/// 3 has the neighbors 0, 1 and 2, 4 has 3 and 5, and 6 nobody. 5 comes last.
PlacesRun run_of_few(const Graph& graph) {
  const oracle::Places known{{{0, 0}}, {{0, 10}}, {{8, 5}}, {}, {}, {}, {}};
  return places_of(graph, known, 3);
}

TEST(VerifyPlaces, RejectsDamage) {
  const Graph graph = small_graph(7, false, {{0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}});
  const PlacesRun right = run_of_few(graph);
  ASSERT_EQ(right.verdict(graph).problem, "");
  ASSERT_EQ(right.rounds, (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 0xffffffff}));
  const auto damaged = [&](auto damage) {
    PlacesRun run = run_of_few(graph);
    damage(run);
    return run.verdict(graph);
  };
  using Run = PlacesRun;
  expect_rejected(damaged([](Run& r) { r.rounds.pop_back(); }), "6 rounds for 7 vertices");
  expect_rejected(damaged([](Run& r) { r.places.latitude = {}; }), "0 latitudes for 7 vertices");
  expect_rejected(damaged([](Run& r) { r.claim.before.longitude = {}; }), "0 former longitudes for 7 vertices");
  expect_rejected(damaged([](Run& r) { r.claim.known.latitude = {}; }), "0 known latitudes for 7 vertices");
  expect_rejected(damaged([](Run& r) { r.places.latitude[1] = 1; }), "vertex 1 is at 1, 10, but known to be at 0, 10");
  expect_rejected(damaged([](Run& r) { r.places.latitude[1] = std::nan(""); }), "vertex 1 is at nan, 10, but known");
  expect_rejected(damaged([](Run& r) { r.claim.before.longitude[1] = 11; }), "vertex 1 is at 0, 10, but known");
  expect_rejected(damaged([](Run& r) { r.rounds[1] = 1; }), "the place of vertex 1 is known, but said to come in");
  expect_rejected(damaged([](Run& r) { r.rounds[4] = 3; }), "vertex 4 got its place in round 3, expected 2");
  expect_rejected(damaged([](Run& r) { r.rounds[4] = 0; }), "vertex 4 got its place in round 0, expected 2");
  expect_rejected(damaged([](Run& r) { r.rounds[5] = 0xffffffff; }), "vertex 5 got its place in round none, expected");
  expect_rejected(damaged([](Run& r) { r.claim.rounds = 2; }), "before the last round, but got its place in round 2");
  expect_rejected(damaged([](Run& r) { r.places.latitude[5] = std::nan(""); }), "vertex 5 is at nan, ");
  expect_rejected(damaged([](Run& r) { r.places.longitude[5] = 500; }), "expected a latitude and a longitude");
  expect_rejected(damaged([](Run& r) { r.places.latitude[6] = r.places.longitude[6] = 0; }), "expected nowhere");
  expect_rejected(damaged([](Run& r) { r.claim.before.latitude[5] = r.claim.before.longitude[5] = 1; }),
                  "vertex 5 was at 1, 1 before the last round, but got its place in round 3");
  expect_rejected(damaged([](Run& r) { r.places.latitude[3] += 1e-3; }), "which is no median of its neighbors");
  expect_rejected(damaged([](Run& r) { r.places.longitude[5] -= 1e-3; }), "vertex 5 is at ");
  expect_rejected(damaged([](Run& r) { std::swap(r.places, r.claim.before); }), "");
}

/// Between 0 and 1, 2 and 3 go where they are in the first round, and away in the second.
TEST(VerifyPlaces, RejectsThoseThatAreOnTheirWay) {
  const Graph graph = small_graph(4, false, {{0, 2}, {2, 3}, {3, 1}});
  PlacesRun run = places_of(graph, {{{0, 0}}, {{0, 10}}, {}, {}}, 2);
  EXPECT_EQ(run.verdict(graph).problem, "");
  run.claim.tolerance = 556;
  EXPECT_EQ(run.verdict(graph).problem, "");
  run.claim.tolerance = 555;
  expect_rejected(run.verdict(graph), "vertex 2 went 555.975 km in the last round, expected at most 555");
}

TEST(VerifyPlaces, RejectsOneDamagedPlaceAnywhere) {
  Draw draw(77);
  for (const Graph& graph : graphs_to_damage()) {
    PlacesRun run = places_of(graph, known_places(graph.num_vertices()), 4);
    ASSERT_EQ(run.verdict(graph).problem, "");
    for (int round = 0; round < damage_rounds / 4; ++round) {
      const VertexId v = static_cast<VertexId>(draw(graph.num_vertices()));
      double& degrees = round % 2 == 0 ? run.places.latitude[v] : run.places.longitude[v];
      const double right = std::exchange(degrees, std::isnan(degrees) ? 1 : degrees + 1);
      ASSERT_FALSE(run.verdict(graph).ok()) << graph.name(v) << ", " << right;
      degrees = right;
    }
  }
}

}  // namespace
}  // namespace mg
