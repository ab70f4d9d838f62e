#include "engine/cpu/processors.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace mg {

namespace {

/// Version 1 of control groups has a hierarchy for each of several resources, version 2 one for all.
struct Hierarchy {
  std::vector<std::string> mounts;  ///< where one of them is
  bool is_first_version;
};

/// Processors, by `cpu.max` of version 2, "QUOTA PERIOD" or "max PERIOD", or the two files of version 1, where the
/// quota is -1 if there is none.
std::optional<double> quota_of(const std::string& group, bool is_first_version) {
  double quota = 0;
  double period = 0;
  if (is_first_version) {
    std::ifstream(group + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(group + "/cpu.cfs_period_us") >> period;
  } else {
    std::ifstream(group + "/cpu.max") >> quota >> period;
  }
  if (!(quota > 0 && period > 0)) return std::nullopt;
  return quota / period;
}

void take_least(std::optional<double>& least, std::optional<double> quota) {
  if (quota && (!least || *quota < *least)) least = quota;
}

/// That of `path` and of all groups around it. In a container, the path may be the one outside, of which only the
/// mount's own group is there to be seen.
std::optional<double> least_quota(const std::string& mount, std::string path, bool is_first_version) {
  std::optional<double> least = quota_of(mount, is_first_version);
  for (; path.size() > 1; path.resize(path.rfind('/'))) take_least(least, quota_of(mount + path, is_first_version));
  return least;
}

/// Of a line of /proc/self/cgroup, `ID:CONTROLLERS:PATH`, where its controllers, none in version 2, are those of
/// processors.
std::optional<Hierarchy> hierarchy_of(std::string_view controllers, const std::string& root) {
  if (controllers.empty()) return Hierarchy{{root + "/sys/fs/cgroup", root + "/sys/fs/cgroup/unified"}, false};
  std::stringstream names{std::string(controllers)};
  for (std::string name; std::getline(names, name, ',');) {
    if (name != "cpu") continue;
    return Hierarchy{{root + "/sys/fs/cgroup/cpu", root + "/sys/fs/cgroup/" + std::string(controllers)}, true};
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> processor_quota(const std::string& root) {
  std::optional<double> least;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto hierarchy = hierarchy_of(std::string_view(line).substr(first + 1, second - first - 1), root);
    if (!hierarchy) continue;
    for (const std::string& mount : hierarchy->mounts) {
      take_least(least, least_quota(mount, line.substr(second + 1), hierarchy->is_first_version));
    }
  }
  return least;
}

int default_threads() {
  const int threads = ::omp_get_max_threads();
  static const bool is_said = std::getenv("OMP_NUM_THREADS") != nullptr;
  if (is_said || threads != ::omp_get_num_procs()) return threads;
  static const std::optional<double> quota = processor_quota();
  return quota ? std::clamp(static_cast<int>(std::ceil(std::min(*quota, 1e6))), 1, threads) : threads;
}

}  // namespace mg
