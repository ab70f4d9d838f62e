// The product y = A x of a sparse matrix and a vector. The rows of A are vertices, and the entries of a row the weights
// of the arcs that leave it, so that y_v is the sum over the arcs v -> u of weight * x_u; an undirected graph is a
// symmetric matrix. Without weights, entries are 1; of several arcs between two vertices, entries are added. A product
// of two numbers is rounded to a double once, and the sum of a row does not depend on the order of additions
// (algorithms/exact_sum.hpp): y is the same on every machine, and exact where weights and x are whole numbers and sums
// fit 53 bits. What is not whole takes two sweeps over the arcs, one a digit.
#pragma once

#include <cstdint>

#include "algorithms/exact_sum.hpp"
#include "algorithms/fixed_point.hpp"
#include "engine/algorithm.hpp"

namespace mg::spmv {

/// A digit of a weight times the double whose bits are sent.
template <class W>
struct Product {
  using Weight = W;
  SumDigit digit;
  [[nodiscard]] std::uint64_t operator()(std::uint64_t sent, Weight weight) const {
    return digit.cut(__builtin_bit_cast(double, sent) * static_cast<double>(weight));
  }
};

/// The digit in turn of a row's products comes to its vertex as a sum.
struct Vectors {
  using Combine = Sum;
  const double* x;
  double* y;
  SumDigit digit;
  [[nodiscard]] double update(VertexId v, std::uint64_t sum) {
    digit.enter(y[v], sum);
    return 0;
  }
};
template <class W>
struct Gather : Vectors {
  Product<W> along;
  [[nodiscard]] std::uint64_t message(VertexId u) const { return __builtin_bit_cast(std::uint64_t, x[u]); }
};
template <>
struct Gather<NoWeight> : Vectors {
  [[nodiscard]] std::uint64_t message(VertexId u) const { return digit.cut(x[u]); }
};

}  // namespace mg::spmv

#ifndef MG_DEVICE_CODE

#include "algorithms/matrix_operand.hpp"
#include "algorithms/verify/product.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

class MatrixVectorProduct {
 public:
  static AlgorithmInfo info() {
    return {.name = "spmv",
            .summary = "the product y = A x of the matrix of weights and a vector, the same in any order of its sums",
            .weights = WeightUse::of_any_sign,
            .parameters = {vector_parameter(), vector_seed_parameter(), matrix_direction_parameter()},
            .state_bytes_per_vertex = 2 * sizeof(double),
            .family = "matrices",
            .cost = "O(n + m), twice where numbers are not whole; of products, what is below `resolution` is left out",
            .literature = "Demmel and Nguyen, IEEE Transactions on Computers 2015"};
  }

  MatrixVectorProduct(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        side_(parameters.text("arcs") == "backward" ? Side::out : Side::in),
        x_(vector_of(graph, parameters)),
        digits_(digits_of_products(graph, rows(), x_.host())) {}

  template <class L>
  void run(L& loop) {
    if (!loop.next_iteration()) return loop.vertex_map(StartAlike{y_.on(loop), 0});
    switch (graph_.weight_type()) {
      case WeightType::none: return multiply<NoWeight>(loop);
      case WeightType::u32: return multiply<std::uint32_t>(loop);
      case WeightType::f32: return multiply<float>(loop);
    }
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<spmv::Gather<NoWeight>>(), reduces<spmv::Gather<float>>()}};
  }

  [[nodiscard]] Results results() const { return {{"product", y_}}; }
  [[nodiscard]] Summary summary() const {
    const Array<double> y = y_.host();
    const auto sum = parallel_sum<double>(y.size(), default_threads(), [&](std::size_t v) { return y[v]; });
    return {{"sum", sum}, {"resolution", cut_of(digits_)}, {"sweeps", std::uint64_t{digits_.size()}}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_product(graph_, rows(), x_.host().span(), y_.host().span(), cut_of(digits_));
  }

 private:
  template <class W, class L>
  void multiply(L& loop) {
    for (const SumDigit& digit : digits_) {
      const spmv::Vectors vectors{x_.on(loop), y_.on(loop), digit};
      const auto sweep = [&](const spmv::Gather<W>& f) { static_cast<void>(loop.edge_reduce(f, side_)); };
      if constexpr (std::is_same_v<W, NoWeight>)
        sweep({vectors});
      else
        sweep({vectors, {digit}});
    }
  }
  [[nodiscard]] const Adjacency& rows() const { return side_ == Side::in ? graph_.out : graph_.in; }

  Graph graph_;
  Side side_;  ///< that messages go
  State<double> x_;
  std::vector<SumDigit> digits_;
  State<double> y_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
