// expect: an edge function with `bool reaches(Weight weight, Value held) const` needs `using Weight = ...`, a cell
// with mg::Min or mg::Max
#include "parts.hpp"

struct Step : WithValue, WithWeightedMessage, WithCell, WithReach {
  using Combine = mg::Any;
};
using Case = OneStep<Step>;
