// expect: success
#include "parts.hpp"

struct Step : WithFirst, WithStamp {
  [[nodiscard]] std::int32_t& cell(mg::VertexId v) { return stamp.of[v]; }
};
using Case = OneStep<Step>;
