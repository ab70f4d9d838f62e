// A few bytes from a GPU's memory to pinned host memory, by a kernel: half the latency of the copy engine's.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mg::cuda {

/// Copies in the order of the stream, and then writes `number` to `flag`, which the host may watch.
[[nodiscard]] cudaError_t deliver(const void* from, std::size_t bytes, void* to, std::uint32_t* flag,
                                  std::uint32_t number, cudaStream_t stream);

}  // namespace mg::cuda
