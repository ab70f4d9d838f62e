// Which kernels need atomics: a push does where arcs meet, a pull owns its cells. Asked of the code that is compiled;
// skipped where there is no compiler for kernels.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "engine/cuda/specialise.hpp"

namespace mg {
namespace {

std::string compiler() {
  const char* named = std::getenv("MG_NVRTC");
  return named == nullptr ? "" : named;
}

/// The atomic instructions of a kernel in its intermediate form, which is what a GPU newer than the compiler gets.
std::vector<std::string> atomics_of(const std::string& algorithm, const std::string& header, const std::string& agent) {
  constexpr int future_architecture = 9990;
  Specialiser specialiser({.prebuilt = {}, .cache = {}, .nvrtc = compiler(), .line_numbers = false, .log = {}});
  const auto found =
      specialiser.find({.agent = agent, .agent_header = header, .algorithm = {.name = algorithm}}, future_architecture);
  EXPECT_TRUE(found.image.is_ptx);
  std::vector<std::string> atomics;
  std::istringstream lines(found.image.code);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word.starts_with('@')) words >> word;  // a condition
    if (word.starts_with("atom.") || word.starts_with("red.")) atomics.push_back(line);
  }
  return atomics;
}

std::size_t count(const std::vector<std::string>& lines, const std::string& part) {
  std::size_t found = 0;
  for (const std::string& line : lines) found += line.find(part) != std::string::npos ? 1 : 0;
  return found;
}

class Atomics : public testing::Test {
 protected:
  void SetUp() override {
    std::string problem;
    if (Nvrtc::load(compiler(), problem) == nullptr) GTEST_SKIP() << "no NVRTC: " << problem;
  }

  const std::string bfs_ = "algorithms/bfs.hpp";
  const std::string visit_ = "<mg::bfs::Visit, unsigned int";
  const std::string delta_ = "algorithms/pagerank_delta.hpp";
  const std::string spread_ = "<mg::pagerank_delta::Spread, unsigned int";
  const std::string queue_ = ", mg::sparse::Target::queue, mg::gpu::Listing::once_by_nature, 256";
};

TEST_F(Atomics, APullOfASearchHasNoneButItsCounters) {
  const auto atomics = atomics_of(bfs_, "sparse/pull.cuh", "mg::sparse::PullRows" + visit_ + ">");
  EXPECT_EQ(atomics.size(), count(atomics, ".add.u64"));
  EXPECT_LE(atomics.size(), 1U);
  const auto pieces = atomics_of(bfs_, "sparse/pull.cuh", "mg::sparse::PullPieces" + visit_ + ">");
  EXPECT_TRUE(pieces.empty());
}

TEST_F(Atomics, APushOfASearchExchangesItsCells) {
  for (const char* balance : {"Strict", "Etwc"}) {
    const std::string header = std::string("sparse/balance/") + (balance[0] == 'S' ? "strict" : "etwc") + ".cuh";
    const auto atomics = atomics_of(bfs_, header, std::string("mg::sparse::Push") + balance + visit_ + queue_ + ">");
    EXPECT_GE(count(atomics, ".cas.b32"), 1U) << balance;
    EXPECT_EQ(count(atomics, ".exch."), 0U) << "its queue lists a vertex once by nature";
  }
}

TEST_F(Atomics, PageRankHasNone) {
  for (const char* agent : {"PullRows", "PullPieces", "PullHeavy"}) {
    const auto atomics =
        atomics_of("algorithms/pagerank.hpp", "sparse/pull.cuh",
                   std::string("mg::sparse::") + agent + "<mg::ranks::Gather<mg::ranks::Anywhere>, unsigned int>");
    EXPECT_TRUE(atomics.empty()) << agent << ": " << (atomics.empty() ? "" : atomics.front());
  }
}

