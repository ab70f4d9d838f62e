// What must hold between the answers for a graph and for the same graph changed in a known way. No reference is needed
// for most of these, so they also cover what a reference might get wrong in the same way.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/registry.hpp"
#include "engine/results.hpp"
#include "preprocess/building/build.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

Graph build(const ZooGraph& animal, DuplicatePolicy duplicates = DuplicatePolicy::first,
            const char* order = "original") {
  BuildReport report;
  return build_graph(edge_list(animal), {.duplicates = duplicates, .order = order}, report, silent_progress());
}

/// One column of an algorithm's results in file order, validated.
template <class T>
std::vector<T> answer(const Graph& graph, const std::string& algorithm, const std::vector<std::string>& sources = {},
                      const std::map<std::string, std::string>& parameters = {}) {
  const RunReport report =
      run_program(graph, {.algorithm = algorithm, .parameters = parameters, .sources = sources, .validate = true});
  EXPECT_TRUE(report.verdict->ok()) << algorithm << ": " << report.verdict->problem;
  const ResultColumn column = report.program->results().front();
  if (column.meaning == ResultColumn::Meaning::distance && graph.weight_type() != WeightType::f32) {
    std::vector<T> distances;
    for (const std::uint64_t d : integer_distances(graph, column)) {
      distances.push_back(d == oracle::unreached_distance ? std::numeric_limits<T>::max() : static_cast<T>(d));
    }
    return distances;
  }
  return in_file_order<T>(graph, column);
}

std::vector<std::int64_t> components_of(const Graph& graph, const std::string& algorithm) {
  const RunReport report = run_program(graph, {.algorithm = algorithm});
  return vertices_in_file_order(graph, report.program->results().front());
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], tolerance) << v;
}

/// Ranks are floats, found up to a tolerance of 1e-6 in all.
constexpr double rank_tolerance = 1e-5;
double centrality_tolerance(const std::vector<double>& scores) {
  return scores.empty() ? 0 : 1e-9 * *std::ranges::max_element(scores);
}

std::vector<std::uint32_t> random_permutation(std::uint32_t n) {
  std::vector<std::uint32_t> permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0U);
  std::mt19937_64 random(n);
  std::ranges::shuffle(permutation, random);
  return permutation;
}

/// values[v], where v has become permutation[v].
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::uint32_t>& permutation) {
  std::vector<T> moved(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) moved[permutation[v]] = values[v];
  return moved;
}

class Changed : public testing::TestWithParam<ZooGraph> {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
  void SetUp() override {
    before_ = with_weights(GetParam());
    graph_ = build(before_);
  }

  [[nodiscard]] bool real_weights() const { return std::holds_alternative<std::vector<float>>(before_.weights); }
  [[nodiscard]] std::vector<std::string> some_sources() const { return {"0", std::to_string(before_.n / 2)}; }

