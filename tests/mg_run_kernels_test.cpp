// mg_run --check-kernels: what a run would launch on a GPU, where there is none. Where there is no compiler for
// kernels, tests of compiling are skipped.
#include "tests/mg_run.hpp"

namespace mg {
namespace {

class CheckKernels : public MgRun {
 protected:
  void SetUp() override {
    if (!contains(run_well({"--doctor"}).out, "kernel compiler    NVRTC")) GTEST_SKIP() << "there is no NVRTC";
    generate({"rmat", "--scale", "7", "--weights", "random:1:9:1"}, "g.mg");
  }
  [[nodiscard]] std::string check(const std::string& algorithm, const Words& more = {}) {
    Words words{folder / "g.mg", "-a", algorithm, "--check-kernels", "sm_90"};
    words.insert(words.end(), more.begin(), more.end());
    return run_well(with_needed(words, algorithm)).out;
  }
};

TEST_F(CheckKernels, ListsThoseOfEveryWay) {
  const std::string text = check("bfs");
  for (const char* part : {"as asked for", "driver=graph", "driver=launched,direction=pull", "--engine dense",
                           "mg::sparse::PushStrict<mg::bfs::Visit", "mg::sparse::PullListed<mg::bfs::Visit",
                           "mg::dense::CombineGroups<mg::bfs::Visit", "mg::sparse::LoopStep<", " 0 do not"}) {
    EXPECT_TRUE(contains(text, part)) << text << "\nlacks: " << part;
  }
}

TEST_F(CheckKernels, GoesByTheSchedule) {
  const std::string text = check("sssp", {"--schedule", "driver=launched,direction=push,balance=twc,layout=coo"});
  EXPECT_TRUE(contains(text, "mg::sparse::OfRuns<mg::sparse::PushTwc>")) << text;
  EXPECT_FALSE(contains(text, "::Pull")) << text;
}

/// Loops end although nothing is computed, and nobody trips over zeros.
TEST_F(CheckKernels, GoesThroughAlgorithmsOfAllKinds) {
  for (const char* algorithm : {"pagerank", "bc", "mst", "louvain", "ktruss", "scc", "closeness", "spgemm"}) {
    const std::string text = check(algorithm);
    EXPECT_FALSE(contains(text, "ended early")) << algorithm << ": " << text;
    EXPECT_TRUE(contains(text, " 0 do not")) << algorithm << ": " << text;
  }
}

/// What scc does with components waits for the first of them.
TEST_F(CheckKernels, NamesWhatItDoesNotReach) {
  const auto unreached = [&](const std::string& algorithm) {
    const std::string text = check(algorithm);
    return text.substr(text.find("No kernel was asked for of these"));
  };
  EXPECT_TRUE(contains(unreached("scc"), "Reach, Spread")) << unreached("scc");
  EXPECT_FALSE(contains(unreached("bfs"), "Visit")) << unreached("bfs");
}

TEST_F(CheckKernels, GoesByEachEngineWhateverThePolicy) {
  const std::string text = check("bfs", {"--engine", "hybrid", "--policy", "sample"});
  EXPECT_TRUE(contains(text, "mg::dense::CombineGroups<mg::bfs::Visit")) << text;
}

TEST_F(CheckKernels, TriesNoScheduleThatContradictsItself) {
  const std::string text = check("bfs", {"--schedule", "layout=coo"});
  EXPECT_TRUE(contains(text, "refused: ")) << text;
  EXPECT_FALSE(contains(text, "::Pull")) << text;
}

TEST_F(CheckKernels, RefusesAGpuThatTheCompilerDoesNotKnow) {
  expect_failure({folder / "g.mg", "-a", "bfs", "--check-kernels", "sm_91"}, 3, "makes no code for sm_91");
}

TEST_F(CheckKernels, KeepsNoProfileOfAGpuThatIsNotThere) {
  ASSERT_EQ(::setenv("MG_CACHE_DIR", (folder / "cache").c_str(), 1), 0);
  static_cast<void>(check("bfs"));
  const CommandResult listed = run_command({"/bin/ls", folder / "cache"});
  ::unsetenv("MG_CACHE_DIR");
  EXPECT_FALSE(contains(listed.out, "profile")) << listed.out;
}

TEST_F(MgRun, RefusesToCheckKernelsAndDoSomethingElse) {
  generate({"path", "--vertices", "5"}, "g.mg");
  const std::string graph = folder / "g.mg";
  expect_failure({graph, "-a", "bfs", "--check-kernels", "sm_90", "--validate"}, 1, "--validate");
  expect_failure({graph, "-a", "bfs", "--check-kernels", "sm_90", "--device", "cuda"}, 1, "--device");
  expect_failure({graph, "-a", "bfs", "--check-kernels", "sm_90", "--runs", "3"}, 1, "--runs");
  expect_failure({graph, "-a", "bfs", "--check-kernels", "hopper"}, 1, "such as sm_90");
  expect_failure({graph, "-a", "bfs", "--check-kernels", "sm_90x"}, 1, "such as sm_90");
  expect_failure({graph, "-a", "bfs", "--check-kernels", "sm_90", "--schedule", "direction=pull,balance=twc"}, 1,
                 "schedule: ");
}

TEST_F(MgRun, SaysThatThereIsNoCompilerToCheckKernelsWith) {
  generate({"path", "--vertices", "5"}, "g.mg");
  ASSERT_EQ(::setenv("MG_NVRTC", (folder / "no_such_library.so").c_str(), 1), 0);
  const CommandResult result = run({folder / "g.mg", "-a", "bfs", "--check-kernels", "sm_75"});
  ::unsetenv("MG_NVRTC");
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(contains(result.err, "MG_NVRTC")) << result.err;
}

}  // namespace
}  // namespace mg
