// expect: success
#include "parts.hpp"

struct Step : WithStampedSum, WithMessage, WithCell, WithStamp {};
using Case = OneStep<Step>;
