// expect: an edge function's Combine must be able to combine its values
#include "parts.hpp"

struct Step : WithMessage, WithCell {
  using Combine = std::less<>;
};
using Case = OneStep<Step>;
