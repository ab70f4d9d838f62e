// What a GPU does for the runtime: what any backend has to keep to, so that the same tests are run with NVIDIA's and
// with the emulated one. Skipped, saying why, where there is none.
#include "engine/gpu/device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "engine/error.hpp"
#include "tests/kernel_probe.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

namespace {

const std::string probe_text = read_file(MG_SOURCE_DIR "/tests/kernel_probe.hpp");

KernelRequest probe(const std::string& agent) {
  return {.agent = agent, .agent_header = "engine/graph/types.hpp", .algorithm = {"kernel_probe.hpp", probe_text}};
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::vector<std::uint8_t> pattern(std::size_t bytes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> values(bytes);
  for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random());
  return values;
}

class Gpu : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    static const TemporaryFolder cache;
    ::setenv("MG_CACHE_DIR", cache.path().c_str(), 1);
  }
  void SetUp() override {
    const DeviceList list = list_devices();
    if (list.devices.empty() && std::getenv("MG_BACKEND") != nullptr) FAIL() << list.problem;
    if (list.devices.empty()) GTEST_SKIP() << list.problem;
    index_ = list.devices.front().index;
    try {
      device_ = open_device(index_);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());  // all that is shown of a process that a test has begun
      throw;
    }
  }

  template <class T>
  T* allocate(std::size_t count) {
    return static_cast<T*>(device_->allocate(count * sizeof(T), "test data"));
  }
  template <class T>
  T* uploaded(const std::vector<T>& values) {
    T* memory = allocate<T>(values.size());
    device_->upload(memory, values.data(), values.size() * sizeof(T));
    return memory;
  }
  template <class T>
  std::vector<T> downloaded(const T* memory, std::size_t count) {
    std::vector<T> values(count);
    device_->download(values.data(), memory, count * sizeof(T));
    return values;
  }

  int index_ = 0;
  std::shared_ptr<Device> device_;
};

TEST(NoGpu, IsExplained) {
  const DeviceList list = list_devices();
  EXPECT_EQ(list.devices.empty(), !list.problem.empty());
  try {
    static_cast<void>(open_device(1000));
    FAIL() << "there is no GPU 1000";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::no_resources);
    const std::string expected =
        list.devices.empty() ? "no GPU: " + list.problem : "there is no GPU 1000: this machine";
    EXPECT_TRUE(contains(error.what(), expected)) << error.what();
  }
}

