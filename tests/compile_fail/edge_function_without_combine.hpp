// expect: an edge function needs `using Combine = mg::Min`
#include "parts.hpp"

struct Step : WithMessage, WithCell {};
using Case = OneStep<Step>;
