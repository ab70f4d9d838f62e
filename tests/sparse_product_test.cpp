// Products of two sparse matrices against a plain one, the same whatever adds them up, and proved.
#include "algorithms/sparse_product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/table_product.hpp"
#include "algorithms/verify/product_table.hpp"
#include "engine/error.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/oracle/tables.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

using Entries = std::vector<std::tuple<VertexId, VertexId, double>>;

/// Rows and columns by their places in the file.
Entries entries_of(const Graph& graph, const ProductTable& table) {
  Entries entries;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    entries.emplace_back(graph.to_file(table.rows[i]), graph.to_file(table.columns[i]), table.values[i]);
  }
  return entries;
}

Entries product_of(const Graph& graph, const std::string& of, const RunOptions& options = {}) {
  register_built_in();
  const RunReport report =
      run_program(graph, {.algorithm = "spgemm", .parameters = {{"of", of}}, .validate = true, .options = options});
  EXPECT_EQ(report.verdict ? report.verdict->problem : "not validated", "");
  const auto columns = report.program->results();
  return entries_of(graph, {std::get<Array<VertexId>>(columns[0].values), std::get<Array<VertexId>>(columns[1].values),
                            std::get<Array<double>>(columns[2].values)});
}

/// With weights of both signs that are far apart, so that sums take two digits.
Graph wild_graph(const std::string& order) {
  std::mt19937_64 random(5);
  constexpr VertexId n = 200;
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  std::vector<Edge> edges;
  std::vector<float> weights;
  const auto drawn = [&] { return static_cast<VertexId>((random() % n) * (random() % n) / n); };
  for (int i = 0; i < 1500; ++i) {
    edges.push_back({drawn(), drawn()});
    weights.push_back(std::ldexp(static_cast<float>(random() % 20001) - 10000, static_cast<int>(random() % 30) - 20));
  }
  list.edges = Array<Edge>::copy_of(edges);
  list.weights = Array<float>::copy_of(weights);
  return built(std::move(list), order, DuplicatePolicy::keep);
}

TEST(SparseProduct, CountsPathsOfTwoArcs) {
  const Graph graph = small_graph(4, true, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 3}});
  EXPECT_EQ(product_of(graph, "square"), (Entries{{0, 3, 2}, {1, 3, 1}, {2, 3, 1}, {3, 3, 1}}));
  EXPECT_EQ(product_of(graph, "gram"), (Entries{{0, 0, 2},
                                                {1, 1, 1},
                                                {1, 2, 1},
                                                {1, 3, 1},
                                                {2, 1, 1},
                                                {2, 2, 1},
                                                {2, 3, 1},
                                                {3, 1, 1},
                                                {3, 2, 1},
                                                {3, 3, 1}}));
  EXPECT_EQ(product_of(small_graph(3, true, {}), "square"), Entries());
}

TEST(SparseProduct, KeepsEntriesThatSumToNothing) {
  const Graph graph =
      small_graph(4, true, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, Array<float>::copy_of(std::vector<float>{2, -1, 0.5F, 1}));
  EXPECT_EQ(product_of(graph, "square"), (Entries{{0, 3, 0}}));
}

TEST(SparseProduct, IsTheSameBitByBitInEveryOrder) {
  for (const char* of : {"square", "gram"}) {
    const Entries expected = product_of(wild_graph("original"), of, {.threads = 1});
    const auto right = oracle::sparse_product(oracle::from(wild_graph("original")), std::string(of) == "gram");
    ASSERT_EQ(expected.size(), right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      const auto& [row, column, value] = expected[i];
      ASSERT_EQ(row, right[i].row);
      ASSERT_EQ(column, right[i].column);
      EXPECT_NEAR(value, right[i].value, 1e-15 * right[i].of_absolutes);
    }
    for (const char* order : {"degree", "random:2"}) {
      EXPECT_EQ(product_of(wild_graph(order), of, {.threads = 3}), expected) << of << ", " << order;
    }
  }
}

class SparseProductOnAGpu : public OnAGpu {};

TEST_F(SparseProductOnAGpu, IsTheCpusBitByBit) {
  for (const char* of : {"square", "gram"}) {
    const Graph graph = wild_graph("random:1");
    EXPECT_EQ(product_of(graph, of, {.device = "cuda"}), product_of(graph, of, {.device = "cpu"})) << of;
  }
}

