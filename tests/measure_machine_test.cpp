// Machines without a profile: what is measured on them, how it is told, and where it is kept.
#include "hybrid/measure_machine.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/generate/generators.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

Graph weighted_graph(std::uint64_t scale) {
  GeneratorSpec spec;
  spec.scale = scale;
  BuildOptions options;
  options.weights = WeightPolicy::parse("random:1:255:1");
  BuildReport report;
  return build_graph(generate(spec), options, report, silent_progress());
}

/// Every number is there, says whether it was measured, and survives being written down.
void expect_whole(const Profile& profile, const Profile& like) {
  EXPECT_TRUE(profile.is_own);
  EXPECT_EQ(profile.of_gpu, like.of_gpu);
  EXPECT_EQ(profile.sources.size(), like.sources.size());
  Profile numbers = profile;
  Profile before = like;
  for (const auto& [number, source] : profile.sources) {
    const bool is_measured = source.measured.starts_with("on the spot");
    EXPECT_TRUE(is_measured || source.measured.starts_with("not measured on the spot")) << source.measured;
    if (!is_measured) {
      EXPECT_EQ(cost_of(numbers.costs, number), cost_of(before.costs, number)) << number;
    }
    EXPECT_GE(cost_of(numbers.costs, number), 0) << number;
  }
  EXPECT_TRUE(profile.sources.at("step").measured.starts_with("on the spot"));
  EXPECT_GT(profile.costs.step, 0);
  EXPECT_FALSE(profile.sources.at("tile_arc").measured.starts_with("on the spot"));
  Profile read = parse_profile(to_json(profile), "p.json");
  EXPECT_EQ(read.machine, profile.machine);
  for (const auto& [number, source] : profile.sources) {
    EXPECT_DOUBLE_EQ(cost_of(read.costs, number), cost_of(numbers.costs, number)) << number;
    EXPECT_EQ(read.sources.at(number).measured, source.measured);
    EXPECT_EQ(read.sources.at(number).date.size(), std::string("2026-11-26").size());
  }
}

TEST(AMeasuredMachine, OfCoresHasWhatStepsTook) {
  register_built_in();
  const std::shared_ptr<const Profile> like = profile_for("");
  const Profile profile = hybrid::measure_machine("a core of the test", "cpu", *like, weighted_graph(12));
  EXPECT_EQ(profile.machine, "a core of the test");
  expect_whole(profile, *like);
}

using MeasuredOnAGpu = OnAGpu;

TEST_F(MeasuredOnAGpu, HasWhatStepsTook) {
  const std::shared_ptr<const Profile> like = profile_for("NVIDIA H200");
  const Profile profile =
      hybrid::measure_machine("a GPU of the test", "cuda", *like, weighted_graph(on_an_emulated_gpu() ? 6 : 16));
  expect_whole(profile, *like);
}

class KeptProfiles : public testing::Test {
 protected:
  void SetUp() override { setenv("MG_CACHE_DIR", (folder_ / "cache").c_str(), 1); }
  void TearDown() override { unsetenv("MG_CACHE_DIR"); }

  static Profile profile_of(const std::string& machine) {
    Profile profile = *profile_for("NVIDIA H200");
    profile.machine = machine;
    profile.costs.push_arc = 12345;
    return profile;
  }
  [[nodiscard]] std::filesystem::path only_file() const {
    const std::filesystem::directory_iterator files(folder_ / "cache");
    return files->path();
  }

  TemporaryFolder folder_;
};

TEST_F(KeptProfiles, AreThoseOfTheirMachineFromThenOn) {
  EXPECT_FALSE(profile_for("GPU one of the test")->is_own);
  keep_profile(profile_of("GPU one of the test"));
  const std::shared_ptr<const Profile> kept = profile_for("GPU one of the test");
  EXPECT_TRUE(kept->is_own);
  EXPECT_EQ(kept->costs.push_arc, 12345);
  EXPECT_EQ(kept->origin, only_file().string());
  EXPECT_FALSE(profile_for("GPU one of the tests")->is_own) << "another machine";
  const Profile read = parse_profile(read_file(only_file().string()), "kept");
  EXPECT_EQ(read.machine, "GPU one of the test");
}

TEST_F(KeptProfiles, AreReadByOtherProcessesUnlessTheyAreDamaged) {
  const auto kept_as = [&](const std::string& machine, const std::string& text) {
    keep_profile(profile_of("GPU template"));
    std::string path = profile_for("GPU template")->origin;
    path.replace(path.find("template"), 8, machine);
    std::ofstream(path) << text;
    return profile_for("GPU " + machine);
  };
  EXPECT_TRUE(kept_as("two", to_json(profile_of("GPU two")))->is_own);
  EXPECT_FALSE(kept_as("three", to_json(profile_of("GPU of somebody else")))->is_own);
  EXPECT_FALSE(kept_as("four", to_json(profile_of("GPU four")).substr(0, 200))->is_own);
}

TEST_F(KeptProfiles, DoWithoutAFolder) {
  std::ofstream(folder_ / "file") << "";
  setenv("MG_CACHE_DIR", (folder_ / "file").c_str(), 1);
  keep_profile(profile_of("GPU five"));
  EXPECT_TRUE(profile_for("GPU five")->is_own);
  EXPECT_EQ(profile_for("GPU five")->origin, "measured by this process");
}

}  // namespace
}  // namespace mg
