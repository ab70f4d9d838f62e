// expect: an edge function with `bool reaches(Weight weight, Value held) const` needs `using Weight = ...`, a cell
// with mg::Min or mg::Max
#include "parts.hpp"

struct Step : WithValue, WithSum, WithWeightedMessage, WithCell, WithReach {};
using Case = OneStep<Step>;
