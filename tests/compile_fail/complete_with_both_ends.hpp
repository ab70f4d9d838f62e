// expect: success
#include "parts.hpp"

struct Step : WithCombine, WithCell {
  using Weight = std::uint32_t;
  [[nodiscard]] std::uint32_t message(mg::ArcEnds arc, Weight weight) const { return arc.receiver + weight; }
};
using Case = OneStep<Step>;
