// Schedules change how a GPU finds an answer, never the answer: every balancer, layout, representation of the frontier,
// way of deduplicating and of making room in a queue, on graphs that break things. Skipped, saying why, where there is
// no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/gpu/device.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "sparse/device_steps.hpp"
#include "sparse/resolve.hpp"
#include "tests/generator_specs.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/pairwise.hpp"
#include "tests/push_kernels.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

using Names = std::vector<std::string>;

/// Those that are registered.
Names all_balances() {
  Names names;
  for (const Balancer* balancer : registered_balancers()) names.push_back(balancer->name);
  return names;
}

/// Layouts beside csr, with blocks and segments of usual sizes and of ones that small graphs have several of.
Names all_layouts() {
  Names names;
  for (const Layout* layout : registered_layouts()) {
    if (layout->name == rows_layout) continue;
    names.push_back(layout->name);
    if (!layout->shaped_by.has(ScheduleKey::block)) continue;
    names.push_back(layout->name + ",block=200" + (layout->shaped_by.has(ScheduleKey::heavy) ? ",heavy=4" : ""));
  }
  return names;
}

const Names balances = all_balances();
const Names layouts = all_layouts();

/// Every way to make the next frontier that the grammar of schedules allows.
Names all_emissions() {
  Names emissions;
  for (const char* dedup : {"auto", "none", "counter", "bitmap", "bytemap", "cull"}) {
    for (const char* aggregate : {"thread", "warp", "block"}) {
      emissions.push_back(std::string("frontier=queue,dedup=") + dedup + ",aggregate=" + aggregate);
    }
  }
  for (const char* dedup : {"counter", "bitmap", "bytemap"}) {
    emissions.push_back(std::string("creation=unfused,dedup=") + dedup);
  }
  for (const char* form : {"bitmap", "bytemap", "counter"}) emissions.push_back(std::string("frontier=") + form);
  return emissions;
}

/// The keys of a push, each with its values, and the drivers of loops of them.
std::vector<Names> all_choices() {
  Names layout_choices{"layout=csr"};
  for (const std::string& layout : layouts) layout_choices.push_back("layout=" + layout);
  Names balance_choices{"balance=auto"};
  for (const std::string& balance : balances) balance_choices.push_back("balance=" + balance);
  return {{"direction=push", "direction=optimized"},
          layout_choices,
          balance_choices,
          {"frontier=auto", "frontier=queue", "frontier=bitmap", "frontier=bytemap", "frontier=counter"},
          {"creation=fused", "creation=unfused"},
          {"dedup=auto", "dedup=none", "dedup=counter", "dedup=bitmap", "dedup=bytemap", "dedup=cull"},
          {"aggregate=auto", "aggregate=thread", "aggregate=warp", "aggregate=block"},
          {"cta=128", "cta=256", "cta=512", "cta=1024"},
          {"driver=auto", "driver=launched", "driver=adaptive", "driver=fused", "driver=graph"}};
}

std::string text_of(const std::vector<Names>& choices, const ChoiceRow& row) {
  std::string text;
  for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : ",") + choices[c][row[c]];
  return text;
}

