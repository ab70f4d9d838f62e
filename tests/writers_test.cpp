// What is written, and that it reads back as the graph it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"
#include "preprocess/readers/names_file.hpp"
#include "preprocess/write.hpp"
#include "preprocess/writers/file_order.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

// --- Comparing graphs ----------------------------------------------------------------------------------------------

struct Contents {
  bool directed = false;
  std::vector<std::string> names;                                  ///< in file order
  std::vector<std::tuple<std::string, std::string, double>> arcs;  ///< by name, sorted
  friend bool operator==(const Contents&, const Contents&) = default;
};

double weight_of(const Weights& weights, EdgeId e) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&weights)) return (*integers)[e];
  if (const auto* floats = std::get_if<Array<float>>(&weights)) return (*floats)[e];
  return -1;
}

Contents contents(const Graph& graph) {
  Contents result;
  result.directed = graph.directed;
  for (VertexId i = 0; i < graph.num_vertices(); ++i) result.names.push_back(graph.names.name(i));
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
      result.arcs.emplace_back(graph.name(v), graph.name(graph.out.neighbors[e]), weight_of(graph.out.weights, e));
    }
  }
  std::sort(result.arcs.begin(), result.arcs.end());
  return result;
}

Graph build(EdgeList list, std::optional<bool> directed = {}, const std::string& order = "original",
            DuplicatePolicy duplicates = DuplicatePolicy::keep) {
  BuildOptions options;
  options.directed = directed;
  options.order = order;
  options.duplicates = duplicates;
  BuildReport report;
  return build_graph(std::move(list), options, report, silent_progress());
}

std::string with_suffix(const std::string& format, const Graph& graph) {
  if (format == "gap") return graph.weight_type() == WeightType::none ? "g.sg" : "g.wsg";
  if (format == "metis") return "g.graph";
  if (format == "graphalytics") return "g";
  return "g." + format;
}

/// Reads what was written as a person would who heeds the writer's notes.
Graph read_back(const std::string& path, const std::string& format, const Graph& original) {
  ReadOptions options;
  options.format = format;
  options.read_weights = original.weight_type() != WeightType::none;
  std::vector<std::string> inputs = {path};
  if (format == "graphalytics") inputs = {path + ".v", path + ".e"};
  EdgeList list = read_graph(inputs, options, silent_progress());
  // Formats that know arcs only list both of an undirected edge; merging them must not merge anything else.
  const bool both_arcs = !original.directed && (format == "gr" || format == "galois");
  return build(std::move(list), original.directed, "original",
               both_arcs ? DuplicatePolicy::first : DuplicatePolicy::keep);
}

void expect_round_trip(const Graph& graph, const std::string& format, std::string_view compression = "") {
  const TemporaryFolder folder;
  const std::string path = folder / (with_suffix(format, graph) + std::string(compression));
  write_graph(graph, path, format, silent_progress());
  const Graph again = read_back(path, format, graph);
  EXPECT_TRUE(contents(again) == contents(graph)) << format << "\n" << read_file(path).substr(0, 500);
  const bool integers_only = format == "gr" || format == "metis" || format == "gap" || format == "galois";
  if (graph.num_arcs() > 0 && !(integers_only && graph.weight_type() == WeightType::f32)) {
    EXPECT_EQ(again.weight_type(), graph.weight_type()) << format;
  }
}

bool holds(const std::string& format, const Graph& graph) {
  if (format == "metis" && graph.directed) return false;
  if (format == "graphalytics" && graph.names.kind() == VertexNames::Kind::strings) return false;
  if (const auto* floats = std::get_if<Array<float>>(&graph.out.weights); floats != nullptr) {
    return format == "mtx" || format == "el" || format == "csv" || format == "graphalytics" || format == "graphml" ||
           format == "gexf";
  }
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&graph.out.weights);
      integers != nullptr && format == "gap") {
    return std::all_of(integers->begin(), integers->end(), [](std::uint32_t w) { return w <= 0x7FFFFFFF; });
  }
  return true;
}

bool has_duplicates(const Graph& graph) {
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    const auto row = graph.out.row(v);
    if (std::adjacent_find(row.begin(), row.end()) != row.end()) return true;
  }
  return false;
}

// --- Round trips ---------------------------------------------------------------------------------------------------

class RoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RoundTrip, Zoo) {
  for (const ZooGraph& animal : zoo()) {
    SCOPED_TRACE(animal.name);
    const Graph graph = build(edge_list(animal));
    if (!holds(GetParam(), graph)) continue;
    const bool merged = !graph.directed && (GetParam() == "gr" || GetParam() == "galois") && has_duplicates(graph);
    if (!merged) expect_round_trip(graph, GetParam());
    const Graph simple = build(edge_list(animal), {}, "random:7", DuplicatePolicy::first);
    expect_round_trip(simple, GetParam());
  }
}

