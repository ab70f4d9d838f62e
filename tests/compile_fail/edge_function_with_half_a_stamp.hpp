// expect: an edge function with one of stamp and now needs a cell
#include "parts.hpp"

struct Step : WithValue, WithSum, WithMessage, WithCell {
  std::int32_t* stamps = nullptr;
  [[nodiscard]] std::int32_t& stamp(mg::VertexId v) { return stamps[v]; }
};
using Case = OneStep<Step>;
