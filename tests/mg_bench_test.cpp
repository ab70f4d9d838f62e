// mg_bench as its users run it: good suites and bad ones, what it writes, and how results are compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class MgBench : public testing::Test {
 protected:
  /// Generated graphs are kept in the test's folder.
  [[nodiscard]] CommandResult run(Words words) const {
    words.insert(words.begin(), MG_BENCH);
    return run_command(words);
  }
  [[nodiscard]] CommandResult run_suite(const Json& suite, Words more = {}) const {
    more.insert(more.begin(), {folder.write("suite.json", suite.dump()), "--graphs", folder / "kept"});
    return run(more);
  }
  /// The results that a suite gives.
  [[nodiscard]] Json results(const Json& suite, Words more = {}, int status = 0) const {
    more.insert(more.end(), {"-o", folder / "out.json"});
    const CommandResult result = run_suite(suite, more);
    EXPECT_EQ(result.status, status) << result.err;
    return Json::parse(read_file(folder / "out.json"));
  }
  void expect_refused(const Json& suite, const std::string& message) const {
    const CommandResult result = run_suite(suite);
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_TRUE(contains(result.err, "suite.json: " + message)) << result.err << "\nlacks: " << message;
    EXPECT_EQ(result.out, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "kept"));
  }
  [[nodiscard]] CommandResult compare(const Json& before, const Json& after) const {
    return run({"compare", folder.write("a.json", before.dump()), folder.write("b.json", after.dump())});
  }

  /// Two graphs, an algorithm that starts somewhere and one that does not.
  static Json small_suite() {
    return {{"graphs",
             {{"kron", {{"generator", "kron"}, {"scale", 6}, {"weights", "random:1:9:1"}}},
              {"path", {{"generator", "path"}, {"vertices", 40}}}}},
            {"algorithms", {{"bfs", Json::object()}, {"cc", Json::object()}}},
            {"sources", {"max-degree"}},
            {"devices", {"cpu"}},
            {"repeats", 3}};
  }

  TemporaryFolder folder;
};

