// How many threads there are where nobody says, and what control groups say of processors.
#include "engine/cpu/processors.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// A machine's files, as far as control groups are in them.
class Machine {
 public:
  explicit Machine(const std::string& groups) { write("proc/self/cgroup", groups); }
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / path).parent_path());
    folder_.write(path, text);
  }
  [[nodiscard]] std::optional<double> quota() const { return processor_quota(folder_.path().string()); }

 private:
  TemporaryFolder folder_;
};

TEST(ProcessorQuota, IsNoneWithoutFiles) {
  EXPECT_FALSE(processor_quota(TemporaryFolder().path().string()));
  EXPECT_FALSE(Machine("0::/\n").quota());
}

TEST(ProcessorQuota, IsThatOfAContainersOwnGroup) {
  const Machine machine("0::/\n");
  machine.write("sys/fs/cgroup/cpu.max", "250000 100000\n");
  EXPECT_EQ(machine.quota(), 2.5);
  machine.write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_FALSE(machine.quota());
}

TEST(ProcessorQuota, IsTheLeastOfTheGroupsAround) {
  const Machine machine("0::/user.slice/job.scope\n");
  machine.write("sys/fs/cgroup/user.slice/job.scope/cpu.max", "800000 100000\n");
  EXPECT_EQ(machine.quota(), 8);
  machine.write("sys/fs/cgroup/user.slice/cpu.max", "300000 100000\n");
  EXPECT_EQ(machine.quota(), 3);
  machine.write("sys/fs/cgroup/user.slice/job.scope/cpu.max", "50000 100000\n");
  EXPECT_EQ(machine.quota(), 0.5);
}

TEST(ProcessorQuota, IsSeenWhereThePathIsThatOutside) {
  const Machine machine("0::/system.slice/docker-0123.scope\n");
  machine.write("sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(machine.quota(), 4);
}

TEST(ProcessorQuota, IsReadOfTheFirstVersionToo) {
  const Machine machine("11:memory:/job\n3:cpu,cpuacct:/job\n1:name=systemd:/job\n0::/\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(machine.quota());
  machine.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "150000\n");
  EXPECT_EQ(machine.quota(), 1.5);
}

TEST(ProcessorQuota, TakesNothingFromFilesThatSayNothing) {
  const Machine machine("0::/a\nnonsense\n4:cpu\n");
  for (const std::string text : {"", "max", "100000", "100000 0", "-5 100000", "nan 100000", "0 100000"}) {
    machine.write("sys/fs/cgroup/a/cpu.max", text);
    EXPECT_FALSE(machine.quota()) << text;
  }
}

TEST(DefaultThreads, AreThoseThatSomebodyHasSetForOpenMP) {
  const int before = omp_get_max_threads();
  for (const int threads : {1, omp_get_num_procs() + 1}) {
    omp_set_num_threads(threads);
    EXPECT_EQ(default_threads(), threads);
  }
  omp_set_num_threads(before);
  EXPECT_GE(default_threads(), 1);
  EXPECT_LE(default_threads(), before);
}

}  // namespace
}  // namespace mg
