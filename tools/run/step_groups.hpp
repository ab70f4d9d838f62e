// What the steps of a trace have in common, for reports that sum them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace.hpp"

namespace mg::tools {

/// "edge_map of Visit", by which edge function or body; the operator alone where it has none.
[[nodiscard]] std::string operation_text(const TraceStep& step);

/// Steps that were executed the same way for the same reason.
struct StepGroup {
  std::string operation;  ///< operation_text
  std::string engine;
  std::string driver;
  std::string kernel;
  std::string reason;
  std::size_t steps = 0;
  double ms = 0;
};

/// In order of first appearance.
[[nodiscard]] std::vector<StepGroup> group_steps(std::span<const TraceStep> steps);

/// The engines, and the drivers, that executed the steps: one's name, or "dense in 3 steps, sparse in 12 steps"; empty
/// where none did. Operators that are the same for every engine do not count.
[[nodiscard]] std::string engines_text(std::span<const TraceStep> steps);
[[nodiscard]] std::string drivers_text(std::span<const TraceStep> steps);

/// Which way the steps went: "5 pushed, 2 pulled"; empty without steps.
[[nodiscard]] std::string ways_text(std::span<const TraceStep> steps);
/// How many of them were iterations of loops that stayed on a GPU.
[[nodiscard]] std::size_t count_stayed(std::span<const TraceStep> steps);

/// What charts tell apart by color. `other`: engines of plug-ins, loops that are one kernel for several steps, and
/// operators that are the same for every engine.
enum class Strategy : std::uint8_t { dense, sparse_push, sparse_pull, other };
inline constexpr std::size_t num_strategies = 4;

[[nodiscard]] Strategy strategy_of(const TraceStep& step);
[[nodiscard]] std::string_view to_string(Strategy strategy);

/// Which of its candidates the step executed; null where none goes by the name of what it did.
[[nodiscard]] const StepCandidate* chosen_candidate(const TraceStep& step);

/// Those that were open to the step.
[[nodiscard]] std::vector<StepCandidate> open_candidates(const TraceStep& step);

/// A way that was closed to some steps for one reason.
struct Refusal {
  std::string name;
  std::string why_not;
  std::size_t steps = 0;
};

/// In order of first appearance.
[[nodiscard]] std::vector<Refusal> sum_refusals(std::span<const TraceStep> steps);

/// A sum over steps, of what was reckoned and, where every summand was measured, of that.
struct CandidateCost {
  std::string name;
  std::size_t steps = 0;   ///< in which it was a candidate
  std::size_t chosen = 0;  ///< in which it was executed
  double expected_ms = 0;
  std::optional<double> ms = 0;
};

/// What the steps with candidates cost, and would have cost otherwise.
struct CandidateCosts {
  std::size_t steps = 0;
  CandidateCost chosen;                   ///< `ms` is always there
  std::vector<CandidateCost> candidates;  ///< each alone, in order of first appearance
  CandidateCost best;                     ///< the cheapest of every step
};

[[nodiscard]] CandidateCosts sum_candidates(std::span<const TraceStep> steps);

}  // namespace mg::tools
