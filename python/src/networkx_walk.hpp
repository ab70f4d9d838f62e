// A walk of the dicts of a graph of networkx.
#pragma once

#include "module.hpp"
#include "networkx_nodes.hpp"
#include "networkx_rows.hpp"

namespace mg::python {

/// How weights become numbers, and those of parallel edges one.
struct WeightRules {
  bool multigraph = false;
  bool adds_up = false;  ///< of parallel edges, the sum; else the lightest
  bool exact = true;     ///< answers in Python's own types need weights of one such type; else any real numbers do
};

/// The rows of a dict of dicts, which has the nodes of `numbers` in their order. `attribute` None: without weights.
[[nodiscard]] NetworkxRows walk(const NodeNumbers& numbers, const nb::dict& adjacency, const nb::object& attribute,
                                const WeightRules& rules);

}  // namespace mg::python
