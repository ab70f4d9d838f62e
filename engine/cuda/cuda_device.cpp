#include "engine/cuda/cuda_device.hpp"

#include <algorithm>
#include <chrono>

#include "engine/cuda/check.hpp"
#include "engine/cuda/scan.hpp"
#include "engine/cuda/sort.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define MG_NVTX 1
#endif

namespace mg::cuda {

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) * 1e-3);
  if (bytes < 10'000'000'000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9);
}

/// What makes two requests the same kernel.
std::string identity(const KernelRequest& request) {
  return fmt::format("{}\n{}\n{}\n{}", request.agent, request.agent_header, request.algorithm.name,
                     std::hash<std::string_view>{}(request.algorithm.text));
}

}  // namespace

/// Memory that is released in the order of the stream.
class CudaDevice::Temporary {
 public:
  Temporary(CudaDevice& device, std::size_t bytes)
      : device_(device), memory_(device.allocate(bytes, "scratch space")) {}
  ~Temporary() { device_.release(memory_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] void* get() const { return memory_; }

 private:
  CudaDevice& device_;
  void* memory_;
};

CudaDevice::CudaDevice(int index) : gpu_(Gpu::of(index)), info_(gpu_.info()) {
  gpu_.use();
  free_bytes_ = gpu_.free_bytes();
  staging_ = gpu_.take_staging();
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
}

CudaDevice::~CudaDevice() {
  // After a fault every call fails, and there is nothing more to be done about it here.
  static_cast<void>(cudaSetDevice(info_.index));
  for (const auto& [memory, bytes] : blocks_) static_cast<void>(cudaFreeAsync(memory, stream_));
  const bool is_sound = cudaStreamSynchronize(stream_) == cudaSuccess;
  repeated_launches_.clear();
  static_cast<void>(cudaStreamDestroy(stream_));
  static_cast<void>(cudaGetLastError());
  if (is_sound) gpu_.give_back(std::move(staging_));
}

void* CudaDevice::allocate(std::size_t bytes, std::string_view what) {
  gpu_.use();
  void* memory = nullptr;
  const std::size_t size = bytes == 0 ? 1 : bytes;
  cudaError_t result = cudaMallocFromPoolAsync(&memory, size, gpu_.pool(), stream_);
  if (result == cudaErrorMemoryAllocation) {
    // What was released may lie in pieces that are too small: hand them back and ask again.
    static_cast<void>(cudaGetLastError());
    synchronize();
    check(cudaMemPoolTrimTo(gpu_.pool(), 0), "trimming the memory pool");
    result = cudaMallocFromPoolAsync(&memory, size, gpu_.pool(), stream_);
  }
  if (result == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    fail(ExitCode::no_resources,
         "not enough memory on GPU {} ({}) for {}: {} needed, {} of {} free, {} in use by this run", info_.index,
         info_.name, what, bytes_text(bytes), bytes_text(gpu_.free_bytes()), bytes_text(info_.memory_bytes),
         bytes_text(allocated_bytes_));
  }
  check(result, "allocating memory", last_kernel());
  blocks_.emplace(memory, bytes);
  allocated_bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, allocated_bytes_);
  return memory;
}

void CudaDevice::release(void* memory) noexcept {
  const auto block = blocks_.find(memory);
  if (block == blocks_.end()) return;
  allocated_bytes_ -= block->second;
  blocks_.erase(block);
  static_cast<void>(cudaSetDevice(info_.index));
  if (cudaFreeAsync(memory, stream_) != cudaSuccess) static_cast<void>(cudaGetLastError());
}

void CudaDevice::upload(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  gpu_.use();
  staging_->upload(to, from, bytes, stream_, last_kernel());
}

void CudaDevice::download(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  gpu_.use();
  staging_->download(to, from, bytes, stream_, last_kernel());
}

void CudaDevice::post(const void* from, std::size_t bytes, Words cleared) {
  gpu_.use();
  staging_->post(from, bytes, cleared, stream_, last_kernel());
}

void CudaDevice::receive(void* to) { staging_->receive(to, stream_, last_kernel()); }

void CudaDevice::copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  gpu_.use();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copying on the GPU", last_kernel());
}

void CudaDevice::fill(void* to, std::uint8_t byte, std::size_t bytes) {
  if (bytes == 0) return;
  gpu_.use();
  check(cudaMemsetAsync(to, byte, bytes, stream_), "filling memory", last_kernel());
}

void CudaDevice::synchronize() {
  gpu_.use();
  check(cudaStreamSynchronize(stream_), "computing", last_kernel());
}