TEST_F(Gpu, SaysWhatItIs) {
  const DeviceInfo& info = device_->info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_GE(info.architecture, 80);
  EXPECT_GT(info.multiprocessors, 0);
  EXPECT_GE(info.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_GE(info.l2_bytes, std::uint64_t{1} << 20);
  EXPECT_GE(info.shared_bytes_per_block, 48U << 10);
  EXPECT_GE(info.clock_khz, 100'000);
  EXPECT_TRUE(contains(info.driver, "."));
}

/// Whoever chooses a GPU sees all of it before any is open.
TEST_F(Gpu, IsInTheListAsItIsWhenOpen) {
  device_.reset();
  const DeviceList list = list_devices();
  EXPECT_EQ(list.problem, "");
  for (std::size_t i = 0; i < list.devices.size(); ++i) {
    const DeviceInfo& listed = list.devices[i];
    EXPECT_TRUE(i == 0 || listed.index > list.devices[i - 1].index);
    EXPECT_EQ(open_device(listed.index)->info(), listed);
  }
  EXPECT_EQ(list_devices().devices, list.devices) << "whether open or not";
}

TEST_F(Gpu, SaysWhatIsFree) {
  EXPECT_LE(device_->free_bytes(), device_->info().memory_bytes);
  ASSERT_GT(device_->free_bytes(), std::uint64_t{1} << 28);
  const std::uint64_t taken = device_->free_bytes() / 4;
  const std::uint64_t slack = device_->free_bytes() / 16;  // the driver's own, and other processes'
  void* const memory = device_->allocate(taken, "a quarter");
  const std::uint64_t left = open_device(index_)->free_bytes();
  EXPECT_LE(left, device_->free_bytes() - taken + slack);
  EXPECT_GE(left + slack, device_->free_bytes() - taken);
  device_->release(memory);
  device_->synchronize();
  EXPECT_GE(open_device(index_)->free_bytes() + slack, device_->free_bytes()) << "what is released is free";
}

TEST_F(Gpu, BytesTravelUnchanged) {
  for (const std::size_t size : {0UL, 1UL, 3UL, 255UL, 65'535UL, 65'536UL, 65'537UL, 1'000'003UL, 8'388'607UL,
                                 8'388'609UL, 33'554'432UL, 100'000'019UL}) {
    const auto values = pattern(size, size);
    std::uint8_t* memory = uploaded(values);
    EXPECT_EQ(downloaded(memory, size), values) << size;
    auto* copy = allocate<std::uint8_t>(size);
    device_->copy(copy, memory, size);
    EXPECT_EQ(downloaded(copy, size), values) << size;
    device_->release(copy);
    device_->fill(memory, 0xA5, size);
    EXPECT_EQ(downloaded(memory, size), std::vector<std::uint8_t>(size, 0xA5)) << size;
    device_->release(memory);
  }
}

TEST_F(Gpu, UploadsMayBeReusedAtOnce) {
  constexpr std::size_t count = 4000;
  constexpr std::size_t length = 777;
  auto* memory = allocate<std::uint32_t>(count * length);
  std::vector<std::uint32_t> values(length);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::ranges::fill(values, i);
    device_->upload(memory + i * length, values.data(), length * sizeof(std::uint32_t));
  }
  const auto all = downloaded(memory, count * length);
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], i / length);
  // Small and large ones, in turns.
  auto large = pattern(20'000'000, 1);
  auto* bytes = allocate<std::uint8_t>(large.size());
  for (std::uint8_t i = 0; i < 5; ++i) {
    large[0] = i;
    device_->upload(bytes, large.data(), large.size());
    large[1] = static_cast<std::uint8_t>(i + 1);
    device_->upload(bytes + 1, large.data() + 1, 1);
  }
  EXPECT_EQ(downloaded(bytes, large.size()), large);
}

