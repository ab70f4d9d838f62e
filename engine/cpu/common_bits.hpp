// How many bits two sets have in common, by what the processor has for that.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mg {

/// The bits that are set in both of so many words. O(words), one or two a cycle where there is an instruction for it.
[[nodiscard]] std::uint64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words);

}  // namespace mg
