// A stream of a GPU by the events of which it tells the time, through the driver alone: programs need no CUDA runtime.
#pragma once

#include <cuda.h>

#include <functional>

#include "engine/gpu/device.hpp"
#include "tools/bench/cusparse_spmv.hpp"

namespace mg::tools {

/// The driver, and the part of its interface that is used.
struct GpuDriver {
  /// Throws Error(no_resources) where there is none.
  GpuDriver();

  decltype(&cuDeviceGetName) device_name = nullptr;
  decltype(&cuGetErrorString) error_text = nullptr;
  decltype(&cuStreamCreate) create_stream = nullptr;
  decltype(&cuStreamDestroy) destroy_stream = nullptr;
  decltype(&cuStreamSynchronize) wait_for_stream = nullptr;
  decltype(&cuEventCreate) create_event = nullptr;
  decltype(&cuEventDestroy) destroy_event = nullptr;
  decltype(&cuEventRecord) record = nullptr;
  decltype(&cuEventSynchronize) wait_for_event = nullptr;
  decltype(&cuEventElapsedTime) elapsed = nullptr;
};

class GpuClock final : public TimedStream {
 public:
  /// For a Device that this thread has opened: its context is the thread's. Throws Error(no_resources) where the device
  /// is none of the driver's.
  explicit GpuClock(const DeviceInfo& device);
  ~GpuClock() override;

  [[nodiscard]] cudaStream_t stream() const override { return stream_; }
  void wait() const override;
  [[nodiscard]] double ms(const std::function<void()>& work) const override;

 private:
  void check(CUresult result, std::string_view action) const;

  GpuDriver driver_;
  CUstream stream_ = nullptr;
  CUevent start_ = nullptr;
  CUevent stop_ = nullptr;
};

}  // namespace mg::tools
