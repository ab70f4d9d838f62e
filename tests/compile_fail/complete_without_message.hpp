// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithCell {};
using Case = OneStep<Step>;
