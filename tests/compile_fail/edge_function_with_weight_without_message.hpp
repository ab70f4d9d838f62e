// expect: an edge function needs `Value message(mg::VertexId source) const`
#include "parts.hpp"

struct Step : WithCombine, WithMessage, WithCell {
  using Weight = std::uint32_t;
};
using Case = OneStep<Step>;