/// Whether the grammar allows it and every algorithm takes it, whether its values improve or the first one stays.
bool is_possible(const std::string& text) {
  try {
    const Schedule schedule = parse_schedule(text).first;
    static_cast<void>(sparse::PushPlan(schedule, traits_of<cc_label::Spread>));
    static_cast<void>(sparse::PushPlan(schedule, traits_of<bfs::Visit>));
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Any two values of two keys that go together, at least once. The product would be tens of thousands of kernels.
Names paired_schedules(std::uint64_t seed) {
  const std::vector<Names> choices = all_choices();
  std::vector<std::size_t> sizes(choices.size());
  std::ranges::transform(choices, sizes.begin(), [](const Names& values) { return values.size(); });
  PairwiseRows rows(
      sizes, [&](const ChoiceRow& row) { return is_possible(text_of(choices, row)); }, seed);
  Names schedules;
  for (const ChoiceRow& row : rows()) schedules.push_back(text_of(choices, row));
  return schedules;
}

/// Those that the pairs leave out: pulls, and two schedules in one.
Names other_schedules() {
  Names schedules;
  for (const char* direction : {"pull", "optimized"}) {
    for (const char* form : {"auto", "queue", "bitmap", "bytemap", "counter"}) {
      schedules.push_back(std::string("direction=") + direction + ",frontier=" + form);
      schedules.push_back(std::string("layout=ell,direction=") + direction + ",frontier=" + form);
    }
    schedules.push_back(std::string("creation=unfused,direction=") + direction);
  }
  schedules.push_back("direction=push,balance=twc ; direction=pull,frontier=bitmap if size>2%");
  schedules.push_back("direction=push,frontier=counter ; direction=push,balance=vertex,creation=unfused if size<1%");
  schedules.push_back("direction=push,balance=warp,dedup=none ; direction=push,balance=strict if size<20%");
  schedules.push_back("direction=push,layout=blocked,block=300 ; direction=push if size<10%");
  schedules.push_back(
      "direction=push,layout=segments,heavy=4 ; direction=push,layout=coo,frontier=counter if size>20%");
  return schedules;
}

/// Those of a reduced product: each value of each key at least once.
Names few_schedules() {
  Names schedules;
  for (const std::string& balance : balances) schedules.push_back("direction=push,balance=" + balance);
  for (const std::string& layout : layouts) {
    schedules.push_back("direction=push,layout=" + layout);
    schedules.push_back("layout=" + layout);
  }
  for (const std::string& emission : all_emissions()) schedules.push_back("direction=push,balance=etwc," + emission);
  for (const char* form : {"queue", "bitmap", "bytemap", "counter"}) {
    schedules.push_back(std::string("direction=pull,frontier=") + form);
    schedules.push_back(std::string("direction=push,balance=strict,frontier=") + form);
  }
  schedules.push_back("direction=optimized");
  schedules.push_back("direction=push,layout=blocked,block=20000");
  schedules.push_back("direction=push,layout=segments,heavy=32,block=1000");
  return schedules;
}

std::vector<RunRequest> requests_for(VertexId n) {
  std::vector<RunRequest> requests{
      {.algorithm = "cc-label"}, {.algorithm = "pagerank"}, {.algorithm = "pagerank-delta"}};
  if (n == 0) return requests;
  const std::string middle = std::to_string(n / 2);
  requests.push_back({.algorithm = "bfs"});
  requests.push_back({.algorithm = "bfs", .parameters = {{"arcs", "backward"}}, .sources = {middle}});
  requests.push_back({.algorithm = "sssp"});
  requests.push_back({.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}}});
  return requests;
}

/// One of each kind, the skewed and the long ones included.
std::vector<Specimen>& chosen_graphs() {
  static std::vector<Specimen> graphs = [] {
    std::vector<Specimen> all;
    for (const char* name : {"empty", "one_vertex_with_loop", "duplicates", "star_in", "cliques_and_bridge"}) {
      all.push_back(specimen_of(with_weights(zoo_graph(name))));
    }
    for (const char* name : {"rmat_directed", "star"}) all.push_back(large_specimen(name));
    return all;
  }();
  return graphs;
}

class EveryDeviceSchedule : public OnAGpu, public testing::WithParamInterface<std::string> {};

TEST_P(EveryDeviceSchedule, GivesTheRightAnswers) {
  int count = 0;
  for (Specimen& specimen : chosen_graphs()) {
    for (const RunRequest& request : requests_for(specimen.num_vertices())) {
      count += expect_right_if_read(specimen, request, {.schedule = parse_schedule(GetParam())});
    }
  }
  const bool is_of_pushes_that_are_not = GetParam() == "creation=unfused,direction=pull";
  EXPECT_EQ(count > 0, !is_of_pushes_that_are_not) << "nothing reads it";
}

INSTANTIATE_TEST_SUITE_P(Schedules, EveryDeviceSchedule, testing::ValuesIn(other_schedules()), name_of_text);

