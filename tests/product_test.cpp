// Products of a matrix and a vector: exact where they can be, the same whatever adds them up, and proved.
#include "algorithms/verify/product.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "algorithms/exact_sum.hpp"
#include "engine/engine.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

/// Adds terms up digit by digit, as an algorithm does.
double sum_of(const std::vector<double>& terms, const std::vector<SumDigit>& digits) {
  double total = std::nan("");
  for (const SumDigit& digit : digits) {
    std::uint64_t sum = 0;
    for (const double term : terms) sum += digit.cut(term);
    digit.enter(total, sum);
  }
  return total;
}

std::vector<SumDigit> digits_for(const std::vector<double>& terms) {
  return sum_digits(bits_of(terms), BitRange::of(1), terms.size()).value();
}

TEST(ExactSum, BitsBoundNumbersFromBothSides) {
  std::mt19937_64 random(1);
  std::vector<double> numbers{1, -1, 0.75, 1e308, -5e-324, 3e-320, std::numeric_limits<double>::min()};
  for (int i = 0; i < 1000; ++i) {
    const double shape = std::ldexp(static_cast<double>(random() >> (random() % 64)), -60);
    numbers.push_back(std::ldexp(shape, static_cast<int>(random() % 2000) - 1000));
  }
  for (const double x : numbers) {
    const BitRange bits = BitRange::of(x);
    ASSERT_EQ(bits.any, x != 0) << x;
    if (x == 0) continue;
    EXPECT_EQ(bits.highest, std::ilogb(x) + 1) << x;
    const double whole = std::scalbn(std::scalbn(x, -bits.lowest / 2), -(bits.lowest - bits.lowest / 2));
    EXPECT_EQ(std::fmod(std::fabs(whole), 2), 1) << x << ": the lowest bit is set, and is the last";
  }
  EXPECT_FALSE(BitRange::of(-0.0).any);
  const std::vector<std::uint32_t> weights{12, 0, 40, 0xffffffc0};
  const BitRange of_weights = bits_of(weights);
  EXPECT_EQ(of_weights.highest, 32);
  EXPECT_EQ(of_weights.lowest, 2);
  EXPECT_FALSE(bits_of(std::vector<std::uint32_t>(3)).any);
}

TEST(ExactSum, OfWholeNumbersIsExactInOneDigit) {
  const std::vector<double> terms{1e15, 3, -1e15, 4, 0, 1};
  EXPECT_EQ(digits_for(terms).size(), 1U);
  EXPECT_EQ(sum_of(terms, digits_for(terms)), 8);
  EXPECT_EQ(sum_of({0.5, -0.25, 1024}, digits_for({0.5, -0.25, 1024})), 1024.25);
  EXPECT_EQ(sum_of({0, 0}, digits_for({0, 0})), 0);
  EXPECT_EQ(sum_of({}, digits_for({})), 0);
}

TEST(ExactSum, KeepsInTwoDigitsWhatDoublesLose) {
  const std::vector<double> terms{1e20, 1, -1e20, 0.125};
  EXPECT_EQ(digits_for(terms).size(), 2U);
  EXPECT_EQ(sum_of(terms, digits_for(terms)), 1.125);
}

TEST(ExactSum, DoesNotDependOnTheOrderOfTerms) {
  std::mt19937_64 random(3);
  std::vector<double> terms(5000);
  for (double& term : terms) {
    term = std::ldexp(static_cast<double>(random()) - 9e18, static_cast<int>(random() % 40) - 80);
  }
  const std::vector<SumDigit> digits = digits_for(terms);
  const double sum = sum_of(terms, digits);
  long double nearest = 0;
  for (const double term : terms) nearest += term;
  EXPECT_NEAR(sum, static_cast<double>(nearest), 1e-14 * std::abs(sum));
  for (int i = 0; i < 10; ++i) {
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(sum_of(terms, digits), sum);
  }
}

