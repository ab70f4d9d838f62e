#include "tools/run/estimate.hpp"

#include <fmt/format.h>

#include "preprocess/building/graph_size.hpp"
#include "preprocess/prepared/file.hpp"
#include "tools/load_graph.hpp"
#include "tools/machine.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

std::string line(std::string_view label, std::uint64_t bytes, std::string_view remark) {
  return fmt::format("  {:<24} {:>12}{}\n", label, bytes_text(bytes), remark);
}

/// What the run takes of a GPU, or would take of one; empty where there is none.
std::string gpu_text(const MemoryEstimate& estimate) {
  const std::string_view label = estimate.device == "cpu" ? "on a GPU instead" : "on the GPU";
  if (!estimate.gpu) {
    return estimate.gpu_problem.empty() ? ""
                                        : fmt::format("  {:<24} {:>12}  {}\n", label, "unknown", estimate.gpu_problem);
  }
  const GpuPlan& plan = *estimate.gpu;
  const std::string_view remark = plan.least_bytes() > plan.free_bytes   ? ": not enough, use --device cpu"
                                  : plan.total_bytes() > plan.free_bytes ? ": not enough for all layouts of the engine"
                                                                         : "";
  return line(label, plan.total_bytes(),
              fmt::format("  of {} free on {}{}", bytes_text(plan.free_bytes), plan.device, remark));
}

}  // namespace

FoundSize graph_size(const std::string& path, const GraphOptions& reading) {
  if (is_prepared(path)) return {size_of_prepared(path), "exact; what the file stores is mapped, not copied"};
  double read_ms = 0;
  return {size_of(read_edges({path}, reading.read, read_ms), reading.build),
          "before cleaning, which can only make it smaller; building takes up to three times as much for a while"};
}

std::string estimate_text(std::string_view graph, const FoundSize& found, std::string_view algorithm,
                          const MemoryEstimate& estimate) {
  std::string text =
      fmt::format("Memory for {} on {}: {} vertices, {} arcs{}\n", algorithm, graph, with_commas(found.size.vertices),
                  with_commas(found.size.arcs), found.remark.empty() ? "" : fmt::format(" ({})", found.remark));
  for (const auto& part : estimate.parts) text += line(part.name, part.bytes, "  " + part.remark);
  const std::uint64_t total = estimate.total_bytes();
  text += line("total", total, "");
  if (const auto available = memory_fact("MemAvailable")) {
    text += line("available", *available, total > *available ? "  not enough: use a machine with more memory" : "");
  }
  return text + gpu_text(estimate) +
         fmt::format("  {:<24} {}, {}\n", "device", estimate.device, estimate.device_reason);
}

}  // namespace mg::tools
