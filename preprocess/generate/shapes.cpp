// Graphs whose every number is known in advance, and the ring that a small world is made from.
#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/generate/generator_parts.hpp"

namespace mg {
namespace {

[[nodiscard]] VertexId id(std::uint64_t number) { return static_cast<VertexId>(number); }

/// Throws Error(wrong_use) unless a clique has at least 1 vertex and `cliques` of them fit into `vertices`.
[[nodiscard]] VertexId clique_size(const GeneratorSpec& spec, VertexId vertices, VertexId cliques) {
  if (spec.clique < 1 || spec.clique > vertices / cliques) {
    fail(ExitCode::wrong_use, "clique {}: with {} vertices it is 1 to {}", spec.clique, vertices, vertices / cliques);
  }
  return id(spec.clique);
}

/// A clique of the first `head` vertices and one of the last `tail`, joined by a path through all between them.
[[nodiscard]] Array<Edge> cliques_and_path(VertexId n, VertexId head, VertexId tail, Progress& progress) {
  const auto visit = [=](std::uint64_t item, auto& emit) {
    const VertexId u = id(item);
    const VertexId clique_end = u < head ? head : (u >= n - tail ? n : u);
    if (u + 1 < clique_end) emit.to_all(u, u + 1, clique_end);
    if (u + 1 >= head && u + 1 < n && u < n - tail) emit(u, u + 1);
  };
  return edges_by_item(n, false, progress, visit).edges;
}

}  // namespace

EdgeList generate_star(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  return edge_list_of(n, edges_by_index(n - 1, progress, [](EdgeId i) { return Edge{0, id(i + 1)}; }));
}

EdgeList generate_path(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  return edge_list_of(n, edges_by_index(n - 1, progress, [](EdgeId i) { return Edge{id(i), id(i + 1)}; }));
}

EdgeList generate_cycle(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 3);
  return edge_list_of(n, edges_by_index(n, progress, [n](EdgeId i) { return Edge{id(i), id((i + 1) % n)}; }));
}

EdgeList generate_complete(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  return edge_list_of(n, cliques_and_path(n, n, 0, progress));
}

EdgeList generate_tree(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  return edge_list_of(n, edges_by_index(n - 1, progress, [](EdgeId i) { return Edge{id(i / 2), id(i + 1)}; }));
}

/// Vertices 0 .. width - 1 on one side, the next `height` on the other.
EdgeList generate_bipartite(const GeneratorSpec& spec, Progress& progress) {
  if (!spec.width || !spec.height || *spec.width > max_vertices || *spec.height > max_vertices - *spec.width) {
    fail(ExitCode::wrong_use, "bipartite: give width and height, the sizes of its two sides, together at most {}",
         max_vertices);
  }
  const std::uint64_t width = *spec.width;
  const std::uint64_t height = *spec.height;
  return edge_list_of(id(width + height), edges_by_index(width * height, progress, [=](EdgeId i) {
                        return Edge{id(i / height), id(width + i % height)};
                      }));
}

EdgeList generate_barbell(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 2);
  const VertexId clique = clique_size(spec, n, 2);
  return edge_list_of(n, cliques_and_path(n, clique, clique, progress));
}

EdgeList generate_lollipop(const GeneratorSpec& spec, Progress& progress) {
  const VertexId n = vertex_count(spec, 1);
  return edge_list_of(n, cliques_and_path(n, clique_size(spec, n, 1), 0, progress));
}

EdgeList generate_empty(const GeneratorSpec& spec, Progress&) { return edge_list_of(vertex_count(spec, 0), {}); }

/// A ring on which each vertex is joined to `neighbors` others, half on either side; each edge's far end moves, with
/// probability `rewire`, to a uniform vertex other than its near end (Watts and Strogatz, Nature 1998). Edges are drawn
/// independently, so a moved one may repeat another, with a chance of about neighbors / n.
EdgeList generate_smallworld(const GeneratorSpec& spec, Progress& progress) {
  check_probability("rewire", spec.rewire);
  const VertexId n = vertex_count(spec, 3);
  if (spec.neighbors % 2 != 0 || spec.neighbors < 2 || spec.neighbors >= n) {
    fail(ExitCode::wrong_use, "smallworld: neighbors {}; with {} vertices it is an even number, 2 to {}",
         spec.neighbors, n, (n - 1) / 2 * 2);
  }
  const std::uint64_t side = spec.neighbors / 2;
  const CounterRng rng(spec.seed, stream_edges);
  return edge_list_of(n, edges_by_index(side * n, progress, [&, n](EdgeId i) {
                        const std::uint64_t u = i / side;
                        const bool moved = rng.chance(2 * i, spec.rewire);
                        const std::uint64_t step = moved ? 1 + rng.below(2 * i + 1, n - 1) : 1 + i % side;
                        return Edge{id(u), id((u + step) % n)};
                      }));
}

}  // namespace mg
