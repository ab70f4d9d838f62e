// expect: success
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithWeightedMessage, WithCell, WithReach {};
using Case = OneStep<Step>;
