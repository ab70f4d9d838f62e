// Blocks of threads, run by threads of the host: each thread of a block has a stack of its own, and they take turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mg::emulator {

/// A kernel that the host's compiler has compiled.
struct HostKernel {
  std::string agent;
  unsigned threads = 0;  ///< of a block
  void (*run)(const void* arguments, const void* function) = nullptr;
  const void* (*anchor)() = nullptr;  ///< a variable in the calling block's static shared memory
};

/// Which blocks are there at a time, and meet.
enum class Meeting : std::uint8_t { none, device, cluster };

/// A launch; waits for its end. Shared memory and the order in which threads run depend on `seed`. A kernel of which
/// threads wait for each other in vain ends the process with a message that says who waits where.
void run_grid(const HostKernel& kernel, Meeting meeting, std::uint32_t blocks, std::size_t shared_bytes,
              const void* arguments, const void* function, std::uint64_t seed);

}  // namespace mg::emulator
