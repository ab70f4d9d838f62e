#include "engine/cuda/event_timer.hpp"

#include "engine/cuda/check.hpp"

namespace mg::cuda {

EventTimer::EventTimer(cudaStream_t stream) : stream_(stream) {
  check(cudaEventCreate(&start_), "creating an event");
  check(cudaEventCreate(&stop_), "creating an event");
}

EventTimer::~EventTimer() {
  static_cast<void>(cudaEventDestroy(start_));
  static_cast<void>(cudaEventDestroy(stop_));
}

double EventTimer::ms(const std::function<void()>& work) const {
  check(cudaEventRecord(start_, stream_), "recording an event");
  work();
  check(cudaEventRecord(stop_, stream_), "recording an event");
  check(cudaEventSynchronize(stop_), "computing");
  float ms = 0;
  check(cudaEventElapsedTime(&ms, start_, stop_), "reading the clock");
  return ms;
}

}  // namespace mg::cuda
