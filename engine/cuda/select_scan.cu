#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "engine/cuda/select_scan.hpp"

namespace mg::cuda {

namespace {

struct Widen {
  __host__ __device__ std::uint64_t operator()(std::uint32_t value) const { return value; }
};

struct IsSet {
  const std::uint64_t* words;
  __device__ bool operator()(std::uint32_t i) const { return (words[i / 64] >> (i % 64) & 1) != 0; }
};

}  // namespace

cudaError_t inclusive_scan(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* in, std::uint64_t* out,
                           std::size_t count, cudaStream_t stream) {
  const auto wide = thrust::make_transform_iterator(in, Widen{});
  return cub::DeviceScan::InclusiveSum(temporary, temporary_bytes, wide, out, static_cast<std::int64_t>(count), stream);
}

cudaError_t select_bits(void* temporary, std::size_t& temporary_bytes, const std::uint64_t* words, std::size_t num_bits,
                        std::uint32_t* out, std::uint64_t* count, cudaStream_t stream) {
  const thrust::counting_iterator<std::uint32_t> positions(0);
  return cub::DeviceSelect::If(temporary, temporary_bytes, positions, out, count, static_cast<std::int64_t>(num_bits),
                               IsSet{words}, stream);
}

}  // namespace mg::cuda
