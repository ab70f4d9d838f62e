// Products of a graph's matrix and a vector: what proves them right, and those of the library of a GPU's maker.
#include "tools/bench/spmv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "engine/error.hpp"
#include "tests/generator_specs.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg::tools {
namespace {

/// Row by row, in double precision.
std::vector<float> serial_product(const Adjacency& rows, std::span<const float> x) {
  std::vector<float> y;
  for (VertexId v = 0; v < rows.num_rows(); ++v) {
    double sum = 0;
    for (const VertexId u : rows.row(v)) sum += x[u];
    y.push_back(static_cast<float>(sum));
  }
  return y;
}

/// A matrix of one row, with a 1 in each column.
Adjacency full_row(VertexId columns) {
  auto neighbors = Array<VertexId>::uninitialized(columns);
  for (VertexId v = 0; v < columns; ++v) neighbors[v] = v;
  const std::vector<EdgeId> offsets{0, columns};
  return {.offsets = Array<EdgeId>::copy_of(std::span(offsets)), .neighbors = neighbors, .weights = {}};
}

TEST(SpmvVector, EntriesAreSmallWholeNumbersThatDiffer) {
  const std::vector<float> x = spmv_vector(1000);
  const std::set<float> values(x.begin(), x.end());
  EXPECT_EQ(values, (std::set<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(x, spmv_vector(1000));
  EXPECT_TRUE(spmv_vector(0).empty());
}

TEST(VerifySpmv, AcceptsWhatIsRight) {
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(animal);
    const Graph& graph = specimen.graph();
    const std::vector<float> x = spmv_vector(graph.num_vertices());
    EXPECT_EQ(verify_spmv(graph.in, x, serial_product(graph.in, x)).problem, "") << specimen.name();
  }
}

TEST(VerifySpmv, FindsTheFirstWrongEntry) {
  Specimen specimen = large_specimen("rmat_directed");
  const Adjacency& rows = specimen.graph().in;
  const std::vector<float> x = spmv_vector(rows.num_rows());
  const std::vector<float> right = serial_product(rows, x);
  for (const float wrong : {right[77] + 1, right[77] - 1, std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<float> y = right;
    y[77] = y[99] = wrong;
    EXPECT_TRUE(verify_spmv(rows, x, y).problem.starts_with("row 77 is ")) << verify_spmv(rows, x, y).problem;
  }
  EXPECT_NE(verify_spmv(specimen.graph().out, x, right).problem, "") << "arcs the wrong way";
  EXPECT_NE(verify_spmv(rows, x, std::span(right).first(5)).problem, "");
}

TEST(VerifySpmv, LargeSumsMayBeOffByWhatRoundingExplains) {
  constexpr VertexId columns = 5'000'000;  // whose sum is some 22 million, above 2^24
  const Adjacency rows = full_row(columns);
  const std::vector<float> x = spmv_vector(columns);
  const std::vector<float> right = serial_product(rows, x);
  ASSERT_GT(right[0], 1 << 24);
  const float bound = right[0] * (static_cast<float>(columns) / (1 << 24));
  EXPECT_EQ(verify_spmv(rows, x, right).problem, "");
  EXPECT_EQ(verify_spmv(rows, x, std::vector<float>{right[0] + bound / 2}).problem, "");
  EXPECT_NE(verify_spmv(rows, x, std::vector<float>{right[0] + 2 * bound}).problem, "");
}

TEST(TimeSpmv, NeedsADevice) {
  Specimen specimen = large_specimen("path");
  const std::vector<float> x = spmv_vector(specimen.num_vertices());
  EXPECT_THROW(static_cast<void>(time_spmv(1000, {.rows = &specimen.graph().in, .x = x})), Error);
}

class SpmvOnAGpu : public OnAGpu {};

TEST_F(SpmvOnAGpu, IsThatOfTheHost) {
  const int device = list_devices().devices.front().index;
  for (const GeneratorKind kind : {GeneratorKind::rmat, GeneratorKind::uniform}) {
    Specimen specimen = generated_specimen("generated", spec_of(kind, 1 << 14));
    const Adjacency& rows = specimen.graph().in;
    const std::vector<float> x = spmv_vector(rows.num_rows());
    SpmvReport report;
    try {
      report = time_spmv(device, {.rows = &rows, .x = x, .runs = 3, .warmup = 1});
    } catch (const Error& error) {
      if (error.code() == ExitCode::no_resources) GTEST_SKIP() << error.what();
      throw;
    }
    ASSERT_EQ(report.algorithms.size(), 2U);
    for (const SpmvTimes& times : report.algorithms) {
      EXPECT_EQ(times.y, serial_product(rows, x)) << times.algorithm;
      EXPECT_EQ(verify_spmv(rows, x, times.y).problem, "") << times.algorithm;
      ASSERT_EQ(times.ms.size(), 3U);
      for (const double ms : times.ms) EXPECT_GT(ms, 0) << times.algorithm;
    }
  }
}

}  // namespace
}  // namespace mg::tools
