// Ranks of one run, as threads that share their state: each has a part of the graph and changes its own vertices, all
// decide alike, and together they come to what one rank comes to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/bfs.hpp"
#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/engine.hpp"
#include "engine/error.hpp"
#include "engine/loop.hpp"
#include "engine/offer.hpp"
#include "engine/registry.hpp"
#include "hybrid/kernels.hpp"
#include "tests/specimen.hpp"
#include "tests/thread_ranks.hpp"
#include "tests/verified_graphs.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

/// Equal shares of the vertices, the last of which may be empty.
VertexRange share_of(const Graph& graph, const Communicator& ranks) {
  const auto size = static_cast<VertexId>(ranks.size());
  const VertexId share = (graph.num_vertices() + size - 1) / size;
  const VertexId first = std::min(graph.num_vertices(), share * static_cast<VertexId>(ranks.rank()));
  return {first, std::min(graph.num_vertices(), first + share)};
}

struct Arc {
  VertexId from;
  VertexId to;
  std::uint32_t weight;
  // NOLINTNEXTLINE(modernize-use-nullptr): what it sees here is the zero of the comparison that it rewrote
  auto operator<=>(const Arc&) const = default;
};

/// Of rows of sources, or of targets.
void add_arcs(const Adjacency& rows, bool of_sources, std::vector<Arc>& arcs) {
  const auto* weights = std::get_if<Array<std::uint32_t>>(&rows.weights);
  for (VertexId v = 0; v < rows.num_rows(); ++v) {
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const VertexId other = rows.neighbors[e];
      const std::uint32_t weight = weights == nullptr ? 0 : (*weights)[e];
      arcs.push_back(of_sources ? Arc{v, other, weight} : Arc{other, v, weight});
    }
  }
}

TEST(PartsOfAGraph, HaveEachArcOnce) {
  for (const char* name : {"rmat_10_directed", "grid_17x19", "star"}) {
    Specimen specimen = specimen_of(with_weights(zoo_graph(name)));
    const Graph& graph = specimen.graph();
    const VertexId third = graph.num_vertices() / 3;
    const VertexRange ranges[] = {{0, third}, {third, third}, {third, graph.num_vertices()}};
    std::vector<Arc> along;
    std::vector<Arc> against;
    std::vector<Arc> by_senders[2];
    std::vector<Arc> by_receivers[2];
    add_arcs(graph.out, true, along);
    add_arcs(graph.in, true, against);
    for (const VertexRange& own : ranges) {
      const GraphPart part(graph, own);
      EXPECT_FALSE(part.is_whole());
      for (const Side side : {Side::out, Side::in}) {
        const auto i = static_cast<std::size_t>(side);
        std::vector<Arc> received;
        add_arcs(part.senders(side), true, by_senders[i]);
        add_arcs(part.receivers(side), false, received);
        for (const Arc& arc : received) EXPECT_TRUE(own.contains(arc.to));
        by_receivers[i].insert(by_receivers[i].end(), received.begin(), received.end());
      }
    }
    for (auto* arcs : {&along, &against, &by_senders[0], &by_senders[1], &by_receivers[0], &by_receivers[1]}) {
      std::ranges::sort(*arcs);
    }
    EXPECT_EQ(by_senders[0], along) << name;
    EXPECT_EQ(by_receivers[0], along) << name;
    EXPECT_EQ(by_senders[1], against) << name;
    EXPECT_EQ(by_receivers[1], against) << name;
  }
}

TEST(PartsOfAGraph, AreTheGraphItselfWhereThereIsOne) {
  Specimen specimen = specimen_of(zoo_graph("rmat_10_directed"));
  const Graph& graph = specimen.graph();
  const GraphPart whole(graph);
  EXPECT_TRUE(whole.is_whole());
  EXPECT_EQ(whole.own().size(), graph.num_vertices());
  EXPECT_EQ(&whole.senders(Side::out), &graph.out);
  EXPECT_EQ(&whole.receivers(Side::out), &graph.in);
  EXPECT_EQ(&whole.senders(Side::in), &graph.in);
  EXPECT_EQ(&whole.receivers(Side::in), &graph.out);
  EXPECT_THROW(GraphPart(graph, {1, 0}), Error);
  EXPECT_THROW(GraphPart(graph, {0, graph.num_vertices() + 1}), Error);
}

/// What every vertex gets from those with arcs to it: whole numbers, which add up alike in any order.
struct AddUp {
  using Combine = Sum;
  const double* held;
  double* sums;

  [[nodiscard]] double message(VertexId u) const { return held[u]; }
  [[nodiscard]] double update(VertexId v, double sum) {
    sums[v] = sum;
    return sum;
  }
};

/// The same for a frontier's vertices.
struct GatherUp {
  using Combine = Sum;
  const double* held;
  double* sums;

  [[nodiscard]] double message(VertexId u) const { return held[u]; }
  bool update(VertexId v, double sum) {
    sums[v] = sum;
    return false;
  }
};

struct Note {
  double* notes;
  double value;
  void operator()(VertexId v) const { notes[v] += value; }
};

