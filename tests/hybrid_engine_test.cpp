// The hybrid engine around its policies: what it offers them, whom it sends, what it tells, and that undoing a step
// leaves no trace of it. That its answers are right is algorithms_test.cpp's.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bfs.hpp"
#include "algorithms/built_in.hpp"
#include "dense/tile_access.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "engine/state_copies.hpp"
#include "hybrid/policies/policy.hpp"
#include "hybrid/step_facts.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "sparse/sparse_engine.hpp"
#include "tests/generator_specs.hpp"
#include "tests/host_device.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// What a step allows.
struct StepLimits {
  Pattern pattern = Pattern::expand;
  bool has_buckets = false;
  bool has_cell = true;
  bool comes_apart = true;
  bool sums = false;
  bool orders_sums = false;
  bool builds_layouts = true;
};

/// What the built-in engines offer for a step, each as its name, with the reason where it is closed.
class TheOffersOfAStep : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  std::vector<std::string> offers_of(const StepLimits& limits, const std::string& schedule = "") {
    Buckets buckets(1, 1);
    std::vector<Kernel> kernels{{.name = "pull"}};
    if (limits.has_cell) kernels.push_back({.name = "push"});
    if (limits.comes_apart) kernels.push_back({.name = "two_phase"});
    const Frontier from = Frontier::of({0});
    const GraphPart part(specimen_.graph());
    Frontier to;
    CpuStep step{{.pattern = limits.pattern, .traits = {.idempotent = !limits.sums, .wire_bytes = 4}},
                 specimen_.graph(),
                 part,
                 &from,
                 to,
                 kernels};
    if (limits.has_buckets) step.buckets = &buckets;
    RunContext context(specimen_.graph(), {.engine = "sparse", .schedule = parse_schedule(schedule)});
    const RunFacts run{.num_vertices = specimen_.num_vertices(),
                       .num_arcs = specimen_.graph().num_arcs(),
                       .builds_layouts = limits.builds_layouts,
                       .orders_sums = limits.orders_sums};
    const StepFacts facts{.pattern = limits.pattern, .vertices = 1, .arcs = 5, .unexplored_arcs = run.num_arcs};
    Offers offers;
    const std::unique_ptr<Engine> engines[] = {find_engine("dense").make(), make_sparse_engine()};
    for (const auto& engine : engines) engine->offers(step, {.run = run, .step = facts, .arcs = 5}, context, offers);
    std::vector<std::string> all;
    for (const Offer& offer : offers.open()) {
      EXPECT_GT(offer.expected_ms, 0);
      EXPECT_GT(offer.bytes, 0);
      all.emplace_back(offer.name);
    }
    for (const Offer& offer : offers.refused()) {
      all.push_back("not " + std::string(offer.name) + ": " + std::string(offer.problem));
    }
    return all;
  }

  Specimen specimen_ = large_specimen("rmat_directed");
};

using Names = std::vector<std::string>;

TEST_F(TheOffersOfAStep, AreThoseThatItAllowsAndWhyNotTheOthers) {
  const std::string no_tiles = "not dense: the graph came without tiles for it";
  const std::string ordered = "not sparse push: sums in an order that never changes";
  EXPECT_EQ(offers_of({}), (Names{"dense", "sparse push", "sparse pull"}));
  EXPECT_EQ(offers_of({.has_buckets = true}), (Names{"sparse push", "not dense: it has no priority buckets",
                                                     "not sparse pull: buckets are filled by pushing"}));
  EXPECT_EQ(offers_of({.pattern = Pattern::reduce}), (Names{"dense", "sparse pull"}));
  EXPECT_EQ(offers_of({.pattern = Pattern::gather, .has_cell = false}), (Names{"dense", "sparse pull"}));
  EXPECT_EQ(offers_of({.has_cell = false}),
            (Names{"dense", "sparse pull", "not sparse push: the function has no cell to push into"}));
  EXPECT_EQ(
      offers_of({.comes_apart = false}),
      (Names{"sparse push", "sparse pull",
             "not dense: the function does not say what a vertex sends apart from what becomes of it along an edge"}));
  EXPECT_EQ(offers_of({.sums = true}), (Names{"dense", "sparse push", "sparse pull"}));
  EXPECT_EQ(offers_of({.sums = true, .orders_sums = true}), (Names{"dense", "sparse pull", ordered}));
  EXPECT_EQ(offers_of({.orders_sums = true}), (Names{"dense", "sparse push", "sparse pull"}));
  EXPECT_EQ(offers_of({.builds_layouts = false}), (Names{"sparse push", "sparse pull", no_tiles}));
}

