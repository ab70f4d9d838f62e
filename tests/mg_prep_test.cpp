// mg_prep as its users run it: files in, files out, messages and exit statuses.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/archives.hpp"
#include "tests/command.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Words = std::vector<std::string>;

class MgPrep : public testing::Test {
 protected:
  static CommandResult prep(Words words, const std::string& input = {}) {
    words.insert(words.begin(), MG_PREP);
    return run_command(words, input);
  }

  /// Fails the test with the program's messages unless it succeeds.
  static CommandResult prep_well(const Words& words, const std::string& input = {}) {
    CommandResult result = prep(words, input);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }

  static void expect_failure(const Words& words, int status, const std::string& message,
                             const std::string& input = {}) {
    const CommandResult result = prep(words, input);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err << "\nlacks: " << message;
    EXPECT_EQ(result.out, "");
  }

  nlohmann::json info(const std::string& path) {
    return nlohmann::json::parse(prep_well({"info", path, "--json"}).out);
  }

  /// Names of the files in the folder.
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  TemporaryFolder folder;
};

TEST_F(MgPrep, ConvertsArchivesFromStandardInputAndWithAMember) {
  const std::string zip = packed("zip", {{"a.el", "1 2\n"}, {"b.el", "1 2\n2 3\n"}});
  const std::string several = "2 files in it could be the graph: say --member NAME, one of a.el, b.el";
  expect_failure({"convert", folder.write("g.zip", zip), "-o", folder / "g.mg"}, 2, "g.zip: " + several);
  expect_failure({"convert", "-", "-o", folder / "g.mg"}, 2, "standard input: " + several, zip);
  for (const char* input : {"-", "g.zip"}) {
    const std::string path = std::string(input) == "-" ? "-" : folder / input;
    const CommandResult result =
        prep_well({"convert", path, "--member", "b.el", "-o", folder / "g.mg"}, path == "-" ? zip : "");
    EXPECT_NE(result.err.find("member: b.el of "), std::string::npos) << result.err;
    EXPECT_EQ(info(folder / "g.mg")["graph"]["arcs"], 2);
  }
  for (const char* filter : {"gzip", "lz4", "compress"}) {
    const std::string tar = packed("ustar", {{"g/README", "x"}, {"g/g.el", "1 2\n"}, {"g/h.el", "1 3\n"}}, filter);
    prep_well({"convert", "-", "-o", folder / "g.mg"}, tar);
    EXPECT_EQ(info(folder / "g.mg")["graph"]["arcs"], 1);
  }
  prep_well({"convert", "-", "-o", folder / "g.mg"}, packed("7zip", {{"g.el", "1 2\n"}}));
  expect_failure({"convert", "-", "-o", folder / "g.mg"}, 2, "not from standard input",
                 packed("zip", {{"g.v", "1\n2\n"}, {"g.e", "1 2\n"}}));
  expect_failure({"convert", folder.write("g.el", "1 2\n"), "--member", "g.el", "-o", folder / "h.mg"}, 1,
                 "g.el is no archive: --member is for");
}

TEST_F(MgPrep, ConvertKeepsTwoSidesApart) {
  const std::string ratings = folder.write("ratings.csv", "userId,movieId\n1,1\n2,1\n");
  EXPECT_NE(prep_well({"convert", ratings, "--bipartite", "-o", folder / "sides.mg"}).err.find("called 2 + N"),
            std::string::npos);
  expect_failure({"convert", folder.write("g.graph", "2 1\n2\n1\n"), "--bipartite", "-o", folder / "h.mg"}, 1,
                 "of format metis, which has no two sides");
}

TEST_F(MgPrep, ConvertTellsWhatItDecidedAndCounted) {
  const std::string input = folder.write("g.txt", "# comment\nb a 3\na b 4\na a 1\nb a 5\n");
  const CommandResult result = prep_well({"convert", input, "-o", folder / "g.mg", "--duplicates", "min"});
  EXPECT_EQ(result.out, "");
  for (const char* part : {"4 edges read", "1 self loop kept", "1 duplicate edge merged, with the smallest weight",
                           "read ", "build ", "write ", "2 vertices"}) {
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err << "\nlacks: " << part;
  }
  EXPECT_EQ(prep_well({"export", folder / "g.mg", "-o", "-", "--format", "el"}).out,
            "source target weight\nb a 3\na b 4\na a 1\n");
}