/// Has the kernels of pushes compiled into the cache, by all processors at a time; a run compiles them one by one.
void compile_ahead(const Names& schedules) {
  std::map<std::string, KernelRequest> requests;
  for (const Pushed& f : all_pushed()) {
    for (const std::string& schedule : schedules) {
      const sparse::PushPlan plan(parse_schedule(schedule).first, f.traits);
      if (f.reduces && plan.layout->has_receiver_rows) continue;
      for (const sparse::PushPart& part : plan.parts()) {
        for (const bool ordered : {false, f.ordered}) {
          KernelRequest request = push_kernel(f, ordered, plan, part, "unsigned int");
          requests.emplace(request.agent, std::move(request));
        }
      }
    }
  }
  std::vector<KernelRequest> all;
  all.reserve(requests.size());
  for (auto& [agent, request] : requests) all.push_back(std::move(request));
  const int architecture = list_devices().devices.front().architecture;
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  parallel_tasks(static_cast<std::size_t>(threads), threads, [&](std::size_t thread) {
    Specialiser specialiser(SpecialiserOptions::from_environment());  // of its own: each compiles one at a time
    for (std::size_t i = thread; i < all.size(); i += static_cast<std::size_t>(threads)) {
      try {
        static_cast<void>(specialiser.find(all[i], architecture));
      } catch (const Error&) {  // reported by the run that needs it
      }
    }
  });
}

/// What makes a frontier is left out where there is none.
HybridSchedule schedule_for(const RunRequest& request, const std::string& text) {
  HybridSchedule schedule = parse_schedule(text);
  if (request.algorithm != "pagerank") return schedule;
  return parse_schedule(to_text(schedule, {sparse::CellKeys::keys}));
}

/// The parts of the pairs may each be a process of its own: all draw the same schedules, anew each day.
std::uint64_t seed_of_today() {
  const char* given = std::getenv("MG_TEST_SEED");
  if (given != nullptr) return std::stoull(given);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::floor<std::chrono::days>(now).count());
}

constexpr std::size_t parts_of_pairs = 48;

class PairsOfChoices : public OnAGpu, public testing::WithParamInterface<std::size_t> {};

TEST_P(PairsOfChoices, GiveTheRightAnswers) {
  const std::uint64_t seed = seed_of_today();
  const Names all = paired_schedules(seed);
  Names schedules;
  for (std::size_t i = GetParam(); i < all.size(); i += parts_of_pairs) schedules.push_back(all[i]);
  ASSERT_FALSE(schedules.empty());
  fmt::print("MG_TEST_SEED={} draws these {} of {} schedules again\n", seed, schedules.size(), all.size());
  compile_ahead(schedules);
  for (const std::string& schedule : schedules) {
    int count = 0;
    for (Specimen& specimen : chosen_graphs()) {
      for (const RunRequest& request : requests_for(specimen.num_vertices())) {
        count += expect_right_if_read(specimen, request, {.schedule = schedule_for(request, schedule)});
      }
    }
    EXPECT_GT(count, 0) << "nothing reads " << schedule;
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, PairsOfChoices, testing::Range<std::size_t>(0, parts_of_pairs));

/// The pairs themselves, of which no GPU is needed to count them.
TEST(PlanOfAPush, MarksReceiversOfAWideOneThatImproveRepeatedly) {
  const auto plan = [](const char* schedule, const EdgeTraits& traits, bool is_wide) {
    return sparse::PushPlan(parse_schedule(schedule).first, traits, is_wide);
  };
  const EdgeTraits& improves = traits_of<cc_label::Spread>;
  EXPECT_EQ(plan("", improves, true), plan("creation=unfused,dedup=counter", improves, false));
  EXPECT_EQ(plan("", improves, false), plan("creation=fused", improves, true));
  for (const char* said : {"creation=fused", "dedup=bitmap", "frontier=bitmap", "aggregate=warp", "layout=ell"}) {
    EXPECT_EQ(plan(said, improves, true), plan(said, improves, false)) << said;
  }
  const EdgeTraits& once = traits_of<bfs::Visit>;
  EXPECT_EQ(plan("", once, true), plan("", once, false)) << "a vertex is listed once by nature";
}

TEST(PairedSchedules, HoldEveryValueAndAreFew) {
  const Names schedules = paired_schedules(1);
  const std::size_t least = (layouts.size() + 1) * (balances.size() + 1);  // each layout with each balancer
  EXPECT_LT(schedules.size(), 2 * least);
  for (const Names& values : all_choices()) {
    for (const std::string& value : values) {
      EXPECT_TRUE(std::ranges::any_of(schedules, [&](const std::string& text) {
        return ("," + text + ",").find("," + value + ",") != text.npos;
      })) << value;
    }
  }
  EXPECT_EQ(paired_schedules(1), schedules);
}

class EveryBalancer : public OnAGpu, public testing::WithParamInterface<std::string> {};

TEST_P(EveryBalancer, IsRightOnTheWholeZoo) {
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(with_weights(animal));
    for (RunRequest& request : requests_for(specimen.num_vertices())) {
      expect_right_if_read(specimen, request, {.schedule = parse_schedule("direction=push,balance=" + GetParam())});
    }
  }
}

