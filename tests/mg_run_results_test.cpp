// Results of mg_run, in every form in which they are shown and written.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>

#include "tests/hostile/hostile_case.hpp"
#include "tests/mg_run.hpp"

namespace mg {
namespace {

TEST_F(MgRun, ResultsComeBackInTheNamesAndOrderOfTheFile) {
  const std::string graph = named_graph();
  for (const char* order : {"original", "degree", "random:1", "bfs"}) {
    run_well({graph, "-a", "bfs", "--source", "ant", "--order", order, "-o", folder / "r.tsv"});
    EXPECT_EQ(read_file(folder / "r.tsv"),
              "vertex\tlevel\tparent\nant\t0\tant\nbee\t1\tant\ncat\t2\tbee\nelk\t-1\t-1\nfox\t-1\t-1\n");
    run_well({graph, "-a", "sssp", "--source", "ant", "--order", order, "-o", folder / "r.csv"});
    EXPECT_EQ(read_file(folder / "r.csv"),
              "vertex,distance,parent\nant,0,ant\nbee,2,ant\ncat,5,bee\nelk,inf,-1\nfox,inf,-1\n");
    run_well({graph, "-a", "cc", "--order", order, "-o", folder / "c.tsv"});
    EXPECT_EQ(read_file(folder / "c.tsv"), "vertex\tcomponent\nant\tant\nbee\tant\ncat\tant\nelk\telk\nfox\telk\n");
  }
}

TEST_F(MgRun, HeadersAreThoseOfTheContract) {
  const std::string graph = named_graph();
  const auto header = [&](const Words& words) {
    Words all{graph, "-o", "-"};
    all.insert(all.end(), words.begin(), words.end());
    const std::string out = run_well(all).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(header({"-a", "pagerank"}), "vertex\trank");
  EXPECT_EQ(header({"-a", "pagerank-delta"}), "vertex\trank");
  EXPECT_EQ(header({"-a", "bc"}), "vertex\tcentrality");
  EXPECT_EQ(header({"-a", "edge-bc"}), "source\ttarget\tcentrality");
  EXPECT_EQ(header({"-a", "tc", "--undirected"}), "vertex\ttriangles");
}

TEST_F(MgRun, CsvQuotesNamesThatNeedIt) {
  const std::string graph = folder.write("g.el", "ab c\"d\n");
  run_well({graph, "-a", "bfs", "--source", "ab", "-o", folder / "r.csv"});
  EXPECT_EQ(read_file(folder / "r.csv"), "vertex,level,parent\nab,0,ab\n\"c\"\"d\",1,ab\n");
}

TEST_F(MgRun, BinaryResultsAreColumns) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.bin"});
  const std::string bytes = read_file(folder / "r.bin");
  ASSERT_EQ(bytes.size(), 5 * (sizeof(std::int32_t) + sizeof(std::int64_t)));
  std::vector<std::int32_t> levels(5);
  std::vector<std::int64_t> parents(5);
  std::memcpy(levels.data(), bytes.data(), 20);
  std::memcpy(parents.data(), bytes.data() + 20, 40);
  EXPECT_EQ(levels, (std::vector<std::int32_t>{0, 1, 2, -1, -1}));
  EXPECT_EQ(parents, (std::vector<std::int64_t>{0, 0, 1, -1, -1}));
}

TEST_F(MgRun, NumpyResultsAreOneStructuredArray) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.npy"});
  const std::string bytes = read_file(folder / "r.npy");
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header_end = bytes.find('\n') + 1;
  EXPECT_EQ(header_end % 64, 0U);
  EXPECT_TRUE(contains(bytes,
                       "{'descr': [('vertex', '|S3'), ('level', '<i4'), ('parent', '|S3')], "
                       "'fortran_order': False, 'shape': (5,), }"));
  EXPECT_EQ(bytes.substr(header_end), with_zeros("ant\0\0\0\0ant"
                                                 "bee\1\0\0\0ant"
                                                 "cat\2\0\0\0bee"
                                                 "elk\xFF\xFF\xFF\xFF-1\0"
                                                 "fox\xFF\xFF\xFF\xFF-1\0"));

