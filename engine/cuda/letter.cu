#include "engine/cuda/letter.hpp"

namespace mg::cuda {

namespace {

constexpr unsigned threads = 32;

__global__ void write(volatile Letter* letter, std::uint32_t number, const std::uint32_t* from, std::uint32_t count) {
  for (unsigned i = threadIdx.x; i < count; i += threads) letter->words[i] = from[i];
  __threadfence_system();
  __syncwarp();
  if (threadIdx.x == 0) letter->number = number;
}

}  // namespace

cudaError_t post(Letter* letter, std::uint32_t number, const std::uint32_t* from, std::uint32_t count,
                 cudaStream_t stream) {
  void* arguments[] = {&letter, &number, &from, &count};
  return cudaLaunchKernel(reinterpret_cast<const void*>(&write), dim3(1), dim3(threads), arguments, 0, stream);
}

}  // namespace mg::cuda
