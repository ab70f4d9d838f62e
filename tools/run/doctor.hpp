// mg_run --doctor: what a machine offers and lacks, for bug reports and for people whose runs are slow.
#pragma once

#include <string>

namespace mg::tools {

/// A line a finding, each found out by looking; nothing is assumed and nothing is needed but a CPU.
[[nodiscard]] std::string doctor_text();

}  // namespace mg::tools
