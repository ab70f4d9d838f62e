// What README and the guide list is what the programs have: names, columns, options.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "preprocess/generate/generators.hpp"
#include "preprocess/read.hpp"
#include "preprocess/write.hpp"
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

const std::string readme = read_file(MG_SOURCE_DIR "/README.md");
const std::string guide = read_file(MG_SOURCE_DIR "/docs/guide.md");
const std::string plugins = read_file(MG_SOURCE_DIR "/docs/plugins.md");

/// The cells of the first table after the line `heading`, row by row, without its first two lines.
std::vector<Words> table_after(const std::string& document, const std::string& heading) {
  const std::size_t start = document.find(heading);
  EXPECT_NE(start, std::string::npos) << heading;
  std::istringstream lines(document.substr(std::min(start, document.size())));
  std::vector<Words> rows;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      if (!rows.empty()) break;
      continue;
    }
    Words& cells = rows.emplace_back();
    std::istringstream row(line.substr(2));
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
  }
  EXPECT_GT(rows.size(), 2U) << heading;
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

/// What stands between backquotes.
Words quoted(const std::string& text) {
  static const std::regex code("`([^`]+)`");
  Words words;
  for (std::sregex_iterator match(text.begin(), text.end(), code); match != std::sregex_iterator(); ++match) {
    words.push_back((*match)[1]);
  }
  return words;
}

/// What stands between backquotes in the first cells, up to a colon: `threshold:PERCENT` is of the policy threshold.
std::set<std::string> names_in(const std::vector<Words>& rows) {
  std::set<std::string> names;
  for (const Words& row : rows) {
    for (const std::string& name : quoted(row.front())) names.insert(name.substr(0, name.find(':')));
  }
  return names;
}

std::set<std::string> set_of(const auto& names) {
  std::set<std::string> set;
  for (const auto& name : names) set.emplace(name);
  return set;
}

std::string output_of(const Words& words) {
  const CommandResult result = run_command(words);
  EXPECT_EQ(result.status, 0) << words.front() << ": " << result.err;
  return result.out;
}

/// What `mg_run --list` has in a group.
Json entries_of(const std::string& group) { return Json::parse(output_of({MG_RUN, "--list", "--json"})).at(group); }
/// The names of that.
std::set<std::string> listed(const std::string& group) {
  std::set<std::string> names;
  for (const Json& entry : entries_of(group)) names.insert(entry.at("name").get<std::string>());
  return names;
}

const std::regex option_pattern("(^|[ `(\\[,])(--[a-z][a-z-]*)");

std::set<std::string> options_in(const std::string& text) {
  std::set<std::string> options;
  for (std::sregex_iterator match(text.begin(), text.end(), option_pattern); match != std::sregex_iterator(); ++match) {
    options.insert((*match)[2]);
  }
  return options;
}

/// The line of README's table of tools that begins with `command`.
std::string tool_row(const std::string& command) {
  for (const Words& row : table_after(readme, "## Tools")) {
    if (row.front().starts_with("`" + command)) return row.at(1);
  }
  ADD_FAILURE() << "README's table of tools lacks " << command;
  return {};
}

TEST(Readme, NamesEveryGenerator) {
  std::set<std::string> named;
  std::istringstream row(tool_row("mg_prep generate"));
  for (std::string name; std::getline(row >> std::ws, name, ',');) named.insert(name.substr(0, name.find(' ')));
  std::set<std::string> known;
  for (const GeneratorInfo& generator : generators()) known.emplace(generator.name);
  EXPECT_EQ(named, known);
}

TEST(Readme, NamesEveryCommandOfMgPrep) {
  const std::string overview = output_of({MG_PREP, "--help"});
  const std::regex command("mg_prep ([a-z]+) +[A-Z]");
  for (std::sregex_iterator match(overview.begin(), overview.end(), command); match != std::sregex_iterator();
       ++match) {
    EXPECT_NE(tool_row("mg_prep " + (*match)[1].str()), "");
  }
}

TEST(Readme, NamesEveryAlgorithmAndItsColumns) {
  const std::vector<Words> rows = table_after(readme, "## Algorithms");
  EXPECT_EQ(names_in(rows), listed("algorithms"));
  const TemporaryFolder folder;
  const std::string graph = folder.write("g.el", "a b 1\nb c 2\nc a 3\n");
  for (const Words& row : rows) {
    const bool is_table = row.at(2).find("a table of") != std::string::npos;
    std::string header = is_table ? "" : "vertex";
    for (const std::string& column : quoted(row.at(2))) header += (header.empty() ? "" : "\t") + column;
    for (const std::string& algorithm : quoted(row.front())) {
      Words run{MG_RUN, graph, "--undirected", "-a", algorithm, "--device", "cpu", "-o", folder / "r.tsv"};
      if (algorithm == "geo") run.insert(run.end(), {"-p", "latitude=a:48.2", "-p", "longitude=a:16.4"});
      if (algorithm == "dmr") run.insert(run.end(), {"-p", "x=a:0,b:1,c:0", "-p", "y=a:0,b:0,c:1"});
      output_of(run);
      const std::string results = read_file(folder / "r.tsv");
      EXPECT_EQ(results.substr(0, results.find('\n')), header) << algorithm;
    }
  }
}