TEST(SparseProduct, ByTablesIsThatByRowsWhateverBatchesAre) {
  register_built_in();
  const Graph graph = wild_graph("degree");
  const MatrixFactors factors{graph.out, graph.in};
  const std::vector<SumDigit> digits = digits_of_entries(graph, factors);
  EXPECT_EQ(digits.size(), 2U);
  std::vector<ProductRows> whole;
  whole.push_back(multiplied(factors, digits, 2));
  const Entries expected = entries_of(graph, table_of(graph, whole));
  RunOptions options;
  options.threads = 3;
  RunContext context(graph, options);
  context.begin_run();
  Loop loop(context);
  for (const std::uint64_t slots : {std::uint64_t{1}, std::uint64_t{700}, std::uint64_t{1} << 30}) {
    TableProduct product(factors, slots);
    for (int run = 0; run < 2; ++run) {
      std::vector<ProductRows> parts;
      product.for_batches(loop, loop.arcs(Side::out), loop.arcs(Side::in), digits,
                          [&](ProductRows&& rows) { parts.push_back(std::move(rows)); });
      if (slots == 1) {
        EXPECT_GT(parts.size(), 100U);
      }
      EXPECT_EQ(entries_of(graph, table_of(graph, parts)), expected) << slots << ", run " << run;
    }
  }
}

/// A A by tables of so few slots that it takes many batches.
class InManyBatches {
 public:
  static AlgorithmInfo info() {
    return {.name = "in-many-batches",
            .summary = "a product of small tables",
            .weights = WeightUse::of_any_sign,
            .state_bytes_per_vertex = 0,
            .rows = Rows::arcs};
  }
  InManyBatches(const Graph& graph, const Parameters&)
      : graph_(graph), product_({graph.out, graph.out}, 700), digits_(digits_of_entries(graph, product_.factors())) {}

  template <class L>
  void run(L& loop) {
    parts_.clear();
    if (!loop.next_iteration()) return;
    product_.for_batches(loop, loop.arcs(Side::out), loop.arcs(Side::out), digits_,
                         [&](ProductRows&& rows) { parts_.push_back(std::move(rows)); });
  }
  [[nodiscard]] static ProgramSteps steps() { return {}; }
  [[nodiscard]] Results results() const {
    return {{"source", [this] { return table_of(graph_, parts_).rows; }, ResultColumn::Meaning::vertex},
            {"target", [this] { return table_of(graph_, parts_).columns; }, ResultColumn::Meaning::vertex},
            {"weight", [this] { return table_of(graph_, parts_).values; }}};
  }
  [[nodiscard]] Summary summary() const { return {{"batches", parts_.size()}}; }

 private:
  Graph graph_;
  TableProduct product_;
  std::vector<SumDigit> digits_;
  std::vector<ProductRows> parts_;
};

TEST_F(SparseProductOnAGpu, ByManyBatchesIsThatOfOne) {
  register_algorithm<InManyBatches>(
      SourceText{.name = "tests/in_many_batches.hpp", .text = "#include \"algorithms/product_tables.hpp\"\n"});
  const Graph graph = wild_graph("degree");
  RunRequest request{.algorithm = "in-many-batches", .options = {.device = "cuda"}};
  request.runs = 2;
  const RunReport report = run_program(graph, request);
  EXPECT_GT(std::get<std::uint64_t>(report.program->summary().front().second), 10U);
  const auto columns = report.program->results();
  EXPECT_EQ(
      entries_of(graph, {std::get<Array<VertexId>>(columns[0].values), std::get<Array<VertexId>>(columns[1].values),
                         std::get<Array<double>>(columns[2].values)}),
      product_of(graph, "square", {.device = "cpu"}));
}

TEST(SparseProduct, IsPlannedInBatchesThatAreWhole) {
  register_built_in();
  const Graph graph = wild_graph("original");
  const MatrixFactors factors{graph.out, graph.out};
  RunContext context(graph, {});
  context.begin_run();
  Loop loop(context);
  const ArcLookup rows = loop.arcs(Side::out);
  for (const std::uint64_t slots : {std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{1} << 40}) {
    const TablePlan plan = table_plan(loop, factors, rows, rows, slots);
    const Array<std::uint64_t> before = plan.before.host();
    const Array<std::uint64_t> begins = plan.begins.host();
    EXPECT_EQ(plan.batches.front().row, 0U);
    EXPECT_EQ(plan.batches.back().row, graph.num_vertices());
    std::uint64_t terms = 0;
    for (std::size_t i = 0; i + 1 < plan.batches.size(); ++i) {
      const TableBatch& batch = plan.batches[i];
      const TableBatch& next = plan.batches[i + 1];
      ASSERT_LT(batch.row, next.row);
      EXPECT_TRUE(next.slot - batch.slot <= slots || next.row == batch.row + 1);
      EXPECT_EQ(batch.term, terms);
      EXPECT_EQ(batch.slot, begins[batch.row]);
      for (VertexId row = batch.row; row < next.row; ++row) {
        const std::uint64_t most = std::min<std::uint64_t>(factors.terms_of(row), graph.num_vertices());
        const std::uint64_t slots_of_row = begins[row + 1] - begins[row];
        EXPECT_TRUE(most == 0 ? slots_of_row == 0 : slots_of_row > most && slots_of_row <= 2 * most);
        EXPECT_EQ(before[graph.out.offsets[row]], terms);
        terms += factors.terms_of(row);
      }
    }
    EXPECT_EQ(plan.batches.back().term, terms);
  }
}

