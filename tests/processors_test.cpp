// How many threads there are where nobody says, and what control groups say of processors.
#include "engine/cpu/processors.hpp"

#include <gtest/gtest.h>
#include <omp.h>

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
  for (const std::string text :
       {"", "max", "100000", "100000 0", "100000 1e-310", "-5 100000", "nan 100000", "0 100000"}) {
    machine.write("sys/fs/cgroup/a/cpu.max", text);
    EXPECT_FALSE(machine.quota()) << text;
  }
  EXPECT_FALSE(Machine("0::no-path\n").quota());
}

TEST(UsableProcessors, AreSome) {
  EXPECT_GE(usable_processors(), 1);
  EXPECT_LE(usable_processors(), omp_get_num_procs());
}

/// Of 64 processors, of which 3 may be kept busy.
constexpr ThreadFacts in_a_container{.of_openmp = 64, .of_openmp_at_load = 64, .processors = 3};

TEST(DefaultThreads, AreAsManyAsProcessorsMayBeKeptBusy) {
  EXPECT_EQ(threads_of(in_a_container), 3);
  EXPECT_EQ(threads_of({.of_openmp = 2, .of_openmp_at_load = 2, .processors = 3}), 2) << "OMP_THREAD_LIMIT, say";
}

TEST(DefaultThreads, AreThoseThatSomebodyHasSaid) {
  ThreadFacts facts = in_a_container;
  facts.of_openmp = 8;
  EXPECT_EQ(threads_of(facts), 8) << "omp_set_num_threads";
  facts = in_a_container;
  facts.are_in_environment = true;
  EXPECT_EQ(threads_of(facts), 64) << "OMP_NUM_THREADS";
  for (const int chosen : {1, 3, 64, 100}) {
    facts.chosen = chosen;
    EXPECT_EQ(threads_of(facts), chosen) << "use_threads";
  }
}

TEST(DefaultThreads, AreOfThisProcess) {
  const int at_first = default_threads();
  EXPECT_GE(at_first, 1);
  for (const int threads : {1, omp_get_num_procs(), 1000}) {
    use_threads(threads);
    EXPECT_EQ(default_threads(), threads);
  }
  use_threads(0);
  EXPECT_EQ(default_threads(), at_first);
  const int of_openmp = omp_get_max_threads();
  omp_set_num_threads(of_openmp + 1);
  EXPECT_EQ(default_threads(), of_openmp + 1);
  omp_set_num_threads(of_openmp);
  EXPECT_EQ(default_threads(), at_first);
}

}  // namespace
}  // namespace mg
