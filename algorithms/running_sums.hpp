// Running sums on any machine, by maps alone: a block of terms is added up by a thread, the sums of blocks likewise,
// and then each thread goes through its block once more. So what many threads list has places that do not depend on
// them.
#pragma once

#include <cstdint>

#include "engine/types.hpp"

namespace mg::running {

inline constexpr std::uint64_t terms_a_block = 128;

template <class T>
struct AddBlock {
  const T* terms;
  std::uint64_t count;
  T* sums;  ///< one a block
  void operator()(VertexId block) const {
    T sum{};
    for (std::uint64_t i = block * terms_a_block; i < count && i < (block + std::uint64_t{1}) * terms_a_block; ++i) {
      sum += terms[i];
    }
    sums[block] = sum;
  }
};

/// Replaces terms by the sums of those before them; `before`: of the blocks, null where there is one.
template <class T>
struct SpreadBlock {
  T* terms;
  std::uint64_t count;
  const T* before;
  T* total;  ///< the sum of all, written by the last block
  void operator()(VertexId block) const {
    T sum = before == nullptr ? T{} : before[block];
    std::uint64_t i = block * terms_a_block;
    for (; i < count && i < (block + std::uint64_t{1}) * terms_a_block; ++i) {
      const T term = terms[i];
      terms[i] = sum;
      sum += term;
    }
    if (i == count) *total = sum;
  }
};

}  // namespace mg::running

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <vector>

#include "engine/state.hpp"

namespace mg {

/// Memory for running sums, which grows.
template <class T>
class RunningSums {
 public:
  /// Replaces each of `count` terms, in the loop's memory, by the sum of those before it, and returns the sum of all.
  /// T is default-constructible as 0 and has +=. O(count).
  template <class L>
  [[nodiscard]] T replace(L& loop, T* terms, std::uint64_t count) {
    if (count == 0) return T{};
    if (total_.empty()) total_ = State<T>(1);
    T* const total = total_.on(loop);
    replace(loop, terms, count, 0, total);
    return loop.load(total);
  }

 private:
  template <class L>
  void replace(L& loop, T* terms, std::uint64_t count, std::size_t level, T* total) {
    const std::uint64_t blocks = (count + running::terms_a_block - 1) / running::terms_a_block;
    T* sums = nullptr;
    if (blocks > 1) {
      if (levels_.size() <= level) levels_.resize(level + 1);
      if (levels_[level].size() < blocks) levels_[level] = State<T>(2 * blocks);
      sums = levels_[level].on(loop);
      loop.index_map(running::AddBlock<T>{terms, count, sums}, blocks);
      replace(loop, sums, blocks, level + 1, total);
    }
    loop.index_map(running::SpreadBlock<T>{terms, count, sums, total}, blocks);
  }

  State<T> total_;
  std::vector<State<T>> levels_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
