// A backend in place of libmg_cuda.so: GPUs that the host's processors emulate, one unless MG_EMULATED_GPUS says how
// many, with as much shared memory as MG_EMULATED_SHARED_BYTES says.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "engine/cuda/backend.hpp"
#include "engine/error.hpp"
#include "tests/emulator/grid.hpp"
#include "tests/emulator/host_compiler.hpp"
#include "tests/host_device.hpp"

namespace mg::emulator {

namespace {

std::uint64_t shared_bytes() {
  constexpr std::uint64_t of_hopper = 227 << 10;
  const char* asked = std::getenv("MG_EMULATED_SHARED_BYTES");
  return asked == nullptr ? of_hopper : std::strtoull(asked, nullptr, 10);
}

/// As small as a GPU can be on which everything happens: several blocks, a cluster of 16.
DeviceInfo describe(int index) {
  return {.index = index,
          .name = "emulated GPU",
          .architecture = 90,
          .multiprocessors = 4,
          .memory_bytes = std::uint64_t{1} << 30,
          .l2_bytes = 1 << 20,
          .shared_bytes_per_block = shared_bytes(),
          .clock_khz = 1'000'000,
          .driver = "13.0"};
}

constexpr int most_gpus = 16;

int number_of_gpus() {
  const char* asked = std::getenv("MG_EMULATED_GPUS");
  return asked == nullptr ? 1 : std::clamp(std::atoi(asked), 0, most_gpus);
}

/// What the devices of this process that are one GPU have allocated together.
std::atomic<std::uint64_t>& bytes_in_use(int gpu) {
  static std::array<std::atomic<std::uint64_t>, most_gpus> bytes{};
  return bytes.at(static_cast<std::size_t>(gpu));
}

HostCompiler& compiler() {
  static HostCompiler shared;
  return shared;
}

std::uint64_t first_seed() {
  const char* named = std::getenv("MG_EMULATOR_SEED");
  return named == nullptr ? 1 : std::strtoull(named, nullptr, 10);
}

class EmulatedDevice : public HostDevice {
 public:
  explicit EmulatedDevice(int index)
      : HostDevice(describe(index)), bytes_in_use_(bytes_in_use(index)), seed_(first_seed()) {
    free -= bytes_in_use_;
  }

  ~EmulatedDevice() override {
    while (!blocks_.empty()) release(blocks_.begin()->first);
  }
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;

  /// Not zero, as on a GPU.
  [[nodiscard]] void* allocate(std::size_t bytes, std::string_view what) override {
    const std::uint64_t in_use = bytes_in_use_.fetch_add(bytes);
    void* memory =
        in_use + bytes <= info().memory_bytes ? HostDevice::allocate(std::max<std::size_t>(bytes, 1), what) : nullptr;
    if (memory == nullptr) {
      bytes_in_use_ -= bytes;
      fail(ExitCode::no_resources, "not enough memory on GPU {} ({}) for {}: {} bytes needed, {} of {} free",
           info().index, info().name, what, bytes, info().memory_bytes - in_use, info().memory_bytes);
    }
    std::memset(memory, 0xa5, bytes);
    blocks_.emplace(memory, bytes);
    allocated_bytes_ += bytes;
    peak_bytes_ = std::max(peak_bytes_, allocated_bytes_);
    return memory;
  }
  void release(void* memory) noexcept override {
    const auto block = blocks_.find(memory);
    if (block == blocks_.end()) return;
    allocated_bytes_ -= block->second;
    bytes_in_use_ -= block->second;
    blocks_.erase(block);
    HostDevice::release(memory);
  }
  [[nodiscard]] std::uint64_t allocated_bytes() const override { return allocated_bytes_; }
  [[nodiscard]] std::uint64_t peak_bytes() const override { return peak_bytes_; }