TEST_F(MgPrep, CleaningOptionsClean) {
  const std::string input = folder.write("g.txt", "1 2\n2 1\n2 2\n1 3\n");
  prep_well({"convert", input, "-o", folder / "g.mg", "--undirected", "--self-loops", "drop", "--weights", "unit",
             "--order", "degree", "--isolated", "drop", "--threads", "2"});
  const auto graph = info(folder / "g.mg").at("graph");
  EXPECT_EQ(graph.at("vertices"), 3);
  EXPECT_EQ(graph.at("arcs"), 4);
  EXPECT_EQ(graph.at("directed"), false);
  EXPECT_EQ(graph.at("order"), "degree");
  prep_well({"verify", folder / "g.mg"});
}

TEST_F(MgPrep, ConvertTakesStandardInputAndSeveralFiles) {
  prep_well({"convert", "-", "-o", folder / "in.mg"}, "1 2\n2 3\n");
  EXPECT_EQ(info(folder / "in.mg").at("graph").at("vertices"), 3);
  const std::string v = folder.write("p.v", "1\n2\n3\n9\n");
  const std::string e = folder.write("p.e", "1 2\n2 3\n");
  prep_well({"convert", v, e, "-o", folder / "p.mg"});
  EXPECT_EQ(info(folder / "p.mg").at("graph").at("vertices"), 4);
}

TEST_F(MgPrep, WritesToStandardOutput) {
  const CommandResult result = prep_well({"generate", "star", "--vertices", "5", "-o", "-"});
  const std::string path = folder.write("s.mg", result.out);
  prep_well({"verify", path});
}

TEST_F(MgPrep, LaysTilesOutWhereTheyAreAskedFor) {
  const std::string path = folder / "t.mg";
  const auto has_tiles = [&] {
    const auto sections = info(path).at("sections");
    return std::ranges::any_of(sections, [](const auto& section) { return section.at("name") == "tiles.ids"; });
  };
  prep_well(
      {"generate", "kron", "--scale", "6", "--weights", "random:1:9:1", "--layouts", "csr,csc,tiles", "-o", path});
  EXPECT_TRUE(has_tiles());
  prep_well({"verify", path});
  const std::string edges = folder.write("p.el", "1 2\n2 3\n");
  prep_well({"convert", edges, "--order", "degree", "--layouts", "tiles,csc", "-o", path});
  EXPECT_TRUE(has_tiles());
  prep_well({"verify", path});
  prep_well({"convert", edges, "-o", path});
  EXPECT_FALSE(has_tiles());
}

TEST_F(MgPrep, GenerateMakesEveryKindItLists) {
  const std::string help = prep_well({"generate", "--help"}).out;
  for (const Words& shape :
       {Words{"kron", "--scale", "6"},
        Words{"rmat", "--scale", "6", "--a", "0.25", "--b", "0.25", "--c", "0.25", "--d", "0.25", "--scramble"},
        Words{"uniform", "--vertices", "50", "--directed", "--seed", "9", "--edge-factor", "4"},
        Words{"rgg", "--vertices", "60", "--radius-factor", "1"}, Words{"grid", "--width", "5", "--height", "4"},
        Words{"road", "--width", "9", "--height", "9", "--keep", "0.8", "--diagonal", "0.1"},
        Words{"smallworld", "--vertices", "40", "--neighbors", "4", "--rewire", "0.2"},
        Words{"star", "--vertices", "9"}, Words{"path", "--vertices", "9"}, Words{"cycle", "--vertices", "9"},
        Words{"complete", "--vertices", "9"}, Words{"barbell", "--vertices", "20", "--clique", "5"}}) {
    EXPECT_NE(help.find("  " + shape.front()), std::string::npos) << shape.front();
    Words words{"generate"};
    words.insert(words.end(), shape.begin(), shape.end());
    words.insert(words.end(), {"-o", folder / "g.mg"});
    prep_well(words);
    prep_well({"verify", folder / "g.mg"});
  }
}

TEST_F(MgPrep, GenerateIsReproducible) {
  const Words words{"generate", "kron", "--scale", "8", "--weights", "random:1:9:4", "-o"};
  const auto made = [&](const std::string& name, const std::string& threads) {
    Words all = words;
    all.insert(all.end(), {folder / name, "--threads", threads});
    prep_well(all);
    return read_file(folder / name);
  };
  EXPECT_EQ(made("a.mg", "1"), made("b.mg", "3"));
}

