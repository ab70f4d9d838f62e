// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithCell, WithPlus {};
using Case = OneStep<Step>;