const DeviceKernel& CudaDevice::kernel(const KernelRequest& request) {
  std::string name = identity(request);
  if (const auto known = kernels_.find(name); known != kernels_.end()) return known->second;
  // Loading waits for what is on its way, which is no part of getting a kernel.
  synchronize();
  const auto start = Clock::now();
  const Specialiser::Found found = shared_specialiser().find(request, info_.architecture);
  const LoadedKernel& loaded = gpu_.load(found.key, found.image);
  compile_ms_ += ms_since(start);
  DeviceKernel& kernel = kernels_[std::move(name)];
  kernel.agent = request.agent;
  kernel.origin = found.origin;
  kernel.registers = loaded.registers;
  kernel.spill_bytes = loaded.local_bytes;
  kernel.threads = loaded.threads;
  kernel.shared_bytes = loaded.shared_bytes;
  kernel.handle = loaded.function;
  return kernel;
}

bool CudaDevice::has_kernel(const KernelRequest& request) {
  return kernels_.contains(identity(request)) || shared_specialiser().has(request, info_.architecture);
}

std::vector<DeviceKernel> CudaDevice::kernels() const {
  std::vector<DeviceKernel> all;
  for (const auto& [name, kernel] : kernels_) all.push_back(kernel);
  std::ranges::sort(all, {}, &DeviceKernel::agent);
  return all;
}

void CudaDevice::launch(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                        const void* arguments, const void* function) {
  if (blocks == 0) return;
  gpu_.use();
  check_shared(kernel, shared_bytes);
  // The driver takes pointers to the parameters, copies what they point to, and writes nothing.
  void* parameters[] = {const_cast<void*>(arguments), const_cast<void*>(function)};
  const CUresult result = cuLaunchKernel(static_cast<CUfunction>(kernel.handle), blocks, 1, 1, kernel.threads, 1, 1,
                                         static_cast<unsigned>(shared_bytes), stream_, parameters, nullptr);
  if (result != CUDA_SUCCESS) {
    check(result, fmt::format("launching {} blocks of {}", blocks, kernel.agent), last_kernel());
  }
  last_kernel_ = &kernel;
}

namespace {

/// One launch of a team, as the driver wants it. Refers to `attributes`.
CUlaunchConfig team_config(const DeviceKernel& kernel, LaunchTeam team, std::uint32_t blocks, std::size_t shared_bytes,
                           CUstream stream, CUlaunchAttribute& attribute) {
  if (team == LaunchTeam::cluster) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim = {blocks, 1, 1};
  } else {
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
  }
  CUlaunchConfig config{};
  config.gridDimX = blocks;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = kernel.threads;
  config.blockDimY = config.blockDimZ = 1;
  config.sharedMemBytes = static_cast<unsigned>(shared_bytes);
  config.hStream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}

}  // namespace

void CudaDevice::launch_team(const DeviceKernel& kernel, LaunchTeam team, std::uint32_t blocks,
                             std::size_t shared_bytes, const void* arguments, const void* function) {
  gpu_.use();
  check_shared(kernel, shared_bytes);
  void* parameters[] = {const_cast<void*>(arguments), const_cast<void*>(function)};
  CUlaunchAttribute attribute{};
  const CUlaunchConfig config = team_config(kernel, team, blocks, shared_bytes, stream_, attribute);
  const CUresult result = cuLaunchKernelEx(&config, static_cast<CUfunction>(kernel.handle), parameters, nullptr);
  if (result != CUDA_SUCCESS) {
    check(result, fmt::format("launching a team of {} blocks of {}", blocks, kernel.agent), last_kernel());
  }
  last_kernel_ = &kernel;
}

bool CudaDevice::can_launch_while() const { return RepeatedLaunch::is_supported(); }

bool CudaDevice::launch_while(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                              const void* arguments, const void* function, std::uint64_t& condition) {
  gpu_.use();
  check_shared(kernel, shared_bytes);
  const RepeatedLaunch::Shape shape{.function = static_cast<CUfunction>(kernel.handle),
                                    .blocks = blocks,
                                    .threads = kernel.threads,
                                    .shared_bytes = shared_bytes};
  void* parameters[] = {const_cast<void*>(arguments), const_cast<void*>(function)};
  RepeatedLaunch& launch = repeated_launches_[&kernel];
  if (!launch.set(shape, parameters, condition)) return false;
  launch.start(stream_, last_kernel());
  last_kernel_ = &kernel;
  return true;
}

