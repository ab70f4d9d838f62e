#include "tools/estimate.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <memory>
#include <string_view>

#include "engine/device_choice.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "preprocess/prepared_file.hpp"
#include "tools/load_graph.hpp"
#include "tools/machine.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

GraphSize prepared_size(const std::string& path) {
  const PreparedInfo info = inspect_prepared(path);
  GraphSize size{.vertices = info.metadata.vertices,
                 .arcs = info.metadata.arcs,
                 .directed = info.metadata.directed,
                 .weighted = info.metadata.weight_type != WeightType::none,
                 .remark = "exact; what the file stores is mapped, not copied"};
  for (const auto& section : info.sections) {
    if (section.name.starts_with("names.")) size.name_bytes += section.bytes;
    if (section.name.starts_with("tiles.")) size.has_tiles = true;
  }
  return size;
}

GraphSize edges_size(const RunOrder& order) {
  double read_ms = 0;
  const EdgeList list = read_edges({order.graph}, order.reading.read, read_ms);
  const bool directed = order.reading.build.directed.value_or(list.directed);
  const WeightPolicy& weights = order.reading.build.weights;
  return {
      .vertices = list.num_vertices(),
      .arcs = list.edges.size() * (directed ? 1 : 2),
      .directed = directed,
      .weighted = weights.computed() || type_of(list.weights) != WeightType::none,
      .name_bytes = list.names.ids().size_bytes() + list.names.bytes().size_bytes() + list.names.by_name().size_bytes(),
      .remark =
          "before cleaning, which can only make it smaller; building takes up to three times as much for a "
          "while"};
}

/// Lines of label, size and remark, and their sum.
class Table {
 public:
  void add(std::string_view label, std::uint64_t bytes, std::string_view remark) {
    text_ += fmt::format("  {:<24} {:>12}  {}\n", label, bytes_text(bytes), remark);
    total_ += bytes;
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  std::string text_;
  std::uint64_t total_ = 0;
};

/// The engine of the order's run.
EngineEntry engine_of(const RunOrder& order, const GraphSize& size, bool on_gpu) {
  const RunOptions& options = order.request.options;
  if (options.engine != "auto") return find_engine(options.engine);
  return find_engine(options.policy != "auto" ? "hybrid" : auto_engine(on_gpu, size.has_tiles));
}

/// What the order's runs take of a GPU.
std::string gpu_text(std::string_view label, const GpuPlan& plan) {
  const std::string_view remark = plan.least_bytes() > plan.free_bytes   ? ": not enough, use --device cpu"
                                  : plan.total_bytes() > plan.free_bytes ? ": not enough for all layouts of the engine"
                                                                         : "";
  return fmt::format("  {:<24} {:>12}  of {} free on {}{}\n", label, bytes_text(plan.total_bytes()),
                     bytes_text(plan.free_bytes), plan.device, remark);
}

/// The same of the first GPU of a machine where the runs go to the CPU; empty where there is none.
std::string gpu_instead_text(const PlannedRuns& runs) {
  constexpr std::string_view label = "on a GPU instead";
  const DeviceList gpus = list_devices();
  if (gpus.devices.empty()) return {};
  try {
    return gpu_text(label, gpu_plan(runs, *open_device(gpus.devices.front().index)));
  } catch (const Error& error) {
    return fmt::format("  {:<24} {:>12}  {}\n", label, "unknown", error.what());
  }
}

/// Where the order's runs go, and what they take of a GPU.
std::string device_text(const RunOrder& order, const GraphSize& size, const AlgorithmInfo& algorithm) {
  const RunOptions& options = order.request.options;
  const std::unique_ptr<Engine> engine = engine_of(order, size, true).make();
  const PlannedRuns runs{.algorithm = algorithm,
                         .engine = *engine,
                         .schedule = options.schedule,
                         .vertices = size.vertices,
                         .arcs = size.arcs,
                         .directed = size.directed,
                         .weighted = size.weighted,
                         .count = planned_runs(algorithm, order.request, size.vertices),
                         .threads = options.threads > 0 ? options.threads : omp_get_max_threads()};
  const DeviceChoice choice = choose_device(options.device, runs);
  const std::string gpu =
      choice.gpu == nullptr ? gpu_instead_text(runs) : gpu_text("on the GPU", gpu_plan(runs, *choice.gpu));
  return fmt::format("{}  {:<24} {}, {}\n", gpu, "device", choice.gpu == nullptr ? "cpu" : choice.gpu->info().name,
                     choice.reason);
}

}  // namespace

GraphSize graph_size(const RunOrder& order) {
  return is_prepared(order.graph) ? prepared_size(order.graph) : edges_size(order);
}

std::string estimate_text(const RunOrder& order, const GraphSize& size) {
  const AlgorithmInfo algorithm = find_algorithm(order.request.algorithm).info;
  const EngineEntry engine = engine_of(order, size, false);
  const std::uint64_t arc_bytes = sizeof(VertexId) + (size.weighted ? sizeof(float) : 0);
  const std::uint64_t adjacency = (size.vertices + 1) * sizeof(EdgeId) + size.arcs * arc_bytes;

  Table table;
  table.add("csr", adjacency, "");
  table.add("csc", size.directed ? adjacency : 0, size.directed ? "" : "an undirected graph's csr serves as csc");
  table.add("names", size.name_bytes, "");
  const bool stated = algorithm.state_bytes_per_vertex > 0;
  table.add("state of " + algorithm.name, algorithm.state_bytes_per_vertex * size.vertices,
            stated ? fmt::format("{} bytes a vertex", algorithm.state_bytes_per_vertex) : "the algorithm does not say");
  table.add("engine " + engine.name, engine.make()->estimate_bytes(size.vertices, size.arcs),
            "what it lays out, and frontiers");

  std::string text = fmt::format("Memory for {} on {}: {} vertices, {} arcs ({})\n{}  {:<24} {:>12}\n", algorithm.name,
                                 order.graph, with_commas(size.vertices), with_commas(size.arcs), size.remark,
                                 table.text(), "total", bytes_text(table.total()));
  if (const auto available = memory_fact("MemAvailable")) {
    text += fmt::format("  {:<24} {:>12}{}\n", "available", bytes_text(*available),
                        table.total() > *available ? "  not enough: use a machine with more memory" : "");
  }
  return text + device_text(order, size, algorithm);
}

}  // namespace mg::tools
