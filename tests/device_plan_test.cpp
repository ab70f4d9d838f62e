// Which kernels a schedule means, and what runs where they are neither built in nor can be compiled. No GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "algorithms/bfs.hpp"
#include "algorithms/cc_label.hpp"
#include "algorithms/pagerank.hpp"
#include "algorithms/pagerank_delta.hpp"
#include "algorithms/sssp.hpp"
#include "dense/device_steps.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/registration_scope.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "sparse/device_steps.hpp"
#include "sparse/layouts/push_layout.hpp"
#include "tests/generator_specs.hpp"
#include "tests/host_device.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

using Names = std::vector<std::string>;

/// The names of agents without namespaces and arguments, layouts being built left out.
Names stems(const Names& agents) {
  Names names;
  for (const std::string& agent : agents) {
    if (agent.find("::sparse::") == std::string::npos) continue;
    const std::string stem = agent.substr(std::string("mg::sparse::").size());
    const std::size_t part = stem.starts_with("PushIntoCells") ? stem.rfind("Push") : 0;
    names.push_back(stem.substr(part, stem.find_first_of("<>", part) - part));
  }
  return names;
}

class DevicePlan : public testing::Test {
 protected:
  /// Executes one step from all vertices under a schedule.
  template <class F>
  GpuStep run(Pattern pattern, F f, const std::string& schedule) {
    device_->launched.clear();
    gpu_.substitution.clear();
    return run(pattern, f, schedule, gpu_);
  }
  template <class F>
  GpuStep run(Pattern pattern, F f, const std::string& schedule, DeviceContext& gpu) {
    GpuStep step{{.pattern = pattern, .traits = traits_of<F>}, &everyone_, next_, device_function(f)};
    sparse::DeviceSteps steps(step, gpu);
    const Schedule point = parse_schedule(schedule).first;
    if (pattern == Pattern::reduce) {
      steps.reduce(point);
    } else if (point.direction == Direction::pull) {
      steps.pull(point);
    } else {
      steps.push(point);
    }
    return step;
  }
  GpuStep search(const std::string& schedule) { return run(Pattern::expand, bfs::Visit{}, schedule); }
  GpuStep rank(const std::string& schedule) { return run(Pattern::reduce, ranks::Gather<ranks::Anywhere>{}, schedule); }

  GpuStep relax(const std::string& schedule, DeviceContext& gpu) {
    return run(Pattern::expand, sssp::Relax<std::uint32_t, std::uint32_t>{nullptr, {Flag(nullptr)}}, schedule, gpu);
  }
  GpuStep relax(const std::string& schedule) { return relax(schedule, gpu_); }

  /// Leaves the kernels that any build has.
  void take_compiler_away() {
    device_->has = [](const KernelRequest& request) {
      const bool unusual = request.agent.find("PushStrict<mg::bfs::Visit") == std::string::npos;
      return !unusual && request.agent.ends_with("256>");
    };
  }

  Specimen specimen_ = generated_specimen("rmat", spec_of(GeneratorKind::rmat, 1 << 10));
  std::shared_ptr<HostDevice> device_ = std::make_shared<HostDevice>();
  DeviceContext gpu_{device_, specimen_.graph(), 2};
  DeviceFrontier everyone_ = DeviceFrontier::all(specimen_.graph().num_vertices());
  DeviceFrontier next_;
};

TEST_F(DevicePlan, ALayoutsPartsAreLaunchedInTurn) {
  EXPECT_EQ(search("").chosen, "push strict");
  EXPECT_EQ(stems(device_->launched), Names{"PushStrict"});
  EXPECT_EQ(search("layout=csr,balance=twc").chosen, "push twc");
  EXPECT_EQ(search("layout=coo").chosen, "push coo");
  EXPECT_EQ(stems(device_->launched), Names{"PushArcs"});
  EXPECT_EQ(search("layout=blocked,block=100").chosen, "push blocked");
  EXPECT_EQ(stems(device_->launched), Names{"PushArcs"});
  EXPECT_EQ(search("layout=ell").chosen, "push ell etwc");
  EXPECT_EQ(stems(device_->launched), (Names{"PushColumns", "PushEtwc"}));
  EXPECT_EQ(search("layout=ell,balance=vertex").chosen, "push ell vertex");
  EXPECT_EQ(stems(device_->launched), (Names{"PushColumns", "PushVertex"}));
  EXPECT_EQ(gpu_.substitution, "");
}

