// The product of two sparse matrices as a graph: A A, or A A' with the transposed matrix. The rows of A are vertices,
// and the entries of a row the weights of the arcs that leave it, 1 each without weights. So an entry of A A says of
// two vertices how many paths of two arcs lead from one to the other, and one of A A' at how many they both point,
// each path counted by the product of its weights.
//
// Sums do not depend on the order of their terms (algorithms/exact_sum.hpp). An entry is there where a term is, even if
// they sum to 0.
#pragma once

#include "algorithms/product_tables.hpp"

#ifndef MG_DEVICE_CODE

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/matrix_operand.hpp"
#include "algorithms/sparse_product.hpp"
#include "algorithms/table_product.hpp"
#include "algorithms/verify/product_table.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

class SparseProduct {
 public:
  static AlgorithmInfo info() {
    return {.name = "spgemm",
            .summary = "the product of the matrix of weights with itself, or its transpose, as a graph",
            .weights = WeightUse::of_any_sign,
            .parameters = {{.name = "of",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "square",
                            .help = "square: A A, paths of two arcs; gram: A A', to whom two vertices both point",
                            .choices = {"square", "gram"}}},
            .state_bytes_per_vertex = 2 * sizeof(std::uint64_t),
            .family = "matrices",
            .cost =
                "O(n + m + paths of two arcs); 12 bytes an entry, and as many again for its table; of "
                "products, what is below `resolution` is left out",
            .literature = "Gustavson, ACM TOMS 1978; Nagasaka, Nukada and Matsuoka, ICPP 2017; Freivalds, IFIP 1977",
            .rows = Rows::arcs,
            .state_bytes_per_arc = sizeof(std::uint64_t) + sizeof(std::uint32_t)};
  }

  SparseProduct(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        right_(parameters.text("of") == "gram" ? Side::in : Side::out),
        product_({graph.out, right_ == Side::in ? graph.in : graph.out}),
        digits_(digits_of_entries(graph, factors())) {
    check_table_size(most_entries(factors()), memory_of_machine(), "spgemm: the product may have",
                     "take a smaller graph, or one without the vertices of most arcs");
  }

  template <class L>
  void run(L& loop) {
    table_.reset();
    parts_.clear();
    if (!loop.next_iteration()) return;
    if constexpr (std::is_same_v<L, Loop>) {
      parts_.push_back(multiplied(factors(), digits_, loop.threads()));
    } else {
      product_.for_batches(loop, loop.arcs(Side::out), loop.arcs(right_), digits_,
                           [&](ProductRows&& rows) { parts_.push_back(std::move(rows)); });
    }
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"source", [this] { return table().rows; }, ResultColumn::Meaning::vertex},
            {"target", [this] { return table().columns; }, ResultColumn::Meaning::vertex},
            {"weight", [this] { return table().values; }}};
  }
  [[nodiscard]] Summary summary() const {
    std::uint64_t entries = 0;
    for (const ProductRows& part : parts_) entries += part.columns.size();
    const auto terms = parallel_sum<std::uint64_t>(graph_.num_vertices(), default_threads(), [&](std::size_t v) {
      return factors().terms_of(static_cast<VertexId>(v));
    });
    return {{"entries", entries}, {"terms", terms}, {"resolution", cut_of(digits_)}};
  }
  [[nodiscard]] Verdict validate() const { return verify_product_table(graph_, factors(), table(), cut_of(digits_)); }

 private:
  [[nodiscard]] const MatrixFactors& factors() const { return product_.factors(); }
  /// Sorted when somebody asks, outside the timed part.
  [[nodiscard]] const ProductTable& table() const {
    if (!table_) table_ = table_of(graph_, parts_);
    return *table_;
  }

  Graph graph_;
  Side right_;  ///< whose rows are the right matrix's
  TableProduct product_;
  std::vector<SumDigit> digits_;
  std::vector<ProductRows> parts_;
  mutable std::optional<ProductTable> table_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
