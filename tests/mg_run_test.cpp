// mg_run as its users run it: every option, every exit status, every form of results.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/archives.hpp"
#include "tests/command.hpp"
#include "tests/hostile/hostile_case.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class MgRun : public testing::Test {
 protected:
  static CommandResult run(Words words, const std::string& input = {}) {
    words.insert(words.begin(), MG_RUN);
    return run_command(words, input);
  }
  static CommandResult run_well(const Words& words, const std::string& input = {}) {
    CommandResult result = run(words, input);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }
  static Json run_json(Words words) {
    words.emplace_back("--json");
    return Json::parse(run_well(words).out);
  }
  /// The words, with those that an algorithm does not run without.
  static Words with_needed(Words words, const std::string& algorithm) {
    if (algorithm == "geo") words.insert(words.end(), {"-p", "latitude=0:10,1:20", "-p", "longitude=0:30,1:40"});
    return words;
  }
  static void expect_failure(const Words& words, int status, const std::string& message) {
    const CommandResult result = run(words);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_TRUE(contains(result.err, message)) << result.err << "\nlacks: " << message;
    EXPECT_EQ(result.out, "");
  }
  void generate(Words shape, const std::string& name) {
    shape.insert(shape.begin(), {MG_PREP, "generate"});
    shape.insert(shape.end(), {"-o", folder / name});
    const CommandResult result = run_command(shape);
    ASSERT_EQ(result.status, 0) << result.err;
  }

  /// Two components by name: ant -> bee -> cat, and elk -> fox.
  std::string named_graph() { return folder.write("named.el", "ant bee 2\nbee cat 3\nelk fox 1\n"); }

  TemporaryFolder folder;
};

TEST_F(MgRun, SaysThatWeightsAreLeftAside) {
  const std::string words = "does not look at the weights of edges";
  EXPECT_TRUE(contains(run_well({named_graph(), "-a", "bfs", "--source", "ant"}).err, "bfs " + words));
  EXPECT_FALSE(contains(run_well({named_graph(), "-a", "sssp", "--source", "ant"}).err, words));
  EXPECT_FALSE(contains(run_well({named_graph(), "-a", "bfs", "--source", "ant", "--weights", "none"}).err, words));
}

TEST_F(MgRun, RunsOnAMemberOfAnArchive) {
  const std::string path = folder.write("g.zip", packed("zip", {{"a.el", "1 2\n"}, {"b.el", "1 2\n2 3\n"}}));
  const CommandResult result = run_well({path, "--member", "b.el", "-a", "bfs", "--source", "1", "-o", "-"});
  EXPECT_EQ(result.out, "vertex\tlevel\tparent\n1\t0\t1\n2\t1\t1\n3\t2\t2\n");
  EXPECT_TRUE(contains(result.err, "member: b.el of " + path + ", as asked for; passed over: a.el"));
  expect_failure({path, "-a", "bfs"}, 2, "2 files in it could be the graph: say --member NAME, one of a.el, b.el");
  generate({"path", "--vertices", "3"}, "path.mg");
  expect_failure({folder / "path.mg", "--member", "x", "-a", "bfs"}, 1, "is prepared already, so --member can change");
}

TEST_F(MgRun, TellsOfAVertexThatIsCalledAsNone) {
  const std::string graph = folder.write("minus.el", "-1 2\n3 4\n");
  const std::string remark = "a vertex is called '-1', which in 'parent' stands for none";
  EXPECT_TRUE(contains(run_well({graph, "-a", "bfs", "--source", "2", "-o", folder / "r.tsv"}).err, remark));
  EXPECT_FALSE(contains(run_well({graph, "-a", "cc", "-o", folder / "c.tsv"}).err, "stands for none"));
}

TEST_F(MgRun, JsonHasTheKeysOfTheContract) {
  generate({"kron", "--scale", "7", "--weights", "random:1:9:1"}, "g.mg");
  const CommandResult result =
      run_well({folder / "g.mg", "-a", "sssp", "--source", "random:2:1", "--runs", "2", "--validate", "--json"});
  const auto json = nlohmann::ordered_json::parse(result.out);
  Words keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (Words{"graph", "algorithm", "parameters", "device", "device_reason", "engine", "schedule",
                         "idle_parts", "substitution", "policy", "runs", "median_ms", "times_ms", "wall_ms", "result",
                         "finished", "validated", "not_validated"}));
  EXPECT_EQ(json["graph"]["vertices"], 128);
  EXPECT_EQ(json["graph"]["directed"], false);
  EXPECT_EQ(json["graph"]["weights"], "u32");
  EXPECT_TRUE(json["graph"]["edges"].is_number_unsigned());
  EXPECT_EQ(json["algorithm"], "sssp");
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_TRUE(json["device_reason"].get<std::string>().starts_with("since "));
  EXPECT_EQ(json["validated"], true);
  ASSERT_EQ(json["runs"].size(), 4U);
  for (const auto& one : json["runs"]) {
    for (const char* key : {"source", "ms", "iterations", "finished", "edges_traversed", "arcs_read"})
      EXPECT_TRUE(one.contains(key)) << key;
  }
  EXPECT_EQ(json["runs"][0]["source"], json["runs"][1]["source"]);
  EXPECT_NE(json["runs"][0]["source"], json["runs"][2]["source"]);
  double sum = 0;
  for (const char* key : {"start", "read", "prepare", "open", "copy", "compile", "warmup", "run", "validate", "summary",
                          "write", "close"}) {
    ASSERT_TRUE(json["times_ms"][key].is_number()) << key;
    sum += json["times_ms"][key].get<double>();
  }
  EXPECT_EQ(json["times_ms"].size(), 12U);
  const auto wall = json["wall_ms"].get<double>();
  EXPECT_LE(sum, wall) << "something is counted twice";
  constexpr double between_phases = 20;  // on a busy machine
  EXPECT_GE(sum + between_phases, 0.95 * wall) << "something is not counted";
  EXPECT_TRUE(contains(result.err, "validated")) << "human text goes to standard error";
}

TEST_F(MgRun, EveryAlgorithmAnswersAndProvesIt) {
  generate({"kron", "--scale", "7", "--weights", "unit"}, "g.mg");
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  ASSERT_GE(list.at("algorithms").size(), 7U);
  ASSERT_GE(list.at("policies").size(), 7U);
  EXPECT_FALSE(contains(list.dump(), "\"?\"")) << "something has no name";
  for (const Json& policy : list["policies"]) {
    for (const char* key : {"name", "argument", "summary", "origin"}) EXPECT_TRUE(policy.contains(key)) << key;
  }
  for (const Json& algorithm : list["algorithms"]) {
    const Json json =
        run_json(with_needed({folder / "g.mg", "-a", algorithm["name"], "--validate"}, algorithm["name"]));
    EXPECT_EQ(json["validated"], true) << algorithm["name"];
    EXPECT_FALSE(json["result"].empty()) << algorithm["name"];
  }
  EXPECT_EQ(run_json({folder / "g.mg", "-a", "bfs"})["validated"], nullptr);
}

