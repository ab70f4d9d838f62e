// expect: success
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithMessage, WithCell {};
using Case = OneStep<Step>;
