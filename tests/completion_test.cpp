// What the shells offer when a command of the tools is being typed.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Words = std::vector<std::string>;

Words lines_of(const std::string& text) {
  std::istringstream stream(text);
  Words lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Words offered(const std::string& tool, Words words) {
  words.insert(words.begin(), {tool, "--complete"});
  const CommandResult result = run_command(words);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return lines_of(result.out);
}

bool holds(const Words& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

const Words files{"\t"};

TEST(Completion, OffersOptionsThatAreNotGivenYet) {
  EXPECT_EQ(offered(MG_RUN, {"g.mg", "--s"}), (Words{"--source", "--schedule", "--sample", "--seed", "--self-loops"}));
  EXPECT_EQ(offered(MG_RUN, {"--schedule", "cta=128", "--source", "1", "--sc"}), Words{});
  EXPECT_EQ(offered(MG_RUN, {"--source", "1", "--so"}), Words{"--source"}) << "it may be repeated";
  EXPECT_EQ(offered(MG_RUN, {"--gr"}), Words{}) << "an argument is no option";
}

TEST(Completion, OffersNamesOfTheRegistryInEveryWayThatAnOptionIsSpelled) {
  EXPECT_EQ(offered(MG_RUN, {"-a", "b"}), (Words{"bc", "bfs"}));
  EXPECT_EQ(offered(MG_RUN, {"-ab"}), (Words{"-abc", "-abfs"}));
  EXPECT_EQ(offered(MG_RUN, {"--algorithm=b"}), (Words{"--algorithm=bc", "--algorithm=bfs"}));
  EXPECT_EQ(offered(MG_RUN, {"--engine", ""}), (Words{"dense", "hybrid", "sparse", "auto"}));
  EXPECT_TRUE(holds(offered(MG_RUN, {"--policy", ""}), "threshold"));
}

TEST(Completion, OffersTheParametersOfTheChosenAlgorithmAndTheirValues) {
  EXPECT_TRUE(holds(offered(MG_RUN, {"g.mg", "-a", "sssp", "-p", ""}), "delta="));
  EXPECT_FALSE(holds(offered(MG_RUN, {"g.mg", "-a", "sssp", "-p", "delta=2", "-p", ""}), "delta="));
  EXPECT_EQ(offered(MG_RUN, {"-a", "bfs", "-p", "arcs=b"}), Words{"arcs=backward"});
  EXPECT_EQ(offered(MG_RUN, {"-p", ""}), Words{}) << "of no algorithm";
}

TEST(Completion, OffersKeysOfSchedulesBehindThoseThatAreTyped) {
  EXPECT_EQ(offered(MG_RUN, {"--schedule", "direction=pu"}), (Words{"direction=push", "direction=pull"}));
  EXPECT_EQ(offered(MG_RUN, {"--schedule", "direction=push,bal"}), Words{"direction=push,balance="});
  EXPECT_EQ(offered(MG_RUN, {"--schedule", "@fi"}), Words{"\t@"});
}

TEST(Completion, OffersTheValuesThatHelpLists) {
  EXPECT_EQ(offered(MG_RUN, {"--device", ""}), (Words{"auto", "cpu", "cuda", "cuda:"}));
  EXPECT_EQ(offered(MG_RUN, {"--self-loops", ""}), (Words{"drop", "keep"}));
  EXPECT_EQ(offered(MG_RUN, {"--duplicates", ""}), (Words{"first", "keep", "max", "min", "sum"}));
  EXPECT_EQ(offered(MG_RUN, {"--weights", ""}), (Words{"auto", "from:", "none", "random:", "unit"}));
  EXPECT_EQ(offered(MG_RUN, {"--format", "deb"}), Words{"debian"});
  EXPECT_EQ(offered(MG_PREP, {"export", "g.mg", "--format", "mt"}), Words{"mtx"});
}

TEST(Completion, OffersFilesWhereFilesAreMeant) {
  EXPECT_EQ(offered(MG_RUN, {""}), files);
  EXPECT_EQ(offered(MG_RUN, {"g.mg", ""}), Words{}) << "there is one graph";
  EXPECT_EQ(offered(MG_RUN, {"--output=x"}), Words{"\t--output="});
  EXPECT_EQ(offered(MG_RUN, {"--policy", "replay:x"}), Words{"\treplay:"});
  EXPECT_EQ(offered(MG_PREP, {"convert", "a.el", ""}), files);
  EXPECT_EQ(offered(MG_BENCH, {"compare", "a.json", ""}), files);
}

TEST(Completion, OffersCommandsAndKinds) {
  EXPECT_EQ(offered(MG_PREP, {""}), (Words{"convert", "generate", "info", "verify", "export"}));
  EXPECT_EQ(offered(MG_PREP, {"generate", "r"}), (Words{"rmat", "rgg", "road"}));
  EXPECT_EQ(offered(MG_PREP, {"generate", "kron", "--sca"}), Words{"--scale"});
  EXPECT_EQ(offered(MG_PREP, {"nonsense", ""}), Words{});
  EXPECT_TRUE(holds(offered(MG_BENCH, {""}), "compare"));
}

TEST(Completion, OffersVerticesOfAPreparedGraph) {
  const TemporaryFolder folder;
  const std::string graph = folder / "named.mg";
  const std::string text = folder.write("named.el", "ant bee\nasp cat\n");
  ASSERT_EQ(run_command({MG_PREP, "convert", text, "-o", graph}).status, 0);
  EXPECT_EQ(offered(MG_RUN, {graph, "-a", "bfs", "--source", "a"}), (Words{"ant", "asp"}));
  EXPECT_EQ(offered(MG_RUN, {text, "--source", "a"}), Words{}) << "a text is not read for it";
  EXPECT_EQ(offered(MG_RUN, {folder / "none.mg", "--source", "max"}), Words{"max-degree"});
}

TEST(Completion, OffersWhatPluginsBring) {
  EXPECT_EQ(offered(MG_RUN, {"-a", "hun"}), Words{});
  EXPECT_TRUE(holds(offered(MG_RUN, {"--plugin", MG_MISBEHAVING_PLUGIN, "-a", "hun"}), "hungry"));
  EXPECT_EQ(offered(MG_RUN, {"--plugin", "none.so", "-a", "bf"}), Words{"bfs"});
}

// The shells' side. Each is tried where it is installed.

bool is_installed(const std::string& shell) {
  return run_command({"/bin/sh", "-c", "command -v " + shell}).status == 0;
}

std::string stub(const std::string& name) { return std::string(MG_SOURCE_DIR) + "/packaging/completion/" + name; }

Words in_shell(const std::string& shell, const std::string& script, const TemporaryFolder& folder) {
  const std::string tools = std::string(MG_RUN).substr(0, std::string(MG_RUN).rfind('/'));
  const CommandResult result = run_command({"/usr/bin/env", "-C", folder / "", "PATH=" + tools + ":/usr/bin:/bin",
                                            "HOME=" + (folder / ""), shell, "-c", script});
  EXPECT_EQ(result.err, "");
  return lines_of(result.out);
}

Words in_bash(const std::string& line, const TemporaryFolder& folder) {
  return in_shell("bash",
                  "source " + stub("multigraph.bash") + "; COMP_LINE='" + line +
                      "'; COMP_POINT=${#COMP_LINE}; _multigraph; printf '%s\\n' \"${COMPREPLY[@]}\"",
                  folder);
}

TEST(Completion, OfBashSplitsWordsAsReadlineDoes) {
  if (!is_installed("bash")) GTEST_SKIP() << "no bash";
  const TemporaryFolder folder;
  static_cast<void>(folder.write("two words.mg", ""));
  EXPECT_EQ(in_bash("mg_run -a b", folder), (Words{"bc", "bfs"}));
  EXPECT_EQ(in_bash("mg_run --algorithm=b", folder), (Words{"bc", "bfs"}));
  EXPECT_EQ(in_bash("mg_run g.mg -a bfs -p arcs=b", folder), Words{"backward"});
  EXPECT_EQ(in_bash("mg_run two", folder), Words{"two words.mg"});
  EXPECT_EQ(in_bash("mg_run --schedule @t", folder), Words{"@two words.mg"});
}

TEST(Completion, OfFishOffersWordsAndFiles) {
  if (!is_installed("fish")) GTEST_SKIP() << "no fish";
  const TemporaryFolder folder;
  static_cast<void>(folder.write("near.mg", ""));
  const auto in_fish = [&](const std::string& line) {
    return in_shell("fish", "source " + stub("multigraph.fish") + "; complete -C '" + line + "'", folder);
  };
  EXPECT_EQ(in_fish("mg_run -a b"), (Words{"bc", "bfs"}));
  EXPECT_EQ(in_fish("mg_prep generate r"), (Words{"rgg", "rmat", "road"}));
  EXPECT_EQ(in_fish("mg_run --output=n"), Words{"--output=near.mg"});
}

TEST(Completion, OfZshHandsWordsAndFilesToTheShell) {
  if (!is_installed("zsh")) GTEST_SKIP() << "no zsh";
  const TemporaryFolder folder;
  const auto in_zsh = [&](const std::string& words, const std::string& prefix) {
    return in_shell("zsh",
                    "compadd() { print -l -- ${(P)@[-1]} }; compset() { print behind $2 }; _files() { print files }; "
                    "try() { local -a words=(" +
                        words + "); local CURRENT=${#words} PREFIX='" + prefix + "'; source " + stub("_multigraph") +
                        " }; try",
                    folder);
  };
  EXPECT_EQ(in_zsh("mg_run -a b", "b"), (Words{"bc", "bfs"}));
  EXPECT_EQ(in_zsh("mg_run --output=x", "--output=x"), (Words{"behind --output=", "files"}));
  EXPECT_EQ(in_zsh("mg_run --duplicates m", "m"), (Words{"max", "min"}));
}

}  // namespace
}  // namespace mg
