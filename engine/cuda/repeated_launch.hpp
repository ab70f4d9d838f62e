// A kernel that is launched again and again without the host: a CUDA graph whose only node is a WHILE node. The kernel
// sets the condition itself. Where a second one in the body does, compute-sanitizer's synccheck (2025.3) calls every
// barrier of the first divergent.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mg::cuda {

class RepeatedLaunch {
 public:
  /// What a graph is built for; parameters may change from one start to the next.
  struct Shape {
    CUfunction function = nullptr;
    std::uint32_t blocks = 0;  ///< all of which the GPU holds at a time, so that they may wait for each other
    unsigned threads = 0;      ///< a block
    std::size_t shared_bytes = 0;

    friend bool operator==(const Shape&, const Shape&) = default;
  };

  RepeatedLaunch() = default;
  RepeatedLaunch(const RepeatedLaunch&) = delete;
  RepeatedLaunch& operator=(const RepeatedLaunch&) = delete;
  ~RepeatedLaunch() { reset(); }

  /// Whether the driver has WHILE nodes.
  [[nodiscard]] static bool is_supported();
  /// Prepares a start with these parameters, which are copied once `condition`, which lies in them, says what
  /// cudaGraphSetConditional() is to set. The graph is built again for another shape, or where the driver does not
  /// change the parameters of one. False where it has no WHILE nodes for such kernels.
  [[nodiscard]] bool set(const Shape& shape, void** parameters, std::uint64_t& condition);
  /// The kernel is launched once, and again as long as it has set the condition to another number than 0. The condition
  /// begins as 1 and stays what it was: a launch that does not set it is not the last.
  void start(cudaStream_t stream, std::string_view last_kernel);

 private:
  [[nodiscard]] cudaError_t build(void** parameters, std::uint64_t& condition);
  void reset() noexcept;

  Shape shape_;
  cudaGraphConditionalHandle condition_{};
  cudaGraph_t graph_ = nullptr;
  cudaGraphNode_t kernel_ = nullptr;  ///< in the body
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace mg::cuda
