#include "engine/cuda/deliver.hpp"

namespace mg::cuda {

namespace {

constexpr unsigned lanes = 32;

template <class Unit>
__global__ void __launch_bounds__(lanes)
    deliver_kernel(const Unit* from, unsigned count, Unit* to, std::uint32_t* flag, std::uint32_t number) {
  for (unsigned i = threadIdx.x; i < count; i += lanes) to[i] = from[i];
  __threadfence_system();
  __syncwarp();
  if (threadIdx.x == 0) *static_cast<volatile std::uint32_t*>(flag) = number;
}

template <class Unit>
cudaError_t launch(const void* from, std::size_t bytes, void* to, std::uint32_t* flag, std::uint32_t number,
                   cudaStream_t stream) {
  deliver_kernel<Unit><<<1, lanes, 0, stream>>>(static_cast<const Unit*>(from),
                                                static_cast<unsigned>(bytes / sizeof(Unit)), static_cast<Unit*>(to),
                                                flag, number);
  return cudaGetLastError();
}

}  // namespace

cudaError_t deliver(const void* from, std::size_t bytes, void* to, std::uint32_t* flag, std::uint32_t number,
                    cudaStream_t stream) {
  const bool whole_words = (reinterpret_cast<std::uintptr_t>(from) | bytes) % sizeof(std::uint32_t) == 0;
  return whole_words ? launch<std::uint32_t>(from, bytes, to, flag, number, stream)
                     : launch<unsigned char>(from, bytes, to, flag, number, stream);
}

}  // namespace mg::cuda
