// Prefix sums and selection over whole arrays of a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mg::cuda {

// Both only say how much temporary memory they take, in `temporary_bytes`, when `temporary` is null.

/// out[i] = in[0] + ... + in[i] for i < count.
[[nodiscard]] cudaError_t inclusive_scan(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* in,
                                         std::uint64_t* out, std::size_t count, cudaStream_t stream);

/// The positions of the set bits, ascending, and their number.
[[nodiscard]] cudaError_t select_bits(void* temporary, std::size_t& temporary_bytes, const std::uint64_t* words,
                                      std::size_t num_bits, std::uint32_t* out, std::uint64_t* count,
                                      cudaStream_t stream);

}  // namespace mg::cuda
