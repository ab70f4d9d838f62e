// The rows of baselines, as if a GPU had been timed: what is taken from a library's report, and where it is shown.
#include "tools/bench/bench_baseline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"
#include "tools/bench/bench_compare.hpp"

namespace mg::tools {
namespace {

using Json = nlohmann::json;

class Baseline : public testing::Test {
 protected:
  /// cuSPARSE's algorithms took 9 ms and 4 ms.
  [[nodiscard]] SpmvReport report() {
    const Adjacency& rows = graph_.in;
    const std::vector<float> x = spmv_vector(rows.num_rows());
    std::vector<float> y(rows.num_rows());
    for (VertexId v = 0; v < rows.num_rows(); ++v) {
      for (const VertexId u : rows.row(v)) y[v] += x[u];
    }
    return {.library = "cuSPARSE 12.6.3",
            .device = "a GPU",
            .index_bits = 32,
            .copy_ms = 70,
            .algorithms = {{.algorithm = "ALG2", .prepare_ms = 1, .ms = {8, 9, 10}, .y = y},
                           {.algorithm = "ALG1", .prepare_ms = 2, .ms = {4.5, 4, 3}, .y = y}}};
  }
  [[nodiscard]] BenchRow product(const SpmvReport& report, bool validate = true) const {
    BenchRow row{.key = {"g", "spmv", "", "cusparse", "cuda"}, .registered = "spmv"};
    record_spmv(row, graph_, report, validate);
    return row;
  }
  /// Twenty iterations of a quarter of a millisecond or so.
  static BenchRow pagerank(const std::string& engine, double ms) {
    BenchRow row{.key = {"g", "pr-20", "", engine, "cuda"}, .registered = "pagerank"};
    row.engine_used = engine;
    row.policy_used = "none";
    row.device_used = "a GPU";
    row.runs = {{.ms = ms, .iterations = 20, .arcs = 1000}};
    row.ms = Spread::of({ms});
    return row;
  }
  [[nodiscard]] BenchResults results() {
    return {.suite = "s", .rows = {pagerank("dense", 10), pagerank("sparse", 40), product(report())}, .complete = true};
  }

  Specimen specimen_ = large_specimen("rmat_directed");
  const Graph& graph_ = specimen_.graph();
};

TEST_F(Baseline, RowsHaveTheTimesOfTheFastestAlgorithm) {
  const BenchRow row = product(report());
  EXPECT_FALSE(row.failed);
  EXPECT_EQ(row.ms.median, 4);
  EXPECT_EQ(row.runs.size(), 3U);
  EXPECT_EQ(row.schedule_used, "ALG1");
  EXPECT_EQ(row.library, "cuSPARSE 12.6.3");
  EXPECT_EQ(row.prepare_ms, 2);
  EXPECT_EQ(row.copy_ms, 70);
  EXPECT_EQ(row.iterations(), 1U);
  EXPECT_DOUBLE_EQ(row.rate(), static_cast<double>(graph_.num_arcs()) / 4e6);
  EXPECT_EQ(row.result.size(), 3U);
  EXPECT_EQ(row.validated, true);
  EXPECT_EQ(product(report(), false).validated, std::nullopt);
}

TEST_F(Baseline, WrongProductsAreWrongResults) {
  SpmvReport wrong = report();
  wrong.algorithms[1].y[5] += 1;
  BenchResults all{.suite = "s", .rows = {pagerank("dense", 10), product(wrong)}};
  EXPECT_EQ(all.rows[1].validated, false);
  EXPECT_TRUE(all.rows[1].problem.starts_with("row 5 is "));
  EXPECT_TRUE(baseline_ratios(all).empty());
  const std::string text = results_markdown(all);
  EXPECT_NE(text.find("WRONG RESULTS:\n\n- `g/spmv/default/cusparse/cuda`: row 5"), std::string::npos) << text;
}

TEST_F(Baseline, IterationsOfPageRankAreMeasuredAgainstIt) {
  const BenchResults all = results();
  const auto ratios = baseline_ratios(all);
  ASSERT_EQ(ratios.size(), 2U);
  EXPECT_EQ(ratios[0].iteration_ms(), 0.5);
  EXPECT_EQ(ratios[0].ratio(), 8);
  EXPECT_EQ(ratios[1].ratio(), 2);

  const std::string text = results_markdown(all);
  for (const char* pattern :
       {R"(\| g +\| +\d[^\n]* spmv +\| default +\| cusparse +\| cuda)",
        R"(\| g +\| pr-20 +\| default +\| dense +\| cuda +\| +0\.5\d* \| cuSPARSE 12\.6\.3 \| ALG1 [^\n]* 8\.00 \|)",
        R"(\| g +\| pr-20 +\| default +\| sparse [^\n]* 2\.00 \|)"}) {
    EXPECT_TRUE(std::regex_search(text, std::regex(pattern))) << text << "\nlacks: " << pattern;
  }

  const Json json = Json::parse(results_json(all));
  EXPECT_EQ(json["rows"][0]["library"], nullptr);
  EXPECT_EQ(json["rows"][2]["library"], "cuSPARSE 12.6.3");
  EXPECT_EQ(json["rows"][2]["median_ms"], 4);
  EXPECT_EQ(json["rows"][2]["result"]["ALG2_ms"], 9);
  EXPECT_EQ(json["rows"][2]["times_ms"]["prepare"], 2);
  EXPECT_EQ(json["ratios"][0], (Json{{"cell", "g/pr-20/default/dense/cuda"},
                                     {"iteration_ms", 0.5},
                                     {"baseline", "g/spmv/default/cusparse/cuda"},
                                     {"baseline_ms", 4},
                                     {"ratio", 8}}));
}

TEST_F(Baseline, OnlyWhatIsOfOneKindIsMeasuredAgainstIt) {
  BenchResults all = results();
  all.rows[0].key.graph = "other";
  all.rows[1].device_used = "cpu";
  EXPECT_TRUE(baseline_ratios(all).empty());
  EXPECT_EQ(results_markdown(all).find("ratio"), std::string::npos);
  all = results();
  all.rows[0].registered = "pagerank-delta";
  all.rows[1].validated = false;
  EXPECT_TRUE(baseline_ratios(all).empty());
  all = results();
  all.rows[2].failed = ExitCode::no_resources;
  EXPECT_TRUE(baseline_ratios(all).empty());
}

TEST_F(Baseline, ResultsWithThemAreCompared) {
  const TemporaryFolder folder;
  BenchResults after = results();
  for (BenchRun& run : after.rows[2].runs) run.ms /= 2;
  after.rows[2].ms = Spread::of({2.25, 2, 1.5});
  const std::string text =
      compare_results(folder.write("a.json", results_json(results())), folder.write("b.json", results_json(after)));
  EXPECT_TRUE(std::regex_search(text, std::regex(R"(\| g +\| spmv +\| default +\| cusparse [^\n]* 0\.500 \| faster)")))
      << text;
  EXPECT_NE(text.find("over 3 rows"), std::string::npos) << text;
}

}  // namespace
}  // namespace mg::tools
