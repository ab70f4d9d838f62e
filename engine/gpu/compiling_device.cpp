#include "engine/gpu/compiling_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <numeric>

#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

constexpr std::align_val_t alignment{256};

}  // namespace

/// As large as GPUs of its time: how many blocks are launched does not matter where none runs.
CompilingDevice::CompilingDevice(int architecture)
    : info_{.name = fmt::format("{} sm_{}", compiling_device_name, architecture),
            .architecture = architecture,
            .multiprocessors = 128,
            .memory_bytes = std::uint64_t{64} << 30,
            .l2_bytes = std::uint64_t{40} << 20,
            .shared_bytes_per_block = std::uint64_t{architecture >= 90 ? 227U : 99U} << 10,
            .clock_khz = 1'500'000,
            .driver = "13.0"} {}

void* CompilingDevice::allocate(std::size_t bytes, std::string_view) {
  count_call();
  void* memory = ::operator new(std::max<std::size_t>(bytes, 1), alignment);
  std::memset(memory, 0, bytes);
  blocks_.emplace(memory, bytes);
  allocated_bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, allocated_bytes_);
  return memory;
}

void CompilingDevice::release(void* memory) noexcept {
  const auto block = blocks_.find(memory);
  if (block == blocks_.end()) return;
  allocated_bytes_ -= block->second;
  blocks_.erase(block);
  ::operator delete(memory, alignment);
}

void CompilingDevice::post(const void* from, std::size_t bytes, Words cleared) {
  posted_.resize(bytes);
  copy(posted_.data(), from, bytes);
  fill(cleared.data, 0, cleared.bytes);
}

void CompilingDevice::copy(void* to, const void* from, std::size_t bytes) {
  count_call();
  if (bytes > 0) std::memcpy(to, from, bytes);
}

void CompilingDevice::fill(void* to, std::uint8_t byte, std::size_t bytes) {
  if (bytes > 0) std::memset(to, byte, bytes);
}

void CompilingDevice::count_call() {
  if (++calls_ > patience) {
    fail(ExitCode::interrupted, "a loop goes on for {} calls without a new kernel", patience);
  }
}

const DeviceKernel& CompilingDevice::kernel(const KernelRequest& request) {
  const auto [place, is_new] = kernels_.try_emplace(to_line(request));
  DeviceKernel& kernel = place->second;
  if (!is_new) return kernel;
  calls_ = 0;
  kernel.agent = request.agent;
  kernel.threads = 256;
  const auto start = std::chrono::steady_clock::now();
  try {
    const Specialiser::Found found = shared_specialiser().find(request, info_.architecture);
    kernel.origin = found.origin;
    kernel.registers = found.image.registers;
    kernel.spill_bytes = found.image.spill_bytes;
    kernel.shared_bytes = found.image.shared_bytes;
  } catch (const Error& error) {
    if (error.code() != ExitCode::internal) throw;  // there is no compiler, or it knows no such GPU
    failures_.push_back({.agent = request.agent, .problem = error.what()});
  }
  compile_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return kernel;
}

std::vector<DeviceKernel> CompilingDevice::kernels() const {
  std::vector<DeviceKernel> all;
  for (const auto& [request, kernel] : kernels_) {
    if (std::ranges::find(failures_, kernel.agent, &Failure::agent) == failures_.end()) all.push_back(kernel);
  }
  std::ranges::sort(all, {}, &DeviceKernel::agent);
  return all;
}

std::uint32_t CompilingDevice::team_blocks(const DeviceKernel& kernel, LaunchTeam team, std::size_t bytes) {
  constexpr std::uint32_t blocks_of_cluster = 16;
  return team == LaunchTeam::cluster ? blocks_of_cluster : resident_blocks(kernel, bytes);
}

std::uint32_t CompilingDevice::resident_blocks(const DeviceKernel&, std::size_t) {
  return static_cast<std::uint32_t>(info_.multiprocessors);
}

void CompilingDevice::exclusive_scan(const std::uint32_t*, std::uint64_t* out, std::size_t count) {
  std::iota(out, out + count + 1, std::uint64_t{0});
}

void CompilingDevice::sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys,
                                      const std::uint32_t* values, std::uint32_t* sorted_values, std::size_t count) {
  std::copy_n(keys, count, sorted_keys);
  std::copy_n(values, count, sorted_values);
}

void CompilingDevice::sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int) {
  std::copy_n(keys, count, sorted);
}

void CompilingDevice::sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                                 std::uint32_t* sorted_values, std::size_t count, int) {
  std::copy_n(keys, count, sorted_keys);
  std::copy_n(values, count, sorted_values);
}

}  // namespace mg
