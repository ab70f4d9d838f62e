// What mg_run shows of a run that takes long: on a terminal alone.
#include "tools/run/run_display.hpp"

#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg::tools {
namespace {

using Phase = RunProgress::Phase;

TEST(ProgressText, SaysWhereTheRunIsAsFarAsThatIsKnown) {
  EXPECT_EQ(progress_text("bfs", {}, 2.2), "bfs: preparing, 2 s");
  EXPECT_EQ(progress_text("bfs", {.phase = Phase::warming_up}, 3), "bfs: warming up, 3 s");
  EXPECT_EQ(progress_text("tc", {.phase = Phase::running, .run = 1, .runs = 1}, 3), "tc: running, 3 s");
  EXPECT_EQ(progress_text("pagerank", {.phase = Phase::running, .run = 1, .runs = 1, .iteration = 1234}, 3),
            "pagerank: iteration 1,234, 3 s");
  EXPECT_EQ(progress_text("bfs", {.phase = Phase::validating, .run = 16, .runs = 16}, 60), "bfs: validating, 60 s");
  EXPECT_EQ(progress_text("bfs", {.phase = Phase::summing_up, .run = 1, .runs = 1}, 60), "bfs: summing up, 60 s");
}

TEST(ProgressText, ExpectsWhatIsLeftToTakeAsLongAsWhatIsDone) {
  RunProgress::View view{.phase = Phase::running, .run = 5, .runs = 16, .iteration = 7, .seconds = 10};
  EXPECT_EQ(progress_text("bfs", view, 12), "bfs: run 5 of 16, iteration 7, 12 s, about 30 s left");
  view = {.phase = Phase::running, .run = 1, .runs = 1, .source = 11, .sources = 1000, .seconds = 10};
  EXPECT_EQ(progress_text("bc", view, 12), "bc: source 11 of 1,000, 12 s, about 990 s left");
  view = {.phase = Phase::running, .run = 2, .runs = 2, .source = 51, .sources = 100, .iteration = 3, .seconds = 30};
  EXPECT_EQ(progress_text("bc", view, 31), "bc: run 2 of 2, source 51 of 100, iteration 3, 31 s, about 10 s left");
  view = {.phase = Phase::running, .run = 1, .runs = 1, .source = 1, .sources = 100, .seconds = 30};
  EXPECT_EQ(progress_text("bc", view, 31), "bc: source 1 of 100, 31 s") << "nothing is done yet";
}

TEST(RunProgressView, ForgetsTheSourcesAndIterationsOfTheRunBefore) {
  RunProgress progress;
  progress.begin_run(1, 2);
  progress.begin_source(3, 4);
  progress.begin_iteration(5);
  EXPECT_EQ(progress.view().source, 3U);
  EXPECT_EQ(progress.view().iteration, 5U);
  progress.begin_run(2, 2);
  EXPECT_EQ(progress.view().run, 2U);
  EXPECT_EQ(progress.view().sources, 0U);
  EXPECT_EQ(progress.view().source, 0U);
  EXPECT_EQ(progress.view().iteration, 0U);
}

/// A program whose standard error is a terminal, for as long as this lives.
class OnATerminal {
 public:
  explicit OnATerminal(const std::vector<std::string>& words) {
    process_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (process_ != 0) return;
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ~OnATerminal() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    ::close(terminal_);
  }
  OnATerminal(const OnATerminal&) = delete;
  OnATerminal& operator=(const OnATerminal&) = delete;

  /// Reads until `pattern` has been shown or the program ends; all that was.
  std::string read_until(const std::regex& pattern) {
    std::string shown;
    char bytes[4096];
    while (!std::regex_search(shown, pattern)) {
      const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
      if (count <= 0) break;
      shown.append(bytes, static_cast<std::size_t>(count));
    }
    return shown;
  }

 private:
  int terminal_ = -1;
  pid_t process_ = -1;
};

class RunDisplayed : public testing::Test {
 protected:
  /// Starts a million searches, which nobody waits for.
  std::vector<std::string> endless(const std::string& algorithm) {
    const std::string graph = folder / "path.mg";
    EXPECT_EQ(run_command({MG_PREP, "generate", "path", "--vertices", "3000", "-o", graph}).status, 0);
    std::vector<std::string> words{MG_RUN, graph, "-a", algorithm, "--device", "cpu", "--runs", "1000000"};
    if (algorithm == "bfs") words.insert(words.end(), {"--source", "0"});
    return words;
  }

  TemporaryFolder folder;
};

TEST_F(RunDisplayed, OnATerminalAfterTwoSeconds) {
  OnATerminal searches(endless("bfs"));
  const std::string line = R"(bfs: run [0-9,]+ of 1,000,000, (iteration [0-9,]+, )?[0-9]+ s, about [0-9]+ s left)";
  const std::string shown = searches.read_until(std::regex(line));
  EXPECT_TRUE(std::regex_search(shown, std::regex(line))) << shown;
  EXPECT_NE(shown.find("\r\033[K"), std::string::npos) << "each line takes the place of the one before";
}

TEST_F(RunDisplayed, NamesTheSourceThatIsInTurn) {
  OnATerminal searches(endless("bc"));
  const std::regex line(R"(bc: run [0-9,]+ of 1,000,000, source [0-9,]+ of 3,000, )");
  const std::string shown = searches.read_until(line);
  EXPECT_TRUE(std::regex_search(shown, line)) << shown;
}

}  // namespace
}  // namespace mg::tools
