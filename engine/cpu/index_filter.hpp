// Indices that are kept, on a CPU.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/bitmap.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// Writes the indices i < count with keep(i), ascending, to room_for(how many there are), which is called where there
/// are any; returns how many. keep is asked once an index, and what it says is noted in a bit, so that it may be
/// expensive. O(count), with a quarter of a byte an index.
template <class F, class RoomFor>
std::uint64_t filter_indices(const F& keep, std::uint64_t count, const RoomFor& room_for, int threads) {
  constexpr std::size_t word_bits = Bitmap::bits_per_word;
  constexpr std::size_t chunk = serial_grain / word_bits;
  const std::size_t num_words = (count + word_bits - 1) / word_bits;
  auto words = Array<Bitmap::Word>::uninitialized(num_words);
  parallel_chunks(num_words, chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    F own = keep;
    for (std::size_t w = begin; w < end; ++w) {
      Bitmap::Word word = 0;
      const std::size_t last = std::min<std::size_t>(count, (w + 1) * word_bits);
      for (std::size_t i = w * word_bits; i < last; ++i) {
        if (own(static_cast<VertexId>(i))) word |= Bitmap::Word{1} << (i % word_bits);
      }
      words[w] = word;
    }
  });
  auto places = Array<std::uint64_t>::uninitialized(num_words + 1);
  const std::uint64_t size = parallel_running_sums(num_words, threads, places.data(), [&](std::size_t w) {
    return static_cast<std::uint64_t>(std::popcount(words[w]));
  });
  if (size == 0) return 0;
  std::uint32_t* const kept = room_for(size);
  parallel_chunks(num_words, chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    std::uint32_t* next = kept + places[begin];
    for (std::size_t w = begin; w < end; ++w) {
      for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
        *next++ = static_cast<std::uint32_t>(w * word_bits + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  });
  return size;
}

}  // namespace mg
