// Prefix sums over whole arrays of a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mg::cuda {

/// out[i] = in[0] + ... + in[i] for i < count. Only says how much temporary memory it takes, in `temporary_bytes`, when
/// `temporary` is null.
[[nodiscard]] cudaError_t inclusive_scan(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* in,
                                         std::uint64_t* out, std::size_t count, cudaStream_t stream);

}  // namespace mg::cuda
