#include "algorithms/verify/product.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// A sum whose additions' errors are added up, too.
class CompensatedSum {
 public:
  void add(long double term) {
    const long double next = sum_ + term;
    error_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
    of_absolutes_ += std::abs(term);
  }
  [[nodiscard]] long double sum() const { return sum_ + error_; }
  [[nodiscard]] long double of_absolutes() const { return of_absolutes_; }

 private:
  long double sum_ = 0;
  long double error_ = 0;
  long double of_absolutes_ = 0;
};

template <class W>
CompensatedSum sum_of_row(const Adjacency& rows, const W& weights, VertexId v, std::span<const double> x) {
  CompensatedSum sum;
  for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
    double term = x[rows.neighbors[e]];
    if constexpr (!std::is_same_v<W, std::monostate>) term *= static_cast<double>(weights[e]);
    sum.add(term);
  }
  return sum;
}

/// How far an entry may be from the sum, as the terms of the row, and as the error of the verifier's own sum.
long double allowed(const CompensatedSum& sum, EdgeId terms, double cut) {
  if (cut == 0) return 0;
  constexpr long double last_place = std::numeric_limits<double>::epsilon();
  constexpr long double rounding = std::numeric_limits<long double>::epsilon();
  const auto count = static_cast<long double>(terms);
  return 2 * last_place * std::abs(sum.sum()) + count * cut + count * count * rounding * rounding * sum.of_absolutes();
}

}  // namespace

Verdict verify_product(const Graph& graph, const Adjacency& rows, std::span<const double> x, std::span<const double> y,
                       double cut) {
  if (auto problem = size_problem(graph, "numbers of the vector", x.size()); !problem.empty()) return {problem};
  if (auto problem = size_problem(graph, "numbers of the product", y.size()); !problem.empty()) return {problem};
  return std::visit(
      [&](const auto& weights) {
        return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
          const CompensatedSum sum = sum_of_row(rows, weights, v, x);
          const auto expected = static_cast<double>(sum.sum());
          const long double slack = allowed(sum, rows.degree(v), cut);
          if (std::abs(static_cast<long double>(y[v]) - expected) <= slack) return {};  // false for NaN
          return fmt::format("vertex {} has the product {}, expected {}, up to {:.3g}", graph.name(v), y[v], expected,
                             static_cast<double>(slack));
        });
      },
      rows.weights);
}

}  // namespace mg
