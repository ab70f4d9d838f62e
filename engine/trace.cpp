#include "engine/trace.hpp"

#include <nlohmann/json.hpp>

namespace mg {

namespace {

using Json = nlohmann::ordered_json;

Json header_json(const TraceHeader& header) {
  return {{"graph", header.graph},         {"vertices", header.vertices}, {"arcs", header.arcs},
          {"algorithm", header.algorithm}, {"engine", header.engine},     {"schedule", header.schedule},
          {"device", header.device}};
}

Json candidates_json(const std::vector<StepCandidate>& candidates) {
  Json all = Json::array();
  for (const StepCandidate& candidate : candidates) {
    Json object{{"name", candidate.name}};
    if (candidate.why_not.empty()) {
      object["vertices"] = candidate.vertices;
      object["arcs"] = candidate.arcs;
      object["bytes"] = candidate.bytes;
      object["expected_ms"] = candidate.expected_ms;
      object["chosen"] = candidate.chosen;
    } else {
      object["why_not"] = candidate.why_not;
    }
    if (candidate.build_ms > 0) object["build_ms"] = candidate.build_ms;
    if (candidate.ms) object["ms"] = *candidate.ms;
    all.push_back(std::move(object));
  }
  return all;
}

}  // namespace

std::string Trace::to_json(const TraceHeader& header) const {
  Json steps = Json::array();
  for (const TraceStep& step : steps_) {
    Json object{{"run", step.run},
                {"step", step.step},
                {"iteration", step.iteration},
                {"operation", step.operation},
                {"label", step.label},
                {"part", step.part},
                {"engine", step.engine},
                {"driver", step.driver},
                {"kernel", step.kernel},
                {"frontier", to_string(step.frontier)},
                {"vertices", step.vertices},
                {"arcs", step.arcs},
                {"arcs_read", step.arcs_read},
                {"next_vertices", step.next_vertices},
                {"reason", step.reason},
                {"ms", step.ms}};
    if (step.bytes != 0) object["bytes"] = step.bytes;
    if (!step.candidates.empty()) object["candidates"] = candidates_json(step.candidates);
    steps.push_back(std::move(object));
  }
  return Json{{"header", header_json(header)}, {"steps", std::move(steps)}}.dump(1, ' ', false,
                                                                                 Json::error_handler_t::replace) +
         "\n";
}

}  // namespace mg
