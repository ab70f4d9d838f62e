// Which way a search follows the arcs: a parameter that the searches share.
#pragma once

#include "engine/algorithm.hpp"

namespace mg {

[[nodiscard]] inline ParameterSpec direction_parameter() {
  return {.name = "arcs",
          .type = ParameterSpec::Type::choice,
          .fallback = "forward",
          .help = "follow arcs forward, from the source, or backward, to whoever can reach the source",
          .choices = {"forward", "backward"}};
}

[[nodiscard]] inline Side side_of(const Parameters& parameters) {
  return parameters.text("arcs") == "backward" ? Side::in : Side::out;
}

}  // namespace mg
