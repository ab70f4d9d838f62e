#include "tools/bench/gpu_clock.hpp"

#include <cstdlib>
#include <string_view>

#include "engine/cuda/toolkit_library.hpp"
#include "engine/error.hpp"

namespace mg::tools {

GpuDriver::GpuDriver() {
  std::string problem;
  void* library = open_toolkit_library("cuda", "libcuda.so.1", problem);
  const bool is_whole = library != nullptr && find_function(library, "cuDeviceGetName", device_name) &&
                        find_function(library, "cuGetErrorString", error_text) &&
                        find_function(library, "cuStreamCreate", create_stream) &&
                        find_function(library, "cuStreamDestroy_v2", destroy_stream) &&
                        find_function(library, "cuStreamSynchronize", wait_for_stream) &&
                        find_function(library, "cuEventCreate", create_event) &&
                        find_function(library, "cuEventDestroy_v2", destroy_event) &&
                        find_function(library, "cuEventRecord", record) &&
                        find_function(library, "cuEventSynchronize", wait_for_event) &&
                        find_function(library, "cuEventElapsedTime", elapsed);
  if (!is_whole) fail(ExitCode::no_resources, "there is no NVIDIA driver to measure by: {}", problem);
}

GpuClock::GpuClock(const DeviceInfo& device) {
  char name[256] = {};
  // The memory of an emulated GPU is none that other libraries can work on.
  if (driver_.device_name(name, sizeof(name), device.index) != CUDA_SUCCESS || device.name != name) {
    fail(ExitCode::no_resources,
         "GPU {} ({}) is none of the driver's, on which alone CUDA's libraries can be measured{}", device.index,
         device.name, std::getenv("MG_BACKEND") != nullptr ? ": MG_BACKEND names a backend, unset it" : "");
  }
  check(driver_.create_stream(&stream_, CU_STREAM_NON_BLOCKING), "making a stream");
  check(driver_.create_event(&start_, CU_EVENT_DEFAULT), "making an event");
  check(driver_.create_event(&stop_, CU_EVENT_DEFAULT), "making an event");
}

GpuClock::~GpuClock() {
  static_cast<void>(driver_.destroy_event(start_));
  static_cast<void>(driver_.destroy_event(stop_));
  static_cast<void>(driver_.destroy_stream(stream_));
}

void GpuClock::wait() const { check(driver_.wait_for_stream(stream_), "computing"); }

double GpuClock::ms(const std::function<void()>& work) const {
  check(driver_.record(start_, stream_), "recording an event");
  work();
  check(driver_.record(stop_, stream_), "recording an event");
  check(driver_.wait_for_event(stop_), "computing");
  float ms = 0;
  check(driver_.elapsed(&ms, start_, stop_), "reading the clock");
  return ms;
}

void GpuClock::check(CUresult result, std::string_view action) const {
  if (result == CUDA_SUCCESS) return;
  const char* text = nullptr;
  static_cast<void>(driver_.error_text(result, &text));
  fail(ExitCode::internal, "the GPU failed while {}: {}", action, text == nullptr ? "unknown error" : text);
}

}  // namespace mg::tools
