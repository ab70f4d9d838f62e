#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tools/report/html.hpp"
#include "tools/report/report.hpp"
#include "tools/run/kernel_listing.hpp"
#include "tools/run/roofline.hpp"
#include "tools/run/schedule_words.hpp"
#include "tools/run/step_groups.hpp"
#include "tools/shown_text.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t most_steps_listed = 1'000;

std::string ms_text(double ms) { return fmt::format("{:.4g}", ms); }
std::string share_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "";
}

Facts figures(const RunReport& report) {
  const TimedRun& run = report.runs[middle_run(report)];
  const bool several = report.runs.size() > 1;
  Facts facts{
      {several ? fmt::format("median time of {} runs", with_commas(report.runs.size())) : "time",
       milliseconds_text(report.median_ms())},
      {"iterations", with_commas(run.iterations)},
      {"arcs traversed", with_commas(run.edges_traversed)},
      {"arcs read, at least", with_commas(run.arcs_read)},
      {"G arcs/s", run.ms > 0 ? fmt::format("{:.3g}", static_cast<double>(run.edges_traversed) / run.ms / 1e6) : "-"}};
  const std::optional<bool> validated = report.validated();
  facts.emplace_back("validated", !validated ? "not checked" : *validated ? "yes" : "NO");
  return facts;
}

std::string graph_fact(const RunOutcome& outcome) {
  const Graph& graph = outcome.graph;
  return fmt::format("{}: {}, stored as {} arcs", outcome.graph_name, graph_text(graph), with_commas(graph.num_arcs()));
}

std::string engine_fact(const RunReport& report) {
  const std::string steps = engines_text(report.trace.steps());
  return steps.empty() || steps == report.engine ? report.engine : fmt::format("{}: {}", report.engine, steps);
}

/// How the run compares to what the memory's bandwidth allows; empty where that is not known.
std::string roofline_fact(const RunOutcome& outcome) {
  const std::optional<double> bandwidth = known_bandwidth(outcome.report.device);
  const TimedRun& run = outcome.report.runs[middle_run(outcome.report)];
  if (!bandwidth || run.ms <= 0) return {};
  const double bytes = floor_bytes(outcome.graph, outcome.report.algorithm, run);
  const double floor = transfer_ms(bytes, *bandwidth);
  const double times = floor > 0 ? run.ms / floor : 0;
  return fmt::format("{} at least, which take {} at {:.0f} GB/s: the run took {} times that",
                     bytes_text(static_cast<std::uint64_t>(bytes)), milliseconds_text(floor), *bandwidth,
                     times < 100 ? fmt::format("{:.3g}", times) : with_commas(static_cast<std::uint64_t>(times)));
}

std::string cost_text(const CandidateCost& cost, double chosen_expected, double chosen_ms) {
  const double whole = cost.ms ? chosen_ms : chosen_expected;
  return whole > 0 ? fmt::format("{:.2f}", (cost.ms ? *cost.ms : cost.expected_ms) / whole) : "";
}

}  // namespace

std::size_t middle_run(const RunReport& report) {
  std::vector<std::size_t> order(report.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return report.runs[i].ms; });
  return order[order.size() / 2];
}

std::string report_facts(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  Facts facts{{"graph", graph_fact(outcome)},
              {"device", fmt::format("{}, {}", report.device, report.device_reason)},
              {"engine", engine_fact(report)},
              {"policy", run_object(outcome).at("policy").get<std::string>()},
              {"schedule", schedule_summary(outcome.request.options.schedule)}};
  const auto& steps = report.trace.steps();
  if (!steps.empty()) facts.emplace_back("driver", report.device == "cpu" ? "none, on a CPU" : drivers_text(steps));
  if (!report.substitution.empty()) facts.emplace_back("in place of the schedule", report.substitution);
  const auto& sources = report.runs.front().sources;
  if (!sources.empty()) {
    const bool several = sources != report.runs.back().sources;
    facts.emplace_back("source", sources_text(outcome.graph, sources) + (several ? ", then others" : ""));
  }
  const std::string parameters = parameters_text(report.parameters);
  if (!parameters.empty()) facts.emplace_back("parameters", parameters);
  const std::string result = summary_text(report.summary);
  if (!result.empty()) facts.emplace_back("result", result);
  if (report.verdict && !report.verdict->ok()) facts.emplace_back("found wrong", report.verdict->problem);
  if (report.unfinished_runs() > 0) facts.emplace_back("unfinished", unfinished_text(report));
  const std::string roofline = roofline_fact(outcome);
  if (!roofline.empty()) facts.emplace_back("bytes moved", roofline);
  return html_facts("figures", figures(report)) + "\n" + html_facts("facts", facts);
}

std::string report_top(const RunOutcome& outcome) {
  if (!outcome.ranking || outcome.ranking->columns.empty()) return {};
  const Ranking& ranking = *outcome.ranking;
  const std::size_t rows = ranking.rows.size();
  HtmlTable table{.caption = ranking.by.empty() ? fmt::format("the first {}", rows)
                                                : fmt::format("{} of largest {}", rows, ranking.by),
                  .columns = {{"", true}}};
  for (const Ranking::Column& column : ranking.columns) table.columns.push_back({column.name, column.is_number});
  for (const std::vector<std::string>& texts : ranking.rows) {
    std::vector<std::string>& row = table.rows.emplace_back(1, with_commas(table.rows.size() + 1));
    for (const std::string& text : texts) row.push_back(as_shown(text));
  }
  return html_table(table);
}

