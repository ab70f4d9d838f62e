// The operators over numbers from 0 on that are no vertices': for tables of any size. Every rank calls them for all.
#pragma once

#include <cstdint>

#include "engine/operator_trace.hpp"
#include "engine/state.hpp"
#include "engine/structure_operators.hpp"

namespace mg {

template <class Machine>
class IndexOperators : public StructureOperators<Machine> {
 public:
  /// Calls f(i) for 0 <= i < count: for tables that are not as long as there are vertices.
  template <class F>
  void index_map(F f, std::uint64_t count) {
    OperatorTrace trace(context_);
    machine_.index_map(f, count);
    trace.end("index_map", Kind::all, count);
  }

  /// Lists the indices i < count with keep(i), ascending, in `kept`, which gets more room where it needs it, and
  /// returns how many there are. keep changes nothing, and is called once an index; count is at most 2^32. O(count).
  template <class F>
  [[nodiscard]] std::uint64_t index_filter(F keep, std::uint64_t count, Table<std::uint32_t>& kept) {
    OperatorTrace trace(context_);
    const std::uint64_t size = machine_.index_filter(keep, count, [&](std::uint64_t needed) {
      kept.make_room(needed);
      return kept.on(*this);
    });
    trace.end("index_filter", Kind::all, count, size);
    return size;
  }

  /// sums[i] = terms[0] + ... + terms[i - 1] for 0 <= i <= count, in the memory that functions work on: `sums` has
  /// count + 1 elements, of which the last is returned, too. So what many list gets places that are the same on every
  /// machine. O(count).
  std::uint64_t running_sums(const std::uint32_t* terms, std::uint64_t* sums, std::uint64_t count) {
    OperatorTrace trace(context_);
    const std::uint64_t sum = machine_.running_sums(terms, sums, count);
    trace.end("running_sums", Kind::all, count);
    return sum;
  }

 protected:
  explicit IndexOperators(RunContext& context) : StructureOperators<Machine>(context) {}

  using RunView<Machine>::context_, RunView<Machine>::machine_;

 private:
  using Kind = Frontier::Kind;
};

}  // namespace mg