TEST_F(MgPrep, ExportAndConvertComeBackToTheSameGraph) {
  prep_well({"generate", "uniform", "--scale", "6", "--directed", "--weights", "random:1:9:4", "-o", folder / "g.mg"});
  prep_well({"export", folder / "g.mg", "-o", folder / "first.el"});
  for (const char* file : {"g.mtx.gz", "g.csv", "g.gr", "g.wsg"}) {
    prep_well({"export", folder / "g.mg", "-o", folder / file});
    prep_well({"convert", folder / file, "-o", folder / "again.mg"});
    prep_well({"export", folder / "again.mg", "-o", folder / "again.el"});
    EXPECT_EQ(read_file(folder / "first.el"), read_file(folder / "again.el")) << file;
  }
}

TEST_F(MgPrep, HelpTeaches) {
  EXPECT_NE(prep_well({"--help"}).out.find("mg_prep convert"), std::string::npos);
  for (const char* command : {"convert", "generate", "info", "verify", "export"}) {
    const std::string help = prep_well({command, "--help"}).out;
    EXPECT_NE(help.find("  mg_prep "), std::string::npos) << command << " has no example";
  }
  EXPECT_NE(prep_well({"--version"}).out.find("mg_prep "), std::string::npos);
  EXPECT_EQ(prep({}).status, 1);
}

TEST_F(MgPrep, WrongUseIsRefusedWithWhatIsAllowed) {
  const std::string input = folder.write("g.txt", "1 2\n");
  const std::string output = folder / "g.mg";
  expect_failure({"convrt"}, 1, "did you mean 'convert'");
  expect_failure({"convert", "-o", output}, 1, "which graph?");
  expect_failure({"convert", input}, 1, "-o FILE");
  expect_failure({"convert", input, "-o", output, "--ordr", "bfs"}, 1, "did you mean --order?");
  expect_failure({"convert", input, "-o", output, "--order", "sorted"}, 1, "degree");
  expect_failure({"convert", input, "-o", output, "--format", "spreadsheet"}, 1, "allowed:");
  expect_failure({"convert", input, "-o", output, "--weights", "heavy"}, 1, "random:");
  expect_failure({"convert", input, "-o", output, "--duplicates", "last"}, 1, "min, first, max, sum, keep");
  expect_failure({"convert", input, "-o", output, "--layouts", "csr,ell"}, 1, "ell");
  expect_failure({"convert", input, "-o", output, "--directed", "--undirected"}, 1, "exclude each other");
  expect_failure({"convert", input, "-o", output, "--threads", "0"}, 1, "an integer from 1");
  for (const char* command : {"convert", "generate", "info", "verify", "export"}) {
    expect_failure({command, input, "--device", "cpu"}, 1, "graphs are prepared on the CPU");
    EXPECT_EQ(prep_well({command, "--help"}).out.find("--device"), std::string::npos) << command;
  }
  expect_failure({"convert", input, "-o", folder / "nowhere/g.mg"}, 1, "cannot create");
  expect_failure({"generate", "star", "--vertices", "5", "--rewire", "1", "-o", output}, 1,
                 "star does not take --rewire");
  expect_failure({"generate", "stra", "--vertices", "5", "-o", output}, 1, "star");
  expect_failure({"generate", "kron", "--scale", "99", "-o", output}, 1, "scale");
  expect_failure({"generate", "rmat", "--scale", "3", "--a", "x", "-o", output}, 1, "a number");
  expect_failure({"info", input, input}, 1, "too many");
  expect_failure({"export", input, "-o", output}, 2, "not a prepared graph");
  EXPECT_EQ(files(), Words{"g.txt"});
}

TEST_F(MgPrep, AnOutputThatIsAnInputIsRefused) {
  const std::string text = folder.write("g.csv", "a,b\n");
  folder.write("g.csv.names", "b\na\n");
  std::filesystem::create_symlink("g.csv", folder / "link");
  std::filesystem::create_hard_link(text, folder / "hard");
  expect_failure({"convert", text, "-o", text}, 1, "g.csv: --output would replace an input; give it another name");
  expect_failure({"convert", text, "-o", folder / "link"}, 1, "link: --output would replace an input (as ");
  expect_failure({"convert", folder / "hard", "-o", text}, 1, "would replace an input");
  expect_failure({"convert", text, "-o", folder / "g.csv.names"}, 1, "would replace an input");
  folder.write("p.v", "1\n2\n");
  folder.write("p.e", "1 2\n");
  expect_failure({"convert", folder / "p.v", "-o", folder / "p.e"}, 1, "would replace an input");
  EXPECT_EQ(read_file(text), "a,b\n");
  EXPECT_EQ(read_file(folder / "g.csv.names"), "b\na\n");
  EXPECT_EQ(read_file(folder / "p.e"), "1 2\n");

  prep_well({"generate", "star", "--vertices", "5", "-o", folder / "h.el.names"});
  const std::string graph = read_file(folder / "h.el.names");
  expect_failure({"export", folder / "h.el.names", "-o", folder / "h.el.names", "--format", "el"}, 1,
                 "--output would replace the prepared graph");
  expect_failure({"export", folder / "h.el.names", "-o", folder / "h.el"}, 1, "would replace the prepared graph");
  EXPECT_EQ(read_file(folder / "h.el.names"), graph);
  EXPECT_EQ(prep({"convert", text, "-o", "/dev/null"}).status, 0) << "a device holds nothing";
}

