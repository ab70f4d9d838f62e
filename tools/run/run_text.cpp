#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>

#include "tools/run/run_output.hpp"
#include "tools/shown_text.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// More runs than these are summed up instead of listed.
constexpr std::size_t most_runs_listed = 10;

void line(std::FILE* out, std::string_view label, const std::string& text) {
  fmt::print(out, "{:<11}{}\n", label, as_shown(text));
}

std::string algorithm_text(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  std::string text = report.algorithm.name;
  if (report.algorithm.source == SourceUse::set) {
    const auto& sources = report.runs.front().sources;
    text += sources.empty() ? " over every vertex" : " over " + sources_text(outcome.graph, sources);
  }
  const std::string parameters = parameters_text(report.parameters);
  if (!parameters.empty()) text += fmt::format(" ({})", parameters);
  return text + fmt::format(", engine {} on {}", report.engine, report.device);
}

std::string run_text(const Graph& graph, const RunReport& report, const TimedRun& run) {
  std::string text = milliseconds_text(run.ms);
  if (report.algorithm.source == SourceUse::one) text += " from " + sources_text(graph, run.sources);
  if (run.iterations > 0) text += fmt::format(", {} iterations", run.iterations);
  if (run.edges_traversed > 0) {
    text += fmt::format(", {} arcs traversed ({}/s)", with_commas(run.edges_traversed),
                        rate_text(static_cast<double>(run.edges_traversed), run.ms));
  }
  return run.stopped_early() ? text + ", stopped by " + run.stopped_by : text;
}

void print_runs(std::FILE* out, const RunOutcome& outcome) {
  const auto& runs = outcome.report.runs;
  if (runs.size() <= most_runs_listed) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      line(out, fmt::format("run {}", i + 1), run_text(outcome.graph, outcome.report, runs[i]));
    }
  } else {
    const auto [fastest, slowest] = std::ranges::minmax_element(runs, {}, &TimedRun::ms);
    line(out, "runs", std::to_string(runs.size()));
    line(out, "fastest", run_text(outcome.graph, outcome.report, *fastest));
    line(out, "slowest", run_text(outcome.graph, outcome.report, *slowest));
  }
  if (runs.size() > 1) line(out, "median", milliseconds_text(outcome.report.median_ms()));
}

void print_verdict(std::FILE* out, const RunReport& report) {
  const std::optional<bool> validated = report.validated();
  if (!validated && report.not_validated.empty()) return;  // nobody has asked
  const std::string time = milliseconds_text(report.validate_ms);
  line(out, "validated",
       !validated   ? "not: " + report.not_validated
       : *validated ? fmt::format("yes, in {}", time)
                    : "NO: " + report.verdict->problem);
}

}  // namespace

std::string sources_text(const Graph& graph, const std::vector<VertexId>& sources, std::size_t most) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(sources.size(), most); ++i) names.push_back(as_utf8(graph.name(sources[i])));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (sources.size() > most) text += fmt::format(" and {} more", with_commas(sources.size() - most));
  return text;
}

std::string summary_text(const Summary& summary) {
  std::vector<std::string> facts;
  for (const auto& [name, value] : summary) {
    const auto* count = std::get_if<std::uint64_t>(&value);
    facts.push_back(name + " " + (count ? with_commas(*count) : fmt::format("{:.9g}", std::get<double>(value))));
  }
  return fmt::format("{}", fmt::join(facts, ", "));
}

std::string parameters_text(const Parameters& parameters) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : parameters.all()) texts.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string unfinished_text(const RunReport& report) {
  std::string stopped = "stopped by " + report.unfinished_run()->stopped_by;
  if (report.runs.size() == 1) return stopped;
  return fmt::format("{} of {} runs were {}", report.unfinished_runs(), report.runs.size(), stopped);
}

