#include "engine/cpu/processors.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace mg {

namespace {

/// A hierarchy of control groups: in version 1 there is one for each of several resources, in version 2 one for all.
struct Hierarchy {
  std::vector<std::string> mounts;  ///< where it may be mounted
  bool is_first_version;
};

/// Processors, by `cpu.max` of version 2, "QUOTA PERIOD" or "max PERIOD", or the two files of version 1, where the
/// quota is -1 if there is none. In microseconds.
std::optional<double> quota_of(const std::string& group, bool is_first_version) {
  double quota = 0;
  double period = 0;
  if (is_first_version) {
    std::ifstream(group + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(group + "/cpu.cfs_period_us") >> period;
  } else {
    std::ifstream(group + "/cpu.max") >> quota >> period;
  }
  if (!(quota > 0 && period >= 1)) return std::nullopt;
  return quota / period;
}

void take_least(std::optional<double>& least, std::optional<double> quota) {
  if (quota && (!least || *quota < *least)) least = quota;
}

/// That of the group at `path`, which begins with a '/', and of all that it is in. A container may be told its path
/// outside, where it sees no more than the mount's own group.
std::optional<double> least_quota(const std::string& mount, std::string path, bool is_first_version) {
  std::optional<double> least = quota_of(mount, is_first_version);
  for (; path.size() > 1; path.resize(path.rfind('/'))) take_least(least, quota_of(mount + path, is_first_version));
  return least;
}

/// Of the controllers in a line of /proc/self/cgroup, which names none in version 2: the hierarchy, if processors are
/// among what it controls.
std::optional<Hierarchy> hierarchy_of(std::string_view controllers, const std::string& root) {
  if (controllers.empty()) return Hierarchy{{root + "/sys/fs/cgroup", root + "/sys/fs/cgroup/unified"}, false};
  std::stringstream names{std::string(controllers)};
  for (std::string name; std::getline(names, name, ',');) {
    if (name != "cpu") continue;
    return Hierarchy{{root + "/sys/fs/cgroup/cpu", root + "/sys/fs/cgroup/" + std::string(controllers)}, true};
  }
  return std::nullopt;
}

bool is_number_of_threads(const char* text) {
  if (text == nullptr) return false;
  const std::string_view word = text;  // a list has one for each level of nesting
  int threads = 0;
  return std::from_chars(word.data(), word.data() + word.size(), threads).ec == std::errc() && threads > 0;
}

std::atomic<int> chosen_threads{0};

/// When the library is loaded: before the program's own code, which may set another number.
const int of_openmp_at_load = ::omp_get_max_threads();

}  // namespace

std::optional<double> processor_quota(const std::string& root) {
  std::optional<double> least;
  std::ifstream groups(root + "/proc/self/cgroup");
  // ID:CONTROLLERS:PATH
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || line.compare(second + 1, 1, "/") != 0) continue;
    const auto hierarchy = hierarchy_of(std::string_view(line).substr(first + 1, second - first - 1), root);
    if (!hierarchy) continue;
    for (const std::string& mount : hierarchy->mounts) {
      take_least(least, least_quota(mount, line.substr(second + 1), hierarchy->is_first_version));
    }
  }
  return least;
}

int usable_processors() {
  static const int usable = [] {
    const int processors = ::omp_get_num_procs();
    const double quota = std::ceil(processor_quota().value_or(processors));
    return quota < processors ? std::max(1, static_cast<int>(quota)) : processors;
  }();
  return usable;
}

int threads_of(const ThreadFacts& facts) {
  if (facts.chosen > 0) return facts.chosen;
  if (facts.are_in_environment || facts.of_openmp != facts.of_openmp_at_load) return facts.of_openmp;
  return std::min(facts.of_openmp, facts.processors);
}

int default_threads() {
  static const bool are_in_environment = is_number_of_threads(std::getenv("OMP_NUM_THREADS"));
  return threads_of({.chosen = chosen_threads.load(std::memory_order_relaxed),
                     .of_openmp = ::omp_get_max_threads(),
                     .of_openmp_at_load = of_openmp_at_load,
                     .are_in_environment = are_in_environment,
                     .processors = usable_processors()});
}

void use_threads(int threads) { chosen_threads.store(threads, std::memory_order_relaxed); }

}  // namespace mg