  [[nodiscard]] const DeviceKernel& kernel(const KernelRequest& request) override {
    const auto start = std::chrono::steady_clock::now();
    const auto [kernel, origin] = compiler().get(request);
    const auto [place, is_new] = by_kernel_.try_emplace(&kernel);
    if (is_new) {
      place->second = DeviceKernel{
          .agent = kernel.agent, .origin = origin, .registers = registers_per_thread, .threads = kernel.threads};
      place->second.handle = const_cast<HostKernel*>(&kernel);
      compile_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
    return place->second;
  }
  [[nodiscard]] double compile_ms() const override { return compile_ms_; }
  [[nodiscard]] std::vector<DeviceKernel> kernels() const override {
    std::vector<DeviceKernel> all;
    for (const auto& [kernel, device_kernel] : by_kernel_) all.push_back(device_kernel);
    std::ranges::sort(all, {}, &DeviceKernel::agent);
    return all;
  }

  void launch(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
              const void* function) override {
    start(kernel, false, blocks, shared_bytes, arguments, function);
  }
  void launch_team(const DeviceKernel& kernel, LaunchTeam team, std::uint32_t blocks, std::size_t shared_bytes,
                   const void* arguments, const void* function) override {
    if (const std::uint32_t most = team_blocks(kernel, team, shared_bytes); blocks > most) {
      fail(ExitCode::internal, "launching a team of {} blocks of {} failed: there is room for {}", blocks, kernel.agent,
           most);
    }
    start(kernel, true, blocks, shared_bytes, arguments, function);
  }
  [[nodiscard]] bool can_launch_while() const override { return true; }
  [[nodiscard]] bool launch_while(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                                  const void* arguments, const void* function, std::uint64_t& condition) override {
    std::uint32_t again = 1;
    condition = reinterpret_cast<std::uintptr_t>(&again);
    do {
      launch_team(kernel, LaunchTeam::device, blocks, shared_bytes, arguments, function);
    } while (again != 0);
    return true;
  }
  [[nodiscard]] std::uint32_t team_blocks(const DeviceKernel& kernel, LaunchTeam team,
                                          std::size_t shared_bytes) override {
    check_shared(kernel, shared_bytes);
    return HostDevice::team_blocks(kernel, team, shared_bytes);
  }
  [[nodiscard]] std::uint32_t resident_blocks(const DeviceKernel& kernel, std::size_t shared_bytes) override {
    check_shared(kernel, shared_bytes);
    return 4;
  }

 private:
  /// Nobody counts them; those with which a GPU's multiprocessor is full.
  static constexpr int registers_per_thread = 32;

  void check_shared(const DeviceKernel& kernel, std::size_t shared_bytes) const {
    if (shared_bytes + kernel.shared_bytes <= info().shared_bytes_per_block) return;
    fail(ExitCode::internal, "{} asks for {} bytes of shared memory a block; GPU {} ({}) has {}", kernel.agent,
         shared_bytes + kernel.shared_bytes, info().index, info().name, info().shared_bytes_per_block);
  }
  void start(const DeviceKernel& kernel, bool blocks_meet, std::uint32_t blocks, std::size_t shared_bytes,
             const void* arguments, const void* function) {
    if (blocks == 0) return;
    check_shared(kernel, shared_bytes);
    run_grid(*static_cast<const HostKernel*>(kernel.handle), blocks_meet, blocks, shared_bytes, arguments, function,
             seed_++);
  }

  std::atomic<std::uint64_t>& bytes_in_use_;
  std::uint64_t seed_;
  std::map<const HostKernel*, DeviceKernel> by_kernel_;
  std::map<void*, std::size_t> blocks_;
  std::uint64_t allocated_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  double compile_ms_ = 0;
};

}  // namespace

}  // namespace mg::emulator

extern "C" {
__attribute__((visibility("default"))) int mg_cuda_interface() { return mg::cuda_backend_interface; }
__attribute__((visibility("default"))) void mg_cuda_list(mg::DeviceList* result) {
  for (int i = 0; i < mg::emulator::number_of_gpus(); ++i) result->devices.push_back(mg::emulator::describe(i));
}
__attribute__((visibility("default"))) void mg_cuda_open(int index, std::shared_ptr<mg::Device>* device) {
  *device = std::make_shared<mg::emulator::EmulatedDevice>(index);
}
__attribute__((visibility("default"))) void mg_cuda_close() {}
}
