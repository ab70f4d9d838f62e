// The page of mg_run --report: what it says, what it must not do, and when it is written.
#include "tools/report/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "preprocess/building/build.hpp"
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"
#include "tools/report/html.hpp"
#include "tools/run/step_groups.hpp"

namespace mg::tools {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

/// The JSON in a page, as a browser finds it.
Json data_of(const std::string& page) {
  const std::string open = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(open) + open.size();
  return Json::parse(page.substr(begin, page.find("</script", begin) - begin));
}

/// A directed path of ten vertices.
Graph path() {
  EdgeList list;
  std::vector<std::uint64_t> names;
  std::vector<Edge> edges;
  for (VertexId v = 0; v < 10; ++v) names.push_back(v);
  for (VertexId v = 0; v + 1 < 10; ++v) edges.push_back({v, v + 1});
  list.names = VertexNames::integers(Array<std::uint64_t>::copy_of(names));
  list.edges = Array<Edge>::copy_of(edges);
  BuildReport report;
  return build_graph(std::move(list), {}, report, silent_progress());
}

/// Pages of a run whose trace is made by hand.
class Report : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
  Report() : graph_(path()), report_(run_program(graph_, request_)) {}

  std::string page() {
    return report_page({.graph_name = name_, .graph = graph_, .request = request_, .report = report_});
  }
  TraceStep& step(std::string_view engine, std::string kernel, double ms) {
    return steps_.emplace_back(TraceStep{.iteration = steps_.size() + 1,
                                         .operation = "edge_map",
                                         .engine = engine,
                                         .kernel = std::move(kernel),
                                         .vertices = 7,
                                         .reason = {},
                                         .ms = ms});
  }
  std::string traced_page() {
    report_.trace = {};
    for (const TraceStep& step : steps_) report_.trace.add(step);
    return page();
  }

  std::string name_ = "path.mg";
  RunRequest request_{.algorithm = "bfs", .sources = {"0"}, .options = {.trace = true}};
  Graph graph_;
  RunReport report_;
  std::vector<TraceStep> steps_;
};

TEST_F(Report, SaysWhatTheRunWas) {
  const std::string text = page();
  for (const char* part :
       {"<h1>bfs on path.mg</h1>", "10 vertices, 9 directed edges", "<dt>device</dt><dd>cpu, as asked for",
        "<dt>engine</dt><dd>sparse</dd>", "<dt>schedule</dt><dd>the defaults</dd>", "not checked",
        "<caption>Over all runs</caption>", "<noscript>"}) {
    EXPECT_TRUE(contains(text, part)) << part;
  }
  const Json data = data_of(text);
  EXPECT_EQ(data.at("steps").at("vertices").size(), report_.trace.steps().size());
  EXPECT_EQ(data.at("run").at("runs").at(0).at("iterations"), report_.runs[0].iterations);
  EXPECT_EQ(data.at("bandwidth_gb_s"), nullptr);
}

TEST_F(Report, HoldsTheTopVertices) {
  EXPECT_FALSE(contains(page(), "Top vertices")) << "nobody asked for them";
  const Ranking ranking{.by = "level", .columns = {{"vertex"}, {"level", true}}, .rows = {{"<9>", "12"}, {"8", "7"}}};
  const std::string text =
      report_page({.graph_name = name_, .graph = graph_, .request = request_, .report = report_, .ranking = ranking});
  EXPECT_TRUE(contains(text, "<h2>Top vertices</h2>"));
  EXPECT_TRUE(contains(text, "<caption>2 of largest level</caption>"));
  EXPECT_TRUE(contains(text, "<td class=\"number\">1</td><td>&lt;9&gt;</td><td class=\"number\">12</td>"));
}

