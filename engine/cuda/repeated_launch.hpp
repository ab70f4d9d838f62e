// A kernel that is launched again and again without the host: a CUDA graph whose only node is a WHILE node.
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
    const std::uint32_t* again = nullptr;

    friend bool operator==(const Shape&, const Shape&) = default;
  };

  RepeatedLaunch() = default;
  RepeatedLaunch(const RepeatedLaunch&) = delete;
  RepeatedLaunch& operator=(const RepeatedLaunch&) = delete;
  ~RepeatedLaunch() { reset(); }

  /// Prepares a start with these parameters, which are copied. The graph is built again for another shape, or where the
  /// driver does not change the parameters of one. False where it has no WHILE nodes for such kernels.
  [[nodiscard]] bool set(const Shape& shape, void** parameters);
  /// The kernel is launched once, and again as long as *again is not 0.
  void start(cudaStream_t stream, std::string_view last_kernel);

 private:
  [[nodiscard]] cudaError_t build(void** parameters);
  void reset() noexcept;

  Shape shape_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphNode_t kernel_ = nullptr;  ///< in the body
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace mg::cuda
