// expect: an edge function with one of offer and along needs
#include "parts.hpp"

struct Step : WithValue, WithCombine, WithCell {
  using Weight = std::uint32_t;
  [[nodiscard]] Value message(mg::VertexId source, Weight weight) const { return source + weight; }
  [[nodiscard]] Value offer(mg::VertexId source) const { return source; }
};
using Case = OneStep<Step>;
