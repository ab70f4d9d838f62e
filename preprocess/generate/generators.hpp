// Graphs made, not read: the inputs of benchmarks and tests, reproducible from a kind, its parameters and a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/progress.hpp"
#include "preprocess/edge_list.hpp"

namespace mg {

enum class GeneratorKind : std::uint8_t {
  kron,        ///< Graph500's Kronecker graph
  rmat,        ///< recursive matrix with any quadrant probabilities
  uniform,     ///< both ends of every edge uniform
  rgg,         ///< points of the unit square, joined where they are near
  grid,        ///< width x height, four neighbours
  road,        ///< a grid with missing edges and a few diagonals, weighted by travel time
  smallworld,  ///< Watts and Strogatz: a ring of near neighbours, some edges rewired
  star,
  path,
  cycle,
  complete,
  tree,       ///< complete binary tree, vertex 0 its root
  bipartite,  ///< complete, width x height
  barbell,    ///< two cliques joined by a path
  lollipop,   ///< a clique with a path for a tail
  empty,      ///< vertices without edges
};

/// The probabilities of the four quadrants of an R-MAT's adjacency matrix: top left, top right, bottom left, bottom
/// right. They sum to 1.
struct Quadrants {
  double a = 0.57;
  double b = 0.19;
  double c = 0.19;
  double d = 0.05;
};

/// What to generate. Each kind reads the fields that GeneratorInfo::parameters names and ignores the others.
struct GeneratorSpec {
  GeneratorKind kind = GeneratorKind::kron;
  /// 2^scale vertices; for grid and road, split evenly between width and height.
  std::optional<std::uint64_t> scale = {};
  std::optional<std::uint64_t> vertices = {};  ///< instead of scale
  std::uint64_t edge_factor = 16;              ///< edges a vertex, before cleaning
  std::uint64_t seed = 1;
  bool directed = false;        ///< declare the edges directed, source to target as generated
  bool scramble = false;        ///< rmat: rename the vertices at random (kron always does)
  Quadrants quadrants = {};     ///< rmat
  double radius_factor = 0.55;  ///< rgg: joined below radius_factor * sqrt(ln n / n); 0.55 is the DIMACS10 challenge's
  std::optional<std::uint64_t> width = {};   ///< grid, road, bipartite
  std::optional<std::uint64_t> height = {};  ///< grid, road, bipartite
  double keep = 0.7;                         ///< road: probability that a grid edge is there
  double diagonal = 0.01;                    ///< road: probability that a square has a diagonal
  std::uint64_t neighbors = 8;               ///< smallworld: neighbours on the ring, half on either side
  double rewire = 0.1;                       ///< smallworld: probability that an edge leaves the ring
  std::uint64_t clique = 8;                  ///< barbell, lollipop: vertices of a clique
};

/// One line of the list of generators, for help texts and for refusing options that a kind would ignore.
struct GeneratorInfo {
  GeneratorKind kind;
  std::string_view name;
  EdgeList (*run)(const GeneratorSpec&, Progress&);
  std::string_view summary;
  std::string_view parameters;  ///< as the command line spells them, separated by spaces

  [[nodiscard]] bool takes(std::string_view parameter) const;
};

/// All kinds, in the order of GeneratorKind.
[[nodiscard]] std::span<const GeneratorInfo> generators();

/// The generator of that name. Throws Error(wrong_use) that lists the names there are.
[[nodiscard]] const GeneratorInfo& find_generator(std::string_view name);

/// The edges of `spec`, uncleaned: kinds drawn edge by edge (kron, rmat, uniform, smallworld) may repeat an edge, and
/// the first three may draw self loops. Vertices are named 0 .. n - 1, and every undirected edge is listed once. The
/// same spec gives the same bytes whatever the number of threads and the machine. O(vertices + edges). Throws
/// Error(wrong_use) for a parameter out of range, Error(no_resources) where the edges do not fit memory.
[[nodiscard]] EdgeList generate(const GeneratorSpec& spec, Progress& progress = silent_progress());

}  // namespace mg
