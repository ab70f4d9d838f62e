// The bridge from the runtime's graph to the oracle's, for graphs that tests generate. It trusts the runtime's csr;
// what must not be trusted is compared with the oracle's own parsers instead.
#pragma once

#include "engine/graph/graph.hpp"
#include "tests/oracle/graph.hpp"

namespace oracle {

/// The same graph, vertices in file order.
[[nodiscard]] Graph from(const mg::Graph& graph);

}  // namespace oracle
