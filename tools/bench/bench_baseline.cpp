#include "tools/bench/bench_baseline.hpp"

#include <algorithm>
#include <chrono>

#include "engine/error.hpp"

namespace mg::tools {

namespace {

using Clock = std::chrono::steady_clock;

/// `auto` is the first GPU.
int gpu_of(const BenchKey& key) { return device_index(key.device == "auto" ? "cuda" : key.device); }

double median_of(const SpmvTimes& times) { return Spread::of(times.ms).median; }

void validate_product(BenchRow& row, const Graph& graph, std::span<const float> y) {
  const auto start = Clock::now();
  const Verdict verdict = verify_spmv(graph.in, spmv_vector(graph.num_vertices()), y);
  row.validate_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  row.validated = verdict.ok();
  row.problem = verdict.problem;
}

bool is_right(const BenchRow& row) { return !row.failed && row.validated != false; }

bool are_of_one_kind(const BenchRow& a, const BenchRow& b) {
  return a.key.graph == b.key.graph && a.key.device == b.key.device && a.device_used == b.device_used;
}

}  // namespace

void check_baseline(const BenchCell& cell) {
  if (cell.key.device == "cpu") {
    fail(ExitCode::wrong_use,
         "{} runs on GPUs alone, and the suite is for none: name one, say \"cuda\", in \"devices\"", cell.key.engine);
  }
  static_cast<void>(open_device(gpu_of(cell.key)));
}

void fill_baseline(BenchRow& row, const Graph& graph, const BenchSettings& settings) {
  if (graph.num_vertices() > 0 && graph.in.offsets.size() != std::size_t{graph.num_vertices()} + 1) {
    fail(ExitCode::wrong_use, "the graph was prepared without its csc layout: convert it again with --layouts csr,csc");
  }
  const std::vector<float> x = spmv_vector(graph.num_vertices());
  const SpmvRequest request{.rows = &graph.in, .x = x, .runs = settings.repeats, .warmup = settings.warmup};
  record_spmv(row, graph, time_spmv(gpu_of(row.key), request), settings.validate);
}

void record_spmv(BenchRow& row, const Graph& graph, const SpmvReport& report, bool validate) {
  const SpmvTimes& fastest = *std::ranges::min_element(report.algorithms, {}, median_of);
  row.vertices = graph.num_vertices();
  row.arcs = graph.num_arcs();
  row.schedule_used = fastest.algorithm;
  row.engine_used = row.key.engine;
  row.policy_used = "none";
  row.device_used = report.device;
  row.library = report.library;
  for (const double ms : fastest.ms)
    row.runs.push_back({.ms = ms, .iterations = 1, .arcs = graph.num_arcs(), .arcs_read = graph.num_arcs()});
  row.ms = Spread::of(fastest.ms);
  row.prepare_ms = fastest.prepare_ms;
  row.copy_ms = report.copy_ms;
  row.result.emplace_back("index_bits", static_cast<std::uint64_t>(report.index_bits));
  for (const SpmvTimes& times : report.algorithms) row.result.emplace_back(times.algorithm + "_ms", median_of(times));
  if (validate) validate_product(row, graph, fastest.y);
}

double BaselineRatio::iteration_ms() const { return pagerank->ms.median / static_cast<double>(pagerank->iterations()); }

double BaselineRatio::ratio() const { return baseline->ms.median / iteration_ms(); }

std::vector<BaselineRatio> baseline_ratios(const BenchResults& results) {
  std::vector<BaselineRatio> ratios;
  for (const BenchRow& baseline : results.rows) {
    if (baseline.library.empty() || !is_right(baseline)) continue;
    for (const BenchRow& row : results.rows) {
      if (row.registered != "pagerank" || !is_right(row) || !are_of_one_kind(row, baseline)) continue;
      if (row.iterations() > 0 && row.ms.median > 0) ratios.push_back({.pagerank = &row, .baseline = &baseline});
    }
  }
  return ratios;
}

}  // namespace mg::tools
