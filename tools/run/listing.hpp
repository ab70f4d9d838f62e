// mg_run --list: what there is to run, and how it is set.
#pragma once

#include <string>

namespace mg::tools {

/// Algorithms with their parameters, and engines, plug-ins included; the devices of this machine.
[[nodiscard]] std::string listing_text();
/// The same as a JSON object {"algorithms": [...], "engines": [...], "devices": [...], "no_gpu": why, or null}.
[[nodiscard]] std::string listing_json();

}  // namespace mg::tools
