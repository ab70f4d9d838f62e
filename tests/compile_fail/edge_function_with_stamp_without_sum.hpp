// expect: an edge function with stamp and now combines with mg::Sum and has neither update nor wants
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithMessage, WithCell, WithStamp {};
using Case = OneStep<Step>;
