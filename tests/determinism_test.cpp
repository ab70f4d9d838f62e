// The same question gets the same answer: from one run to the next, whatever the number of threads, and where it is
// asked for, whatever the schedule. Runs leave nothing behind.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/registry.hpp"
#include "tests/sanitized.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Results as bits, column after column, in file order.
std::vector<std::vector<std::uint64_t>> bits_of(const Graph& graph, const Program& program) {
  std::vector<std::vector<std::uint64_t>> all;
  for (const ResultColumn& column : program.results()) {
    if (column.meaning == ResultColumn::Meaning::vertex) {
      const auto vertices = vertices_in_file_order(graph, column);
      all.emplace_back(vertices.begin(), vertices.end());
      continue;
    }
    std::visit(
        [&](const auto& values) {
          using Value = std::remove_cvref_t<decltype(values[0])>;
          std::vector<std::uint64_t>& bits = all.emplace_back(values.size());
          for (VertexId v = 0; v < values.size(); ++v) {
            if constexpr (std::is_same_v<Value, float>)
              bits[graph.to_file(v)] = std::bit_cast<std::uint32_t>(values[v]);
            else if constexpr (std::is_same_v<Value, double>)
              bits[graph.to_file(v)] = std::bit_cast<std::uint64_t>(values[v]);
            else
              bits[graph.to_file(v)] = static_cast<std::uint64_t>(values[v]);
          }
        },
        column.values);
  }
  return all;
}

std::vector<std::vector<std::uint64_t>> bits_of(const Graph& graph, const RunRequest& request) {
  return bits_of(graph, *run_program(graph, request).program);
}

/// An algorithm bound to a graph, run many times in one context.
class Repeated {
 public:
  Repeated(const Graph& graph, const std::string& algorithm, const RunOptions& options = {})
      : graph_(graph), entry_(find_algorithm(algorithm)), context_(graph, options) {
    program_ = entry_.make(graph, Parameters(entry_.info.parameters, {}));
  }

  void run(VertexId source) {
    context_.begin_run();
    const std::vector<VertexId> sources{source};
    program_->run(context_, entry_.info.source == SourceUse::none ? std::vector<VertexId>{} : sources);
  }
  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] auto bits() const { return bits_of(graph_, *program_); }

 private:
  const Graph& graph_;
  AlgorithmEntry entry_;
  RunContext context_;
  std::unique_ptr<Program> program_;
};

class OnLargeGraphs : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
};

TEST_F(OnLargeGraphs, ThirtySourcesInOneProgramAreEachRight) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph("random:5");
    Repeated bfs(graph, "bfs", {.threads = 2});
    Repeated sssp(graph, "sssp", {.threads = 2});
    for (VertexId i = 0; i < 30; ++i) {
      const VertexId source = i * 131 % graph.num_vertices();
      bfs.run(source);
      ASSERT_EQ(in_file_order<std::int64_t>(graph, bfs.program().results().front()),
                specimen.right().levels(graph.to_file(source)))
          << specimen.name();
      ASSERT_TRUE(bfs.program().validate().ok()) << bfs.program().validate().problem;
      sssp.run(source);
      ASSERT_EQ(integer_distances(graph, sssp.program().results().front()),
                specimen.right().exact_distances(graph.to_file(source)))
          << specimen.name();
    }
  }
}

TEST_F(OnLargeGraphs, TheSameSourceTwoHundredTimesGivesTheSame) {
  for (const char* name : {"rmat_directed", "road"}) {
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    for (const char* algorithm : {"bfs", "sssp", "cc", "cc-label"}) {
      Repeated repeated(graph, algorithm, {.threads = 3});
      repeated.run(17);
      const auto first = repeated.bits().front();  // levels, distances, components: parents may differ
      for (int round = 1; round < 200; ++round) {
        repeated.run(17);
        ASSERT_EQ(repeated.bits().front(), first) << algorithm << " on " << name << ", round " << round;
      }
    }
  }
}

TEST_F(OnLargeGraphs, DeterministicParentsDependOnNothing) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph();
    const auto expected =
        bits_of(graph, {.algorithm = "bfs", .sources = {"40"}, .options = {.threads = 1, .deterministic = true}});
    for (const char* schedule :
         {"direction=push", "direction=pull", "direction=optimized", "balance=edge,dedup=bitmap"}) {
      for (const int threads : {1, 2, 3, 7}) {
        const RunOptions options{.schedule = parse_schedule(schedule), .threads = threads, .deterministic = true};
        EXPECT_EQ(bits_of(graph, {.algorithm = "bfs", .sources = {"40"}, .options = options}), expected)
            << specimen.name() << ", " << schedule << ", " << threads << " threads";
      }
    }
  }
}

TEST_F(OnLargeGraphs, CommunitiesDoNotDependOnThreads) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph();
    for (const char* algorithm : {"louvain", "leiden"}) {
      const auto communities = bits_of(graph, {.algorithm = algorithm, .options = {.threads = 1}});
      for (const int threads : {2, 7}) {
        EXPECT_EQ(bits_of(graph, {.algorithm = algorithm, .options = {.threads = threads}}), communities) << algorithm;
      }
    }
  }
}