  /// Expects the answers for `after` where each vertex v of this graph is permutation[v]; further vertices of `after`
  /// are left aside. PageRank is compared where the number of vertices is the same.
  void expect_same_answers(const Graph& after, const std::vector<std::uint32_t>& permutation) const {
    const auto moved = [&](auto values) { return permuted(values, permutation); };
    const auto at_first = [&](auto values) {
      values.resize(before_.n);
      return values;
    };
    const std::string source = std::to_string(before_.n / 3);
    const std::string moved_source = std::to_string(permutation[before_.n / 3]);
    EXPECT_EQ(at_first(answer<std::int64_t>(after, "bfs", {moved_source})),
              moved(answer<std::int64_t>(graph_, "bfs", {source})));
    EXPECT_EQ(at_first(answer<double>(after, "sssp", {moved_source})), moved(answer<double>(graph_, "sssp", {source})));
    EXPECT_EQ(at_first(answer<std::uint64_t>(after, "tc")), moved(answer<std::uint64_t>(graph_, "tc")));

    std::vector<std::string> moved_sources;
    for (const std::string& s : some_sources()) moved_sources.push_back(std::to_string(permutation[std::stoul(s)]));
    const auto scores = moved(answer<double>(graph_, "bc", some_sources()));
    expect_near(at_first(answer<double>(after, "bc", moved_sources)), scores, centrality_tolerance(scores));

    for (const char* algorithm : {"cc", "cc-label"}) {
      // Components are named by their first vertices, which change: compare whether pairs are together.
      const auto old_parts = moved(components_of(graph_, algorithm));
      const auto new_parts = at_first(components_of(after, algorithm));
      std::map<std::int64_t, std::int64_t> name;
      for (std::size_t v = 0; v < old_parts.size(); ++v) {
        EXPECT_EQ(name.emplace(old_parts[v], new_parts[v]).first->second, new_parts[v]);
      }
      std::set<std::int64_t> distinct;
      for (const auto& [old_part, new_part] : name) distinct.insert(new_part);
      EXPECT_EQ(distinct.size(), name.size());
    }
    if (after.num_vertices() != before_.n) return;
    for (const char* algorithm : {"pagerank", "pagerank-delta"}) {
      expect_near(answer<double>(after, algorithm), moved(answer<double>(graph_, algorithm)), rank_tolerance);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> identity() const {
    std::vector<std::uint32_t> same(before_.n);
    std::iota(same.begin(), same.end(), 0U);
    return same;
  }

  ZooGraph before_;
  Graph graph_;
};

TEST_P(Changed, RelabeledVerticesGetTheirAnswersAtTheirNewPlaces) {
  const auto permutation = random_permutation(before_.n);
  ZooGraph after = before_;
  for (auto& [u, v] : after.edges) {
    u = permutation[u];
    v = permutation[v];
  }
  for (const char* order : {"original", "degree", "random:4"}) {
    expect_same_answers(build(after, DuplicatePolicy::first, order), permutation);
  }
}

TEST_P(Changed, ReversedArcsLeaveWhatHasNoDirection) {
  ZooGraph after = before_;
  for (auto& [u, v] : after.edges) std::swap(u, v);
  Specimen reversed = specimen_of(after);
  const std::string source = std::to_string(before_.n / 2);
  for (const char* algorithm : {"bfs", "sssp"}) {
    EXPECT_EQ(reversed.problem_of({.algorithm = algorithm, .sources = {source}}), "") << algorithm;
  }
  // Betweenness over all pairs counts each path once, whichever way it is walked.
  const auto scores = answer<double>(graph_, "bc");
  expect_near(answer<double>(reversed.graph(), "bc"), scores, centrality_tolerance(scores));
  EXPECT_EQ(components_of(reversed.graph(), "cc"), components_of(graph_, "cc"));
  EXPECT_EQ(components_of(reversed.graph(), "cc-label"), components_of(graph_, "cc-label"));
  EXPECT_EQ(answer<std::uint64_t>(reversed.graph(), "tc"), answer<std::uint64_t>(graph_, "tc"));
}

TEST_P(Changed, IsolatedVerticesChangeNothingForTheOthers) {
  ZooGraph after = before_;
  after.n += 70;  // beyond the next word of a bitmap
  Specimen padded = specimen_of(after);
  expect_same_answers(padded.graph(), identity());
  for (const char* algorithm : {"pagerank", "pagerank-delta", "cc", "cc-label"}) {
    EXPECT_EQ(padded.problem_of({.algorithm = algorithm}), "") << algorithm;
  }
}

TEST_P(Changed, RepeatedEdgesAreDroppedWhereTheFirstCounts) {
  ZooGraph after = before_;
  after.edges.insert(after.edges.end(), before_.edges.begin(), before_.edges.end());
  std::visit(
      [&](auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          const auto once = weights;
          weights.insert(weights.end(), once.begin(), once.end());
        }
      },
      after.weights);
  const Graph doubled = build(after);
  EXPECT_EQ(doubled.num_edges(), graph_.num_edges());
  expect_same_answers(doubled, identity());
}

TEST_P(Changed, ScaledWeightsScaleDistances) {
  // A power of two is exact for real weights too; large integers leave no room.
  constexpr std::uint32_t factor = 8;
  ZooGraph after = before_;
  bool fits = true;
  std::visit(
      [&](auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          for (auto& w : weights) {
            fits = fits && static_cast<double>(w) * factor < 4294967296.0;
            w *= factor;
          }
        }
      },
      after.weights);
  if (!fits) GTEST_SKIP() << "weights too large to be scaled";
  const std::string source = std::to_string(before_.n / 2);
  for (const char* method : {"delta", "bellman-ford"}) {
    const auto distances = answer<double>(graph_, "sssp", {source}, {{"method", method}});
    const auto scaled = answer<double>(build(after), "sssp", {source}, {{"method", method}});
    for (std::size_t v = 0; v < distances.size(); ++v) {
      const bool reached = distances[v] < std::numeric_limits<double>::max();
      ASSERT_EQ(scaled[v], reached ? distances[v] * factor : distances[v]) << v;
    }
  }
}

