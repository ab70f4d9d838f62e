// A few words sent from a GPU to the host, which looks for them itself before it leaves waiting to the driver. A copy
// and a synchronization cost several times as much, once an iteration.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace mg::cuda {

/// Pinned memory that a GPU writes to.
struct Letter {
  static constexpr std::size_t most_bytes = 256;
  std::uint32_t words[most_bytes / sizeof(std::uint32_t)];
  std::uint32_t number;  ///< of what was written last
};

/// Writes `count` words at `from` to a letter, as the host will find it once its number is `number`, when all that is
/// on `stream` has run.
[[nodiscard]] cudaError_t post(Letter* letter, std::uint32_t number, const std::uint32_t* from, std::uint32_t count,
                               cudaStream_t stream);

}  // namespace mg::cuda