TEST_F(TheOffersOfAStep, ObeyTheSchedule) {
  const std::string rows = "not dense: the schedule speaks of rows";
  const std::string push = "not sparse pull: the schedule says push";
  EXPECT_EQ(offers_of({}, "direction=push"), (Names{"sparse push", rows, push}));
  EXPECT_EQ(offers_of({}, "direction=pull"), (Names{"sparse pull", rows, "not sparse push: the schedule says pull"}));
  EXPECT_EQ(offers_of({.has_cell = false}, "direction=push"),
            (Names{"sparse pull", rows, "not sparse push: the function has no cell to push into"}));
  EXPECT_EQ(offers_of({.sums = true, .orders_sums = true}, "direction=push"),
            (Names{"sparse pull", rows, "not sparse push: sums in an order that never changes"}));
  EXPECT_EQ(offers_of({.pattern = Pattern::reduce}, "layout=ell"), (Names{"sparse pull", rows}));
  EXPECT_EQ(offers_of({}, "balance=edge"), (Names{"sparse push", "sparse pull", rows}));
  EXPECT_EQ(offers_of({}, "alpha=3,beta=5,delta=7"), (Names{"dense", "sparse push", "sparse pull"}));
}

TEST(Offers, StandInTheirOrderTheOpenOnesFirst) {
  Offers offers;
  const auto names = [&] {
    std::string all;
    for (const Offer& offer : offers.open()) all += std::string(offer.name) + " ";
    all += "|";
    for (const Offer& offer : offers.refused()) all += " " + std::string(offer.name);
    return all;
  };
  for (const char* name : {"a", "b", "c", "d"}) {
    offers.add({.name = name, .problem = *name == 'b' ? "busy" : ""});
  }
  EXPECT_EQ(names(), "a c d | b");
  offers.refuse(0, "broken");
  EXPECT_EQ(names(), "c d | a b");
  EXPECT_EQ(offers.refused()[0].problem, "broken");
  offers.add({.name = "e"});
  EXPECT_EQ(names(), "c d e | a b");
  offers.clear();
  EXPECT_EQ(names(), "|");
  for (std::size_t i = 0; i < 2 * Offers::most; ++i) offers.add({.name = "more"});
  EXPECT_EQ(offers.open().size(), Offers::most);
}

TEST(ASampleOfArcs, IsExactForShortQueuesAndNearForOthers) {
  Specimen specimen = generated_specimen("uniform", spec_of(GeneratorKind::uniform, 1 << 15));
  const Adjacency& rows = specimen.graph().out;
  const auto expect_near = [&](const Frontier& frontier, double tolerance) {
    const auto exact = static_cast<double>(count_arcs(rows, frontier, 1));
    EXPECT_NEAR(static_cast<double>(hybrid::sample_arcs(rows, frontier)), exact, tolerance * exact);
  };
  const VertexId n = specimen.graph().num_vertices();
  std::vector<VertexId> few;
  std::vector<VertexId> many;
  Bitmap bits(n);
  for (VertexId v = 0; v < n; v += 3) {
    if (few.size() < hybrid::sample_size) few.push_back(v);
    many.push_back(v);
    bits.set(v);
  }
  const std::size_t size = many.size();
  expect_near(Frontier::of(std::move(few)), 0);
  expect_near(Frontier::of(std::move(many)), 0.05);
  expect_near(Frontier::of(std::move(bits), size), 0.05);
  expect_near(Frontier::all(n), 0);
  EXPECT_EQ(hybrid::sample_arcs(rows, Frontier()), 0U);
  EXPECT_EQ(hybrid::sample_arcs(rows, Frontier::of(Bitmap(n), 0)), 0U);
}

