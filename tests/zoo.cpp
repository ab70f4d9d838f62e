#include "tests/zoo.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace mg {
namespace {

using Id = std::uint32_t;
using Edges = std::vector<std::pair<Id, Id>>;

// Only the raw words of std::mt19937_64 are the same everywhere; the standard distributions are not.
using Random = std::mt19937_64;

Edges clique(Id first, Id size) {
  Edges edges;
  for (Id u = first; u < first + size; ++u) {
    for (Id v = u + 1; v < first + size; ++v) edges.emplace_back(u, v);
  }
  return edges;
}

Edges path(Id first, Id size) {
  Edges edges;
  for (Id v = first; v + 1 < first + size; ++v) edges.emplace_back(v, v + 1);
  return edges;
}

Edges cycle(Id first, Id size) {
  Edges edges = path(first, size);
  edges.emplace_back(first + size - 1, first);
  return edges;
}

Edges star(Id leaves, bool outward) {
  Edges edges;
  for (Id leaf = 1; leaf <= leaves; ++leaf) edges.push_back(outward ? std::pair{Id{0}, leaf} : std::pair{leaf, Id{0}});
  return edges;
}

Edges bipartite(Id left, Id right) {
  Edges edges;
  for (Id u = 0; u < left; ++u) {
    for (Id v = left; v < left + right; ++v) edges.emplace_back(u, v);
  }
  return edges;
}

Edges binary_tree(Id n) {
  Edges edges;
  for (Id v = 1; v < n; ++v) edges.emplace_back((v - 1) / 2, v);
  return edges;
}

Edges grid(Id width, Id height) {
  Edges edges;
  for (Id y = 0; y < height; ++y) {
    for (Id x = 0; x < width; ++x) {
      if (x + 1 < width) edges.emplace_back(y * width + x, y * width + x + 1);
      if (y + 1 < height) edges.emplace_back(y * width + x, (y + 1) * width + x);
    }
  }
  return edges;
}

Edges uniform(Id n, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Edges edges;
  for (std::size_t i = 0; i < count; ++i) {
    const auto u = static_cast<Id>(random() % n);
    edges.emplace_back(u, static_cast<Id>(random() % n));
  }
  return edges;
}

/// Quadrants 57 : 19 : 19 : 5, loops and duplicates as they come.
Edges rmat(int scale, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Edges edges;
  for (std::size_t i = 0; i < count; ++i) {
    Id u = 0;
    Id v = 0;
    for (int level = 0; level < scale; ++level) {
      const auto draw = random() % 100;
      u = 2 * u + (draw >= 76 ? 1 : 0);
      v = 2 * v + ((draw >= 57 && draw < 76) || draw >= 95 ? 1 : 0);
    }
    edges.emplace_back(u, v);
  }
  return edges;
}

Edges operator+(Edges a, const Edges& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<std::uint32_t> integers(const Edges& edges, std::uint32_t low, std::uint32_t high, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> weights(edges.size());
  for (auto& w : weights) w = low + static_cast<std::uint32_t>(random() % (std::uint64_t{high} - low + 1));
  return weights;
}

/// Multiples of 2^-10 up to 4: sums of a few thousand of them are exact in a double and nearly so in a float.
std::vector<float> reals(const Edges& edges, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> weights(edges.size());
  for (auto& w : weights) w = std::ldexp(static_cast<float>(random() % 4096), -10);
  return weights;
}

constexpr bool directed = true;
constexpr bool undirected = false;

void add_tiny(std::vector<ZooGraph>& all) {
  all.push_back({"empty", 0, directed, {}, {}});
  all.push_back({"empty_undirected", 0, undirected, {}, {}});
  all.push_back({"one_vertex", 1, directed, {}, {}});
  all.push_back({"one_vertex_with_loop", 1, directed, {{0, 0}}, {}});
  all.push_back({"two_vertices_apart", 2, undirected, {}, {}});
  all.push_back({"two_vertices_joined", 2, undirected, {{0, 1}}, {}});
  all.push_back({"two_vertices_one_way", 2, directed, {{1, 0}}, {}});
  all.push_back({"self_loops", 4, directed, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {3, 3}, {3, 3}}, {}});
  all.push_back({"self_loops_undirected", 4, undirected, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {3, 3}, {3, 3}}, {}});
  all.push_back({"duplicates", 4, directed, {{0, 1}, {0, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 3}, {2, 3}}, {}});
  all.push_back({"duplicates_undirected", 4, undirected, {{0, 1}, {1, 0}, {1, 0}, {1, 2}, {2, 1}, {2, 3}}, {}});
}

void add_shapes(std::vector<ZooGraph>& all) {
  all.push_back({"star_out", 301, directed, star(300, true), {}});
  all.push_back({"star_in", 301, directed, star(300, false), {}});
  all.push_back({"star", 301, undirected, star(300, true), {}});
  all.push_back({"path", 100, undirected, path(0, 100), {}});
  all.push_back({"path_one_way", 100, directed, path(0, 100), {}});
  all.push_back({"cycle", 64, undirected, cycle(0, 64), {}});
  all.push_back({"cycle_one_way", 65, directed, cycle(0, 65), {}});
  all.push_back({"clique_3", 3, undirected, clique(0, 3), {}});
  all.push_back({"clique_5", 5, undirected, clique(0, 5), {}});
  all.push_back({"clique_33", 33, undirected, clique(0, 33), {}});
  all.push_back({"cliques_and_bridge", 20, undirected, clique(0, 10) + clique(10, 10) + Edges{{9, 10}}, {}});
  // A path, a cycle, a clique, and three vertices alone (16, 17 and 18).
  all.push_back({"pieces", 19, undirected, path(0, 6) + cycle(6, 5) + clique(11, 5), {}});
  all.push_back({"pieces_directed", 19, directed, path(0, 6) + cycle(6, 5) + clique(11, 5), {}});
  all.push_back({"isolated_source", 12, undirected, cycle(1, 11), {}});
  all.push_back({"isolated_source_directed", 12, directed, cycle(1, 11), {}});
  all.push_back({"bipartite", 27, undirected, bipartite(7, 20), {}});
  all.push_back({"binary_tree", 127, undirected, binary_tree(127), {}});
  all.push_back({"binary_tree_downward", 127, directed, binary_tree(127), {}});
  all.push_back({"grid_17x19", 17 * 19, undirected, grid(17, 19), {}});
}