TEST_F(MgPrep, WhatTheSystemRefusesHasItsStatus) {
  if (sanitized) GTEST_SKIP() << "a sanitizer takes terabytes of addresses";
  const auto limited = [&](const std::string& limits) {
    const std::string command =
        limits + " exec " + MG_PREP + " generate star --vertices 100000 --threads 4 -o " + folder / "g.mg";
    return run_command({"/bin/sh", "-c", command});
  };
  const CommandResult watcher = limited("ulimit -s 8000000; ulimit -v 4000000;");
  EXPECT_EQ(watcher.status, 3) << watcher.err;
  EXPECT_NE(watcher.err.find("a thread could not be started: "), std::string::npos) << watcher.err;
  EXPECT_EQ(files(), Words{});
  // A team may do with fewer threads; where OpenMP's library ends the process instead, its own status is not the end.
  const CommandResult team = limited("ulimit -v 4000000; OMP_STACKSIZE=8G");
  if (team.status == 0) return;
  EXPECT_EQ(team.status, 3) << team.err;
  EXPECT_NE(team.err.find("for want of threads"), std::string::npos) << team.err;
  EXPECT_EQ(files(), Words{});
}

TEST_F(MgPrep, BadInputLeavesNothingBehind) {
  expect_failure({"convert", folder / "absent.txt", "-o", folder / "g.mg"}, 2, "absent.txt");
  const std::string input = folder.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 4 1\n");
  expect_failure({"convert", input, "-o", folder / "g.mg"}, 2, "g.mtx:3:");
  EXPECT_EQ(files(), Words{"g.mtx"});
}

TEST_F(MgPrep, DamageIsFound) {
  prep_well({"generate", "kron", "--scale", "6", "-o", folder / "g.mg"});
  std::string bytes = read_file(folder / "g.mg");
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 4);
  const std::string damaged = folder.write("damaged.mg", bytes);
  expect_failure({"verify", damaged}, 2, "damaged.mg");
  expect_failure({"info", folder.write("short.mg", bytes.substr(0, 100))}, 2, "short.mg");
  expect_failure({"verify", folder / "absent.mg"}, 2, "absent.mg");
}

TEST_F(MgPrep, KillingItLeavesNoFileOrAWholeOne) {
  prep_well({"generate", "star", "--vertices", "5", "-o", folder / "g.mg"});
  const std::string before = read_file(folder / "g.mg");
  const Words words{MG_PREP, "generate", "kron", "--scale", "14", "-o", folder / "g.mg"};
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(wait_for(start_command(words)), 0);
  const auto whole_time = std::chrono::steady_clock::now() - start;
  const std::string after = read_file(folder / "g.mg");

  std::mt19937 random(1);
  for (int round = 0; round < 24; ++round) {
    folder.write("g.mg", before);
    const std::size_t files_before = files().size();
    const int signal = std::vector{SIGKILL, SIGTERM, SIGINT, SIGHUP}[static_cast<std::size_t>(round) % 4];
    const pid_t process = start_command(words);
    std::this_thread::sleep_for(whole_time * (random() % 1000) / 1000);
    ::kill(process, signal);
    const int status = wait_for(process);
    EXPECT_TRUE(status == 0 || status == 128 + signal) << status;
    const std::string content = read_file(folder / "g.mg");
    EXPECT_TRUE(content == before || content == after) << content.size() << " bytes after signal " << signal;
    // Nobody can clean up after SIGKILL but the next run that writes the file.
    if (signal != SIGKILL) {
      EXPECT_LE(files().size(), files_before) << "after signal " << signal;
    }
  }
  EXPECT_EQ(wait_for(start_command(words)), 0);
  EXPECT_EQ(files(), Words{"g.mg"});
}

}  // namespace
}  // namespace mg
