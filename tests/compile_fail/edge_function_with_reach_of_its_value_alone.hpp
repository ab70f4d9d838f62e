// expect: an edge function with `bool reaches(Weight weight, Value held) const` needs `using Weight = ...`, a cell
// with mg::Min or mg::Max
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithWeightedMessage, WithCell {
  [[nodiscard]] bool reaches(std::uint32_t held) const { return held > 0; }
};
using Case = OneStep<Step>;
