// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithMessage, WithCell {};
using Case = OneStep<Step>;
