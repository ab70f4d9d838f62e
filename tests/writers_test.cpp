// What is written, and that it reads back as the graph it was; and files that appear whole or not at all.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/atomic_file.hpp"
#include "preprocess/block_output.hpp"
#include "preprocess/build.hpp"
#include "preprocess/file_order.hpp"
#include "preprocess/names_file.hpp"
#include "preprocess/read.hpp"
#include "preprocess/write.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

// --- Comparing graphs ----------------------------------------------------------------------------------------------

struct Contents {
  bool directed = false;
  std::vector<std::string> names;                                ///< in file order
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
  return build(std::move(list), original.directed, "original", both_arcs ? DuplicatePolicy::first : DuplicatePolicy::keep);
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
  if (const auto* floats = std::get_if<Array<float>>(&graph.out.weights); floats != nullptr) {
    return format == "mtx" || format == "el" || format == "csv" || format == "graphalytics";
  }
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&graph.out.weights); integers != nullptr && format == "gap") {
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
  const Graph graph = build(edge_list(zoo_graph("rmat_8")));
  for (const char* compression : {".gz", ".bz2", ".zst"}) {
    if (holds(GetParam(), graph) && GetParam() != "graphalytics") expect_round_trip(graph, GetParam(), compression);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         testing::Values("mtx", "el", "csv", "gr", "metis", "gap", "galois", "graphalytics"),
                         [](const auto& format) { return format.param; });

}  // namespace
}  // namespace mg
