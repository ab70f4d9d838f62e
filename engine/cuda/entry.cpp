// The entry points of libmg_cuda.so.
#include <exception>

#include "engine/cuda/backend.hpp"
#include "engine/cuda/check.hpp"
#include "engine/cuda/cuda_device.hpp"
#include "engine/error.hpp"

namespace {

/// The oldest GPUs that device-wide kernels are compiled for.
constexpr int oldest_architecture = 80;

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

void list(mg::DeviceList& list) {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  static_cast<void>(cudaGetLastError());
  if (result == cudaErrorInsufficientDriver) {
    int driver = 0;
    static_cast<void>(cudaDriverGetVersion(&driver));
    list.problem = fmt::format("the NVIDIA driver is too old: it supports CUDA {}, and MultiGraph was built with {}",
                               version_text(driver), version_text(CUDART_VERSION));
    return;
  }
  if (result == cudaErrorNoDevice || (result == cudaSuccess && count == 0)) {
    list.problem = "the NVIDIA driver sees no GPU (CUDA_VISIBLE_DEVICES may hide it)";
    return;
  }
  mg::cuda::check(result, "looking for GPUs");
  for (int i = 0; i < count; ++i) {
    mg::DeviceInfo info = mg::cuda::describe(i);
    if (info.architecture >= oldest_architecture) {
      list.devices.push_back(std::move(info));
    } else if (list.problem.empty()) {
      list.problem =
          fmt::format("{} has compute capability {}.{}, and MultiGraph needs {}.{}", info.name, info.architecture / 10,
                      info.architecture % 10, oldest_architecture / 10, oldest_architecture % 10);
    }
  }
  if (!list.devices.empty()) list.problem.clear();
}

}  // namespace

// Visible whatever the visibility that the library is compiled with.
extern "C" {
__attribute__((visibility("default"))) int mg_cuda_interface() { return mg::cuda_backend_interface; }

__attribute__((visibility("default"))) void mg_cuda_list(mg::DeviceList* result) {
  try {
    list(*result);
  } catch (const std::exception& error) {
    result->devices.clear();
    result->problem = error.what();
  }
}

__attribute__((visibility("default"))) void mg_cuda_open(int index, std::shared_ptr<mg::Device>* device) {
  *device = std::make_shared<mg::cuda::CudaDevice>(index);
}

__attribute__((visibility("default"))) void mg_cuda_close() { mg::cuda::Gpu::close_all(); }
}
