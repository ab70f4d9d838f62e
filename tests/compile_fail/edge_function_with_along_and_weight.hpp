// expect: an edge function has either `along` or `using Weight`
#include "parts.hpp"

struct Step : WithCombine, WithWeightedMessage, WithCell, WithPlus {};
using Case = OneStep<Step>;
