// The product of two sparse matrices by tables: the terms of a row are added up by column in a hash table of the row's
// own (Nagasaka, Nukada and Matsuoka, "High-performance and memory-saving sparse general matrix-matrix multiplication
// for NVIDIA Pascal GPU", ICPP 2017), here in memory that all threads share, for a batch of rows at a time. A thread
// takes a term, so that no row and no arc is too long for it.
#pragma once

#include <cstdint>

#include "algorithms/exact_sum.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::spgemm {

/// The largest i in [low, high) for which at(i) is at most `value`, as at(low) is; at ascends.
template <class At>
[[nodiscard]] std::uint64_t last_not_above(std::uint64_t low, std::uint64_t high, std::uint64_t value, const At& at) {
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (at(middle) <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Rows of both matrices. An arc of the left one has as many terms as the row has arcs that it leads to in the right.
struct Factors {
  ArcLookup left;
  ArcLookup right;
  const std::uint64_t* before;  ///< how many terms the arcs before each arc have, and all arcs
};

/// The tables of the rows in [first, last).
struct RowTables {
  VertexId first;
  VertexId last;
  const std::uint64_t* begins;  ///< the slots of each row's table, and where those of the last one end
  VertexId* columns;            ///< of each slot; no_vertex where it is free
  std::uint64_t* high;          ///< the sums of its digits
  std::uint64_t* low;           ///< null where there is one digit
  std::uint32_t* sizes;         ///< how many slots of each row are in use
};

struct ClearSlots {
  RowTables tables;
  std::uint64_t first;
  void operator()(VertexId i) const {
    tables.columns[first + i] = no_vertex;
    tables.high[first + i] = 0;
    if (tables.low != nullptr) tables.low[first + i] = 0;
  }
};
struct ClearCounts {
  std::uint32_t* counts;
  void operator()(VertexId row) const { counts[row] = 0; }
};

struct AddTerms {
  Factors factors;
  RowTables tables;
  SumDigit high;
  SumDigit low;
  std::uint64_t first;  ///< term

  void operator()(VertexId i) const {
    const ArcLookup& left = factors.left;
    const ArcLookup& right = factors.right;
    const std::uint64_t* const before = factors.before;
    const std::uint64_t term = first + i;
    const auto row = static_cast<VertexId>(last_not_above(tables.first, tables.last, term, [&](std::uint64_t v) {
      return before[left.begin(static_cast<VertexId>(v))];
    }));
    const std::uint64_t arc =
        last_not_above(left.begin(row), left.end(row), term, [&](std::uint64_t e) { return before[e]; });
    const std::uint64_t next = right.begin(left.neighbors[arc]) + (term - before[arc]);
    const std::uint64_t slot = slot_of(row - tables.first, right.neighbors[next]);
    const double value = left.weight(arc) * right.weight(next);
    Shared<std::uint64_t>(tables.high)[slot].add(high.cut(value));
    if (tables.low != nullptr) Shared<std::uint64_t>(tables.low)[slot].add(low.cut(value));
  }

 private:
  /// The slot of a column, taken if it was free: tables have more slots than columns.
  [[nodiscard]] std::uint64_t slot_of(VertexId row, VertexId column) const {
    constexpr std::uint32_t golden = 0x9E3779B9;  // 2^32 / golden ratio
    const std::uint64_t begin = tables.begins[row];
    const std::uint64_t end = tables.begins[std::uint64_t{row} + 1];
    const std::uint64_t hash = static_cast<std::uint32_t>(column * golden) >> 1;
    const Shared<VertexId> columns(tables.columns);
    for (std::uint64_t slot = begin + (hash * (end - begin) >> 31);; slot = slot + 1 == end ? begin : slot + 1) {
      VertexId held = columns[slot];
      if (held == no_vertex && columns[slot].replace(held, column)) {
        Shared<std::uint32_t>(tables.sizes)[row].add(1);
        return slot;
      }
      if (held == column) return slot;
    }
  }
};

/// Lists the entries of all rows, each row's in any order.
struct ListEntries {
  RowTables tables;
  SumDigit high;
  SumDigit low;
  const std::uint64_t* offsets;  ///< where those of each row begin
  std::uint32_t* listed;         ///< of each row
  VertexId* columns;
  double* values;
  std::uint64_t first;  ///< slot

  void operator()(VertexId i) const {
    const std::uint64_t slot = first + i;
    if (tables.columns[slot] == no_vertex) return;
    const std::uint64_t row =
        last_not_above(0, tables.last - tables.first, slot, [&](std::uint64_t r) { return tables.begins[r]; });
    const std::uint64_t place = offsets[row] + atomic_add(listed[row], std::uint32_t{1});
    columns[place] = tables.columns[slot];
    double value = 0;
    high.enter(value, tables.high[slot]);
    if (tables.low != nullptr) low.enter(value, tables.low[slot]);
    values[place] = value;
  }
};

}  // namespace mg::spgemm
