// One step along edges as an engine sees it: the algorithm's types are erased, and what is left are the compiled
// strategies among which the engine chooses.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/buckets.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/frontier.hpp"
#include "engine/graph.hpp"
#include "engine/schedule.hpp"
#include "engine/trace.hpp"

namespace mg {

class RunContext;
struct EdgeStep;

/// What the step asks for.
enum class Pattern : std::uint8_t {
  expand,  ///< from the frontier's vertices to whoever they reach
  reduce,  ///< every vertex combines all its neighbors; yields a number
  gather,  ///< the frontier's vertices are the receivers
};

/// What an engine may rely on when it picks a strategy.
struct EdgeTraits {
  bool idempotent;   ///< repeats of a value do no harm
  bool stops_early;  ///< one value is enough (Any): a pull leaves a row at its first hit
  bool has_wants;    ///< receivers that are done refuse values
  bool weighted;
  std::uint8_t wire_bytes;  ///< of a value on its way, where an engine stores it there
  bool hands_on = false;    ///< what arrives in a step may be passed on in the same one
};

template <EdgeFunction F>
inline constexpr EdgeTraits traits_of{
    .idempotent = F::Combine::idempotent,
    .stops_early = takes_any<typename F::Combine>,
    .has_wants = HasWants<F>,
    .weighted = is_weighted<F>,
    .wire_bytes = sizeof(WireOf<F>),
    .hands_on = HandsOn<F>,
};

/// A strategy compiled for one edge function.
struct Kernel {
  std::string_view name;  ///< "push", "pull", ...: what traces print
  void (*run)(EdgeStep&, RunContext&) = nullptr;
};

/// The strategies there are for F. Defined by the header that gathers all engines' kernels, so that an algorithm's
/// source stays free of them; a registration source includes both.
template <EdgeFunction F>
[[nodiscard]] std::span<const Kernel> kernels_of();

/// The request: take `from`, fill `to` (or `buckets`, or `reduced`).
struct EdgeStep {
  const Graph& graph;
  Pattern pattern;
  Side side;
  const Frontier* from;  ///< an engine may put a converted one in its place
  Frontier& to;
  EdgeTraits traits;
  std::string_view label = {};  ///< label_of the edge function
  std::span<const Kernel> kernels = {};
  void* function = nullptr;                       ///< the edge function; kernels know its type
  std::size_t part = 0;                           ///< of the schedule, which holds for it
  Buckets* buckets = nullptr;                     ///< where changed vertices go instead of `to`
  EdgeId frontier_arcs = Frontier::unknown_arcs;  ///< that leave `from`, where the kernel counts them
  std::optional<EdgeId> read_arcs = {};  ///< that were read, or as many as must have been; nothing: the frontier's
  bool in_tiles = false;                 ///< where those were read
  double reduced = 0;                    ///< the sum of what update returned, for a reduction
  void* engine_state = nullptr;          ///< what the engine's kernels keep between steps; set by the engine
  bool dedup = false;                    ///< list each changed vertex once; set by the engine
  bool balance_edges = false;            ///< split the work by arcs instead of by vertices; set by the engine
  bool count_arcs = false;               ///< fill to.arcs; set by the engine
  std::string_view chosen = {};          ///< kernel that ran; set by run()
  std::string_view reason = {};          ///< why; set by the engine
  std::string_view engine = {};          ///< whose strategy it is, where not the run's engine; set by that engine
  std::vector<StepCandidate> candidates = {};  ///< what an engine chose among, and what it expected
  std::uint64_t bytes = 0;                     ///< moved, by the engine's reckoning; 0: not counted
  std::optional<double> ms = {};               ///< it took, where the engine did more than the step; set by the engine

  /// The arcs to follow from a source, and those that lead to a receiver.
  [[nodiscard]] const Adjacency& sources() const { return side == Side::out ? graph.out : graph.in; }
  [[nodiscard]] const Adjacency& receivers() const { return side == Side::out ? graph.in : graph.out; }

  /// The arcs that leave `from`, where they are known without counting; otherwise Frontier::unknown_arcs.
  [[nodiscard]] EdgeId known_arcs() const {
    if (from->kind() == Frontier::Kind::all) return graph.num_arcs();
    return !graph.directed || from->arcs_side == side ? from->arcs : Frontier::unknown_arcs;
  }
  /// Makes `next` the frontier that the step yields, which so many arcs leave.
  void yield(Frontier&& next, EdgeId arcs) {
    to = std::move(next);
    to.arcs = arcs;
    to.arcs_side = side;
  }

  [[nodiscard]] bool has(std::string_view kernel) const {
    for (const Kernel& k : kernels) {
      if (k.name == kernel) return true;
    }
    return false;
  }
  /// Runs the kernel of that name. Throws Error(internal) when there is none.
  void run(std::string_view kernel, RunContext& context);
};

}  // namespace mg
