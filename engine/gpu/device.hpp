// A GPU as the rest of the runtime sees it. The implementation is in a library of its own that is loaded when somebody
// asks for a GPU, so that one set of programs runs on machines with and without one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mg {

/// What is known of a GPU that nobody has opened: the list of GPUs says it, and each of them when it is open. Free
/// memory is no part of it: only a GPU that this process has been started on tells how much there is, and starting
/// takes tenths of a second and hundreds of megabytes. Whoever wants to know opens the GPU (Device::free_bytes()).
struct DeviceInfo {
  int index = 0;
  std::string name;
  int architecture = 0;  ///< compute capability times ten: 90 on Hopper
  int multiprocessors = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< the most that a block can ask for
  int clock_khz = 0;
  std::string driver;  ///< its version, as people write it: "13.0"

  bool operator==(const DeviceInfo&) const = default;
};

/// A header by the name that other sources include it by.
struct SourceText {
  std::string name;
  std::string_view text = {};  ///< empty: the header of that name that the library carries
};

/// A kernel that is wanted: an agent, compiled for the functions of an algorithm. An agent is a class with
///  - `using Arguments`, a plain struct, and `using Function`, the algorithm's function: the kernel's two parameters;
///  - `static constexpr unsigned threads`, those of a block;
///  - optionally `static constexpr unsigned least_blocks`, how many blocks a multiprocessor must have registers for;
///    without it, the compiler keeps to as few registers as full multiprocessors leave;
///  - `static void run(const Arguments&, Function)`, what every thread does.
/// Two requests with equal texts are the same kernel.
struct KernelRequest {
  std::string agent;         ///< a type as C++ writes it: "mg::sparse::Push<mg::bfs::Visit, unsigned int, ...>"
  std::string agent_header;  ///< the carried header that defines it: "sparse/push.cuh"; or several, blanks between them
  SourceText algorithm;      ///< the header that defines the function
};

/// Where a kernel's machine code came from.
enum class KernelOrigin : std::uint8_t { prebuilt, cached, compiled };

/// Blocks of a launch that wait for each other, all of them running at a time.
enum class LaunchTeam : std::uint8_t {
  device,   ///< any number that the device can hold
  cluster,  ///< neighbors that reach into each other's shared memory; from compute capability 9.0 on
};

/// A kernel ready to be launched; lives as long as its Device.
struct DeviceKernel {
  std::string agent;
  KernelOrigin origin = KernelOrigin::compiled;
  int registers = 0;             ///< a thread
  int spill_bytes = 0;           ///< local memory a thread
  unsigned threads = 0;          ///< a block, as the agent says
  std::size_t shared_bytes = 0;  ///< static, a block
  void* handle = nullptr;        ///< the backend's own
};

