// Arcs traversed are those that left the frontiers: the same number for one search whoever executes it, and however.
// Traces count the same, step by step. On GPUs skipped, saying why, where there is none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "tests/generator_specs.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

Specimen small_specimen(const std::string& name) {
  if (name == "road") return generated_specimen(name, extent_of(GeneratorKind::road, 32, 32));
  GeneratorSpec spec = spec_of(GeneratorKind::rmat, 1 << 10);
  spec.directed = name == "rmat_directed";
  return generated_specimen(name, spec);
}

constexpr const char* small_names[] = {"rmat", "rmat_directed", "road"};

/// The arcs that a search in series follows, by the right levels.
struct RightArcs {
  EdgeId search = 0;       ///< of all vertices that are reached, along the search
  EdgeId against = 0;      ///< against it
  EdgeId from_source = 0;  ///< of the source, along
  EdgeId into_source = 0;  ///< and against

  RightArcs(Specimen& specimen, VertexId source, Side side) {
    const Graph& graph = specimen.graph();
    const Adjacency& along = side == Side::out ? graph.out : graph.in;
    const Adjacency& back = side == Side::out ? graph.in : graph.out;
    std::vector<bool> reached(graph.num_vertices());
    std::vector<VertexId> queue{source};
    reached[source] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      search += along.degree(queue[i]);
      against += back.degree(queue[i]);
      for (const VertexId v : along.row(queue[i])) {
        if (!reached[v]) queue.push_back(v);
        reached[v] = true;
      }
    }
    from_source = along.degree(source);
    into_source = back.degree(source);
  }
};

/// Runs a request, whose trace must add up to what the run says.
TimedRun run_of(const Graph& graph, RunRequest request, const RunOptions& options) {
  request.options = options;
  const TimedRun untraced = run_program(graph, request).runs.front();
  request.options.trace = true;
  const RunReport report = run_program(graph, request);
  const TimedRun& run = report.runs.front();
  EdgeId arcs = 0;
  EdgeId read = 0;
  for (const TraceStep& step : report.trace.steps()) {
    arcs += step.arcs;
    read += step.arcs_read;
  }
  EXPECT_EQ(arcs, run.edges_traversed) << "of the trace";
  EXPECT_EQ(read, run.arcs_read) << "of the trace";
  EXPECT_EQ(untraced.edges_traversed, run.edges_traversed) << "without a trace";
  return run;
}

/// Every search whose steps are levels follows the right number of arcs.
void expect_right_arcs(Specimen& specimen, const RunOptions& options) {
  SCOPED_TRACE(fmt::format("{}: engine {}, policy {}, schedule {}{}", specimen.name(), options.engine, options.policy,
                           to_text(options.schedule), options.deterministic ? ", deterministic" : ""));
  const Graph& graph = specimen.graph();
  const VertexId source = 17;
  for (const Side side : {Side::out, Side::in}) {
    const RightArcs right(specimen, source, side);
    const std::string arcs = side == Side::out ? "forward" : "backward";
    const TimedRun bfs =
        run_of(graph, {.algorithm = "bfs", .parameters = {{"arcs", arcs}}, .sources = {"17"}}, options);
    const EdgeId parents = options.deterministic ? right.against - right.into_source : 0;
    EXPECT_EQ(bfs.edges_traversed, right.search + parents) << arcs;
  }
  const RightArcs right(specimen, source, Side::out);
  const TimedRun bc = run_of(graph, {.algorithm = "bc", .sources = {"17"}}, options);
  EXPECT_EQ(bc.edges_traversed, 2 * right.search - right.from_source) << "there, and back to the source's neighbors";
  RunOptions sweeps = options;
  sweeps.schedule = {};  // whose keys are for frontiers
  const TimedRun pagerank = run_of(graph, {.algorithm = "pagerank", .parameters = {{"iterations", "3"}}}, sweeps);
  EXPECT_EQ(pagerank.edges_traversed, 3 * graph.num_arcs());
}

class ArcsOnACpu : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
};

TEST_F(ArcsOnACpu, AreTheSameWhateverTheEngineAndTheDirection) {
  for (const char* name : small_names) {
    Specimen specimen = small_specimen(name);
    for (const int threads : {1, 3}) {
      for (const char* schedule : {"direction=push", "direction=pull", "direction=optimized", "balance=edge",
                                   "dedup=bitmap", "direction=push ; direction=pull if size>5%"}) {
        expect_right_arcs(specimen, {.schedule = parse_schedule(schedule), .threads = threads});
      }
      for (const char* engine : {"sparse", "dense", "hybrid"}) {
        for (const bool deterministic : {false, true}) {
          expect_right_arcs(specimen, {.engine = engine, .threads = threads, .deterministic = deterministic});
        }
      }
      for (const char* policy : {"alpha_beta", "threshold:1", "model", "oracle", "random:3"}) {
        expect_right_arcs(specimen, {.policy = policy, .threads = threads});
      }
    }
  }
}

