// expect: an edge function needs `using Combine
#include "parts.hpp"

namespace incomplete {
struct Spread {
  mg::VertexId* labels;
  mg::VertexId message(mg::VertexId source) const { return labels[source]; }
  mg::VertexId& cell(mg::VertexId v) { return labels[v]; }
};
}  // namespace incomplete

struct Case : WithInfo, WithRun, WithResults {
  Case(const mg::Graph&, const mg::Parameters&) {}
  static mg::ProgramSteps steps() { return {.taken = {mg::expands<incomplete::Spread>()}}; }
};
