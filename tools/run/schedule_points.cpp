#include "tools/run/schedule_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/program.hpp"
#include "engine/registry.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/generate/generators.hpp"
#include "sparse/schedule_space.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

/// A program is bound to a graph, and what it asks of an engine is the same for all with weights.
Graph any_graph() {
  GeneratorSpec spec;
  spec.kind = GeneratorKind::kron;
  spec.scale = 3;
  BuildOptions options;
  options.weights = WeightPolicy::parse("unit");
  BuildReport report;
  return build_graph(generate(spec), options, report, silent_progress());
}

/// Those of an algorithm, which may not say; by default those of a loop of steps from a frontier.
ScheduleSpace space_of(const std::optional<std::string>& name) {
  ProgramSteps any{.taken = {{.stops_early = true, .has_cell = true}}, .loops = {"Round"}};
  if (!name) return ScheduleSpace(std::move(any));
  const AlgorithmEntry algorithm = find_algorithm(*name);
  const Graph graph = any_graph();
  constexpr bool has_buckets = true;
  const auto steps = algorithm.make(graph, Parameters(algorithm.info.parameters, {}))->steps(has_buckets);
  return ScheduleSpace(steps.value_or(std::move(any)));
}

/// Points in all, and by what they say of each key.
struct Counts {
  std::uint64_t points = 0;
  std::uint64_t pairs = 0;
  std::vector<std::pair<std::string, std::map<std::string, std::uint64_t>>> keys = {};
};

Counts count(const ScheduleSpace& space) {
  Counts counts{.pairs = space.count_pairs()};
  std::vector<ScheduleKeyInfo> keys = schedule_keys();
  std::vector<std::map<std::string, std::uint64_t>> values(keys.size());
  space.for_each([&](const Schedule& point) {
    ++counts.points;
    const KeySet said = space.said(point);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (said.has(keys[i].key)) ++values[i][to_text(point, keys[i].key).substr(keys[i].name.size() + 1)];
    }
  });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!values[i].empty()) counts.keys.emplace_back(keys[i].name, std::move(values[i]));
  }
  return counts;
}

}  // namespace

std::string space_text(const std::optional<std::string>& algorithm) {
  const ScheduleSpace space = space_of(algorithm);
  const Counts counts = count(space);
  std::string text = fmt::format("{}: {} schedules of a GPU, by the engine sparse\n",
                                 algorithm.value_or("a loop of steps from a frontier"), with_commas(counts.points));
  for (const auto& [key, values] : counts.keys) {
    std::vector<std::string> parts;
    for (const auto& [value, points] : values) parts.push_back(fmt::format("{} {}", value, with_commas(points)));
    text += fmt::format("  {:<10} {}\n", key, fmt::join(parts, ", "));
  }
  text += fmt::format("under a condition, A ; B if size<X%, {} pairs; numbers have their defaults\n",
                      with_commas(counts.pairs));
  if (algorithm && !space.labels().empty()) {
    text +=
        fmt::format("steps and loops that parts may name, NAME: KEY=VALUE,...: {}\n", fmt::join(space.labels(), ", "));
  }
  return text;
}

std::string space_json(const std::optional<std::string>& algorithm) {
  const ScheduleSpace space = space_of(algorithm);
  const Counts counts = count(space);
  Json keys = Json::object();
  for (const auto& [key, values] : counts.keys) keys[key] = values;
  return Json{{"algorithm", algorithm ? Json(*algorithm) : Json(nullptr)},
              {"points", counts.points},
              {"pairs", counts.pairs},
              {"labels", algorithm ? Json(space.labels()) : Json::array()},
              {"keys", keys}}
      .dump(2);
}

std::string sample_text(const std::optional<std::string>& algorithm, std::size_t count, std::uint64_t seed) {
  std::string text;
  for (const std::string& point : space_of(algorithm).sample(count, seed)) text += point + '\n';
  return text;
}

std::string sample_json(const std::optional<std::string>& algorithm, std::size_t count, std::uint64_t seed) {
  return Json(space_of(algorithm).sample(count, seed)).dump(2);
}

}  // namespace mg::tools
