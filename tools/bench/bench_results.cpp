#include "tools/bench/bench_results.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/cpu/processors.hpp"
#include "tools/bench/bench_baseline.hpp"
#include "tools/commit.hpp"
#include "tools/machine.hpp"

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

/// The value below which a part `share` of the ascending `values` lies.
double quantile(std::span<const double> values, double share) {
  const double position = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (position - std::floor(position)) * (values[above] - values[below]);
}

/// The run of median time, the faster one of two.
const BenchRun& middle(const std::vector<BenchRun>& runs) {
  std::vector<const BenchRun*> order;
  order.reserve(runs.size());
  for (const BenchRun& run : runs) order.push_back(&run);
  std::ranges::stable_sort(order, {}, &BenchRun::ms);
  return *order[(order.size() - 1) / 2];
}

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

double load_average() {
  const std::string text = first_line("/proc/loadavg").value_or("0");
  return std::strtod(text.c_str(), nullptr);
}

Json gpu_json(const DeviceInfo& gpu) {
  return {{"device", fmt::format("cuda:{}", gpu.index)},
          {"model", gpu.name},
          {"clock_mhz", gpu.clock_khz / 1000},
          {"multiprocessors", gpu.multiprocessors},
          {"memory_bytes", gpu.memory_bytes},
          {"driver", gpu.driver}};
}

Json machine_json(const BenchMachine& machine) {
  Json gpus = Json::array();
  for (const DeviceInfo& gpu : machine.gpus) gpus.push_back(gpu_json(gpu));
  return {{"cpu", machine.cpu}, {"threads", machine.threads}, {"load", machine.load}, {"gpus", std::move(gpus)}};
}

Json graphs_json(const std::vector<BenchGraphFacts>& graphs) {
  Json object = Json::object();
  for (const BenchGraphFacts& graph : graphs) {
    object[graph.name] = {{"recipe", graph.recipe},
                          {"vertices", graph.vertices},
                          {"arcs", graph.arcs},
                          {"directed", graph.directed},
                          {"weights", graph.weights}};
  }
  return object;
}

Json runs_json(const std::vector<BenchRun>& runs) {
  Json array = Json::array();
  for (const BenchRun& run : runs) {
    array.push_back({{"sources", run.sources},
                     {"ms", run.ms},
                     {"iterations", run.iterations},
                     {"arcs_followed", run.arcs},
                     {"arcs_read", run.arcs_read}});
  }
  return array;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json row_json(const BenchRow& row) {
  Json json{{"graph", row.key.graph},
            {"algorithm", row.key.algorithm},
            {"schedule", row.key.schedule},
            {"engine", row.key.engine},
            {"policy", row.key.policy},
            {"device", row.key.device},
            {"sources", row.sources},
            {"parameters", row.parameters},
            {"status", row.failed ? "failed" : "timed"},
            {"problem", row.problem.empty() ? Json(nullptr) : Json(row.problem)}};
  if (row.failed) return json;
  json["vertices"] = row.vertices;
  json["arcs"] = row.arcs;
  json["schedule_used"] = row.schedule_used;
  json["engine_used"] = row.engine_used;
  json["policy_used"] = row.policy_used;
  json["device_used"] = row.device_used;
  json["library"] = row.library.empty() ? Json(nullptr) : Json(row.library);
  json["median_ms"] = row.ms.median;
  json["min_ms"] = row.ms.lowest;
  json["max_ms"] = row.ms.highest;
  json["quartile_range_ms"] = row.ms.quartile_range;
  json["relative_quartile_range"] = row.ms.relative();
  json["iterations"] = row.iterations();
  json["garcs_per_s"] = row.rate();
  json["floor_ms"] = or_null(row.floor_ms);
  json["validated"] = or_null(row.validated);
  json["times_ms"] = {
      {"prepare", row.prepare_ms}, {"copy", row.copy_ms}, {"compile", row.compile_ms}, {"validate", row.validate_ms}};
  Json& result = json["result"] = Json::object();
  for (const auto& [name, value] : row.result) std::visit([&, &key = name](auto x) { result[key] = x; }, value);
  json["runs"] = runs_json(row.runs);
  return json;
}

Json ratios_json(const BenchResults& results) {
  Json array = Json::array();
  for (const BaselineRatio& of : baseline_ratios(results)) {
    array.push_back({{"cell", of.pagerank->key.name()},
                     {"iteration_ms", of.iteration_ms()},
                     {"baseline", of.baseline->key.name()},
                     {"baseline_ms", of.baseline->ms.median},
                     {"ratio", of.ratio()}});
  }
  return array;
}

}  // namespace

Spread Spread::of(std::vector<double> times) {
  std::ranges::sort(times);
  return {.median = quantile(times, 0.5),
          .lowest = times.front(),
          .highest = times.back(),
          .quartile_range = quantile(times, 0.75) - quantile(times, 0.25)};
}

std::uint64_t BenchRow::iterations() const { return middle(runs).iterations; }

double BenchRow::rate() const {
  const BenchRun& run = middle(runs);
  return run.ms > 0 ? static_cast<double>(run.arcs) / run.ms / 1e6 : 0;
}

BenchMachine BenchMachine::here(bool uses_gpus) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return {.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
          .commit = std::string(build_commit()),
          .cpu = processor_model(),
          .threads = default_threads(),
          .load = load_average(),
          .gpus = uses_gpus ? list_devices().devices : std::vector<DeviceInfo>{}};
}

std::string results_json(const BenchResults& results) {
  Json rows = Json::array();
  for (const BenchRow& row : results.rows) rows.push_back(row_json(row));
  const Json object{{"format", "mg_bench 1"},
                    {"suite", results.suite},
                    {"about", results.about},
                    {"date", results.machine.date},
                    {"commit", results.machine.commit},
                    {"version", MG_VERSION},
                    {"complete", results.complete},
                    {"machine", machine_json(results.machine)},
                    {"graphs", graphs_json(results.graphs)},
                    {"rows", std::move(rows)},
                    {"ratios", ratios_json(results)}};
  // Vertex names are any bytes; what is not UTF-8 is replaced so that the output stays JSON.
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace mg::tools
