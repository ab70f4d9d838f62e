// expect: an edge function needs `using Value = ...`: the type that travels along an edge
#include "parts.hpp"

struct Step : WithCombine, WithMessage, WithCell {};
using Case = OneStep<Step>;
