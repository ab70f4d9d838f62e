// What repeats the body of a CUDA graph's WHILE node.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace mg::cuda {

/// Adds a node to the body, behind `last`: the body is repeated as long as it finds a number other than 0 at `again`.
[[nodiscard]] cudaError_t add_condition(cudaGraph_t body, cudaGraphNode_t last, cudaGraphConditionalHandle handle,
                                        const std::uint32_t* again);

}  // namespace mg::cuda
