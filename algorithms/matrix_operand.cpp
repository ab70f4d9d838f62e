#include "algorithms/matrix_operand.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "engine/random.hpp"

namespace mg {
namespace {

/// A whole number from -100 to 100.
double random_entry(std::uint64_t seed, std::uint64_t place) {
  constexpr std::uint64_t most = 100;
  const std::uint64_t drawn = random_below(random_words(seed, place, 0).wide(0), 2 * most + 1);
  return static_cast<double>(drawn) - static_cast<double>(most);
}

void require_finite(const Graph& graph, const Array<float>& weights, std::string_view algorithm) {
  const EdgeId arc =
      parallel_find(weights.size(), default_threads(), [&](EdgeId e) { return !std::isfinite(weights[e]); });
  if (arc == weights.size()) return;
  fail(ExitCode::bad_input,
       "{} cannot take the weight {} of the edge from '{}' to '{}': entries of a matrix are finite numbers", algorithm,
       weights[arc], graph.name(graph.out.row_of(arc)), graph.name(graph.out.neighbors[arc]));
}

}  // namespace

ParameterSpec vector_parameter() {
  return {.name = "vector",
          .type = ParameterSpec::Type::vertex_weights,
          .fallback = "ones",
          .help = "x: 1 everywhere, how many arcs leave a vertex, random whole numbers, or numbers by name and else 0",
          .lowest = -std::numeric_limits<double>::infinity(),
          .choices = {"ones", "degrees", "random"}};
}

ParameterSpec vector_seed_parameter() {
  return {.name = "seed",
          .type = ParameterSpec::Type::integer,
          .fallback = "1",
          .help = "of random numbers, which are from -100 to 100"};
}

ParameterSpec matrix_direction_parameter() {
  return {.name = "arcs",
          .type = ParameterSpec::Type::choice,
          .fallback = "forward",
          .help = "rows are of the arcs that leave a vertex, or backward, those that lead to it: the transposed matrix",
          .choices = {"forward", "backward"}};
}

Array<double> vector_of(const Graph& graph, const Parameters& parameters) {
  Array<double> given = parameters.vertex_numbers("vector", graph);
  if (!given.empty()) return given;
  const std::string& word = parameters.text("vector");
  const bool counts = word == "degrees";
  const bool draws = word == "random";
  const std::uint64_t seed = parameters.integer("seed");
  auto x = Array<double>::uninitialized(graph.num_vertices());
  parallel_for(x.size(), default_threads(), [&](std::size_t i) {
    const auto v = static_cast<VertexId>(i);
    x[v] = counts ? static_cast<double>(graph.out.degree(v)) : draws ? random_entry(seed, graph.to_file(v)) : 1;
  });
  return x;
}

BitRange bits_of_matrix(const Graph& graph, std::string_view algorithm) {
  return std::visit(
      [&]<class W>(const W& weights) -> BitRange {
        if constexpr (std::is_same_v<W, std::monostate>) {
          return BitRange::of(1);
        } else {
          if constexpr (std::is_same_v<W, Array<float>>) require_finite(graph, weights, algorithm);
          return bits_of(weights);
        }
      },
      graph.out.weights);
}

std::vector<SumDigit> digits_of_products(const Graph& graph, const Adjacency& rows, const Array<double>& x) {
  const auto longest = parallel_max<EdgeId>(rows.num_rows(), default_threads(),
                                            [&](std::size_t v) { return rows.degree(static_cast<VertexId>(v)); });
  const auto digits = sum_digits(bits_of(x), bits_of_matrix(graph, "spmv"), longest);
  if (digits) return *digits;
  fail(ExitCode::wrong_use,
       "spmv: the sums of a row may be above 2^1023, the largest that a double holds: divide the vector by a large "
       "number");
}

}  // namespace mg