TEST_F(MgRun, ResultsComeBackInTheNamesAndOrderOfTheFile) {
  const std::string graph = named_graph();
  for (const char* order : {"original", "degree", "random:1", "bfs"}) {
    run_well({graph, "-a", "bfs", "--source", "ant", "--order", order, "-o", folder / "r.tsv"});
    EXPECT_EQ(read_file(folder / "r.tsv"),
              "vertex\tlevel\tparent\nant\t0\tant\nbee\t1\tant\ncat\t2\tbee\nelk\t-1\t-1\nfox\t-1\t-1\n");
    run_well({graph, "-a", "sssp", "--source", "ant", "--order", order, "-o", folder / "r.csv"});
    EXPECT_EQ(read_file(folder / "r.csv"),
              "vertex,distance,parent\nant,0,ant\nbee,2,ant\ncat,5,bee\nelk,inf,-1\nfox,inf,-1\n");
    run_well({graph, "-a", "cc", "--order", order, "-o", folder / "c.tsv"});
    EXPECT_EQ(read_file(folder / "c.tsv"), "vertex\tcomponent\nant\tant\nbee\tant\ncat\tant\nelk\telk\nfox\telk\n");
  }
}

TEST_F(MgRun, HeadersAreThoseOfTheContract) {
  const std::string graph = named_graph();
  const auto header = [&](const Words& words) {
    Words all{graph, "-o", "-"};
    all.insert(all.end(), words.begin(), words.end());
    const std::string out = run_well(all).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(header({"-a", "pagerank"}), "vertex\trank");
  EXPECT_EQ(header({"-a", "pagerank-delta"}), "vertex\trank");
  EXPECT_EQ(header({"-a", "bc"}), "vertex\tcentrality");
  EXPECT_EQ(header({"-a", "edge-bc"}), "source\ttarget\tcentrality");
  EXPECT_EQ(header({"-a", "tc", "--undirected"}), "vertex\ttriangles");
}

TEST_F(MgRun, CsvQuotesNamesThatNeedIt) {
  const std::string graph = folder.write("g.el", "ab c\"d\n");
  run_well({graph, "-a", "bfs", "--source", "ab", "-o", folder / "r.csv"});
  EXPECT_EQ(read_file(folder / "r.csv"), "vertex,level,parent\nab,0,ab\n\"c\"\"d\",1,ab\n");
}

TEST_F(MgRun, BinaryResultsAreColumns) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.bin"});
  const std::string bytes = read_file(folder / "r.bin");
  ASSERT_EQ(bytes.size(), 5 * (sizeof(std::int32_t) + sizeof(std::int64_t)));
  std::vector<std::int32_t> levels(5);
  std::vector<std::int64_t> parents(5);
  std::memcpy(levels.data(), bytes.data(), 20);
  std::memcpy(parents.data(), bytes.data() + 20, 40);
  EXPECT_EQ(levels, (std::vector<std::int32_t>{0, 1, 2, -1, -1}));
  EXPECT_EQ(parents, (std::vector<std::int64_t>{0, 0, 1, -1, -1}));
}

TEST_F(MgRun, NumpyResultsAreOneStructuredArray) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.npy"});
  const std::string bytes = read_file(folder / "r.npy");
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header_end = bytes.find('\n') + 1;
  EXPECT_EQ(header_end % 64, 0U);
  EXPECT_TRUE(contains(bytes,
                       "{'descr': [('vertex', '|S3'), ('level', '<i4'), ('parent', '|S3')], "
                       "'fortran_order': False, 'shape': (5,), }"));
  EXPECT_EQ(bytes.substr(header_end), with_zeros("ant\0\0\0\0ant"
                                                 "bee\1\0\0\0ant"
                                                 "cat\2\0\0\0bee"
                                                 "elk\xFF\xFF\xFF\xFF-1\0"
                                                 "fox\xFF\xFF\xFF\xFF-1\0"));

  const std::string python = "/usr/bin/python3";  // the distribution's, which has its packages
  const bool has_numpy = std::filesystem::exists(python) && run_command({python, "-c", "import numpy"}).status == 0;
  if (!has_numpy) GTEST_SKIP() << "numpy is not installed";
  const std::string program =
      "import numpy; a = numpy.load('" + folder / "r.npy" + "'); print(a['parent'][2].decode(), a['level'].tolist())";
  EXPECT_EQ(run_command({python, "-c", program}).out, "bee [0, 1, 2, -1, -1]\n");
}

TEST_F(MgRun, NumpyNamesParentsAndComponentsAsTheTextDoes) {
  const auto rows = [&](const std::string& edges, const std::string& type) {
    run_well({folder.write("g.el", edges), "-a", "bfs", "--source", "300", "-o", folder / "r.npy"});
    const std::string bytes = read_file(folder / "r.npy");
    EXPECT_TRUE(contains(bytes, "[('vertex', '" + type + "'), ('level', '<i4'), ('parent', '" + type + "')]")) << bytes;
    return bytes.substr(bytes.find('\n') + 1);
  };
  const auto row = [](std::uint64_t vertex, std::int32_t level, std::uint64_t parent) {
    return bytes_of(vertex, level, parent);
  };
  const std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(rows("300 50\n7 8\n", "<i8"), row(7, -1, none) + row(8, -1, none) + row(50, 1, 300) + row(300, 0, 300));
  const std::uint64_t large = std::uint64_t{1} << 63;
  EXPECT_EQ(rows("300 9223372036854775808\n7 300\n", "<u8"), row(7, -1, none) + row(300, 0, 300) + row(large, 1, 300));
}

TEST_F(MgRun, BinaryResultsSayThatTheyHoldRows) {
  const CommandResult result = run_well({named_graph(), "-a", "cc", "-o", folder / "r.bin"});
  EXPECT_TRUE(contains(result.err, "r.bin: 'component' holds rows, counted from 0, since .bin has no names"));
}

TEST_F(MgRun, NamesThatAFormCannotHoldAreRefusedBeforeTheRun) {
  const std::string tab = folder.write("g.csv", "\"a\tb\",c\n");
  expect_failure({tab, "-a", "cc", "-o", folder / "r.tsv"}, 1, "the vertex name 'a\\tb' holds a tab");
  expect_failure({tab, "-a", "cc", "-o", "-"}, 1, "which .tsv cannot: write .csv");
  run_well({tab, "-a", "cc", "-o", folder / "r.csv"});
  EXPECT_EQ(read_file(folder / "r.csv"), "vertex,component\na\tb,a\tb\nc,a\tb\n");
  const std::string long_name = folder.write("l.el", "a " + std::string(2000, 'b') + "\n");
  const CommandResult result = run({long_name, "-a", "cc", "-o", folder / "r.npy"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.err, "a vertex name of 2000 bytes does not fit")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "r.npy"));
}

TEST_F(MgRun, AnyFormOfResultsGoesToStandardOutput) {
  const std::string graph = named_graph();
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-"}).out.starts_with("vertex\tcomponent\nant\tant\n"));
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.csv"}).out.starts_with("vertex,component\nant,ant\n"));
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.npy"}).out.starts_with("\x93NUMPY"));
  EXPECT_EQ(run_well({graph, "-a", "cc", "-o", "-.bin"}).out.size(), 40U);
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.csv.gz"}).out.starts_with("\x1f\x8b"));
  expect_failure({graph, "-a", "cc", "-o", "-.csv", "--json"}, 1, "--json takes standard output");
  expect_failure({graph, "-a", "cc", "-o", "-.txt"}, 1, ".tsv, .csv, .npy or .bin");
}

