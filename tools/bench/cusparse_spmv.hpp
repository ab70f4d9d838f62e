// Products by cuSPARSE, on any device whose memory the library can work on.
#pragma once

#include <functional>
#include <memory>

#include "engine/gpu/device.hpp"
#include "tools/bench/cusparse.hpp"
#include "tools/bench/spmv.hpp"

namespace mg::tools {

/// The stream that the library works on, beside the device's.
class TimedStream {
 public:
  TimedStream() = default;
  TimedStream(const TimedStream&) = delete;
  TimedStream& operator=(const TimedStream&) = delete;
  virtual ~TimedStream() = default;

  [[nodiscard]] virtual cudaStream_t stream() const = 0;
  /// Waits for what it has been given.
  virtual void wait() const = 0;
  /// Milliseconds that it takes for what `work` gives it. Waits for that.
  [[nodiscard]] virtual double ms(const std::function<void()>& work) const = 0;
};

/// The narrowest indices that cuSPARSE can have for the request: they are signed, and offsets and columns must be of
/// one type ("CSR SpMV does not support different index types"). 32 or 64.
[[nodiscard]] int index_bits_for(const SpmvRequest& request);

/// Indices have `index_bits` bits. The stream must be of that device.
[[nodiscard]] SpmvReport time_spmv(const CuSparse& library, const std::shared_ptr<Device>& device,
                                   const TimedStream& stream, const SpmvRequest& request, int index_bits);

}  // namespace mg::tools
