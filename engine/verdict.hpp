// What a verifier finds.
#pragma once

#include <string>

namespace mg {

/// A verifier's finding. `problem` is empty when the result is right; otherwise it names the first vertex or edge at
/// which a property does not hold.
struct Verdict {
  std::string problem;
  [[nodiscard]] bool ok() const { return problem.empty(); }
};

}  // namespace mg