/// One GPU with a stream of its own. Everything is executed in the order of the calls; only download(), receive()
/// and synchronize() wait. Not safe for concurrent use: each run opens its own. Every member throws Error(no_resources)
/// when memory is short, saying what was asked for and what is left, and Error(internal) when the GPU reports a fault.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  /// Bytes of its memory that could be allocated when it was opened. What this process has released counts as free.
  [[nodiscard]] virtual std::uint64_t free_bytes() const = 0;

  /// Device memory, aligned to 256 bytes. `what` names it in errors. O(1) when a released block can be used again.
  [[nodiscard]] virtual void* allocate(std::size_t bytes, std::string_view what) = 0;
  virtual void release(void* memory) noexcept = 0;
  /// Bytes allocated now, and the most there have been.
  [[nodiscard]] virtual std::uint64_t allocated_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t peak_bytes() const = 0;

  /// Copies from host memory through pinned staging buffers; `from` may be reused when it returns.
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  /// Copies to host memory and waits for it.
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;
  /// Device memory by words.
  struct Words {
    void* data = nullptr;
    std::size_t bytes = 0;
  };
  /// Sends words to the host, up to most_posted_bytes of them, which the next receive() waits for and writes to `to`.
  /// What is called in between, which must be no download(), is executed behind it. Then makes `cleared` zero, which
  /// may hold the words that are sent: on some systems a call takes as long as a small kernel, so that this one does
  /// both.
  virtual void post(const void* from, std::size_t bytes, Words cleared) = 0;
  virtual void receive(void* to) = 0;
  static constexpr std::size_t most_posted_bytes = 256;
  /// Copies within device memory; may not overlap.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  /// Sets every byte.
  virtual void fill(void* to, std::uint8_t byte, std::size_t bytes) = 0;
  virtual void synchronize() = 0;

  /// The kernel, from those built in advance, the cache on disk, or compiled now, in this order. Repeated requests cost
  /// one look-up. Throws Error(internal) with the compiler's first message.
  [[nodiscard]] virtual const DeviceKernel& kernel(const KernelRequest& request) = 0;
  /// Whether kernel() would give it: it is built in, or there is a compiler for it.
  [[nodiscard]] virtual bool has_kernel(const KernelRequest& request) = 0;
  /// Those that kernel() has given, by their agents.
  [[nodiscard]] virtual std::vector<DeviceKernel> kernels() const = 0;
  /// Whether kernels are asked for that have nothing to do, too: by who checks that they compile.
  [[nodiscard]] virtual bool wants_idle_kernels() const { return false; }
  /// Launches `blocks` blocks with `shared_bytes` of dynamic shared memory each. `arguments` and `function` point to
  /// values of the agent's types and are copied. No blocks: no launch.
  virtual void launch(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
                      const void* function) = 0;
  /// The same for blocks that wait for each other.
  virtual void launch_team(const DeviceKernel& kernel, LaunchTeam team, std::uint32_t blocks, std::size_t shared_bytes,
                           const void* arguments, const void* function) = 0;
  /// Whether the driver is new enough for launch_while(), and for loading kernels that are launched so.
  [[nodiscard]] virtual bool can_launch_while() const = 0;
  /// Launches a team of the whole device once, and again as long as it has called gpu::set_condition() with true, which
  /// it has to call in every launch: the condition holds until it is set. The host is not asked in between.
  /// `condition`, which lies in the arguments, is given the condition to set. False, with nothing done, where the GPU's
  /// driver cannot.
  [[nodiscard]] virtual bool launch_while(const DeviceKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes,
                                          const void* arguments, const void* function, std::uint64_t& condition) = 0;
  /// The most blocks that such a team can have: all that the device can hold, or 16 of a cluster where there are any.
  /// O(1) after the first call for a kernel.
  [[nodiscard]] virtual std::uint32_t team_blocks(const DeviceKernel& kernel, LaunchTeam team,
                                                  std::size_t shared_bytes) = 0;
  /// Blocks that the whole device can hold at a time. O(1) after the first call for a kernel.
  [[nodiscard]] virtual std::uint32_t resident_blocks(const DeviceKernel& kernel, std::size_t shared_bytes) = 0;
  /// Milliseconds spent compiling and loading kernels so far.
  [[nodiscard]] virtual double compile_ms() const = 0;

  /// out[i] = in[0] + ... + in[i - 1] for i <= count: out has count + 1 entries. May not overlap.
  virtual void exclusive_scan(const std::uint32_t* in, std::uint64_t* out, std::size_t count) = 0;
  /// Orders values by their keys, largest first, equal ones as they were. Inputs stay as they are.
  virtual void sort_descending(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                               std::uint32_t* sorted_values, std::size_t count) = 0;
  /// Orders keys of which the lowest `bits` bits count, equal ones as they were. `keys` is overwritten.
  virtual void sort_keys(std::uint64_t* keys, std::uint64_t* sorted, std::size_t count, int bits) = 0;
  /// The same with values that follow their keys, equal ones as they were. Inputs stay as they are.
  virtual void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                          std::uint32_t* sorted_values, std::size_t count, int bits) = 0;

  /// Marks a phase for profilers, until the matching end_range().
  virtual void begin_range(const char* name) = 0;
  virtual void end_range() = 0;
};

/// The GPUs that can be used, and when there are none, why: "no NVIDIA driver: ... needs libcuda.so.1, which ...".
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string problem;
  bool has_driver = false;  ///< what has_gpu_driver() says
};

/// Whether the driver of GPUs runs here, whether or not they can be used. Microseconds: nothing is started.
[[nodiscard]] bool has_gpu_driver();

/// Loads the backend and starts the driver on first use, which takes a tenth of a second. Never throws.
[[nodiscard]] DeviceList list_devices();

/// The index in the name of a GPU: `cuda`, or `cuda:N`. Throws Error(wrong_use) for any other text.
[[nodiscard]] int device_index(std::string_view name);

/// Opens a GPU by its index. Throws Error(no_resources) that says why there is none, or which there are.
[[nodiscard]] std::shared_ptr<Device> open_device(int index);

/// Starts the driver on a GPU while the caller does something else: whoever opens it waits for less. What goes wrong is
/// left for that one to find.
[[nodiscard]] std::future<void> open_ahead(int index);

/// Ends this process's use of GPUs, every Device of which must be gone. A process that just ends leaves this to the
/// system, where it takes as long and nobody sees it.
void close_devices();

}  // namespace mg
