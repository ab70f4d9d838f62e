// expect: an edge function needs `Value& cell(mg::VertexId v)`, where the values that reach v are combined
#include "parts.hpp"

struct Step : WithCombine, WithMessage {};
using Case = OneStep<Step>;
