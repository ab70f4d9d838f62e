// expect: or either with mg::ArcEnds in place of the source and without `along`
#include "parts.hpp"

struct Step : WithCombine, WithCell, WithPlus {
  [[nodiscard]] std::uint32_t message(mg::ArcEnds arc) const { return arc.receiver; }
};
using Case = OneStep<Step>;