VertexNames string_names(const std::vector<std::string>& names) {
  std::vector<std::uint64_t> offsets{0};
  std::string bytes;
  for (const std::string& name : names) {
    bytes += name;
    offsets.push_back(bytes.size());
  }
  return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), Array<char>::copy_of(bytes));
}

EdgeList small_list(VertexNames names, bool directed) {
  EdgeList list;
  list.names = std::move(names);
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{3, 1}, {1, 1}, {0, 3}, {4, 0}, {1, 4}});
  list.directed = directed;
  return list;
}

/// Vertices 2 and 5 are isolated, vertex 1 has a self loop, and names do not come in the order of the edges.
std::vector<EdgeList> small_lists() {
  std::vector<EdgeList> lists;
  for (const bool directed : {false, true}) {
    lists.push_back(small_list(VertexNames::counted(0, 6), directed));
    lists.push_back(small_list(VertexNames::counted(17, 6), directed));
    lists.push_back(small_list(
        VertexNames::integers(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 1, 5, 7, 1ULL << 40, ~0ULL})),
        directed));
    lists.push_back(small_list(string_names({"u", "v", "x", "source", "target", "y"}), directed));
    lists.push_back(small_list(string_names({"libc6", "7", "x", "g++-12", "1.5", "\xC3\xA9t\xC3\xA9"}), directed));
  }
  return lists;
}

TEST_P(RoundTrip, NamesAndWeights) {
  const std::vector<std::uint32_t> integers = {7, 0, 2147483647, 1, 1000};
  const std::vector<float> floats = {0.1F, 0.0F, 3e38F, 1.0F, 1e-40F};
  for (const EdgeList& list : small_lists()) {
    for (const int weights : {0, 1, 2}) {
      EdgeList weighted = list;
      weighted.edges = Array<Edge>::copy_of(list.edges.span());
      if (weights == 1) weighted.weights = Array<std::uint32_t>::copy_of(integers);
      if (weights == 2) weighted.weights = Array<float>::copy_of(floats);
      for (const char* order : {"original", "degree"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", list.names.name(0), weights, order));
        EdgeList copy = weighted;
        copy.edges = Array<Edge>::copy_of(weighted.edges.span());
        const Graph graph = build(std::move(copy), {}, order);
        if (holds(GetParam(), graph)) expect_round_trip(graph, GetParam());
      }
    }
  }
}

TEST_P(RoundTrip, Compressed) {
  const Graph graph = build(edge_list(zoo_graph("rmat_8")), {}, "original", DuplicatePolicy::first);
  for (const char* compression : {".gz", ".bz2", ".zst"}) {
    if (holds(GetParam(), graph) && GetParam() != "graphalytics") expect_round_trip(graph, GetParam(), compression);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         testing::Values("mtx", "el", "csv", "gr", "metis", "gap", "galois", "graphml", "gexf",
                                         "graphalytics"),
                         [](const auto& format) { return format.param; });

TEST(RealGraphs, ReadBackAsTheyWere) {
  const char* const folder = std::getenv("MG_DATA_DIR");
  if (folder == nullptr) GTEST_SKIP() << "MG_DATA_DIR is not set";
  for (const char* file : {"roads/rome99.gr", "edge-lists/wiki-Vote.txt", "edge-lists/email-Enron.txt.gz",
                           "metis/astro-ph.graph", "matrix-market/bcsstk13.mtx"}) {
    EdgeList list = read_graph(std::vector{std::string(folder) + "/" + file}, {}, silent_progress());
    const Graph graph = build(std::move(list), {}, "degree", DuplicatePolicy::first);
    for (const std::string_view format : writable_formats()) {
      SCOPED_TRACE(fmt::format("{} {}", file, format));
      if (holds(std::string(format), graph)) expect_round_trip(graph, std::string(format));
    }
    if (sanitized) break;  // each takes a minute
  }
}

// --- What is written -----------------------------------------------------------------------------------------------

struct Written {
  std::string text;
  std::vector<std::string> notes;
};

Written written(const Graph& graph, const std::string& name, const std::string& format = "auto") {
  const TemporaryFolder folder;
  Written result;
  result.notes = write_graph(graph, folder / name, format, silent_progress());
  result.text = read_file(folder / name);
  return result;
}

/// The path 1 - 2 - 3 with a self loop at 3.
Graph path_graph(bool directed, Weights weights = {}) {
  EdgeList list;
  list.names = VertexNames::counted(1, 3);
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}, {2, 2}});
  list.weights = std::move(weights);
  list.directed = directed;
  return build(std::move(list));
}