TEST_F(OnLargeGraphs, HookingTakesTheSameFewRoundsOnAnyNumberOfThreads) {
  for (Specimen& specimen : large_specimens()) {
    for (const char* order : {"original", "random:5"}) {
      const Graph& graph = specimen.graph(order);
      const auto rounds = [&](int threads) {
        const RunRequest request{
            .algorithm = "cc", .parameters = {{"method", "hook"}}, .options = {.threads = threads}};
        return run_program(graph, request).runs.front().iterations;
      };
      const std::uint64_t of_one_thread = rounds(1);
      EXPECT_LE(of_one_thread, 2 * static_cast<std::uint64_t>(std::bit_width(graph.num_vertices()))) << specimen.name();
      for (const int threads : {2, 7}) EXPECT_EQ(rounds(threads), of_one_thread) << specimen.name() << ", " << order;
    }
  }
}

TEST_F(OnLargeGraphs, PlacesAreTheSameToTheLastBitOnAnyNumberOfThreads) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph();
    RunRequest request{.algorithm = "geo", .parameters = needed_parameters("geo", graph.num_vertices())};
    request.options.threads = 1;
    const auto places = bits_of(graph, request);
    for (const int threads : {2, 7}) {
      request.options.threads = threads;
      EXPECT_EQ(bits_of(graph, request), places) << specimen.name();
    }
  }
}

TEST_F(OnLargeGraphs, ShortestPathTreesDependOnNothing) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph();
    const auto expected = bits_of(graph, {.algorithm = "sssp", .sources = {"40"}, .options = {.threads = 1}});
    for (const char* method : {"delta", "bellman-ford"}) {
      for (const int threads : {2, 7}) {
        EXPECT_EQ(bits_of(graph, {.algorithm = "sssp",
                                  .parameters = {{"method", method}},
                                  .sources = {"40"},
                                  .options = {.threads = threads}}),
                  expected)
            << specimen.name() << ", " << method << ", " << threads << " threads";
      }
    }
  }
}

TEST_F(OnLargeGraphs, PageRankIsTheSameToTheLastBitOnAnyNumberOfThreads) {
  for (Specimen& specimen : large_specimens()) {
    for (const char* order : {"original", "degree"}) {
      const Graph& graph = specimen.graph(order);
      const auto expected = bits_of(graph, {.algorithm = "pagerank", .options = {.threads = 1}});
      for (const char* schedule : {"", "direction=pull"}) {
        for (const int threads : {2, 3, 7}) {
          const RunOptions options{.schedule = parse_schedule(schedule), .threads = threads};
          EXPECT_EQ(bits_of(graph, {.algorithm = "pagerank", .options = options}), expected) << specimen.name();
        }
      }
    }
  }
}

TEST_F(OnLargeGraphs, TheDenseEngineGivesTheSameToTheLastBitOnAnyNumberOfThreads) {
  for (Specimen& specimen : large_specimens()) {
    for (const char* order : {"original", "degree"}) {
      const Graph& graph = specimen.graph(order);
      for (const char* algorithm : {"pagerank", "pagerank-delta", "bfs"}) {
        RunRequest request{.algorithm = algorithm, .options = {.engine = "dense", .threads = 1}};
        if (find_algorithm(algorithm).info.source == SourceUse::one) request.sources = {"40"};
        const auto expected = bits_of(graph, request);
        for (const int threads : {1, 2, 3, 7}) {
          request.options.threads = threads;
          EXPECT_EQ(bits_of(graph, request), expected) << algorithm << " on " << specimen.name();
        }
      }
    }
  }
}

