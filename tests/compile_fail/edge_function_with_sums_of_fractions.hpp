// expect: an edge function with `adds_weights` needs `offer` and `along`, mg::Min to combine with, and a Value
#include "parts.hpp"

struct Step : WithCombine {
  using Value = float;
  using Weight = float;
  static constexpr bool adds_weights = true;
  float* state = nullptr;
  [[nodiscard]] float offer(mg::VertexId source) const { return state[source]; }
  [[nodiscard]] static float along(float offered, float weight) { return offered + weight; }
  [[nodiscard]] float message(mg::VertexId source, float weight) const { return along(offer(source), weight); }
  [[nodiscard]] float& cell(mg::VertexId v) { return state[v]; }
};
using Case = OneStep<Step>;
