// Proof of labels that were propagated: the verifier counts for itself.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks the labels, places in the file's order, that vertices have after `rounds` rounds in which all take the label
/// that most of their neighbors have, in either direction, of several such the smallest. O(rounds * m) time, on all
/// threads, of which each takes 4 bytes a vertex.
[[nodiscard]] Verdict verify_labels(const Graph& graph, std::uint64_t rounds, std::span<const std::uint32_t> labels);

}  // namespace mg