TEST(SparseProduct, HasBatchesOfAsManyRowsAsFit) {
  const auto batches = [](const std::vector<std::uint64_t>& begins, std::uint64_t slots) {
    return batches_of(Array<std::uint64_t>::copy_of(begins), slots);
  };
  using Rows = std::vector<VertexId>;
  EXPECT_EQ(batches({0}, 5), (Rows{0}));
  EXPECT_EQ(batches({0, 0, 0}, 5), (Rows{0, 2}));
  EXPECT_EQ(batches({0, 2, 5, 5, 7, 20, 20, 21}, 5), (Rows{0, 3, 4, 5, 7}));
  EXPECT_EQ(batches({0, 9, 18}, 5), (Rows{0, 1, 2}));
  EXPECT_EQ(batches({0, 9, 18}, 18), (Rows{0, 2}));
}

TEST(SparseProduct, IsRefusedWhereItsEntriesWouldNotFit) {
  const auto refusal = [](std::uint64_t entries, std::uint64_t memory) {
    try {
      check_table_size(entries, memory, "spgemm: the product may have", "take a smaller graph");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::no_resources);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(1000, 32000), "");
  EXPECT_EQ(
      refusal(1001, 32000),
      "spgemm: the product may have 1001 entries, for which 0.0 GiB are needed, and the machine has 0.0 GiB: take "
      "a smaller graph");
  const Graph star = small_graph(5, false, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  EXPECT_EQ(most_entries({star.out, star.out}), 4U * 4 + 4);
  EXPECT_EQ(most_entries({star.out, star.out}, 3), 5U * 3);
}

TEST(VerifyProductTable, AcceptsTheOraclesAndRejectsDamage) {
  const Graph whole = small_graph(5, true, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 0}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}));
  for (const Graph& graph : {whole, wild_graph("original"), wild_graph("random:3")}) {
    const MatrixFactors factors{graph.out, graph.out};
    struct Table {
      std::vector<VertexId> rows;
      std::vector<VertexId> columns;
      std::vector<double> values;
    } right;
    for (const oracle::ProductEntry& entry : oracle::sparse_product(oracle::from(graph), false)) {
      right.rows.push_back(graph.from_file(static_cast<VertexId>(entry.row)));
      right.columns.push_back(graph.from_file(static_cast<VertexId>(entry.column)));
      right.values.push_back(entry.value);
    }
    const auto damaged = [&](auto damage) {
      const Table table = with_damage(right, damage);
      return verify_product_table(graph, factors,
                                  {Array<VertexId>::copy_of(table.rows), Array<VertexId>::copy_of(table.columns),
                                   Array<double>::copy_of(table.values)},
                                  1e-20);
    };
    EXPECT_EQ(damaged([](Table&) {}).problem, "");
    const auto largest = static_cast<std::size_t>(
        std::ranges::max_element(right.values, {}, [](double x) { return std::abs(x); }) - right.values.begin());
    expect_rejected(damaged([&](Table& t) { t.values[largest] *= 1 + 1e-9; }), "");
    expect_rejected(damaged([&](Table& t) { t.values[largest] = -t.values[largest]; }), "times random numbers is");
    expect_rejected(damaged([](Table& t) { t.values[1] = std::nan(""); }), "entry 1 is nan");
    expect_rejected(damaged([](Table& t) { std::swap(t.values.front(), t.values.back()); }), "times random numbers");
    expect_rejected(damaged([](Table& t) { t.columns[0] = 77777; }), "or not of vertices");
    expect_rejected(damaged([](Table& t) { std::swap(t.columns[0], t.columns[1]); }), "is not behind");
    expect_rejected(damaged([](Table& t) { t.rows[1] = t.rows[0], t.columns[1] = t.columns[0]; }), "is not behind");
    expect_rejected(damaged([](Table& t) { t.values.pop_back(); }), "differ in length");
    expect_rejected(damaged([](Table& t) { t.rows.pop_back(), t.columns.pop_back(), t.values.pop_back(); }), "entries");
    const ProductTable table{Array<VertexId>::copy_of(right.rows), Array<VertexId>::copy_of(right.columns),
                             Array<double>::copy_of(right.values)};
    EXPECT_FALSE(verify_product_table(graph, {graph.out, graph.in}, table, 1e-20).ok()) << "the other product";
  }
}

}  // namespace
}  // namespace mg
