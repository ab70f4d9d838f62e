// Graphs out through every format that can hold them and back, with the programs, as a person would: the same vertices,
// names, edges and weights, and the same answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Words = std::vector<std::string>;

struct Sample {
  std::string name;  ///< letters and underscores
  std::string file;  ///< what it is read from
  std::string content;
  Words options;           ///< of mg_prep convert
  std::string refused;     ///< names of files, from output_names, that cannot hold it
  std::string names = {};  ///< in FILE.names
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.name; }

/// Every format that is written, and a compression now and then. `g` is a Graphalytics graph of two files.
const Words output_names = {"g.mtx", "g.el.gz",  "g.csv.zst",     "g.gr",   "g.graph", "g.sg",
                            "g.wsg", "g.galois", "g.graphml.bz2", "g.gexf", "g"};

const std::vector<Sample> samples = {
    {"numbers_far_apart",
     "s.el",
     "7 3 5\n3 1000000007 2\n1000000007 7 1\n7 7 9\n7 18446744073709551615 4294967295\n",
     {"--self-loops", "keep"},
     "g.graph g.sg g.wsg"},
    {"undirected_words",
     "s.el",
     "# Undirected graph\nfox elk\nann bob\nbob cat\ncat ann\nann fox\n",
     {},
     "g.wsg g",
     "zoe\nfox\nelk\nann\nbob\ncat\nlone\n"},
    {"floats",
     "s.csv",
     "source,target,weight\n1,2,0.1\n2,3,1e-40\n3,1,3e38\n1,3,0\n5,1,16777216.5\n",
     {"--order", "degree"},
     "g.gr g.graph g.sg g.wsg g.galois"},
    {"doubles",
     "s.el",
     "# Undirected graph\n1 2 0.123456789012345\n2 3 16777217.0\n3 4 1e-310\n",
     {},
     "g.gr g.graph g.sg g.wsg g.galois"},
    {"names_to_escape",
     "s.csv",
     "source,target,weight\n\"a&<b>\"\"q\",ü é,2\nü é,\"t\tx\",1\n\"x,y;z\",\"#no comment\",3\n\"#no comment\",//,7\n"
     "//, %,8\n\"'\",\"a&<b>\"\"q\",4\n",
     {},
     "g.el.gz g.graph g.sg g"},
    {"names_like_numbers",
     "s.csv",
     "source,target\n007,7\n7,1.0\n1e5,007\n-3,7\n0x1F,-3\n",
     {"--names", "strings"},
     "g.graph g.wsg g"},
    {"names_like_titles",
     "s.csv",
     "a,b\nsource,target\ntarget,weight\nfrom,to\nu,source\n{},{'weight': 3}\n",
     {"--header", "yes", "--columns", "1,2"},
     "g.el.gz g.graph g.wsg g"},
    {"counted_undirected", "s.graph", "5 4 001\n2 5 3 1\n1 5 4 2147483647\n1 1\n2 2147483647 5 0\n4 0\n", {}, "g.sg"},
    {"random_order",
     "s.csv",
     "source,target,weight\n9,1,4\n8,2,3\n7,3,2\n6,4,1\n1,8,5\n2,7,6\n9,2,1\n",
     {"--order", "random:3", "--undirected"},
     "g.sg"},
    {"duplicates", "s.el", "1 2 5\n1 2 3\n2 1 4\n2 2 1\n2 2 1\n3 1 9\n", {"--duplicates", "keep"}, "g.graph g.sg"},
    {"lines_in_names",
     "s.gml",
     "graph [ directed 1 node [ id 1 label \"a\nb\" ] node [ id 2 label \"c\" ] edge [ source 1 target 2 ] ]",
     {"--names", "labels"},
     "g.mtx g.el.gz g.csv.zst g.gr g.graph g.sg g.wsg g.galois g"},
    {"no_edges", "s.graph", "4 0\n\n\n\n\n", {}, "g.wsg"},
};

class RoundTrips : public testing::TestWithParam<Sample> {
 protected:
  static CommandResult run_well(const Words& words) {
    CommandResult result = run_command(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }
  static bool says(const CommandResult& result, std::string_view words) {
    return (result.out + result.err).find(words) != std::string::npos;
  }

  /// The vertices in order and the edges with their weights, as GraphML has them, without its head.
  static std::string graph_in(const std::string& prepared) {
    return run_well({MG_PREP, "export", prepared, "-o", "-", "--format", "graphml"}).out;
  }
  /// What PageRank, and shortest paths where there are weights, say of every vertex.
  static std::string answers_of(const std::string& prepared, bool weighted) {
    std::string answers;
    for (const char* algorithm : {"pagerank", "sssp"}) {
      if (!weighted && !answers.empty()) break;
      answers +=
          run_command({MG_RUN, prepared, "-a", algorithm, "--device", "cpu", "--deterministic", "-o", "-.csv"}).out;
    }
    return answers;
  }

  TemporaryFolder folder;
};

TEST_P(RoundTrips, GiveTheSameGraphAndAnswers) {
  const Sample& sample = GetParam();
  folder.write(sample.file, sample.content);
  if (!sample.names.empty()) folder.write(sample.file + ".names", sample.names);
  Words convert{MG_PREP, "convert", folder / sample.file, "-o", folder / "original.mg"};
  convert.insert(convert.end(), sample.options.begin(), sample.options.end());
  const bool keeps = std::ranges::find(sample.options, "keep") != sample.options.end();
  run_well(convert);
  const std::string graph = graph_in(folder / "original.mg");
  const bool weighted = graph.find("attr.name=\"weight\"") != std::string::npos;
  const std::string answers = answers_of(folder / "original.mg", weighted);
  ASSERT_TRUE(answers.starts_with("vertex,rank\n")) << answers;

  std::string refused;
  for (const std::string& name : output_names) {
    SCOPED_TRACE(name);
    Words words{MG_PREP, "export", folder / "original.mg", "-o", folder / name};
    if (name == "g") words.insert(words.end(), {"--format", "graphalytics"});
    const CommandResult written = run_command(words);
    if (written.status != 0) {
      EXPECT_EQ(written.status, 1) << written.err;
      EXPECT_FALSE(std::filesystem::exists(folder / name));
      EXPECT_FALSE(std::filesystem::exists(folder / (name + ".names")));
      refused += (refused.empty() ? "" : " ") + name;
      continue;
    }
    Words back{MG_PREP, "convert", folder / name, "-o", folder / "back.mg"};
    const bool both_arcs = says(written, "both directions of each are written");
    if (says(written, "read it back with --undirected")) back.emplace_back("--undirected");
    if (says(written, "read it back with --weights none")) back.insert(back.end(), {"--weights", "none"});
    if (name.starts_with("g.csv") || name.starts_with("g.el")) {
      const bool as_written = std::ranges::find(sample.options, "strings") != sample.options.end();
      if (as_written) back.insert(back.end(), {"--names", "strings"});
    }
    if (both_arcs) {
      back.insert(back.end(), {"--duplicates", "first"});
    } else if (keeps) {
      back.insert(back.end(), {"--duplicates", "keep"});
    }
    run_well(back);
    EXPECT_EQ(graph_in(folder / "back.mg"), graph);
    EXPECT_EQ(answers_of(folder / "back.mg", weighted), answers);
  }
  EXPECT_EQ(refused, sample.refused);
}

INSTANTIATE_TEST_SUITE_P(Samples, RoundTrips, testing::ValuesIn(samples),
                         [](const auto& sample) { return sample.param.name; });

}  // namespace
}  // namespace mg
