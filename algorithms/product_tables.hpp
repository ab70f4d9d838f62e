// The product of two sparse matrices by tables: the terms of a row are added up by column in a hash table of the row's
// own (Nagasaka, Nukada and Matsuoka, "High-performance and memory-saving sparse general matrix-matrix multiplication
// for NVIDIA Pascal GPU", ICPP 2017), here in memory that all threads share, for a batch of rows at a time. A thread
// takes a few terms that follow each other, so that no row and no arc is too long for it. Slots that are in use are
// listed in their order, which is that of the rows, and are free again when they have been read.
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

/// How many terms arcs have, from arc `first` on.
struct CountTerms {
  ArcLookup left;
  ArcLookup right;
  std::uint64_t first;
  std::uint32_t* counts;
  void operator()(VertexId i) const {
    counts[first + i] = static_cast<std::uint32_t>(right.degree(left.neighbors[first + i]));
  }
};
/// How many slots each row's table has: a third more than it may have entries, so that few are tried, and one more than
/// these at least.
struct CountSlots {
  Factors factors;
  VertexId columns;  ///< of the product
  std::uint32_t* counts;
  void operator()(VertexId row) const {
    const std::uint64_t terms = factors.before[factors.left.end(row)] - factors.before[factors.left.begin(row)];
    const std::uint64_t most = terms < columns ? terms : columns;
    const std::uint64_t slots = most == 0 ? 0 : most + most / 2 + 1;
    counts[row] = slots < no_vertex ? static_cast<std::uint32_t>(slots) : no_vertex;
  }
};

/// The tables of the rows in [first, last).
struct RowTables {
  VertexId first;
  VertexId last;
  const std::uint64_t* begins;  ///< where each row's table would begin if all rows were in the batch
  VertexId* columns;            ///< of each slot; no_vertex where it is free
  std::uint64_t* high;          ///< the sums of its digits, 0 where it is free
  std::uint64_t* low;           ///< null where there is one digit

  /// The first slot of a row; that of `last` is where the last table ends.
  [[nodiscard]] std::uint64_t begin(VertexId row) const { return begins[row] - begins[first]; }
  void set_free(std::uint64_t slot) const {
    columns[slot] = no_vertex;
    high[slot] = 0;
    if (low != nullptr) low[slot] = 0;
  }
};

struct FreeSlots {
  RowTables tables;
  std::uint64_t first;
  void operator()(VertexId i) const { tables.set_free(first + i); }
};

/// Adds `terms_a_thread` terms to the tables of their rows, or as many as are left.
struct AddTerms {
  static constexpr std::uint64_t terms_a_thread = 16;
  Factors factors;
  RowTables tables;
  SumDigit high;
  SumDigit low;
  std::uint64_t first;  ///< term
  std::uint64_t last;

  void operator()(VertexId i) const {
    const ArcLookup& left = factors.left;
    const std::uint64_t* const before = factors.before;
    const auto first_arc = [&](std::uint64_t v) { return left.begin(static_cast<VertexId>(v)); };
    std::uint64_t term = first + i * terms_a_thread;
    const std::uint64_t end = term + terms_a_thread < last ? term + terms_a_thread : last;
    std::uint64_t row = last_not_above(tables.first, tables.last, term, [&](auto v) { return before[first_arc(v)]; });
    std::uint64_t arc = left.begin(static_cast<VertexId>(row));
    for (;; ++arc) {
      if (before[arc + 1] <= term) {
        arc = last_not_above(arc, first_arc(tables.last), term, [&](std::uint64_t e) { return before[e]; });
      }
      row = last_not_above(row, tables.last, arc, first_arc);
      const std::uint64_t of_arc = before[arc + 1] < end ? before[arc + 1] : end;
      add(static_cast<VertexId>(row), arc, term, of_arc);
      if (of_arc == end) return;
      term = of_arc;
    }
  }

 private:
  /// Terms of one arc.
  void add(VertexId row, std::uint64_t arc, std::uint64_t begin, std::uint64_t end) const {
    const ArcLookup& right = factors.right;
    const std::uint64_t to_next = right.begin(factors.left.neighbors[arc]) - factors.before[arc];
    const double weight = factors.left.weight(arc);
    const std::uint64_t table_begin = tables.begin(row);
    const std::uint64_t table_end = tables.begin(row + 1);
    for (std::uint64_t term = begin; term < end; ++term) {
      const std::uint64_t slot = slot_of(table_begin, table_end, right.neighbors[term + to_next]);
      const double value = weight * right.weight(term + to_next);
      Shared<std::uint64_t>(tables.high)[slot].add(high.cut(value));
      if (tables.low != nullptr) Shared<std::uint64_t>(tables.low)[slot].add(low.cut(value));
    }
  }
  /// The slot of a column, taken if it was free: tables have more slots than columns.
  [[nodiscard]] std::uint64_t slot_of(std::uint64_t begin, std::uint64_t end, VertexId column) const {
    constexpr std::uint32_t golden = 0x9E3779B9;  // 2^32 / golden ratio
    const std::uint64_t hash = static_cast<std::uint32_t>(column * golden) >> 1;
    const Shared<VertexId> columns(tables.columns);
    for (std::uint64_t slot = begin + (hash * (end - begin) >> 31);; slot = slot + 1 == end ? begin : slot + 1) {
      VertexId held = columns[slot];
      if (held == no_vertex && columns[slot].replace(held, column)) return slot;
      if (held == column) return slot;
    }
  }
};

struct IsTaken {
  const VertexId* columns;
  bool operator()(VertexId slot) const { return columns[slot] != no_vertex; }
};

/// Reads the entries of the slots that are listed, and frees these.
struct TakeEntries {
  RowTables tables;
  SumDigit high;
  SumDigit low;
  const std::uint32_t* taken;
  VertexId* columns;
  double* values;
  std::uint64_t first;  ///< entry

  void operator()(VertexId i) const {
    const std::uint64_t entry = first + i;
    const std::uint32_t slot = taken[entry];
    columns[entry] = tables.columns[slot];
    double value = 0;
    high.enter(value, tables.high[slot]);
    if (tables.low != nullptr) low.enter(value, tables.low[slot]);
    values[entry] = value;
    tables.set_free(slot);
  }
};

/// Finds where the entries of each row begin, and those of the last one end.
struct FindRows {
  RowTables tables;
  const std::uint32_t* taken;
  std::uint64_t entries;
  std::uint64_t* offsets;

  void operator()(VertexId row) const {
    const std::uint64_t begin = tables.begin(tables.first + row);
    const bool has_before = entries > 0 && taken[0] < begin;
    offsets[row] = has_before ? last_not_above(0, entries, begin - 1, [&](auto entry) { return taken[entry]; }) + 1 : 0;
  }
};

}  // namespace mg::spgemm