TEST_F(DevicePlan, AReductionPushesWhereALayoutHasNoRowsOfReceivers) {
  EXPECT_EQ(rank("").chosen, "pull_reduce");
  EXPECT_EQ(rank("layout=ell").chosen, "pull_reduce ell");
  EXPECT_EQ(std::ranges::count(stems(device_->launched), "PullColumns"), 1);
  EXPECT_EQ(rank("layout=coo").chosen, "push coo and reduce");
  EXPECT_EQ(stems(device_->launched), (Names{"ClearCells", "PushArcs", "ReduceCells"}));
  EXPECT_EQ(rank("layout=segments").chosen, "push segments stages and reduce");
  EXPECT_EQ(stems(device_->launched).front(), "ClearCells");
}

TEST_F(DevicePlan, ALayoutIsBuiltOnce) {
  const auto built = [&](const std::string& agent) {
    return std::ranges::count_if(device_->launched, [&](const std::string& name) { return name.starts_with(agent); });
  };
  static_cast<void>(search("layout=blocked,block=64"));
  EXPECT_EQ(built("mg::gpu::OrderArcs"), 1);
  static_cast<void>(search("layout=blocked,block=64"));
  EXPECT_EQ(built("mg::gpu::OrderArcs"), 0);
  static_cast<void>(search("layout=blocked,block=65"));
  EXPECT_EQ(built("mg::gpu::OrderArcs"), 1) << "blocks of another size";
}

/// What is built for balancers along arcs that are not the graph's rows. No kernel runs, so that counts are zero:
/// nobody goes through what is empty.
TEST_F(DevicePlan, ALayoutGivesABalancerWhatItNeeds) {
  EXPECT_EQ(search("layout=coo,balance=twc").chosen, "push coo twc");
  EXPECT_EQ(stems(device_->launched), (Names{"FlagRuns", "ListRuns"}));
  EXPECT_EQ(search("layout=coo,balance=strict").chosen, "push coo strict");
  EXPECT_EQ(stems(device_->launched), Names{"OfRuns"}) << "runs are kept";
  EXPECT_EQ(search("layout=ell,balance=strict").chosen, "push ell strict");
  EXPECT_EQ(stems(device_->launched), (Names{"PushColumns", "LengthsOf", "StartsOf"}));
  EXPECT_EQ(search("layout=hyb").chosen, "push hyb edge");
  EXPECT_EQ(stems(device_->launched), (Names{"PushColumns", "LengthsOf", "CopyRows"}));
  EXPECT_EQ(search("balance=twc-sorted").chosen, "push twc-sorted");
  EXPECT_EQ(stems(device_->launched), Names{"SortRows"});
  EXPECT_EQ(search("layout=gshards").chosen, "push gshards strict");
  EXPECT_EQ(stems(device_->launched), (Names{"PlaceArcs", "BoundShards", "ClearCells", "IntoMessages", "PushShards"}));
}

/// Rows whose targets device code of the layout's own tells.
class Packed final : public sparse::PushLayout {
 public:
  [[nodiscard]] std::optional<sparse::TargetsOfRows> targets() const override {
    return sparse::TargetsOfRows{.type = "test::Unpack", .header = "packed.cuh"};
  }
  void follow(sparse::Follower& follower) const override { follower.follow_rows(follower.arguments().rows); }
};

TEST(PushPlan, EveryBalancerAsksALayoutWhereArcsLead) {
  const RegistrationScope scope("test.so");
  register_layout({.name = "packed",
                   .sentence = "for tests",
                   .bytes = [](std::uint64_t, EdgeId, bool) { return LayoutBytes{}; },
                   .push = std::make_shared<Packed>()});
  for (const Balancer* balancer : registered_balancers()) {
    const Schedule schedule{.balance = balancer->name, .layout = "packed"};
    const sparse::PushPlan plan(schedule, traits_of<bfs::Visit>);
    EXPECT_EQ(plan.parts().size(), std::max<std::size_t>(balancer->classes.size(), 1));
    for (const sparse::PushPart& part : plan.parts()) {
      EXPECT_TRUE(part.agent.starts_with("mg::sparse::Decoding<mg::sparse::Push")) << part.agent;
      EXPECT_TRUE(part.agent.ends_with(", test::Unpack>::Along")) << part.agent;
      EXPECT_TRUE(part.header.starts_with("sparse/balance/")) << part.header;
      EXPECT_TRUE(part.header.ends_with(".cuh packed.cuh")) << part.header;
    }
  }
}

