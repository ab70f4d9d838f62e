// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithWeightedMessage, WithCell {};
using Case = OneStep<Step>;
