// expect: an edge function needs `Value message(mg::VertexId source) const`
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithCell {};
using Case = OneStep<Step>;
