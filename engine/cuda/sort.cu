#include <cub/device/device_radix_sort.cuh>

#include "engine/cuda/sort.hpp"

namespace mg::cuda {

cudaError_t sort_descending(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* keys,
                            std::uint32_t* sorted_keys, const std::uint32_t* values, std::uint32_t* sorted_values,
                            std::size_t count, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairsDescending(temporary, temporary_bytes, keys, sorted_keys, values, sorted_values,
                                                   static_cast<std::int64_t>(count), 0, 32, stream);
}

cudaError_t sort_keys(void* temporary, std::size_t& temporary_bytes, std::uint64_t* keys, std::uint64_t* sorted,
                      std::size_t count, int bits, cudaStream_t stream) {
  // Between the two arrays, a third one is not needed; but where they end is as it comes.
  cub::DoubleBuffer<std::uint64_t> buffers(keys, sorted);
  const cudaError_t result = cub::DeviceRadixSort::SortKeys(temporary, temporary_bytes, buffers,
                                                            static_cast<std::int64_t>(count), 0, bits, stream);
  if (result != cudaSuccess || temporary == nullptr || buffers.Current() == sorted) return result;
  return cudaMemcpyAsync(sorted, buffers.Current(), count * sizeof(*sorted), cudaMemcpyDeviceToDevice, stream);
}

cudaError_t sort_pairs(void* temporary, std::size_t& temporary_bytes, const std::uint64_t* keys,
                       std::uint64_t* sorted_keys, const std::uint32_t* values, std::uint32_t* sorted_values,
                       std::size_t count, int bits, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(temporary, temporary_bytes, keys, sorted_keys, values, sorted_values,
                                         static_cast<std::int64_t>(count), 0, bits, stream);
}

}  // namespace mg::cuda
