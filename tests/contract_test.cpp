// The graph of a partition's parts, as the host and a GPU make it: both against a serial reference, and the GPU's
// against the host's to the last bit.
#include "engine/graph/contract.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/local_moving.hpp"
#include "algorithms/modularity.hpp"
#include "algorithms/part_numbers.hpp"
#include "engine/context.hpp"
#include "engine/cpu/grouped.hpp"
#include "engine/gpu/contract_arguments.hpp"
#include "engine/gpu/device_contract.hpp"
#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "hybrid/kernels.hpp"
#include "tests/contract_probes.hpp"
#include "tests/host_device.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

/// Vertices drawn into parts.
std::vector<VertexId> drawn_parts(VertexId n, VertexId num_parts) {
  std::mt19937_64 random(n + num_parts);
  std::vector<VertexId> part(n);
  for (VertexId& p : part) p = static_cast<VertexId>(random() % num_parts);
  return part;
}

struct Partition {
  std::vector<VertexId> part;
  VertexId num_parts;
};
/// One part, a part a vertex, several of which some are empty, and those of vertices that lie together.
std::vector<Partition> partitions(VertexId n) {
  std::vector<VertexId> own(n);
  std::iota(own.begin(), own.end(), VertexId{0});
  std::vector<VertexId> thirds(n);
  for (VertexId v = 0; v < n; ++v) thirds[v] = v / 3;
  return {{std::vector<VertexId>(n), 1},
          {own, n},
          {drawn_parts(n, 7), 9},
          {drawn_parts(n, n / 2 + 1), n / 2 + 1},
          {thirds, n / 3 + 1}};
}

double weight_at(const Adjacency& rows, EdgeId e) {
  return std::visit(
      [&](const auto& weights) -> double {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          return 1;
        } else {
          return weights[e];
        }
      },
      rows.weights);
}

using Arcs = std::map<std::pair<VertexId, VertexId>, float>;

/// One arc after the other, in the order that contract() says.
Arcs contracted_serially(const Graph& graph, const std::vector<VertexId>& part) {
  std::map<std::pair<VertexId, VertexId>, double> sums;
  std::map<VertexId, double> loops;
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
      const VertexId u = graph.out.neighbors[e];
      const double weight = weight_at(graph.out, e);
      if (graph.directed || part[u] != part[v]) {
        sums[{part[v], part[u]}] += weight;
      } else if (u == v) {
        loops[part[v]] += weight;
      } else {
        sums[{part[v], part[v]}] += weight / 2;
      }
    }
  }
  for (const auto& [p, sum] : loops) sums[{p, p}] += sum;
  Arcs arcs;
  for (const auto& [ends, sum] : sums) arcs[ends] = static_cast<float>(sum);
  return arcs;
}

/// Arcs by their ends, of rows that ascend.
Arcs arcs_of(const Adjacency& rows, bool turned) {
  Arcs arcs;
  const auto& weights = std::get<Array<float>>(rows.weights);
  EXPECT_EQ(rows.offsets[0], 0U);
  EXPECT_EQ(rows.offsets[rows.num_rows()], rows.num_edges());
  for (VertexId v = 0; v < rows.num_rows(); ++v) {
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const VertexId u = rows.neighbors[e];
      EXPECT_TRUE(arcs.emplace(turned ? std::pair(u, v) : std::pair(v, u), weights[e]).second) << "one arc of a kind";
      if (e > rows.offsets[v]) {
        EXPECT_LT(rows.neighbors[e - 1], u);
      }
    }
  }
  return arcs;
}

void expect_right(const Graph& graph, const Partition& partition, const Graph& contracted, const std::string& which) {
  ASSERT_EQ(contracted.num_vertices(), partition.num_parts) << which;
  EXPECT_EQ(contracted.directed, graph.directed);
  const Arcs expected = contracted_serially(graph, partition.part);
  EXPECT_EQ(arcs_of(contracted.out, false), expected) << which;
  EXPECT_EQ(arcs_of(contracted.in, true), expected) << which;
  if (!expected.empty()) {
    EXPECT_EQ(contracted.out.neighbors.same_storage(contracted.in.neighbors), !graph.directed);
  }
  const auto loops =
      std::ranges::count_if(expected, [](const auto& arc) { return arc.first.first == arc.first.second; });
  EXPECT_EQ(contracted.cleaning.self_loop_count, static_cast<EdgeId>(loops)) << which;
}