TEST(ExactSum, HasDigitsForTheLargestAndTheLeastNumbers) {
  for (const double term : {1e300, 3e-280, 5e-200, std::numeric_limits<double>::max() / 16}) {
    EXPECT_EQ(sum_of({term, term, -term}, digits_for({term, term, -term})), term);
  }
  EXPECT_EQ(sum_of({std::numeric_limits<double>::denorm_min()}, digits_for({1e-310})), 0) << "what is cut";
  EXPECT_FALSE(sum_digits(BitRange::of(1e300), BitRange::of(1e30), 1)) << "above what a double holds";
  EXPECT_FALSE(sum_digits(BitRange::of(std::numeric_limits<double>::max()), BitRange::of(1), 2));
}

/// A skewed directed graph with weights of both signs that are as far apart as floats are.
Graph wild_graph(const std::string& order) {
  std::mt19937_64 random(7);
  constexpr VertexId n = 600;
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  std::vector<Edge> edges;
  std::vector<float> weights;
  const auto drawn = [&] { return static_cast<VertexId>((random() % n) * (random() % n) / n); };
  for (int i = 0; i < 9000; ++i) {
    edges.push_back({drawn(), drawn()});
    weights.push_back(std::ldexp(static_cast<float>(random() % 20001) - 10000, static_cast<int>(random() % 30) - 20));
  }
  list.edges = Array<Edge>::copy_of(edges);
  list.weights = Array<float>::copy_of(weights);
  return built(std::move(list), order, DuplicatePolicy::keep);
}

/// Numbers in the order of the file that no small whole numbers make.
Array<double> wild_vector(const Graph& graph) {
  std::mt19937_64 random(11);
  auto x = Array<double>::uninitialized(graph.num_vertices());
  for (double& entry : x) entry = (static_cast<double>(random() % 2000001) - 1e6) / 3;
  return x;
}

std::vector<double> product_of(const Graph& graph, RunRequest request) {
  register_built_in();
  request.validate = true;
  const RunReport report = run_program(graph, request);
  EXPECT_EQ(report.verdict ? report.verdict->problem : "not validated", "");
  return in_file_order<double>(graph, report.program->results().front());
}

TEST(Product, IsTheSameBitByBitInEveryOrder) {
  const Graph graph = wild_graph("original");
  for (const char* arcs : {"forward", "backward"}) {
    RunRequest request{
        .algorithm = "spmv", .parameters = {{"arcs", arcs}}, .vertex_weights = {{"vector", wild_vector(graph)}}};
    request.options.threads = 1;
    const std::vector<double> expected = product_of(graph, request);
    for (const char* order : {"original", "degree", "random:2"}) {
      const Graph ordered = wild_graph(order);
      for (const EngineEntry& engine : registered_engines()) {
        request.options = {.engine = engine.name, .threads = 3};
        EXPECT_EQ(product_of(ordered, request), expected) << arcs << ", " << order << ", " << engine.name;
      }
      for (const char* policy : {"random:1", "random:2"}) {
        request.options = {.engine = "hybrid", .policy = policy, .threads = 3};
        EXPECT_EQ(product_of(ordered, request), expected) << arcs << ", " << order << ", " << policy;
      }
    }
  }
}

class ProductOnAGpu : public OnAGpu {};

TEST_F(ProductOnAGpu, IsTheCpusBitByBit) {
  const Graph graph = wild_graph("original");
  RunRequest request{.algorithm = "spmv", .vertex_weights = {{"vector", wild_vector(graph)}}};
  request.options.device = "cpu";
  const std::vector<double> expected = product_of(graph, request);
  for (const EngineEntry& engine : registered_engines()) {
    if (!engine.make()->runs_on_gpus()) continue;
    request.options = {.engine = engine.name, .device = "cuda"};
    EXPECT_EQ(product_of(graph, request), expected) << engine.name;
  }
}

TEST(Product, OfWholeNumbersIsExact) {
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  const Graph graph = small_graph(4, true, {{0, 1}, {0, 2}, {0, 3}, {1, 3}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{most, most, 7, 3}));
  const RunRequest request{.algorithm = "spmv", .parameters = {{"vector", "1:1048576,2:-1048576,3:3,0:5"}}};
  EXPECT_EQ(product_of(graph, request), (std::vector<double>{21, 9, 0, 0}));
  EXPECT_EQ(product_of(graph, {.algorithm = "spmv", .parameters = {{"arcs", "backward"}, {"vector", "0:2"}}}),
            (std::vector<double>{0, 2.0 * most, 2.0 * most, 14}));
  EXPECT_EQ(product_of(graph, {.algorithm = "spmv", .parameters = {{"vector", "degrees"}}}),
            (std::vector<double>{most, 0, 0, 0}));
}

