// One step along edges as an engine sees it, on whatever machine: the algorithm's types are erased, and what is left is
// what the operator demands. CpuStep and GpuStep add what their machines keep frontiers and functions in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/edge_semantics.hpp"
#include "engine/frontier.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/trace.hpp"

namespace mg {

/// What the step asks for.
enum class Pattern : std::uint8_t {
  expand,  ///< from the frontier's vertices to whoever they reach
  reduce,  ///< every vertex combines all its neighbors; yields a number
  gather,  ///< the frontier's vertices are the receivers
};

/// What an engine may know of a function, and rely on, without its type.
struct EdgeTraits {
  bool idempotent = false;      ///< repeats of a value do no harm; otherwise receivers settle after all have arrived
  bool stops_early = false;     ///< one value is enough (Any): a pull leaves a row at its first hit
  bool has_wants = false;       ///< receivers that are done refuse values
  bool weighted = false;        ///< it reads weights
  std::uint8_t wire_bytes = 0;  ///< of a value on its way, where an engine stores it there
  bool hands_on = false;        ///< what arrives in a step may be passed on in the same one
  bool has_cell = false;        ///< receivers have a cell that a push may combine into
  bool has_sends = false;       ///< vertices say whether they send
  bool comes_apart = false;     ///< what a vertex sends is known before along which arc
  bool takes_once = false;      ///< a pull may leave out those that have a value
  bool has_reach = false;       ///< a pull may leave rows whose lightest arcs come first
  std::size_t value_bytes = 0;  ///< of a value where it has arrived
};

template <EdgeFunction F>
inline constexpr EdgeTraits traits_of{
    .idempotent = F::Combine::idempotent,
    .stops_early = takes_any<typename F::Combine>,
    .has_wants = HasWants<F>,
    .weighted = is_weighted<F>,
    .wire_bytes = sizeof(WireOf<F>),
    .hands_on = HandsOn<F>,
    .has_cell = HasCell<F>,
    .has_sends = HasSends<F>,
    .comes_apart = ComesApart<F>,
    .takes_once = TakesOnce<F>,
    .has_reach = HasReach<F>,
    .value_bytes = sizeof(ValueOf<F>),
};

/// The request, and what has become of it.
struct Step {
  Pattern pattern = Pattern::expand;
  Side side = Side::out;
  EdgeTraits traits = {};
  std::string_view label = {};  ///< label_of the edge function
  std::size_t part = 0;         ///< of the schedule, which holds for it

  EdgeId frontier_arcs = Frontier::unknown_arcs;  ///< that leave the frontier, where the engine has counted them
  std::optional<EdgeId> read_arcs = {};  ///< that were read, or as many as must have been; nothing: the frontier's
  bool in_tiles = false;                 ///< where those were read
  double reduced = 0;                    ///< the sum of what update returned, for a reduction

  std::string chosen = {};                     ///< strategy that ran; set by the engine
  std::string_view reason = {};                ///< why; set by the engine
  std::string_view engine = {};                ///< whose strategy it is, where not the run's engine; set by that engine
  std::vector<StepCandidate> candidates = {};  ///< what an engine chose among, and what it expected
  std::uint64_t bytes = 0;                     ///< moved, by the engine's reckoning; 0: not counted
  std::optional<double> ms = {};               ///< it took, where the engine did more than the step; set by the engine
};

}  // namespace mg