/// Parallel arcs and self loops whose weights are so far apart that a sum depends on the order.
Graph far_apart(bool directed, int num_edges = 3000) {
  std::mt19937_64 random(3);
  constexpr VertexId n = 90;
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  list.directed = directed;
  std::vector<Edge> edges;
  std::vector<float> weights;
  for (int i = 0; i < num_edges; ++i) {
    const auto from = static_cast<VertexId>(random() % n);
    edges.push_back({from, i % 9 == 0 ? from : static_cast<VertexId>(random() % n)});
    weights.push_back(std::ldexp(static_cast<float>(random() % 1000), static_cast<int>(random() % 120) - 90));
  }
  list.edges = Array<Edge>::copy_of(edges);
  list.weights = Array<float>::copy_of(weights);
  return built(std::move(list), "original", DuplicatePolicy::keep);
}

/// A star whose arcs weigh 2^24, 1, and 2^-30 each: added up in this order, the small ones are lost one by one, and
/// what is left lies between two floats; together, they would have made it the larger one.
Graph at_a_tie(bool directed) {
  constexpr VertexId n = 400;
  std::vector<Edge> edges;
  std::vector<float> weights;
  for (VertexId v = 1; v < n; ++v) {
    edges.push_back({0, v});
    weights.push_back(v == 1 ? 0x1p24F : v == 2 ? 1 : 0x1p-30F);
  }
  return small_graph(n, directed, edges, Array<float>::copy_of(weights));
}
/// Vertex 0 and everybody else, who are linked to each other as well where that makes no row long.
Graph hub_of_many(bool directed) {
  constexpr VertexId n = 5000;
  std::vector<Edge> edges;
  for (VertexId v = 1; v < n; ++v) {
    edges.push_back({0, v});
    edges.push_back({v, 1 + (v * 7) % (n - 1)});
  }
  return small_graph(n, directed, edges);
}
Partition pairs(VertexId n) {
  std::vector<VertexId> part(n);
  for (VertexId v = 0; v < n; ++v) part[v] = v / 2;
  return {part, (n + 1) / 2};
}
/// The center, and all others.
Partition center_and_others(VertexId n) {
  std::vector<VertexId> part(n, 1);
  part[0] = 0;
  return {part, 2};
}

/// An undirected graph with whole weights below 2^10, so that a sum of them is exact.
template <class W>
Graph close_together(const Graph& graph) {
  Graph close = graph;
  auto weights = Array<W>::uninitialized(graph.num_arcs());
  for (EdgeId e = 0; e < graph.num_arcs(); ++e) {
    weights[e] = static_cast<W>(static_cast<std::uint64_t>(weight_at(graph.out, e)) % 1024);
  }
  close.out.weights = weights;
  close.in = close.out;
  return close;
}

TEST(Contract, AddsUpWhatLiesBetweenPartsAndWithin) {
  int number = 0;
  for (const Graph& graph : zoo_in_all_forms()) {
    for (const Partition& partition : partitions(graph.num_vertices())) {
      const int threads = 1 + number++ % 3;
      expect_right(graph, partition, contract(graph, partition.part, partition.num_parts, threads),
                   "form " + std::to_string(number));
    }
  }
}

TEST(Contract, AddsUpInOrder) {
  for (const bool directed : {false, true}) {
    const Graph graph = at_a_tie(directed);
    const Partition partition = center_and_others(graph.num_vertices());
    const Graph contracted = contract(graph, partition.part, partition.num_parts, 2);
    expect_right(graph, partition, contracted, "a tie");
    EXPECT_EQ(weight_at(contracted.out, 0), 0x1p24);
  }
}