Weights integer_weights() { return Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{5, 6, 7}); }
Weights float_weights() { return Array<float>::copy_of(std::vector<float>{5, 0.1F, 7}); }

TEST(Writers, SpellFormatsAsTheyAreDefined) {
  const Graph undirected = path_graph(false, integer_weights());
  EXPECT_EQ(written(undirected, "g.mtx").text,
            "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 5\n3 2 6\n3 3 7\n");
  EXPECT_EQ(written(undirected, "g.el").text, "# Undirected graph: each edge is listed once\n1 2 5\n2 3 6\n3 3 7\n");
  EXPECT_EQ(written(undirected, "g.csv").text, "source,target,weight\n1,2,5\n2,3,6\n3,3,7\n");
  EXPECT_EQ(written(undirected, "g.gr").text, "p sp 3 5\na 1 2 5\na 2 1 5\na 2 3 6\na 3 2 6\na 3 3 7\n");
  EXPECT_EQ(written(undirected, "g.graph").text, "3 3 001\n2 5\n1 5 3 6\n2 6 3 7\n");
  const Graph directed = path_graph(true, float_weights());
  EXPECT_EQ(written(directed, "g.mtx").text,
            "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 5.0\n2 3 0.1\n3 3 7.0\n");
  EXPECT_EQ(written(directed, "g.el").text, "1 2 5.0\n2 3 0.1\n3 3 7.0\n");
  EXPECT_EQ(written(path_graph(true), "g.gr").text, "p sp 3 3\na 1 2 1\na 2 3 1\na 3 3 1\n");
}

TEST(Writers, QuoteNamesInCsv) {
  EdgeList list;
  list.names = string_names({"a b", "say \"hi\"", "x,y"});
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}});
  const Graph graph = build(std::move(list));
  EXPECT_EQ(written(graph, "g.csv").text, "source,target\n\"a b\",\"say \"\"hi\"\"\"\n\"say \"\"hi\"\"\",\"x,y\"\n");
  expect_round_trip(graph, "csv");
  EXPECT_THROW(written(graph, "g.el"), Error);
}

TEST(Writers, SayWhatAFormatCannotHold) {
  const auto mentions = [](const Written& output, std::string_view part) {
    return std::any_of(output.notes.begin(), output.notes.end(),
                       [&](const std::string& note) { return note.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(written(path_graph(false, integer_weights()), "g.mtx").notes.empty());
  EXPECT_TRUE(mentions(written(path_graph(false), "g.gr"), "--undirected"));
  EXPECT_TRUE(mentions(written(path_graph(false), "g.gr"), "--weights none"));
  EXPECT_TRUE(mentions(written(path_graph(false), "g.csv"), "--undirected"));
  EXPECT_TRUE(mentions(written(path_graph(false), "g.graph"), "self loops"));
  EXPECT_TRUE(mentions(written(path_graph(false), "g.sg"), "g.sg.names"));
}

std::string error_of(const Graph& graph, const std::string& name, const std::string& format = "auto") {
  const TemporaryFolder folder;
  try {
    write_graph(graph, folder / name, format, silent_progress());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_use);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a failed export must leave nothing";
    return error.what();
  }
  return "no error";
}

TEST(Writers, RefuseWhatAFormatCannotHold) {
  const auto expect = [](const std::string& message, std::string_view part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(error_of(path_graph(true), "g.graph"), "undirected graphs only");
  for (const char* name : {"g.gr", "g.wsg", "g.galois"}) {
    expect(error_of(path_graph(true, float_weights()), name), "the edge 2 -> 3 has 0.1");
  }
  expect(error_of(path_graph(true, Array<std::uint32_t>::filled(3, 0x80000000U)), "g.wsg"),
         "the edge 1 -> 2 has 2147483648");
  expect(error_of(path_graph(true, integer_weights()), "g.sg"), "holds no weights");
  expect(error_of(path_graph(true), "g.wsg"), "the graph has none");
  expect(error_of(path_graph(true), "g.xyz"), "does not tell a format");
  EdgeList named;
  named.names = string_names({"a", "b"});
  named.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}});
  expect(error_of(build(std::move(named)), "g", "graphalytics"), "names such as 'a'");
  expect(error_of(path_graph(true), "g.mtx", "xyz"), "known are auto, mtx, el");
}

