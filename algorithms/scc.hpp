// Strongly connected components: whoever can reach each other.
//
// Whoever has nobody left before it, or nobody after it, is alone (trimming: McLendon et al., "Finding strongly
// connected components in distributed graphs", JPDC 2005), and goes, so that others are. The vertex with the most pairs
// of an arc to it and an arc from it most likely is in the giant component, if there is one: whom it reaches and who
// reaches it (forward-backward: Fleischer et al., "On identifying strongly connected components in parallel",
// IPDPS'00 workshops). Of the rest, everyone takes the largest color that leads to it, and from each vertex that has
// kept its own, all of that color that lead to it are its component (coloring: Orzan, "On distributed verification and
// verified distribution", 2004). The order of the three, with trimming after each, is that of Slota et al., "BFS and
// coloring-based parallel algorithms for strongly connected components and related problems", IPDPS'14.
#pragma once

#include <cstdint>

#include "algorithms/neighbor_count.hpp"
#include "engine/algorithm.hpp"

namespace mg::scc {

/// One entry a vertex.
struct Vectors {
  std::uint32_t* before;  ///< arcs from others that have not gone
  std::uint32_t* after;   ///< and to them
  std::uint32_t* lost;    ///< of either, in one step
  VertexId* components;   ///< any member of each; no_vertex: undecided
  VertexId* colors;       ///< no_vertex: gone; while the pivot's component is sought, see Search
  VertexId* arrived;      ///< the smallest component that a vertex has been asked to join; or see Search
};

struct Start {
  Vectors of;
  void operator()(VertexId v) const {
    of.components[v] = no_vertex;
    of.colors[v] = no_vertex;
    of.lost[v] = 0;
  }
};

struct IsTrimmed {
  Vectors of;
  bool operator()(VertexId v) const { return of.components[v] == no_vertex && (of.before[v] == 0 || of.after[v] == 0); }
};
struct IsUndecided {
  Vectors of;
  bool operator()(VertexId v) const { return of.components[v] == no_vertex; }
};
/// Has kept its own color.
struct IsRoot {
  Vectors of;
  bool operator()(VertexId v) const { return of.components[v] == no_vertex && of.colors[v] == v; }
};
struct IsDecidedAnew {
  Vectors of;
  bool operator()(VertexId v) const { return of.components[v] != no_vertex && of.colors[v] != no_vertex; }
};

/// Is its own component, as far as is known.
struct Found {
  Vectors of;
  void operator()(VertexId v) const { of.components[v] = v; }
};
struct Color {
  Vectors of;
  void operator()(VertexId v) const {
    of.colors[v] = v;
    of.arrived[v] = no_vertex;
  }
};
struct Forget {
  Vectors of;
  void operator()(VertexId v) const { of.colors[v] = no_vertex; }
};

/// Whoever goes is taken from the counts of those after it, or of those before it.
struct Trim {
  using Combine = Sum;
  std::uint32_t* left;  ///< before or after
  std::uint32_t* lost;
  Shared<VertexId> components;

  [[nodiscard]] std::uint32_t message(VertexId) const { return 1; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return lost[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return components[v] == no_vertex; }
  [[nodiscard]] bool update(VertexId v, std::uint32_t count) {
    left[v] -= count;
    lost[v] = 0;
    if (left[v] > 0) return false;
    components[v] = v;
    return true;
  }
};

/// The pivot's component: colors hold by whom the pivot has reached a vertex, and `arrived` by whom a vertex reaches
/// the pivot. Who is decided holds something, so that searches pass it by.
struct Search {
  Vectors of;
  VertexId pivot;
  void operator()(VertexId v) const {
    const bool takes_part = of.components[v] == no_vertex && v != pivot;
    of.colors[v] = of.arrived[v] = takes_part ? no_vertex : v;
  }
};
struct Reach {
  using Combine = First;
  VertexId* by;
  [[nodiscard]] static VertexId message(VertexId u) { return u; }
  [[nodiscard]] VertexId& cell(VertexId v) { return by[v]; }
};
/// Ends the search: whoever was found both ways is of the pivot's component.
struct Join {
  const VertexId* arrived;  ///< colors, where arcs lead both ways
  Vectors of;
  VertexId pivot;
  void operator()(VertexId v) const {
    const bool is_mutual = of.colors[v] != no_vertex && arrived[v] != no_vertex;
    if (of.components[v] == no_vertex && is_mutual) of.components[v] = pivot;
    of.colors[v] = no_vertex;
  }
};
struct IsOfPivot {
  Vectors of;
  VertexId pivot;
  bool operator()(VertexId v) const { return of.components[v] == pivot; }
};

/// The largest color that leads to a vertex; what travels is the sender's own.
struct Spread {
  using Combine = Max;
  VertexId* colors;
  const VertexId* components;
  [[nodiscard]] VertexId& cell(VertexId v) { return colors[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return components[v] == no_vertex; }
};

/// Joins the component of a vertex after it, if that has its own color. Colors do not fall along arcs, so that of all
/// who ask, those of its own color ask with the smallest.
struct Collect {
  using Combine = Min;
  VertexId* arrived;
  const VertexId* colors;
  Shared<VertexId> components;
  [[nodiscard]] VertexId message(VertexId u) const { return components[u]; }
  [[nodiscard]] VertexId& cell(VertexId v) { return arrived[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return components[v] == no_vertex; }
  [[nodiscard]] bool update(VertexId v, VertexId component) {
    if (component != colors[v]) return false;
    components[v] = component;
    return true;
  }
};

}  // namespace mg::scc

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/components.hpp"
#include "algorithms/verify/scc.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

class StrongComponents {
 public:
  static AlgorithmInfo info() {
    return {.name = "scc",
            .summary = "strongly connected components: whoever can reach each other",
            .state_bytes_per_vertex = 6 * sizeof(std::uint32_t),
            .family = "components",
            .cost = "O(n + m) a round",
            .literature = "McLendon et al., JPDC 2005; Orzan, 2004; Slota et al., IPDPS 2014"};
  }

