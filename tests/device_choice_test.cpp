// Where runs go: what `auto` takes, and what is said of it. First with GPUs that are none, then by the programs, with
// whatever GPU there is, the emulated one included.
#include "engine/gpu/device_choice.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/session.hpp"
#include "tests/command.hpp"
#include "tests/host_device.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Words = std::vector<std::string>;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The first two columns of results, of which the third may be another parent.
std::string levels_of(const std::string& rows) { return std::regex_replace(rows, std::regex("\t[^\t\n]*\n"), "\n"); }

class DeviceChoices : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  /// A GPU of the machine, as long as the test does not say that it cannot be opened.
  void add_gpu(std::uint64_t memory_bytes, std::uint64_t free_bytes) {
    DeviceInfo info = HostDevice().info();
    info.index = static_cast<int>(gpus_.size());
    info.memory_bytes = memory_bytes;
    gpus_.push_back(std::make_shared<HostDevice>(info));
    gpus_.back()->free = free_bytes;
  }
  [[nodiscard]] GpuAccess access() {
    return {.has_driver = [this] { return has_driver_; },
            .list =
                [this] {
                  ++listed_;
                  DeviceList list{.devices = {}, .problem = gpus_.empty() ? "sold out" : "", .has_driver = has_driver_};
                  for (const auto& gpu : gpus_) list.devices.push_back(gpu->info());
                  return list;
                },
            .open =
                [this](int index) {
                  opened_.push_back(index);
                  if (index == taken_) fail(ExitCode::no_resources, "somebody has it");
                  return gpus_.at(static_cast<std::size_t>(index));
                }};
  }
  DeviceChoice choose(const std::string& algorithm, std::uint64_t vertices, EdgeId arcs, std::uint64_t count = 1,
                      const std::string& asked = "auto", const std::string& schedule_text = "") {
    const AlgorithmInfo info = find_algorithm(algorithm).info;
    const std::unique_ptr<Engine> engine = find_engine("hybrid").make();
    const HybridSchedule schedule = parse_schedule(schedule_text);
    return choose_device(asked,
                         {.algorithm = info,
                          .engine = *engine,
                          .schedule = schedule,
                          .vertices = vertices,
                          .arcs = arcs,
                          .count = count,
                          .threads = 4},
                         access());
  }

  std::vector<std::shared_ptr<HostDevice>> gpus_;
  std::vector<int> opened_;
  int taken_ = -1;
  bool has_driver_ = false;
  int listed_ = 0;
};

