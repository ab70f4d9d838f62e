// expect: an edge function that combines with mg::Stamped needs a cell and a member `mg::Stamp stamp`
#include "parts.hpp"

struct Step : WithStampedSum, WithMessage, WithCell {};
using Case = OneStep<Step>;
