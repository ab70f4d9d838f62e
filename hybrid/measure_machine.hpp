// A profile of a machine that has none: its steps are executed in every way on a generated graph, and the numbers of a
// machine of its kind corrected by what they took.
#pragma once

#include <string>

#include "engine/graph/graph.hpp"
#include "engine/profile.hpp"

namespace mg {

class RunContext;

/// Generates a weighted graph of 2^scale vertices that are skewed.
using MakeGraph = Graph (*)(unsigned scale);

namespace hybrid {

/// What measuring takes as a rule; it ends between two algorithms once this has passed.
inline constexpr double most_seconds_measuring = 6;

/// Of `machine`, whose device runs take by the name `device` ("cpu", "cuda:0"): `like`, corrected. Numbers that no step
/// said anything about are left as they are, and say so.
[[nodiscard]] Profile measure_machine(const std::string& machine, const std::string& device, const Profile& like,
                                      const Graph& graph);

/// Has the machine of a run measured, unless it is in a profile already or is emulated, and keeps the result. A failure
/// leaves things as they are.
void measure_if_unknown(RunContext& context, MakeGraph make_graph);

}  // namespace hybrid
}  // namespace mg
