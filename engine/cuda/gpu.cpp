#include "engine/cuda/gpu.hpp"

#include <algorithm>

#include "engine/cuda/check.hpp"
#include "engine/error.hpp"

namespace mg::cuda {

namespace {

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, index), "asking for an attribute of the GPU");
  return value;
}

int attribute(CUfunction_attribute which, CUfunction function) {
  int value = 0;
  check(cuFuncGetAttribute(&value, which, function), "asking for an attribute of a kernel");
  return value;
}

/// Makes this process known to the GPU, which takes some of its memory.
void enter(const DeviceInfo& info) {
  const cudaError_t result = cudaSetDevice(info.index);
  if (result == cudaErrorDevicesUnavailable || result == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    fail(ExitCode::no_resources,
         "GPU {} ({}) has no room for another process: {}. nvidia-smi shows who uses it, and whether its compute mode "
         "lets several",
         info.index, info.name, cudaGetErrorString(result));
  }
  check(result, "selecting the GPU");
}

}  // namespace

DeviceInfo describe(int index) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, index), "asking for the properties of the GPU");
  int driver = 0;
  check(cudaDriverGetVersion(&driver), "asking for the version of the driver");
  DeviceInfo info;
  info.index = index;
  info.name = properties.name;
  info.architecture = 10 * properties.major + properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.memory_bytes = properties.totalGlobalMem;
  info.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  info.shared_bytes_per_block = properties.sharedMemPerBlockOptin;
  info.clock_khz = attribute(cudaDevAttrClockRate, index);
  info.driver = fmt::format("{}.{}", driver / 1000, driver % 1000 / 10);
  return info;
}

namespace {

struct Gpus {
  std::mutex mutex;
  std::map<int, std::unique_ptr<Gpu>> by_index;
};

/// Never destroyed: when static objects are, CUDA may be gone already.
Gpus& shared_gpus() {
  static auto* gpus = new Gpus;
  return *gpus;
}

}  // namespace

Gpu& Gpu::of(int index) {
  Gpus& gpus = shared_gpus();
  const std::scoped_lock lock(gpus.mutex);
  auto& gpu = gpus.by_index[index];
  if (!gpu) gpu.reset(new Gpu(index));
  return *gpu;
}

void Gpu::close_all() {
  Gpus& gpus = shared_gpus();
  const std::scoped_lock lock(gpus.mutex);
  for (auto& [index, gpu] : gpus.by_index) {
    static_cast<void>(cudaSetDevice(index));
    gpu.reset();
    static_cast<void>(cudaDeviceReset());
  }
  gpus.by_index.clear();
}

Gpu::Gpu(int index) : info_(describe(index)) {
  enter(info_);
  if (attribute(cudaDevAttrMemoryPoolsSupported, index) == 0) {
    fail(ExitCode::no_resources, "GPU {} ({}) has no memory pools; its driver or its virtual machine lacks them", index,
         info_.name);
  }
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = index;
  check(cudaMemPoolCreate(&pool_, &properties), "creating a memory pool");
  // Released memory stays in the pool until somebody needs it elsewhere.
  std::uint64_t threshold = UINT64_MAX;
  check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &threshold), "setting up the memory pool");
  void* first = nullptr;  // takes a hundredth of a second, which is part of starting
  check(cudaMallocFromPoolAsync(&first, 1, pool_, nullptr), "setting up the memory pool");
  check(cudaFreeAsync(first, nullptr), "setting up the memory pool");
}

void Gpu::use() const { check(cudaSetDevice(info_.index), "selecting the GPU"); }

std::uint64_t Gpu::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for free memory");
  std::uint64_t kept = 0;
  std::uint64_t used = 0;
  check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &kept), "asking what the memory pool keeps");
  check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used), "asking what the memory pool gave out");
  return free + (kept > used ? kept - used : 0);
}

const LoadedKernel& Gpu::load(const KernelKey& key, const KernelImage& image) {
  const std::scoped_lock lock(mutex_);
  const auto [place, is_new] = kernels_.try_emplace(key.text());
  if (!is_new) return place->second;
  try {
    place->second = load_image(image);
  } catch (...) {
    kernels_.erase(place);
    throw;
  }
  return place->second;
}

LoadedKernel Gpu::load_image(const KernelImage& image) const {
  char messages[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): so the driver takes a size
  void* values[] = {messages, reinterpret_cast<void*>(sizeof(messages))};
  CUmodule module = nullptr;
  const CUresult result = cuModuleLoadDataEx(&module, image.code.c_str(), 2, options, values);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    fail(ExitCode::no_resources, "the GPU has no memory left for the kernel {}", image.agent);
  }
  if (result != CUDA_SUCCESS) {
    const char* text = nullptr;
    cuGetErrorString(result, &text);
    fail(ExitCode::internal, "the driver (CUDA {}) does not load the kernel {} that {} made: {} {}", info_.driver,
         image.agent, image.compiler, text == nullptr ? "unknown error" : text, messages);
  }
  LoadedKernel kernel;
  check(cuModuleGetFunction(&kernel.function, module, "mg_kernel"), "looking for a kernel");
  kernel.registers = attribute(CU_FUNC_ATTRIBUTE_NUM_REGS, kernel.function);
  kernel.local_bytes = attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, kernel.function);
  // That of its launch bounds, which are the agent's.
  kernel.threads = static_cast<unsigned>(attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel.function));
  kernel.shared_bytes = static_cast<std::size_t>(attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel.function));
  const auto most = static_cast<int>(info_.shared_bytes_per_block - kernel.shared_bytes);
  check(cuFuncSetAttribute(kernel.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most),
        "allowing a kernel its shared memory");
  return kernel;
}

std::unique_ptr<Staging> Gpu::take_staging() {
  const std::scoped_lock lock(mutex_);
  if (idle_staging_.empty()) return std::make_unique<Staging>();
  auto staging = std::move(idle_staging_.back());
  idle_staging_.pop_back();
  return staging;
}

void Gpu::give_back(std::unique_ptr<Staging> staging) {
  const std::scoped_lock lock(mutex_);
  idle_staging_.push_back(std::move(staging));
}

}  // namespace mg::cuda
