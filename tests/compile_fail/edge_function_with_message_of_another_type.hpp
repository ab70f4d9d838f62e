// expect: an edge function needs `Value message(mg::VertexId source) const`
#include "parts.hpp"

struct Step : WithCombine, WithCell {
  [[nodiscard]] double message(mg::VertexId source) const { return source; }
};
using Case = OneStep<Step>;
