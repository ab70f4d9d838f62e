// How a library that never prints tells whoever called it that it is still alive.
#pragma once

#include <cstdint>
#include <string_view>

namespace mg {

/// Receives progress of long operations. Called from one thread at a time, a few hundred times an operation at most.
class Progress {
 public:
  virtual ~Progress() = default;
  /// `done` of `total` units (bytes, edges) of the phase called `phase`; total 0: unknown.
  virtual void report(std::string_view phase, std::uint64_t done, std::uint64_t total) = 0;
};

/// The default: says nothing.
Progress& silent_progress();

}  // namespace mg
