// mg_run as a program: what its tests share.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class MgRun : public testing::Test {
 protected:
  static CommandResult run(Words words, const std::string& input = {}) {
    words.insert(words.begin(), MG_RUN);
    return run_command(words, input);
  }
  static CommandResult run_well(const Words& words, const std::string& input = {}) {
    CommandResult result = run(words, input);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }
  static Json run_json(Words words) {
    words.emplace_back("--json");
    return Json::parse(run_well(words).out);
  }
  /// The words, with those that an algorithm does not run without.
  static Words with_needed(Words words, const std::string& algorithm) {
    if (algorithm == "geo") words.insert(words.end(), {"-p", "latitude=0:10,1:20", "-p", "longitude=0:30,1:40"});
    return words;
  }
  static void expect_failure(const Words& words, int status, const std::string& message) {
    const CommandResult result = run(words);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_TRUE(contains(result.err, message)) << result.err << "\nlacks: " << message;
    EXPECT_EQ(result.out, "");
  }
  void generate(Words shape, const std::string& name) {
    shape.insert(shape.begin(), {MG_PREP, "generate"});
    shape.insert(shape.end(), {"-o", folder / name});
    const CommandResult result = run_command(shape);
    ASSERT_EQ(result.status, 0) << result.err;
  }

  /// Two components by name: ant -> bee -> cat, and elk -> fox.
  std::string named_graph() { return folder.write("named.el", "ant bee 2\nbee cat 3\nelk fox 1\n"); }

  TemporaryFolder folder;
};

}  // namespace mg
