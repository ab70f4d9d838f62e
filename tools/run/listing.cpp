#include "tools/run/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/gpu/device.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "hybrid/policies/policy.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

std::string_view to_string(SourceUse use) {
  switch (use) {
    case SourceUse::none: return "none";
    case SourceUse::one: return "one";
    case SourceUse::set: return "set";
    case SourceUse::together: return "together";
  }
  return "?";
}

std::string_view to_string(WeightUse use) {
  switch (use) {
    case WeightUse::ignored: return "ignored";
    case WeightUse::optional: return "optional";
    case WeightUse::required: return "required";
    case WeightUse::of_any_sign: return "of any sign";
  }
  return "?";
}

std::string_view to_string(ParameterSpec::Type type) {
  switch (type) {
    case ParameterSpec::Type::number: return "number";
    case ParameterSpec::Type::integer: return "integer";
    case ParameterSpec::Type::flag: return "flag";
    case ParameterSpec::Type::choice: return "choice";
    case ParameterSpec::Type::vertex_weights: return "vertex_weights";
    case ParameterSpec::Type::vertex: return "vertex";
    case ParameterSpec::Type::vertex_pairs: return "vertex_pairs";
  }
  return "?";
}

std::string values_text(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::flag: return "true|false";
    case ParameterSpec::Type::choice: return fmt::format("{}", fmt::join(spec.choices, "|"));
    case ParameterSpec::Type::vertex_weights: {
      std::string text;
      for (const std::string& word : spec.choices) text += word + "|";
      return text + "NAME:WEIGHT,...|@FILE of lines NAME WEIGHT";
    }
    case ParameterSpec::Type::vertex: return "NAME|max-degree";
    case ParameterSpec::Type::vertex_pairs: return "NAME:NAME,...|@FILE of lines NAME NAME";
    case ParameterSpec::Type::number:
    case ParameterSpec::Type::integer: break;
  }
  return std::isinf(spec.highest) ? fmt::format("{} >= {}", to_string(spec.type), spec.lowest)
                                  : fmt::format("{} {} to {}", to_string(spec.type), spec.lowest, spec.highest);
}

std::string origin_text(std::string_view origin) { return origin == "built in" ? "" : fmt::format(" [{}]", origin); }

std::string needs_text(const AlgorithmInfo& info) {
  std::string needs;
  if (info.source == SourceUse::one) needs += "; starts at --source";
  if (info.source == SourceUse::set || info.source == SourceUse::together)
    needs += "; over the --source vertices, or all";
  if (info.weights == WeightUse::required) needs += "; needs weights";
  if (info.rows != Rows::vertices) needs += fmt::format("; gives a table of {}s", row_word(info));
  if (info.weights == WeightUse::optional) needs += "; takes weights";
  if (info.weights == WeightUse::of_any_sign) needs += "; takes weights of any sign";
  return needs;
}

Json parameter_json(const ParameterSpec& spec) {
  Json object{{"name", spec.name}, {"type", to_string(spec.type)}, {"default", spec.fallback}, {"help", spec.help}};
  if (spec.type == ParameterSpec::Type::choice) object["choices"] = spec.choices;
  if (spec.type == ParameterSpec::Type::number || spec.type == ParameterSpec::Type::integer) {
    object["lowest"] = spec.lowest;
    object["highest"] = std::isinf(spec.highest) ? Json(nullptr) : Json(spec.highest);
  }
  return object;
}

/// In the order in which families come first; those that name none last.
std::vector<std::pair<std::string, std::vector<AlgorithmEntry>>> algorithms_by_family() {
  std::vector<std::pair<std::string, std::vector<AlgorithmEntry>>> families;
  std::vector<AlgorithmEntry> others;
  for (const AlgorithmEntry& entry : registered_algorithms()) {
    const std::string& name = entry.info.family;
    auto family = std::ranges::find(families, name, [](const auto& known) { return known.first; });
    if (!name.empty() && family == families.end()) family = families.insert(families.end(), {name, {}});
    (name.empty() ? others : family->second).push_back(entry);
  }
  if (!others.empty()) families.emplace_back("others", others);
  return families;
}

std::string algorithm_text(const AlgorithmEntry& entry) {
  const AlgorithmInfo& info = entry.info;
  std::string text =
      fmt::format("  {:<16} {}{}{}\n", info.name, info.summary, needs_text(info), origin_text(entry.origin));
  for (const ParameterSpec& spec : info.parameters) {
    text += fmt::format("      {:<14} {} ({}; default {})\n", spec.name, spec.help, values_text(spec), spec.fallback);
  }
  return text;
}

std::string schedule_text(const ScheduleKeyInfo& info) {
  std::string text = fmt::format("  {:<16} {} (for {}; {}default {})\n", info.name, info.sentence, info.readers,
                                 info.choices.empty() ? fmt::format("{}; ", info.values) : "", info.fallback);
  for (const ScheduleChoice& choice : info.choices) {
    text += fmt::format("      {:<14} {}{}{}\n", choice.name, choice.sentence, choice.on_cpus ? "" : " [GPUs alone]",
                        origin_text(choice.origin));
  }
  return text;
}