  const std::string python = "/usr/bin/python3";  // the distribution's, which has its packages
  const bool has_numpy = std::filesystem::exists(python) && run_command({python, "-c", "import numpy"}).status == 0;
  if (!has_numpy) GTEST_SKIP() << "numpy is not installed";
  const std::string program =
      "import numpy; a = numpy.load('" + folder / "r.npy" + "'); print(a['parent'][2].decode(), a['level'].tolist())";
  EXPECT_EQ(run_command({python, "-c", program}).out, "bee [0, 1, 2, -1, -1]\n");
}

TEST_F(MgRun, NumpyNamesParentsAndComponentsAsTheTextDoes) {
  const auto rows = [&](const std::string& edges, const std::string& type) {
    run_well({folder.write("g.el", edges), "-a", "bfs", "--source", "300", "-o", folder / "r.npy"});
    const std::string bytes = read_file(folder / "r.npy");
    EXPECT_TRUE(contains(bytes, "[('vertex', '" + type + "'), ('level', '<i4'), ('parent', '" + type + "')]")) << bytes;
    return bytes.substr(bytes.find('\n') + 1);
  };
  const auto row = [](std::uint64_t vertex, std::int32_t level, std::uint64_t parent) {
    return bytes_of(vertex, level, parent);
  };
  const std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(rows("300 50\n7 8\n", "<i8"), row(7, -1, none) + row(8, -1, none) + row(50, 1, 300) + row(300, 0, 300));
  const std::uint64_t large = std::uint64_t{1} << 63;
  EXPECT_EQ(rows("300 9223372036854775808\n7 300\n", "<u8"), row(7, -1, none) + row(300, 0, 300) + row(large, 1, 300));
}

TEST_F(MgRun, BinaryResultsSayThatTheyHoldRows) {
  const CommandResult result = run_well({named_graph(), "-a", "cc", "-o", folder / "r.bin"});
  EXPECT_TRUE(contains(result.err, "r.bin: 'component' holds rows, counted from 0, since .bin has no names"));
}

TEST_F(MgRun, NamesThatAFormCannotHoldAreRefusedBeforeTheRun) {
  const std::string tab = folder.write("g.csv", "\"a\tb\",c\n");
  expect_failure({tab, "-a", "cc", "-o", folder / "r.tsv"}, 1, "the vertex name 'a\\tb' holds a tab");
  expect_failure({tab, "-a", "cc", "-o", "-"}, 1, "which .tsv cannot: write .csv");
  run_well({tab, "-a", "cc", "-o", folder / "r.csv"});
  EXPECT_EQ(read_file(folder / "r.csv"), "vertex,component\na\tb,a\tb\nc,a\tb\n");
  const std::string long_name = folder.write("l.el", "a " + std::string(2000, 'b') + "\n");
  const CommandResult result = run({long_name, "-a", "cc", "-o", folder / "r.npy"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.err, "a vertex name of 2000 bytes does not fit")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "r.npy"));
}

TEST_F(MgRun, AnyFormOfResultsGoesToStandardOutput) {
  const std::string graph = named_graph();
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-"}).out.starts_with("vertex\tcomponent\nant\tant\n"));
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.csv"}).out.starts_with("vertex,component\nant,ant\n"));
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.npy"}).out.starts_with("\x93NUMPY"));
  EXPECT_EQ(run_well({graph, "-a", "cc", "-o", "-.bin"}).out.size(), 40U);
  EXPECT_TRUE(run_well({graph, "-a", "cc", "-o", "-.csv.gz"}).out.starts_with("\x1f\x8b"));
  expect_failure({graph, "-a", "cc", "-o", "-.csv", "--json"}, 1, "--json takes standard output");
  expect_failure({graph, "-a", "cc", "-o", "-.txt"}, 1, ".tsv, .csv, .npy or .bin");
}

TEST_F(MgRun, AnOutputThatIsAnInputOrAnotherOutputIsRefused) {
  const std::string graph = folder.write("g.csv", "a,b\n");
  std::filesystem::create_symlink("g.csv", folder / "link.tsv");
  const auto refuse = [&](Words outputs, const std::string& message) {
    outputs.insert(outputs.begin(), {graph, "-a", "cc"});
    expect_failure(outputs, 1, message);
    EXPECT_EQ(read_file(graph), "a,b\n");
  };
  refuse({"-o", graph}, "g.csv: --output would replace the graph; give it another name");
  refuse({"-o", folder / "link.tsv"}, "link.tsv: --output would replace the graph (as " + graph + ")");
  refuse({"--trace", folder / "./g.csv"}, "--trace would replace the graph");
  refuse({"--report", graph}, "--report would replace the graph");
  refuse({"--trace", folder / "new", "--report", folder / "../" + folder.path().filename().string() + "/new"},
         "--report would replace --trace");
  refuse({"-o", folder / "r.tsv", "--trace", folder / "r.tsv"}, "--trace would replace --output");
  const std::string schedule = folder.write("schedule", "direction=push");
  refuse({"--schedule", "@" + schedule, "--trace", schedule}, "--trace would replace what the run is told by");
  EXPECT_EQ(read_file(schedule), "direction=push");
  run_well({graph, "-a", "cc", "--trace", "/dev/null", "--report", "/dev/null"});
}

