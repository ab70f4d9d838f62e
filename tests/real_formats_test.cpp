// Files of every format from other people's collections, in the folder that MG_DATA_DIR names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"
#include "tests/reader_testing.hpp"

namespace mg {
namespace {

std::string data_folder(const char* sub) {
  const char* const folder = std::getenv("MG_DATA_DIR");
  return folder == nullptr ? std::string() : std::string(folder) + "/" + sub;
}

TEST(RealMatrixMarket, RefusesTheDamagedAndReadsTheRest) {
  const std::string folder = data_folder("matrix-market");
  if (folder.empty()) GTEST_SKIP() << "MG_DATA_DIR is not set";
  // Values that no 32-bit weight can hold: such files are read without their weights.
  const std::vector<std::string> extreme = {"comments_west0067", "matrix_fp32",  "matrix_fp64", "matrix_int64",
                                            "matrix_uint64",     "skew_fp32",    "skew_fp64",   "skew_int64",
                                            "matrix_int32",      "mangled_int32"};
  int refused = 0;
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const std::string text = read_file(entry.path().string());
    const std::string first_lines = text.substr(0, 400);
    const bool damaged = name.starts_with("mangled") && name.find('_') == std::string::npos;
    ReadOptions options;
    options.read_weights = std::find(extreme.begin(), extreme.end(), name) == extreme.end();
    try {
      const EdgeList list = read_file_as(read_matrix_market, entry.path().string(), options);
      EXPECT_FALSE(damaged) << name;
      ++read;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_TRUE(std::string(error.what()).starts_with(entry.path().string() + ":")) << error.what();
      const bool no_graph =
          contains(first_lines, " array ") || contains(error.what(), "square") || contains(name, "noheader");
      EXPECT_TRUE(damaged || no_graph) << error.what();
      ++refused;
    }
  }
  EXPECT_GE(refused, 16 + 7);
  EXPECT_GE(read, 50);
}

/// The number of edges of the simple undirected graph in `list`, and a sum over its edges that tells graphs apart.
std::pair<EdgeId, std::uint64_t> simple_fingerprint(EdgeList list) {
  BuildOptions options;
  options.directed = false;
  options.self_loops = SelfLoopPolicy::drop;
  BuildReport report;
  list.weights = std::monostate{};
  const Graph graph = build_graph(std::move(list), options, report, silent_progress());
  std::uint64_t sum = 0;
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    for (const VertexId u : graph.out.row(v))
      sum += (std::uint64_t{v} * 1000003 + u) * (std::uint64_t{v} * 1000003 + u);
  }
  return {graph.num_edges(), sum};
}

TEST(RealGapFormats, AreOneGraph) {
  const std::string folder = data_folder("gap-formats");
  if (folder.empty()) GTEST_SKIP() << "MG_DATA_DIR is not set";
  const auto expected = simple_fingerprint(read_file_as(read_matrix_market, folder + "/4.mtx"));
  EXPECT_EQ(expected.first, 53U);
  for (const char* name : {"4.el", "4.wel", "4.gr", "4.graph", "4w.graph", "4w.mtx"}) {
    ReadOptions options;
    options.isolated = Isolated::keep;
    const EdgeList list = read_graph(std::vector{folder + "/" + name}, options, silent_progress());
    EXPECT_EQ(simple_fingerprint(list), expected) << name;
  }
}

TEST(RealMetis, HasTheEdgesOfItsHeader) {
  const std::string folder = data_folder("metis");
  if (folder.empty()) GTEST_SKIP() << "MG_DATA_DIR is not set";
  const std::vector<std::tuple<std::string, VertexId, EdgeId>> expected = {{"PGPgiantcompo", 10680, 24316},
                                                                           {"astro-ph", 16706, 121251},
                                                                           {"power", 4941, 6594},
                                                                           {"wing", 62032, 121544},
                                                                           {"tiny_01", 7, 11},
                                                                           {"tiny_02", 7, 11},
                                                                           {"tiny_03", 7, 11},
                                                                           {"tiny_04", 7, 11}};
  for (const auto& [name, vertices, edges] : expected) {
    const EdgeList list = read_file_as(read_metis, fmt::format("{}/{}.graph", folder, name));
    EXPECT_EQ(list.num_vertices(), vertices) << name;
    EXPECT_EQ(list.edges.size(), edges) << name;
    EXPECT_FALSE(list.directed) << name;
  }
}

TEST(RealDimacs, Rome99) {
  const std::string folder = data_folder("roads");
  if (folder.empty()) GTEST_SKIP() << "MG_DATA_DIR is not set";
  const EdgeList list = read_file_as(read_dimacs, folder + "/rome99.gr");
  EXPECT_EQ(list.num_vertices(), 3353U);
  EXPECT_EQ(list.edges.size(), 8870U);
}

}  // namespace
}  // namespace mg
