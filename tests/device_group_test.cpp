// Grouping arcs by keys on a GPU, by each of the ways that it has for receivers of few arcs and many. Skipped, saying
// why, where there is none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/gpu/device_arguments.hpp"
#include "engine/registry.hpp"
#include "tests/group_probes.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

const std::string probes_text = read_file(MG_SOURCE_DIR "/tests/group_probes.hpp");

class DeviceGroups : public OnAGpu {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    register_algorithm<probe::DigestKeys>({.name = "tests/group_probes.hpp", .text = probes_text});
  }
};

/// Around each number of arcs from which on another way is taken, and hubs of two, of three and of several segments.
std::vector<std::uint32_t> arcs_of_receivers() {
  std::vector<std::uint32_t> arcs{0, 1, 2, 5, 17};
  for (const std::uint32_t most : {32U, gpu::arcs_of_warp_table, gpu::arcs_of_block_table}) {
    for (const std::uint32_t number : {most - 1, most, most + 1}) arcs.push_back(number);
  }
  arcs.insert(arcs.end(), {100, 700, 2 * gpu::arcs_of_block_table + 3, 7001});
  return arcs;
}

/// Receivers of so many arcs from vertices that know nobody else: in a directed graph, a third of them are the
/// receiver's own.
ZooGraph receivers_and_others(bool directed) {
  const std::vector<std::uint32_t> arcs = arcs_of_receivers();
  const auto others = std::ranges::max(arcs);
  const auto receivers = static_cast<std::uint32_t>(arcs.size());
  ZooGraph graph{.name = "receivers", .n = receivers + others, .directed = directed, .edges = {}, .weights = {}};
  for (std::uint32_t v = 0; v < receivers; ++v) {
    for (std::uint32_t i = 0; i < arcs[v]; ++i) {
      const std::uint32_t u = receivers + (37 * v + i) % others;
      if (directed && i % 3 == 2) {
        graph.edges.emplace_back(v, u);
      } else {
        graph.edges.emplace_back(u, v);
      }
    }
  }
  return graph;
}

double weight_at(const Adjacency& rows, EdgeId e) {
  if (const auto* whole = std::get_if<Array<std::uint32_t>>(&rows.weights)) return (*whole)[e];
  if (const auto* real = std::get_if<Array<float>>(&rows.weights)) return (*real)[e];
  return 1;
}

/// What digest-keys finds, by hand.
struct Digests {
  std::vector<std::uint64_t> digest;
  std::vector<std::int64_t> told;

  Digests(const Graph& graph, probe::Keys keys, bool both, bool even)
      : digest(graph.num_vertices()), told(graph.num_vertices()) {
    for (VertexId v = 0; v < graph.num_vertices(); ++v) {
      if (even && v % 2 != 0) continue;
      std::map<std::uint32_t, double> sums;
      for (const Adjacency* rows : {&graph.in, &graph.out}) {
        if (rows == &graph.out && !both) continue;
        for (EdgeId e = rows->offsets[v]; e < rows->offsets[v + 1]; ++e) {
          sums[probe::key_of(keys, rows->neighbors[e])] += weight_at(*rows, e);
        }
      }
      if (sums.empty()) continue;
      std::uint32_t noted = 0;
      for (const auto& [key, sum] : sums) {
        digest[v] += probe::DigestGroups<NoWeight>::digest_of(v, key, sum);
        if (key == probe::rare_key(keys)) noted = key;
      }
      told[v] = noted ^ sums.begin()->first;
    }
  }
};

/// The graph with weights of each type: whole numbers of which two may be too much for 32 bits, and real ones of which
/// those to every other receiver are no whole numbers.
std::vector<ZooGraph> weighted_in_each_way(const ZooGraph& plain) {
  std::vector<std::uint32_t> whole;
  std::vector<float> real;
  for (std::size_t e = 0; e < plain.edges.size(); ++e) {
    const auto number = static_cast<std::uint32_t>(e * 7919 % 1000);
    const auto [u, v] = plain.edges[e];
    whole.push_back(number + (e % 2 == 0 ? 0 : 4'000'000'000));
    real.push_back(std::min(u, v) % 2 == 0 ? static_cast<float>(number) / 8 : static_cast<float>(whole.back()));
  }
  std::vector<ZooGraph> graphs(3, plain);
  graphs[1].weights = whole;
  graphs[2].weights = real;
  return graphs;
}

void expect_right_digests(const Graph& graph, const std::string& keys, bool even) {
  const Digests right(graph, probe::DigestKeys::keys_named(keys), graph.directed, even);
  const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  const std::map<std::string, std::string> parameters{
      {"keys", keys}, {"both", flag(graph.directed)}, {"even", flag(even)}};
  for (const char* device : {"cpu", "cuda"}) {
    const RunReport report =
        run_program(graph, {.algorithm = "digest-keys", .parameters = parameters, .options = {.device = device}});
    const std::string where = fmt::format("{}, keys: {}, weights: {}, {}", device, keys,
                                          static_cast<int>(graph.weight_type()), graph.directed);
    EXPECT_EQ(in_file_order<std::uint64_t>(graph, report.program->results().at(0)), right.digest) << where;
    EXPECT_EQ(in_file_order<std::int64_t>(graph, report.program->results().at(1)), right.told) << where;
  }
}

TEST_F(DeviceGroups, AreRightHoweverManyArcsCome) {
  for (const bool directed : {false, true}) {
    for (const ZooGraph& zoo : weighted_in_each_way(receivers_and_others(directed))) {
      Specimen specimen = specimen_of(zoo);
      expect_right_digests(specimen.graph(), "one", false);
      expect_right_digests(specimen.graph(), "few", true);
      expect_right_digests(specimen.graph(), "own", false);
      expect_right_digests(specimen.graph(), "colliding", false);
    }
  }
}

/// Weights of which sums depend on their order: it is the same in each run, whoever is listed first.
TEST_F(DeviceGroups, OfRealWeightsAreTheSameInEachRun) {
  constexpr std::uint32_t receivers = 64;
  constexpr std::uint32_t others = 400;
  ZooGraph zoo{.name = "real", .n = receivers + others, .directed = true, .edges = {}, .weights = {}};
  for (std::uint32_t v = 0; v < receivers; ++v) {
    for (std::uint32_t u = 0; u < gpu::arcs_of_warp_table + v; ++u) zoo.edges.emplace_back(receivers + u, v);
  }
  std::vector<float> weights;
  for (std::size_t e = 0; e < zoo.edges.size(); ++e) {
    weights.push_back(static_cast<float>(e * 7919 % 1000) / 3 * (e % 2 == 0 ? 1 : 1e12F));
  }
  zoo.weights = weights;
  Specimen specimen = specimen_of(zoo);
  std::vector<std::uint64_t> first;
  for (int run = 0; run < 3; ++run) {
    const RunReport report = run_program(
        specimen.graph(), {.algorithm = "digest-keys", .parameters = {{"keys", "one"}}, .options = {.device = "cuda"}});
    const auto digests = in_file_order<std::uint64_t>(specimen.graph(), report.program->results().at(0));
    if (run == 0) first = digests;
    EXPECT_EQ(digests, first);
  }
}

}  // namespace
}  // namespace mg
