#include "engine/memory_estimate.hpp"

#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "engine/cpu/processors.hpp"
#include "engine/engine.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

/// The engine of the request's run.
EngineEntry engine_of(const RunOptions& options, const GraphSize& size, bool on_gpu) {
  return engine_for(options.engine, options.policy != "auto", on_gpu, size.has_tiles);
}

/// The graph's parts, those of the algorithm and of the engine.
std::vector<MemoryEstimate::Part> parts_of(const AlgorithmInfo& algorithm, const EngineEntry& engine,
                                           const GraphSize& size) {
  const std::uint64_t arc_bytes = sizeof(VertexId) + (size.weighted ? sizeof(float) : 0);
  const std::uint64_t adjacency = (size.vertices + 1) * sizeof(EdgeId) + size.arcs * arc_bytes;
  const std::uint64_t by_vertex = algorithm.state_bytes_per_vertex;
  const double by_arc = algorithm.state_bytes_per_arc + algorithm.weighted_bytes_per_arc;
  const std::string state = by_arc > 0      ? fmt::format("{} bytes a vertex and {} an arc", by_vertex, by_arc)
                            : by_vertex > 0 ? fmt::format("{} bytes a vertex", by_vertex)
                                            : "the algorithm does not say";
  std::vector<MemoryEstimate::Part> parts = {
      {"csr", adjacency, ""},
      {"csc", size.directed ? adjacency : 0, size.directed ? "" : "an undirected graph's csr serves as csc"},
      {"names", size.name_bytes, ""},
      {"state of " + algorithm.name, state_bytes(algorithm, size.vertices, size.arcs), state},
      {"engine " + engine.name, engine.make()->estimate_bytes(size.vertices, size.arcs),
       "what it lays out, and frontiers"}};
  if (size.place_bytes > 0) {
    parts.insert(parts.begin() + 3, {"places", size.place_bytes, "x and y of all vertices"});  // behind the names
  }
  return parts;
}

/// The plan for the first GPU of the machine, for runs that go to the CPU; nothing where there is none.
std::optional<GpuPlan> plan_instead(const PlannedRuns& runs, std::string& problem) {
  const DeviceList gpus = list_devices();
  if (gpus.devices.empty()) return std::nullopt;
  try {
    return gpu_plan(runs, *open_device(gpus.devices.front().index));
  } catch (const Error& error) {
    problem = error.what();
    return std::nullopt;
  }
}

}  // namespace

GraphSize size_of(const Graph& graph) {
  const VertexNames& names = graph.names;
  return {.vertices = graph.num_vertices(),
          .arcs = graph.num_arcs(),
          .directed = graph.directed,
          .weighted = graph.weight_type() != WeightType::none,
          .has_tiles = graph.tiles != nullptr,
          .name_bytes = names.ids().size_bytes() + names.bytes().size_bytes() + names.by_name().size_bytes(),
          .place_bytes = graph.places.size_bytes()};
}

MemoryEstimate estimate_memory(const RunRequest& request, const GraphSize& size) {
  const RunOptions& options = request.options;
  const AlgorithmInfo algorithm = algorithm_for(request).info;
  MemoryEstimate estimate{.parts = parts_of(algorithm, engine_of(options, size, false), size)};

  const std::unique_ptr<Engine> engine = engine_of(options, size, true).make();
  const PlannedRuns runs{.algorithm = algorithm,
                         .engine = *engine,
                         .schedule = options.schedule,
                         .vertices = size.vertices,
                         .arcs = size.arcs,
                         .directed = size.directed,
                         .weighted = size.weighted,
                         .count = planned_runs(algorithm, request, size.vertices),
                         .threads = options.threads > 0 ? options.threads : default_threads()};
  DeviceChoice choice = choose_device(options.device, runs);
  estimate.device = choice.gpu == nullptr ? "cpu" : choice.gpu->info().name;
  estimate.device_reason = std::move(choice.reason);
  estimate.gpu = choice.gpu == nullptr ? plan_instead(runs, estimate.gpu_problem) : gpu_plan(runs, *choice.gpu);
  return estimate;
}

}  // namespace mg