TEST(CopiesOfTheState, BringItBackFromWhereItLies) {
  const std::shared_ptr<Device> devices[] = {nullptr, std::make_shared<HostDevice>()};
  for (const auto& device : devices) {
    std::vector<int> a{1, 2, 3};
    std::vector<double> b{0.5};
    auto owner_of_a = std::make_shared<const char>();
    const auto owner_of_b = std::make_shared<const char>();
    StateCopies copies;
    copies.add(owner_of_a, b.data(), sizeof(double));
    copies.add(owner_of_a, a.data(), a.size() * sizeof(int));
    copies.add(owner_of_b, b.data(), sizeof(double));
    copies.add(owner_of_a, a.data(), a.size() * sizeof(int));
    EXPECT_EQ(copies.size_bytes(), 3 * sizeof(int) + sizeof(double)) << "told twice, there once";
    copies.save(device);
    a = {7, 8, 9};
    b = {2};
    copies.restore();
    EXPECT_EQ(a, (std::vector{1, 2, 3}));
    EXPECT_EQ(b, (std::vector{0.5}));
    a[1] = 20;
    copies.save(device);
    a[1] = 0;
    copies.restore();
    EXPECT_EQ(a, (std::vector{1, 20, 3})) << "the last copy counts";
    owner_of_a.reset();
    EXPECT_EQ(copies.size_bytes(), sizeof(double));
    a[1] = 5;
    b[0] = 3;
    copies.restore();
    EXPECT_EQ(a[1], 5) << "what is gone is left alone";
    EXPECT_EQ(b[0], 0.5);
  }
}

/// An engine that says it needs so much of a GPU's memory.
class Hungry final : public Engine {
 public:
  explicit Hungry(std::uint64_t bytes) : bytes_(bytes) {}
  [[nodiscard]] std::string_view name() const override { return "hungry"; }
  void prepare(RunContext&) override {}
  void step(CpuStep&, RunContext&) override {}
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }
  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t, std::uint64_t) const override { return bytes_; }

 private:
  std::uint64_t bytes_;
};

TEST(TheDenseEngine, IsOutOfReachWithoutRoomOrKernelsOnAGpu) {
  Specimen specimen = large_specimen("rmat_directed");
  const auto device = std::make_shared<HostDevice>();
  DeviceContext gpu(device, specimen.graph(), 2);
  const DeviceFrontier all = DeviceFrontier::all(specimen.num_vertices());
  DeviceFrontier next;
  const bfs::Visit visit{};
  const auto expanded = [&](Side side) {
    return GpuStep{{.side = side, .traits = traits_of<bfs::Visit>}, &all, next, device_function(visit)};
  };
  const GpuStep step = expanded(Side::out);
  const GpuStep backward = expanded(Side::in);
  const std::uint64_t free = device->free_bytes();
  const Hungry modest(free);
  const Hungry greedy(free + 1);
  dense::TileAccess access(modest);
  EXPECT_EQ(access.problem(step, gpu), "");
  EXPECT_EQ(dense::TileAccess(greedy).problem(step, gpu), "the GPU has no room for tiles");
  access.give_up(step, gpu);
  EXPECT_EQ(access.problem(step, gpu), "the GPU has no room for tiles");
  EXPECT_EQ(access.problem(backward, gpu), "") << "other rows, other tiles";

  const auto bare = std::make_shared<HostDevice>();
  bare->has = [](const KernelRequest& request) { return request.agent.find("::dense::") == std::string::npos; };
  DeviceContext without(bare, specimen.graph(), 2);
  EXPECT_EQ(dense::TileAccess(modest).problem(step, without),
            "its kernels are not built in, and there is no compiler for them");
}

/// What a policy of the test was asked and told.
struct Seen {
  int steps = 0;
  int learned = 0;
  std::set<std::vector<Way>> offers;
};
Seen seen;

/// Goes one way wherever it can.
class Stubborn final : public Policy {
 public:
  Stubborn(Way way, bool learns) : way_(way), learns_(learns) {}
  Choice choose(const StepFacts& step, std::span<Offer> candidates) override {
    EXPECT_EQ(step.step, static_cast<std::uint64_t>(seen.steps++));
    std::vector<Way> offer;
    for (const Offer& candidate : candidates) {
      EXPECT_GT(candidate.expected_ms, 0);
      offer.push_back(candidate.way);
    }
    seen.offers.insert(offer);
    return {position_of(way_, candidates).value_or(0), "stubborn"};
  }
  [[nodiscard]] bool learns() const override { return learns_; }
  void learn(const StepFacts&, const Offer&, double ms) override {
    EXPECT_GT(ms, 0);
    ++seen.learned;
  }