TEST_P(EveryBalancer, IsTheOneThatRuns) {
  Specimen graph = large_specimen("rmat");
  const RunReport report = run_program(
      graph.graph(),
      {.algorithm = "bfs",
       .options = {
           .schedule = parse_schedule("direction=push,balance=" + GetParam()), .device = "cuda", .trace = true}});
  ASSERT_FALSE(engine_steps(report).empty());
  for (const TraceStep& step : engine_steps(report)) EXPECT_EQ(step.kernel, "push " + GetParam());
}

/// A row of a million arcs, out and in, is longer than anything that a block holds.
TEST_P(EveryBalancer, EnduresAHub) {
  constexpr VertexId leaves = 1'000'000;
  static const Graph& hub = []() -> const Graph& {
    static Specimen star = generated_specimen("hub", spec_of(GeneratorKind::star, leaves + 1));
    return star.graph();
  }();
  for (const char* aggregate : {"warp", "block"}) {
    const RunOptions options{
        .schedule = parse_schedule("direction=push,balance=" + GetParam() + ",aggregate=" + aggregate),
        .device = "cuda"};
    for (const char* source : {"max-degree", "7"}) {
      const RunReport report = run_program(hub, {.algorithm = "bfs", .sources = {source}, .options = options});
      const auto columns = report.program->results();
      const auto levels = in_file_order<std::int64_t>(hub, columns.front());
      const auto at_level = [&](std::int64_t level) { return std::ranges::count(levels, level); };
      const bool from_hub = std::string(source) == "max-degree";
      EXPECT_EQ(at_level(0), 1);
      EXPECT_EQ(at_level(1), from_hub ? leaves : 1);
      EXPECT_EQ(at_level(2), from_hub ? 0 : leaves - 1);
    }
    const RunReport labels = run_program(hub, {.algorithm = "cc-label", .options = options});
    for (const std::int64_t component : in_file_order<std::int64_t>(hub, labels.program->results().front())) {
      ASSERT_EQ(component, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Balancers, EveryBalancer, testing::ValuesIn(balances), name_of_text);

class EveryLayout : public OnAGpu, public testing::WithParamInterface<std::string> {
 protected:
  static RunOptions options(const std::string& more = "") {
    return {.schedule = parse_schedule("layout=" + GetParam() + more), .device = "cuda"};
  }
};

TEST_P(EveryLayout, IsRightOnTheWholeZoo) {
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(with_weights(animal));
    for (RunRequest& request : requests_for(specimen.num_vertices())) {
      expect_right_if_read(specimen, request, options(",direction=push"));
      expect_right_if_read(specimen, request, options());
    }
  }
}

TEST_P(EveryLayout, IsTheOneThatRuns) {
  Specimen graph = large_specimen("rmat");
  const std::string name = "push " + GetParam().substr(0, GetParam().find(','));
  for (const char* algorithm : {"bfs", "pagerank"}) {
    const bool is_search = std::string(algorithm) == "bfs";  // where a layout has rows, ranks are pulled
    RunRequest request{.algorithm = algorithm, .options = options(is_search ? ",direction=push" : "")};
    request.options.trace = true;
    const RunReport report = run_program(graph.graph(), request);
    ASSERT_FALSE(engine_steps(report).empty());
    for (const TraceStep& step : engine_steps(report)) {
      const bool is_columns = step.kernel == "pull_reduce ell";
      EXPECT_TRUE(step.kernel.starts_with(name) || is_columns) << step.kernel;
    }
    EXPECT_EQ(report.substitution, "");
  }
}

TEST_P(EveryLayout, EnduresAHub) {
  static Specimen star = generated_specimen("hub", spec_of(GeneratorKind::star, 1'000'001));
  const RunReport labels = run_program(star.graph(), {.algorithm = "cc-label", .options = options(",direction=push")});
  for (const std::int64_t component : in_file_order<std::int64_t>(star.graph(), labels.program->results().front())) {
    ASSERT_EQ(component, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, EveryLayout, testing::ValuesIn(layouts), name_of_text);

/// R-MAT graphs of 2^18 vertices: more blocks than a GPU holds at a time, and rows of tens of thousands.
class FewDeviceSchedules : public OnAGpu, public testing::WithParamInterface<std::string> {
 protected:
  static Specimen& graph() {
    static Specimen specimen = [] {
      GeneratorSpec spec = spec_of(GeneratorKind::rmat, 1 << 18);
      spec.edge_factor = 8;
      return generated_specimen("rmat_18", spec);
    }();
    return specimen;
  }
};

TEST_P(FewDeviceSchedules, GiveTheRightAnswersOnALargeGraph) {
  const RunOptions options{.schedule = parse_schedule(GetParam())};
  expect_right(graph(), {.algorithm = "bfs"}, options);
  const bool culls = options.schedule.first.dedup == Dedup::cull;  // which is for searches
  const bool is_pulled = options.schedule.first.direction == Direction::pull;
  for (const char* method : {"delta", "bellman-ford"}) {
    if (is_pulled && std::string_view(method) == "delta") continue;  // buckets are filled by pushing
    const RunRequest sssp{.algorithm = "sssp", .parameters = {{"method", method}}};
    EXPECT_EQ(expect_right_if_read(graph(), sssp, options), culls ? 0 : 1) << method;
  }
  for (const char* algorithm : {"cc-label", "pagerank", "pagerank-delta"}) {
    expect_right_if_read(graph(), {.algorithm = algorithm}, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, FewDeviceSchedules, testing::ValuesIn(few_schedules()), name_of_text);

TEST_F(OnAGpu, QueuesThatRepeatAreRefusedWhereArcsAreNumbered) {
  Specimen graph = large_specimen("rmat");
  for (const char* balance : {"edge", "strict"}) {
    const RunOptions options{.schedule = parse_schedule(std::string("dedup=none,direction=push,balance=") + balance),
                             .device = "cuda"};
    try {
      static_cast<void>(run_program(graph.graph(), {.algorithm = "cc-label", .options = options}));
      ADD_FAILURE() << "accepted: " << balance;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use);
      EXPECT_NE(std::string(error.what()).find("allowed: balance=auto, vertex, warp"), std::string::npos);
    }
    expect_right(graph, {.algorithm = "bfs"}, options);
  }
}

TEST_F(OnAGpu, SearchesCullRepeatsWhereValuesNeedNoAtomics) {
  Specimen graph = large_specimen("rmat");
  const auto refusal = [&](const char* algorithm, const std::string& schedule) -> std::string {
    try {
      expect_right(graph, {.algorithm = algorithm},
                   {.schedule = parse_schedule("direction=push,dedup=cull" + schedule)});
      return {};
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use);
      return error.what();
    }
  };
  for (const char* schedule : {"", ",balance=twc,aggregate=thread", ",balance=vertex,aggregate=warp", ",layout=coo"}) {
    EXPECT_EQ(refusal("bfs", schedule), "") << schedule;
  }
  EXPECT_NE(refusal("bfs", ",balance=strict").find("dedup=cull with balance=strict"), std::string::npos);
  EXPECT_NE(refusal("cc-label", "").find("dedup=cull is not read by cc-label"), std::string::npos);
}

TEST_F(OnAGpu, RepeatedRunsAgree) {
  constexpr int runs = 200;
  Names choices;
  for (const std::string& balance : balances) choices.push_back("balance=" + balance);
  for (const std::string& layout : layouts) choices.push_back("layout=" + layout);
  Specimen graph = large_specimen("rmat");
  for (const char* algorithm : {"bfs", "sssp", "cc-label"}) {
    std::string first;
    for (int i = 0; i < runs; ++i) {
      const std::string& choice = choices[static_cast<std::size_t>(i) % choices.size()];
      const RunOptions options{.schedule = parse_schedule(i % 3 == 0 ? "" : "direction=push," + choice),
                               .device = "cuda"};
      const RunReport report = run_program(graph.graph(), {.algorithm = algorithm, .options = options});
      std::string values;
      for (const std::int64_t value : in_file_order<std::int64_t>(graph.graph(), report.program->results().front())) {
        values += std::to_string(value) + ' ';
      }
      if (i == 0) first = values;
      ASSERT_EQ(values, first) << algorithm << ", run " << i;
    }
  }
}

/// Draws a schedule at every step.
class FickleDeviceEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "fickle-device"; }
  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void prepare(RunContext&) override { ++seed_; }
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }

  void step(CpuStep&, RunContext&) override { FAIL() << "meant for GPUs"; }
  void step(GpuStep& step, RunContext& context) override {
    static const std::array schedules{
        parse_schedule("balance=strict"),
        parse_schedule("balance=vertex,frontier=bitmap"),
        parse_schedule("balance=edge,frontier=bytemap"),
        parse_schedule("balance=etwc,frontier=counter"),
        parse_schedule("balance=warp,creation=unfused,dedup=bytemap"),
        parse_schedule("balance=block,dedup=bitmap,aggregate=warp"),
        parse_schedule("balance=twc,dedup=none,aggregate=thread"),
        parse_schedule("balance=edge,creation=unfused,dedup=counter"),
        parse_schedule("layout=coo,frontier=bytemap"),
        parse_schedule("layout=blocked,block=1000,dedup=none"),
        parse_schedule("layout=ell,balance=warp"),
        parse_schedule("layout=segments,heavy=8,frontier=bitmap"),
    };
    sparse::DeviceSteps steps(step, *context.gpu());
    const Schedule& schedule = schedules[random_() % schedules.size()].first;
    switch (step.pattern) {
      case Pattern::reduce: return steps.reduce(schedule);
      case Pattern::gather: return steps.gather(false);
      case Pattern::expand: break;
    }
    const bool pushes = step.traits.has_cell && (step.buckets != nullptr || random_() % 4 != 0);
    pushes ? steps.push(schedule) : steps.pull(schedule);
  }

 private:
  static inline std::uint64_t seed_ = 0;
  std::mt19937_64 random_{seed_};
};

TEST_F(OnAGpu, SwitchingAtRandomGivesTheRightAnswers) {
  register_engine({.name = "fickle-device", .summary = "draws lots", .make = [] {
                     return std::make_unique<FickleDeviceEngine>();
                   }});
  for (const char* name : {"rmat", "rmat_directed", "uniform_directed", "road", "star"}) {
    Specimen specimen = large_specimen(name);
    std::vector<RunRequest> requests = requests_for(specimen.num_vertices());
    requests.push_back({.algorithm = "bc", .sources = {"max-degree"}});
    for (int round = 0; round < 4; ++round) {
      for (const RunRequest& request : requests) expect_right(specimen, request, {.engine = "fickle-device"});
    }
  }
}

}  // namespace
}  // namespace mg
