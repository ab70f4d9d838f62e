// Layouts of loops that stay on the device: what a push along a layout would launch, as parts of one kernel.
#pragma once

#include <string>
#include <vector>

#include "sparse/drivers/expansion_plan.hpp"

namespace mg::sparse {

/// The parts of the loop's layout along its side, and, where its body goes against the arcs of a directed graph, along
/// the other one. O(1) once the layout is built.
[[nodiscard]] ExpansionPlan laid_out(DeviceContext& gpu, const DeviceIterations& loop, const PushPlan& plan);

/// Adds those that define the agents of `parts`, each once.
void add_headers(const std::vector<PushPart>& parts, std::string& headers);

}  // namespace mg::sparse
