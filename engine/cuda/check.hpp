// CUDA's errors as errors that a person can act on.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <string_view>

namespace mg::cuda {

/// Throws Error(internal) unless `result` is success: what was being done, what the GPU says, which kernel ran last.
void check(cudaError_t result, std::string_view action, std::string_view last_kernel = {});
void check(CUresult result, std::string_view action, std::string_view last_kernel = {});

}  // namespace mg::cuda
