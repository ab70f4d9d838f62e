// How many threads are worth starting.
#pragma once

#include <optional>
#include <string>

namespace mg {

/// The processors whose whole time the control group of this process may use: the least of its quota and those of the
/// groups around it, which containers set (`docker run --cpus 2.5`). Nothing where there is no quota. `root` stands
/// before /proc and /sys.
[[nodiscard]] std::optional<double> processor_quota(const std::string& root = "");

/// The threads of loops where nobody says how many: as many as OpenMP would start, by OMP_NUM_THREADS or
/// omp_set_num_threads(), or else one for each processor that this process may run on, and no more than its quota,
/// rounded up: those beyond it would use the quota up early, and then all wait for the next period.
[[nodiscard]] int default_threads();

}  // namespace mg
