// time_spmv() by cuSPARSE, on any device whose memory the library can work on.
#pragma once

#include <functional>
#include <memory>

#include "engine/cuda/cusparse.hpp"
#include "engine/gpu/device.hpp"
#include "engine/gpu/spmv.hpp"

namespace mg::cuda {

/// Milliseconds that a device takes for what `work` has it do.
using DeviceTimer = std::function<double(const std::function<void()>& work)>;

/// The narrowest indices that cuSPARSE can have for the request: they are signed, and offsets and columns must be of
/// one type ("CSR SpMV does not support different index types"). 32 or 64.
[[nodiscard]] int index_bits_for(const SpmvRequest& request);

/// Indices have `index_bits` bits. The timer must be that of the stream, and the stream the device's.
[[nodiscard]] SpmvReport time_spmv(const CuSparse& library, const std::shared_ptr<Device>& device, cudaStream_t stream,
                                   const DeviceTimer& timer, const SpmvRequest& request, int index_bits);

}  // namespace mg::cuda
