#include "engine/gpu/compiling_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>

#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

constexpr std::size_t alignment = 256;

/// The most that a block can ask for, by the compute capability times ten (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
std::uint64_t shared_kilobytes(int architecture) {
  switch (architecture) {
    case 75: return 64;
    case 80:
    case 87: return 163;
    case 90:
    case 100:
    case 103:
    case 110: return 227;
    default: return 99;
  }
}

}  // namespace

/// As large as GPUs are: how many blocks are launched does not matter where none runs.
CompilingDevice::CompilingDevice(int architecture)
    : info_{.name = fmt::format("{} sm_{}", compiling_device_name, architecture),
            .architecture = architecture,
            .multiprocessors = 128,
            .memory_bytes = std::uint64_t{64} << 30,
            .l2_bytes = std::uint64_t{40} << 20,
            .shared_bytes_per_block = shared_kilobytes(architecture) << 10,
            .clock_khz = 1'500'000,
            .driver = "13.0"} {}

CompilingDevice::~CompilingDevice() {
  for (const auto& [aligned, block] : blocks_) std::free(block.memory);
}

/// Pages that nobody writes take no memory of the host.
void* CompilingDevice::allocate(std::size_t bytes, std::string_view what) {
  count_call();
  void* const memory = std::calloc(bytes + alignment, 1);
  if (memory == nullptr) fail(ExitCode::no_resources, "not enough memory for {}: {} bytes needed", what, bytes);
  void* aligned = memory;
  std::size_t room = bytes + alignment;
  std::align(alignment, bytes, aligned, room);
  blocks_[aligned] = {memory, bytes};
  allocated_bytes_ += bytes;
  peak_bytes_ = std::max(peak_bytes_, allocated_bytes_);
  return aligned;
}

void CompilingDevice::release(void* memory) noexcept {
  const auto block = blocks_.find(memory);
  if (block == blocks_.end()) return;
  allocated_bytes_ -= block->second.bytes;
  std::free(block->second.memory);
  blocks_.erase(block);
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

void CompilingDevice::compile(const KernelRequest& request, DeviceKernel& kernel) const {
  const Specialiser::Found found = shared_specialiser().find(request, info_.architecture);
  if (found.image.is_ptx) {
    fail(ExitCode::no_resources, "{} makes no code for sm_{}: name a GPU that it knows, such as sm_90",
         found.image.compiler, info_.architecture);
  }
  kernel.origin = found.origin;
  kernel.registers = found.image.registers;
  kernel.spill_bytes = found.image.spill_bytes;
  kernel.shared_bytes = found.image.shared_bytes;
}

const DeviceKernel& CompilingDevice::kernel(const KernelRequest& request) {
  const auto [place, is_new] = kernels_.try_emplace(to_line(request));
  auto& [kernel, compiles] = place->second;
  if (!is_new) return kernel;
  calls_ = 0;
  kernel.agent = request.agent;
  kernel.threads = 256;
  const auto start = std::chrono::steady_clock::now();
  try {
    compile(request, kernel);
  } catch (const Error& error) {
    compiles = false;
    lacks_compiler_ = lacks_compiler_ || error.code() == ExitCode::no_resources;
    if (error.code() != ExitCode::internal) throw;
    failures_.push_back({.agent = request.agent, .problem = error.what()});
  }
  compile_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return kernel;
}

std::vector<DeviceKernel> CompilingDevice::kernels() const {
  std::vector<DeviceKernel> all;
  for (const auto& [request, asked] : kernels_) {
    if (asked.compiles) all.push_back(asked.kernel);
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