void add_random(std::vector<ZooGraph>& all) {
  for (const Id n : {31, 32, 33, 255, 256, 257, 1023, 1024, 1025}) {
    const bool is_directed = n % 2 == 1;
    all.push_back({"random_" + std::to_string(n), n, is_directed, uniform(n, 4 * std::size_t{n}, n), {}});
  }
  for (const int scale : {8, 10}) {
    const Id n = Id{1} << scale;
    const Edges edges = rmat(scale, 8 * std::size_t{n}, 42);
    all.push_back({"rmat_" + std::to_string(scale), n, undirected, edges, {}});
    all.push_back({"rmat_" + std::to_string(scale) + "_directed", n, directed, edges, {}});
  }
}

void add_weighted(std::vector<ZooGraph>& all) {
  const auto add = [&](const std::string& name, Id n, bool is_directed, const Edges& edges, auto weights) {
    all.push_back({name, n, is_directed, edges, std::move(weights)});
  };
  const Edges square = grid(17, 19);
  const Edges skewed = rmat(8, 2048, 7);
  const Edges triangle{{0, 1}, {1, 2}, {0, 2}};
  constexpr std::uint32_t largest = 0xffffffffU;

  add("weighted_detour", 3, undirected, triangle, std::vector<std::uint32_t>{1, 1, 5});
  add("weighted_zeros", 33, undirected, clique(0, 33), std::vector<std::uint32_t>(33 * 32 / 2, 0));
  add("weighted_some_zeros", 17 * 19, undirected, square, integers(square, 0, 2, 1));
  add("weighted_grid", 17 * 19, undirected, square, integers(square, 1, 1000, 2));
  add("weighted_rmat", 256, undirected, skewed, integers(skewed, 1, 255, 3));
  add("weighted_rmat_directed", 256, directed, skewed, integers(skewed, 0, 255, 4));
  // Distances go beyond 32 bits: every edge of the path weighs the most a u32 can.
  add("weighted_largest", 100, directed, path(0, 100), std::vector<std::uint32_t>(99, largest));
  add("weighted_large", 256, directed, skewed, integers(skewed, largest - 1000, largest, 5));
  add("weighted_duplicates", 3, undirected, Edges{{0, 1}, {1, 0}, {0, 1}, {1, 2}, {1, 2}},
      std::vector<std::uint32_t>{5, 2, 9, 7, 7});
  add("real_grid", 17 * 19, undirected, square, reals(square, 6));
  add("real_rmat_directed", 256, directed, skewed, reals(skewed, 7));
}

std::vector<ZooGraph> make_zoo() {
  std::vector<ZooGraph> all;
  add_tiny(all);
  add_shapes(all);
  add_random(all);
  add_weighted(all);
  return all;
}

double weight_at(const ZooGraph& graph, std::size_t i) {
  if (const auto* integers = std::get_if<std::vector<std::uint32_t>>(&graph.weights)) return (*integers)[i];
  if (const auto* reals = std::get_if<std::vector<float>>(&graph.weights)) return (*reals)[i];
  return 1;
}

}  // namespace

const std::vector<ZooGraph>& zoo() {
  static const std::vector<ZooGraph> all = make_zoo();
  return all;
}

const ZooGraph& zoo_graph(const std::string& name) {
  for (const ZooGraph& graph : zoo()) {
    if (graph.name == name) return graph;
  }
  throw std::out_of_range("the zoo has no graph '" + name + "'");
}

EdgeList edge_list(const ZooGraph& graph) {
  EdgeList list;
  list.names = VertexNames::counted(0, graph.n);
  list.edges = Array<Edge>::uninitialized(graph.edges.size());
  for (std::size_t i = 0; i < graph.edges.size(); ++i) list.edges[i] = {graph.edges[i].first, graph.edges[i].second};
  if (const auto* integers = std::get_if<std::vector<std::uint32_t>>(&graph.weights)) {
    list.weights = Array<std::uint32_t>::copy_of(*integers);
  } else if (const auto* reals = std::get_if<std::vector<float>>(&graph.weights)) {
    list.weights = Array<float>::copy_of(*reals);
  }
  list.directed = graph.directed;
  list.direction_declared = true;
  list.format = "zoo";
  return list;
}

oracle::Graph oracle_graph(const ZooGraph& graph, oracle::Duplicates duplicates, oracle::SelfLoops self_loops) {
  oracle::Listing listing;
  listing.directed = graph.directed;
  listing.weighted = graph.weighted();
  for (std::uint32_t v = 0; v < graph.n; ++v) listing.vertices.push_back(std::to_string(v));
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [u, v] = graph.edges[i];
    listing.edges.push_back({std::to_string(u), std::to_string(v), weight_at(graph, i)});
  }
  return oracle::build(listing, duplicates, self_loops);
}

}  // namespace mg