std::string graph_text(const Graph& graph) {
  return fmt::format("{} {}, {} {} {}, {} weights", with_commas(graph.num_vertices()),
                     graph.num_vertices() == 1 ? "vertex" : "vertices", with_commas(graph.num_edges()),
                     graph.directed ? "directed" : "undirected", graph.num_edges() == 1 ? "edge" : "edges",
                     graph.weight_type() == WeightType::none ? "no" : to_string(graph.weight_type()));
}

void print_run(std::FILE* out, const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  line(out, "graph", graph_text(outcome.graph));
  line(out, "algorithm", algorithm_text(outcome));
  print_runs(out, outcome);
  if (!report.summary.empty()) line(out, "result", summary_text(report.summary));
  print_verdict(out, report);
}

std::vector<Phase> phases(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  const auto add_run = [](double sum, const TimedRun& run) { return sum + run.ms; };
  return {{"start", outcome.start_ms},
          {"read", outcome.read_ms},
          {"prepare", outcome.prepare_ms + report.prepare_ms},
          {"open", report.open_ms},
          {"copy", report.copy_ms},
          {"compile", report.compile_ms},
          {"warmup", report.warmup_ms},
          {"run", std::accumulate(report.runs.begin(), report.runs.end(), 0.0, add_run)},
          {"validate", report.validate_ms},
          {"summary", report.summary_ms},
          {"write", outcome.write_ms},
          {"close", outcome.close_ms}};
}

void print_times(std::FILE* out, const RunOutcome& outcome) {
  constexpr double shown = 0.01;
  std::vector<std::string> times;
  for (const Phase& phase : phases(outcome)) {
    if (phase.ms >= shown) times.push_back(fmt::format("{} {}", phase.name, milliseconds_text(phase.ms)));
  }
  line(out, "in all", fmt::format("{}: {}", milliseconds_text(outcome.wall_ms), fmt::join(times, ", ")));
}

void print_top(std::FILE* out, const RunOutcome& outcome) {
  const Ranking& ranking = *outcome.ranking;
  if (ranking.columns.empty()) return;
  std::vector<std::vector<std::string>> lines;
  if (ranking.kind == Ranking::Kind::rows) {
    std::vector<std::string>& titles = lines.emplace_back();
    for (const Ranking::Column& column : ranking.columns) titles.push_back(column.name);
  }
  for (const std::vector<std::string>& row : ranking.rows) {
    std::vector<std::string>& shown = lines.emplace_back();
    for (const std::string& text : row) shown.push_back(as_shown(text));
  }
  std::vector<std::size_t> widths(ranking.columns.size());
  for (const std::vector<std::string>& texts : lines) {
    for (std::size_t i = 0; i + 1 < texts.size(); ++i) widths[i] = std::max(widths[i], texts[i].size());
  }
  const bool groups = ranking.kind == Ranking::Kind::groups;
  fmt::print(out, "{}:\n",
             ranking.by.empty() ? fmt::format("the first {}", ranking.rows.size())
             : groups ? fmt::format("{} of largest size, by {}", ranking.rows.size(), ranking.columns.front().name)
                      : fmt::format("{} of largest {}", ranking.rows.size(), ranking.by));
  for (const std::vector<std::string>& texts : lines) {
    for (std::size_t i = 0; i < texts.size(); ++i) fmt::print(out, "  {:<{}}", texts[i], widths[i]);
    fmt::print(out, "\n");
  }
}

bool spells_names(const RunOutcome& outcome) {
  if (outcome.graph.names.kind() != VertexNames::Kind::strings) return false;
  const auto spelled = [&](VertexId source) { return !is_utf8(outcome.graph.name(source)); };
  const auto ranked = [](const std::vector<std::string>& row) { return !std::ranges::all_of(row, is_utf8); };
  return (outcome.ranking && std::ranges::any_of(outcome.ranking->rows, ranked)) ||
         std::ranges::any_of(outcome.report.runs,
                             [&](const TimedRun& run) { return std::ranges::any_of(run.sources, spelled); });
}

}  // namespace mg::tools