/// The arrays that all ranks work on, each at its own vertices.
struct SharedState {
  explicit SharedState(VertexId n) : parents(n, no_vertex), levels(n, -1), held(n), sums(n), gathered(n), notes(n) {
    std::iota(held.begin(), held.end(), 1.0);
  }

  std::vector<VertexId> parents;
  std::vector<std::int32_t> levels;
  std::vector<double> held;
  std::vector<double> sums;
  std::vector<double> gathered;
  std::vector<double> notes;
};

/// A search from `source`, in which ranks hand each other what they have reached.
void search(Loop& loop, Communicator& ranks, SharedState& state, VertexId source) {
  bfs::Visit visit{state.parents.data(), {state.levels.data()}};
  loop.vertex_map(StartSearch<bfs::Visit>{visit, source});
  ranks.meet();
  std::vector<VertexId> reached{source};
  for (std::int32_t level = 1; !reached.empty(); ++level) {
    visit.stamp.now = level;
    Frontier from = Frontier::of(reached);
    from.handed_around = true;
    const Frontier next = loop.to_queue(loop.edge_map(visit, from));
    reached = ranks.gather(next.queue());
    const Extent all = next.everywhere(ranks);
    EXPECT_EQ(all.vertices, reached.size());
  }
}

struct WholeAndSum {
  SharedState state;
  double sum = 0;
  std::uint64_t kept = 0;
};

/// Everything that a rank does with its part, on so many ranks.
WholeAndSum worked_on(const Graph& graph, const RunOptions& options, int size) {
  WholeAndSum result{.state = SharedState(graph.num_vertices())};
  SharedState& state = result.state;
  ThreadGroup group(size);
  const auto problems = on_ranks(group, [&](Communicator& ranks) {
    const GraphPart part = size == 1 ? GraphPart(graph) : GraphPart(graph, share_of(graph, ranks));
    RunContext context(graph, options, ranks, part);
    context.begin_run();
    Loop loop(context);
    search(loop, ranks, state, 0);
    const double sum = loop.edge_reduce(AddUp{state.held.data(), state.sums.data()});
    loop.gather(GatherUp{state.held.data(), state.gathered.data()}, loop.filter([](VertexId v) { return v % 2 == 0; }),
                Side::out);
    loop.vertex_map(Note{state.notes.data(), 1});
    loop.vertex_map(Note{state.notes.data(), 2}, loop.all());
    const double vertices = loop.vertex_reduce([](VertexId) { return 1.0; });
    EXPECT_EQ(vertices, graph.num_vertices());
    const std::uint64_t kept = loop.filter([](VertexId v) { return v % 3 == 0; }).everywhere(ranks).vertices;
    if (ranks.rank() != 0) return;
    result.sum = sum;
    result.kept = kept;
  });
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  return result;
}

TEST(Ranks, ComeToWhatOneComesTo) {
  register_built_in();
  const std::vector<RunOptions> ways{{.engine = "sparse"},
                                     {.engine = "sparse", .schedule = parse_schedule("direction=push")},
                                     {.engine = "sparse", .schedule = parse_schedule("direction=pull")},
                                     {.engine = "sparse", .schedule = parse_schedule("balance=edge")},
                                     {.engine = "dense"},
                                     {.engine = "hybrid", .deterministic = true}};  // which executes each step once
  for (const char* name : {"rmat_10_directed", "grid_17x19", "star", "one_vertex"}) {
    Specimen specimen = specimen_of(zoo_graph(name));
    const Graph& graph = specimen.graph();
    const WholeAndSum expected = worked_on(graph, {.engine = "sparse", .device = "cpu", .threads = 1}, 1);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (const int size : {1, 2, 3, 7}) {
        SCOPED_TRACE(testing::Message() << name << ", way " << i << ", ranks: " << size);
        RunOptions options = ways[i];
        options.device = "cpu";
        options.threads = 1 + size % 2;
        const WholeAndSum found = worked_on(graph, options, size);
        EXPECT_EQ(found.state.levels, expected.state.levels);
        EXPECT_EQ(found.state.sums, expected.state.sums);
        EXPECT_EQ(found.state.gathered, expected.state.gathered);
        EXPECT_EQ(found.state.notes, std::vector<double>(graph.num_vertices(), 3));
        EXPECT_EQ(found.sum, expected.sum);
        EXPECT_EQ(found.kept, expected.kept);
      }
    }
  }
}

TEST(Ranks, AreToldWhatTheyDoNotShare) {
  register_built_in();
  Specimen specimen = specimen_of(zoo_graph("rmat_10_directed"));
  const Graph& graph = specimen.graph();
  RunContext context(graph, {.engine = "sparse", .device = "cpu", .threads = 1}, alone(), GraphPart(graph, {0, 10}));
  context.begin_run();
  Loop loop(context);
  EXPECT_THROW(static_cast<void>(loop.count_triangles()), Error);
  EXPECT_THROW(static_cast<void>(loop.orient()), Error);
  SharedState state(graph.num_vertices());
  EXPECT_THROW(static_cast<void>(loop.search(bfs::Visit{state.parents.data(), {state.levels.data()}}, 0)), Error);
}

