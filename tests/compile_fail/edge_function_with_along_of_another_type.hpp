// expect: an edge function's `along` must be a relation of its values
#include "parts.hpp"

struct Step : WithCombine, WithMessage, WithCell {
  struct Text {};
  Text along;
};
using Case = OneStep<Step>;