/// An agent of whose blocks nobody knows how many there are.
class Countless final : public sparse::PushLayout {
 public:
  void follow(sparse::Follower& follower) const override {
    follower.launch_for_senders({.agent = "test::Agent", .header = "test.cuh", .cta = 256}, follower.arguments());
  }
};

TEST_F(DevicePlan, ALayoutThatDoesNotCountItsBlocksIsRefused) {
  const RegistrationScope scope("test.so");
  register_layout({.name = "countless",
                   .sentence = "for tests",
                   .bytes = [](std::uint64_t, EdgeId, bool) { return LayoutBytes{}; },
                   .push = std::make_shared<Countless>()});
  EXPECT_THROW(static_cast<void>(search("layout=countless")), Error);
}

class PackedList final : public sparse::PushLayout {
 public:
  [[nodiscard]] bool lists_arcs() const override { return true; }
  [[nodiscard]] std::optional<sparse::TargetsOfRows> targets() const override { return sparse::TargetsOfRows{}; }
  void follow(sparse::Follower&) const override {}
};

TEST(PushPlan, CodeForTargetsOfRowsIsRefusedWhereArcsAreListed) {
  const RegistrationScope scope("test.so");
  register_layout({.name = "packed-list",
                   .sentence = "for tests",
                   .bytes = [](std::uint64_t, EdgeId, bool) { return LayoutBytes{}; },
                   .push = std::make_shared<PackedList>()});
  for (const char* balance : {"edge", "twc"}) {
    const sparse::PushPlan plan({.balance = balance, .layout = "packed-list"}, traits_of<bfs::Visit>);
    EXPECT_THROW(static_cast<void>(plan.parts()), Error) << balance;
  }
}

/// PageRank along each layout, by sweeps and by residuals, needs no compiler for kernels, nor does what builds them.
TEST_F(DevicePlan, KernelsOfLayoutsAreBuiltIn) {
  std::ifstream file(MG_SOURCE_DIR "/engine/cuda/default_kernels.txt");
  std::set<std::string> listed;
  for (std::string line; std::getline(file, line);) listed.insert(line);
  for (const Layout* layout : registered_layouts()) {
    gpu_.use_functions({.name = "algorithms/pagerank.hpp"});
    static_cast<void>(rank("layout=" + layout->name));
    gpu_.use_functions({.name = "algorithms/pagerank_delta.hpp"});
    static_cast<void>(run(Pattern::expand, pagerank_delta::Spread{}, "direction=push,layout=" + layout->name));
  }
  EXPECT_GT(device_->requested.size(), 20U);
  for (const KernelRequest& request : device_->requested) {
    EXPECT_TRUE(listed.contains(to_line(request))) << to_line(request);
  }
}

TEST_F(DevicePlan, WithoutACompilerTheNearestThatIsBuiltInRuns) {
  take_compiler_away();
  for (const char* schedule : {"layout=coo", "layout=segments", "balance=twc", "frontier=bytemap", "cta=512"}) {
    const GpuStep step = search(schedule);
    EXPECT_EQ(stems(device_->launched), Names{"PushStrict"}) << schedule;
    EXPECT_TRUE(step.chosen.starts_with("push strict in place of push ")) << step.chosen;
    EXPECT_TRUE(gpu_.substitution.starts_with(step.chosen)) << gpu_.substitution;
    EXPECT_NE(gpu_.substitution.find("MG_NVRTC"), std::string::npos) << gpu_.substitution;
    EXPECT_EQ(gpu_.substitution.find('\n'), std::string::npos);
  }
  EXPECT_EQ(search("frontier=counter,cta=512").chosen,
            "push strict in place of push strict (512 threads, once_by_nature, counter)");
  EXPECT_EQ(search("").chosen, "push strict");
  EXPECT_EQ(gpu_.substitution, "");
  EXPECT_EQ(rank("layout=coo").chosen, "pull_reduce in place of push coo and reduce");
  EXPECT_EQ(rank("layout=ell").chosen, "pull_reduce in place of pull_reduce ell");
  EXPECT_EQ(search("direction=pull,layout=ell").chosen, "pull in place of pull ell");
  EXPECT_EQ(search("direction=pull,frontier=bytemap").to.kind(), Frontier::Kind::bitmap);
  EXPECT_EQ(search("direction=pull,frontier=queue").chosen, "pull");
}

