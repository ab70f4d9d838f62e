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

/// A launch; waits for its end. The order in which threads run depends on `seed`. Dynamic shared memory is not zero at
/// the beginning; static one is what blocks before have left, or zero. `blocks_meet`: all blocks are there at a time,
/// as one cluster. A kernel of which threads wait for each other in vain ends the process with a message that says who
/// waits where: those of a block at once, those that wait for another block after five minutes.
void run_grid(const HostKernel& kernel, bool blocks_meet, std::uint32_t blocks, std::size_t shared_bytes,
              const void* arguments, const void* function, std::uint64_t seed);

}  // namespace mg::emulator