TEST_P(Changed, LoopsOfNoWeightChangeNoPath) {
  ZooGraph after = before_;
  for (std::uint32_t v = 0; v < after.n; ++v) {
    after.edges.emplace_back(v, v);
    std::visit(
        [](auto& weights) {
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) weights.push_back(0);
        },
        after.weights);
  }
  const Graph looped = build(after);
  const std::string source = std::to_string(before_.n / 2);
  EXPECT_EQ(answer<std::int64_t>(looped, "bfs", {source}), answer<std::int64_t>(graph_, "bfs", {source}));
  EXPECT_EQ(answer<double>(looped, "sssp", {source}), answer<double>(graph_, "sssp", {source}));
  const auto scores = answer<double>(graph_, "bc", some_sources());
  expect_near(answer<double>(looped, "bc", some_sources()), scores, centrality_tolerance(scores));
  EXPECT_EQ(components_of(looped, "cc"), components_of(graph_, "cc"));
  EXPECT_EQ(answer<std::uint64_t>(looped, "tc"), answer<std::uint64_t>(graph_, "tc"));
}

std::vector<ZooGraph> zoo_with_vertices() {
  std::vector<ZooGraph> graphs = zoo();
  std::erase_if(graphs, [](const ZooGraph& graph) { return graph.n == 0; });
  return graphs;
}

INSTANTIATE_TEST_SUITE_P(Metamorphic, Changed, testing::ValuesIn(zoo_with_vertices()),
                         [](const auto& test) { return test.param.name; });

/// The distances to the ends of a path of `weights`.
std::vector<std::uint64_t> along_a_path(const std::vector<std::uint32_t>& weights, const std::string& method,
                                        const std::string& order) {
  ZooGraph path{"path", static_cast<std::uint32_t>(weights.size() + 1), true, {}, weights};
  for (std::uint32_t v = 0; v < weights.size(); ++v) path.edges.emplace_back(v, v + 1);
  const Graph graph = build(path, DuplicatePolicy::first, order.c_str());
  const RunReport report =
      run_program(graph, {.algorithm = "sssp", .parameters = {{"method", method}}, .sources = {"0"}, .validate = true});
  EXPECT_TRUE(report.verdict->ok()) << report.verdict->problem;
  return integer_distances(graph, report.program->results().front());
}