TEST_F(MgBench, TimesEveryCellAndWritesTheResults) {
  const Json json = results(small_suite(), {"--validate"});
  Words keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (Words{"about", "commit", "complete", "date", "format", "graphs", "machine", "ratios", "rows",
                         "suite", "version"}));
  EXPECT_EQ(json["format"], "mg_bench 1");
  EXPECT_EQ(json["suite"], "suite");
  EXPECT_EQ(json["complete"], true);
  EXPECT_TRUE(std::regex_match(json["date"].get<std::string>(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
  EXPECT_FALSE(json["commit"].get<std::string>().empty());
  EXPECT_FALSE(contains(json.dump(), folder.path().string())) << "whose machine it was is nobody's concern";
  EXPECT_EQ(json["graphs"]["path"]["vertices"], 40);
  EXPECT_EQ(json["graphs"]["path"]["recipe"], "mg_prep generate path --vertices=40");
  ASSERT_EQ(json["rows"].size(), 4U);
  for (const Json& row : json["rows"]) {
    for (const char* key : {"graph",
                            "algorithm",
                            "schedule",
                            "engine",
                            "device",
                            "sources",
                            "parameters",
                            "status",
                            "problem",
                            "vertices",
                            "arcs",
                            "schedule_used",
                            "engine_used",
                            "device_used",
                            "library",
                            "median_ms",
                            "min_ms",
                            "max_ms",
                            "quartile_range_ms",
                            "relative_quartile_range",
                            "iterations",
                            "garcs_per_s",
                            "floor_ms",
                            "validated",
                            "times_ms",
                            "result",
                            "runs"}) {
      EXPECT_TRUE(row.contains(key)) << key;
    }
    EXPECT_EQ(row["status"], "timed");
    EXPECT_EQ(row["validated"], true);
    EXPECT_EQ(row["runs"].size(), 3U);
    EXPECT_EQ(row["device_used"], "cpu");
    EXPECT_EQ(row["engine"], "auto");
    EXPECT_EQ(row["floor_ms"], nullptr);
    EXPECT_LE(row["min_ms"], row["median_ms"]);
    EXPECT_LE(row["median_ms"], row["max_ms"]);
    for (const char* key : {"prepare", "copy", "compile", "validate"})
      EXPECT_TRUE(row["times_ms"].contains(key)) << key;
  }
  const Json& bfs = json["rows"][0];
  EXPECT_EQ(bfs["algorithm"], "bfs");
  EXPECT_GT(bfs["result"]["reached"], 1);
  EXPECT_EQ(bfs["runs"][0]["sources"].size(), 1U);
  EXPECT_GT(bfs["runs"][0]["arcs_followed"], 0);
}

TEST_F(MgBench, TablesGoToStandardOutputOrAFile) {
  const CommandResult shown = run_suite(small_suite(), {"--validate", "--bandwidth", "100"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  for (const char* part :
       {"# suite", "commit", "| graph", "| kron", "spread", "G arcs/s", "ms/floor", "| yes", "compile", "load"}) {
    EXPECT_TRUE(contains(shown.out, part)) << shown.out << "\nlacks: " << part;
  }
  const CommandResult kept = run_suite(small_suite(), {"--markdown", folder / "t.md", "-o", "-"});
  EXPECT_EQ(kept.status, 0) << kept.err;
  EXPECT_EQ(Json::parse(kept.out)["rows"].size(), 4U);
  EXPECT_TRUE(contains(read_file(folder / "t.md"), "| kron"));
  EXPECT_FALSE(contains(read_file(folder / "t.md"), "floor")) << "the bandwidth is not known";
  EXPECT_EQ(run_suite(small_suite(), {"-o", "-"}).status, 1);
}

TEST_F(MgBench, GraphsAreGeneratedOnceAndKept) {
  Json suite = small_suite();
  const CommandResult first = run_suite(suite);
  EXPECT_TRUE(contains(first.err, "generating kron")) << first.err;
  const std::string kept = folder / "kept/kron,scale=6,weights=random-1-9-1.mg";
  ASSERT_TRUE(std::filesystem::exists(kept));
  const auto written = std::filesystem::last_write_time(kept);
  EXPECT_FALSE(contains(run_suite(suite).err, "generating"));
  EXPECT_EQ(std::filesystem::last_write_time(kept), written);
  EXPECT_EQ(run_command({MG_PREP, "verify", kept}).status, 0);

  suite["graphs"]["kron"]["scale"] = 5;
  EXPECT_EQ(results(suite)["rows"][0]["vertices"], 32);
}

TEST_F(MgBench, FilesAreRelativeToTheSuiteAndMayBeAnyFormat) {
  folder.write("named.el", "ant bee 2\nbee cat 3\nelk fox 1\n");
  const Json suite{{"graphs", {{"named", {{"file", "named.el"}, {"undirected", true}}}}},
                   {"algorithms", {{"bfs", {{"sources", {"bee"}}}}, {"cc", Json::object()}}}};
  const Json json = results(suite);
  EXPECT_EQ(json["rows"][0]["arcs"], 6);
  EXPECT_EQ(json["rows"][0]["runs"][0]["sources"], Json::array({"bee"}));
  EXPECT_EQ(json["rows"][1]["result"]["components"], 2);
  EXPECT_EQ(json["graphs"]["named"]["recipe"], "mg_prep convert named.el --undirected");
}

TEST_F(MgBench, SettingsOfAnAlgorithmOverruleThoseOfTheSuite) {
  Json suite = small_suite();
  suite["algorithms"] = {{"bfs", {{"schedules", {"", "direction=push"}}, {"graphs", {"kron"}}, {"repeats", 2}}},
                         {"pr-3", {{"algorithm", "pagerank"}, {"parameters", {{"iterations", 3}}}}}};
  const Json json = results(suite);
  ASSERT_EQ(json["rows"].size(), 4U);
  EXPECT_EQ(json["rows"][1]["schedule"], "direction=push");
  EXPECT_TRUE(contains(json["rows"][1]["schedule_used"], "direction=push"));
  EXPECT_EQ(json["rows"][1]["runs"].size(), 2U);
  EXPECT_EQ(json["rows"][2]["algorithm"], "pr-3");
  EXPECT_EQ(json["rows"][2]["iterations"], 3);
  EXPECT_EQ(json["rows"][2]["parameters"]["iterations"], "3");
  EXPECT_EQ(json["rows"][2]["sources"].size(), 0U);

  const Json fewer = results(suite, {"--repeats", "1", "--warmup", "0", "--threads", "1", "--filter", "kron push"});
  ASSERT_EQ(fewer["rows"].size(), 1U);
  EXPECT_EQ(fewer["rows"][0]["runs"].size(), 1U);
  EXPECT_EQ(fewer["machine"]["threads"], 1);
}

TEST_F(MgBench, CellsAreListedAndFiltered) {
  EXPECT_EQ(run_suite(small_suite(), {"--list"}).out,
            "kron/bfs/default/auto/cpu\nkron/cc/default/auto/cpu\n"
            "path/bfs/default/auto/cpu\npath/cc/default/auto/cpu\n");
  EXPECT_EQ(run_suite(small_suite(), {"--list", "--filter", "path cc"}).out, "path/cc/default/auto/cpu\n");
  EXPECT_EQ(run_suite(small_suite(), {"--list", "--device", "cuda", "--filter", "cuda bfs path"}).out,
            "path/bfs/default/auto/cuda\n");
  const CommandResult none = run_suite(small_suite(), {"--filter", "road"});
  EXPECT_EQ(none.status, 1);
  EXPECT_TRUE(contains(none.err, "--list"));
}

TEST_F(MgBench, PoliciesAreTimedApart) {
  Json suite = small_suite();
  suite["engines"] = {"hybrid", "sparse"};
  suite["policies"] = {"auto", "threshold:10"};
  EXPECT_EQ(run_suite(suite, {"--list", "--filter", "path bfs"}).out,
            "path/bfs/default/hybrid/cpu\npath/bfs/default/hybrid+threshold:10/cpu\npath/bfs/default/sparse/cpu\n");
  const Json json = results(suite, {"--filter", "path bfs"});
  ASSERT_EQ(json["rows"].size(), 3U);
  const Words used{"sample", "threshold:10", "none"};
  for (std::size_t i = 0; i < used.size(); ++i) EXPECT_EQ(json["rows"][i]["policy_used"], used[i]);
  EXPECT_EQ(json["rows"][1]["policy"], "threshold:10");
  const CommandResult compared = compare(json, json);
  EXPECT_EQ(compared.status, 0) << compared.err;
  EXPECT_TRUE(contains(compared.out, "hybrid+threshold:10")) << compared.out;
}

TEST_F(MgBench, ResultsOfBeforeThereWerePoliciesAreComparedToo) {
  const Json now = results(small_suite());
  Json before = now;
  for (Json& row : before["rows"]) row.erase("policy");
  EXPECT_EQ(compare(before, now).out, compare(now, now).out);
}

TEST_F(MgBench, APolicyThatIsNoneFailsItsCellsAlone) {
  Json suite = small_suite();
  suite["policies"] = {"sampel", "sample"};
  const Json json = results(suite, {"--filter", "path bfs"});
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["status"], "failed");
  EXPECT_TRUE(contains(json["rows"][0]["problem"], "did you mean 'sample'"));
  EXPECT_EQ(json["rows"][1]["status"], "timed");
}

TEST_F(MgBench, FailingCellsAreRecordedAndStopNothing) {
  Json suite = small_suite();
  suite["graphs"]["lost"] = {{"file", "lost.el"}};
  suite["graphs"]["huge"] = {{"generator", "path"}, {"scale", 99}};
  suite["algorithms"] = {{"bfs", {{"schedules", {"", "balance=magic", "delta=3"}}}}, {"sssp", Json::object()}};
  suite["engines"] = {"auto", "steam"};
  suite["devices"] = {"cpu", "cuda:63"};
  const Json json = results(suite);
  const auto problem = [&](const std::string& graph, const std::string& algorithm, const std::string& schedule,
                           const std::string& engine, const std::string& device) -> std::string {
    for (const Json& row : json["rows"]) {
      if (row["graph"] == graph && row["algorithm"] == algorithm && row["schedule"] == schedule &&
          row["engine"] == engine && row["device"] == device) {
        return row["status"] == "failed" ? row["problem"].get<std::string>() : "";
      }
    }
    return "no such row";
  };
  EXPECT_EQ(json["rows"].size(), 64U);
  EXPECT_EQ(problem("kron", "bfs", "", "auto", "cpu"), "");
  EXPECT_EQ(problem("kron", "sssp", "", "auto", "cpu"), "");
  EXPECT_TRUE(contains(problem("path", "sssp", "", "auto", "cpu"), "needs edge weights"));
  EXPECT_TRUE(contains(problem("kron", "bfs", "balance=magic", "auto", "cpu"), "balance cannot be 'magic'"));
  EXPECT_TRUE(contains(problem("kron", "bfs", "delta=3", "auto", "cpu"), "delta=3 is not read by bfs"));
  EXPECT_TRUE(contains(problem("kron", "bfs", "", "steam", "cpu"), "no engine 'steam'"));
  EXPECT_NE(problem("kron", "bfs", "", "auto", "cuda:63"), "");
  EXPECT_TRUE(contains(problem("lost", "bfs", "", "auto", "cpu"), "lost.el"));
  EXPECT_TRUE(contains(problem("huge", "bfs", "", "auto", "cpu"), "scale is 0 to 31"));

  const CommandResult shown = run_suite(suite);
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_TRUE(contains(shown.out, "Not timed:"));
  EXPECT_TRUE(contains(shown.err, "could not be timed"));
}

TEST_F(MgBench, BaselinesAreCellsOfEveryGraphOnEveryGpu) {
  Json suite = small_suite();
  suite["baselines"] = {"cusparse"};
  suite["algorithms"]["cc"]["devices"] = {"cpu", "cuda", "cuda:1"};
  EXPECT_EQ(run_suite(suite, {"--list", "--filter", "spmv"}).out,
            "kron/spmv/default/cusparse/cuda\nkron/spmv/default/cusparse/cuda:1\n"
            "path/spmv/default/cusparse/cuda\npath/spmv/default/cusparse/cuda:1\n");
  EXPECT_EQ(run_suite(suite, {"--list", "--filter", "path", "--device", "cuda:2"}).out,
            "path/bfs/default/auto/cuda:2\npath/cc/default/auto/cuda:2\npath/spmv/default/cusparse/cuda:2\n");
}

TEST_F(MgBench, BaselinesThatCannotRunSayWhy) {
  Json suite = small_suite();
  suite["baselines"] = {"cusparse"};
  Json json = results(suite);
  ASSERT_EQ(json["rows"].size(), 6U);
  EXPECT_EQ(json["rows"][2]["algorithm"], "spmv");
  EXPECT_EQ(json["rows"][2]["engine"], "cusparse");
  EXPECT_EQ(json["rows"][2]["status"], "failed");
  EXPECT_TRUE(contains(json["rows"][2]["problem"], "cusparse runs on GPUs alone"));
  EXPECT_EQ(json["rows"][1]["status"], "timed");
  EXPECT_EQ(json["ratios"], Json::array());
  EXPECT_TRUE(contains(compare(json, json).out, "`kron/spmv/default/cusparse/cpu` timed in neither"));

  suite["algorithms"]["bfs"]["devices"] = {"cpu", "cuda:63"};
  json = results(suite, {"--filter", "kron"});
  ASSERT_EQ(json["rows"].size(), 4U);
  EXPECT_EQ(json["rows"][3]["device"], "cuda:63");
  EXPECT_EQ(json["rows"][3]["problem"], json["rows"][1]["problem"]);
}

TEST_F(MgBench, WhenNothingCouldRunTheStatusSaysWhy) {
  Json suite = small_suite();
  suite["devices"] = {"cuda:63"};
  const CommandResult result = run_suite(suite, {"-o", folder / "out.json"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(Json::parse(read_file(folder / "out.json"))["rows"].size(), 4U);
  suite["devices"] = {"cpu"};
  suite["schedules"] = {"direction=up"};
  EXPECT_EQ(run_suite(suite).status, 1);
  EXPECT_FALSE(std::filesystem::exists(folder / "kept")) << "what cannot run needs no graph";
}

TEST_F(MgBench, WrongResultsHaveTheirStatus) {
  Json suite = small_suite();
  suite["algorithms"] = {{"wrong", {{"validate", true}}}, {"broken", Json::object()}, {"bfs", Json::object()}};
  const Json json = results(suite, {"--plugin", MG_MISBEHAVING_PLUGIN, "--filter", "path"}, 4);
  ASSERT_EQ(json["rows"].size(), 3U);
  EXPECT_EQ(json["rows"][0]["validated"], nullptr);
  EXPECT_TRUE(contains(json["rows"][1]["problem"], "two and two are five"));
  EXPECT_EQ(json["rows"][2]["validated"], false);
  EXPECT_TRUE(contains(json["rows"][2]["problem"], "vertex 'x' has no business here"));
  const CommandResult shown = run_suite(suite, {"--plugin", MG_MISBEHAVING_PLUGIN, "--validate"});
  EXPECT_EQ(shown.status, 4);
  EXPECT_TRUE(contains(shown.out, "WRONG RESULTS"));
  EXPECT_TRUE(contains(shown.out, "`path/broken/default/auto/cpu`: broken has no verifier"));
  const std::string compared = compare(json, json).out;
  EXPECT_TRUE(contains(compared, "`path/wrong/default/auto/cpu` timed in neither: wrong results"));
  EXPECT_TRUE(contains(compared, "over 1 row:"));
  suite["algorithms"]["wrong"]["validate"] = false;
  EXPECT_EQ(run_suite(suite, {"--plugin", MG_MISBEHAVING_PLUGIN}).status, 0) << "nobody asked";
}

TEST_F(MgBench, BadSuitesAreRefusedWithTheWayToTheirMistake) {
  const Json good = small_suite();
  const auto with = [&](const std::string& pointer, const Json& value) {
    Json suite = good;
    suite[Json::json_pointer(pointer)] = value;
    return suite;
  };
  expect_refused(with("/graph", 1), "graph: there is no such key; did you mean 'graphs'?");
  expect_refused(with("/repeats", 0), "repeats: expected an integer from 1 to 1000000, found 0");
  expect_refused(with("/repeats", "3"), "repeats: expected an integer");
  expect_refused(with("/validate", "yes"), "validate: expected true or false");
  expect_refused(with("/sources", "1"), "sources: expected a list");
  expect_refused(with("/sources", Json::array()), "sources: expected at least one");
  expect_refused(with("/sources", {"1", 2}), "sources[1]: expected a text");
  expect_refused(with("/schedules", {"", ""}), "schedules[1]: given twice");
  expect_refused(with("/devices", {"cpu", "tpu"}), "devices[1]: 'tpu' is no device; allowed: auto, cpu");
  expect_refused(with("/baselines", {"cusparse", "mkl"}), "baselines[1]: 'mkl' is no baseline; allowed: cusparse");
  expect_refused(with("/baselines", {"cusparse", "cusparse"}), "baselines[1]: given twice");
  expect_refused(with("/baselines", "cusparse"), "baselines: expected a list");
  expect_refused(with("/baselines", Json::array()), "baselines: expected at least one");
  expect_refused(with("/algorithms/bfs/baselines", {"cusparse"}), "algorithms.bfs.baselines: there is no such key");
  expect_refused(with("/graphs", Json::object()), "graphs: expected at least one graph");
  expect_refused(with("/graphs/kron/scal", 3), "graphs.kron.scal: there is no such key; did you mean 'scale'?");
  expect_refused(with("/graphs/kron/scale", "6"), "graphs.kron.scale: expected a number");
  expect_refused(with("/graphs/kron/width", 6), "graphs.kron.width: there is no such key");
  expect_refused(with("/graphs/kron/weights", "heavy"), "graphs.kron.weights: ");
  expect_refused(with("/graphs/kron/self-loops", "some"), "graphs.kron.self-loops: --self-loops cannot be 'some'");
  expect_refused(with("/graphs/kron/undirected", 1), "graphs.kron.undirected: expected true or false");
  expect_refused(with("/graphs/kron/generator", "krom"), "graphs.kron.generator: there is no generator 'krom'");
  expect_refused(with("/graphs/kron/file", "g.el"), "graphs.kron: expected either 'file'");
  expect_refused(with("/graphs/a~1b", {{"file", "g.el"}}), "graphs.a/b: 'a/b' cannot be a name");
  expect_refused(with("/algorithms", Json::object()), "algorithms: expected at least one");
  expect_refused(with("/algorithms/bfz", Json::object()), "algorithms.bfz: there is no algorithm 'bfz'; did you mean");
  expect_refused(with("/algorithms/x", {{"algorithm", "bfz"}}), "algorithms.x.algorithm: there is no algorithm");
  expect_refused(with("/algorithms/bfs/repeat", 2), "algorithms.bfs.repeat: there is no such key; did you mean");
  expect_refused(with("/algorithms/bfs/graphs", {"krom"}), "algorithms.bfs.graphs[0]: the suite has no graph 'krom'");
  expect_refused(with("/algorithms/bfs/parameters", {{"arc", "forward"}}), "algorithms.bfs.parameters.arc: ");
  expect_refused(with("/algorithms/cc/sources", {"1"}), "algorithms.cc.sources: cc takes no source");
  Json empty = good;
  empty.erase("algorithms");
  expect_refused(empty, "the key 'algorithms' is missing");
  expect_refused(Json::array(), "expected an object");
}

TEST_F(MgBench, FilesThatAreNoSuiteAreRefused) {
  EXPECT_TRUE(contains(run({folder.write("s.json", "{\"graphs\": ")}).err, "s.json: not JSON: parse error at line 1"));
  EXPECT_TRUE(contains(run({folder.write("s.json", R"({"name": "a", "name": "b"})")}).err, "'name' is given twice"));
  EXPECT_EQ(run({folder / "absent.json"}).status, 1);
  EXPECT_EQ(run({folder.path().string()}).status, 1);
  EXPECT_EQ(run({}).status, 1);
  EXPECT_EQ(run({folder.write("s.json", small_suite().dump()), "-o", folder / "nowhere/out.json"}).status, 1);
  EXPECT_TRUE(contains(run({"--help"}).out, "A suite is a JSON object"));
  EXPECT_TRUE(contains(run({"--version"}).out, "commit"));
}

TEST_F(MgBench, ComparesWhatBothHave) {
  const Json before = results(small_suite());
  Json after = before;
  const auto set_times = [](Json& row, double median, double range) {
    row["median_ms"] = median;
    row["quartile_range_ms"] = range;
  };
  Json a = before;
  for (Json& row : a["rows"]) set_times(row, 10, 1);
  set_times(after["rows"][0], 5, 0.5);
  set_times(after["rows"][1], 20, 0.5);
  set_times(after["rows"][2], 10.9, 0.1);
  after["rows"].erase(3);
  Json extra = before["rows"][3];
  extra["graph"] = "other";
  after["rows"].push_back(extra);

  const CommandResult result = compare(a, after);
  EXPECT_EQ(result.status, 0) << result.err;
  for (const char* pattern :
       {R"(\| kron +\| bfs .* 0\.500 \| faster)", R"(\| kron +\| cc .* 2\.000 \| slower)",
        R"(\| path +\| bfs .* 1\.090 \| within the spread)", R"(Geometric mean of B/A over 3 rows: 1\.029)",
        R"(`path/cc/default/auto/cpu` in A only)", R"(`other/cc/default/auto/cpu` in B only)"}) {
    EXPECT_TRUE(std::regex_search(result.out, std::regex(pattern))) << result.out << "\nlacks: " << pattern;
  }
  EXPECT_EQ(run({"compare", folder / "a.json", folder / "b.json", "--markdown", folder / "c.md"}).out, "");
  EXPECT_EQ(read_file(folder / "c.md"), result.out);
}

TEST_F(MgBench, ComparesOnlyWhatIsTheSame) {
  const Json before = results(small_suite(), {"--repeats", "1"});
  Json after = before;
  EXPECT_TRUE(contains(compare(before, after).out, "too few runs"));
  after["rows"][0]["arcs"] = 7;
  after["rows"][1] = {{"graph", "kron"},  {"algorithm", "cc"},  {"schedule", ""},
                      {"engine", "auto"}, {"device", "cpu"},    {"sources", {}},
                      {"parameters", {}}, {"status", "failed"}, {"problem", "no luck"}};
  const std::string text = compare(before, after).out;
  EXPECT_TRUE(contains(text, "`kron/bfs/default/auto/cpu` is not the same in both"));
  EXPECT_TRUE(contains(text, "`kron/cc/default/auto/cpu` timed in A only: no luck"));
  EXPECT_TRUE(contains(text, "over 2 rows"));
}

TEST_F(MgBench, ComparingRefusesWhatAreNoResults) {
  const auto expect_status = [&](const Words& words, int status, const std::string& message) {
    const CommandResult result = run(words);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_TRUE(contains(result.err, message)) << result.err;
    EXPECT_EQ(result.out, "");
  };
  Json good = results(small_suite());
  const std::string path = folder / "out.json";
  expect_status({"compare", path}, 1, "expected two results");
  expect_status({"compare", path, path, path}, 1, "too many");
  expect_status({"compare", path, folder / "absent.json"}, 2, "absent.json: cannot be read");
  expect_status({"compare", path, folder.write("s.json", small_suite().dump())}, 2, "no results of mg_bench");
  good["rows"][0].erase("median_ms");
  expect_status({"compare", path, folder.write("b.json", good.dump())}, 2, "rows[0]: the key 'median_ms' is missing");
}

TEST_F(MgBench, TheSuitesThatShipAreGood) {
  for (const auto& entry : std::filesystem::directory_iterator(MG_SOURCE_DIR "/docs/suites")) {
    const CommandResult result = run({entry.path().string(), "--list"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_FALSE(result.out.empty());
  }
}

}  // namespace
}  // namespace mg
