// expect: an edge function with stamp and now combines with mg::Sum and has neither update nor wants
#include "parts.hpp"

struct Step : WithValue, WithSum, WithMessage, WithCell, WithStamp {
  [[nodiscard]] bool update(mg::VertexId, Value) { return true; }
};
using Case = OneStep<Step>;