  StrongComponents(const Graph& graph, const Parameters&) : graph_(graph) {}

  template <class L>
  void run(L& loop) {
    const scc::Vectors of{before_.on(loop),     after_.on(loop),  lost_.on(loop),
                          components_.on(loop), colors_.on(loop), arrived_.on(loop)};
    loop.vertex_map(scc::Start{of});
    count_neighbors(loop, of.before, Side::out);
    count_neighbors(loop, of.after, Side::in);
    typename L::Frontier going = loop.filter(scc::IsTrimmed{of});
    loop.vertex_map(scc::Found{of}, going);
    trim(loop, of, std::move(going));
    const bool has_pivot = pivot_ != no_vertex && loop.load(of.components + pivot_) == no_vertex;
    going = has_pivot ? component_of_pivot(loop, of) : typename L::Frontier();
    for (;;) {
      trim(loop, of, std::move(going));
      typename L::Frontier rest = loop.filter(scc::IsUndecided{of});
      if (rest.empty() || loop.stopped_early()) return loop.recycle(std::move(rest));
      color(loop, of, std::move(rest));
      going = loop.filter(scc::IsDecidedAnew{of});
    }
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<CountArcs>(), expands<scc::Trim>(), expands<scc::Reach>(), expands<scc::Spread>(),
                      expands<scc::Collect>()},
            .loops = {label_of<scc::Reach>(), label_of<scc::Spread>(), label_of<scc::Collect>()}};
  }

  [[nodiscard]] Results results() const {
    return component_results(graph_, [this] { return labels(); });
  }
  [[nodiscard]] Summary summary() const { return component_summary(labels()); }
  [[nodiscard]] Verdict validate() const {
    return verify_strong_components(graph_, smallest_in_file_order(graph_, labels()).span());
  }

 private:
  /// The vertex with the most pairs of an arc to it and an arc from it; no_vertex where none has any. O(n).
  [[nodiscard]] static VertexId vertex_to_begin_with(const Graph& graph) {
    const auto most =
        parallel_max<std::pair<EdgeId, VertexId>>(graph.num_vertices(), default_threads(), [&](std::size_t i) {
          const auto v = static_cast<VertexId>(i);
          return std::pair(graph.in.degree(v) * graph.out.degree(v), v);
        });
    return most.first > 0 ? most.second : no_vertex;
  }

  /// Finds the pivot's component. Where arcs lead both ways, a search one way is enough.
  template <class L>
  typename L::Frontier component_of_pivot(L& loop, const scc::Vectors& of) const {
    loop.vertex_map(scc::Search{of, pivot_});
    static_cast<void>(loop.iterate(Expand<scc::Reach>{{of.colors}}, loop.single(pivot_)));
    if (graph_.directed) {
      static_cast<void>(loop.iterate(Expand<scc::Reach>{{of.arrived}}, loop.single(pivot_, Side::in), Side::in));
    }
    loop.vertex_map(scc::Join{graph_.directed ? of.arrived : of.colors, of, pivot_});
    return loop.filter(scc::IsOfPivot{of, pivot_});
  }

  /// Takes those who go from the counts of others, who go too when they are left without anybody before or after them.
  template <class L>
  static void trim(L& loop, const scc::Vectors& of, typename L::Frontier&& going) {
    while (!going.empty() && loop.next_iteration()) {
      loop.vertex_map(scc::Forget{of}, going);
      typename L::Frontier next = loop.edge_map(scc::Trim{of.before, of.lost, of.components}, going, Side::out);
      next = loop.unite(std::move(next), loop.edge_map(scc::Trim{of.after, of.lost, of.components}, going, Side::in));
      loop.replace(going, std::move(next));
    }
    loop.recycle(std::move(going));
  }

  /// Finds the components of all who keep their color.
  template <class L>
  static void color(L& loop, const scc::Vectors& of, typename L::Frontier&& rest) {
    loop.vertex_map(scc::Color{of}, rest);
    static_cast<void>(loop.iterate(Expand<scc::Spread>{{of.colors, of.components}}, std::move(rest)));
    typename L::Frontier roots = loop.filter(scc::IsRoot{of});
    loop.vertex_map(scc::Found{of}, roots);
    static_cast<void>(
        loop.iterate(Expand<scc::Collect>{{of.arrived, of.colors, of.components}}, std::move(roots), Side::in));
  }

  /// A loop that was stopped leaves some undecided: each by itself.
  [[nodiscard]] Array<VertexId> labels() const {
    const Array<VertexId> components = components_.host();
    auto labels = Array<VertexId>::uninitialized(components.size());
    for (VertexId v = 0; v < labels.size(); ++v) labels[v] = components[v] == no_vertex ? v : components[v];
    return labels;
  }

  Graph graph_;
  VertexId pivot_ = vertex_to_begin_with(graph_);
  State<std::uint32_t> before_{graph_.num_vertices()};
  State<std::uint32_t> after_{graph_.num_vertices()};
  State<std::uint32_t> lost_{graph_.num_vertices()};
  State<VertexId> components_{graph_.num_vertices()};
  State<VertexId> colors_{graph_.num_vertices()};
  State<VertexId> arrived_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