TEST_F(DevicePlan, APullLeavesRowsEarlyUnlessALayoutIsNamed) {
  EXPECT_EQ(relax("direction=pull").chosen, "pull, lightest first");
  EXPECT_EQ(relax("direction=pull,frontier=bytemap").chosen, "pull, lightest first");
  EXPECT_EQ(search("direction=pull").chosen, "pull, listed");
  EXPECT_EQ(run(Pattern::expand, cc_label::Spread{}, "direction=pull").chosen, "pull") << "it promises nothing";
  for (const char* layout : {"csr", "ell"}) {
    const std::string schedule = std::string("direction=pull,layout=") + layout;
    const std::string expected = layout == std::string("csr") ? "pull" : "pull ell";
    EXPECT_EQ(relax(schedule).chosen, expected);
    EXPECT_EQ(search(schedule).chosen, expected);
  }
  take_compiler_away();
  DeviceContext without(device_, specimen_.graph(), 2);
  EXPECT_EQ(relax("direction=pull", without).chosen, "pull");
  EXPECT_EQ(without.substitution, "") << "a plain pull is as good an answer";
}

TEST_F(DevicePlan, RowsAreNotSortedWithoutMemoryForIt) {
  const EdgeId arcs = specimen_.graph().num_arcs();
  for (const bool fits : {false, true}) {
    const auto device = std::make_shared<HostDevice>();
    device->free = arcs * (fits ? 64 : 32);
    DeviceContext gpu(device, specimen_.graph(), 2);
    EXPECT_EQ(gpu.layouts().has_lightest_first(Side::in), fits);
    EXPECT_EQ(relax("direction=pull", gpu).chosen, fits ? "pull, lightest first" : "pull");
  }
}

TEST_F(DevicePlan, BitmapsAndScratchAreClearedForTheNext) {
  const auto is_clear = [](const void* memory, std::size_t bytes) {
    return std::ranges::all_of(std::span(static_cast<const std::byte*>(memory), bytes),
                               [](std::byte b) { return b == std::byte{0}; });
  };
  const std::size_t bytes = gpu_.bitmap_bytes();
  for (int step = 0; step < 4; ++step) {
    std::vector<DeviceBlock> taken;
    for (int i = 0; i < 3; ++i) {
      taken.push_back(gpu_.take_cleared_words());
      EXPECT_TRUE(is_clear(taken.back().data(), bytes));
      device_->fill(taken.back().data(), 0xFF, taken.back().size_bytes());
    }
    for (DeviceBlock& block : taken) gpu_.recycle_block(std::move(block));
    gpu_.reset_counters();
    for (int i = 0; i < step; ++i) static_cast<void>(gpu_.read_counters());
  }
  for (const std::size_t size : {64UL, 64UL, 1024UL, 256UL}) {
    auto* words = static_cast<std::uint32_t*>(gpu_.cleared_scratch("a test's", size));
    EXPECT_TRUE(is_clear(words, size));
    device_->fill(words, 0x11, size);
    if (size == 1024) continue;  // as where an exception comes in between
    std::uint32_t first = 0;
    gpu_.read_and_clear("a test's", &first, sizeof(first));
    EXPECT_EQ(first, 0x11111111U);
  }
}

