// Numbers of machines as data: what is read, what is refused, and who goes by them.
#include "engine/profile.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "dense/costs.hpp"
#include "engine/error.hpp"
#include "sparse/costs.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Json = nlohmann::json;

Json json_of(const std::string& file) { return Json::parse(read_file(MG_SOURCE_DIR "/tuning/" + file)); }

void expect_refused(const Json& json, const std::string& part) {
  try {
    static_cast<void>(parse_profile(json.dump(), "p.json"));
    ADD_FAILURE() << "not refused: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("p.json"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

class Profiles : public testing::Test {
 protected:
  void TearDown() override { unsetenv("MG_PROFILE"); }
};

TEST_F(Profiles, OfEveryFileAreWholeAndSayWhereTheirNumbersAreFrom) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MG_SOURCE_DIR "/tuning")) {
    const std::string name = entry.path().filename().string();
    const Profile profile = parse_profile(read_file(entry.path().string()), name);
    EXPECT_FALSE(profile.machine.empty()) << name;
    for (const auto& [number, source] : profile.sources) {
      EXPECT_GT(source.measured.size(), 5U) << name << ", " << number;
      EXPECT_EQ(source.date.size(), std::string("2026-11-21").size()) << name << ", " << number;
    }
    EXPECT_EQ(profile.date().substr(0, 2), "20");
    if (profile.of_gpu) {
      EXPECT_EQ(profile_for(profile.machine)->machine, profile.machine) << name << " is not built in";
    }
    ++files;
  }
  EXPECT_GE(files, 3U);
}

TEST_F(Profiles, AreRefusedWhereANumberIsMissingUnknownOrNone) {
  const Json good = json_of("h200.json");
  EXPECT_EQ(parse_profile(good.dump(), "p.json").costs.push_arc, 10);
  const auto changed = [&](const std::string& pointer, const Json& value) {
    Json json = good;
    json[Json::json_pointer(pointer)] = value;
    return json;
  };
  expect_refused(Json::array(), "expected a JSON object");
  expect_refused(changed("/format", 2), "expected \"format\": 1");
  expect_refused(changed("/machine", ""), "needs a text \"machine\"");
  expect_refused(changed("/of", "tpu"), "expected \"gpu\" or \"core\"");
  expect_refused(changed("/numbers", 1), "expected an object \"numbers\"");
  expect_refused(changed("/numbers/speed", Json::object()), "there is no number 'speed'");
  expect_refused(changed("/numbers/push_arc", Json()), "the number 'push_arc' is missing");
  expect_refused(changed("/numbers/push_arc/value", "10"), "the value of 'push_arc'");
  expect_refused(changed("/numbers/push_arc/value", -1), "the value of 'push_arc'");
  expect_refused(changed("/numbers/push_arc/measured", Json()), "the number 'push_arc' needs a text \"measured\"");
  expect_refused(changed("/numbers/push_arc/date", ""), "the number 'push_arc' needs a text \"date\"");
  Json less = good;
  less["numbers"].erase("tile_arc");
  expect_refused(less, "the number 'tile_arc' is missing");
}

TEST_F(Profiles, AreThoseOfTheMachineOrElseTheFirstOfItsKind) {
  EXPECT_EQ(profile_for("NVIDIA H200")->machine, "NVIDIA H200");
  EXPECT_TRUE(profile_for("NVIDIA H200")->is_own);
  EXPECT_FALSE(profile_for("A GPU that nobody knows")->is_own);
  EXPECT_EQ(profile_for("A GPU that nobody knows")->machine, "NVIDIA H200");
  EXPECT_FALSE(profile_for("")->of_gpu);
}

TEST_F(Profiles, OfAFileComeFirst) {
  const TemporaryFolder folder;
  Json core = json_of("epyc_core.json");
  core["numbers"]["push_arc"]["value"] = 12345;
  const std::string path = folder / "core.json";
  std::ofstream(path) << core;
  setenv("MG_PROFILE", path.c_str(), 1);
  EXPECT_EQ(profile_for("")->costs.push_arc, 12345);
  EXPECT_EQ(profile_for("")->origin, path);
  EXPECT_EQ(profile_for("NVIDIA H200")->origin, "built in") << "the file is of a core";
  setenv("MG_PROFILE", (path + ".none").c_str(), 1);
  EXPECT_THROW(static_cast<void>(profile_for("")), Error);
}

/// What steps cost, and where one way of doing a thing begins to pay, is in profiles: engines and policies, and the
/// order in which vertices relax, have no number of a device beside it. Looked for are constants of arcs, times, shares
/// and milliseconds by the words of their names; those that are no device's stand here, each with what it is of.
TEST_F(Profiles, HoldAllNumbersOfDevices) {
  const std::map<std::string, std::string> of_no_device{
      {"arcs_per_block", "the tile of a kernel"},
      {"arcs_per_entry", "the same"},
      {"lane_arcs", "the same, of tiles"},
      {"half_arcs", "the same"},
      {"most_arcs_of_cluster", "what fits the lists of a cluster"},
      {"widest_value", "in bytes, of a loop's arguments"},
      {"even_degree", "by which the kernels of CPUs cut rows into chunks, compiled in"},
      {"dense_share", "Ligra's, of all arcs: the definition of a policy"},
      {"more_patience", "times as many after a trial in vain"},
      {"few", "steps before a first such trial, and of it"},
  };
  const std::regex constant(
      R"(constexpr[^=;(]*\b(\w*(?:arcs|share|degree|growth|patience|wide|worth|narrow|few|_ms)\w*) = ?[\d(])");
  std::size_t files = 0;
  for (const char* folder : {"sparse", "dense", "hybrid"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(MG_SOURCE_DIR "/" + std::string(folder))) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".hpp") continue;
      ++files;
      const std::string text = read_file(entry.path().string());
      for (std::sregex_iterator found(text.begin(), text.end(), constant), end; found != end; ++found) {
        EXPECT_TRUE(of_no_device.contains((*found)[1])) << entry.path() << ": " << (*found)[0];
      }
    }
  }
  EXPECT_GT(files, 30U);
  const std::string order = read_file(MG_SOURCE_DIR "/algorithms/relax_order.hpp");
  EXPECT_FALSE(std::regex_search(order, constant));
}

/// Where pushing an arc costs a thousand times as much, a step that was pushed is not any more.
TEST_F(Profiles, DecideWhatIsExpectedOfAStep) {
  const RunFacts built_in{.num_vertices = 1 << 20, .num_arcs = 16 << 20};
  Profile dear = *profile_for("");
  dear.costs.push_arc *= 1000;
  RunFacts run = built_in;
  run.profile = &dear;
  StepFacts step;
  step.traits.idempotent = true;
  const auto expected = [&](const RunFacts& of, bool pushes) {
    const Outlook outlook{.run = of, .step = step, .arcs = 1000};
    return (pushes ? sparse::offer_push(outlook, false) : dense::offer_sweep(outlook, true)).expected_ms;
  };
  EXPECT_GT(expected(run, true), 3 * expected(built_in, true));
  EXPECT_EQ(expected(run, false), expected(built_in, false));
}

}  // namespace
}  // namespace mg
