// expect: an edge function with `adds_weights` needs `offer` and `along`, mg::Min to combine with, and a Value
#include "parts.hpp"

struct Step : WithValue, WithWeightedMessage, WithOffer, WithCell {
  using Combine = mg::Max;
  static constexpr bool adds_weights = true;
};
using Case = OneStep<Step>;
