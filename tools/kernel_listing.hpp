// mg_run --list-kernels: the GPU kernels that need not be compiled any more.
#pragma once

#include <string>

namespace mg::tools {

/// A line a kernel: those built in advance, then those in the cache.
[[nodiscard]] std::string kernels_text();
/// The same as a JSON array.
[[nodiscard]] std::string kernels_json();

}  // namespace mg::tools