/// What is posted is what there was before anything that is asked for behind it; what is cleared may hold it.
TEST_F(Gpu, WordsArePostedBeforeTheyAreCleared) {
  constexpr std::size_t most = Device::most_posted_bytes / sizeof(std::uint32_t);
  for (const std::size_t size : {1UL, 2UL, most, most + 1, 4095UL, 4096UL, 4097UL, 70'001UL, 3'000'000UL}) {
    std::vector<std::uint32_t> values(size);
    std::iota(values.begin(), values.end(), 1U);
    std::uint32_t* words = uploaded(values);
    std::uint32_t* others = uploaded(values);
    const std::size_t count = std::min(size, most);
    const std::size_t cleared = size - size / 3;  // the rest stays
    for (const bool clears_what_it_sends : {false, true}) {
      std::uint32_t* const target = clears_what_it_sends ? words : others;
      std::vector<std::uint32_t> received(count);
      device_->post(words, count * sizeof(std::uint32_t), {.data = target, .bytes = cleared * sizeof(std::uint32_t)});
      device_->fill(words, 0xA5, sizeof(std::uint32_t));
      device_->receive(received.data());
      EXPECT_TRUE(std::ranges::equal(received, std::span(values).first(count))) << size << clears_what_it_sends;
      std::vector<std::uint32_t> expected = values;
      std::fill_n(expected.begin(), cleared, 0U);
      if (clears_what_it_sends) expected[0] = 0xA5A5A5A5;
      EXPECT_EQ(downloaded(target, size), expected) << size << clears_what_it_sends;
      device_->upload(words, values.data(), size * sizeof(std::uint32_t));
    }
    device_->post(words, count * sizeof(std::uint32_t), {});
    std::vector<std::uint32_t> received(count);
    device_->receive(received.data());
    EXPECT_TRUE(std::ranges::equal(received, std::span(values).first(count))) << "with nothing to clear";
    device_->release(words);
    device_->release(others);
  }
}

/// Copies of few words come by another way than larger ones and odd ones; each brings what there is when all that was
/// asked for before is done, not what the one before it has left.
TEST_F(Gpu, FewBytesArriveBehindWhatWasAskedForBefore) {
  constexpr std::size_t room = 8192;
  constexpr std::size_t most = 4096;
  constexpr std::uint8_t untouched = 0x5A;
  auto* memory = allocate<std::uint8_t>(room);
  const DeviceKernel& kernel = device_->kernel(probe("mg::probe::Fill<mg::probe::Square>"));
  probe::FillArguments arguments{reinterpret_cast<std::uint32_t*>(memory), room / sizeof(std::uint32_t)};
  std::vector<std::uint8_t> values;
  const auto expect_there = [&](std::size_t size, std::size_t from) {
    std::vector<std::uint8_t> found(most + 8, untouched);
    std::vector<std::uint8_t> expected = found;
    const std::size_t to = from / 2 % 4;  // neither need be a multiple of anything
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), size,
                expected.begin() + static_cast<std::ptrdiff_t>(to));
    device_->download(found.data() + to, memory + from, size);
    ASSERT_EQ(found, expected) << size << " bytes from " << from;
  };
  for (std::uint32_t round = 0; round < 50; ++round) {
    for (const std::size_t size : {1, 3, 4, 8, 252, 256, 260, 4096}) {
      for (const std::size_t from : {0, 1, 2, 3, 4, 6, 12, 1023, 1024}) {
        SCOPED_TRACE(round);
        values = pattern(room, 1000UL * round + size + from);
        device_->upload(memory, values.data(), room);
        expect_there(size, from);
        expect_there(size, from + 1);
        const probe::Square function{static_cast<std::uint32_t>(round + size + from)};
        device_->launch(kernel, (arguments.size + 127) / 128, 0, &arguments, &function);
        std::vector<std::uint32_t> words(arguments.size);
        for (std::uint32_t i = 0; i < arguments.size; ++i) words[i] = i * i + function.offset;
        std::memcpy(values.data(), words.data(), room);
        expect_there(size, from);
        device_->fill(memory + from, static_cast<std::uint8_t>(round), 5);
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(from), 5, static_cast<std::uint8_t>(round));
        expect_there(size, from);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(Gpu, RepeatsATeamThatMeetsInEachLaunch) {
  if (!device_->can_launch_while()) GTEST_SKIP() << "the driver, for CUDA " << device_->info().driver << ", cannot";
  const DeviceKernel& kernel = device_->kernel(probe("mg::probe::CountDown"));
  const std::uint32_t blocks = device_->team_blocks(kernel, LaunchTeam::device, 0);
  std::vector<probe::CountDownWords*> places{allocate<probe::CountDownWords>(1), allocate<probe::CountDownWords>(1)};
  // The same place twice in a row is the same graph with other parameters.
  for (const std::size_t place : {0, 0, 1, 1, 0}) {
    for (const std::uint32_t amount : {1U, 3U}) {
      for (const std::uint32_t launches : {1U, 2U, 1000U}) {
        probe::CountDownWords start{};
        start.left = launches;
        device_->upload(places[place], &start, sizeof(start));
        probe::CountDownArguments arguments{.words = places[place], .condition = 0};
        const probe::Amount function{amount};
        if (!device_->launch_while(kernel, blocks, 0, &arguments, &function, arguments.condition)) {
          GTEST_SKIP() << "the driver, for CUDA " << device_->info().driver << ", repeats nothing by itself";
        }
        const probe::CountDownWords end = downloaded(places[place], 1).front();
        EXPECT_EQ(end.left, 0U);
        EXPECT_EQ(end.arrived, launches * blocks);
        EXPECT_EQ(end.awaited, launches * blocks);
        EXPECT_EQ(end.visits, launches * blocks * amount);
        EXPECT_EQ(end.missed, 0U);
      }
    }
  }
}

TEST_F(Gpu, CountsItsMemory) {
  EXPECT_EQ(device_->allocated_bytes(), 0U);
  void* first = device_->allocate(1000, "first");
  void* second = device_->allocate(500, "second");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 256, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second) % 256, 0U);
  device_->release(first);
  EXPECT_EQ(device_->allocated_bytes(), 500U);
  EXPECT_EQ(device_->peak_bytes(), 1500U);
  device_->release(second);
  device_->release(nullptr);
  EXPECT_EQ(device_->allocated_bytes(), 0U);
}

