// expect: an edge function needs `Value message(mg::VertexId source) const`
#include "parts.hpp"

struct Step : WithSum, WithCell {
  [[nodiscard]] std::uint32_t message(mg::VertexId, std::uint32_t held) const { return held; }
};
using Case = OneStep<Step>;
