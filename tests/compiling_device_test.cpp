// The stand-in for GPUs that compiles and executes nothing. Where there is no compiler for kernels, tests of compiling
// are skipped.
#include "engine/gpu/compiling_device.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"

namespace mg {
namespace {

KernelRequest vertices_kernel(const std::string& agent) {
  return {.agent = agent, .agent_header = "engine/gpu/vertices.cuh", .algorithm = {"engine/edge_semantics.hpp"}};
}

const KernelRequest right = vertices_kernel("mg::gpu::ListMap<unsigned int>");
const KernelRequest wrong = vertices_kernel("mg::gpu::NoSuchAgent<unsigned int>");

bool has_compiler() { return !shared_specialiser().compiler_text().starts_with("none"); }

TEST(CompilingDevice, GivesBackWhatWasCopiedThereAndZerosOtherwise) {
  CompilingDevice device(90);
  constexpr std::size_t size = 4;
  auto* memory = static_cast<std::uint32_t*>(device.allocate(size * sizeof(std::uint32_t), "numbers"));
  std::array<std::uint32_t, size> read{1, 2, 3, 4};
  device.download(read.data(), memory, sizeof(read));
  EXPECT_EQ(read, (std::array<std::uint32_t, size>{}));
  const std::array<std::uint32_t, size> written{5, 6, 7, 8};
  device.upload(memory, written.data(), sizeof(written));
  device.post(memory, sizeof(read), {.data = memory, .bytes = sizeof(read)});
  device.receive(read.data());
  EXPECT_EQ(read, written);
  device.download(read.data(), memory, sizeof(read));
  EXPECT_EQ(read, (std::array<std::uint32_t, size>{})) << "what was posted is cleared";
  EXPECT_EQ(device.allocated_bytes(), sizeof(read));
  device.release(memory);
  EXPECT_EQ(device.allocated_bytes(), 0U);
  EXPECT_EQ(device.peak_bytes(), sizeof(read));
}

TEST(CompilingDevice, EndsALoopThatWaitsForWhatNobodyComputes) {
  CompilingDevice device(90);
  std::uint32_t word = 0;
  const auto wait = [&] {
    for (std::uint64_t i = 0; i <= CompilingDevice::patience; ++i) device.launch({}, 1, 0, &word, &word);
  };
  EXPECT_THROW(wait(), Error);
  device.begin_run();
  EXPECT_NO_THROW(device.launch({}, 1, 0, &word, &word));
}

TEST(CompilingDevice, GoesOnWhereAKernelDoesNotCompile) {
  if (!has_compiler()) GTEST_SKIP() << shared_specialiser().compiler_text();
  CompilingDevice device(90);
  EXPECT_GT(device.kernel(right).registers, 0);
  EXPECT_EQ(device.kernel(wrong).agent, wrong.agent);
  static_cast<void>(device.kernel(wrong));
  ASSERT_EQ(device.failures().size(), 1U);
  EXPECT_EQ(device.failures().front().agent, wrong.agent);
  EXPECT_NE(device.failures().front().problem.find("NoSuchAgent"), std::string::npos);
  ASSERT_EQ(device.kernels().size(), 1U) << "those that compile";
  EXPECT_EQ(device.kernels().front().agent, right.agent);
}

TEST(CompilingDevice, SaysThatNoCompilerKnowsAGpu) {
  if (!has_compiler()) GTEST_SKIP() << shared_specialiser().compiler_text();
  CompilingDevice device(10);
  EXPECT_THROW(static_cast<void>(device.kernel(right)), Error);
}

}  // namespace
}  // namespace mg
