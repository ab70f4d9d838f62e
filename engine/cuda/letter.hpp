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

struct Posted {
  const std::uint32_t* from;  ///< words
  std::uint32_t count;
  std::uint32_t number;    ///< of the letter: once the host finds it there, the words are, too
  std::uint32_t* cleared;  ///< words that become zero
  std::uint64_t num_cleared;
};

/// Writes a letter when all that is on `stream` has run, and clears words when it has been written.
[[nodiscard]] cudaError_t write_letter(Letter* letter, const Posted& posted, cudaStream_t stream);

}  // namespace mg::cuda