TEST_F(OnLargeGraphs, MaxIterationsStopsAndSaysSo) {
  Specimen path = large_specimen("path");
  const Graph& graph = path.graph();
  for (const char* algorithm : {"bfs", "sssp", "pagerank", "pagerank-delta", "cc-label", "bc"}) {
    const AlgorithmInfo info = find_algorithm(algorithm).info;
    const std::vector<std::string> sources =
        info.source == SourceUse::none ? std::vector<std::string>{} : std::vector<std::string>{"0"};
    const RunReport stopped =
        run_program(graph, {.algorithm = algorithm, .sources = sources, .options = {.max_iterations = 1}});
    EXPECT_TRUE(stopped.runs.front().stopped_early()) << algorithm;
    EXPECT_EQ(stopped.runs.front().iterations, 1U) << algorithm;
    const RunReport whole = run_program(graph, {.algorithm = algorithm, .sources = sources});
    EXPECT_FALSE(whole.runs.front().stopped_early()) << algorithm;
    EXPECT_GT(whole.runs.front().iterations, 1U) << algorithm;
  }
  // Those within loops over graphs of their own count, too.
  for (const char* algorithm : {"louvain", "leiden", "who-to-follow"}) {
    RunRequest request{.algorithm = algorithm};
    if (find_algorithm(algorithm).info.source != SourceUse::none) request.sources = {"0"};
    const std::uint64_t whole = run_program(graph, request).runs.front().iterations;
    for (std::uint64_t limit = 1; limit < whole; limit += 5) {
      request.options.max_iterations = limit;
      const RunReport stopped = run_program(graph, request);
      EXPECT_TRUE(stopped.runs.front().stopped_early()) << algorithm << ", " << limit;
      EXPECT_EQ(stopped.runs.front().iterations, limit) << algorithm;
    }
  }
  const RunReport stopped =
      run_program(graph, {.algorithm = "bfs", .sources = {"0"}, .options = {.max_iterations = 3}});
  const auto levels = in_file_order<std::int64_t>(graph, stopped.program->results().front());
  for (std::size_t v = 0; v < levels.size(); ++v) ASSERT_EQ(levels[v], v <= 3 ? static_cast<std::int64_t>(v) : -1);

  for (const char* algorithm :
       {"bfs",      "sssp",        "pagerank",     "pagerank-delta", "cc",  "cc-label", "bc",      "tc",
        "scc",      "kcore",       "mis",          "coloring",       "lcc", "cdlp",     "louvain", "harmonic",
        "diameter", "random-walk", "jaccard",      "leiden",         "mst", "edge-bc",  "path",    "spmv",
        "spgemm",   "geo",         "who-to-follow"}) {
    const RunReport none = run_program(graph, {.algorithm = algorithm,
                                               .parameters = needed_parameters(algorithm, graph.num_vertices()),
                                               .options = {.max_iterations = 0}});
    EXPECT_TRUE(none.runs.front().stopped_early()) << algorithm;
    EXPECT_EQ(none.runs.front().iterations, 0U) << algorithm;
  }
}

TEST_F(OnLargeGraphs, SetsThatARunHasBegunAreThoseOfAnyNumberOfThreadsWhereThatIsAskedFor) {
  Specimen specimen = large_specimen("rmat_directed");
  RunRequest request{.algorithm = "mis", .options = {.threads = 1, .deterministic = true, .max_iterations = 1}};
  const auto begun = bits_of(specimen.graph(), request);
  for (const int threads : {2, 4, 4, 4}) {
    request.options.threads = threads;
    EXPECT_EQ(bits_of(specimen.graph(), request), begun) << threads;
  }
  request.options.max_iterations = RunOptions().max_iterations;
  EXPECT_NE(bits_of(specimen.graph(), request), begun);
  EXPECT_EQ(specimen.problem_of(request), "");
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  std::size_t resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Bytes that are allocated and not freed, as far as the calling thread's arena knows.
std::size_t allocated_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST_F(OnLargeGraphs, AThousandRunsLeaveNothingBehind) {
  if (sanitized) GTEST_SKIP() << "a sanitizer keeps freed memory";
  Specimen specimen = specimen_of(with_weights(zoo_graph("rmat_10")));
  const Graph& graph = specimen.graph();
  for (const char* algorithm :
       {"bfs",      "sssp",        "pagerank", "pagerank-delta", "cc",  "cc-label", "bc",      "tc",
        "scc",      "kcore",       "mis",      "coloring",       "lcc", "cdlp",     "louvain", "harmonic",
        "diameter", "random-walk", "jaccard",  "leiden",         "mst", "edge-bc",  "path",    "spmv"}) {
    Repeated repeated(graph, algorithm, {.schedule = parse_schedule("direction=optimized"), .threads = 1});
    for (int i = 0; i < 20; ++i) repeated.run(static_cast<VertexId>(i));
    // A leak grows in every thousand; what a policy makes once, the first time that the clock has it choose another
    // way, in one of them.
    bool grows = true;
    for (int thousand = 0; thousand < 3 && grows; ++thousand) {
      const std::size_t before = allocated_bytes();
      for (int i = 0; i < 1000; ++i) repeated.run(static_cast<VertexId>(i % 20));
      grows = allocated_bytes() > before + 8192;
    }
    EXPECT_FALSE(grows) << algorithm << ": more than eight bytes a run, again and again";
  }
}

TEST_F(OnLargeGraphs, AThousandRunsOnSeveralThreadsNeedNoMoreMemory) {
  if (sanitized) GTEST_SKIP() << "a sanitizer keeps freed memory";
  constexpr std::size_t slack = std::size_t{16} << 20;
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  const auto run_all = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) {
      for (const char* algorithm : {"bfs", "sssp", "pagerank-delta", "cc-label", "bc"}) {
        const RunReport report = run_program(
            graph, {.algorithm = algorithm,
                    .sources = find_algorithm(algorithm).info.source == SourceUse::none ? std::vector<std::string>{}
                                                                                        : std::vector<std::string>{"2"},
                    .options = {.threads = 2}});
        ASSERT_EQ(report.runs.size(), 1U);
      }
    }
  };
  run_all(20);
  const std::size_t before = resident_bytes();
  run_all(200);
  EXPECT_LE(resident_bytes(), before + slack);
}

}  // namespace
}  // namespace mg
