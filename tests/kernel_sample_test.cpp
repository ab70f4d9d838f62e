// Points of the schedule space that no list names: drawn afresh in every run, they compile. Needs NVRTC, no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "algorithms/bc.hpp"
#include "algorithms/bfs.hpp"
#include "algorithms/cc_label.hpp"
#include "algorithms/pagerank.hpp"
#include "algorithms/pagerank_delta.hpp"
#include "algorithms/sssp.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/parallel.hpp"
#include "sparse/push_plan.hpp"

namespace mg {
namespace {

constexpr std::size_t sample_size = 200;
constexpr int architecture = 90;

/// A function that steps push, as far as the choice of a kernel sees it.
struct Pushed {
  std::string header;
  std::string type;
  DeviceTraits traits;
  bool ordered;
  bool reduces;
};

template <class F>
Pushed pushed(const std::string& header) {
  return {.header = header,
          .type = type_name<F>(),
          .traits = device_traits_of<F>,
          .ordered = HasPriority<F>,
          .reduces = Reduces<F>};
}

std::vector<Pushed> all_pushed() {
  return {pushed<bfs::Visit>("algorithms/bfs.hpp"),
          pushed<cc_label::Spread>("algorithms/cc_label.hpp"),
          pushed<pagerank_delta::Spread>("algorithms/pagerank_delta.hpp"),
          pushed<bc::CountPaths>("algorithms/bc.hpp"),
          pushed<pagerank::Gather<false>>("algorithms/pagerank.hpp"),
          pushed<sssp::Relax<std::uint32_t, std::uint32_t>>("algorithms/sssp.hpp"),
          pushed<sssp::Relax<std::uint32_t, std::uint64_t>>("algorithms/sssp.hpp"),
          pushed<sssp::Relax<float, double>>("algorithms/sssp.hpp")};
}

using Random = std::mt19937_64;

template <class T>
const T& one_of(const std::vector<T>& choices, Random& random) {
  return choices[random() % choices.size()];
}

Schedule any_schedule(Random& random) {
  Schedule schedule;
  schedule.balance = one_of<Balance>({Balance::vertex, Balance::edge, Balance::warp, Balance::block, Balance::twc,
                                      Balance::etwc, Balance::stages, Balance::strict},
                                     random);
  schedule.layout = one_of<Layout>({Layout::csr, Layout::coo, Layout::ell, Layout::blocked, Layout::segments}, random);
  schedule.frontier = one_of<FrontierForm>(
      {FrontierForm::queue, FrontierForm::bitmap, FrontierForm::bytemap, FrontierForm::counter}, random);
  schedule.creation = one_of<Creation>({Creation::fused, Creation::unfused}, random);
  schedule.dedup =
      one_of<Dedup>({Dedup::automatic, Dedup::none, Dedup::counter, Dedup::bitmap, Dedup::bytemap}, random);
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
    const std::string_view target = f.traits.sums ? "candidates" : ordered ? "buckets" : "queue";
    const sparse::PushPart part = one_of(plan.parts(), random);
    const std::string pushed_by =
        fmt::format("mg::sparse::{}<{}, {}{}>", part.agent, f.type, offset, plan.arguments(part, target));
    const std::string into_cells =
        fmt::format("mg::sparse::PushIntoCells<{}, {}, {}, mg::sparse::{}>", f.type, offset, part.cta, part.agent);
    return KernelRequest{.agent = f.reduces ? into_cells : pushed_by,
                         .agent_header = std::string(part.header),
                         .algorithm = {.name = f.header}};
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