/// A path from vertex 0 on.
Graph path_of(VertexId n) {
  std::vector<Edge> edges;
  for (VertexId v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return small_graph(n, false, edges);
}

/// Whose frontier is empty goes on as long as another rank's is not.
TEST(RanksOfALoop, EndWithTheLast) {
  register_built_in();
  ThreadGroup group(3);
  std::vector<std::uint64_t> iterations(3);
  std::vector<double> sums(3);
  const auto problems = on_ranks(group, [&](Communicator& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    const Graph graph = path_of(static_cast<VertexId>(10 * rank + 2));
    RunContext context(graph, {.engine = "sparse", .device = "cpu", .threads = 1}, ranks, GraphPart(graph));
    context.begin_run();
    Loop loop(context);
    State<VertexId> parents(graph.num_vertices());
    State<std::int32_t> levels(graph.num_vertices());
    const IterationCount count = loop.search(bfs::Visit{parents.on(loop), {levels.on(loop)}}, 0);
    iterations[rank] = count.iterations;
    EXPECT_TRUE(count.finished);
    sums[rank] = loop.vertex_reduce([](VertexId) { return 1.0; });
  });
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(iterations, std::vector<std::uint64_t>(3, iterations[2]));
  EXPECT_GE(iterations[2], 21U);
  EXPECT_EQ(sums, std::vector<double>(3, 2 + 12 + 22));
}

/// A bucket's turn is that of all ranks, whoever has vertices in it.
TEST(RanksOfALoop, TakeTheSameBucket) {
  register_built_in();
  ThreadGroup group(2);
  const Graph graph = path_of(8);
  const auto problems = on_ranks(group, [&](Communicator& ranks) {
    RunContext context(graph, {.engine = "sparse", .device = "cpu", .threads = 1}, ranks, GraphPart(graph));
    context.begin_run();
    Loop loop(context);
    Loop::Buckets buckets = loop.buckets(1);
    buckets.push(0, ranks.rank() == 0 ? 5 : 2, 3);
    Frontier frontier;
    ASSERT_TRUE(loop.pop(buckets, frontier));
    EXPECT_EQ(buckets.current(), 2U);
    EXPECT_EQ(frontier.size(), ranks.rank() == 0 ? 0U : 1U);
    ASSERT_TRUE(loop.pop(buckets, frontier));
    EXPECT_EQ(buckets.current(), 5U);
    EXPECT_EQ(frontier.size(), ranks.rank() == 0 ? 1U : 0U);
    EXPECT_FALSE(loop.pop(buckets, frontier));
  });
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
}

/// Offers what costs nothing, but not on every rank.
class Choosy final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "choosy"; }
  void prepare(RunContext& context) override { dense_->prepare(context); }
  void take_part(RunContext& context) override { dense_->prepare(context); }
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }
  void offers(const CpuStep&, const Outlook&, RunContext& context, Offers& offers) override {
    const bool is_here = context.communicator.rank() == 0;
    offers.add({.name = "choosy", .problem = is_here ? "" : "this rank is the wrong one"});
  }
  void step(CpuStep& step, const Offer&, RunContext& context) override { dense_->step(step, context); }

 private:
  std::unique_ptr<Engine> dense_ = find_engine("dense").make();
};

std::vector<std::string> engines_of(const Graph& graph, Communicator& ranks) {
  RunContext context(graph,
                     {.engine = "hybrid",
                      .policy = "model",
                      .device = "cpu",
                      .threads = 1,
                      .deterministic = true,  // costs are not learned
                      .trace = true},
                     ranks, GraphPart(graph));
  context.begin_run();
  Loop loop(context);
  State<VertexId> parents(graph.num_vertices());
  State<std::int32_t> levels(graph.num_vertices());
  static_cast<void>(loop.search(bfs::Visit{parents.on(loop), {levels.on(loop)}}, 0));
  std::vector<std::string> engines;
  for (const TraceStep& step : context.trace.steps()) {
    if (step.operation == "edge_map") engines.emplace_back(step.engine);
  }
  return engines;
}

TEST(RanksThatChoose, LeaveOutWhatOneOfThemCannotDo) {
  register_built_in();
  register_engine({.name = "choosy",
                   .summary = "is particular about ranks",
                   .make = [] { return std::make_unique<Choosy>(); },
                   .takes_part = true});
  const Graph graph = path_of(8);
  EXPECT_EQ(engines_of(graph, alone()), std::vector<std::string>(8, "choosy"));
  ThreadGroup group(2);
  std::vector<std::vector<std::string>> engines(2);
  const auto problems = on_ranks(
      group, [&](Communicator& ranks) { engines[static_cast<std::size_t>(ranks.rank())] = engines_of(graph, ranks); });
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(engines[0], engines[1]);
  EXPECT_EQ(std::ranges::count(engines[0], "choosy"), 0);
}

}  // namespace
}  // namespace mg
