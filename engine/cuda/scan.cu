#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_scan.cuh>

#include "engine/cuda/scan.hpp"

namespace mg::cuda {

namespace {

struct Widen {
  __host__ __device__ std::uint64_t operator()(std::uint32_t value) const { return value; }
};

}  // namespace

cudaError_t inclusive_scan(void* temporary, std::size_t& temporary_bytes, const std::uint32_t* in, std::uint64_t* out,
                           std::size_t count, cudaStream_t stream) {
  const auto wide = thrust::make_transform_iterator(in, Widen{});
  return cub::DeviceScan::InclusiveSum(temporary, temporary_bytes, wide, out, static_cast<std::int64_t>(count), stream);
}

}  // namespace mg::cuda
