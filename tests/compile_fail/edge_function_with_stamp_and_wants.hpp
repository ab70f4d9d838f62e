// expect: an edge function that combines with mg::Stamped has neither update nor wants
#include "parts.hpp"

struct Step : WithStampedSum, WithMessage, WithCell, WithStamp {
  [[nodiscard]] bool wants(mg::VertexId) const { return true; }
};
using Case = OneStep<Step>;