 private:
  Way way_;
  bool learns_;
};

/// What dense steps were to pay of their tiles, step by step.
std::vector<double> building;

/// Does without the dense engine for twenty steps.
class Late final : public Policy {
 public:
  Choice choose(const StepFacts& step, std::span<Offer> candidates) override {
    const std::size_t dense = position_of(Way::sweep, candidates).value();
    building.push_back(candidates[dense].build_ms);
    return {step.step < 20 ? 1 - dense : dense, "late"};
  }
  [[nodiscard]] bool builds_layouts() const override { return true; }
};

/// Tries ways in part, whole or not at all, by turns, and takes them by turns, having had them reckoned anew.
class Restless final : public Policy {
 public:
  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    if (step.reckon) step.reckon(static_cast<double>(step.vertices));
    return {step.step % offers.size(), "next"};
  }
  [[nodiscard]] bool tries_some() const override { return true; }
  [[nodiscard]] Trial tries(const StepFacts& step, std::span<const Offer>, std::size_t position) override {
    return static_cast<Trial>((step.step / 2 + position) % 3);
  }
  [[nodiscard]] bool learns() const override { return true; }
  void learn(const StepFacts& step, const Offer& offer, double ms) override {
    EXPECT_GT(ms, 0);
    parts += offer.vertices < static_cast<double>(step.vertices) / 2 ? 1 : 0;
  }
  static int parts;  ///< that it was told of
};
int Restless::parts = 0;

class HybridEngine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    const auto add = [](const std::string& name, Way way, bool learns) {
      register_policy({.name = name, .summary = "", .make = [=](const std::string&) {
                         return std::make_unique<Stubborn>(way, learns);
                       }});
    };
    add("test-dense", Way::sweep, true);
    add("test-push", Way::push, true);
    add("test-pull", Way::pull, false);
    register_policy(
        {.name = "test-late", .summary = "", .make = [](const std::string&) { return std::make_unique<Late>(); }});
    register_policy({.name = "test-restless", .summary = "", .make = [](const std::string&) {
                       return std::make_unique<Restless>();
                     }});
    register_policy(
        {.name = "test-astray", .summary = "", .make = [](const std::string&) { return std::make_unique<Astray>(); }});
  }
  void SetUp() override { seen = {}; }

  /// Chooses what is not there.
  class Astray final : public Policy {
   public:
    Choice choose(const StepFacts&, std::span<Offer> candidates) override { return {candidates.size(), ""}; }
  };

  /// The large skewed graph, with tiles.
  Graph tiled() {
    Graph graph = specimen_.graph();
    graph.tiles = std::make_shared<const Tiles>(
        build_tiles(graph.in, graph.num_vertices(), {.panel_columns = 2048, .chunk_arcs = 512}, 2));
    return graph;
  }
  static RunReport run(const Graph& graph, const std::string& algorithm, const RunOptions& options) {
    RunRequest request{.algorithm = algorithm, .options = options};
    request.options.trace = true;
    request.options.threads = options.threads != 0 ? options.threads : 2;
    if (find_algorithm(algorithm).info.source != SourceUse::none) request.sources = {"0"};
    return run_program(graph, request);
  }
  static void expect_refused(const Graph& graph, const RunOptions& options, const std::string& part,
                             ExitCode code = ExitCode::wrong_use) {
    try {
      static_cast<void>(run(graph, "bfs", options));
      ADD_FAILURE() << "nothing was refused; expected: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what() << "\nlacks: " << part;
    }
  }
  static std::vector<std::string> kernels_of(const RunReport& report) {
    std::vector<std::string> kernels;
    for (const TraceStep& step : engine_steps(report)) kernels.push_back(step.kernel);
    return kernels;
  }

  Specimen specimen_ = large_specimen("rmat_directed");
};

