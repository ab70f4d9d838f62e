// expect: success
#include "parts.hpp"

struct Step : WithFirst, WithMessage, WithCell, WithStamp {};
using Case = OneStep<Step>;
