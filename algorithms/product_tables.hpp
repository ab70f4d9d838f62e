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

/// The same where it is `low` or the one after it as a rule.
template <class At>
[[nodiscard]] std::uint64_t next_not_above(std::uint64_t low, std::uint64_t high, std::uint64_t value, const At& at) {
  for (const std::uint64_t last = low + 2; low < last; ++low) {
    if (low + 1 == high || at(low + 1) > value) return low;
  }
  return last_not_above(low, high, value, at);
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
/// How many slots each row's table has: half as many again as it may have entries, so that few are tried, and one more
/// than these at least.
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

/// Where a thread is among the terms: at the arc of the left matrix that they are of, and its row's table.
struct ArcCursor {
  Factors factors;
  RowTables tables;
  std::uint64_t row;
  std::uint64_t arc;
  std::uint64_t end = 0;      ///< of the arc's terms
  std::uint64_t to_next = 0;  ///< from a term to its arc in the right matrix
  std::uint64_t table_begin = 0;
  std::uint64_t table_end = 0;
  double weight = 0;

  ArcCursor(const Factors& of, const RowTables& in, std::uint64_t term)
      : factors(of),
        tables(in),
        row(last_not_above(tables.first, tables.last, term,
                           [this](std::uint64_t v) { return factors.before[first_arc(v)]; })),
        arc(first_arc(row)) {
    go_to(term);
  }
  /// To the arc that has the term, which is of this one or comes after.
  void go_to(std::uint64_t term) {
    const std::uint64_t* const before = factors.before;
    arc = next_not_above(arc, first_arc(tables.last), term, [before](std::uint64_t e) { return before[e]; });
    row = next_not_above(row, tables.last, arc, [this](std::uint64_t v) { return first_arc(v); });
    end = before[arc + 1];
    to_next = factors.right.begin(factors.left.neighbors[arc]) - before[arc];
    table_begin = tables.begin(static_cast<VertexId>(row));
    table_end = tables.begin(static_cast<VertexId>(row + 1));
    weight = factors.left.weight(arc);
  }
  [[nodiscard]] VertexId column(std::uint64_t term) const { return factors.right.neighbors[term + to_next]; }
  [[nodiscard]] double value(std::uint64_t term) const { return weight * factors.right.weight(term + to_next); }
  /// Where a column's slot is looked for first.
  [[nodiscard]] std::uint64_t first_slot(VertexId column) const {
    constexpr std::uint32_t golden = 0x9E3779B9;  // 2^32 / golden ratio
    const std::uint64_t hash = static_cast<std::uint32_t>(column * golden) >> 1;
    return table_begin + (hash * (table_end - table_begin) >> 31);
  }
  [[nodiscard]] std::uint64_t next_slot(std::uint64_t slot) const {
    return slot + 1 == table_end ? table_begin : slot + 1;
  }

 private:
  [[nodiscard]] std::uint64_t first_arc(std::uint64_t v) const { return factors.left.begin(static_cast<VertexId>(v)); }
};

/// Adds `terms_a_thread` terms to the tables of their rows, or as many as are left.
struct AddTerms {
  static constexpr std::uint64_t terms_a_thread = 8;
  Factors factors;
  RowTables tables;
  SumDigit high;
  SumDigit low;
  std::uint64_t first;  ///< term
  std::uint64_t last;

  /// A round looks at one slot, whether that is the term's or not, so that threads of a warp, who go on together, do
  /// not wait at each term for the one that looks longest.
  void operator()(VertexId i) const {
    std::uint64_t term = first + i * terms_a_thread;
    const std::uint64_t end = term + terms_a_thread < last ? term + terms_a_thread : last;
    const Shared<VertexId> columns(tables.columns);
    ArcCursor at(factors, tables, term);
    VertexId column = at.column(term);
    std::uint64_t slot = at.first_slot(column);
    for (;;) {
      VertexId held = columns[slot];
      if (held == no_vertex && columns[slot].replace(held, column)) held = column;
      if (held != column) {  // tables have more slots than columns
        slot = at.next_slot(slot);
        continue;
      }
      add(slot, at.value(term));
      if (++term == end) return;
      if (term == at.end) at.go_to(term);
      column = at.column(term);
      slot = at.first_slot(column);
    }
  }

 private:
  void add(std::uint64_t slot, double value) const {
    Shared<std::uint64_t>(tables.high)[slot].add(high.cut(value));
    if (tables.low != nullptr) Shared<std::uint64_t>(tables.low)[slot].add(low.cut(value));
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
