#include "engine/cuda/graph_condition.hpp"

namespace mg::cuda {

namespace {

// The function that sets a condition is in the driver, like printf: nothing has to be linked for it.
__global__ void set_condition(cudaGraphConditionalHandle handle, const std::uint32_t* again) {
  cudaGraphSetConditional(handle, *again);
}

}  // namespace

cudaError_t add_condition(cudaGraph_t body, cudaGraphNode_t last, cudaGraphConditionalHandle handle,
                          const std::uint32_t* again) {
  void* parameters[] = {&handle, &again};
  cudaKernelNodeParams node{};
  node.func = reinterpret_cast<void*>(&set_condition);
  node.gridDim = node.blockDim = dim3(1, 1, 1);
  node.kernelParams = parameters;
  cudaGraphNode_t added = nullptr;
  return cudaGraphAddKernelNode(&added, body, &last, 1, &node);
}

}  // namespace mg::cuda
