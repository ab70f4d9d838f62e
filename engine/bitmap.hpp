// One bit a vertex: membership of a dense frontier.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// A set of vertices as n bits. Distinct words may be written by distinct threads; set_atomic() may race with itself.
class Bitmap {
 public:
  using Word = std::uint64_t;
  static constexpr VertexId bits_per_word = 64;

  Bitmap() = default;
  explicit Bitmap(VertexId size) : words_(Array<Word>::filled(words_for(size), 0)) {}

  [[nodiscard]] static constexpr std::size_t words_for(VertexId size) {
    return (std::size_t{size} + bits_per_word - 1) / bits_per_word;
  }
  [[nodiscard]] std::span<Word> words() { return words_.span(); }
  [[nodiscard]] std::span<const Word> words() const { return words_.span(); }
  [[nodiscard]] bool empty() const { return words_.empty(); }

  [[nodiscard]] bool test(VertexId v) const { return (words_[v / bits_per_word] >> (v % bits_per_word) & 1) != 0; }
  void set(VertexId v) { words_[v / bits_per_word] |= mask(v); }
  void clear(VertexId v) { words_[v / bits_per_word] &= ~mask(v); }

  /// Adds v; true for exactly one of the threads that add it.
  bool set_atomic(VertexId v) {
    std::atomic_ref word(words_[v / bits_per_word]);
    if ((word.load(std::memory_order_relaxed) & mask(v)) != 0) return false;
    return (word.fetch_or(mask(v), std::memory_order_relaxed) & mask(v)) == 0;
  }

 private:
  static constexpr Word mask(VertexId v) { return Word{1} << (v % bits_per_word); }

  Array<Word> words_;
};

}  // namespace mg