std::string report_times(const RunOutcome& outcome) {
  HtmlTable table{.caption = "Phases, in their order", .columns = {{"phase"}, {"ms", true}, {"share", true}}};
  const std::vector<Phase> times = phases(outcome);
  double all = 0;
  for (const Phase& phase : times) all += phase.ms;
  for (const Phase& phase : times) {
    if (phase.ms > 0) table.rows.push_back({std::string(phase.name), ms_text(phase.ms), share_text(phase.ms, all)});
  }
  return html_table(table);
}

std::string report_candidates(const Trace& trace) {
  const CandidateCosts costs = sum_candidates(trace.steps());
  if (costs.steps == 0) return {};
  HtmlTable table{
      .caption = fmt::format("Sums over the {} steps in which there was a choice", with_commas(costs.steps)),
      .columns = {{"executed by"},
                  {"possible in", true},
                  {"chosen in", true},
                  {"reckoned ms", true},
                  {"measured ms", true},
                  {"times the chosen", true}}};
  const auto add = [&](const std::string& name, const CandidateCost& cost, const std::string& chosen) {
    const bool compares = cost.steps == costs.steps;
    table.rows.push_back({name, with_commas(cost.steps), chosen, ms_text(cost.expected_ms),
                          cost.ms ? ms_text(*cost.ms) : "not measured",
                          compares ? cost_text(cost, costs.chosen.expected_ms, *costs.chosen.ms) : "other steps"});
  };
  add("what was chosen", costs.chosen, with_commas(costs.steps));
  for (const CandidateCost& cost : costs.candidates) add(cost.name + " alone", cost, with_commas(cost.chosen));
  add("the cheapest of each step", costs.best, "");
  return html_table(table) +
         "\n<p class=\"note\">Reckoned: as the policy expected before the step. Measured costs are compared with "
         "measured "
         "ones, reckoned costs with reckoned ones.</p>";
}

std::string report_groups(const Trace& trace) {
  const auto groups = group_steps(trace.steps());
  if (groups.empty()) return {};
  HtmlTable table{.caption = "Over all runs",
                  .columns = {{"operation"},
                              {"engine"},
                              {"kernel"},
                              {"driver"},
                              {"reason"},
                              {"steps", true},
                              {"ms", true},
                              {"share", true}}};
  double all = 0;
  for (const StepGroup& group : groups) all += group.ms;
  for (const StepGroup& group : groups) {
    table.rows.push_back({group.operation, group.engine, group.kernel, group.driver, group.reason,
                          with_commas(group.steps), ms_text(group.ms), share_text(group.ms, all)});
  }
  return html_table(table);
}

std::string report_steps(const RunOutcome& outcome) {
  const auto& steps = outcome.report.trace.steps();
  if (steps.empty()) return {};
  HtmlTable table{.caption = "In the order of their execution",
                  .columns = {{"run", true},
                              {"iteration", true},
                              {"operation"},
                              {"engine"},
                              {"kernel"},
                              {"driver"},
                              {"frontier"},
                              {"vertices", true},
                              {"arcs", true},
                              {"next vertices", true},
                              {"ms", true},
                              {"reason"}}};
  for (const TraceStep& step : std::span(steps).first(std::min(steps.size(), most_steps_listed))) {
    table.rows.push_back({with_commas(std::uint64_t{step.run} + 1), with_commas(step.iteration), operation_text(step),
                          std::string(step.engine), step.kernel, std::string(step.driver),
                          std::string(to_string(step.frontier)), with_commas(step.vertices), with_commas(step.arcs),
                          with_commas(step.next_vertices), ms_text(step.ms), step.reason});
  }
  std::string html = fmt::format("<details><summary>{} {}</summary>\n{}\n", with_commas(steps.size()),
                                 steps.size() == 1 ? "step" : "steps", html_table(table));
  if (steps.size() > most_steps_listed) {
    html += fmt::format("<p class=\"note\">{} more steps are left out; --trace writes all of them.</p>\n",
                        with_commas(steps.size() - most_steps_listed));
  }
  return html + "</details>";
}

std::string report_kernels(const RunReport& report) {
  if (report.kernels.empty()) return {};
  HtmlTable table{.caption = "Kernels that the runs used on the GPU",
                  .columns = {{"kernel"},
                              {"origin"},
                              {"registers", true},
                              {"spilled bytes", true},
                              {"threads a block", true},
                              {"shared bytes", true}}};
  for (const DeviceKernel& kernel : report.kernels) {
    table.rows.push_back({kernel.agent, std::string(to_string(kernel.origin)), std::to_string(kernel.registers),
                          std::to_string(kernel.spill_bytes), std::to_string(kernel.threads),
                          with_commas(kernel.shared_bytes)});
  }
  return html_table(table);
}

}  // namespace mg::tools
