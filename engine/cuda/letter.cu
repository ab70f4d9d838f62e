#include <algorithm>

#include "engine/cuda/letter.hpp"

namespace mg::cuda {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned most_blocks = 128;
/// Words that one block clears in no more time than the letter takes on its way.
constexpr std::uint64_t words_of_block = 4096;

/// The first block writes, and clears with the others, if there are any; then what they clear must not be sent.
__global__ void write(volatile Letter* letter, Posted posted) {
  if (blockIdx.x == 0 && threadIdx.x < 32) {
    for (unsigned i = threadIdx.x; i < posted.count; i += 32) letter->words[i] = posted.from[i];
    __threadfence_system();
    __syncwarp();
    if (threadIdx.x == 0) letter->number = posted.number;
  }
  __syncthreads();
  const std::uint64_t stride = std::uint64_t{gridDim.x} * threads;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x; i < posted.num_cleared; i += stride) {
    posted.cleared[i] = 0;
  }
}

unsigned blocks_for(const Posted& posted) {
  const bool clears_what_it_sends =
      posted.from < posted.cleared + posted.num_cleared && posted.cleared < posted.from + posted.count;
  const std::uint64_t blocks = (posted.num_cleared + words_of_block - 1) / words_of_block;
  return clears_what_it_sends ? 1 : static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, most_blocks));
}

}  // namespace

cudaError_t write_letter(Letter* letter, const Posted& posted, cudaStream_t stream) {
  Posted copy = posted;
  void* arguments[] = {&letter, &copy};
  return cudaLaunchKernel(reinterpret_cast<const void*>(&write), dim3(blocks_for(posted)), dim3(threads), arguments, 0,
                          stream);
}

}  // namespace mg::cuda
