// The GPU's own clock.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>

namespace mg::cuda {

/// Two events of a stream. Must not outlive it.
class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream);
  ~EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  /// Milliseconds that the GPU takes for what `work` has the stream do. Waits for it.
  [[nodiscard]] double ms(const std::function<void()>& work) const;

 private:
  cudaStream_t stream_;
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

}  // namespace mg::cuda