TEST(Writers, RefuseNamesThatNoLineHolds) {
  const auto message = [](const std::string& name, const std::string& file) {
    EdgeList list;
    list.names = string_names({name, "b"});
    list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}});
    list.directed = true;
    return error_of(build(std::move(list)), file);
  };
  for (const char* file : {"g.mtx", "g.gr", "g.sg", "g.galois", "g.el", "g.csv"}) {
    EXPECT_NE(message("a\nb", file).find("'a\\x0Ab' cannot stand in"), std::string::npos) << message("a\nb", file);
    EXPECT_NE(message("a\nb", file).find("has a line end; export to graphml"), std::string::npos);
    EXPECT_NE(message("", file).find("is empty"), std::string::npos) << message("", file);
  }
  EXPECT_NE(message("a\r", "g.mtx").find("has a line end"), std::string::npos);
  EXPECT_NE(message("a\r", "g.el").find("has a line end"), std::string::npos);
  EXPECT_NE(message(std::string("a\0b", 3), "g.mtx").find("has a zero byte"), std::string::npos);
}

TEST(Writers, RemoveTheNamesOfAnEarlierGraph) {
  const TemporaryFolder folder;
  EdgeList list;
  list.names = string_names({"a", "b"});
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}});
  write_graph(build(std::move(list)), folder / "g.mtx", "auto", silent_progress());
  EXPECT_EQ(read_file(folder / "g.mtx.names"), "a\nb\n");
  const auto notes = write_graph(path_graph(true), folder / "g.mtx", "auto", silent_progress());
  EXPECT_FALSE(std::filesystem::exists(folder / "g.mtx.names"));
  EXPECT_EQ(
      std::ranges::count_if(notes, [](const auto& note) { return note.find("was removed") != std::string::npos; }), 1);
}

TEST(Names, MustBelongToTheGraph) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& path) { return read_graph(std::vector{path}, {}, silent_progress()); };
  const std::string numbered = folder.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  folder.write("g.mtx.names", "a\r\nb");
  EXPECT_EQ(read(numbered).names.name(1), "b");
  folder.write("g.mtx.names", "a\nb\nc\n");
  EXPECT_THROW(read(numbered), Error);
  folder.write("g.mtx.names", "a\n\n");
  EXPECT_THROW(read(numbered), Error);
  folder.write("g.mtx.names", "a\na\n");
  EXPECT_THROW(read(numbered), Error);
  const std::string named = folder.write("g.el", "10 20\n");
  folder.write("g.el.names", "30\n20\n10\n");
  const EdgeList list = read(named);
  EXPECT_EQ(list.num_vertices(), 3U);
  EXPECT_EQ(list.edges[0], (Edge{2, 1}));
  folder.write("g.el.names", "30\n20\n");
  EXPECT_THROW(read(named), Error);
}

TEST(Names, OlderThanTheirGraphMayBeThoseOfAnother) {
  const TemporaryFolder folder;
  const std::string graph = folder.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  const std::string names = folder.write("g.mtx.names", "a\nb\n");
  const auto read = [&] { return read_graph(std::vector{graph}, {}, silent_progress()); };
  const auto written = std::filesystem::last_write_time(graph);
  std::filesystem::last_write_time(names, written - std::chrono::seconds(1));
  try {
    static_cast<void>(read());
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("g.mtx.names is older than"), std::string::npos) << error.what();
  }
  std::filesystem::last_write_time(names, written);
  EXPECT_EQ(read().names.name(0), "a");
}

TEST(RowBlocks, CutLongRowsAndKeepEmptyOnes) {
  Adjacency rows;
  rows.offsets = Array<EdgeId>::copy_of(std::vector<EdgeId>{0, 0, 10, 10, 11, 11});
  rows.neighbors = Array<VertexId>::filled(11, 0);
  for (std::uint64_t size = 1; size < 20; ++size) {
    const RowBlocks blocks(rows, size);
    std::vector<int> starts(5), ends(5);
    EdgeId next = 0;
    for (std::uint64_t block = 0; block < blocks.size(); ++block) {
      blocks.for_each_slice(block, [&](const RowSlice& slice) {
        EXPECT_EQ(slice.begin, next);
        next = slice.end;
        starts[slice.row] += slice.starts_row ? 1 : 0;
        ends[slice.row] += slice.ends_row ? 1 : 0;
      });
    }
    EXPECT_EQ(next, 11U);
    EXPECT_EQ(starts, std::vector<int>(5, 1)) << size;
    EXPECT_EQ(ends, std::vector<int>(5, 1)) << size;
  }
}

}  // namespace
}  // namespace mg
