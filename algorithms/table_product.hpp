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

/// Where a batch of rows begins, and the one before it ends.
struct TableBatch {
  VertexId row;
  std::uint64_t term;  ///< of all rows'
  std::uint64_t slot;  ///< of all rows' tables
};

/// What tables have to do.
struct TablePlan {
  Table<std::uint64_t> before;      ///< the terms before each arc of the left matrix, and all of them
  Table<std::uint64_t> begins;      ///< where each row's table would begin if all rows were one batch, and their end
  std::vector<TableBatch> batches;  ///< and the end of the last one
};

/// Where batches of whole rows begin, and the last one ends, that have `slots` slots at most, or one row. O(batches
/// log(rows)).
[[nodiscard]] std::vector<VertexId> batches_of(const Array<std::uint64_t>& begins, std::uint64_t slots);

/// Maps function(begin) over [begin, end), as many indices at a time as a map takes.
template <class L, class Function>
void map_range(L& loop, std::uint64_t begin, std::uint64_t end, const Function& function) {
  constexpr std::uint64_t most = std::uint64_t{1} << 31;
  for (; begin < end; begin += most) loop.index_map(function(begin), std::min(most, end - begin));
}

/// O(n + m).
template <class L>
[[nodiscard]] TablePlan table_plan(L& loop, const MatrixFactors& factors, const ArcLookup& left, const ArcLookup& right,
                                   std::uint64_t slots) {
  const std::uint64_t arcs = factors.left.num_edges();
  const VertexId rows = factors.left.num_rows();
  TablePlan plan{Table<std::uint64_t>(arcs + 1), Table<std::uint64_t>(std::size_t{rows} + 1), {}};
  Table<std::uint32_t> counted(std::max<std::uint64_t>(arcs, rows));
  std::uint32_t* const counts = counted.on(loop);
  std::uint64_t* const before = plan.before.on(loop);
  map_range(loop, 0, arcs, [&](std::uint64_t arc) { return spgemm::CountTerms{left, right, arc, counts}; });
  loop.running_sums(counts, before, arcs);
  loop.index_map(spgemm::CountSlots{{left, right, before}, factors.right.num_rows(), counts}, rows);
  loop.running_sums(counts, plan.begins.on(loop), rows);
  const Array<std::uint64_t> begins = plan.begins.host();
  for (const VertexId row : batches_of(begins, slots)) {
    plan.batches.push_back({row, loop.load(before + factors.left.offsets[row]), begins[row]});
  }
  return plan;
}

/// Tables in the memory of the loop's machine, which one batch after the other uses.
class ProductTables {
 public:
  /// The plan outlives them.
  ProductTables(TablePlan& plan, const std::vector<SumDigit>& digits)
      : plan_(plan), high_(digits.front()), low_(digits.back()), has_low_(digits.size() > 1) {
    for (std::size_t i = 0; i + 1 < plan.batches.size(); ++i) {
      slots_ = std::max(slots_, plan.batches[i + 1].slot - plan.batches[i].slot);
    }
  }

  /// Slots of a batch, of 12 or 20 bytes: enough to fill a GPU.
  static constexpr std::uint64_t usual_slots = std::uint64_t{1} << 25;

  /// Calls use(rows) with the rows of each batch, a ProductRows. O(n + terms log(m)).
  template <class L, class Use>
  void for_batches(L& loop, const ArcLookup& left, const ArcLookup& right, Use&& use) {
    const spgemm::Factors factors{left, right, plan_.before.on(loop)};
    columns_ = Table<VertexId>(slots_);
    high_sums_ = Table<std::uint64_t>(slots_);
    low_sums_ = Table<std::uint64_t>(has_low_ ? slots_ : 0);
    spgemm::RowTables tables{
        0, 0, plan_.begins.on(loop), columns_.on(loop), high_sums_.on(loop), has_low_ ? low_sums_.on(loop) : nullptr};
    map_range(loop, 0, slots_, [&](std::uint64_t slot) { return spgemm::FreeSlots{tables, slot}; });
    for (std::size_t i = 0; i + 1 < plan_.batches.size(); ++i) {
      const TableBatch& begin = plan_.batches[i];
      const TableBatch& end = plan_.batches[i + 1];
      tables.first = begin.row;
      tables.last = end.row;
      add_terms(loop, {factors, tables, high_, low_, begin.term, end.term});
      use(rows_of(loop, tables, end.slot - begin.slot));
    }
  }

 private:
  template <class L>
  void add_terms(L& loop, spgemm::AddTerms add) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    for (; add.first < add.last; add.first += most * spgemm::AddTerms::terms_a_thread) {
      const std::uint64_t left = add.last - add.first;
      const std::uint64_t threads = (left + spgemm::AddTerms::terms_a_thread - 1) / spgemm::AddTerms::terms_a_thread;
      loop.index_map(add, std::min(most, threads));
    }
  }

  template <class L>
  [[nodiscard]] ProductRows rows_of(L& loop, const spgemm::RowTables& tables, std::uint64_t slots) {
    const std::uint64_t entries = loop.index_filter(spgemm::IsTaken{tables.columns}, slots, taken_);
    const std::uint32_t* const taken = taken_.on(loop);
    const VertexId rows = tables.last - tables.first;
    ProductRows product{tables.first, Table<std::uint64_t>(std::size_t{rows} + 1), Table<VertexId>(entries),
                        Table<double>(entries)};
    loop.index_map(spgemm::FindRows{tables, taken, entries, product.offsets.on(loop)}, std::uint64_t{rows} + 1);
    VertexId* const columns = product.columns.on(loop);
    double* const values = product.values.on(loop);
    map_range(loop, 0, entries, [&](std::uint64_t entry) {
      return spgemm::TakeEntries{tables, high_, low_, taken, columns, values, entry};
    });
    return product;
  }

  TablePlan& plan_;
  SumDigit high_;
  SumDigit low_;
  bool has_low_;
  std::uint64_t slots_ = 0;  ///< of the largest batch
  Table<VertexId> columns_;
  Table<std::uint64_t> high_sums_;
  Table<std::uint64_t> low_sums_;
  Table<std::uint32_t> taken_;
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
    if (!plan_) plan_ = table_plan(loop, factors_, left, right, slots_);
    ProductTables(*plan_, digits).for_batches(loop, left, right, std::forward<Use>(use));
  }

 private:
  MatrixFactors factors_;
  std::uint64_t slots_;
  std::optional<TablePlan> plan_;
};

}  // namespace mg
