// The entry points of libmg_cuda.so, which device.cpp loads at run time.
#pragma once

#include <memory>

#include "engine/gpu/device.hpp"

namespace mg {

/// Raised whenever Device, DeviceInfo, DeviceList, DeviceKernel, KernelRequest or an entry point changes.
inline constexpr int cuda_backend_interface = 12;

using CudaInterfaceFunction = int();
using CudaListFunction = void(DeviceList* list);
/// Throws Error like open_device().
using CudaOpenFunction = void(int index, std::shared_ptr<Device>* device);
using CudaCloseFunction = void();

inline constexpr const char* cuda_interface_symbol = "mg_cuda_interface";
inline constexpr const char* cuda_list_symbol = "mg_cuda_list";
inline constexpr const char* cuda_open_symbol = "mg_cuda_open";
inline constexpr const char* cuda_close_symbol = "mg_cuda_close";

}  // namespace mg
