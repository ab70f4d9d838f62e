#include "engine/cuda/repeated_launch.hpp"

#include "engine/cuda/check.hpp"

namespace mg::cuda {

namespace {

constexpr int first_driver = 12040;  ///< that has WHILE nodes

/// The driver's errors have the numbers of the runtime's.
cudaError_t as_runtime_error(CUresult result) { return static_cast<cudaError_t>(result); }

bool says_unsupported(cudaError_t result) {
  return result == cudaErrorNotSupported || result == cudaErrorCallRequiresNewerDriver ||
         result == cudaErrorNoKernelImageForDevice;
}

CUDA_KERNEL_NODE_PARAMS node_of(const RepeatedLaunch::Shape& shape, void** parameters) {
  CUDA_KERNEL_NODE_PARAMS node{};
  node.func = shape.function;
  node.gridDimX = shape.blocks;
  node.blockDimX = shape.threads;
  node.gridDimY = node.gridDimZ = node.blockDimY = node.blockDimZ = 1;
  node.sharedMemBytes = static_cast<unsigned>(shape.shared_bytes);
  node.kernelParams = parameters;
  return node;
}

// Since CUDA 13 the function that adds a node takes data of its edges too, of which a first node has none.
using AddNode = cudaError_t(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, std::size_t, cudaGraphNodeParams*);
using AddNodeWithEdges = cudaError_t(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*,
                                     std::size_t, cudaGraphNodeParams*);
[[maybe_unused]] cudaError_t add_first(AddNode* add, cudaGraph_t graph, cudaGraphNodeParams& node) {
  cudaGraphNode_t added = nullptr;
  return add(&added, graph, nullptr, 0, &node);
}
[[maybe_unused]] cudaError_t add_first(AddNodeWithEdges* add, cudaGraph_t graph, cudaGraphNodeParams& node) {
  cudaGraphNode_t added = nullptr;
  return add(&added, graph, nullptr, nullptr, 0, &node);
}

/// Adds a WHILE node whose condition holds at every start; its body is empty.
cudaError_t add_while(cudaGraph_t graph, cudaGraphConditionalHandle& handle, cudaGraph_t& body) {
  const cudaError_t created = cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  if (created != cudaSuccess) return created;
  cudaGraphNodeParams node{};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = cudaGraphCondTypeWhile;
  node.conditional.size = 1;
  const cudaError_t added = add_first(&cudaGraphAddNode, graph, node);
  if (added == cudaSuccess) body = node.conditional.phGraph_out[0];
  return added;
}

}  // namespace

bool RepeatedLaunch::is_supported() {
  int driver = 0;
  check(cudaDriverGetVersion(&driver), "asking for the driver's version");
  return driver >= first_driver;
}

bool RepeatedLaunch::set(const Shape& shape, void** parameters, std::uint64_t& condition) {
  if (executable_ != nullptr && shape == shape_) {
    condition = condition_;
    const CUDA_KERNEL_NODE_PARAMS node = node_of(shape, parameters);
    if (cuGraphExecKernelNodeSetParams(executable_, kernel_, &node) == CUDA_SUCCESS) return true;
  }
  if (!is_supported()) return false;
  reset();
  shape_ = shape;
  const cudaError_t result = build(parameters, condition);
  if (says_unsupported(result)) {
    static_cast<void>(cudaGetLastError());
    reset();
    return false;
  }
  check(result, "building a graph that repeats a kernel");
  return true;
}

cudaError_t RepeatedLaunch::build(void** parameters, std::uint64_t& condition) {
  cudaGraph_t body = nullptr;
  CUkernelNodeAttrValue cooperative{};
  cooperative.cooperative = 1;
  const CUDA_KERNEL_NODE_PARAMS node = node_of(shape_, parameters);

  cudaError_t result = cudaGraphCreate(&graph_, 0);
  if (result == cudaSuccess) result = add_while(graph_, condition_, body);
  condition = condition_;
  if (result == cudaSuccess) result = as_runtime_error(cuGraphAddKernelNode(&kernel_, body, nullptr, 0, &node));
  if (result == cudaSuccess) {
    result =
        as_runtime_error(cuGraphKernelNodeSetAttribute(kernel_, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE, &cooperative));
  }
  if (result == cudaSuccess) result = cudaGraphInstantiate(&executable_, graph_, 0);
  return result;
}

void RepeatedLaunch::start(cudaStream_t stream, std::string_view last_kernel) {
  check(cudaGraphLaunch(executable_, stream), "launching a graph", last_kernel);
}

void RepeatedLaunch::reset() noexcept {
  if (executable_ != nullptr) static_cast<void>(cudaGraphExecDestroy(executable_));
  if (graph_ != nullptr) static_cast<void>(cudaGraphDestroy(graph_));
  executable_ = nullptr;
  graph_ = nullptr;
}

}  // namespace mg::cuda