TEST(Contract, DoesNotDependOnTheNumberOfThreads) {
  for (const bool directed : {false, true}) {
    for (const Graph& graph : {graph_for_many_threads(), far_apart(directed)}) {
      for (const Partition& partition : partitions(graph.num_vertices())) {
        for (const int threads : {1, 4}) {
          expect_right(graph, partition, contract(graph, partition.part, partition.num_parts, threads),
                       std::to_string(threads) + " threads");
        }
      }
    }
  }
}

// Its vertices, each a community, have the modularity of the parts.
TEST(Contract, KeepsModularity) {
  register_built_in();
  for (const Graph& graph : zoo_in_all_forms()) {
    const Partition partition = partitions(graph.num_vertices())[2];
    if (graph.num_vertices() < partition.num_parts) continue;
    const Graph whole = contract(graph, partition.part, partition.num_parts, 3);
    std::vector<VertexId> own(partition.num_parts);
    std::iota(own.begin(), own.end(), VertexId{0});
    const double expected = modularity(graph, partition.part, 0.7, 1);
    EXPECT_NEAR(modularity(whole, own, 0.7, 1), expected, 1e-6);
    RunContext context(whole, {.threads = 2});
    context.begin_run();
    Loop loop(context);
    LocalMoving moving(whole, scale_of_weights(graph, 2), 0.7, 0, 1);
    moving.start(loop);
    EXPECT_NEAR(moving.modularity_of_vertices(loop), expected, 1e-6);
    EXPECT_NEAR(moving.modularity(loop), expected, 1e-6) << "of communities that are a vertex each";
    moving.move_in_turns(loop, [] { return true; });
    EXPECT_NEAR(moving.modularity(loop), modularity(whole, moving.communities().span(), 0.7, 1), 1e-6);
  }
}

TEST(Contract, NumbersPartsInTheOrderOfTheFile) {
  register_built_in();
  std::vector<Graph> graphs = zoo_in_all_forms();
  graphs.push_back(graph_for_many_threads());
  for (const Graph& graph : graphs) {
    const VertexId n = graph.num_vertices();
    for (const Partition& partition : partitions(n)) {
      if (partition.num_parts > n) continue;
      std::map<VertexId, VertexId> numbers;
      for (VertexId place = 0; place < n; ++place) {
        numbers.emplace(partition.part[graph.from_file(place)], static_cast<VertexId>(numbers.size()));
      }
      for (const int threads : {1, 4}) {
        RunContext context(graph, {.threads = threads});
        context.begin_run();
        Loop loop(context);
        FileOrder order(graph);
        auto part = Array<VertexId>::copy_of(partition.part);
        ASSERT_EQ(number_parts(loop, order.on(loop), part.data(), part.data()), numbers.size());
        for (VertexId v = 0; v < n; ++v) ASSERT_EQ(part[v], numbers.at(partition.part[v])) << v;
      }
    }
  }
}

TEST(Grouped, NumbersOfAKeyAreTogetherAndAscend) {
  std::mt19937_64 random(5);
  for (const std::size_t count : {0, 1, 1000, 50000}) {
    for (const std::size_t num_keys : {1, 3, 1023, 1024, 5000, 100000}) {
      std::vector<std::uint32_t> keys(count);
      for (auto& key : keys) key = static_cast<std::uint32_t>(random() % 4 == 0 ? num_keys / 2 : random() % num_keys);
      std::vector<std::vector<VertexId>> expected(num_keys);
      for (std::size_t i = 0; i < count; ++i) expected[keys[i]].push_back(static_cast<VertexId>(i));
      for (const int threads : {1, 5}) {
        const auto grouped =
            grouped_by<VertexId>(count, num_keys, threads, [&](std::size_t i) -> std::size_t { return keys[i]; });
        ASSERT_EQ(grouped.begins.size(), num_keys + 1);
        ASSERT_EQ(grouped.begins[num_keys], count);
        for (std::size_t key = 0; key < num_keys; ++key) {
          ASSERT_TRUE(std::equal(grouped.items.begin() + grouped.begins[key],
                                 grouped.items.begin() + grouped.begins[key + 1], expected[key].begin(),
                                 expected[key].end()))
              << key << " of " << num_keys;
        }
      }
    }
  }
}