std::uint32_t CudaDevice::team_blocks(const DeviceKernel& kernel, LaunchTeam team, std::size_t shared_bytes) {
  if (team == LaunchTeam::device) return resident_blocks(kernel, shared_bytes);
  const auto [place, is_new] = cluster_blocks_.try_emplace({&kernel, shared_bytes}, 0);
  if (!is_new || info_.architecture < 90) return place->second;
  gpu_.use();
  check_shared(kernel, shared_bytes);
  constexpr std::uint32_t largest = 16;
  const auto function = static_cast<CUfunction>(kernel.handle);
  check(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        "allowing a kernel large clusters");
  CUlaunchAttribute attribute{};
  const CUlaunchConfig config = team_config(kernel, team, largest, shared_bytes, stream_, attribute);
  int clusters = 0;
  check(cuOccupancyMaxActiveClusters(&clusters, function, &config), "asking for the clusters of a kernel");
  if (clusters > 0) place->second = largest;
  return place->second;
}

std::uint32_t CudaDevice::resident_blocks(const DeviceKernel& kernel, std::size_t shared_bytes) {
  const auto [place, is_new] = resident_blocks_.try_emplace({&kernel, shared_bytes}, 0);
  if (!is_new) return place->second;
  gpu_.use();
  check_shared(kernel, shared_bytes);
  int blocks = 0;
  check(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<CUfunction>(kernel.handle),
                                                    static_cast<int>(kernel.threads), shared_bytes),
        "asking for the occupancy of a kernel");
  place->second = static_cast<std::uint32_t>(blocks * info_.multiprocessors);
  return place->second;
}

void CudaDevice::exclusive_scan(const std::uint32_t* in, std::uint64_t* out, std::size_t count) {
  fill(out, 0, sizeof(*out));
  if (count == 0) return;
  gpu_.use();
  std::size_t bytes = 0;
  check(inclusive_scan(nullptr, bytes, in, out + 1, count, stream_), "planning a prefix sum");
  const Temporary temporary(*this, bytes);
  check(inclusive_scan(temporary.get(), bytes, in, out + 1, count, stream_), "summing up", last_kernel());
}

void CudaDevice::sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                                 std::uint32_t* sorted_values, std::size_t count) {
  if (count == 0) return;
  gpu_.use();
  std::size_t bytes = 0;
  check(cuda::sort_descending(nullptr, bytes, keys, sorted_keys, values, sorted_values, count, stream_),
        "planning a sort");
  const Temporary temporary(*this, bytes);
  check(cuda::sort_descending(temporary.get(), bytes, keys, sorted_keys, values, sorted_values, count, stream_),
        "sorting", last_kernel());
}

void CudaDevice::sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int bits) {
  if (count == 0) return;
  gpu_.use();
  std::size_t bytes = 0;
  check(cuda::sort_keys(nullptr, bytes, keys, sorted, count, bits, stream_), "planning a sort");
  const Temporary temporary(*this, bytes);
  check(cuda::sort_keys(temporary.get(), bytes, keys, sorted, count, bits, stream_), "sorting", last_kernel());
}

void CudaDevice::sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                            std::uint32_t* sorted_values, std::size_t count, int bits) {
  if (count == 0) return;
  gpu_.use();
  std::size_t bytes = 0;
  check(cuda::sort_pairs(nullptr, bytes, keys, sorted_keys, values, sorted_values, count, bits, stream_),
        "planning a sort");
  const Temporary temporary(*this, bytes);
  check(cuda::sort_pairs(temporary.get(), bytes, keys, sorted_keys, values, sorted_values, count, bits, stream_),
        "sorting", last_kernel());
}

void CudaDevice::begin_range(const char* name) {
#ifdef MG_NVTX
  nvtxRangePushA(name);
#else
  static_cast<void>(name);
#endif
}

void CudaDevice::end_range() {
#ifdef MG_NVTX
  nvtxRangePop();
#endif
}

std::string_view CudaDevice::last_kernel() const {
  return last_kernel_ == nullptr ? std::string_view() : std::string_view(last_kernel_->agent);
}

void CudaDevice::check_shared(const DeviceKernel& kernel, std::size_t shared_bytes) const {
  if (shared_bytes + kernel.shared_bytes <= info_.shared_bytes_per_block) return;
  fail(ExitCode::internal, "{} asks for {} bytes of shared memory a block; GPU {} ({}) has {}", kernel.agent,
       shared_bytes + kernel.shared_bytes, info_.index, info_.name, info_.shared_bytes_per_block);
}

}  // namespace mg::cuda
