// A device whose memory is the host's and whose kernels are names: for tests of what is launched, on machines without a
// GPU.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/gpu/device.hpp"

namespace mg {

class HostDevice : public Device {
 public:
  /// Says which kernels there are; all of them unless set.
  std::function<bool(const KernelRequest&)> has = [](const KernelRequest&) { return true; };
  /// Called for each launch; does nothing unless set.
  std::function<void(const std::string& agent, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
                     const void* function)>
      run = [](const auto&...) {};
  /// What run() says where gpu::set_condition() would.
  static void set_condition(std::uint64_t condition, bool holds) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a condition's handle has 64 bits
    *reinterpret_cast<std::uint32_t*>(condition) = holds ? 1 : 0;
  }
  std::vector<std::string> launched;     ///< agents
  std::vector<KernelRequest> requested;  ///< each kernel, when it is first asked for
  bool repeats = true;                   ///< what can_launch_while() says
  bool refuses_to_repeat = false;        ///< launch_while() itself
  std::uint64_t free;                    ///< what free_bytes() says; all of its memory unless set

  explicit HostDevice(int architecture = 90)
      : HostDevice({.name = "host",
                    .architecture = architecture,
                    .multiprocessors = 4,
                    .memory_bytes = std::uint64_t{1} << 30,
                    .l2_bytes = 1 << 20,
                    .shared_bytes_per_block = std::uint64_t{48} << 10,
                    .driver = "12.2"}) {}
  explicit HostDevice(DeviceInfo info) : free(info.memory_bytes), info_(std::move(info)) {}

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t free_bytes() const override { return free; }
  /// Zeros: what is read back where no kernel has run.
  [[nodiscard]] void* allocate(std::size_t bytes, std::string_view) override {
    void* memory = nullptr;  // of no more bytes than were asked for, so that a sanitizer sees what is beyond
    if (posix_memalign(&memory, 256, bytes) != 0) return nullptr;
    std::memset(memory, 0, bytes);
    return memory;
  }
  void release(void* memory) noexcept override { std::free(memory); }
  [[nodiscard]] std::uint64_t allocated_bytes() const override { return 0; }
  [[nodiscard]] std::uint64_t peak_bytes() const override { return 0; }
  void upload(void* to, const void* from, std::size_t bytes) override { copy(to, from, bytes); }
  void download(void* to, const void* from, std::size_t bytes) override {
    if (is_posted_) throw std::logic_error("a download between post() and receive()");
    copy(to, from, bytes);
  }
  void post(const void* from, std::size_t bytes, Words cleared) override {
    if (is_posted_) throw std::logic_error("post() twice without receive()");
    is_posted_ = true;
    posted_.resize(bytes);
    copy(posted_.data(), from, bytes);
    if (cleared.bytes > 0) fill(cleared.data, 0, cleared.bytes);
  }
  void receive(void* to) override {
    is_posted_ = false;
    copy(to, posted_.data(), posted_.size());
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void fill(void* to, std::uint8_t byte, std::size_t bytes) override { std::memset(to, byte, bytes); }
  void synchronize() override {}

  [[nodiscard]] const DeviceKernel& kernel(const KernelRequest& request) override {
    requested.push_back(request);
    kernels_.push_back({.agent = request.agent});
    return kernels_.back();
  }
  [[nodiscard]] bool has_kernel(const KernelRequest& request) override { return has(request); }
  [[nodiscard]] std::vector<DeviceKernel> kernels() const override { return {kernels_.begin(), kernels_.end()}; }
  void launch(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
              const void* function) override {
    launched.push_back(kernel.agent);
    run(kernel.agent, blocks, shared_bytes, arguments, function);
  }
  void launch_team(const DeviceKernel& kernel, LaunchTeam, std::uint32_t blocks, std::size_t shared_bytes,
                   const void* arguments, const void* function) override {
    launch(kernel, blocks, shared_bytes, arguments, function);
  }
  [[nodiscard]] bool can_launch_while() const override { return repeats; }
  [[nodiscard]] bool launch_while(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                                  const void* arguments, const void* function, std::uint64_t& condition) override {
    if (refuses_to_repeat) return false;
    constexpr std::uint32_t not_set = 2;
    std::uint32_t again = 0;
    condition = reinterpret_cast<std::uintptr_t>(&again);
    do {
      again = not_set;
      launch(kernel, blocks, shared_bytes, arguments, function);
      if (again == not_set) throw std::logic_error("a launch that does not set the condition");
    } while (again != 0);
    return true;
  }
  [[nodiscard]] std::uint32_t team_blocks(const DeviceKernel&, LaunchTeam team, std::size_t) override {
    return team == LaunchTeam::cluster ? 16 : 4;
  }
  [[nodiscard]] std::uint32_t resident_blocks(const DeviceKernel&, std::size_t) override { return 1; }
  [[nodiscard]] double compile_ms() const override { return 0; }

  void exclusive_scan(const std::uint32_t* in, std::uint64_t* out, std::size_t count) override {
    out[0] = 0;
    for (std::size_t i = 0; i < count; ++i) out[i + 1] = out[i] + in[i];
  }
  void sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                       std::uint32_t* sorted_values, std::size_t count) override {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return keys[a] > keys[b]; });
    for (std::size_t i = 0; i < count; ++i) {
      sorted_keys[i] = keys[order[i]];
      sorted_values[i] = values[order[i]];
    }
  }
  void sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int bits) override {
    std::copy(keys, keys + count, sorted);
    std::ranges::stable_sort(sorted, sorted + count, {},
                             [mask = mask_of(bits)](std::uint64_t key) { return key & mask; });
  }
  void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                  std::uint32_t* sorted_values, std::size_t count, int bits) override {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i] & mask_of(bits); });
    for (std::size_t i = 0; i < count; ++i) {
      sorted_keys[i] = keys[order[i]];
      sorted_values[i] = values[order[i]];
    }
  }
  void begin_range(const char*) override {}
  void end_range() override {}

 private:
  static std::uint64_t mask_of(int bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

  DeviceInfo info_;
  std::deque<DeviceKernel> kernels_;  // stay where they are
  std::vector<std::byte> posted_;
  bool is_posted_ = false;
};

}  // namespace mg
