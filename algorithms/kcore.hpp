// Core numbers: the largest k such that a vertex is in a subgraph where everybody has k neighbors (Seidman, "Network
// structure and minimum degree", Social Networks 1983).
//
// By peeling (Matula and Beck, "Smallest-last ordering", JACM 1983; in rounds as in Dhulipala et al., "Julienne",
// SPAA'17): whoever has no more than k neighbors left goes and is taken from the neighbors' counts, until nobody has so
// few; then k grows. Directions are ignored, and so are arcs from a vertex to itself; parallel arcs count each.
#pragma once

#include <cstdint>

#include "algorithms/neighbor_count.hpp"
#include "engine/algorithm.hpp"
#include "engine/shared.hpp"

namespace mg::kcore {

/// No core number yet, where a run ends early.
inline constexpr std::int32_t undecided = -1;

/// Adds what a directed graph has on its other side, and forgets the last run.
struct Start {
  std::uint32_t* left;        ///< neighbors that have not gone
  const std::uint32_t* more;  ///< of the other side; null: there is none
  std::uint32_t* lost;
  std::int32_t* cores;
  void operator()(VertexId v) const {
    if (more != nullptr) left[v] += more[v];
    lost[v] = 0;
    cores[v] = undecided;
  }
};

/// Whoever goes is taken from the neighbors' counts.
struct Peel {
  using Combine = Sum;
  std::uint32_t* left;
  std::uint32_t* lost;  ///< in one step
  std::int32_t* cores;
  std::uint32_t k;

  [[nodiscard]] std::uint32_t message(VertexId) const { return 1; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return lost[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return cores[v] == undecided; }
  [[nodiscard]] bool update(VertexId v, std::uint32_t count) {
    left[v] -= count;
    lost[v] = 0;
    if (left[v] > k) return false;
    cores[v] = static_cast<std::int32_t>(k);
    return true;
  }
};

struct IsUndecided {
  const std::int32_t* cores;
  bool operator()(VertexId v) const { return cores[v] == undecided; }
};
/// The least number of neighbors that anybody has left.
struct FindLeast {
  const std::uint32_t* left;
  const std::int32_t* cores;
  std::uint32_t* least;
  void operator()(VertexId v) const {
    if (cores[v] == undecided) Shared<std::uint32_t>(least)[0].lower_to(left[v]);
  }
};
struct HasAtMost {
  const std::uint32_t* left;
  const std::int32_t* cores;
  std::uint32_t k;
  bool operator()(VertexId v) const { return cores[v] == undecided && left[v] <= k; }
};
struct Decide {
  std::int32_t* cores;
  std::uint32_t k;
  void operator()(VertexId v) const { cores[v] = static_cast<std::int32_t>(k); }
};

}  // namespace mg::kcore

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/reached.hpp"
#include "algorithms/verify/cores.hpp"

namespace mg {

class CoreNumbers {
 public:
  static AlgorithmInfo info() {
    return {.name = "kcore",
            .summary = "core numbers: the densest k-core that each vertex is in",
            .state_bytes_per_vertex = 4 * sizeof(std::uint32_t),
            .family = "cohesion",
            .cost = "O(m), and for each core number that there is, O(n) of those who are left",
            .literature = "Matula and Beck, J. ACM 1983; Dhulipala et al., SPAA 2017"};
  }

  CoreNumbers(const Graph& graph, const Parameters&) : graph_(graph) {}

  template <class L>
  void run(L& loop) {
    kcore::Peel peel{left_.on(loop), lost_.on(loop), cores_.on(loop), 0};
    std::uint32_t* incoming = graph_.directed ? incoming_.on(loop) : nullptr;
    count_neighbors(loop, peel.left, Side::in);
    if (graph_.directed) count_neighbors(loop, incoming, Side::out);
    loop.vertex_map(kcore::Start{peel.left, incoming, peel.lost, peel.cores});
    typename L::Frontier rest = loop.all();
    std::uint64_t levels = 0;
    // Whether the next number is taken to be somebody's: where there are no gaps, nobody needs to be asked.
    bool follows = false;
    while (!loop.stopped_early()) {
      if (!follows) {
        const std::uint32_t least = least_left(loop, peel, rest);
        if (least == nobody) break;
        follows = least == peel.k;
        peel.k = least;
      }
      typename L::Frontier going = loop.filter(kcore::HasAtMost{peel.left, peel.cores, peel.k}, rest);
      if (going.empty()) {
        loop.recycle(std::move(going));
        follows = false;
        continue;
      }
      peel_level(loop, peel, std::move(going));
      ++peel.k;
      if (++levels % levels_between_lists == 0) loop.replace(rest, loop.filter(kcore::IsUndecided{peel.cores}, rest));
    }
    loop.recycle(std::move(rest));
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<CountArcs>(), expands<kcore::Peel>()}, .loops = {label_of<Expand<kcore::Peel>>()}};
  }

  [[nodiscard]] Results results() const { return {{"core", cores_}}; }
  [[nodiscard]] Summary summary() const {
    const Array<std::int32_t> cores = cores_.host();
    const std::uint64_t largest = reached_of(cores, kcore::undecided).largest;
    const auto in_it = std::count(cores.begin(), cores.end(), static_cast<std::int32_t>(largest));
    return {{"largest", largest}, {"in_it", static_cast<std::uint64_t>(in_it)}};
  }
  [[nodiscard]] Verdict validate() const { return verify_cores(graph_, cores_.host().span()); }

 private:
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
  /// Levels after which those who are left are listed anew.
  static constexpr std::uint64_t levels_between_lists = 4;

  /// The least number of neighbors that anybody of `rest` has left.
  template <class L>
  [[nodiscard]] std::uint32_t least_left(L& loop, const kcore::Peel& peel, const typename L::Frontier& rest) {
    std::uint32_t* const least = least_.on(loop);
    loop.store(least, nobody);
    loop.vertex_map(kcore::FindLeast{peel.left, peel.cores, least}, rest);
    return loop.load(least);
  }

  /// Those who have at most k neighbors left go, and whoever comes to have as few.
  template <class L>
  void peel_level(L& loop, const kcore::Peel& peel, typename L::Frontier&& going) const {
    loop.vertex_map(kcore::Decide{peel.cores, peel.k}, going);
    if (!graph_.directed) {
      static_cast<void>(loop.iterate(Expand<kcore::Peel>{peel}, std::move(going)));
      return;
    }
    while (!going.empty() && loop.next_iteration()) {
      typename L::Frontier next = loop.edge_map(peel, going, Side::out);
      next = loop.unite(std::move(next), loop.edge_map(peel, going, Side::in));
      loop.replace(going, std::move(next));
    }
    loop.recycle(std::move(going));
  }

  Graph graph_;
  State<std::uint32_t> left_{graph_.num_vertices()};
  State<std::uint32_t> incoming_{graph_.directed ? graph_.num_vertices() : 0};
  State<std::uint32_t> lost_{graph_.num_vertices()};
  State<std::int32_t> cores_{graph_.num_vertices()};
  Table<std::uint32_t> least_{1};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
