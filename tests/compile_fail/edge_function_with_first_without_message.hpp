// expect: an edge function needs `Value message(mg::VertexId source) const`
#include "parts.hpp"

struct Step : WithFirst, WithCell {};
using Case = OneStep<Step>;
