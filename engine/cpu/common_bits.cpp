#include "engine/cpu/common_bits.hpp"

#include <bit>

namespace mg {

namespace {

using Count = std::uint64_t(const std::uint64_t* a, const std::uint64_t* b, std::size_t words);

[[gnu::always_inline]] inline std::uint64_t count(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < words; ++i) common += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  return common;
}

std::uint64_t count_anywhere(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  return count(a, b, words);
}

#if defined(__x86_64__)
[[gnu::target("popcnt")]] std::uint64_t count_by_word(const std::uint64_t* a, const std::uint64_t* b,
                                                      std::size_t words) {
  return count(a, b, words);
}
[[gnu::target("avx512f,avx512vpopcntdq,popcnt")]] std::uint64_t count_by_vector(const std::uint64_t* a,
                                                                                const std::uint64_t* b,
                                                                                std::size_t words) {
  return count(a, b, words);
}
#endif

Count* fastest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vpopcntdq") != 0) return count_by_vector;
  if (__builtin_cpu_supports("popcnt") != 0) return count_by_word;
#endif
  return count_anywhere;
}

}  // namespace

std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  static Count* const count_here = fastest();
  return count_here(a, b, words);
}

}  // namespace mg
