// expect: an edge function with a stamp combines with mg::First or mg::Stamped<mg::Sum>
#include "parts.hpp"

struct Step : WithCombine, WithMessage, WithCell, WithStamp {};
using Case = OneStep<Step>;