DeviceBlock uploaded(const std::shared_ptr<Device>& device, std::span<const VertexId> part) {
  DeviceBlock block(device, part.size_bytes(), "parts of vertices");
  device->upload(block.data(), part.data(), part.size_bytes());
  return block;
}

TEST(Contract, IsTheHostsWhereAGpuHasNoRoomForSorting) {
  const Graph graph = far_apart(true);
  const Partition partition = partitions(graph.num_vertices())[2];
  for (const bool fits : {false, true}) {
    const auto device = std::make_shared<HostDevice>();
    DeviceContext gpu(device, graph, 2);
    const DeviceBlock part = uploaded(device, partition.part);
    if (!fits) device->free = graph.num_arcs() * 40;
    const Contracted contracted = contract(gpu, graph, part.as<VertexId>(), partition.num_parts, 2);
    EXPECT_EQ(device->launched.empty(), !fits);
    EXPECT_EQ(contracted.on_gpu == nullptr, !fits);
    if (!fits) expect_right(graph, partition, contracted.graph, "by the host");
  }
}

/// Rows that a device has, whose memory is the host's.
DeviceAdjacency on_host_device(const Adjacency& rows, const Array<std::uint32_t>& offsets) {
  return {.rows = {.offsets = offsets.data(),
                   .ends = offsets.data() + 1,
                   .neighbors = rows.neighbors.data(),
                   .weights = std::get<Array<float>>(rows.weights).data(),
                   .num_rows = rows.num_rows()},
          .blocks = {}};
}
Adjacency elsewhere(const Adjacency& rows) {
  return {.offsets = Array<EdgeId>::elsewhere(rows.offsets.size()),
          .neighbors = Array<VertexId>::elsewhere(rows.neighbors.size()),
          .weights = Array<float>::elsewhere(rows.neighbors.size())};
}
Array<std::uint32_t> narrow(const Array<EdgeId>& offsets) {
  auto narrow = Array<std::uint32_t>::uninitialized(offsets.size());
  std::ranges::transform(offsets, narrow.begin(), [](EdgeId offset) { return static_cast<std::uint32_t>(offset); });
  return narrow;
}

// A graph that a GPU has alone, which has no room for sorting.
TEST(Contract, IsTheHostsOfRowsThatItHasToFetch) {
  for (const bool directed : {false, true}) {
    const Graph graph = far_apart(directed);
    const Array<std::uint32_t> out = narrow(graph.out.offsets);
    const Array<std::uint32_t> in = narrow(graph.in.offsets);
    const auto sides = std::make_shared<const DeviceSides>(DeviceSides{
        .out = on_host_device(graph.out, out), .in = directed ? on_host_device(graph.in, in) : DeviceAdjacency{}});
    Graph there = graph;
    there.out = elsewhere(graph.out);
    there.in = elsewhere(graph.in);
    const auto device = std::make_shared<HostDevice>();
    DeviceContext gpu(device, there, 2, sides);
    for (const Side side : {Side::out, Side::in}) {
      const Adjacency& rows = side == Side::out ? graph.out : graph.in;
      for (VertexId v = 0; v < graph.num_vertices(); ++v) EXPECT_EQ(gpu.degree(v, side), rows.degree(v));
    }
    device->free = 0;
    const Partition partition = partitions(graph.num_vertices())[2];
    const DeviceBlock part = uploaded(device, partition.part);
    const Contracted contracted = contract(gpu, there, part.as<VertexId>(), partition.num_parts, 2);
    EXPECT_EQ(contracted.on_gpu, nullptr);
    expect_right(graph, partition, contracted.graph, "fetched");
  }
}

bool are_same(const Adjacency& a, const Adjacency& b) {
  const auto bits = [](float weight) { return std::bit_cast<std::uint32_t>(weight); };
  return std::ranges::equal(a.offsets, b.offsets) && std::ranges::equal(a.neighbors, b.neighbors) &&
         std::ranges::equal(std::get<Array<float>>(a.weights), std::get<Array<float>>(b.weights), {}, bits, bits);
}

