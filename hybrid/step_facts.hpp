// What a policy and the choice of candidates need to know of a step, from the steps of both machines.
#pragma once

#include "engine/context.hpp"
#include "hybrid/ways.hpp"

namespace mg::hybrid {

/// Entries of a frontier whose degrees stand for all.
inline constexpr std::size_t sample_size = 1024;

/// The arcs that leave the frontier's vertices along `rows`: exact for queues of at most sample_size entries, otherwise
/// scaled up from as many that are evenly spread. O(sample_size).
[[nodiscard]] EdgeId sample_arcs(const Adjacency& rows, const Frontier& frontier);

/// The share of arcs between vertices whose numbers differ by less than 2^15, of an arc each of 4,096 rows.
[[nodiscard]] double near_arcs(const Adjacency& rows);

/// What the step allows; `dense_problem` is left open.
[[nodiscard]] StepLimits limits_of(const EdgeStep& step, const RunContext& context);
[[nodiscard]] StepLimits limits_of(const DeviceStep& step, const RunContext& context);

/// What is known of the step by itself; the place in the run is left open.
[[nodiscard]] StepFacts facts_of(EdgeStep& step, RunContext& context);
[[nodiscard]] StepFacts facts_of(DeviceStep& step, RunContext& context);

}  // namespace mg::hybrid
