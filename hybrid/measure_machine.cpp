#include "hybrid/measure_machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <initializer_list>
#include <limits>
#include <map>
#include <vector>

#include "engine/context.hpp"
#include "engine/session.hpp"

namespace mg::hybrid {

namespace {

/// What is run, and which numbers its offers say something about.
struct Measured {
  const char* algorithm;
  std::map<std::string, std::string> parameters;
  const char* offer;
  std::vector<const char*> numbers;
};

const std::vector<Measured>& measured_numbers() {
  static const std::map<std::string, std::string> ten{{"iterations", "10"}};
  static const std::map<std::string, std::string> whole{{"method", "bellman-ford"}};
  static const std::vector<Measured> all{
      {"cc-label", {}, "sparse push", {"push_vertex", "push_arc", "list_vertex"}},
      {"pagerank", ten, "sparse pull", {"pull_vertex", "pull_near_arc", "pull_arc", "pull_outer_arc"}},
      {"pagerank", ten, "dense", {"dense_vertex", "dense_arc"}},
      {"bfs", {}, "sparse pull", {"early_vertex"}},
      {"sssp", whole, "sparse push", {"push_weighted_arc"}},
      {"pagerank-delta", {}, "sparse push", {"push_sum_arc"}},
  };
  return all;
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

/// What a step took in some way, and what vertices and arcs were expected to.
struct Lap {
  std::string offer;
  double work_ms;
  double ms;
};

/// The laps of a run that tries every way at each step.
std::vector<Lap> laps_of(const Measured& what, const std::string& device, const Profile& like, const Graph& graph) {
  RunRequest request{.algorithm = what.algorithm, .parameters = what.parameters};
  request.options = {.engine = "hybrid", .policy = "oracle", .device = device, .trace = true};
  std::vector<Lap> laps;
  const RunReport report = run_program(graph, request);
  for (const TraceStep& step : report.trace.steps()) {
    for (const StepCandidate& way : step.candidates) {
      if (way.ms) laps.push_back({way.name, way.expected_ms - like.costs.step * 1e-9, *way.ms});
    }
  }
  return laps;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Profile measure_machine(const std::string& machine, const std::string& device, const Profile& like,
                        const Graph& graph) {
  const auto start = std::chrono::steady_clock::now();
  std::map<std::string, std::vector<Lap>> laps;
  for (const Measured& what : measured_numbers()) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > most_seconds_measuring || laps.contains(what.algorithm)) continue;
    laps[what.algorithm] = laps_of(what, device, like, graph);
  }
  Profile profile = like;
  profile.machine = machine;
  profile.is_own = true;
  const std::string date = today();
  const std::string where =
      fmt::format("on the spot: a Kronecker graph of {} vertices and {} arcs", graph.num_vertices(), graph.num_arcs());
  for (auto& [number, source] : profile.sources) {
    source = {.measured = fmt::format("not measured {}; the number of '{}'", where, like.machine), .date = date};
  }
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [algorithm, all] : laps) {
    for (const Lap& lap : all) least = std::min(least, lap.ms);
  }
  if (!(least < std::numeric_limits<double>::infinity())) return profile;
  profile.costs.step = least * 1e9;
  profile.sources["step"] = {.measured = where + "; the shortest step", .date = date};
  for (const Measured& what : measured_numbers()) {
    std::vector<double> times;
    for (const Lap& lap : laps[what.algorithm]) {
      // A step that took less than two of the shortest says little of vertices and arcs.
      if (lap.offer == what.offer && lap.ms > 2 * least && lap.work_ms > 0)
        times.push_back((lap.ms - least) / lap.work_ms);
    }
    if (times.empty()) continue;
    const double factor = median(times);
    for (const char* number : what.numbers) {
      cost_of(profile.costs, number) *= factor;
      profile.sources[number] = {
          .measured = fmt::format("{}; {:.3g} times the number of '{}', the median of {} steps of {}", where, factor,
                                  like.machine, times.size(), what.algorithm),
          .date = date};
    }
  }
  return profile;
}

void measure_if_unknown(RunContext& context, MakeGraph make_graph) {
  static thread_local bool is_measuring = false;  // whose runs come here, too
  const std::string gpu = context.gpu() == nullptr ? "" : context.gpu()->device().info().name;
  const std::shared_ptr<const Profile> known = profile_for(gpu);
  if (is_measuring || make_graph == nullptr || known->is_own || known->origin != built_in_origin) {
    return;
  }
  is_measuring = true;
  try {
    // On a GPU, of so many arcs that they count beside a launch.
    const Graph graph = make_graph(gpu.empty() ? 16 : 20);
    const std::string device = gpu.empty() ? "cpu" : fmt::format("cuda:{}", context.gpu()->device().info().index);
    keep_profile(measure_machine(gpu.empty() ? processor_name() : gpu, device, *known, graph));
  } catch (const Error&) {  // no room beside the run, say: it goes by what there is, which policies check
  }
  is_measuring = false;
}

}  // namespace mg::hybrid