class ContractOnAGpu : public OnAGpu {
 protected:
  static void expect_as_by_the_host(const Graph& graph, const Partition& partition) {
    DeviceContext gpu(open_device(0), graph, 2);
    const std::uint64_t before = gpu.device().allocated_bytes();
    {
      const DeviceBlock part = uploaded(gpu.shared_device(), partition.part);
      Contracted made = contract(gpu, graph, part.as<VertexId>(), partition.num_parts, 2);
      const Graph by_host = contract(graph, partition.part, partition.num_parts, 2);
      EXPECT_EQ(made.graph.num_vertices(), by_host.num_vertices());
      EXPECT_EQ(made.graph.num_arcs(), by_host.num_arcs());
      EXPECT_EQ(made.graph.weight_type(), by_host.weight_type());
      EXPECT_EQ(made.graph.cleaning.self_loop_count, by_host.cleaning.self_loop_count);
      EXPECT_EQ(made.graph.directed, by_host.directed);
      DeviceContext own(gpu.shared_device(), made.graph, 2, made.on_gpu);
      const Graph by_gpu = own.fetched(made.graph);
      EXPECT_TRUE(are_same(by_gpu.out, by_host.out));
      EXPECT_TRUE(are_same(by_gpu.in, by_host.in));
      expect_same_cuts(own, DeviceContext(gpu.shared_device(), by_host, 2));
    }
    EXPECT_EQ(gpu.device().allocated_bytes(), before) << "nothing stays beside the graph";
  }

 private:
  /// Long rows, wherever they were found.
  static void expect_same_cuts(const DeviceContext& made, const DeviceContext& copied) {
    for (const Side side : {Side::out, Side::in}) {
      EXPECT_EQ(made.longest_row(side), copied.longest_row(side));
      EXPECT_EQ(made.heavy(side).num_rows, copied.heavy(side).num_rows);
      EXPECT_EQ(made.heavy(side).num_pieces, copied.heavy(side).num_pieces);
      const auto rows_of = [](const DeviceContext& gpu, const gpu::HeavyRows& heavy) {
        std::vector<VertexId> rows(heavy.num_rows);
        if (!rows.empty()) {
          gpu.shared_device()->download(rows.data(), heavy.rows, rows.size() * sizeof(VertexId));
        }
        return rows;
      };
      EXPECT_EQ(rows_of(made, made.heavy(side)), rows_of(copied, copied.heavy(side)));
    }
  }
};

// A level that is on a GPU alone is contracted by the host where there is no room for sorting.
TEST_F(ContractOnAGpu, IsFetchedWhereTheHostGoesOn) {
  const Graph graph = specimen_of(zoo_graph("grid_17x19")).graph();
  const Partition partition = partitions(graph.num_vertices())[4];
  DeviceContext gpu(open_device(0), graph, 2);
  const DeviceBlock part = uploaded(gpu.shared_device(), partition.part);
  const Contracted made = contract(gpu, graph, part.as<VertexId>(), partition.num_parts, 2);
  ASSERT_NE(made.on_gpu, nullptr);
  DeviceContext own(gpu.shared_device(), made.graph, 2, made.on_gpu);
  mg::expect_right(graph, partition, own.fetched(made.graph), "fetched");
  EXPECT_TRUE(own.fetched(graph).out.neighbors.same_storage(graph.out.neighbors)) << "what the host has stays";
}

TEST_F(ContractOnAGpu, AddsUpAsTheHostDoes) {
  std::size_t number = 0;
  for (const Graph& graph : zoo_in_all_forms()) {
    const std::vector<Partition> all = partitions(graph.num_vertices());
    for (const Partition& partition : all) {
      if (on_an_emulated_gpu() && ++number % all.size() != graph.num_arcs() % all.size()) continue;
      expect_as_by_the_host(graph, partition);
    }
  }
}