/// A reduction that announces the next one leaves the GPU with its first phase, while the host waits for the sum.
TEST_F(DevicePlan, AnAnnouncedReductionHasBegun) {
  const Graph& graph = specimen_.graph();
  dense::DeviceSteps steps(gpu_);
  steps.add_tiles(Side::in, dense::upload_tiles(device_, build_tiles(graph.in, graph.num_vertices(), {}, 1), true));
  const ranks::Gather<ranks::Anywhere> f{};
  const ranks::Gather<ranks::Anywhere> next{{}, {1, 1}, 1};
  std::vector<const void*> functions;  // of first phases
  device_->run = [&](const std::string& agent, std::uint32_t, std::size_t, const void*, const void* function) {
    if (agent.find("CombinePanels") != std::string::npos) functions.push_back(function);
  };
  const auto reduce = [&](std::uint64_t number, const void* following, Side side = Side::out) {
    device_->launched.clear();
    functions.clear();
    GpuStep step{{.pattern = Pattern::reduce, .side = side, .traits = traits_of<ranks::Gather<ranks::Anywhere>>},
                 &everyone_,
                 next_,
                 device_function(f)};
    step.following = following;
    steps.run(step, number);
    Names phases;
    for (const std::string& agent : device_->launched) {
      for (const char* stem : {"CombinePanels", "CombineGroups", "AddSummands"}) {
        if (agent.find(stem) != std::string::npos) phases.emplace_back(stem);
      }
    }
    return phases;
  };
  const Names whole{"CombinePanels", "CombineGroups", "AddSummands"};
  const Names rest{"CombineGroups", "AddSummands"};
  const Names whole_and_next{"CombinePanels", "CombineGroups", "AddSummands", "CombinePanels"};
  const Names rest_and_next{"CombineGroups", "AddSummands", "CombinePanels"};
  EXPECT_EQ(reduce(1, nullptr), whole);
  EXPECT_EQ(reduce(2, &next), whole_and_next);
  EXPECT_EQ(functions, (std::vector<const void*>{&f, &next}));
  EXPECT_EQ(reduce(3, &next), rest_and_next);
  EXPECT_EQ(reduce(4, nullptr), rest);
  EXPECT_EQ(reduce(5, &next), whole_and_next);
  EXPECT_EQ(reduce(7, nullptr), whole) << "another step came in between";
  EXPECT_EQ(reduce(8, &next), whole_and_next);
  EXPECT_EQ(reduce(10, &next), whole_and_next);
  EXPECT_EQ(reduce(9, nullptr), whole);
  EXPECT_EQ(reduce(20, &next), whole_and_next);
  EXPECT_EQ(reduce(21, nullptr, Side::in), whole) << "another side";
}

TEST_F(DevicePlan, SegmentsFitIntoSharedMemory) {
  try {
    static_cast<void>(search("layout=segments,block=1000000"));
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_use);
    EXPECT_NE(std::string(error.what()).find("allowed: at most"), std::string::npos) << error.what();
  }
}

TEST(LayoutBytes, AreThoseOfWhatIsStored) {
  const auto layout_bytes = [](std::string_view layout, std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
    return find_layout(layout).bytes(num_vertices, num_arcs, weighted);
  };
  constexpr std::uint64_t n = 1000;
  constexpr EdgeId arcs = 8000;
  EXPECT_EQ(layout_bytes("csr", n, arcs, true).kept, 0U);
  EXPECT_EQ(layout_bytes("coo", n, arcs, true).kept, 4 * arcs);
  EXPECT_EQ(layout_bytes("blocked", n, arcs, false).kept, 8 * arcs);
  EXPECT_EQ(layout_bytes("blocked", n, arcs, true).kept, 12 * arcs);
  EXPECT_EQ(layout_bytes("ell", n, arcs, false).kept, std::uint64_t{4} * 8 * 1024 + 4 * n);
  EXPECT_EQ(layout_bytes("segments", n, arcs, true).kept, 8 * arcs + 8 * n);
  for (const Layout* layout : registered_layouts()) {
    const LayoutBytes bytes = layout->bytes(n, arcs, true);
    EXPECT_GE(bytes.building, bytes.kept) << layout->name;
    EXPECT_EQ(layout->bytes(0, 0, true).kept, 0U) << layout->name;
    const Schedule schedule{.layout = layout->name};
    EXPECT_EQ(gpu_bytes(n, arcs, false, true, schedule) - gpu_bytes(n, arcs, false, true, {}), bytes.building);
  }
}

}  // namespace
}  // namespace mg
