// expect: an edge function's Wire must be a number no wider than its Value that keeps the identity of its Combine
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithMessage, WithCell {
  using Wire = std::uint8_t;
};
using Case = OneStep<Step>;
