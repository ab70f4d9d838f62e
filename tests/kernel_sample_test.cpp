// Points of the schedule space that no list names: drawn afresh in every run, they compile. Needs NVRTC, no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "tests/push_kernels.hpp"

namespace mg {
namespace {

constexpr std::size_t sample_size = 200;
constexpr int architecture = 90;

using Random = std::mt19937_64;

template <class T>
const T& one_of(const std::vector<T>& choices, Random& random) {
  return choices[random() % choices.size()];
}

Schedule any_schedule(Random& random) {
  Schedule schedule;
  schedule.balance = one_of(registered_balancers(), random)->name;
  schedule.layout = one_of(registered_layouts(), random)->name;
  schedule.frontier = one_of<FrontierForm>(
      {FrontierForm::queue, FrontierForm::bitmap, FrontierForm::bytemap, FrontierForm::counter}, random);
  schedule.creation = one_of<Creation>({Creation::fused, Creation::unfused}, random);
  schedule.dedup = one_of<Dedup>(
      {Dedup::automatic, Dedup::none, Dedup::counter, Dedup::bitmap, Dedup::bytemap, Dedup::cull}, random);
  schedule.aggregate = one_of<Aggregate>({Aggregate::thread, Aggregate::warp, Aggregate::block}, random);
  schedule.cta = one_of<std::uint32_t>({128, 256, 512, 1024}, random);
  return schedule;
}

/// A kernel that a schedule drawn at random means for a function drawn at random, unless the two do not go together.
std::optional<KernelRequest> any_kernel(const std::vector<Pushed>& functions, Random& random) {
  const Pushed& f = one_of(functions, random);
  const bool ordered = f.ordered && random() % 2 == 0;
  const std::string offset = one_of<std::string>({"unsigned int", "unsigned long"}, random);
  try {
    const sparse::PushPlan plan(any_schedule(random), f.traits);
    if (ordered && plan.form != FrontierForm::queue) return {};
    return push_kernel(f, ordered, plan, one_of(plan.parts(), random), offset);
  } catch (const Error&) {
    return {};
  }
}

TEST(KernelSample, CompilesWhereverItIsDrawn) {
  std::string problem;
  if (Nvrtc::load("", problem) == nullptr) GTEST_SKIP() << "no NVRTC: " << problem;
  const char* given = std::getenv("MG_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::stoull(given) : std::random_device{}();
  fmt::print("MG_TEST_SEED={} draws this sample again\n", seed);
  Random random(seed);
  const std::vector<Pushed> functions = all_pushed();
  std::vector<KernelRequest> sample;
  std::set<std::string> drawn;
  while (sample.size() < sample_size) {
    auto request = any_kernel(functions, random);
    if (request && drawn.insert(request->agent).second) sample.push_back(std::move(*request));
  }
  Specialiser specialiser(SpecialiserOptions{});
  std::vector<std::string> problems(sample.size());
  parallel_tasks(sample.size(), 2, [&](std::size_t i) {
    try {
      static_cast<void>(specialiser.find(sample[i], architecture));
    } catch (const std::exception& error) {
      problems[i] = error.what();
    }
  });
  for (std::size_t i = 0; i < sample.size(); ++i) EXPECT_EQ(problems[i], "") << sample[i].agent;
}

}  // namespace
}  // namespace mg
