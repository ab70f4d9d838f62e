// Kernels compiled by the host's compiler, kept in a folder as long as nothing that goes into them changes.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "engine/gpu/device.hpp"
#include "tests/emulator/grid.hpp"

namespace mg::emulator {

/// Safe for concurrent use, by several processes too.
class HostCompiler {
 public:
  struct Found {
    const HostKernel& kernel;
    KernelOrigin origin;
  };
  /// Throws Error(internal) with the compiler's first message.
  [[nodiscard]] Found get(const KernelRequest& request);

 private:
  [[nodiscard]] HostKernel load(const KernelRequest& request, KernelOrigin& origin) const;

  std::mutex mutex_;
  std::map<std::string, HostKernel> kernels_;
};

}  // namespace mg::emulator