Json schedule_json(const ScheduleKeyInfo& info) {
  Json choices = Json::array();
  for (const ScheduleChoice& choice : info.choices) {
    choices.push_back(
        {{"name", choice.name}, {"summary", choice.sentence}, {"on_cpus", choice.on_cpus}, {"origin", choice.origin}});
  }
  return {{"name", info.name},     {"summary", info.sentence},      {"read_by", info.readers},
          {"values", info.values}, {"choices", std::move(choices)}, {"default", info.fallback}};
}

std::string device_text(const DeviceInfo& device) {
  return fmt::format("  cuda:{:<11} {}, {}, {} multiprocessors, compute capability {}.{}\n", device.index, device.name,
                     bytes_text(device.memory_bytes), device.multiprocessors, device.architecture / 10,
                     device.architecture % 10);
}

Json device_json(const DeviceInfo& device) {
  return {{"name", fmt::format("cuda:{}", device.index)},
          {"model", device.name},
          {"compute_capability", fmt::format("{}.{}", device.architecture / 10, device.architecture % 10)},
          {"multiprocessors", device.multiprocessors},
          {"memory_bytes", device.memory_bytes},
          {"driver", device.driver}};
}

}  // namespace

std::string listing_text() {
  std::string text = "Algorithms (-a NAME), and their parameters (-p NAME=VALUE):\n";
  for (const auto& [family, entries] : algorithms_by_family()) {
    text += fmt::format(" {}:\n", family);
    for (const AlgorithmEntry& entry : entries) text += algorithm_text(entry);
  }
  text += "Engines (--engine NAME):\n";
  for (const EngineEntry& entry : registered_engines()) {
    text += fmt::format("  {:<16} {}{}\n", entry.name, entry.summary, origin_text(entry.origin));
  }
  text += "Policies of the engine hybrid (--policy NAME):\n";
  for (const PolicyEntry& entry : registered_policies()) {
    text += fmt::format("  {:<16} {}{}\n", entry.usage(), entry.summary, origin_text(entry.origin));
  }
  text += "Keys of schedules (--schedule KEY=VALUE,...):\n";
  for (const ScheduleKeyInfo& info : schedule_keys()) text += schedule_text(info);
  text += "Devices (--device NAME):\n";
  text += fmt::format("  {:<16} this machine's processors\n", "cpu");
  const DeviceList gpus = list_devices();
  for (const DeviceInfo& device : gpus.devices) text += device_text(device);
  if (gpus.devices.empty()) text += fmt::format("  no GPU: {}\n", gpus.problem);
  return text;
}

std::string listing_json() {
  Json algorithms = Json::array();
  for (const AlgorithmEntry& entry : registered_algorithms()) {
    Json parameters = Json::array();
    for (const ParameterSpec& spec : entry.info.parameters) parameters.push_back(parameter_json(spec));
    algorithms.push_back({{"name", entry.info.name},
                          {"summary", entry.info.summary},
                          {"source", to_string(entry.info.source)},
                          {"weights", to_string(entry.info.weights)},
                          {"row", row_word(entry.info)},
                          {"parameters", std::move(parameters)},
                          {"family", entry.info.family},
                          {"cost", entry.info.cost},
                          {"state_bytes_per_vertex", entry.info.state_bytes_per_vertex},
                          {"state_bytes_per_arc", entry.info.state_bytes_per_arc},
                          {"weighted_bytes_per_arc", entry.info.weighted_bytes_per_arc},
                          {"literature", entry.info.literature},
                          {"origin", entry.origin}});
  }
  Json engines = Json::array();
  for (const EngineEntry& entry : registered_engines()) {
    engines.push_back({{"name", entry.name}, {"summary", entry.summary}, {"origin", entry.origin}});
  }
  Json policies = Json::array();
  for (const PolicyEntry& entry : registered_policies()) {
    policies.push_back({{"name", entry.name},
                        {"argument", entry.argument.empty() ? Json(nullptr) : Json(entry.argument)},
                        {"summary", entry.summary},
                        {"origin", entry.origin}});
  }
  Json schedule = Json::array();
  for (const ScheduleKeyInfo& info : schedule_keys()) schedule.push_back(schedule_json(info));
  const DeviceList gpus = list_devices();
  Json devices = Json::array({Json{{"name", "cpu"}}});
  for (const DeviceInfo& device : gpus.devices) devices.push_back(device_json(device));
  const Json no_gpu = gpus.devices.empty() ? Json(gpus.problem) : Json(nullptr);
  return Json{{"algorithms", std::move(algorithms)}, {"engines", std::move(engines)}, {"policies", std::move(policies)},
              {"schedule", std::move(schedule)},     {"devices", std::move(devices)}, {"no_gpu", no_gpu}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mg::tools