TEST_F(Gpu, MemoryThatIsNotThereIsNamed) {
  const std::uint64_t too_much = device_->info().memory_bytes + (std::uint64_t{1} << 30);
  for (int i = 0; i < 2; ++i) {
    try {
      static_cast<void>(device_->allocate(too_much, "the neighbors of csr"));
      FAIL() << "more memory than there is";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::no_resources);
      for (const char* part : {"not enough memory", "the neighbors of csr", "free"}) {
        EXPECT_TRUE(contains(error.what(), part)) << error.what();
      }
    }
  }
  EXPECT_EQ(downloaded(uploaded(std::vector<int>{1, 2, 3}), 3), (std::vector<int>{1, 2, 3})) << "all is well after it";
}

TEST_F(Gpu, MemoryInPiecesIsPutTogetherAgain) {
  // Three quarters of what is free, in pieces, released, and asked for in one.
  const std::size_t most = device_->free_bytes() / 4 * 3;
  constexpr std::size_t pieces = 24;
  std::vector<void*> memory;
  for (std::size_t i = 0; i < pieces; ++i) memory.push_back(device_->allocate(most / pieces, "a piece"));
  for (void* piece : memory) device_->release(piece);
  EXPECT_NO_THROW(device_->release(device_->allocate(most, "the whole")));
}

TEST_F(Gpu, ScansLikeASerialLoop) {
  std::mt19937 random(1);
  for (const std::size_t count : {0UL, 1UL, 2UL, 31UL, 1000UL, 1'000'003UL}) {
    std::vector<std::uint32_t> values(count);
    for (std::uint32_t& value : values) value = random();
    std::vector<std::uint64_t> sums(count + 1, 0);
    std::partial_sum(values.begin(), values.end(), sums.begin() + 1,
                     [](std::uint64_t a, std::uint64_t b) { return a + b; });
    for (std::size_t i = 0; i < count; ++i) sums[i + 1] = sums[i] + values[i];
    auto* out = allocate<std::uint64_t>(count + 1);
    device_->exclusive_scan(uploaded(values), out, count);
    EXPECT_EQ(downloaded(out, count + 1), sums) << count;
  }
}

TEST_F(Gpu, SortsLikeAStableSort) {
  std::mt19937_64 random(2);
  for (const std::size_t count : {0UL, 1UL, 1000UL, 300'007UL}) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), 0U);
    std::vector<std::uint32_t> small(count);
    for (std::uint32_t& key : small) key = static_cast<std::uint32_t>(random() % 1000);
    std::vector<std::uint32_t> expected = values;
    std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) { return small[a] > small[b]; });
    auto* sorted_small = allocate<std::uint32_t>(count);
    auto* sorted_values = allocate<std::uint32_t>(count);
    device_->sort_descending(uploaded(small), sorted_small, uploaded(values), sorted_values, count);
    EXPECT_EQ(downloaded(sorted_values, count), expected) << count;
    std::ranges::sort(small, std::greater());
    EXPECT_EQ(downloaded(sorted_small, count), small) << count;

    for (const int bits : {7, 64}) {  // what lies above them stays with its key
      std::vector<std::uint64_t> keys(count);
      for (std::uint64_t& key : keys) key = random();
      const auto lowest = [&](std::uint64_t key) { return bits == 64 ? key : key & ((std::uint64_t{1} << bits) - 1); };
      expected = values;
      std::ranges::stable_sort(expected, {}, [&](std::uint32_t i) { return lowest(keys[i]); });
      auto* sorted_keys = allocate<std::uint64_t>(count);
      std::uint64_t* const on_gpu = uploaded(keys);
      device_->sort_pairs(on_gpu, sorted_keys, uploaded(values), sorted_values, count, bits);
      EXPECT_EQ(downloaded(on_gpu, count), keys) << "inputs stay as they are";
      EXPECT_EQ(downloaded(sorted_values, count), expected) << count << ", " << bits << " bits";
      device_->sort_keys(on_gpu, sorted_keys, count, bits);
      std::ranges::stable_sort(keys, {}, lowest);
      EXPECT_EQ(downloaded(sorted_keys, count), keys) << count << ", " << bits << " bits";
    }
  }
}

