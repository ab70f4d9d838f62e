// What tests that need a GPU share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "algorithms/built_in.hpp"
#include "engine/gpu/device.hpp"
#include "engine/schedule/schedule.hpp"
#include "tests/specimen.hpp"

namespace mg {

/// Where kernels run on processors, a thousand times slower: tests of the whole zoo draw a share of their runs there.
[[nodiscard]] inline bool on_an_emulated_gpu() { return std::getenv("MG_BACKEND") != nullptr; }

/// Skipped, saying why, where there is none.
class OnAGpu : public testing::Test {
 protected:
  void SetUp() override {
    register_built_in();
    const DeviceList list = list_devices();
    if (!list.devices.empty()) return;
    if (on_an_emulated_gpu()) FAIL() << list.problem;
    GTEST_SKIP() << list.problem;
  }

  static void expect_right(Specimen& specimen, RunRequest request, const RunOptions& options) {
    request.options = options;
    request.options.device = "cuda";
    EXPECT_EQ(specimen.problem_of(request), "")
        << request.algorithm << " on " << specimen.name() << " by " << to_text(options.schedule);
  }
  /// The same, unless the run is refused for a key that it would not read. Returns how many were not: 1 or 0.
  static int expect_right_if_read(Specimen& specimen, const RunRequest& request, const RunOptions& options) {
    try {
      expect_right(specimen, request, options);
      return 1;
    } catch (const Error& error) {
      if (!is_of_unread_key(error)) throw;
      return 0;
    }
  }
};

/// The parameter of a test, fit for its name.
inline std::string name_of_text(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace mg