TEST_F(HybridEngine, ForcesTheWayThatThePolicyTakes) {
  const Graph graph = tiled();
  for (const auto& [policy, kernel, engine] : {std::tuple{"test-dense", "two_phase", "dense"},
                                               {"test-push", "push", "sparse"},
                                               {"test-pull", "pull", "sparse"}}) {
    seen = {};
    const RunReport report = run(graph, "cc-label", {.engine = "hybrid", .policy = policy});
    EXPECT_EQ(report.engine, "hybrid");
    EXPECT_EQ(report.policy, policy);
    const bool is_dense = std::string(policy) == "test-dense";
    for (const TraceStep& step : engine_steps(report)) {
      // Backward steps read rows that have no tiles.
      if (is_dense && step.engine == "sparse") {
        EXPECT_EQ(step.candidates.back().name, "dense");
        EXPECT_EQ(step.candidates.back().why_not, "the graph came without tiles for it");
        continue;
      }
      EXPECT_EQ(step.kernel, kernel);
      EXPECT_EQ(step.engine, engine);
      EXPECT_TRUE(step.reason.starts_with("stubborn")) << step.reason;
      EXPECT_GE(step.candidates.size(), 2U);
      EXPECT_EQ(std::ranges::count_if(step.candidates, &StepCandidate::chosen), 1);
    }
    EXPECT_EQ(seen.offers, (std::set<std::vector<Way>>{{Way::sweep, Way::push, Way::pull}, {Way::push, Way::pull}}));
    EXPECT_EQ(seen.steps, static_cast<int>(engine_steps(report).size()));
  }
}

TEST_F(HybridEngine, SharesTheCostOfTilesAmongTheStepsThatAreLikelyToUseThem) {
  const auto shares_of = [&](const Graph& graph, int runs) {
    building.clear();
    static_cast<void>(run_program(graph, {.algorithm = "pagerank",
                                          .parameters = {{"iterations", "24"}},
                                          .runs = runs,
                                          .options = {.engine = "hybrid", .policy = "test-late", .threads = 2}}));
    return std::exchange(building, {});
  };
  const std::vector<double> shares = shares_of(specimen_.graph(), 1);
  ASSERT_EQ(shares.size(), 24U);
  EXPECT_GT(shares[0], 0);
  EXPECT_EQ(shares[15], shares[0]) << "sixteen steps are likely";
  EXPECT_DOUBLE_EQ(shares[19], shares[0] * 16 / 20) << "what has gone on for twenty steps goes on for twenty more";
  EXPECT_DOUBLE_EQ(shares[20], shares[0] * 16 / 21);
  EXPECT_EQ(std::vector<double>(shares.begin() + 21, shares.end()), std::vector<double>(3)) << "they are there";
  EXPECT_DOUBLE_EQ(shares_of(specimen_.graph(), 3)[0], shares[0] / 3) << "two runs more may use them";
  EXPECT_EQ(shares_of(tiled(), 1)[0], 0);
}

TEST(TheCheapestCandidate, PaysForWhatIsToBeBuilt) {
  using List = std::vector<Offer>;
  EXPECT_EQ(cheapest(List{{.name = "dense", .way = Way::sweep, .expected_ms = 1, .build_ms = 3},
                          {.name = "sparse pull", .way = Way::pull, .expected_ms = 2}}),
            1U);
  EXPECT_EQ(cheapest(List{{.name = "dense", .way = Way::sweep, .expected_ms = 1, .build_ms = 0.5},
                          {.name = "sparse pull", .way = Way::pull, .expected_ms = 2}}),
            0U);
}

TEST_F(HybridEngine, TeachesThoseWhoLearnAndNobodyInDeterministicRuns) {
  const Graph& graph = specimen_.graph();
  static_cast<void>(run(graph, "cc-label", {.engine = "hybrid", .policy = "test-push"}));
  EXPECT_EQ(seen.learned, seen.steps);
  seen = {};
  static_cast<void>(run(graph, "cc-label", {.engine = "hybrid", .policy = "test-pull"}));
  EXPECT_GT(seen.steps, 0);
  EXPECT_EQ(seen.learned, 0) << "it does not learn";
  seen = {};
  static_cast<void>(run(graph, "cc-label", {.engine = "hybrid", .policy = "test-push", .deterministic = true}));
  EXPECT_GT(seen.steps, 0);
  EXPECT_EQ(seen.learned, 0);
}

