// What all streams of this process on one GPU share: its memory pool, its kernels, and pinned buffers.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/cuda/kernel_file.hpp"
#include "engine/cuda/staging.hpp"
#include "engine/gpu/device.hpp"

namespace mg::cuda {

/// Machine code in the GPU's memory.
struct LoadedKernel {
  CUfunction function = nullptr;
  int registers = 0;
  int local_bytes = 0;
  unsigned threads = 0;
  std::size_t shared_bytes = 0;
};

/// One GPU. Safe for concurrent use. Lives until close_all() or the end of the process, since memory and kernels are
/// worth keeping from one run to the next.
class Gpu {
 public:
  /// The GPU of that index, which must exist. Starting CUDA on it takes tenths of a second, the first time.
  static Gpu& of(int index);
  /// Gives back all that this process has of GPUs. There must be no CudaDevice left.
  static void close_all();

  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  [[nodiscard]] const DeviceInfo& info() const { return info_; }
  [[nodiscard]] cudaMemPool_t pool() const { return pool_; }
  /// Memory that nobody uses, and what the pool keeps of what was released. It is the current GPU of the thread.
  [[nodiscard]] std::uint64_t free_bytes() const;
  /// Makes it the current GPU of the calling thread.
  void use() const;
  /// Loads machine code unless it is loaded already.
  const LoadedKernel& load(const KernelKey& key, const KernelImage& image);

  [[nodiscard]] std::unique_ptr<Staging> take_staging();
  void give_back(std::unique_ptr<Staging> staging);

 private:
  explicit Gpu(int index);
  [[nodiscard]] LoadedKernel load_image(const KernelImage& image) const;

  DeviceInfo info_;
  cudaMemPool_t pool_ = nullptr;
  std::mutex mutex_;
  std::map<std::string, LoadedKernel> kernels_;
  std::vector<std::unique_ptr<Staging>> idle_staging_;
};

/// What can be said of a GPU without starting CUDA on it.
[[nodiscard]] DeviceInfo describe(int index);

}  // namespace mg::cuda
