// expect: an edge function with mg::Plus along its edges combines with mg::Min
#include "parts.hpp"

struct Step : WithSum, WithMessage, WithCell, WithPlus {};
using Case = OneStep<Step>;