TEST_F(Report, FitsAWindowOf400Pixels) {
  const std::string text = page();
  EXPECT_TRUE(contains(text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"));
  // Every table scrolls in a box of its own, and its caption is no wider than the window.
  EXPECT_EQ(count(text, "<table>"), count(text, "role=\"region\" aria-label="));
  EXPECT_EQ(count(text, "<div class=\"scroll\""), count(text, "<table>"));
  EXPECT_TRUE(contains(text, ".scroll { overflow-x: auto; }"));
  EXPECT_TRUE(contains(text, "caption { max-width: calc(100vw - 2rem);"));
  const std::regex width("[{; ](min-)?width: *([0-9]+)(px|rem)");
  for (std::sregex_iterator found(text.begin(), text.end(), width), end; found != end; ++found) {
    const int pixels = std::stoi((*found)[2]) * ((*found)[3] == "rem" ? 16 : 1);
    EXPECT_LE(pixels, 368) << (*found)[0];
  }
  EXPECT_TRUE(contains(text, "titles = panels.map((panel) => linesOf(panel.title, place.clientWidth))"));
}

TEST_F(Report, NeedsNothingButABrowser) {
  const std::string text = page();
  EXPECT_TRUE(contains(text, "default-src 'none'"));
  // The name of SVG's elements is no address that anybody looks up.
  const std::string fetched = std::regex_replace(text, std::regex("http://www\\.w3\\.org/2000/svg"), "");
  for (const char* part : {"http:", "https:", "src=", "@import", "url(", "<link", "fetch(", "import "}) {
    EXPECT_FALSE(contains(fetched, part)) << part;
  }
}

TEST_F(Report, TextsStayTexts) {
  name_ = "</script><script>alert(1)</script><!--{{data}}&\"'\xff.mg";
  step("</td><b>", "<i>kernel</i>", 1).reason = "{{script}} <img onerror=alert(1)> &amp;";
  const std::size_t scripts = count(page(), "<script");
  const std::string text = traced_page();
  EXPECT_EQ(count(text, "<script"), scripts);
  EXPECT_EQ(count(text, "</script"), 2U);
  for (const char* part : {"<img", "<!--", "alert(1)</script>", "<i>", "</td><b>"})
    EXPECT_FALSE(contains(text, part)) << part;
  EXPECT_TRUE(contains(text, "{{script}} &lt;img onerror=alert(1)&gt; &amp;amp;"));
  EXPECT_FALSE(contains(text, "\xff"));
  const Json data = data_of(text);
  EXPECT_EQ(data.at("graph_name"), "</script><script>alert(1)</script><!--{{data}}&\"'\xEF\xBF\xBD.mg");
  EXPECT_EQ(data.at("names").at(data.at("steps").at("reason").at(0).get<std::size_t>()), steps_[0].reason);
}

TEST_F(Report, CountsWhatEachEngineWouldHaveCost) {
  step("dense", "two_phase", 2).candidates = {
      {"dense", 1.5, 0, 2.0}, {"sparse push", 4, 0, 5.0}, {"sparse pull", 3, 0, 3.0}};
  step("sparse", "push strict", 0.5).candidates = {{"dense", 1.5, 0, 2.5}, {"sparse push", 1, 0, 0.5}};
  step("sparse", "pull", 1);
  const CandidateCosts costs = sum_candidates(steps_);
  EXPECT_EQ(costs.steps, 2U);
  EXPECT_DOUBLE_EQ(costs.chosen.expected_ms, 2.5);
  EXPECT_DOUBLE_EQ(costs.chosen.ms.value(), 2.5);
  EXPECT_DOUBLE_EQ(costs.best.expected_ms, 2.5);
  EXPECT_DOUBLE_EQ(costs.best.ms.value(), 2.5);
  ASSERT_EQ(costs.candidates.size(), 3U);
  EXPECT_EQ(costs.candidates[0].chosen, 1U);
  EXPECT_DOUBLE_EQ(costs.candidates[0].ms.value(), 4.5);
  EXPECT_EQ(costs.candidates[2].steps, 1U);

  steps_[1].candidates[0].ms.reset();
  EXPECT_FALSE(sum_candidates(steps_).candidates[0].ms);
  EXPECT_FALSE(sum_candidates(steps_).best.ms);
  const std::string text = traced_page();
  EXPECT_TRUE(contains(text, "What each engine would have cost"));
  EXPECT_TRUE(contains(text,
                       "<td>sparse push alone</td><td class=\"number\">2</td><td class=\"number\">1</td>"
                       "<td class=\"number\">5</td><td class=\"number\">5.5</td><td class=\"number\">2.20</td>"));
  EXPECT_TRUE(
      contains(text,
               "<td>dense alone</td><td class=\"number\">2</td><td class=\"number\">1</td>"
               "<td class=\"number\">3</td><td class=\"number\">not measured</td><td class=\"number\">1.20</td>"));
  EXPECT_TRUE(contains(text, "<dd>sparse: dense in 1 step, sparse in 2 steps</dd>"));
  EXPECT_EQ(data_of(text).at("candidates").size(), 5U);
}

TEST_F(Report, StrategiesHaveColorsByWhatTheyAre) {
  EXPECT_EQ(strategy_of(step("dense", "two_phase", 1)), Strategy::dense);
  EXPECT_EQ(strategy_of(step("sparse", "push strict in place of push twc", 1)), Strategy::sparse_push);
  EXPECT_EQ(strategy_of(step("sparse", "pull_reduce", 1)), Strategy::sparse_pull);
  EXPECT_EQ(strategy_of(step("steam", "push", 1)), Strategy::other);
  TraceStep& fused = step("sparse", "push", 1);
  fused.driver = "fused";
  fused.candidates = {{"sparse pull", 2}, {"sparse push", 1}};
  EXPECT_EQ(strategy_of(fused), Strategy::other);
  EXPECT_EQ(chosen_candidate(fused), &fused.candidates[1]);
}

TEST_F(Report, ListsAThousandStepsAndSumsUpAll) {
  for (int i = 0; i < 1'234; ++i) step("sparse", "push", 0.5);
  const std::string text = traced_page();
  EXPECT_EQ(count(text, "<td>edge_map</td>"), 1'000U + 1U);
  EXPECT_TRUE(contains(text, "234 more steps are left out"));
  EXPECT_TRUE(
      contains(text, "<td class=\"number\">1,234</td><td class=\"number\">617</td><td class=\"number\">100.0 %</td>"));
  EXPECT_EQ(data_of(text).at("steps").at("ms").size(), 1'234U);
  const auto data = report_data({.graph_name = name_, .graph = graph_, .request = request_, .report = report_}, 34);
  EXPECT_EQ(data.at("steps").at("ms").size(), 34U);
  EXPECT_EQ(data.at("steps_left_out"), 1'200);
}

TEST_F(Report, KnowsTheDeviceAndItsKernels) {
  report_.device = "NVIDIA H200";
  report_.kernels = {{.agent = "mg::sparse::Push<A, B>", .origin = KernelOrigin::cached, .registers = 40}};
  step("sparse", "push strict", 0.5).bytes = 1'000'000;
  const std::string text = traced_page();
  EXPECT_TRUE(contains(text, "mg::sparse::Push&lt;A, B&gt;</td><td>cached</td><td class=\"number\">40</td>"));
  EXPECT_TRUE(contains(text, "4393 GB/s"));
  EXPECT_EQ(data_of(text).at("bandwidth_gb_s"), 4393);
  EXPECT_EQ(data_of(text).at("steps").at("bytes").at(0), 1'000'000);
}

TEST_F(Report, ARunWithoutStepsSaysSo) {
  report_.trace = {};
  EXPECT_TRUE(contains(page(), "No step went through the engine: bfs does its work in loops of its own."));
  report_.runs[0].iterations = 0;
  EXPECT_TRUE(contains(page(), "No step went through the engine: there was no iteration."));
}

/// mg_run as its users run it.
class ReportFile : public testing::Test {
 protected:
  CommandResult run(const Words& more) {
    Words words{MG_RUN, folder.write("named.el", "ant bee 2\nbee cat 3\nelk </script> 1\n"), "-a", "bfs"};
    words.insert(words.end(), more.begin(), more.end());
    return run_command(words);
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
  }
  TemporaryFolder folder;
};

TEST_F(ReportFile, HasTheNumbersOfJson) {
  const CommandResult result = run({"--source", "ant", "--source", "elk", "--source", "</script>", "--validate",
                                    "--json", "--report", folder / "r.html", "--trace", folder / "t.json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string page = read_file(folder / "r.html");
  const Json data = data_of(page);
  const auto timeless = [](Json run) {  // the page is written before the process ends
    run.erase("times_ms");
    run.erase("wall_ms");
    return run;
  };
  EXPECT_EQ(timeless(data.at("run")), timeless(Json::parse(result.out)));
  EXPECT_EQ(data.at("graph_name"), "named.el");
  EXPECT_EQ(data.at("run_labels").at(2), "from </script>");
  EXPECT_TRUE(contains(page, "<dd>yes</dd>"));
  const Json trace = Json::parse(read_file(folder / "t.json"));
  ASSERT_EQ(data.at("steps").at("run").size(), trace.at("steps").size());
  for (std::size_t i = 0; i < trace["steps"].size(); ++i) {
    EXPECT_EQ(data["steps"]["vertices"][i], trace["steps"][i]["vertices"]);
    EXPECT_EQ(data["names"][data["steps"]["reason"][i].get<std::size_t>()], trace["steps"][i]["reason"]);
    EXPECT_NEAR(data["steps"]["ms"][i].get<double>(), trace["steps"][i]["ms"].get<double>(), 1e-6);
  }
}

TEST_F(ReportFile, GoesToStandardOutputToo) {
  const CommandResult result = run({"--source", "ant", "--report", "-"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(result.out.ends_with("</html>\n"));
  EXPECT_TRUE(contains(result.err, "algorithm")) << "words for people go to standard error";
}

TEST_F(ReportFile, IsNotWrittenWhenTheRunFails) {
  EXPECT_EQ(run({"--source", "ent", "--report", folder / "r.html"}).status, 1);
  EXPECT_EQ(files(), 1U);
  const CommandResult broken = run_command(
      {MG_RUN, folder / "named.el", "--plugin", MG_MISBEHAVING_PLUGIN, "-a", "broken", "--report", folder / "r.html"});
  EXPECT_EQ(broken.status, 1);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReportFile, ThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const CommandResult result = run({"--source", "ant", "--report", folder / "nowhere/r.html"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.err, "cannot create"));
  EXPECT_FALSE(contains(result.err, "edges read")) << "the graph was not even read";
}

TEST_F(ReportFile, SaysWhenTheResultIsWrong) {
  run({"--source", "ant"});
  const CommandResult wrong = run_command({MG_RUN, folder / "named.el", "--plugin", MG_MISBEHAVING_PLUGIN, "-a",
                                           "wrong", "--validate", "--report", folder / "r.html"});
  EXPECT_EQ(wrong.status, 4);
  const std::string page = read_file(folder / "r.html");
  EXPECT_TRUE(contains(page, "<dt>validated</dt><dd>NO</dd>"));
  EXPECT_TRUE(contains(page, "vertex &#39;x&#39; has no business here"));
}

}  // namespace
}  // namespace mg::tools
