// Device on an NVIDIA GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/cuda/gpu.hpp"
#include "engine/cuda/repeated_launch.hpp"
#include "engine/cuda/staging.hpp"
#include "engine/gpu/device.hpp"

namespace mg::cuda {

class CudaDevice final : public Device {
 public:
  explicit CudaDevice(int index);
  ~CudaDevice() override;

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t free_bytes() const override { return free_bytes_; }
  /// In whose order everything is executed.

  [[nodiscard]] void* allocate(std::size_t bytes, std::string_view what) override;
  void release(void* memory) noexcept override;
  [[nodiscard]] std::uint64_t allocated_bytes() const override { return allocated_bytes_; }
  [[nodiscard]] std::uint64_t peak_bytes() const override { return peak_bytes_; }

  void upload(void* to, const void* from, std::size_t bytes) override;
  void download(void* to, const void* from, std::size_t bytes) override;
  void post(const void* from, std::size_t bytes, Words cleared) override;
  void receive(void* to) override;
  void copy(void* to, const void* from, std::size_t bytes) override;
  void fill(void* to, std::uint8_t byte, std::size_t bytes) override;
  void synchronize() override;

  [[nodiscard]] const DeviceKernel& kernel(const KernelRequest& request) override;
  [[nodiscard]] bool has_kernel(const KernelRequest& request) override;
  [[nodiscard]] std::vector<DeviceKernel> kernels() const override;
  void launch(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
              const void* function) override;
  void launch_team(const DeviceKernel& kernel, LaunchTeam team, std::uint32_t blocks, std::size_t shared_bytes,
                   const void* arguments, const void* function) override;
  [[nodiscard]] bool can_launch_while() const override;
  [[nodiscard]] bool launch_while(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                                  const void* arguments, const void* function, std::uint64_t& condition) override;
  [[nodiscard]] std::uint32_t team_blocks(const DeviceKernel& kernel, LaunchTeam team,
                                          std::size_t shared_bytes) override;
  [[nodiscard]] std::uint32_t resident_blocks(const DeviceKernel& kernel, std::size_t shared_bytes) override;
  [[nodiscard]] double compile_ms() const override { return compile_ms_; }

  void exclusive_scan(const std::uint32_t* in, std::uint64_t* out, std::size_t count) override;
  void sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                       std::uint32_t* sorted_values, std::size_t count) override;
  void sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int bits) override;
  void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                  std::uint32_t* sorted_values, std::size_t count, int bits) override;

  void begin_range(const char* name) override;
  void end_range() override;

 private:
  class Temporary;
  [[nodiscard]] std::string_view last_kernel() const;
  void check_shared(const DeviceKernel& kernel, std::size_t shared_bytes) const;

  Gpu& gpu_;
  DeviceInfo info_;
  std::uint64_t free_bytes_ = 0;
  cudaStream_t stream_ = nullptr;
  std::unique_ptr<Staging> staging_;

  std::unordered_map<void*, std::size_t> blocks_;
  std::uint64_t allocated_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;

  std::unordered_map<std::string, DeviceKernel> kernels_;
  std::map<std::pair<const DeviceKernel*, std::size_t>, std::uint32_t> resident_blocks_;
  std::map<std::pair<const DeviceKernel*, std::size_t>, std::uint32_t> cluster_blocks_;
  std::map<const DeviceKernel*, RepeatedLaunch> repeated_launches_;  ///< the last one of each kernel
  const DeviceKernel* last_kernel_ = nullptr;
  double compile_ms_ = 0;
};

}  // namespace mg::cuda