TEST_F(Atomics, APullOfColumnsHasNoneEither) {
  const auto rank = atomics_of("algorithms/pagerank.hpp", "sparse/pull.cuh",
                               "mg::sparse::PullColumns<mg::ranks::Gather<mg::ranks::Anywhere>, unsigned int>");
  EXPECT_TRUE(rank.empty()) << rank.front();
  const auto search = atomics_of(bfs_, "sparse/pull.cuh", "mg::sparse::PullColumns" + visit_ + ">");
  EXPECT_EQ(search.size(), count(search, ".add.u64"));
  EXPECT_LE(search.size(), 1U) << "its counters";
}

TEST_F(Atomics, APushIntoCellsAddsAndDoesNothingElse) {
  const std::string gather = "mg::ranks::Gather<mg::ranks::Anywhere>";
  for (const char* agent : {"ClearCells", "ReduceCells"}) {
    const auto atomics = atomics_of("algorithms/pagerank.hpp", "sparse/pull.cuh",
                                    std::string("mg::sparse::") + agent + "<" + gather + ">");
    EXPECT_TRUE(atomics.empty()) << agent << ": " << atomics.front();
  }
  const auto push = atomics_of("algorithms/pagerank.hpp", "sparse/push_arcs.cuh",
                               "mg::sparse::PushIntoCells<" + gather + ", unsigned int, 256, mg::sparse::PushArcs>");
  EXPECT_GE(push.size(), 1U);
  EXPECT_EQ(push.size(), count(push, ".add.f64")) << "nothing is emitted";
}

TEST_F(Atomics, LayoutsAreBuiltWithout) {
  for (const char* agent : {"SourcesOf<unsigned int>", "BlockKeys", "OrderArcs", "ColumnsOf<unsigned int>",
                            "FlagHeavy<unsigned int>", "ListHeavy", "SplitRows<unsigned int>"}) {
    const auto atomics =
        atomics_of("engine/edge_function.hpp", "engine/gpu/layouts.cuh", std::string("mg::gpu::") + agent);
    EXPECT_TRUE(atomics.empty()) << agent << ": " << atomics.front();
  }
}

TEST_F(Atomics, OtherLayoutsMarkBytesAndEpochsWithout) {
  for (const char* part : {"arcs", "columns", "segments"}) {
    std::string agent = std::string("mg::sparse::Push") + part + visit_ + queue_;
    agent[std::string("mg::sparse::Push").size()] = static_cast<char>(std::toupper(*part));
    for (const char* emit : {"bytemap", "counter"}) {
      const auto atomics =
          atomics_of(bfs_, std::string("sparse/push_") + part + ".cuh", agent + ", mg::gpu::Emit::" + emit + ">");
      EXPECT_EQ(atomics.size(), count(atomics, ".cas.b32")) << part << " into " << emit;
    }
  }
}

TEST_F(Atomics, SumsAreAddedAtomicallyInAPushAlone) {
  const auto pull = atomics_of(delta_, "sparse/pull.cuh", "mg::sparse::PullRows" + spread_ + ">");
  EXPECT_EQ(count(pull, "f64"), 0U);
  const auto push = atomics_of(
      delta_, "sparse/balance/strict.cuh",
      "mg::sparse::PushStrict" + spread_ + ", mg::sparse::Target::candidates, mg::gpu::Listing::once_by_mark, 256>");
  EXPECT_GE(count(push, ".add.f64"), 1U);
}

TEST_F(Atomics, BytesAndEpochsAreMarkedWithout) {
  const auto atomics_into = [&](const std::string& emit) {
    return atomics_of(bfs_, "sparse/balance/vertex.cuh",
                      "mg::sparse::PushVertex" + visit_ + queue_ + ", mg::gpu::Emit::" + emit + ">");
  };
  const std::size_t of_cells = count(atomics_into("bytemap"), ".cas.b32");
  EXPECT_EQ(atomics_into("bytemap").size(), of_cells);
  EXPECT_EQ(atomics_into("counter").size(), of_cells);
  EXPECT_GE(count(atomics_into("bitmap"), ".or."), 1U);
}

}  // namespace
}  // namespace mg
