// Edges drawn one by one from a distribution over the adjacency matrix: Graph500's Kronecker graph, R-MAT, uniform.
#include <bit>
#include <cmath>

#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/generate/generator_parts.hpp"
#include "preprocess/generate/permutation.hpp"

namespace mg {
namespace {

/// Graph500 specification, section 3.2: A, B, C = 0.57, 0.19, 0.19.
constexpr Quadrants graph500{0.57, 0.19, 0.19, 0.05};

/// Draws edges by choosing one quadrant of the adjacency matrix a level (Chakrabarti, Zhan and Faloutsos, SDM 2004).
/// A level takes 32 random bits, so one hash serves two levels and probabilities are exact to 2^-32.
class QuadrantSampler {
 public:
  QuadrantSampler(const Quadrants& q, int levels, std::uint64_t seed)
      : rng_(seed, stream_edges),
        levels_(levels),
        words_((static_cast<std::uint64_t>(levels) + 1) / 2),
        below_a_(threshold(q.a)),
        below_b_(threshold(q.a + q.b)),
        below_c_(threshold(q.a + q.b + q.c)) {}

  [[nodiscard]] Edge operator()(EdgeId index) const {
    std::uint64_t counter = index * words_;
    VertexId row = 0;
    VertexId column = 0;
    std::uint64_t random = 0;
    for (int level = 0; level < levels_; ++level, random >>= 32) {
      if (level % 2 == 0) random = rng_(counter++);
      const std::uint64_t draw = random & 0xffffffffU;
      const VertexId past_a = draw >= below_a_;
      const VertexId past_b = draw >= below_b_;
      const VertexId past_c = draw >= below_c_;
      row = row << 1 | past_b;
      column = column << 1 | (past_a ^ past_b ^ past_c);
    }
    return {row, column};
  }

 private:
  /// 2^32 for a probability of 1, which every draw is below.
  [[nodiscard]] static std::uint64_t threshold(double probability) {
    return static_cast<std::uint64_t>(std::llround(std::min(probability, 1.0) * 0x1p32));
  }

  CounterRng rng_;
  int levels_;
  std::uint64_t words_;
  std::uint64_t below_a_;
  std::uint64_t below_b_;
  std::uint64_t below_c_;
};

EdgeList recursive_matrix(const GeneratorSpec& spec, const Quadrants& quadrants, bool scramble, Progress& progress) {
  const VertexId vertices = vertex_count(spec, 1);
  if (!std::has_single_bit(vertices)) {
    fail(ExitCode::wrong_use, "kron and rmat have 2^scale vertices, 1 to 2^31; {} is no power of two", vertices);
  }
  const QuadrantSampler sample(quadrants, std::countr_zero(vertices), spec.seed);
  const EdgeId edges = edge_count(spec, vertices);
  if (!scramble) return edge_list_of(vertices, edges_by_index(edges, progress, sample));

  const Permutation rename(vertices, spec.seed);
  return edge_list_of(
      vertices, edges_by_index(edges, progress, [&](EdgeId i) {
        const Edge edge = sample(i);
        return Edge{static_cast<VertexId>(rename(edge.source)), static_cast<VertexId>(rename(edge.target))};
      }));
}

void check(const Quadrants& q) {
  check_probability("a", q.a);
  check_probability("b", q.b);
  check_probability("c", q.c);
  check_probability("d", q.d);
  const double sum = q.a + q.b + q.c + q.d;
  if (std::abs(sum - 1) > 1e-6) {
    fail(ExitCode::wrong_use, "a + b + c + d is {} + {} + {} + {} = {}; the four sum to 1", q.a, q.b, q.c, q.d, sum);
  }
}

}  // namespace

/// Graph500's reference renames the vertices and shuffles the edges. The names are what hides the structure from the
/// algorithms; the edges are independent of each other, so their order is as good as shuffled.
EdgeList generate_kron(const GeneratorSpec& spec, Progress& progress) {
  return recursive_matrix(spec, graph500, true, progress);
}

EdgeList generate_rmat(const GeneratorSpec& spec, Progress& progress) {
  check(spec.quadrants);
  return recursive_matrix(spec, spec.quadrants, spec.scramble, progress);
}

EdgeList generate_uniform(const GeneratorSpec& spec, Progress& progress) {
  const VertexId vertices = vertex_count(spec, 1);
  const CounterRng rng(spec.seed, stream_edges);
  return edge_list_of(vertices, edges_by_index(edge_count(spec, vertices), progress, [&](EdgeId i) {
                        return Edge{static_cast<VertexId>(rng.below(2 * i, vertices)),
                                    static_cast<VertexId>(rng.below(2 * i + 1, vertices))};
                      }));
}

}  // namespace mg
