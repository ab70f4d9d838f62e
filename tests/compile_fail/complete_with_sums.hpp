// expect: success
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithWeightedMessage, WithOffer, WithCell {
  static constexpr bool adds_weights = true;
};
using Case = OneStep<Step>;
