// One step along edges on a CPU: a request, and the compiled strategies among which the engine chooses.
#pragma once

#include <span>
#include <string_view>

#include "engine/buckets.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/graph_part.hpp"
#include "engine/step.hpp"

namespace mg {

class RunContext;
struct CpuStep;

/// A strategy compiled for one edge function.
struct Kernel {
  std::string_view name;  ///< "push", "pull", ...: what traces print
  void (*run)(CpuStep&, RunContext&) = nullptr;
};

/// The strategies there are for F. Defined by the header that gathers all engines' kernels, so that an algorithm's
/// source stays free of them; a registration source includes both.
template <EdgeFunction F>
[[nodiscard]] std::span<const Kernel> kernels_of();

/// The request: take `from`, fill `to` (or `buckets`, or `reduced`).
struct CpuStep : Step {
  const Graph& graph;
  const GraphPart& graph_part;  ///< whose own vertices are given values
  const Frontier* from;         ///< an engine may put a converted one in its place
  Frontier& to;
  std::span<const Kernel> kernels = {};
  void* function = nullptr;      ///< the edge function; kernels know its type
  Buckets* buckets = nullptr;    ///< where changed vertices go instead of `to`
  void* engine_state = nullptr;  ///< what the engine's kernels keep between steps; set by the engine
  bool dedup = false;            ///< list each changed vertex once; set by the engine
  bool balance_edges = false;    ///< split the work by arcs instead of by vertices; set by the engine
  bool count_arcs = false;       ///< fill to.arcs; set by the engine

  /// The arcs to follow from a source, and the same ones by where they lead.
  [[nodiscard]] const Adjacency& sources() const { return graph_part.senders(side); }
  [[nodiscard]] const Adjacency& receivers() const { return graph_part.receivers(side); }
  /// Of a gather, whose receivers' arcs are followed from them.
  [[nodiscard]] const Adjacency& gatherers() const { return graph_part.receivers(opposite(side)); }
  /// All arcs that leave vertices, wherever they lead.
  [[nodiscard]] const Adjacency& leaving() const { return side == Side::out ? graph.out : graph.in; }

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
