// The product of two sparse matrices on a GPU, a batch of rows after the other (algorithms/product_tables.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/product_tables.hpp"
#include "algorithms/sparse_product.hpp"

namespace mg {

/// What tables have to do.
struct TablePlan {
  Array<std::uint64_t> before;    ///< the terms before each arc of the left matrix, and all of them
  std::vector<VertexId> batches;  ///< where each begins, and the last ends
  std::uint64_t most_slots = 0;   ///< of a batch
};
/// Batches have so many slots at most, unless one row has more.
[[nodiscard]] TablePlan table_plan(const MatrixFactors& factors, std::uint64_t slots);
/// Where the table of each row in [first, last) begins, and where the last one ends. O(rows).
[[nodiscard]] Array<std::uint64_t> table_begins(const MatrixFactors& factors, const TablePlan& plan, VertexId first,
                                                VertexId last);
/// Where the entries of rows of such sizes begin, and where the last one's end.
[[nodiscard]] Array<std::uint64_t> offsets_of(const Array<std::uint32_t>& sizes, VertexId rows);

/// Tables in the memory of the loop's machine, which one batch after the other uses.
class ProductTables {
 public:
  ProductTables(const MatrixFactors& factors, const TablePlan& plan, const std::vector<SumDigit>& digits)
      : factors_(factors), plan_(plan), high_(digits.front()), low_(digits.back()), has_low_(digits.size() > 1) {}

  /// Slots of a batch, of 12 or 20 bytes: enough to fill a GPU.
  static constexpr std::uint64_t usual_slots = std::uint64_t{1} << 25;

  /// Calls use(rows) with the rows of each batch, a ProductRows. `factors` hold the plan's `before`. O(n + terms
  /// log(m)).
  template <class L, class Use>
  void for_batches(L& loop, const spgemm::Factors& factors, Use&& use) {
    for (std::size_t i = 0; i + 1 < plan_.batches.size(); ++i) {
      use(batch(loop, factors, plan_.batches[i], plan_.batches[i + 1]));
    }
  }

 private:
  template <class L>
  [[nodiscard]] ProductRows batch(L& loop, const spgemm::Factors& factors, VertexId first, VertexId last) {
    State<std::uint64_t> begins(table_begins(factors_, plan_, first, last));
    const std::uint64_t slots = begins.host()[last - first];
    const spgemm::RowTables tables{first,
                                   last,
                                   begins.on(loop),
                                   columns_.on(loop),
                                   high_sums_.on(loop),
                                   has_low_ ? low_sums_.on(loop) : nullptr,
                                   sizes_.on(loop)};
    loop.index_map(spgemm::ClearCounts{tables.sizes}, last - first);
    map(loop, 0, slots, [&](std::uint64_t slot) { return spgemm::ClearSlots{tables, slot}; });
    map(loop, plan_.before[factors_.left.offsets[first]], plan_.before[factors_.left.offsets[last]],
        [&](std::uint64_t term) {
          return spgemm::AddTerms{factors, tables, high_, low_, term};
        });
    ProductRows rows{first, offsets_of(sizes_.host(), last - first)};
    const std::uint64_t entries = rows.offsets[last - first];
    rows.columns = State<VertexId>(entries);
    rows.values = State<double>(entries);
    State<std::uint64_t> offsets(rows.offsets);
    loop.index_map(spgemm::ClearCounts{listed_.on(loop)}, last - first);
    map(loop, 0, slots, [&](std::uint64_t slot) {
      return spgemm::ListEntries{
          tables, high_, low_, offsets.on(loop), listed_.on(loop), rows.columns.on(loop), rows.values.on(loop), slot};
    });
    return rows;
  }

  /// Maps function(begin) over [begin, end), as many indices at a time as a map takes.
  template <class L, class Function>
  static void map(L& loop, std::uint64_t begin, std::uint64_t end, const Function& function) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    for (; begin < end; begin += most) loop.index_map(function(begin), std::min(most, end - begin));
  }

  const MatrixFactors& factors_;
  const TablePlan& plan_;
  SumDigit high_;
  SumDigit low_;
  bool has_low_;
  State<VertexId> columns_{plan_.most_slots};
  State<std::uint64_t> high_sums_{plan_.most_slots};
  State<std::uint64_t> low_sums_{has_low_ ? plan_.most_slots : 0};
  State<std::uint32_t> sizes_{factors_.left.num_rows()};
  State<std::uint32_t> listed_{factors_.left.num_rows()};
};

/// The product of the same factors run after run: planned at the first one, and kept where the machine is.
class TableProduct {
 public:
  explicit TableProduct(MatrixFactors factors, std::uint64_t slots = ProductTables::usual_slots)
      : factors_(std::move(factors)), slots_(slots) {}

  [[nodiscard]] const MatrixFactors& factors() const { return factors_; }

  /// Calls use(rows) with the rows of each batch, a ProductRows, of factors as the loop's functions see them. O(n +
  /// terms log(m)).
  template <class L, class Use>
  void for_batches(L& loop, const ArcLookup& left, const ArcLookup& right, const std::vector<SumDigit>& digits,
                   Use&& use) {
    if (!plan_) {
      plan_ = table_plan(factors_, slots_);
      before_ = State<std::uint64_t>(plan_->before);
    }
    ProductTables(factors_, *plan_, digits).for_batches(loop, {left, right, before_.on(loop)}, std::forward<Use>(use));
  }

 private:
  MatrixFactors factors_;
  std::uint64_t slots_;
  std::optional<TablePlan> plan_;
  State<std::uint64_t> before_;
};

}  // namespace mg
