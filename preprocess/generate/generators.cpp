// The list of generators, and what is checked before any of them runs.
#include "preprocess/generate/generators.hpp"

#include <array>
#include <limits>
#include <string>

#include "preprocess/generate/generator_parts.hpp"

namespace mg {
namespace {

using enum GeneratorKind;

constexpr std::array infos{
    GeneratorInfo{kron, "kron", generate_kron, "Graph500's Kronecker graph, vertices renamed at random",
                  "scale vertices edge-factor seed"},
    GeneratorInfo{rmat, "rmat", generate_rmat, "R-MAT with any quadrant probabilities",
                  "scale vertices edge-factor seed a b c d scramble directed"},
    GeneratorInfo{uniform, "uniform", generate_uniform, "both ends of every edge uniform",
                  "scale vertices edge-factor seed directed"},
    GeneratorInfo{rgg, "rgg", generate_rgg, "points of the unit square, joined where they are near",
                  "scale vertices seed radius-factor"},
    GeneratorInfo{grid, "grid", generate_grid, "width x height, four neighbours", "scale width height"},
    GeneratorInfo{road, "road", generate_road, "a grid with gaps and diagonals, weighted by travel time",
                  "scale width height seed keep diagonal"},
    GeneratorInfo{smallworld, "smallworld", generate_smallworld, "Watts-Strogatz ring, some edges rewired",
                  "scale vertices seed neighbors rewire"},
    GeneratorInfo{star, "star", generate_star, "vertex 0 joined to all others", "scale vertices directed"},
    GeneratorInfo{path, "path", generate_path, "0 - 1 - 2 - ...", "scale vertices directed"},
    GeneratorInfo{cycle, "cycle", generate_cycle, "a path whose ends are joined", "scale vertices directed"},
    GeneratorInfo{complete, "complete", generate_complete, "every pair joined", "scale vertices"},
    GeneratorInfo{tree, "tree", generate_tree, "complete binary tree, vertex 0 its root", "scale vertices directed"},
    GeneratorInfo{bipartite, "bipartite", generate_bipartite, "complete bipartite, width x height", "width height"},
    GeneratorInfo{barbell, "barbell", generate_barbell, "two cliques joined by a path", "scale vertices clique"},
    GeneratorInfo{lollipop, "lollipop", generate_lollipop, "a clique with a path for a tail", "scale vertices clique"},
    GeneratorInfo{empty, "empty", generate_empty, "vertices without edges", "scale vertices"},
};

constexpr std::uint64_t max_scale = 31;  // 2^32 vertices are two more than a graph may have

[[nodiscard]] std::string_view name_of(const GeneratorSpec& spec) {
  return infos[static_cast<std::size_t>(spec.kind)].name;
}

void check_scale(const GeneratorSpec& spec) {
  if (*spec.scale > max_scale) {
    fail(ExitCode::wrong_use, "{}: scale {} asks for too many vertices; scale is 0 to {}", name_of(spec), *spec.scale,
         max_scale);
  }
}

}  // namespace

bool GeneratorInfo::takes(std::string_view parameter) const {
  return fmt::format(" {} ", parameters).find(fmt::format(" {} ", parameter)) != std::string::npos;
}

std::span<const GeneratorInfo> generators() { return infos; }

const GeneratorInfo& find_generator(std::string_view name) {
  std::string known;
  for (const GeneratorInfo& info : infos) {
    if (info.name == name) return info;
    known += known.empty() ? "" : ", ";
    known += info.name;
  }
  fail(ExitCode::wrong_use, "there is no generator '{}'; choose one of {}", name, known);
}

VertexId vertex_count(const GeneratorSpec& spec, std::uint64_t minimum) {
  if (spec.scale && spec.vertices) {
    fail(ExitCode::wrong_use, "{}: give scale or vertices, not both", name_of(spec));
  }
  if (!spec.scale && !spec.vertices) {
    fail(ExitCode::wrong_use, "{}: give scale (0 to {}) or vertices ({} to {})", name_of(spec), max_scale, minimum,
         max_vertices);
  }
  if (spec.scale) check_scale(spec);
  const std::uint64_t vertices = spec.scale ? std::uint64_t{1} << *spec.scale : *spec.vertices;
  if (vertices < minimum || vertices > max_vertices) {
    fail(ExitCode::wrong_use, "{}: {} vertices; the number is {} to {}", name_of(spec), vertices, minimum,
         max_vertices);
  }
  return static_cast<VertexId>(vertices);
}

EdgeId edge_count(const GeneratorSpec& spec, VertexId vertices) {
  EdgeId edges = 0;
  if (__builtin_mul_overflow(spec.edge_factor, EdgeId{vertices}, &edges)) {
    fail(ExitCode::wrong_use, "{}: edge factor {} on {} vertices; the factor is 0 to {}", name_of(spec),
         spec.edge_factor, vertices, std::numeric_limits<EdgeId>::max() / vertices);
  }
  return edges;
}

Extent grid_extent(const GeneratorSpec& spec) {
  if (spec.scale && !spec.width && !spec.height) {
    check_scale(spec);
    return {VertexId{1} << (*spec.scale + 1) / 2, VertexId{1} << *spec.scale / 2};
  }
  if (spec.scale || !spec.width || !spec.height) {
    fail(ExitCode::wrong_use, "{}: give width and height (each at least 1), or scale (0 to {}) and neither",
         name_of(spec), max_scale);
  }
  const std::uint64_t width = *spec.width;
  const std::uint64_t height = *spec.height;
  if (width == 0 || height == 0 || width > max_vertices / height) {
    fail(ExitCode::wrong_use, "{}: {} x {} vertices; width and height are at least 1, their product at most {}",
         name_of(spec), width, height, max_vertices);
  }
  return {static_cast<VertexId>(width), static_cast<VertexId>(height)};
}

void check_probability(std::string_view name, double value) {
  if (!(value >= 0 && value <= 1)) fail(ExitCode::wrong_use, "{} is {}; it is a probability, 0 to 1", name, value);
}

EdgeList generate(const GeneratorSpec& spec, Progress& progress) {
  const GeneratorInfo& info = infos[static_cast<std::size_t>(spec.kind)];
  if (spec.directed && !info.takes("directed")) {
    fail(ExitCode::wrong_use, "{} is undirected; kinds that may be directed: rmat, uniform, star, path, cycle, tree",
         info.name);
  }
  EdgeList list = info.run(spec, progress);
  list.directed = spec.directed;
  list.direction_declared = true;
  list.format = info.name;
  list.decisions.push_back(fmt::format("generated {}: {} vertices, {} edges before cleaning, seed {}", info.name,
                                       list.num_vertices(), list.edges.size(), spec.seed));
  return list;
}

}  // namespace mg
