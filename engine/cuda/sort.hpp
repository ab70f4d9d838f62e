// Sorting whole arrays of a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mg::cuda {

// All only say how much temporary memory they take, in `temporary_bytes`, when `temporary` is null.

/// Orders `count` values by their keys, largest first, equal ones as they were. Inputs stay as they are.
[[nodiscard]] cudaError_t sort_descending(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* keys,
                                          std::uint32_t* sorted_keys, const std::uint32_t* values,
                                          std::uint32_t* sorted_values, std::size_t count, cudaStream_t stream);

/// Orders `count` keys of which the lowest `bits` bits count. `keys` is overwritten.
[[nodiscard]] cudaError_t sort_keys(void* temporary, std::size_t& temporary_bytes, std::uint64_t* keys,
                                    std::uint64_t* sorted, std::size_t count, int bits, cudaStream_t stream);

/// The same with values; inputs stay as they are.
[[nodiscard]] cudaError_t sort_pairs(void* temporary, std::size_t& temporary_bytes, const std::uint64_t* keys,
                                     std::uint64_t* sorted_keys, const std::uint32_t* values,
                                     std::uint32_t* sorted_values, std::size_t count, int bits, cudaStream_t stream);

}  // namespace mg::cuda
