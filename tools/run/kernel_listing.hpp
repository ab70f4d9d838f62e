// mg_run --list-kernels: the GPU kernels that need not be compiled any more.
#pragma once

#include <string>
#include <string_view>

#include "engine/gpu/device.hpp"

namespace mg::tools {

/// "built in", "cached" or "compiled".
[[nodiscard]] std::string_view to_string(KernelOrigin origin);

/// A line a kernel: those built in advance, then those in the cache.
[[nodiscard]] std::string kernels_text();
/// The same as a JSON array.
[[nodiscard]] std::string kernels_json();

}  // namespace mg::tools
