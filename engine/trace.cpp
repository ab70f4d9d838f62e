#include "engine/trace.hpp"

#include <nlohmann/json.hpp>

namespace mg {

std::string Trace::to_json() const {
  using Json = nlohmann::ordered_json;
  Json steps = Json::array();
  for (const TraceStep& step : steps_) {
    Json object{{"run", step.run},
                {"step", step.step},
                {"operation", step.operation},
                {"kernel", step.kernel},
                {"frontier", to_string(step.frontier)},
                {"vertices", step.vertices},
                {"arcs", nullptr},
                {"next_vertices", step.next_vertices},
                {"reason", step.reason},
                {"ms", step.ms}};
    if (step.arcs != Frontier::unknown_arcs) object["arcs"] = step.arcs;
    steps.push_back(std::move(object));
  }
  return Json{{"steps", std::move(steps)}}.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mg
