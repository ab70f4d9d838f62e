// How many processors a process has, and how many threads it is going to use.
#pragma once

#include <optional>
#include <string>

namespace mg {

/// The processors whose whole time the control group of this process may use, as containers limit it (`docker run
/// --cpus 2.5`): the least of the quotas of its group and of those that this one is in. Nothing where there is no
/// quota, or where control groups are mounted elsewhere than in /sys/fs/cgroup. `root` stands before /proc and /sys.
[[nodiscard]] std::optional<double> processor_quota(const std::string& root = "");

/// The processors that this process may keep busy: those that it might run on when it first asked, and no more than its
/// quota was then, rounded up. More threads would use the quota up early in each period, and then all wait for the
/// next.
[[nodiscard]] int usable_processors();

/// What default_threads() depends on.
struct ThreadFacts {
  int chosen = 0;                   ///< by use_threads(); 0: nobody has
  int of_openmp = 1;                ///< threads that OpenMP would start now
  int of_openmp_at_load = 1;        ///< the same before the program could change it
  bool are_in_environment = false;  ///< OMP_NUM_THREADS is a number
  int processors = 1;               ///< usable_processors()
};
[[nodiscard]] int threads_of(const ThreadFacts& facts);

/// The threads of loops that are not told how many. Those that use_threads() has said, or OMP_NUM_THREADS, or the
/// program to OpenMP by omp_set_num_threads(); otherwise one for each of usable_processors().
[[nodiscard]] int default_threads();

/// From now on default_threads() is `threads`, for all threads of the process; 0: as if nobody had said.
void use_threads(int threads);

}  // namespace mg
