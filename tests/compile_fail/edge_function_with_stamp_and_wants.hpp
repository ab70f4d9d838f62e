// expect: an edge function with stamp and now combines with mg::Sum and has neither update nor wants
#include "parts.hpp"

struct Step : WithValue, WithSum, WithMessage, WithCell, WithStamp {
  [[nodiscard]] bool wants(mg::VertexId v) const { return stamps[v] < 0; }
};
using Case = OneStep<Step>;
