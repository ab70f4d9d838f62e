// The emulated GPU does what kernels ask of a GPU, and stops those that a GPU would hang on.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/device.hpp"
#include "tests/emulator/probe.hpp"

namespace mg {
namespace {

class Emulator : public testing::Test {
 protected:
  static void SetUpTestSuite() { ::setenv("MG_BACKEND", MG_EMULATOR, 1); }
  void SetUp() override { device_ = open_device(0); }

  const DeviceKernel& kernel(const std::string& agent) {
    static const std::string text = [] {
      std::ifstream file(MG_SOURCE_DIR "/tests/emulator/probe.hpp");
      return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    return device_->kernel({.agent = "mg::probe::" + agent,
                            .agent_header = "engine/gpu/team.cuh",
                            .algorithm = {.name = "probe.hpp", .text = text}});
  }
  std::uint32_t* words(std::size_t count, std::uint32_t value = 0) {
    const std::vector<std::uint32_t> values(count, value);
    return uploaded(values);
  }
  std::uint32_t* uploaded(const std::vector<std::uint32_t>& values) {
    const std::size_t bytes = values.size() * sizeof(std::uint32_t);
    auto* memory = static_cast<std::uint32_t*>(device_->allocate(bytes, "test data"));
    device_->upload(memory, values.data(), bytes);
    return memory;
  }
  void launch(const std::string& agent, std::uint32_t blocks, const probe::Words& words) {
    device_->launch(kernel(agent), blocks, 0, &words, &nothing_);
  }
  void launch_team(const std::string& agent, LaunchTeam team, std::uint32_t blocks, std::size_t shared_bytes,
                   const probe::Words& words) {
    device_->launch_team(kernel(agent), team, blocks, shared_bytes, &words, &nothing_);
  }

  std::shared_ptr<Device> device_;
  probe::Nothing nothing_;
};

using WrongKernels = Emulator;

TEST_F(Emulator, MemoryIsNotZero) {
  const auto* memory = static_cast<const std::uint8_t*>(device_->allocate(64, "test data"));
  for (int i = 0; i < 64; ++i) EXPECT_NE(memory[i], 0);
}

TEST_F(Emulator, BlocksScanAndAddUp) {
  std::vector<std::uint32_t> in(1000);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i % 17;
  std::uint32_t* out = words(in.size() + 1);
  launch("Scan", (1000 + 95) / 96, {uploaded(in), out, 1000});
  std::uint32_t sum = 0;
  std::uint32_t all = 0;
  for (std::uint32_t i = 0; i < in.size(); ++i) {
    sum = i % 96 == 0 ? in[i] : sum + in[i];
    all += in[i];
    EXPECT_EQ(out[i], sum) << i;
  }
  EXPECT_EQ(out[1000], all);
}

TEST_F(Emulator, LanesAskEachOther) {
  std::uint32_t* out = words(std::size_t{32} * 8);
  launch("Ask", 1, {nullptr, out, 8});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t* own = out + std::size_t{lane} * 8;
    const std::vector<std::uint32_t> expected{
        0xaaaaaaaaU, 1, 0, 0xffU << (lane / 8 * 8), 30, lane < 2 ? lane : lane - 2, lane ^ 5, 1};
    EXPECT_EQ(std::vector<std::uint32_t>(own, own + 8), expected) << lane;
  }
}

TEST_F(Emulator, BlocksOfAClusterReachIntoEachOther) {
  std::uint32_t* out = words(16);
  launch_team("PassOn", LaunchTeam::cluster, 16, 4, {nullptr, out, 0});
  for (std::uint32_t block = 0; block < 16; ++block) EXPECT_EQ(out[block], (block + 15) % 16 << 16 | (block + 1) % 16);
}

TEST_F(Emulator, BlocksOfAClusterWaitForWhatOthersSend) {
  std::uint32_t* out = words(16);
  launch_team("TellAll", LaunchTeam::cluster, 16, 0, {nullptr, out, 50});
  for (std::uint32_t block = 0; block < 16; ++block) EXPECT_EQ(out[block], 0U) << block;
}

TEST_F(Emulator, BlocksThatHaveEndedAreNotWaitedFor) {
  std::uint32_t* out = words(16);
  launch_team("LeaveCluster", LaunchTeam::cluster, 16, 4, {nullptr, out, 0});
  EXPECT_EQ(out[0], 0U);
  for (std::uint32_t block = 1; block < 15; ++block) EXPECT_EQ(out[block], block + 1);
}

/// Else no test would find what a loop must not do between both halves of a barrier.
TEST_F(Emulator, ThreadsGoOnBeforeThoseWhoHaveOnlyArrived) {
  std::uint32_t* out = words(1);
  for (int i = 0; i < 50; ++i) launch_team("LookAhead", LaunchTeam::cluster, 4, 0, {nullptr, out, 0});
  EXPECT_GT(out[0], 0U);
}

TEST_F(Emulator, BlocksOfTheDeviceMeet) {
  std::uint32_t* out = words(2);
  launch_team("Meet", LaunchTeam::device, 4, 0, {words(1), out, 20});
  EXPECT_EQ(out[0], 80U);
  EXPECT_EQ(out[1], 0U);
}

/// Else no test would find a race.
TEST_F(Emulator, ThreadsInterruptEachOther) {
  std::uint32_t* out = words(1);
  launch("TakeTurns", 1, {words(1), out, 0});
  EXPECT_GT(out[0], 0U);
  EXPECT_LT(out[0], 96U);
}

TEST_F(WrongKernels, ThoseOfWhichALaneLeavesEnd) {
  EXPECT_DEATH(launch("LeaveWarp", 1, {nullptr, words(1), 0}),
               "block 0 of mg::probe::LeaveWarp: threads wait for each other in vain: thread 1 at __ballot_sync.*"
               "65 of 96 have ended");
}
TEST_F(WrongKernels, ThoseWhoseLanesAreAtDifferentPlacesEnd) {
  EXPECT_DEATH(launch("Diverge", 1, {nullptr, words(1), 0}), "lanes of one warp are at __");
}
TEST_F(WrongKernels, ThoseThatAskAPartOfAWarpEnd) {
  EXPECT_DEATH(launch("AskSome", 1, {nullptr, words(1), 0}), "only whole warps are emulated");
}
TEST_F(WrongKernels, ThoseThatWaitForBlockAndWarpAtATimeEnd) {
  EXPECT_DEATH(launch("WaitAcross", 1, {nullptr, words(1), 0}), "thread 0 at __syncthreads, thread 1 at __ballot_sync");
}
TEST_F(WrongKernels, ThoseThatReachBeyondTheSharedMemoryOfOthersEnd) {
  EXPECT_DEATH(launch_team("ReachTooFar", LaunchTeam::cluster, 2, 64, {nullptr, words(1), 64}),
               "beyond its dynamic shared memory");
}
TEST_F(WrongKernels, ThoseThatDoNotCompileAreExplained) {
  try {
    static_cast<void>(kernel("Missing"));
    FAIL() << "compiled";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("mg::probe::Missing does not compile"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("in namespace"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mg
