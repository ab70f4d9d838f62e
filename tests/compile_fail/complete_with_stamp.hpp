// expect: success
#include "parts.hpp"

struct Step : WithValue, WithSum, WithMessage, WithCell, WithStamp {};
using Case = OneStep<Step>;