TEST_F(HybridEngine, IsTheDefaultWhereTilesOrAPolicyAre) {
  const auto engine = [](const Graph& graph, const RunOptions& options) { return run(graph, "bfs", options).engine; };
  EXPECT_EQ(engine(specimen_.graph(), {}), "sparse");
  EXPECT_EQ(engine(specimen_.graph(), {.policy = "sample"}), "hybrid");
  EXPECT_EQ(engine(tiled(), {}), "hybrid");
  EXPECT_EQ(engine(tiled(), {.engine = "sparse"}), "sparse");
  EXPECT_EQ(run(tiled(), "bfs", {}).policy, "sample");
  EXPECT_EQ(run(tiled(), "bfs", {.engine = "dense"}).policy, "none");
}

TEST_F(HybridEngine, RefusesWhatMakesNoSense) {
  expect_refused(specimen_.graph(), {.engine = "sparse", .policy = "sample"}, "the engine 'sparse' takes no policy");
  expect_refused(specimen_.graph(), {.engine = "dense", .policy = "oracle"}, "use the engine 'hybrid'");
  expect_refused(specimen_.graph(), {.policy = "oracel"}, "did you mean 'oracle'?");
  expect_refused(specimen_.graph(), {.policy = "oracle", .deterministic = true}, "leave out --deterministic");
  expect_refused(specimen_.graph(), {.policy = "test-astray"}, "chose offer", ExitCode::internal);
}

TEST_F(HybridEngine, OracleMeasuresEveryWayAndKeepsTheFastest) {
  const RunReport report = run(tiled(), "pagerank-delta", {.engine = "hybrid", .policy = "oracle"});
  ASSERT_FALSE(engine_steps(report).empty());
  double total = 0;
  for (const TraceStep& step : engine_steps(report)) {
    ASSERT_EQ(step.candidates.size(), 3U);
    double best = step.candidates.front().ms.value();
    for (const StepCandidate& candidate : step.candidates) best = std::min(best, candidate.ms.value());
    EXPECT_EQ(step.ms, best);
    const auto kept =
        std::ranges::find_if(step.candidates, [&](const StepCandidate& candidate) { return candidate.ms == best; });
    const std::map<std::string, std::string> names{
        {"dense", "two_phase"}, {"sparse push", "push"}, {"sparse pull", "pull"}};
    EXPECT_EQ(step.kernel, names.at(kept->name));
    total += step.ms;
  }
  EXPECT_GE(report.runs[0].ms, total * 0.99) << "the run's time has the steps' in it";
}

TEST_F(HybridEngine, OracleLeavesNothingOfWhatItUndid) {
  for (const char* algorithm : {"bc", "pagerank-delta", "pagerank", "bfs", "sssp", "cc-label", "hits", "scc", "kcore",
                                "mis", "coloring", "closeness", "diameter", "spmv"}) {
    for (const int threads : {1, 3}) {
      RunRequest request{.algorithm = algorithm,
                         .options = {.engine = "hybrid", .policy = "oracle", .threads = threads}};
      if (find_algorithm(algorithm).info.source != SourceUse::none) request.sources = {"0"};
      EXPECT_EQ(specimen_.problem_of(request), "") << algorithm;
    }
  }
}

TEST_F(HybridEngine, LeavesNothingOfWhatWasTriedInPart) {
  Restless::parts = 0;
  for (const char* policy : {"test-restless", "sample:always"}) {
    for (const char* algorithm : {"bc", "pagerank-delta", "bfs", "sssp", "cc-label", "scc", "kcore"}) {
      for (const int threads : {1, 3}) {
        RunRequest request{.algorithm = algorithm,
                           .options = {.engine = "hybrid", .policy = policy, .threads = threads}};
        if (find_algorithm(algorithm).info.source != SourceUse::none) request.sources = {"0"};
        EXPECT_EQ(specimen_.problem_of(request), "") << algorithm << " by " << policy;
      }
    }
  }
  EXPECT_GT(Restless::parts, 0);
}

