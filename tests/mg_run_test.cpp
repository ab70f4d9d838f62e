// mg_run as its users run it: graphs, sources, parameters and options.
#include "tests/mg_run.hpp"

#include <gtest/gtest.h>

#include "tests/archives.hpp"

namespace mg {
namespace {

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
    if (algorithm["family"] == "meshes") continue;  // asks for one: tests/mesh_test.cpp
    const Json json =
        run_json(with_needed({folder / "g.mg", "-a", algorithm["name"], "--validate"}, algorithm["name"]));
    EXPECT_EQ(json["validated"], true) << algorithm["name"];
    EXPECT_FALSE(json["result"].empty()) << algorithm["name"];
  }
  EXPECT_EQ(run_json({folder / "g.mg", "-a", "bfs"})["validated"], nullptr);
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

TEST_F(MgRun, OptionsOfTheRunAreObeyed) {
  generate({"path", "--vertices", "50"}, "g.mg");
  const std::string graph = folder / "g.mg";
  run_well({graph, "-a", "bfs", "--threads", "1", "--warmup", "2", "--deterministic", "--engine", "sparse", "--device",
            "cpu", "--policy", "auto", "--validate"});
  EXPECT_EQ(run_json({graph, "-a", "bfs", "--runs", "12"})["runs"].size(), 12U);
  EXPECT_TRUE(contains(run_well({graph, "-a", "bfs", "--runs", "12"}).out, "median"));
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
    if (entry["family"] == "meshes") continue;
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

TEST_F(MgRun, ARunThatAParameterStopsIsUnfinishedToo) {
  const std::string mesh = folder.write("sliver.el", "1 2\n2 3\n3 1\n");
  const std::string results = folder / "triangles.csv";
  const Words words{mesh, "--undirected", "-a",         "dmr", "-p",   "x=1:0,2:100,3:0", "-p", "y=1:0,2:0,3:1",
                    "-p", "points=20",    "--validate", "-o",  results};
  const CommandResult stopped = run_well(words);
  EXPECT_TRUE(contains(stopped.out, "iterations, stopped by the parameter 'points'")) << stopped.out;
  EXPECT_TRUE(contains(stopped.out, "validated  not: the run was stopped by the parameter 'points' after"));
  EXPECT_TRUE(contains(stopped.err, "stopped by the parameter 'points': the results are those of an unfinished run"));
  EXPECT_TRUE(read_file(results).starts_with("a,b,c,ax"));
  const Json json = run_json(words);
  EXPECT_EQ(json["finished"], false);
  EXPECT_EQ(json["validated"], nullptr);
}

}  // namespace
}  // namespace mg
