#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "tools/report/report.hpp"
#include "tools/run/roofline.hpp"
#include "tools/run/step_groups.hpp"

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

/// A text once, however many steps have it.
class Names {
 public:
  std::size_t index(std::string_view name) {
    const auto [place, is_new] = indices_.try_emplace(std::string(name), list_.size());
    if (is_new) list_.push_back(place->first);
    return place->second;
  }
  [[nodiscard]] Json take_list() { return std::move(list_); }

 private:
  std::map<std::string, std::size_t, std::less<>> indices_;
  Json list_ = Json::array();
};

/// Without the digits below the clock's nanosecond.
double whole_nanoseconds(double ms) { return std::round(ms * 1e6) / 1e6; }

Json steps_json(std::span<const TraceStep> steps, Names& names) {
  Json columns = Json::object();
  for (const char* column : {"run", "iteration", "operation", "engine", "driver", "kernel", "reason", "strategy",
                             "vertices", "arcs", "ms", "bytes"}) {
    columns[column] = Json::array();
  }
  for (const TraceStep& step : steps) {
    columns["run"].push_back(step.run);
    columns["iteration"].push_back(step.iteration);
    columns["operation"].push_back(names.index(step.operation));
    columns["engine"].push_back(names.index(step.engine));
    columns["driver"].push_back(names.index(step.driver));
    columns["kernel"].push_back(names.index(step.kernel));
    columns["reason"].push_back(names.index(step.reason));
    columns["strategy"].push_back(static_cast<unsigned>(strategy_of(step)));
    columns["vertices"].push_back(step.vertices);
    columns["arcs"].push_back(step.arcs);
    columns["ms"].push_back(whole_nanoseconds(step.ms));
    columns["bytes"].push_back(step.bytes);
  }
  return columns;
}

/// One row a candidate: step, name, expected, measured or null, whether it was executed.
Json candidates_json(std::span<const TraceStep> steps, Names& names) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::vector<StepCandidate> open = open_candidates(steps[i]);
    if (open.size() < 2) continue;  // there was no choice
    const StepCandidate* chosen = chosen_candidate(steps[i]);
    for (const StepCandidate& candidate : open) {
      rows.push_back({i, names.index(candidate.name), whole_nanoseconds(candidate.expected_ms),
                      candidate.ms ? Json(whole_nanoseconds(*candidate.ms)) : Json(nullptr),
                      chosen != nullptr && candidate.name == chosen->name});
    }
  }
  return rows;
}

/// What the selector calls each run.
Json labels_json(const RunOutcome& outcome) {
  Json labels = Json::array();
  for (const TimedRun& run : outcome.report.runs) {
    const bool has_source = outcome.report.algorithm.source == SourceUse::one;
    labels.push_back(has_source ? "from " + sources_text(outcome.graph, run.sources) : "");
  }
  return labels;
}

}  // namespace

Json report_data(const RunOutcome& outcome, std::size_t most_steps) {
  const auto& all = outcome.report.trace.steps();
  const std::span<const TraceStep> drawn(all.data(), std::min(all.size(), most_steps));
  const std::optional<double> bandwidth = known_bandwidth(outcome.report.device);
  Json strategies = Json::array();
  for (std::size_t s = 0; s < num_strategies; ++s) strategies.push_back(to_string(static_cast<Strategy>(s)));
  Names names;
  Json data{{"run", run_object(outcome)},
            {"graph_name", outcome.graph_name},
            {"middle_run", middle_run(outcome.report)},
            {"run_labels", labels_json(outcome)},
            {"bandwidth_gb_s", bandwidth ? Json(*bandwidth) : Json(nullptr)},
            {"strategies", std::move(strategies)},
            {"steps", steps_json(drawn, names)},
            {"candidates", candidates_json(drawn, names)},
            {"steps_left_out", all.size() - drawn.size()}};
  data["names"] = names.take_list();
  return data;
}

}  // namespace mg::tools