TEST_F(MgRun, ResultsAreCompressedWhereTheirNameSaysSo) {
  run_well({named_graph(), "-a", "bfs", "--source", "ant", "-o", folder / "r.tsv.gz"});
  EXPECT_EQ(read_file(folder / "r.tsv.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(MgRun, TopNamesTheLargest) {
  const std::string graph = named_graph();
  const std::string far = run_well({graph, "-a", "sssp", "--source", "ant", "--top", "2"}).out;
  EXPECT_LT(far.find("  cat  5"), far.find("  bee  2"));
  EXPECT_FALSE(contains(far, "  ant  0"));
  EXPECT_TRUE(contains(run_well({graph, "-a", "cc", "--top", "1"}).out, "  ant  3"));
}

TEST_F(MgRun, JsonHoldsTheTop) {
  const std::string graph = named_graph();
  EXPECT_EQ(run_json({graph, "-a", "sssp", "--source", "ant", "--top", "2"})["top"],
            (Json{{{"vertex", "cat"}, {"distance", 5}}, {{"vertex", "bee"}, {"distance", 2}}}));
  EXPECT_EQ(run_json({graph, "-a", "cc", "--top", "9"})["top"],
            (Json{{{"component", "ant"}, {"size", 3}}, {{"component", "elk"}, {"size", 2}}}));
  EXPECT_FALSE(run_json({graph, "-a", "cc"}).contains("top"));
}

TEST_F(MgRun, NamesThatAreNoUtf8AreSpelledAndThatIsSaid) {
  const std::string graph = folder.write("latin1.el", "K\xF6ln M\xFCnchen\n");
  const Words words{graph, "-a", "bfs", "--source", "K\xF6ln", "--top", "1"};
  const CommandResult text = run_well(words);
  EXPECT_TRUE(contains(text.out, "M\\xFCnchen  1")) << text.out;
  EXPECT_TRUE(contains(text.out, "from K\\xF6ln")) << text.out;
  EXPECT_TRUE(contains(text.err, "names that are not UTF-8 are shown with \\xHH")) << text.err;
  const Json json = run_json(words);
  EXPECT_EQ(json["runs"][0]["source"], "K\\xF6ln");
  EXPECT_EQ(json["top"][0]["vertex"], "M\\xFCnchen");
  const std::string utf8 = folder.write("utf8.el", "K\xC3\xB6ln \x1B[2JM\n");
  const CommandResult right = run_well({utf8, "-a", "bfs", "--source", "K\xC3\xB6ln", "--top", "1"});
  EXPECT_TRUE(contains(right.out, "from K\xC3\xB6ln")) << right.out;
  EXPECT_TRUE(contains(right.out, "\\x1B[2JM")) << "terminals obey control characters";
  EXPECT_FALSE(contains(right.err, "UTF-8")) << right.err;
}

TEST_F(MgRun, WritesProductsAsGraphsOfArcs) {
  const std::string graph = folder.write("g.el", "1 2 5\n2 3 4\n");
  run_well({graph, "--undirected", "-a", "spgemm", "-o", folder / "square.graphml"});
  const std::string square = read_file(folder / "square.graphml");
  EXPECT_TRUE(contains(square, "edgedefault=\"directed\"")) << square;
  // The rows of A A add up to A (A 1): to 5 * 9, 5 * 5 + 4 * 4, and 4 * 9.
  const std::string sums = run_well({folder / "square.graphml", "-a", "spmv", "-o", "-"}).out;
  for (const char* row : {"1\t45\n", "2\t41\n", "3\t36\n"}) EXPECT_TRUE(contains(sums, row)) << sums;
}

TEST_F(MgRun, SaysWhatProductsLeaveOut) {
  const auto resolution = [&](const std::string& edges) {
    return run_json({folder.write("g.el", edges), "-a", "spmv"})["result"]["resolution"].get<double>();
  };
  EXPECT_EQ(resolution("1 2 5\n2 3 4\n"), 0);
  const double left_out = resolution("1 2 1e30\n3 4 1e-7\n");
  EXPECT_GT(left_out, 1e-7);
  EXPECT_LT(left_out, 1e-3);
}

TEST_F(MgRun, TablesAreShownAndWrittenByTheirRows) {
  const std::string graph = folder.write("named.csv", "source,target\nant,bee\nbee,cat\ncat,ant\nelk,\"a,b\"\n");
  for (const char* order : {"original", "random:2"}) {
    EXPECT_EQ(run_well({graph, "-a", "jaccard", "--order", order, "--validate", "-o", "-.csv"}).out,
              "source,target,coefficient\nant,bee,0.3333333333333333\nant,cat,0.3333333333333333\n"
              "bee,cat,0.3333333333333333\nelk,\"a,b\",0\n");
  }
  const Words top{graph, "-a", "jaccard", "-p", "measure=overlap", "--top", "1"};
  EXPECT_TRUE(
      contains(run_well(top).out, "1 of largest coefficient:\n  source  target  coefficient\n  ant     bee     0.5\n"));
  Words words = top;
  EXPECT_EQ(run_json(words)["top"], Json::parse(R"([{"source": "ant", "target": "bee", "coefficient": 0.5}])"));
  words.insert(words.end(), {"--report", folder / "r.html"});
  run_well(words);
  const std::string page = read_file(folder / "r.html");
  EXPECT_TRUE(contains(page, "<h2>Top pairs</h2>"));
  EXPECT_TRUE(contains(page, "<td>ant</td><td>bee</td><td class=\"number\">0.5</td>"));
  expect_failure({graph, "-a", "random-walk", "-o", folder / "r.gexf"}, 1, "write .tsv, .csv, .npy or .bin");
  EXPECT_FALSE(std::filesystem::exists(folder / "r.gexf"));
}

TEST_F(MgRun, SimilaritiesAreOfGivenPairsOrTheMostSimilar) {
  const std::string graph = folder.write("named.csv", "source,target\nant,bee\nbee,cat\ncat,ant\ncat,dog\nelk,fox\n");
  const auto table = [&](const Words& parameters) {
    Words words{graph, "-a", "jaccard", "--validate", "-o", "-.csv"};
    for (const std::string& parameter : parameters) words.insert(words.end(), {"-p", parameter});
    return run_well(words).out;
  };
  const std::string expected = "source,target,coefficient\ndog,ant,0.5\nant,ant,1\nelk,ant,0\nelk,fox,0\n";
  EXPECT_EQ(table({"pairs=dog:ant,ant:ant,elk:ant,elk:fox"}), expected);
  EXPECT_EQ(table({"pairs=@" + folder.write("pairs", "dog ant\r\nant\tant\nelk ant\n\nelk fox")}), expected);
  EXPECT_EQ(table({"pairs=@" + folder.write("nothing", "")}), "source,target,coefficient\n");
  EXPECT_EQ(table({"top=1"}), "source,target,coefficient\nant,dog,0.5\nbee,dog,0.5\ncat,ant,0.25\ndog,ant,0.5\n");
  EXPECT_EQ(table({"top=2", "measure=overlap"}),
            "source,target,coefficient\nant,dog,1\nant,bee,0.5\nbee,dog,1\nbee,ant,0.5\ncat,ant,0.5\n"
            "cat,bee,0.5\ndog,ant,1\ndog,bee,1\n");
  const auto refuse = [&](const Words& parameters, const std::string& message) {
    Words words{graph, "-a", "jaccard"};
    for (const std::string& parameter : parameters) words.insert(words.end(), {"-p", parameter});
    expect_failure(words, 1, message);
  };
  refuse({"pairs=ant:bee", "top=3"}, "pairs and top ask for different results");
  refuse({"pairs=ant:gnu"}, "there is no vertex 'gnu' in the graph");
  refuse({"pairs=ant"}, "takes pairs of vertices, and 'ant' is none; allowed: NAME:NAME,...");
  refuse({"pairs=@" + folder / "absent"}, "the list of pairs in");
  refuse({"top=1001"}, "an integer from 0 to 1000");
}

}  // namespace
}  // namespace mg