TEST(LargeWeights, WidenDistancesThatLeave32Bits) {
  register_built_in();
  constexpr std::uint32_t most = 0xffffffffU;
  for (const char* method : {"delta", "bellman-ford"}) {
    for (const char* order : {"original", "random:3"}) {
      using Distances = std::vector<std::uint64_t>;
      // The largest 32-bit distance that is not infinity, infinity itself, one more, and sums that wrap around to less.
      EXPECT_EQ(along_a_path({most - 1}, method, order), (Distances{0, most - 1ULL}));
      EXPECT_EQ(along_a_path({most}, method, order), (Distances{0, most}));
      EXPECT_EQ(along_a_path({most - 1, 1}, method, order), (Distances{0, most - 1ULL, most}));
      EXPECT_EQ(along_a_path({most, 1}, method, order), (Distances{0, most, most + 1ULL}));
      EXPECT_EQ(along_a_path({most, most}, method, order), (Distances{0, most, 2ULL * most}));
      EXPECT_EQ(along_a_path({1U << 31, 1U << 31, 5}, method, order),
                (Distances{0, 1ULL << 31, 1ULL << 32, (1ULL << 32) + 5}));
    }
  }
}

TEST(LargeWeights, OnADetourDoNotDisturbShortDistances) {
  register_built_in();
  // The arc that overflows leads to a vertex that has a short way, too.
  const ZooGraph detour{
      "detour", 4, true, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, std::vector<std::uint32_t>{0xfffffffeU, 0xfffffffeU, 7, 8}};
  for (const char* method : {"delta", "bellman-ford"}) {
    EXPECT_EQ(answer<std::uint64_t>(build(detour), "sssp", {"0"}, {{"method", method}}),
              (std::vector<std::uint64_t>{0, 0xfffffffeU, 7, 15}));
  }
}

TEST(LargeWeights, ARunThatNeedsMoreThan32BitsMayFollowOneThatDoesNot) {
  register_built_in();
  Specimen specimen = specimen_of(zoo_graph("weighted_largest"));
  const Graph& graph = specimen.graph();
  RunContext context(graph, {});
  const AlgorithmEntry entry = find_algorithm("sssp");
  const auto program = entry.make(graph, Parameters(entry.info.parameters, {}));
  for (const VertexId source : {98U, 0U, 99U, 50U}) {
    context.begin_run();
    program->run(context, std::vector<VertexId>{source});
    EXPECT_TRUE(program->validate().ok()) << program->validate().problem;
    EXPECT_EQ(integer_distances(graph, program->results().front()), specimen.right().exact_distances(source));
  }
}

TEST(Names, OfResultsAreTheFilesWhateverTheOrder) {
  register_built_in();
  const std::string letters = "ant bee cat dog elk fox";
  std::vector<std::uint64_t> offsets;
  std::string bytes;
  for (std::size_t i = 0; i < letters.size(); i += 4) {
    offsets.push_back(bytes.size());
    bytes += letters.substr(i, 3);
  }
  offsets.push_back(bytes.size());
  for (const std::string& order : all_orders) {
    SCOPED_TRACE(order);
    EdgeList list;
    list.names = VertexNames::strings(Array<std::uint64_t>::copy_of(offsets),
                                      Array<char>::copy_of(std::span(bytes.data(), bytes.size())));
    list.edges = Array<Edge>::copy_of(std::vector<Edge>{{5, 0}, {0, 1}, {1, 2}, {5, 3}, {3, 2}, {3, 0}});
    BuildReport built;
    const Graph graph = build_graph(std::move(list), {.order = order}, built, silent_progress());
    const RunReport report = run_program(graph, {.algorithm = "bfs", .sources = {"fox"}});
    std::string text;
    for (VertexId f = 0; f < graph.num_vertices(); ++f) {
      text += graph.names.name(f);
      for (const ResultColumn& column : report.program->results()) {
        text += ' ';
        append_value(graph, column, graph.from_file(f), text);
      }
      text += '\n';
    }
    EXPECT_EQ(text, "ant 1 fox\nbee 2 ant\ncat 2 dog\ndog 1 fox\nelk -1 -1\nfox 0 fox\n");
  }
}

}  // namespace
}  // namespace mg
