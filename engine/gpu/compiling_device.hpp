// A stand-in for GPUs that compiles kernels and executes none: what a run would launch is checked where there is no
// GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/device.hpp"

namespace mg {

/// How its name begins: that of no machine whose steps could be measured.
inline constexpr std::string_view compiling_device_name = "compiled for";

/// Takes every call that a GPU takes. Kernels are compiled when they are asked for, and launching them does nothing, so
/// that what is read back is what was copied there, or zeros, or sums of ones: frontiers are empty after their first
/// step, and what follows from a result that is not there is not asked for. Not safe for concurrent use.
class CompilingDevice : public Device {
 public:
  /// A kernel that does not compile, and why.
  struct Failure {
    std::string agent;
    std::string problem;
  };

  explicit CompilingDevice(int architecture);
  ~CompilingDevice() override;
  CompilingDevice(const CompilingDevice&) = delete;
  CompilingDevice& operator=(const CompilingDevice&) = delete;

  /// Those that kernel() could not give; a run goes on without them, so that they are all found.
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }
  /// How many kernels have been asked for, those that do not compile among them.
  [[nodiscard]] std::size_t num_asked_for() const { return kernels_.size(); }
  /// Whether kernel() has thrown, since there is no compiler for such a GPU.
  [[nodiscard]] bool lacks_compiler() const { return lacks_compiler_; }
  /// Has `patience` count anew: a loop that waits for what only a kernel can change must end.
  void begin_run() { calls_ = 0; }
  /// Calls without a new kernel after which one throws Error(interrupted).
  static constexpr std::uint64_t patience = 100'000;

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t free_bytes() const override { return info_.memory_bytes; }

  [[nodiscard]] void* allocate(std::size_t bytes, std::string_view what) override;
  void release(void* memory) noexcept override;
  [[nodiscard]] std::uint64_t allocated_bytes() const override { return allocated_bytes_; }
  [[nodiscard]] std::uint64_t peak_bytes() const override { return peak_bytes_; }

  void upload(void* to, const void* from, std::size_t bytes) override { copy(to, from, bytes); }
  void download(void* to, const void* from, std::size_t bytes) override { copy(to, from, bytes); }
  void post(const void* from, std::size_t bytes, Words cleared) override;
  void receive(void* to) override { copy(to, posted_.data(), posted_.size()); }
  void copy(void* to, const void* from, std::size_t bytes) override;
  void fill(void* to, std::uint8_t byte, std::size_t bytes) override;
  void synchronize() override {}

  /// Throws Error(no_resources) where there is no compiler, or it makes no code for such a GPU.
  [[nodiscard]] const DeviceKernel& kernel(const KernelRequest& request) override;
  /// Whether it compiles, kernel() says.
  [[nodiscard]] bool has_kernel(const KernelRequest&) override { return true; }
  [[nodiscard]] std::vector<DeviceKernel> kernels() const override;
  [[nodiscard]] bool wants_idle_kernels() const override { return true; }
  void launch(const DeviceKernel&, std::uint32_t, std::size_t, const void*, const void*) override { count_call(); }
  void launch_team(const DeviceKernel&, LaunchTeam, std::uint32_t, std::size_t, const void*, const void*) override {
    count_call();
  }
  [[nodiscard]] bool can_launch_while() const override { return true; }
  [[nodiscard]] bool launch_while(const DeviceKernel&, std::uint32_t, std::size_t, const void*, const void*,
                                  std::uint64_t&) override {
    count_call();
    return true;
  }
  [[nodiscard]] std::uint32_t team_blocks(const DeviceKernel& kernel, LaunchTeam team, std::size_t bytes) override;
  [[nodiscard]] std::uint32_t resident_blocks(const DeviceKernel&, std::size_t) override;
  [[nodiscard]] double compile_ms() const override { return compile_ms_; }

  /// As if every term were 1, so that what is sized by a sum has a size.
  void exclusive_scan(const std::uint32_t* in, std::uint64_t* out, std::size_t count) override;
  void sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                       std::uint32_t* sorted_values, std::size_t count) override;
  void sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int bits) override;
  void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                  std::uint32_t* sorted_values, std::size_t count, int bits) override;

  void begin_range(const char*) override {}
  void end_range() override {}

 private:
  void count_call();

  void compile(const KernelRequest& request, DeviceKernel& kernel) const;

  struct Kernel {
    DeviceKernel kernel;
    bool compiles = true;
  };
  struct Block {
    void* memory = nullptr;  // as it was allocated
    std::size_t bytes = 0;
  };
  DeviceInfo info_;
  std::map<std::string, Kernel> kernels_;  // by all that a request says
  std::vector<Failure> failures_;
  std::map<void*, Block> blocks_;
  std::vector<std::byte> posted_;
  std::uint64_t calls_ = 0;  // since the last new kernel
  std::uint64_t allocated_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  double compile_ms_ = 0;
  bool lacks_compiler_ = false;
};

/// From now on this process has one GPU, `cuda`, which is that one, of a compute capability times ten. Before anything
/// asks for a GPU.
[[nodiscard]] std::shared_ptr<CompilingDevice> stand_in_for_gpus(int architecture);

}  // namespace mg