/// A pull that stops early reads fewer arcs than leave its frontier, and no fewer than it finds parents.
TEST_F(ArcsOnACpu, ThatArePulledAreCountedAsRead) {
  Specimen specimen = small_specimen("rmat");
  const auto run = [&](const std::string& direction, const std::string& engine) {
    return run_of(specimen.graph(), {.algorithm = "bfs", .sources = {"17"}},
                  {.engine = engine, .schedule = parse_schedule(direction.empty() ? "" : "direction=" + direction)});
  };
  const TimedRun pushed = run("push", "sparse");
  EXPECT_EQ(pushed.arcs_read, pushed.edges_traversed);
  const TimedRun optimized = run("optimized", "sparse");
  EXPECT_LT(optimized.arcs_read, optimized.edges_traversed);
  const auto reached = static_cast<std::uint64_t>(
      std::ranges::count_if(specimen.right().levels(17), [](std::int64_t level) { return level > 0; }));
  EXPECT_GE(run("pull", "sparse").arcs_read, reached);
  const TimedRun dense = run("", "dense");
  EXPECT_GE(dense.arcs_read, dense.edges_traversed);
  EXPECT_EQ(dense.tile_arcs_read, dense.arcs_read);
}

/// The operations of a trace.
std::set<std::string> operations(const Graph& graph, const std::string& algorithm, RunOptions options) {
  options.trace = true;
  const RunReport report = run_program(graph, {.algorithm = algorithm, .options = options});
  std::set<std::string> names;
  EdgeId arcs = 0;
  for (const TraceStep& step : report.trace.steps()) {
    names.emplace(step.operation);
    arcs += step.arcs;
    EXPECT_GE(step.ms, 0) << step.operation;
    const bool is_over_vertices = step.operation.starts_with("vertex") || step.operation == "index_map";
    EXPECT_EQ(is_over_vertices ? step.arcs : 0, 0U) << step.operation;
  }
  EXPECT_EQ(arcs, report.runs.front().edges_traversed) << algorithm;
  EXPECT_GT(arcs, 0U) << algorithm;
  return names;
}

using Operations = std::set<std::string>;

TEST_F(ArcsOnACpu, EveryOperatorIsAStepOfTheTrace) {
  Specimen specimen = small_specimen("rmat");
  const Graph& graph = specimen.graph();
  EXPECT_EQ(operations(graph, "cc", {}), (Operations{"edge_apply", "index_map", "vertex_map"}));
  EXPECT_EQ(operations(graph, "tc", {}), Operations{"count_triangles"});
  EXPECT_EQ(operations(graph, "bc", {}), (Operations{"edge_map", "gather", "vertex_map"}));
  EXPECT_TRUE(operations(graph, "pagerank", {}).contains("edge_reduce"));
}

class ArcsOnAGpu : public OnAGpu {
 protected:
  static RunOptions on_the_gpu(const std::string& schedule, const std::string& engine = "auto") {
    return {.engine = engine, .schedule = parse_schedule(schedule), .device = "cuda"};
  }
};

TEST_F(ArcsOnAGpu, AreTheSameWhateverTheDriver) {
  for (const char* name : small_names) {
    Specimen specimen = small_specimen(name);
    for (const char* driver : {"launched", "fused", "graph", "adaptive"}) {
      expect_right_arcs(specimen, on_the_gpu(std::string("driver=") + driver));
    }
  }
}

TEST_F(ArcsOnAGpu, AreTheSameWhateverTheEngineAndTheDirection) {
  for (const char* name : small_names) {
    Specimen specimen = small_specimen(name);
    for (const char* direction : {"push", "pull", "optimized"}) {
      expect_right_arcs(specimen, on_the_gpu(std::string("direction=") + direction, "sparse"));
    }
    for (const char* engine : {"sparse", "dense", "hybrid"}) {
      RunOptions options = on_the_gpu("driver=launched", engine);
      expect_right_arcs(specimen, options);
      options.deterministic = true;
      expect_right_arcs(specimen, options);
    }
  }
}

TEST_F(ArcsOnAGpu, AreTheSameWhateverTheLayoutAndTheBalance) {
  for (const char* name : small_names) {
    Specimen specimen = small_specimen(name);
    for (const char* schedule :
         {"layout=coo", "layout=ell", "layout=blocked,block=300", "layout=segments,heavy=4,block=200", "balance=vertex",
          "balance=edge", "balance=warp", "balance=block", "balance=twc", "balance=etwc", "balance=stages",
          "frontier=bitmap", "frontier=bytemap", "frontier=counter", "creation=unfused", "aggregate=thread"}) {
      expect_right_arcs(specimen, on_the_gpu(std::string("direction=push,") + schedule));
    }
  }
}

TEST_F(ArcsOnAGpu, AreThoseOfACpuWhereTrianglesAreCounted) {
  for (const char* name : {"rmat", "road"}) {
    Specimen specimen = small_specimen(name);
    const auto traversed = [&](const std::string& device) {
      return run_of(specimen.graph(), {.algorithm = "tc"}, {.device = device}).edges_traversed;
    };
    EXPECT_EQ(traversed("cuda"), traversed("cpu")) << name;
  }
}

TEST_F(ArcsOnAGpu, EveryOperatorIsAStepOfTheTrace) {
  Specimen specimen = small_specimen("rmat");
  const Graph& graph = specimen.graph();
  EXPECT_EQ(operations(graph, "cc", on_the_gpu("")), (Operations{"edge_apply", "index_map", "vertex_map"}));
  EXPECT_EQ(operations(graph, "tc", on_the_gpu("")), Operations{"count_triangles"});
  EXPECT_EQ(operations(graph, "bc", on_the_gpu("driver=launched")), (Operations{"edge_map", "gather", "vertex_map"}));
  EXPECT_EQ(operations(graph, "bc", on_the_gpu("driver=fused")), (Operations{"iterate", "sweep_back", "vertex_map"}));
}

}  // namespace
}  // namespace mg