TEST(Product, OfAGraphWithoutWeightsCountsArcs) {
  const Graph graph = small_graph(4, false, {{0, 1}, {1, 1}, {1, 2}});
  EXPECT_EQ(product_of(graph, {.algorithm = "spmv"}), (std::vector<double>{1, 3, 1, 0}));
  EXPECT_EQ(product_of(graph, {.algorithm = "spmv", .parameters = {{"vector", "degrees"}}}),
            (std::vector<double>{3, 5, 3, 0}));
}

TEST(Product, RefusesWhatIsNotFinite) {
  const auto refusal = [](float weight, const std::string& vector) {
    const Graph graph = small_graph(3, true, {{0, 1}, {1, 2}}, Array<float>::copy_of(std::vector<float>{-1, weight}));
    try {
      static_cast<void>(product_of(graph, {.algorithm = "spmv", .parameters = {{"vector", vector}}}));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(-2, "ones"), "");
  const std::string finite = "the edge from '1' to '2': entries of a matrix are finite numbers";
  EXPECT_NE(refusal(std::numeric_limits<float>::infinity(), "ones").find("the weight inf of " + finite),
            std::string::npos);
  EXPECT_NE(refusal(std::nanf(""), "ones").find("the weight nan of " + finite), std::string::npos);
  EXPECT_NE(refusal(1e30F, "1:1e300").find("divide the vector by a large number"), std::string::npos);
  EXPECT_NE(refusal(1, "1:inf").find("allowed: ones, degrees, random, NAME:WEIGHT"), std::string::npos);
  EXPECT_NE(refusal(1, "twos").find("allowed: ones, degrees, random, NAME:WEIGHT"), std::string::npos);
}

TEST(VerifyProduct, AcceptsTheOraclesAndRejectsDamage) {
  for (const Graph& graph : {wild_graph("original"), wild_graph("random:3")}) {
    const Array<double> given = wild_vector(graph);
    std::vector<double> in_file(given.begin(), given.end());
    const auto x = by_vertex<double>(graph, in_file);
    const auto right = by_vertex<double>(graph, oracle::product(oracle::from(graph), in_file).sums);
    const auto verdict = [&](const std::vector<double>& y, double cut) {
      return verify_product(graph, graph.out, x, y, cut);
    };
    EXPECT_EQ(verdict(right, 1e-16).problem, "");
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(right) - right.begin());
    const auto damaged = [&](auto damage) { return verdict(with_damage(right, damage), 1e-16); };
    expect_rejected(damaged([&](auto& y) { y[largest] *= 1 + 1e-13; }), "has the product");
    expect_rejected(damaged([&](auto& y) { y[0] = std::nan(""); }), "has the product nan, expected");
    expect_rejected(damaged([&](auto& y) { y[largest] = std::numeric_limits<double>::infinity(); }), "product inf");
    expect_rejected(damaged([&](auto& y) { std::swap(y[0], y[largest == 0 ? 1 : largest]); }), "has the product");
    expect_rejected(damaged([&](auto& y) { std::ranges::transform(y, y.begin(), std::negate()); }), "has the product");
    expect_rejected(damaged([](auto& y) { y.pop_back(); }), "599 numbers of the product for 600 vertices");
    EXPECT_FALSE(verify_product(graph, graph.in, x, right, 1e-16).ok()) << "the transposed matrix";
  }
}

TEST(VerifyProduct, AllowsNothingWhereNumbersAreWhole) {
  const Graph graph = small_graph(3, true, {{0, 1}, {0, 2}, {2, 0}});
  const std::vector<double> x{1, 2, 0x1p60};
  EXPECT_EQ(verify_product(graph, graph.out, x, std::vector<double>{0x1p60, 0, 1}, 0).problem, "");
  EXPECT_FALSE(verify_product(graph, graph.out, x, std::vector<double>{0x1.0000000000001p60, 0, 1}, 0).ok());
  EXPECT_FALSE(verify_product(graph, graph.out, x, std::vector<double>{0x1p60, 1e-300, 1}, 0).ok());
}

}  // namespace
}  // namespace mg