TEST_F(DeviceChoices, AMillionArcsGoToTheGpuWhateverTheAlgorithm) {
  add_gpu(gib, gib);
  for (const AlgorithmEntry& entry : registered_algorithms()) {
    const DeviceChoice choice = choose(entry.info.name, 60'000, 1'000'000);
    EXPECT_EQ(choice.gpu, gpus_[0]) << entry.info.name << " goes to the CPU " << choice.reason;
    EXPECT_EQ(choice.reason, "the first GPU, on which the run fits");
    EXPECT_FALSE(choice.passes_over_gpus);
  }
}

TEST_F(DeviceChoices, AThousandVerticesStayOnTheCpu) {
  add_gpu(gib, gib);
  for (const AlgorithmEntry& entry : registered_algorithms()) {
    const DeviceChoice choice = choose(entry.info.name, 1'024, 20'000);
    EXPECT_EQ(choice.gpu, nullptr) << entry.info.name;
    EXPECT_TRUE(choice.passes_over_gpus);
    EXPECT_TRUE(contains(choice.reason, "since the whole run is expected to end sooner there: it takes "))
        << choice.reason;
    EXPECT_TRUE(contains(choice.reason, " on a GPU, which has to be opened first")) << choice.reason;
  }
  EXPECT_TRUE(opened_.empty()) << "for nothing";
}

TEST_F(DeviceChoices, ASmallRunDoesNotWaitForTheDriverToFindOutWhatGpusThereAre) {
  add_gpu(gib, gib);
  has_driver_ = true;
  EXPECT_TRUE(choose("bfs", 1'024, 20'000).passes_over_gpus);
  EXPECT_EQ(listed_, 0);
  EXPECT_EQ(choose("bfs", 1'000'000, 20'000'000).gpu, gpus_[0]);
  EXPECT_EQ(listed_, 1);
}

TEST_F(DeviceChoices, ManyRunsAreWorthOpeningTheGpu) {
  add_gpu(gib, gib);
  EXPECT_EQ(choose("bc", 30'000, 400'000, 1).gpu, nullptr);
  EXPECT_EQ(choose("bc", 30'000, 400'000, 30'000).gpu, gpus_[0]);
  EXPECT_EQ(choose("bfs", 30'000, 900'000, 1).gpu, nullptr);
  EXPECT_EQ(choose("bfs", 30'000, 900'000, 10'000).gpu, gpus_[0]);
}

TEST_F(DeviceChoices, TheFirstGpuOnWhichTheRunFitsIsTaken) {
  add_gpu(gib / 4, gib / 4);
  add_gpu(4 * gib, gib / 8);
  add_gpu(4 * gib, 4 * gib);
  taken_ = 2;
  add_gpu(4 * gib, 3 * gib);
  add_gpu(4 * gib, 4 * gib);
  const DeviceChoice choice = choose("bfs", 1'000'000, 100'000'000);
  EXPECT_EQ(choice.gpu, gpus_[3]);
  for (const char* part :
       {"the first GPU on which the run fits: cuda:0 (host) has 0.25 GiB; cuda:1 (host) has 0.12 GiB "
        "free; cuda:2 (host) cannot be opened: somebody has it"}) {
    EXPECT_TRUE(contains(choice.reason, part)) << choice.reason;
  }
  EXPECT_EQ(opened_, (std::vector<int>{1, 2, 3})) << "what is too small when it is empty need not be opened";
}

TEST_F(DeviceChoices, WhatFitsNowhereStaysOnTheCpu) {
  add_gpu(gib, gib / 2);
  const DeviceChoice choice = choose("pagerank", 1'000'000, 1'000'000'000);
  EXPECT_EQ(choice.gpu, nullptr);
  EXPECT_TRUE(choice.passes_over_gpus);
  EXPECT_TRUE(contains(choice.reason, "GiB of a GPU's memory, and cuda:0 (host) has 1.00 GiB")) << choice.reason;
}

TEST_F(DeviceChoices, AScheduleForGpusNeedsOneWhateverTheSize) {
  add_gpu(gib, gib);
  EXPECT_EQ(choose("bfs", 10, 20, 1, "auto", "driver=fused").gpu, gpus_[0]);
  EXPECT_EQ(choose("bfs", 10, 20, 1, "auto", "direction=push").gpu, nullptr);
}

TEST_F(DeviceChoices, WithoutAGpuTheReasonIsTheLists) {
  for (const bool has_driver : {false, true}) {
    has_driver_ = has_driver;
    const DeviceChoice choice = choose("bfs", 1'000'000, 100'000'000);
    EXPECT_EQ(choice.gpu, nullptr);
    EXPECT_EQ(choice.reason, "since there is no GPU: sold out");
    EXPECT_EQ(choice.passes_over_gpus, has_driver) << "a GPU that cannot be used is one that is not";
  }
}

TEST_F(DeviceChoices, WhatIsAskedForIsTakenUnseen) {
  add_gpu(gib, 0);
  add_gpu(gib, 0);
  for (const auto& [asked, index] : {std::pair("cuda", 0), std::pair("cuda:1", 1)}) {
    const DeviceChoice choice = choose("bfs", 10, 20, 1, asked);
    EXPECT_EQ(choice.gpu, gpus_[static_cast<std::size_t>(index)]);
    EXPECT_EQ(choice.reason, "as asked for");
  }
  opened_.clear();
  EXPECT_EQ(choose("bfs", 1'000'000, 100'000'000, 1, "cpu").gpu, nullptr);
  EXPECT_TRUE(opened_.empty());
  EXPECT_FALSE(choose("bfs", 10, 20, 1, "cpu").passes_over_gpus);
}

TEST_F(DeviceChoices, RunsAreCountedBeforeTheFirst) {
  const auto count = [](const std::string& algorithm, const Words& sources) {
    const RunRequest request{.algorithm = algorithm, .sources = sources, .runs = 3, .warmup = 2};
    return planned_runs(find_algorithm(algorithm).info, request, 1'000);
  };
  EXPECT_EQ(count("pagerank", {}), 5U);
  EXPECT_EQ(count("bfs", {}), 5U);
  EXPECT_EQ(count("bfs", {"a", "random:7:1"}), 2U + 3 * 8);
  EXPECT_EQ(count("bc", {}), 5U * 1'000);
  EXPECT_EQ(count("bc", {"max-degree", "random:9:1"}), 5U * 10);
  EXPECT_EQ(count("random-walk", {}), 5U);
  EXPECT_EQ(count("random-walk", {"random:9:1"}), 5U);
}

/// The programs, on a machine with a GPU.
class DeviceOfAProgram : public OnAGpu {
 protected:
  void SetUp() override {
    OnAGpu::SetUp();
    if (!IsSkipped() && !HasFatalFailure()) gpu_ = list_devices().devices.front().name;
  }
  static CommandResult run_well(const Words& words) {
    CommandResult result = run_command(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }
  std::string generated(Words kind) {
    std::string path = folder_ / "g.mg";
    kind.insert(kind.begin(), {MG_PREP, "generate"});
    kind.insert(kind.end(), {"--weights", "random:1:9:1", "-o", path});
    run_well(kind);
    return path;
  }

  std::string gpu_;
  TemporaryFolder folder_;
};

TEST_F(DeviceOfAProgram, IsTheGpuForAMillionArcs) {
  const std::string graph = generated({"uniform", "--scale", "17", "--edge-factor", "5"});
  const auto list = nlohmann::json::parse(run_well({MG_RUN, "--list", "--json"}).out);
  for (const auto& algorithm : list.at("algorithms")) {
    const std::string out = run_well({MG_RUN, graph, "-a", algorithm.at("name"), "--estimate"}).out;
    EXPECT_TRUE(contains(out, gpu_ + ", the first GPU, on which the run fits\n")) << out;
    EXPECT_TRUE(std::regex_search(out, std::regex("on the GPU +[0-9.]+ MiB  of [0-9.]+ (M|G)iB free on "))) << out;
    EXPECT_FALSE(contains(out, "not enough")) << out;
  }
}

TEST_F(DeviceOfAProgram, IsTheCpuForAThousandVerticesAndThatIsSaid) {
  const std::string graph = generated({"kron", "--scale", "10"});
  const std::string reason = "since the whole run is expected to end sooner there: ";
  const CommandResult chosen = run_well({MG_RUN, graph, "-a", "bfs", "--json"});
  const auto json = nlohmann::json::parse(chosen.out);
  EXPECT_EQ(json.at("device"), "cpu");
  EXPECT_TRUE(json.at("device_reason").get<std::string>().starts_with(reason)) << json;
  EXPECT_TRUE(contains(chosen.err, "there is a GPU, and the run goes to the CPU " + reason)) << chosen.err;
  const CommandResult asked = run_well({MG_RUN, graph, "-a", "bfs", "--json", "--device", "cpu"});
  EXPECT_EQ(nlohmann::json::parse(asked.out).at("device_reason"), "as asked for");
  EXPECT_FALSE(contains(asked.err, "there is a GPU")) << asked.err;
  const std::string estimate = run_well({MG_RUN, graph, "-a", "bfs", "--estimate"}).out;
  EXPECT_TRUE(std::regex_search(estimate, std::regex("on a GPU instead +[0-9.]+ MiB  of [0-9.]+ (M|G)iB free on ")))
      << estimate;
  EXPECT_TRUE(contains(estimate, "cpu, " + reason)) << estimate;
}

TEST_F(DeviceOfAProgram, IsTheGpuForASchedulesSake) {
  const std::string graph = generated({"kron", "--scale", "10"});
  const Words words{MG_RUN, graph, "-a", "bfs", "--schedule", "driver=fused", "--validate", "--json"};
  const auto json = nlohmann::json::parse(run_well(words).out);
  EXPECT_EQ(json.at("device"), gpu_);
  EXPECT_EQ(json.at("device_reason"), "the first GPU, on which the run fits");
  EXPECT_EQ(json.at("validated"), true);
}

TEST_F(DeviceOfAProgram, IsAnyOfThoseThatThereAre) {
  ASSERT_EQ(::setenv("MG_EMULATED_GPUS", "3", 1), 0);  // of the emulated GPU; others are as many as they are
  const auto list = nlohmann::json::parse(run_well({MG_RUN, "--list", "--json"}).out);
  const std::string graph = generated({"kron", "--scale", "8"});
  const Words words{MG_RUN, graph, "-a", "bfs", "--source", "max-degree", "--validate", "-o", "-", "--device"};
  const auto answer = [&](const std::string& device) {
    Words asked = words;
    asked.push_back(device);
    return run_well(asked).out;
  };
  std::size_t gpus = 0;
  for (const auto& device : list.at("devices")) {
    const std::string name = device.at("name");
    gpus += name == "cpu" ? 0 : 1;
    EXPECT_EQ(levels_of(answer(name)), levels_of(answer("cpu"))) << name;
  }
  Words beyond = words;
  beyond.push_back("cuda:" + std::to_string(gpus));
  EXPECT_EQ(run_command(beyond).status, 3);
  ASSERT_EQ(::unsetenv("MG_EMULATED_GPUS"), 0);
  if (gpu_ == "emulated GPU") {
    EXPECT_EQ(gpus, 3U);
  }
}

}  // namespace
}  // namespace mg
