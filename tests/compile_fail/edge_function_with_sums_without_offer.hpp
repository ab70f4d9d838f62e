// expect: an edge function with `adds_weights` needs `offer` and `along`, mg::Min to combine with, and a Value
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithWeightedMessage, WithCell {
  static constexpr bool adds_weights = true;
};
using Case = OneStep<Step>;
