// expect: an edge function needs `using Combine = mg::Min` (or Max, Or, Any, Sum)
#include "parts.hpp"

struct Step : WithValue, WithMessage, WithCell {};
using Case = OneStep<Step>;