TEST_F(HybridEngine, RepeatsItsOwnTraceStepByStep) {
  const TemporaryFolder folder;
  const Graph graph = tiled();
  std::set<std::string> engines;
  for (const char* algorithm : {"bfs", "pagerank", "bc"}) {
    const RunReport first = run(graph, algorithm, {.engine = "hybrid", .policy = "random:3", .threads = 1});
    for (const TraceStep& step : engine_steps(first)) engines.emplace(step.engine);
    const std::string path =
        folder.write(std::string(algorithm) + ".json",
                     first.trace.to_json({.vertices = graph.num_vertices(), .arcs = graph.num_arcs()}));
    const RunOptions replay{.engine = "hybrid", .policy = "replay:" + path, .threads = 1};
    EXPECT_EQ(kernels_of(run(graph, algorithm, replay)), kernels_of(first)) << algorithm;
    EXPECT_NE(kernels_of(run(graph, algorithm, {.engine = "hybrid", .policy = "random:4", .threads = 1})),
              kernels_of(first))
        << "the test must be able to tell";
  }
  EXPECT_EQ(engines, (std::set<std::string>{"dense", "sparse"}));
  expect_refused(graph, {.policy = "replay:" + (folder / "pagerank.json")}, "it has edge_reduce there");
  expect_refused(specimen_of(zoo_graph("two_vertices_apart")).graph(), {.policy = "replay:" + (folder / "bfs.json")},
                 "is of another graph");
}

TEST_F(HybridEngine, AnswersAlikeOnAnyNumberOfThreadsWhereThatIsAskedFor) {
  const Graph graph = tiled();
  for (const char* algorithm : {"pagerank", "pagerank-delta", "bc"}) {
    std::vector<std::uint64_t> first;
    for (const int threads : {1, 2, 3, 7}) {
      const RunReport report = run(graph, algorithm, {.engine = "hybrid", .threads = threads, .deterministic = true});
      std::vector<std::uint64_t> bits;
      for (const double value : in_file_order<double>(graph, report.program->results().at(0))) {
        bits.push_back(std::bit_cast<std::uint64_t>(value));
      }
      if (first.empty()) first = bits;
      EXPECT_EQ(bits, first) << algorithm << ", " << threads << " threads";
    }
  }
}

TEST_F(HybridEngine, SaysHowMuchItMayTake) {
  const auto hybrid = find_engine("hybrid").make();
  const auto dense = find_engine("dense").make();
  EXPECT_TRUE(hybrid->has_buckets());
  EXPECT_TRUE(hybrid->runs_on_gpus());
  EXPECT_GE(hybrid->estimate_bytes(1000, 9000), dense->estimate_bytes(1000, 9000));
  EXPECT_GE(hybrid->estimate_gpu_bytes(1000, 9000), dense->estimate_gpu_bytes(1000, 9000));
  EXPECT_EQ(hybrid->least_gpu_bytes(1000, 9000), find_engine("sparse").make()->least_gpu_bytes(1000, 9000))
      << "it goes without tiles where they do not fit";
  EXPECT_GT(hybrid->estimate_gpu_bytes(1000, 9000), hybrid->least_gpu_bytes(1000, 9000));
  EXPECT_EQ(dense->least_gpu_bytes(1000, 9000), dense->estimate_gpu_bytes(1000, 9000));
}

/// Offers what it then has no memory for.
class Forgetful final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "forgetful"; }
  void prepare(RunContext&) override {}
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }
  void offers(const CpuStep&, const Outlook&, RunContext&, Offers& offers) override {
    offers.add({.name = "forgetful", .expected_ms = 1e-3, .takes_memory = true});
  }
  void step(CpuStep&, const Offer&, RunContext&) override {
    ++asked;
    fail(ExitCode::no_resources, "not enough memory");
  }
  static int asked;
};
int Forgetful::asked = 0;

/// It is tried last, and what ran before it and was the fastest is undone by then. (The last test here, since the
/// engine stays.)
TEST(AWayWithoutMemory, LeavesTheStepToTheOthers) {
  register_built_in();
  register_engine({.name = "forgetful",
                   .summary = "has no memory",
                   .make = [] { return std::make_unique<Forgetful>(); },
                   .takes_part = true});
  for (const char* policy : {"oracle", "sample", "model"}) {
    for (Specimen& specimen : large_specimens()) {
      const RunReport report = run_program(
          specimen.graph(),
          {.algorithm = "bfs", .validate = true, .options = {.engine = "hybrid", .policy = policy, .threads = 2}});
      EXPECT_TRUE(report.verdict->ok()) << policy << " on " << specimen.name() << ": " << report.verdict->problem;
    }
  }
  EXPECT_GT(Forgetful::asked, 0);
}

}  // namespace
}  // namespace mg