TEST_F(Gpu, AKernelThatDoesNotCompileIsNamed) {
  try {
    static_cast<void>(device_->kernel(probe("mg::probe::Missing")));
    FAIL() << "there is none";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::internal);
    EXPECT_TRUE(contains(error.what(), "mg::probe::Missing does not compile")) << error.what();
  }
}

TEST_F(Gpu, TeamsForWhichThereIsNoRoomAreRefused) {
  const DeviceKernel& kernel = device_->kernel(probe("mg::probe::CountDown"));
  const std::uint32_t most = device_->team_blocks(kernel, LaunchTeam::device, 0);
  EXPECT_EQ(most, device_->resident_blocks(kernel, 0));
  EXPECT_GE(most, static_cast<std::uint32_t>(device_->info().multiprocessors));
  const std::uint32_t of_cluster = device_->team_blocks(kernel, LaunchTeam::cluster, 0);
  EXPECT_TRUE(of_cluster == 16 || of_cluster == 0) << of_cluster;
  EXPECT_TRUE(device_->info().architecture >= 90 || of_cluster == 0) << of_cluster;
  auto* words = allocate<probe::CountDownWords>(1);
  device_->fill(words, 0, sizeof(*words));
  probe::CountDownArguments arguments{.words = words, .condition = 0};
  const probe::Amount function{1};
  EXPECT_THROW(device_->launch_team(kernel, LaunchTeam::device, most + 1, 0, &arguments, &function), Error);
  EXPECT_EQ(downloaded(words, 1).front().visits, 0U) << "nothing ran, and all is well after it";
}

TEST_F(Gpu, LaunchesWhatWasAskedFor) {
  constexpr std::uint32_t size = 100'003;
  auto* out = allocate<std::uint32_t>(size);
  const DeviceKernel& kernel = device_->kernel(probe("mg::probe::Fill<mg::probe::Square>"));
  EXPECT_TRUE(device_->has_kernel(probe("mg::probe::Fill<mg::probe::Square>")));
  EXPECT_EQ(kernel.threads, 128U);
  EXPECT_EQ(kernel.agent, "mg::probe::Fill<mg::probe::Square>");
  EXPECT_GT(kernel.registers, 0);
  ASSERT_EQ(device_->kernels().size(), 1U);
  EXPECT_EQ(device_->kernels()[0].agent, kernel.agent);
  EXPECT_EQ(device_->kernels()[0].registers, kernel.registers);
  EXPECT_EQ(kernel.spill_bytes, 0);
  EXPECT_GT(device_->compile_ms(), 0);
  probe::FillArguments arguments{out, size};
  probe::Square function{17};
  device_->begin_range("launches");
  device_->launch(kernel, (size + 127) / 128, 0, &arguments, &function);
  device_->launch(kernel, 0, 0, &arguments, &function);
  device_->end_range();
  const auto values = downloaded(out, size);
  for (std::uint32_t i = 0; i < size; ++i) ASSERT_EQ(values[i], i * i + 17);
  EXPECT_EQ(&device_->kernel(probe("mg::probe::Fill<mg::probe::Square>")), &kernel);
  static_cast<void>(device_->kernel(probe("mg::probe::Reverse")));
  const double before = device_->compile_ms();
  EXPECT_EQ(open_device(index_)->kernel(probe("mg::probe::Reverse")).origin, KernelOrigin::cached);
  EXPECT_EQ(device_->compile_ms(), before);
}

