// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithCell {
  [[nodiscard]] std::uint32_t message(mg::VertexId, std::uint32_t held) const { return held + 1; }
};
using Case = OneStep<Step>;
