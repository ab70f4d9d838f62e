// expect: an edge function that combines with mg::Stamped has neither update nor wants
#include "parts.hpp"

struct Step : WithStampedSum, WithMessage, WithCell, WithStamp {
  bool update(mg::VertexId, std::uint32_t) { return true; }
};
using Case = OneStep<Step>;