TEST_F(ContractOnAGpu, AddsUpLongRunsAsTheHostDoes) {
  for (const bool directed : {false, true}) {
    const Graph tie = at_a_tie(directed);
    expect_as_by_the_host(tie, center_and_others(tie.num_vertices()));
    const Graph graph = far_apart(directed);
    for (const VertexId parts : {1, 2, 5}) {
      const Partition partition{drawn_parts(graph.num_vertices(), parts), parts};
      expect_as_by_the_host(graph, partition);
      expect_as_by_the_host(graph.unweighted(), partition);
      if (!directed) expect_as_by_the_host(close_together<std::uint32_t>(graph), partition);
    }
  }
}

// Blocks share a run that is longer than a few pieces, whose weights add up alike in any order, or do not.
TEST_F(ContractOnAGpu, AddsUpRunsOfManyPiecesAsTheHostDoes) {
  constexpr int num_edges = 60000;
  ASSERT_GT(num_edges, 3 * gpu::keys_of_piece);
  for (const bool directed : {false, true}) {
    const Graph graph = far_apart(directed, num_edges);
    const Partition parts{drawn_parts(graph.num_vertices(), 2), 2};
    const Partition all{std::vector<VertexId>(graph.num_vertices()), 1};
    expect_as_by_the_host(graph, all);
    if (directed) {
      expect_as_by_the_host(graph, parts);
      continue;
    }
    for (const Graph& close : {close_together<std::uint32_t>(graph), close_together<float>(graph)}) {
      expect_as_by_the_host(close, all);
      expect_as_by_the_host(close, parts);
    }
  }
}

TEST_F(ContractOnAGpu, CutsLongRowsAsTheHostsAreCut) {
  for (const bool directed : {false, true}) {
    const Graph graph = hub_of_many(directed);
    const Partition partition = pairs(graph.num_vertices());
    ASSERT_GT(contract(graph, partition.part, partition.num_parts, 2).out.degree(0), DeviceGraph::heavy_degree);
    expect_as_by_the_host(graph, partition);
  }
}

void register_probe() {
  static const std::string text = read_file(MG_SOURCE_DIR "/tests/contract_probes.hpp");
  static std::once_flag once;
  std::call_once(once, [] {
    register_algorithm<probe::WithinContracted>(SourceText{.name = "tests/contract_probes.hpp", .text = text});
  });
}
RunReport run_within(const Graph& graph, const char* members, const std::string& device) {
  return run_program(graph, {.algorithm = "within-contracted",
                             .parameters = {{"members", members}},
                             .validate = device == "cuda",
                             .options = {.device = device}});
}

/// What a column says of parts, of which there are at least so many.
std::vector<double> first_of(const ResultColumn& column, std::size_t parts) {
  return std::visit(
      [&](const auto& values) {
        return std::vector<double>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(parts));
      },
      column.values);
}

// Whoever asks the host for rows that are on a GPU alone asks the GPU.
TEST_F(ContractOnAGpu, TakesEveryOperator) {
  register_probe();
  for (const char* name : {"rmat_10", "rmat_8_directed", "grid_17x19", "star_in"}) {
    const Graph graph = specimen_of(zoo_graph(name)).graph();
    for (const char* members : {"1", "3"}) {
      SCOPED_TRACE(fmt::format("{}, parts of {}", name, members));
      const RunReport expected = run_within(graph, members, "cpu");
      const RunReport report = run_within(graph, members, "cuda");
      EXPECT_EQ(report.verdict->problem, "");
      EXPECT_EQ(report.program->summary(), expected.program->summary());
      const auto expected_results = expected.program->results();
      const auto results = report.program->results();
      const std::size_t parts = graph.num_vertices() / (members[0] - '0');
      for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(first_of(results[i], parts), first_of(expected_results[i], parts)) << results[i].name;
      }
    }
  }
}

TEST_F(ContractOnAGpu, IsAStepOfARun) {
  const Graph graph = small_graph(6, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}});
  for (const char* device : {"cpu", "cuda"}) {
    const RunReport report = run_program(graph, {.algorithm = "louvain", .options = {.device = device, .trace = true}});
    EXPECT_TRUE(std::ranges::any_of(report.trace.steps(), [&](const TraceStep& step) {
      return step.operation == "contract" && step.vertices == graph.num_vertices() &&
             step.next_vertices < step.vertices;
    })) << device;
  }
}

}  // namespace
}  // namespace mg
