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
#include <vector>

#include "algorithms/matrix_operand.hpp"
#include "algorithms/sparse_product.hpp"
#include "algorithms/table_product.hpp"
#include "algorithms/verify_product_table.hpp"

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
            .state_bytes_per_vertex = 2 * sizeof(std::uint32_t),
            .family = "matrices",
            .cost = "O(n + m + paths of two arcs); 12 bytes an entry, and as many again for its table",
            .literature = "Gustavson, ACM TOMS 1978; Nagasaka, Nukada and Matsuoka, ICPP 2017; Freivalds, IFIP 1977",
            .rows = Rows::edges,
            .state_bytes_per_arc = sizeof(std::uint64_t)};
  }

  SparseProduct(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        right_(parameters.text("of") == "gram" ? Side::in : Side::out),
        factors_{graph.out, right_ == Side::in ? graph.in : graph.out},
        digits_(digits_of_entries(graph, factors_)) {
    check_product_size(most_entries(factors_), memory_of_machine(), "spgemm");
  }

  template <class L>
  void run(L& loop) {
    table_.reset();
    parts_.clear();
    if (!loop.next_iteration()) return;
    if constexpr (std::is_same_v<L, Loop>) {
      parts_.push_back(multiplied(factors_, digits_, loop.threads()));
    } else {
      if (!plan_) {
        plan_ = table_plan(factors_, ProductTables::usual_slots);
        before_ = State<std::uint64_t>(plan_->before);
      }
      parts_ = ProductTables(factors_, *plan_, digits_).multiplied(loop, right_, before_);
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
    const auto terms = parallel_sum<std::uint64_t>(graph_.num_vertices(), omp_get_max_threads(), [&](std::size_t v) {
      return factors_.terms_of(static_cast<VertexId>(v));
    });
    return {{"entries", entries}, {"terms", terms}};
  }
  [[nodiscard]] Verdict validate() const { return verify_product_table(graph_, factors_, table(), cut_of(digits_)); }

 private:
  /// Sorted when somebody asks, outside the timed part.
  [[nodiscard]] const ProductTable& table() const {
    if (!table_) table_ = table_of(graph_, parts_);
    return *table_;
  }

  Graph graph_;
  Side right_;  ///< whose rows are the right matrix's
  MatrixFactors factors_;
  std::vector<SumDigit> digits_;
  std::optional<TablePlan> plan_;
  State<std::uint64_t> before_;
  std::vector<ProductRows> parts_;
  mutable std::optional<ProductTable> table_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