TEST(Readme, NamesEveryFormatAndThoseThatAreOnlyRead) {
  const std::vector<Words> rows = table_after(readme, "## Formats");
  EXPECT_EQ(names_in(rows), set_of(known_formats()));
  std::set<std::string> written = names_in(rows);
  for (const Words& row : rows) {
    if (!row.at(1).ends_with("(reading only) ")) continue;
    for (const std::string& name : quoted(row.front())) written.erase(name);
  }
  EXPECT_EQ(written, set_of(writable_formats()));
}

TEST(Guide, NamesEveryEngineAndPolicy) {
  EXPECT_EQ(names_in(table_after(guide, "## Engines")), listed("engines"));
  EXPECT_EQ(names_in(table_after(guide, "| policy | |")), listed("policies"));
}

TEST(Guide, NamesEveryWayToCleanAGraph) {
  std::set<std::string> named;
  for (const Words& row : table_after(guide, "What is not said in the file is decided")) {
    named.merge(options_in(row.front()));
  }
  const std::string help = output_of({MG_PREP, "convert", "--help"});
  const std::string cleaning = help.substr(std::min(help.find("Cleaning"), help.size()));
  EXPECT_EQ(named, options_in(cleaning));
}

TEST(Guide, NamesEverySuite) {
  std::set<std::string> suites;
  for (const auto& entry : std::filesystem::directory_iterator(MG_SOURCE_DIR "/docs/suites")) {
    suites.insert("docs/suites/" + entry.path().filename().string());
  }
  EXPECT_EQ(names_in(table_after(guide, "These suites ship with the sources")), suites);
}

/// But those of meshes, which no generator makes.
TEST(Suites, ThatSayEveryAlgorithmHaveEvery) {
  const Json suite = Json::parse(read_file(MG_SOURCE_DIR "/docs/suites/cpu.json"));
  std::set<std::string> names;
  for (const auto& [name, settings] : suite.at("algorithms").items()) names.insert(name);
  std::set<std::string> of_graphs;
  for (const Json& entry : entries_of("algorithms")) {
    if (entry.at("family") != "meshes") of_graphs.insert(entry.at("name").get<std::string>());
  }
  EXPECT_EQ(names, of_graphs);
}

/// What memory has seen, and when, is the engine's business. Verifiers are programs of their own.
TEST(Algorithms, AndExamplesNameNoOrderOfMemory) {
  namespace fs = std::filesystem;
  std::size_t read = 0;
  for (const char* folder : {"/algorithms", "/docs/examples"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(std::string(MG_SOURCE_DIR) + folder)) {
      const std::string name = entry.path().filename().string();
      const bool is_verifier = entry.path().parent_path().filename() == "verify" || name == "first_problem.hpp";
      if (is_verifier || !(name.ends_with(".hpp") || name.ends_with(".cpp"))) continue;
      const std::string text = read_file(entry.path().string());
      ++read;
      for (const char* word : {"memory_order", "stale_load", "relaxed_", "ask_for", "prefetch", "compare_exchange"}) {
        EXPECT_EQ(text.find(word), std::string::npos) << entry.path() << " says " << word;
      }
    }
  }
  EXPECT_GT(read, 15U);
}

TEST(Documents, NameOnlyOptionsThatThereAre) {
  std::set<std::string> known{"--build", "--install", "--prefix", "--preset"};  // CMake's
  std::vector<Words> programs{{MG_RUN}, {MG_BENCH}, {MG_SOURCE_DIR "/tools/demo.sh"}, {MG_SOURCE_DIR "/tests/run.sh"}};
  programs.push_back({MG_SOURCE_DIR "/tools/install_packages.sh"});
  for (const char* command : {"convert", "generate", "info", "verify", "export"})
    programs.push_back({MG_PREP, command});
  for (Words& program : programs) {
    program.emplace_back("--help");
    known.merge(options_in(output_of(program)));
  }
  for (const std::string* document : {&readme, &guide, &plugins}) {
    for (const std::string& option : options_in(*document)) EXPECT_TRUE(known.contains(option)) << option;
  }
}

}  // namespace
}  // namespace mg