TEST_F(Gpu, BlocksHaveTheSharedMemoryTheyAskFor) {
  const DeviceKernel& kernel = device_->kernel(probe("mg::probe::Reverse"));
  const auto most = static_cast<std::uint32_t>(device_->info().shared_bytes_per_block);
  EXPECT_GE(device_->resident_blocks(kernel, 0), device_->resident_blocks(kernel, most));
  EXPECT_GE(device_->resident_blocks(kernel, most), static_cast<std::uint32_t>(device_->info().multiprocessors));
  for (const std::uint32_t shared : {1024U, 48U << 10, most}) {
    const std::uint32_t tile = shared / sizeof(std::uint32_t);
    constexpr std::size_t blocks = 300;
    std::vector<std::uint32_t> values(tile * blocks);
    std::iota(values.begin(), values.end(), 0U);
    auto* out = allocate<std::uint32_t>(values.size());
    probe::ReverseArguments arguments{uploaded(values), out, tile};
    probe::Nothing function;
    device_->launch(kernel, blocks, shared, &arguments, &function);
    for (auto begin = values.begin(); begin != values.end(); begin += tile) std::reverse(begin, begin + tile);
    EXPECT_EQ(downloaded(out, values.size()), values) << shared;
  }
  probe::ReverseArguments arguments{};
  probe::Nothing function;
  EXPECT_THROW(device_->launch(kernel, 1, most + 1, &arguments, &function), Error);
  EXPECT_THROW(static_cast<void>(device_->resident_blocks(kernel, most + 1)), Error);
  EXPECT_NO_THROW(device_->synchronize());
}

TEST_F(Gpu, ServesSeveralHostThreads) {
  std::vector<std::jthread> threads;
  std::vector<int> failures(4, 0);
  for (std::uint32_t t = 0; t < failures.size(); ++t) {
    threads.emplace_back([&, t] {
      try {
        for (std::uint32_t round = 0; round < 20; ++round) {
          const auto device = open_device(index_);
          constexpr std::uint32_t size = 300'000;
          auto* out = static_cast<std::uint32_t*>(device->allocate(size * sizeof(std::uint32_t), "out"));
          const DeviceKernel& kernel = device->kernel(probe("mg::probe::Fill<mg::probe::Square>"));
          probe::FillArguments arguments{out, size};
          probe::Square function{1000 * t + round};
          device->launch(kernel, (size + 127) / 128, 0, &arguments, &function);
          std::vector<std::uint32_t> values(size);
          device->download(values.data(), out, size * sizeof(std::uint32_t));
          for (std::uint32_t i = 0; i < size; ++i) failures[t] += values[i] == i * i + 1000 * t + round ? 0 : 1;
        }
      } catch (const std::exception& error) {
        failures[t] = -1;
        ADD_FAILURE() << error.what();
      }
    });
  }
  threads.clear();
  EXPECT_EQ(failures, std::vector<int>(4, 0));
}

TEST_F(Gpu, GivesBackWhatItTook) {
  const auto values = pattern(20'000'000, 3);
  const std::uint64_t taken = device_->free_bytes() / 32;
  const auto use = [&] {
    const auto device = open_device(index_);
    static_cast<void>(device->allocate(taken, "never released"));
    device->upload(device->allocate(values.size(), "values"), values.data(), values.size());
    return device->free_bytes();
  };
  const std::uint64_t before = (use(), use());
  for (int i = 0; i < 30; ++i) use();
  EXPECT_GE(use() + (std::uint64_t{64} << 20), before);
}

/// Comes first, as GoogleTest has it by this name: the process that the fault takes with it begins with a GPU of its
/// own, for which there may be no room once this one has filled memory.
using GpuDeathTest = Gpu;

TEST_F(GpuDeathTest, AFaultNamesTheKernel) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  device_.reset();
  const auto poke_nowhere = [this] {
    int status = 1;
    try {
      const auto device = open_device(index_);
      probe::PokeArguments arguments{nullptr};
      probe::Nothing function;
      device->launch(device->kernel(probe("mg::probe::Poke")), 1, 0, &arguments, &function);
      std::vector<char> bytes(100'000);
      void* memory = device->allocate(bytes.size(), "bytes");
      device->download(bytes.data(), memory, bytes.size());
    } catch (const Error& error) {
      std::fprintf(stderr, "%s\n", error.what());
      status = error.code() == ExitCode::internal ? 7 : 2;
    }
    std::exit(status);  // through the destructors of static objects
  };
  EXPECT_EXIT(poke_nowhere(), testing::ExitedWithCode(7), "mg::probe::Poke");
}

}  // namespace

}  // namespace mg