TEST_F(MgRun, AnOutputThatIsAnInputOrAnotherOutputIsRefused) {
  const std::string graph = folder.write("g.csv", "a,b\n");
  std::filesystem::create_symlink("g.csv", folder / "link.tsv");
  const auto refuse = [&](Words outputs, const std::string& message) {
    outputs.insert(outputs.begin(), {graph, "-a", "cc"});
    expect_failure(outputs, 1, message);
    EXPECT_EQ(read_file(graph), "a,b\n");
  };
  refuse({"-o", graph}, "g.csv: --output would replace the graph; give it another name");
  refuse({"-o", folder / "link.tsv"}, "link.tsv: --output would replace the graph (as " + graph + ")");
  refuse({"--trace", folder / "./g.csv"}, "--trace would replace the graph");
  refuse({"--report", graph}, "--report would replace the graph");
  refuse({"--trace", folder / "new", "--report", folder / "../" + folder.path().filename().string() + "/new"},
         "--report would replace --trace");
  refuse({"-o", folder / "r.tsv", "--trace", folder / "r.tsv"}, "--trace would replace --output");
  const std::string schedule = folder.write("schedule", "direction=push");
  refuse({"--schedule", "@" + schedule, "--trace", schedule}, "--trace would replace what the run is told by");
  EXPECT_EQ(read_file(schedule), "direction=push");
  run_well({graph, "-a", "cc", "--trace", "/dev/null", "--report", "/dev/null"});
}

