// cuSPARSE, loaded and driven: through a stand-in that works on host memory, so that no GPU is needed.
#include "tools/bench/cusparse.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/error.hpp"
#include "tests/host_device.hpp"
#include "tests/specimen.hpp"
#include "tools/bench/cusparse_spmv.hpp"

namespace mg::tools {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The message of an Error with `code` that `work` throws.
template <class Work>
std::string message_of(ExitCode code, Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

int live_objects() {
  void* library = ::dlopen(MG_FAKE_CUSPARSE, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<int (*)()>(::dlsym(library, "fake_cusparse_live_objects"))();
}

/// Each timed product takes a millisecond longer than the one before.
class HostStream final : public TimedStream {
 public:
  [[nodiscard]] cudaStream_t stream() const override { return reinterpret_cast<cudaStream_t>(&stream_); }
  void wait() const override {}
  [[nodiscard]] double ms(const std::function<void()>& work) const override {
    work();
    return ms_ += 1;
  }

 private:
  mutable char stream_ = 0;
  mutable double ms_ = 0;
};

class FakeCuSparse : public testing::Test {
 protected:
  ~FakeCuSparse() override {
    ::unsetenv("MG_FAKE_CUSPARSE_FAILS");
    EXPECT_EQ(live_objects(), 0);
  }

  [[nodiscard]] SpmvReport time(const Graph& graph, int index_bits, int runs = 3, int warmup = 2) {
    x_ = spmv_vector(graph.num_vertices());
    const SpmvRequest request{.rows = &graph.in, .x = x_, .runs = runs, .warmup = warmup};
    return time_spmv(library_, std::make_shared<HostDevice>(), HostStream(), request, index_bits);
  }

  CuSparse library_{MG_FAKE_CUSPARSE};
  std::vector<float> x_;
};

TEST(CuSparse, WhereThereIsNoneIsSaid) {
  const std::string absent = "/nowhere/libcusparse.so.12";
  std::string message = message_of(ExitCode::no_resources, [&] { CuSparse{absent}; });
  for (const char* part : {"there is no /nowhere/libcusparse.so.12", "MG_CUSPARSE", "Install"}) {
    EXPECT_TRUE(contains(message, part)) << message;
  }
  message = message_of(ExitCode::no_resources, [] { CuSparse{"libm.so.6"}; });
  EXPECT_TRUE(contains(message, "older than CUDA 12.4, or no cuSPARSE at all")) << message;
}

TEST(CuSparse, TheInstalledOneHasWhatIsUsed) {
  try {
    EXPECT_TRUE(CuSparse{""}.version().starts_with("cuSPARSE 1")) << "the numbering that starts with CUDA 10";
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
}

TEST(CuSparse, IndicesAreAsNarrowAsTheLibraryAllows) {
  Specimen star = large_specimen("star");
  const Graph& graph = star.graph();
  const std::vector<float> x = spmv_vector(graph.num_vertices());
  EXPECT_EQ(index_bits_for({.rows = &graph.in, .x = x}), 32);
  const std::span<const float> wide(x.data(), std::size_t{1} << 31);  // looked at by its size alone
  EXPECT_EQ(index_bits_for({.rows = &graph.in, .x = wide}), 64);
}

TEST_F(FakeCuSparse, MultipliesEveryGraphByBothAlgorithms) {
  for (Specimen& specimen : large_specimens()) {
    const Graph& graph = specimen.graph();
    for (const int bits : {32, 64}) {
      const SpmvReport report = time(graph, bits);
      EXPECT_EQ(report.library, "cuSPARSE 7.8.9");
      EXPECT_EQ(report.device, "host");
      EXPECT_EQ(report.index_bits, bits);
      ASSERT_EQ(report.algorithms.size(), 2U);
      EXPECT_EQ(report.algorithms[0].algorithm, "CUSPARSE_SPMV_CSR_ALG2");
      EXPECT_EQ(report.algorithms[1].algorithm, "CUSPARSE_SPMV_CSR_ALG1");
      for (const SpmvTimes& times : report.algorithms) {
        EXPECT_EQ(verify_spmv(graph.in, x_, times.y).problem, "") << specimen.name() << ", " << bits << " bits";
      }
      EXPECT_EQ(report.algorithms[0].ms, (std::vector<double>{1, 2, 3})) << "warming up is not timed";
      EXPECT_EQ(report.algorithms[1].ms, (std::vector<double>{4, 5, 6}));
    }
  }
}

TEST_F(FakeCuSparse, MultipliesMatricesWithoutArcs) {
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(animal);
    const SpmvReport report = time(specimen.graph(), 32, 1, 0);
    EXPECT_EQ(verify_spmv(specimen.graph().in, x_, report.algorithms[0].y).problem, "") << specimen.name();
  }
}

TEST_F(FakeCuSparse, FailuresAreExplainedAndLeaveNothingBehind) {
  Specimen specimen = large_specimen("grid");
  ::setenv("MG_FAKE_CUSPARSE_FAILS", "cusparseSpMV_preprocess", 1);
  std::string message = message_of(ExitCode::no_resources, [&] { static_cast<void>(time(specimen.graph(), 32)); });
  EXPECT_EQ(message, "cuSPARSE 7.8.9 failed while analysing the matrix: insufficient resources");
  ::setenv("MG_FAKE_CUSPARSE_FAILS", "cusparseCreate", 1);
  message = message_of(ExitCode::internal, [&] { static_cast<void>(time(specimen.graph(), 32)); });
  EXPECT_EQ(message, "cuSPARSE 7.8.9 failed while starting: not as it should be");
}

}  // namespace
}  // namespace mg::tools
