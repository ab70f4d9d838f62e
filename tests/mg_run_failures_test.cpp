// Every way in which mg_run fails, with its status and its sentence.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "tests/mg_run.hpp"

namespace mg {
namespace {

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
  for (const std::size_t size : {whole.size() / 16, whole.size() / 8, whole.size() / 4}) {  // debuggers' parts follow
    expect_failure({"--list", "--plugin", folder.write("cut.so", whole.substr(0, size))}, 1,
                   "cut.so' has been cut short");
  }
  expect_failure({"--list", "--plugin", MG_MISBEHAVING_PLUGIN, "--plugin", MG_MISBEHAVING_PLUGIN}, 1, "is taken");
}

}  // namespace
}  // namespace mg
