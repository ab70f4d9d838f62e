// What a run would take of memory.
#include "tools/run/estimate.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <variant>

#include "interruptible.hpp"
#include "module.hpp"
#include "preprocess/building/graph_size.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/read.hpp"
#include "text.hpp"
#include "tools/machine.hpp"

namespace mg::python {
namespace {

tools::FoundSize size_of_file(const std::string& path) {
  if (is_prepared(path)) return {size_of_prepared(path), ""};
  return with_progress(nb::none(), [&](Progress& progress) {
    const std::vector<std::string> inputs{path};
    return tools::FoundSize{size_of(read_graph(inputs, {}, progress), {}), "before cleaning"};
  });
}

template <class T>
nb::object or_none(const std::optional<T>& value) {
  return value ? nb::object(nb::cast(*value)) : nb::none();
}

/// The members of multigraph.Estimate.
nb::dict estimate(const std::variant<const GraphHandle*, Text>& of, const std::string& algorithm,
                  const std::map<std::string, Text>& parameters, const std::vector<Text>& sources,
                  const nb::dict& options) {
  const auto* handle = std::get_if<const GraphHandle*>(&of);
  const std::string name = handle != nullptr ? "this graph" : std::get<Text>(of).bytes;
  const tools::FoundSize found =
      handle != nullptr ? tools::FoundSize{size_of((*handle)->graph()), ""} : size_of_file(name);
  RunRequest request{.algorithm = algorithm, .options = run_options(options)};
  for (const auto& [parameter, value] : parameters) request.parameters[parameter] = value.bytes;
  for (const Text& source : sources) request.sources.push_back(source.bytes);
  const MemoryEstimate estimate =
      interruptible(false, [&](const std::atomic<bool>&) { return estimate_memory(request, found.size); });

  nb::dict parts;
  for (const auto& part : estimate.parts) parts[part.name.c_str()] = part.bytes;
  nb::dict members;
  members["algorithm"] = algorithm;
  members["parts"] = parts;
  members["available"] = or_none(tools::memory_fact("MemAvailable"));
  members["device"] = estimate.device;
  members["reason"] = estimate.device_reason;
  const std::optional<GpuPlan>& gpu = estimate.gpu;
  members["gpu"] = gpu ? nb::object(nb::cast(gpu->device)) : nb::none();
  members["gpu_total"] = gpu ? nb::object(nb::cast(gpu->total_bytes())) : nb::none();
  members["gpu_least"] = gpu ? nb::object(nb::cast(gpu->least_bytes())) : nb::none();
  members["gpu_free"] = gpu ? nb::object(nb::cast(gpu->free_bytes)) : nb::none();
  members["text"] = Text{tools::estimate_text(name, found, algorithm, estimate)};
  return members;
}

}  // namespace

void define_estimate(nb::module_& module) {
  module.def("estimate", &estimate, nb::arg("of"), nb::arg("algorithm"), nb::arg("parameters"), nb::arg("sources"),
             nb::arg("options"));
}

}  // namespace mg::python
