#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "tools/run/run_output.hpp"
#include "tools/shown_text.hpp"

namespace mg::tools {

namespace {

using Json = nlohmann::ordered_json;

Json graph_json(const Graph& graph) {
  return {{"vertices", graph.num_vertices()},
          {"edges", graph.num_edges()},
          {"directed", graph.directed},
          {"weights", to_string(graph.weight_type())}};
}

Json parameters_json(const RunReport& report) {
  Json object = Json::object();
  for (const ParameterSpec& spec : report.algorithm.parameters) {
    const Parameters& values = report.parameters;
    switch (spec.type) {
      case ParameterSpec::Type::number: object[spec.name] = values.number(spec.name); break;
      case ParameterSpec::Type::integer: object[spec.name] = values.integer(spec.name); break;
      case ParameterSpec::Type::flag: object[spec.name] = values.flag(spec.name); break;
      case ParameterSpec::Type::choice:
      case ParameterSpec::Type::vertex_weights:
      case ParameterSpec::Type::vertex:
      case ParameterSpec::Type::vertex_pairs: object[spec.name] = values.text(spec.name); break;
    }
  }
  return object;
}

/// The name of the one source, an array of several names, or null.
Json sources_json(const Graph& graph, const std::vector<VertexId>& sources) {
  if (sources.empty()) return nullptr;
  if (sources.size() == 1) return as_utf8(graph.name(sources.front()));
  Json names = Json::array();
  for (const VertexId source : sources) names.push_back(as_utf8(graph.name(source)));
  return names;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json runs_json(const Graph& graph, const std::vector<TimedRun>& runs) {
  Json array = Json::array();
  for (const TimedRun& run : runs) {
    array.push_back({{"source", sources_json(graph, run.sources)},
                     {"ms", run.ms},
                     {"iterations", run.iterations},
                     {"finished", !run.stopped_early()},
                     {"stopped_by", text_or_null(run.stopped_by)},
                     {"edges_traversed", run.edges_traversed},
                     {"arcs_read", run.arcs_read}});
  }
  return array;
}

Json summary_json(const Summary& summary) {
  Json object = Json::object();
  for (const auto& [name, value] : summary) std::visit([&, &key = name](auto x) { object[key] = x; }, value);
  return object;
}

/// The rows of --top, best first: {"vertex": name, COLUMN: value}, {COLUMN: name, "size": value} where the column names
/// vertices, as components are, or {COLUMN: value, ...} of a table. Numbers that JSON has no form for are texts.
Json ranking_json(const Ranking& ranking) {
  Json rows = Json::array();
  for (const std::vector<std::string>& texts : ranking.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool is_number = ranking.columns[i].is_number && Json::accept(texts[i]);
      row[ranking.columns[i].name] = is_number ? Json::parse(texts[i]) : Json(as_utf8(texts[i]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Json run_object(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  const std::optional<bool> validated = report.validated();
  Json object{{"graph", graph_json(outcome.graph)},
              {"algorithm", report.algorithm.name},
              {"parameters", parameters_json(report)},
              {"device", report.device},
              {"device_reason", report.device_reason},
              {"engine", report.engine},
              {"schedule", to_text(outcome.request.options.schedule, report.schedule_keys)},
              {"idle_parts", report.idle_parts},
              {"substitution", text_or_null(report.substitution)},
              {"policy", report.policy},
              {"runs", runs_json(outcome.graph, report.runs)},
              {"median_ms", report.median_ms()},
              {"times_ms", Json::object()},
              {"wall_ms", nullptr},
              {"result", summary_json(report.summary)},
              {"finished", report.unfinished_runs() == 0},
              {"validated", validated ? Json(*validated) : Json(nullptr)},
              {"not_validated", text_or_null(report.not_validated)}};
  if (outcome.ranking) object["top"] = ranking_json(*outcome.ranking);
  set_times(object, outcome);
  return object;
}

void set_times(Json& object, const RunOutcome& outcome) {
  for (const Phase& phase : phases(outcome)) object["times_ms"][phase.name] = phase.ms;
  object["wall_ms"] = outcome.wall_ms > 0 ? Json(outcome.wall_ms) : Json(nullptr);  // not over yet
}

std::string to_line(const Json& object) {
  // Vertex names are any bytes; what is not UTF-8 is replaced so that the output stays JSON.
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string trace_json(const RunOutcome& outcome) {
  return outcome.report.trace.to_json(
      {.graph = outcome.graph_name,
       .vertices = outcome.graph.num_vertices(),
       .arcs = outcome.graph.num_arcs(),
       .algorithm = outcome.report.algorithm.name,
       .engine = outcome.report.engine,
       .schedule = to_text(outcome.request.options.schedule, outcome.report.schedule_keys),
       .device = outcome.report.device});
}

}  // namespace mg::tools