TEST_F(MgRun, ResultsAreCompressedWhereTheirNameSaysSo) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.tsv.gz"});
  EXPECT_EQ(read_file(folder / "r.tsv.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(MgRun, TopNamesTheLargest) {
  const std::string graph = named_graph();
  const std::string far = run_well({graph, "-a", "sssp", "--source", "ant", "--top", "2"}).out;
  EXPECT_LT(far.find("  cat  5"), far.find("  bee  2"));
  EXPECT_FALSE(contains(far, "  ant  0"));
  EXPECT_TRUE(contains(run_well({graph, "-a", "cc", "--top", "1"}).out, "  ant  3"));
}

TEST_F(MgRun, JsonHoldsTheTop) {
  const std::string graph = named_graph();
  EXPECT_EQ(run_json({graph, "-a", "sssp", "--source", "ant", "--top", "2"})["top"],
            (Json{{{"vertex", "cat"}, {"distance", 5}}, {{"vertex", "bee"}, {"distance", 2}}}));
  EXPECT_EQ(run_json({graph, "-a", "cc", "--top", "9"})["top"],
            (Json{{{"component", "ant"}, {"size", 3}}, {{"component", "elk"}, {"size", 2}}}));
  EXPECT_FALSE(run_json({graph, "-a", "cc"}).contains("top"));
}

TEST_F(MgRun, NamesThatAreNoUtf8AreSpelledAndThatIsSaid) {
  const std::string graph = folder.write("latin1.el", "K\xF6ln M\xFCnchen\n");
  const Words words{graph, "-a", "bfs", "--source", "K\xF6ln", "--top", "1"};
  const CommandResult text = run_well(words);
  EXPECT_TRUE(contains(text.out, "M\\xFCnchen  1")) << text.out;
  EXPECT_TRUE(contains(text.out, "from K\\xF6ln")) << text.out;
  EXPECT_TRUE(contains(text.err, "names that are not UTF-8 are shown with \\xHH")) << text.err;
  const Json json = run_json(words);
  EXPECT_EQ(json["runs"][0]["source"], "K\\xF6ln");
  EXPECT_EQ(json["top"][0]["vertex"], "M\\xFCnchen");
  const std::string utf8 = folder.write("utf8.el", "K\xC3\xB6ln \x1B[2JM\n");
  const CommandResult right = run_well({utf8, "-a", "bfs", "--source", "K\xC3\xB6ln", "--top", "1"});
  EXPECT_TRUE(contains(right.out, "from K\xC3\xB6ln")) << right.out;
  EXPECT_TRUE(contains(right.out, "\\x1B[2JM")) << "terminals obey control characters";
  EXPECT_FALSE(contains(right.err, "UTF-8")) << right.err;
}

TEST_F(MgRun, SourcesAreChosenAndNamed) {
  const std::string graph = named_graph();
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--source", "elk"})["runs"][0]["source"], "elk");
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--source", "max-degree"})["runs"][0]["source"], "ant");
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--source", "random:3:1"})["runs"].size(), 3U);
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--source", "ant", "--source", "elk"})["runs"].size(), 2U);
  EXPECT_EQ(run_json({graph, "-a", "bc", "--source", "ant", "--source", "elk"})["runs"][0]["source"],
            (Json{"ant", "elk"}));
  EXPECT_EQ(run_json({graph, "-a", "pagerank"})["runs"][0]["source"], nullptr);
  EXPECT_TRUE(contains(run_well({graph, "-a", "bfs"}).err, "largest out-degree"));
  expect_failure({graph, "-a", "bfs", "--source", "ent"}, 1, "nearest names are 'ant'");
  expect_failure({graph, "-a", "cc", "--source", "ant"}, 1, "takes no source");
}

TEST_F(MgRun, GraphsComeFromStandardInputToo) {
  EXPECT_TRUE(contains(run_well({"-", "-a", "tc", "--undirected"}, "1 2\n2 3\n3 1\n").out, "triangles 1"));
}

TEST_F(MgRun, ParametersReachTheAlgorithm) {
  generate({"kron", "--scale", "6"}, "g.mg");
  const Json json = run_json({folder / "g.mg", "-a", "pagerank", "-p", "damping=0.5", "-p", "iterations=3"});
  EXPECT_EQ(json["parameters"]["damping"], 0.5);
  EXPECT_EQ(json["runs"][0]["iterations"], 3);
  expect_failure({folder / "g.mg", "-a", "pagerank", "-p", "damping"}, 1, "NAME=VALUE");
  expect_failure({folder / "g.mg", "-a", "pagerank", "-p", "dumping=1"}, 1, "did you mean 'damping'");
  expect_failure({folder / "g.mg", "-a", "pagerank", "-p", "damping=1", "-p", "damping=1"}, 1, "twice");
  expect_failure({folder / "g.mg", "-a", "cc", "-p", "method=hook", "-p", "rounds=2"}, 1, "method=hook ends by itself");
}

TEST_F(MgRun, WalksBeginAgainAtVerticesOfATextOrAFile) {
  const std::string graph = folder.write("g.csv", "a,b\nb,c\nc,a\nc,d e\n");
  const auto ranks = [&](const std::string& value) {
    const std::string file = folder / "ranks.tsv";
    run_well({graph, "-a", "pagerank", "-p", "personalization=" + value, "--validate", "-o", file});
    return read_file(file);
  };
  const std::string by_text = ranks("d e:2,b:1");
  EXPECT_NE(by_text, ranks("d e:1,b:2"));
  EXPECT_EQ(by_text, ranks("@" + folder.write("weights", "d e 2\nb\t1")));
  const auto refuse = [&](const std::string& value, const std::string& message) {
    expect_failure({graph, "-a", "pagerank", "-p", "personalization=" + value}, 1, message);
  };
  refuse("f:1", "there is no vertex 'f' in the graph");
  refuse("b", "allowed: NAME:WEIGHT,...");
  refuse("@" + folder / "absent", "the list of weights in");
  refuse("@/dev/zero", "'/dev/zero' is no list of weights: it is longer");
  expect_failure({graph, "-a", "pagerank", "-p", "personalization=b:1", "-p", "definition=gap"}, 1, "definition=gap");
  const std::string weights = folder.write("own", "b 1\n");
  expect_failure({graph, "-a", "pagerank", "-p", "personalization=@" + weights, "-o", weights}, 1,
                 "--output would replace what the run is told by");
}

TEST_F(MgRun, ProductsTakeWeightsOfAnySignAndAVector) {
  const std::string edges = folder.write("g.csv", "source,target,weight\na,b,-2.5\nb,c,4\nc,a,-1\n");
  const std::string matrix =
      folder.write("g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1\n3 2 -0.5\n");
  const auto product = [&](const std::string& graph, const std::string& vector) {
    return run_well({graph, "-a", "spmv", "-p", "vector=" + vector, "--validate", "-o", "-.csv"}).out;
  };
  EXPECT_EQ(product(edges, "a:1,b:-2,c:0.5"), "vertex,product\na,5\nb,2\nc,-1\n");
  EXPECT_EQ(product(edges, "@" + folder.write("x", "a 1\nb -2\nc 0.5\n")), "vertex,product\na,5\nb,2\nc,-1\n");
  EXPECT_EQ(product(matrix, "ones"), "vertex,product\n1,1\n2,-1.5\n3,-0.5\n");
  EXPECT_EQ(run_json({edges, "-a", "spmv", "--top", "1"})["top"], Json::parse(R"([{"vertex": "b", "product": 4.0}])"));
  EXPECT_EQ(run_well({edges, "-a", "spgemm", "--validate", "-o", "-.csv"}).out,
            "source,target,weight\na,c,-10\nb,a,-4\nc,b,2.5\n");
  expect_failure({edges, "-a", "spmv", "-p", "vector=d:1"}, 1, "there is no vertex 'd' in the graph");
  expect_failure({edges, "-a", "spmv", "-p", "vector=x"}, 1, "allowed: ones, degrees, random, NAME:WEIGHT,...");
}

TEST_F(MgRun, SchedulesAreTextJsonOrAFile) {
  generate({"kron", "--scale", "6"}, "g.mg");
  const auto schedule = [&](const std::string& text) {
    return run_json({folder / "g.mg", "-a", "bfs", "--schedule", text})["schedule"].get<std::string>();
  };
  EXPECT_TRUE(contains(schedule("direction=push"), "direction=push"));
  EXPECT_TRUE(contains(schedule(R"({"direction": "pull"})"), "direction=pull"));
  EXPECT_TRUE(contains(schedule("@" + folder.write("s.json", "{\"balance\": \"edge\"}\n")), "balance=edge"));
  EXPECT_EQ(schedule(schedule("balance=edge")), schedule("balance=edge"));
  expect_failure({folder / "g.mg", "-a", "bfs", "--schedule", "direction=up"}, 1, "push, pull, optimized");
  expect_failure({folder / "g.mg", "-a", "bfs", "--schedule", "@" + folder / "absent"}, 1, "cannot be read");
  expect_failure({folder / "g.mg", "-a", "bfs", "--schedule", "@/dev/zero"}, 1,
                 "'/dev/zero' is no schedule: it is longer");
  expect_failure({folder / "g.mg", "-a", "bfs", "--schedule", "@" + folder.path().string()}, 1, "cannot be read");
}

TEST_F(MgRun, TeachesSchedules) {
  const std::string help = run_well({"--help"}).out;
  const std::string list = run_well({"--list"}).out;
  const Json keys = Json::parse(run_well({"--list", "--json"}).out).at("schedule");
  ASSERT_EQ(keys.size(), 14U);
  for (const Json& key : keys) {
    const auto text = [&](const char* member) { return key.at(member).get<std::string>(); };
    for (const std::string& place : {help, list}) {
      EXPECT_TRUE(contains(place, "  " + text("name") + " ")) << key;
      EXPECT_TRUE(contains(place, text("summary"))) << key;
    }
    EXPECT_TRUE(contains(help, text("values"))) << key;
    EXPECT_TRUE(contains(list, text("read_by"))) << key;
    for (const Json& choice : key.at("choices")) {
      EXPECT_TRUE(contains(list, choice.at("summary"))) << choice;
      EXPECT_TRUE(contains(help, choice.at("name"))) << choice;
    }
  }
}

TEST_F(MgRun, RefusesAKeyOfTheScheduleThatNobodyReads) {
  generate({"kron", "--scale", "6"}, "g.mg");
  expect_failure({folder / "g.mg", "-a", "pagerank", "--schedule", "balance=edge"}, 1,
                 "schedule: balance=edge is not read by pagerank with the engine ");
  expect_failure({folder / "g.mg", "-a", "tc", "--schedule", "direction=push"}, 1, "direction=push is not read by tc");
}

TEST_F(MgRun, CountsSchedulesAndDrawsSome) {
  const Json space = Json::parse(run_well({"--list-space", "-a", "bfs", "--json"}).out);
  EXPECT_GT(space.at("points"), 30'000);
  EXPECT_GT(space.at("pairs"), 100'000'000);
  EXPECT_TRUE(contains(run_well({"--list-space"}).out, "schedules of a GPU"));
  const Words asked{"--sample", "20", "--seed", "3", "-a", "bfs"};
  const std::string drawn = run_well(asked).out;
  EXPECT_EQ(std::ranges::count(drawn, '\n'), 20);
  EXPECT_EQ(run_well(asked).out, drawn);
  const Json texts = Json::parse(run_well({"--sample", "20", "--seed", "3", "-a", "bfs", "--json"}).out);
  std::string lines;
  for (const Json& text : texts) lines += text.get<std::string>() + '\n';
  EXPECT_EQ(lines, drawn);
  EXPECT_TRUE(contains(run_well({"--list-space", "-a", "geo"}).out, "geo: "));
  EXPECT_FALSE(contains(run_well({"--list-space", "-a", "geo"}).out, "may name"));
  expect_failure({"--sample", "0"}, 1, "sample");
  expect_failure({"--list-space", "-a", "bsf"}, 1, "did you mean 'bfs'");
}

TEST_F(MgRun, WritesProductsAsGraphsOfArcs) {
  const std::string graph = folder.write("g.el", "1 2 5\n2 3 4\n");
  run_well({graph, "--undirected", "-a", "spgemm", "-o", folder / "square.graphml"});
  const std::string square = read_file(folder / "square.graphml");
  EXPECT_TRUE(contains(square, "edgedefault=\"directed\"")) << square;
  // The rows of A A add up to A (A 1): to 5 * 9, 5 * 5 + 4 * 4, and 4 * 9.
  const std::string sums = run_well({folder / "square.graphml", "-a", "spmv", "-o", "-"}).out;
  for (const char* row : {"1\t45\n", "2\t41\n", "3\t36\n"}) EXPECT_TRUE(contains(sums, row)) << sums;
}

TEST_F(MgRun, SaysWhatProductsLeaveOut) {
  const auto resolution = [&](const std::string& edges) {
    return run_json({folder.write("g.el", edges), "-a", "spmv"})["result"]["resolution"].get<double>();
  };
  EXPECT_EQ(resolution("1 2 5\n2 3 4\n"), 0);
  const double left_out = resolution("1 2 1e30\n3 4 1e-7\n");
  EXPECT_GT(left_out, 1e-7);
  EXPECT_LT(left_out, 1e-3);
}

TEST_F(MgRun, RefusesWeightsThatCommunitiesCannotHold) {
  const std::string graph = folder.write("g.el", "a b 3e38\nb c 3e38\n");
  for (const char* algorithm : {"louvain", "leiden"}) {
    expect_failure({graph, "--undirected", "-a", algorithm}, 2, "the weights add up to 1.2e+39");
  }
}

TEST_F(MgRun, TellsNoBoundThatItHasNotFound) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto result = run_json({folder / "g.mg", "-a", "diameter", "--max-iterations", "1"})["result"];
  EXPECT_FALSE(result.contains("at_most")) << result;
}

TEST_F(MgRun, RefusesAKatzCentralityOfNothing) {
  generate({"kron", "--scale", "6"}, "g.mg");
  expect_failure({folder / "g.mg", "-a", "katz", "-p", "beta=0"}, 1, "the parameter 'beta' cannot be '0'");
}

TEST_F(MgRun, ExplainsNoRuleThatWasNotUsed) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto explanation = [&](const char* algorithm, const char* engine, const char* schedule = "") {
    return run_well({folder / "g.mg", "-a", algorithm, "--explain", "--device", "cpu", "--engine", engine, "--schedule",
                     schedule})
        .out;
  };
  const std::string rule = "more than 1/15 of the unexplored ones";
  EXPECT_TRUE(contains(explanation("bfs", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("bfs", "hybrid"), rule));
  EXPECT_FALSE(contains(explanation("cc-label", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("pagerank", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("bfs", "sparse", "direction=push"), rule));
  EXPECT_TRUE(contains(explanation("bfs", "hybrid"), "Policy sample: it chose among several ways in "));
  EXPECT_TRUE(contains(explanation("pagerank", "sparse"), "pulled.\n"));
  EXPECT_FALSE(contains(explanation("pagerank", "sparse"), "pushed"));
  EXPECT_TRUE(contains(explanation("bfs", "sparse", "direction=push"), " pushed.\n"));
  EXPECT_TRUE(contains(explanation("tc", "sparse"), "Schedule: this run reads none of its keys.\n"));
}

TEST_F(MgRun, OptionsOfTheRunAreObeyed) {
  generate({"path", "--vertices", "50"}, "g.mg");
  const std::string graph = folder / "g.mg";
  run_well({graph, "-a", "bfs", "--threads", "1", "--warmup", "2", "--deterministic", "--engine", "sparse", "--device",
            "cpu", "--policy", "auto", "--validate"});
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--runs", "12"})["runs"].size(), 12U);
  EXPECT_TRUE(contains(run_well({graph, "-a", "bfs", "--runs", "12"}).out, "median"));
}

TEST_F(MgRun, TablesAreShownAndWrittenByTheirRows) {
  const std::string graph = folder.write("named.csv", "source,target\nant,bee\nbee,cat\ncat,ant\nelk,\"a,b\"\n");
  for (const char* order : {"original", "random:2"}) {
    EXPECT_EQ(run_well({graph, "-a", "jaccard", "--order", order, "--validate", "-o", "-.csv"}).out,
              "source,target,coefficient\nant,bee,0.3333333333333333\nant,cat,0.3333333333333333\n"
              "bee,cat,0.3333333333333333\nelk,\"a,b\",0\n");
  }
  const Words top{graph, "-a", "jaccard", "-p", "measure=overlap", "--top", "1"};
  EXPECT_TRUE(
      contains(run_well(top).out, "1 of largest coefficient:\n  source  target  coefficient\n  ant     bee     0.5\n"));
  Words words = top;
  EXPECT_EQ(run_json(words)["top"], Json::parse(R"([{"source": "ant", "target": "bee", "coefficient": 0.5}])"));
  words.insert(words.end(), {"--report", folder / "r.html"});
  run_well(words);
  const std::string page = read_file(folder / "r.html");
  EXPECT_TRUE(contains(page, "<h2>Top pairs</h2>"));
  EXPECT_TRUE(contains(page, "<td>ant</td><td>bee</td><td class=\"number\">0.5</td>"));
  expect_failure({graph, "-a", "random-walk", "-o", folder / "r.gexf"}, 1, "write .tsv, .csv, .npy or .bin");
  EXPECT_FALSE(std::filesystem::exists(folder / "r.gexf"));
}

TEST_F(MgRun, SimilaritiesAreOfGivenPairsOrTheMostSimilar) {
  const std::string graph = folder.write("named.csv", "source,target\nant,bee\nbee,cat\ncat,ant\ncat,dog\nelk,fox\n");
  const auto table = [&](const Words& parameters) {
    Words words{graph, "-a", "jaccard", "--validate", "-o", "-.csv"};
    for (const std::string& parameter : parameters) words.insert(words.end(), {"-p", parameter});
    return run_well(words).out;
  };
  const std::string expected = "source,target,coefficient\ndog,ant,0.5\nant,ant,1\nelk,ant,0\nelk,fox,0\n";
  EXPECT_EQ(table({"pairs=dog:ant,ant:ant,elk:ant,elk:fox"}), expected);
  EXPECT_EQ(table({"pairs=@" + folder.write("pairs", "dog ant\r\nant\tant\nelk ant\n\nelk fox")}), expected);
  EXPECT_EQ(table({"pairs=@" + folder.write("nothing", "")}), "source,target,coefficient\n");
  EXPECT_EQ(table({"top=1"}), "source,target,coefficient\nant,dog,0.5\nbee,dog,0.5\ncat,ant,0.25\ndog,ant,0.5\n");
  EXPECT_EQ(table({"top=2", "measure=overlap"}),
            "source,target,coefficient\nant,dog,1\nant,bee,0.5\nbee,dog,1\nbee,ant,0.5\ncat,ant,0.5\n"
            "cat,bee,0.5\ndog,ant,1\ndog,bee,1\n");
  const auto refuse = [&](const Words& parameters, const std::string& message) {
    Words words{graph, "-a", "jaccard"};
    for (const std::string& parameter : parameters) words.insert(words.end(), {"-p", parameter});
    expect_failure(words, 1, message);
  };
  refuse({"pairs=ant:bee", "top=3"}, "pairs and top ask for different results");
  refuse({"pairs=ant:gnu"}, "there is no vertex 'gnu' in the graph");
  refuse({"pairs=ant"}, "takes pairs of vertices, and 'ant' is none; allowed: NAME:NAME,...");
  refuse({"pairs=@" + folder / "absent"}, "the list of pairs in");
  refuse({"top=1001"}, "an integer from 0 to 1000");
}

TEST_F(MgRun, WarnsOfSearchesFromEveryVertexAndNotOfWalks) {
  generate({"path", "--vertices", "20001"}, "g.mg");
  const std::string graph = folder / "g.mg";
  const std::string warning = "runs from each of the 20,001 vertices, which takes long";
  EXPECT_TRUE(contains(run_well({graph, "-a", "closeness", "--max-iterations", "0"}).err, warning));
  EXPECT_FALSE(contains(run_well({graph, "-a", "random-walk", "-p", "length=2"}).err, warning));
}

TEST_F(MgRun, AnUnfinishedAnswerIsWrittenAndSaidToBeUnfinishedNotWrong) {
  generate({"path", "--vertices", "50", "--weights", "unit"}, "g.mg");
  const std::string graph = folder / "g.mg";
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  for (const Json& entry : list["algorithms"]) {
    const std::string algorithm = entry["name"];
    const std::string results = folder / (algorithm + ".tsv");
    const std::string reason = "the run was stopped by --max-iterations after 0 iterations";
    const Words words =
        with_needed({graph, "-a", algorithm, "--max-iterations", "0", "--validate", "-o", results}, algorithm);
    const CommandResult stopped = run_well(words);
    EXPECT_TRUE(contains(stopped.out, "validated  not: " + reason)) << stopped.out;
    EXPECT_TRUE(contains(stopped.err, "unfinished")) << stopped.err;
    const std::string written = read_file(results);
    EXPECT_EQ(written.starts_with("vertex\t"), entry["row"] == "vertex") << algorithm;
    EXPECT_FALSE(contains(written, "4294967295")) << algorithm << ": undecided is no number of anything";
    const Json json = run_json(words);
    EXPECT_EQ(json["finished"], false) << algorithm;
    EXPECT_EQ(json["runs"][0]["finished"], false) << algorithm;
    EXPECT_EQ(json["validated"], nullptr) << algorithm;
    EXPECT_EQ(json["not_validated"], reason) << algorithm;
  }
  // Within 30 steps of the middle are all of the path's 50 vertices, and not within 30 of an end.
  const Words two{graph, "-a", "bfs", "--source", "0", "--source", "24", "--max-iterations", "30", "--validate"};
  const Json json = run_json(two);
  EXPECT_EQ(json["finished"], false);
  EXPECT_EQ(json["runs"][1]["finished"], true);
  EXPECT_EQ(json["validated"], nullptr);
  EXPECT_EQ(json["not_validated"],
            "1 of 2 runs were stopped by --max-iterations after 30 iterations; the answers of the others are right");
  EXPECT_TRUE(contains(run_well(two).err, "1 of 2 runs were stopped by --max-iterations: the last one"));
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--validate"})["finished"], true);
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--validate"})["not_validated"], nullptr);
}

TEST_F(MgRun, TracesAndExplainsItsDecisions) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const CommandResult result = run_well({folder / "g.mg", "-a", "bfs", "--explain", "--trace", folder / "t.json"});
  for (const char* part : {"Engine sparse", "Layout csr", "Schedule direction=", "edge_map of Visit by push of sparse",
                           " x vertex_map ("}) {
    EXPECT_TRUE(contains(result.out, part)) << result.out << "\nlacks: " << part;
  }
  const Json trace = Json::parse(read_file(folder / "t.json"));
  const Json& header = trace.at("header");
  EXPECT_EQ(header.at("graph"), "g.mg");
  EXPECT_EQ(header.at("vertices"), 256);
  EXPECT_GT(header.at("arcs"), 256);
  EXPECT_EQ(header.at("algorithm"), "bfs");
  EXPECT_EQ(header.at("engine"), "sparse");
  EXPECT_TRUE(contains(header.at("schedule").get<std::string>(), "direction=optimized"));
  EXPECT_TRUE(contains(result.out, "Device " + header.at("device").get<std::string>() + ", "));
  ASSERT_FALSE(trace.at("steps").empty());
  for (const char* key : {"run", "step", "operation", "kernel", "frontier", "vertices", "arcs", "arcs_read",
                          "next_vertices", "reason", "ms"}) {
    EXPECT_TRUE(trace["steps"][0].contains(key)) << key;
  }
}

TEST_F(MgRun, ExplainsItsDevice) {
  generate({"path", "--vertices", "50"}, "g.mg");
  const auto explanation = [&](const std::string& device) {
    return run_well({folder / "g.mg", "-a", "bfs", "--explain", "--device", device}).out;
  };
  EXPECT_TRUE(contains(explanation("cpu"),
                       "Device cpu, as asked for.\nEngine sparse: the default on a CPU for a graph without tiles.\n"));
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  if (list.at("devices").size() == 1) {
    EXPECT_TRUE(
        contains(explanation("auto"), "Device cpu, since there is no GPU: " + list.at("no_gpu").get<std::string>()));
  } else {
    EXPECT_TRUE(contains(explanation("auto"), "Device cpu, since the whole run is expected to end sooner there: "));
    EXPECT_TRUE(contains(explanation("cuda"), "Driver "));
  }
}

/// Programs without a backend beside them, as a build without CUDA leaves them.
TEST_F(MgRun, WhereABackendWasLookedForIsSaid) {
  if (sanitized) GTEST_SKIP() << "a sanitizer opens libraries in the program's name, and looks where the program's are";
  const std::filesystem::path library = std::filesystem::canonical(MG_LIBRARY);
  const std::string copy = folder / library.filename().string();
  std::filesystem::copy_file(library, copy);
  std::filesystem::create_symlink(copy, folder / MG_LIBRARY_SONAME);
  const auto listed = [&](const std::string& variable) {
    return run_command({"/usr/bin/env", "--unset=MG_BACKEND", variable, MG_RUN, "--list"}).out;
  };
  const char* others = std::getenv("LD_LIBRARY_PATH");
  const std::string alone =
      listed("LD_LIBRARY_PATH=" + folder.path().string() + (others == nullptr ? "" : std::string(":") + others));
  EXPECT_TRUE(contains(alone, "no GPU backend: libmg_cuda.so is not beside " +
                                  std::filesystem::canonical(copy).string() +
                                  ", and the loader does not find it: MultiGraph was built without CUDA, or"))
      << alone;
  const std::string named = listed("MG_BACKEND=/nowhere/libmg_cuda.so");
  EXPECT_TRUE(contains(named, "/nowhere/libmg_cuda.so: cannot open")) << named;
  EXPECT_TRUE(contains(named, "MG_BACKEND names it")) << named;
}

TEST_F(MgRun, ThePolicyIsObeyedReportedAndExplained) {
  generate({"kron", "--scale", "8", "--layouts", "csr,csc,tiles"}, "tiles.mg");
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto ran = [&](const Words& more) {
    Words words{folder / "tiles.mg", "-a", "pagerank", "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const Json json = run_json(words);
    return json["engine"].get<std::string>() + " " + json["policy"].get<std::string>();
  };
  EXPECT_EQ(ran({}), "hybrid sample");
  EXPECT_EQ(ran({"--policy", "threshold:30"}), "hybrid threshold:30");
  EXPECT_EQ(ran({"--engine", "sparse"}), "sparse none");
  const std::string tiles = run_well({folder / "tiles.mg", "-a", "bfs", "--device", "cpu", "--explain"}).out;
  for (const char* part : {"Device cpu, as asked for.",
                           "Engine hybrid: the default on a CPU for a graph that comes "
                           "with tiles; its steps were executed by ",
                           "Policy sample: "}) {
    EXPECT_TRUE(contains(tiles, part)) << tiles << "\nlacks: " << part;
  }
  const std::string plain = run_well({folder / "g.mg", "-a", "bfs", "--device", "cpu", "--explain"}).out;
  EXPECT_TRUE(contains(plain, "Engine sparse: the default on a CPU for a graph without tiles.")) << plain;
  EXPECT_FALSE(contains(plain, "Policy")) << plain;
  EXPECT_TRUE(contains(run_well({folder / "tiles.mg", "-a", "bfs", "--estimate"}).out, "engine hybrid"));
  EXPECT_TRUE(contains(run_well({folder / "g.mg", "-a", "bfs", "--estimate"}).out, "engine sparse"));
}

TEST_F(MgRun, ATraceIsRepeatedByItsPolicy) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto trace_of = [&](const std::string& algorithm, const std::string& policy) {
    run_well({folder / "g.mg", "-a", algorithm, "--device", "cpu", "--threads", "1", "--policy", policy, "--trace",
              folder / "t.json"});
    Words kernels;
    const Json trace = Json::parse(read_file(folder / "t.json"));
    for (const Json& step : trace["steps"]) kernels.push_back(step["kernel"]);
    return kernels;
  };
  const Words first = trace_of("bfs", "random:2");
  std::filesystem::rename(folder / "t.json", folder / "first.json");
  EXPECT_EQ(trace_of("bfs", "replay:" + (folder / "first.json")), first);
  expect_failure(
      {folder / "g.mg", "-a", "pagerank", "--device", "cpu", "--policy", "replay:" + (folder / "first.json")}, 1,
      "is of another run");
}

TEST_F(MgRun, EstimatesWithoutRunning) {
  generate({"kron", "--scale", "8"}, "g.mg");
  for (const std::string& graph : {folder / "g.mg", named_graph()}) {
    const std::string text = run_well({graph, "-a", "pagerank", "--estimate"}).out;
    for (const char* part : {"csr", "csc", "state of pagerank", "engine sparse", "total", "available"}) {
      EXPECT_TRUE(contains(text, part)) << text << "\nlacks: " << part;
    }
  }
  const std::string bits = run_well({folder / "g.mg", "-a", "coloring", "--estimate"}).out;
  EXPECT_TRUE(contains(bits, "28 bytes a vertex and 0.25 an arc")) << bits;
}

TEST_F(MgRun, SaysWhatItIs) {
  EXPECT_TRUE(contains(run_well({"--help"}).out, "mg_run g.mg -a bfs"));
  EXPECT_TRUE(contains(run_well({"--version"}).out, "plug-in interface"));
  EXPECT_TRUE(contains(run_well({"--list"}).out, "damping"));
  const std::string doctor = run_well({"--doctor"}).out;
  for (const char* part : {"compiler", "processor", "OpenMP", "memory", "huge pages", "CUDA driver", "GPU", "profile",
                           "kernel compiler", "kernel cache"}) {
    EXPECT_TRUE(contains(doctor, part)) << part;
  }
  EXPECT_EQ(run({}).status, 1);
}

TEST_F(MgRun, ListsDevicesAndKernels) {
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  ASSERT_GE(list.at("devices").size(), 1U);
  EXPECT_EQ(list["devices"][0].at("name"), "cpu");
  EXPECT_EQ(list["devices"].size() == 1, list.at("no_gpu").is_string());
  EXPECT_TRUE(contains(run_well({"--list"}).out, list["devices"].size() == 1 ? "no GPU: " : "cuda:"));
  const Json kernels = Json::parse(run_well({"--list-kernels", "--json"}).out);
  ASSERT_TRUE(kernels.is_array());
  for (const Json& kernel : kernels) {
    EXPECT_FALSE(kernel.at("agent").get<std::string>().empty());
    EXPECT_TRUE(contains(kernel.at("architecture").get<std::string>(), "sm_"));
  }
  EXPECT_FALSE(run_well({"--list-kernels"}).out.empty());
}

TEST_F(MgRun, WithoutACompilerForKernelsTheNearestBuiltInRuns) {
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  if (list.at("devices").size() == 1) GTEST_SKIP() << list.at("no_gpu");
  generate({"kron", "--scale", "10"}, "g.mg");
  const Words words{folder / "g.mg", "-a", "bfs", "--device", "cuda", "--validate", "--json", "--schedule"};
  ASSERT_EQ(::setenv("MG_NVRTC", (folder / "no_such_library.so").c_str(), 1), 0);
  for (const std::string choice : {"balance=twc", "layout=coo", "frontier=counter"}) {
    Words asked = words;
    asked.push_back("direction=push," + choice);
    const CommandResult result = run_well(asked);
    const std::string name = choice == "frontier=counter" ? "strict" : choice.substr(choice.find('=') + 1);
    const std::string expected = "push strict in place of push " + name;
    EXPECT_TRUE(contains(result.err, "warning: " + expected)) << result.err;
    EXPECT_TRUE(contains(result.err, "there is no " + folder / "no_such_library.so")) << result.err;
    EXPECT_EQ(result.err.find("warning"), result.err.rfind("warning")) << result.err;
    const Json json = Json::parse(result.out);
    EXPECT_TRUE(json.at("substitution").get<std::string>().starts_with(expected)) << json;
    EXPECT_EQ(json.at("validated"), true);
  }
  ::unsetenv("MG_NVRTC");
}

TEST_F(MgRun, WrongUseIsRefusedWithWhatIsAllowed) {
  generate({"path", "--vertices", "5"}, "g.mg");
  const std::string graph = folder / "g.mg";
  expect_failure({"-a", "bfs"}, 1, "which graph?");
  expect_failure({graph}, 1, "which algorithm? -a bc | bfs");
  expect_failure({graph, "-a", "bfz"}, 1, "did you mean 'bfs'");
  expect_failure({graph, graph, "-a", "bfs"}, 1, "too many");
  expect_failure({graph, "-a", "bfs", "--sorce", "1"}, 1, "did you mean --source?");
  expect_failure({graph, "-a", "bfs", "--source"}, 1, "--option=-value");
  expect_failure({graph, "-a", "bfs", "--runs", "many"}, 1, "an integer from 1");
  expect_failure({graph, "-a", "bfs", "--engine", "steam"}, 1, "no engine 'steam'");
  expect_failure({graph, "-a", "bfs", "--device", "tpu"}, 1, "auto, cpu, cuda");
  expect_failure({graph, "-a", "bfs", "--policy", "oracel"}, 1, "did you mean 'oracle'");
  expect_failure({graph, "-a", "bfs", "--policy", "random"}, 1, "random:7");
  expect_failure({graph, "-a", "bfs", "--engine", "sparse", "--policy", "sample"}, 1, "takes no --policy");
  expect_failure({graph, "-a", "bfs", "--engine", "dense", "--policy", "sample"}, 1, "takes no --policy");
  expect_failure({graph, "-a", "bfs", "--order", "bfs"}, 1, "prepared already");
  expect_failure({graph, "-a", "bfs", "-o", folder / "r.txt"}, 1, ".tsv, .csv, .npy or .bin");
  expect_failure({graph, "-a", "bfs", "-o", folder / "nowhere/r.tsv"}, 1, "cannot create");
  expect_failure({graph, "-a", "bfs", "--json", "-o", "-"}, 1, "--json takes standard output");
  expect_failure({graph, "-a", "bfs", "--json", "--report", "-"}, 1, "--json takes standard output");
  expect_failure({graph, "-a", "bfs", "--trace", "-", "--report", "-"}, 1, "standard output takes one of");
  expect_failure({graph, "-a", "sssp"}, 1, "--weights unit");
}

TEST_F(MgRun, BadInputAndMissingDevicesHaveTheirStatus) {
  expect_failure({folder / "absent.el", "-a", "bfs"}, 2, "absent.el");
  expect_failure({folder.write("bad.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n"), "-a", "bfs"}, 2,
                 "array");
  expect_failure({folder.write("n.el", "a b 1.5\nb c -2.5\n"), "-a", "sssp", "--source", "a"}, 2, "from 'b' to 'c'");
  generate({"path", "--vertices", "50"}, "g.mg");
  expect_failure({folder / "g.mg", "-a", "bfs", "--device", "cuda:1000"}, 3, "no GPU");
  const std::string bytes = read_file(folder / "g.mg");
  expect_failure({folder.write("cut.mg", bytes.substr(0, bytes.size() / 2)), "-a", "bfs"}, 2, "cut.mg");
  expect_failure({folder.write("emptied.mg", ""), "-a", "bfs"}, 2,
                 "emptied.mg: a prepared graph by its name, but it is");
}

TEST_F(MgRun, AGraphThatIsCutWhileItIsInUseIsBadInput) {
  std::string edges;
  for (int i = 0; i < 100'000; ++i) edges += "vertex" + std::to_string(i) + " vertex" + std::to_string(i + 1) + "\n";
  const std::string graph = folder / "g.mg";
  ASSERT_EQ(run_command({MG_PREP, "convert", folder.write("g.el", edges), "-o", graph}).status, 0);
  const std::string pipe = folder / "pipe.tsv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  CommandResult result;
  std::thread runner([&] {
    // One thread: while it waits for the pipe to be emptied, nobody has read the names behind the first block.
    result = run({graph, "-a", "cc", "--threads", "1", "-o", pipe, "--trace", folder / "trace.json"});
  });
  std::ifstream reader(pipe, std::ios::binary);
  EXPECT_EQ(reader.get(), 'v');
  std::filesystem::resize_file(graph, 0);
  reader.ignore(std::numeric_limits<std::streamsize>::max());
  runner.join();
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_TRUE(contains(result.err, "g.mg: became shorter than its ")) << result.err;
  EXPECT_EQ(
      std::ranges::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()),
      3)
      << "the unfinished trace is gone";
}

TEST_F(MgRun, WhatTheSystemRefusesHasItsStatus) {
  const auto full = [&](const std::string& words) {
    return run_command({"/bin/sh", "-c", std::string(MG_RUN) + " " + words + " > /dev/full"});
  };
  for (const std::string& words : Words{"--list", "--list --json", "--help", named_graph() + " -a cc"}) {
    const CommandResult result = full(words);
    EXPECT_EQ(result.status, 3) << words << ": " << result.err;
    EXPECT_TRUE(contains(result.err, "standard output could not be written in full")) << result.err;
  }
}

TEST_F(MgRun, FailuresOfAnAlgorithmHaveTheirStatus) {
  const std::string graph = named_graph();
  const auto with_plugin = [&](const std::string& algorithm, const Words& more = {}) {
    Words words{graph, "--plugin", MG_MISBEHAVING_PLUGIN, "-a", algorithm};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const CommandResult wrong = with_plugin("wrong", {"--validate", "--json", "-o", folder / "r.tsv"});
  EXPECT_EQ(wrong.status, 4);
  EXPECT_TRUE(contains(wrong.err, "vertex 'x' has no business here"));
  EXPECT_EQ(Json::parse(wrong.out)["validated"], false);
  EXPECT_FALSE(std::filesystem::exists(folder / "r.tsv"));

  const CommandResult hungry = with_plugin("hungry");
  EXPECT_EQ(hungry.status, 3);
  EXPECT_TRUE(contains(hungry.err, "--estimate"));
  const CommandResult broken = with_plugin("broken");
  EXPECT_EQ(broken.status, 1) << "a plug-in's fault";
  EXPECT_TRUE(contains(broken.err, "misbehaving_plugin.so' (algorithm broken) failed: two and two are five"));
  const CommandResult fewer = with_plugin("fewer", {"-o", folder / "r.tsv"});
  EXPECT_EQ(fewer.status, 1);
  EXPECT_TRUE(contains(fewer.err, "the result 'value' of fewer has 1 rows, and the graph"));
  const CommandResult twice = with_plugin("twice", {"-o", folder / "r.tsv"});
  EXPECT_TRUE(contains(twice.err, "the results of twice are no table: two are called 'value'"));
  const CommandResult escaping = with_plugin("escaping");
  EXPECT_EQ(escaping.status, 1) << escaping.err;
  EXPECT_TRUE(contains(escaping.err, "out of the loop"));
  const CommandResult unproven = with_plugin("unproven", {"--validate"});
  EXPECT_EQ(unproven.status, 1);
  EXPECT_TRUE(contains(unproven.err, "has no verifier"));
  EXPECT_EQ(with_plugin("unproven").status, 0);
  EXPECT_TRUE(contains(run_well({"--list", "--plugin", MG_MISBEHAVING_PLUGIN}).out, "misbehaving_plugin"));
}

TEST_F(MgRun, PluginsThatCannotBeLoadedGetOneSentence) {
  const CommandResult result = run({"--list", "--plugin", folder.write("x.so", "no library")});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1);
  const std::string whole = read_file(MG_MISBEHAVING_PLUGIN);
  for (const std::size_t size : {whole.size() / 16, whole.size() / 4, whole.size() / 2}) {
    expect_failure({"--list", "--plugin", folder.write("cut.so", whole.substr(0, size))}, 1,
                   "cut.so' has been cut short");
  }
  expect_failure({"--list", "--plugin", MG_MISBEHAVING_PLUGIN, "--plugin", MG_MISBEHAVING_PLUGIN}, 1, "is taken");
}

}  // namespace
}  // namespace mg
