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
#include <utility>
#include <vector>

#include "algorithms/reached.hpp"
#include "algorithms/verify_cores.hpp"

namespace mg {

class CoreNumbers {
 public:
  static AlgorithmInfo info() {
    return {.name = "kcore",
            .summary = "core numbers: the densest k-core that each vertex is in",
            .state_bytes_per_vertex = 4 * sizeof(std::uint32_t),
            .family = "cohesion",
            .cost = "O(m), and O(n log d) for each core number that there is",
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
    std::uint64_t remaining = graph_.num_vertices();
    while (remaining > 0 && !loop.stopped_early()) {
      peel.k = least_left(loop, {peel.left, peel.cores, peel.k});
      remaining -= peel_level(loop, peel);
    }
  }

  [[nodiscard]] static ProgramSteps steps() { return {.taken = {reduces<CountArcs>(), expands<kcore::Peel>()}}; }

  [[nodiscard]] Results results() const { return {{"core", cores_}}; }
  [[nodiscard]] Summary summary() const {
    const Array<std::int32_t> cores = cores_.host();
    const std::uint64_t largest = reached_of(cores, kcore::undecided).largest;
    const auto in_it = std::count(cores.begin(), cores.end(), static_cast<std::int32_t>(largest));
    return {{"largest", largest}, {"in_it", static_cast<std::uint64_t>(in_it)}};
  }
  [[nodiscard]] Verdict validate() const { return verify_cores(graph_, cores_.host().span()); }

 private:
  /// Everybody goes who has at most k neighbors left, or comes to have as few. Returns how many went.
  template <class L>
  std::uint64_t peel_level(L& loop, const kcore::Peel& peel) const {
    std::uint64_t went = 0;
    typename L::Frontier going = loop.filter(kcore::HasAtMost{peel.left, peel.cores, peel.k});
    loop.vertex_map(kcore::Decide{peel.cores, peel.k}, going);
    while (!going.empty() && loop.next_iteration()) {
      went += going.size();
      typename L::Frontier next = loop.edge_map(peel, going, Side::out);
      if (graph_.directed) next = loop.unite(std::move(next), loop.edge_map(peel, going, Side::in));
      loop.replace(going, std::move(next));
    }
    loop.recycle(std::move(going));
    return went;
  }

  /// The least number of neighbors that anybody has left, at least `from.k`: doubling, then halving. O(n log of it).
  template <class L>
  static std::uint32_t least_left(L& loop, kcore::HasAtMost from) {
    const auto is_had = [&](std::uint32_t k) {
      from.k = k;
      return loop.vertex_reduce(from) > 0;
    };
    std::uint32_t low = from.k;
    if (is_had(low)) return low;
    std::uint32_t step = 1;
    while (!is_had(low + step)) low += std::exchange(step, 2 * step);
    std::uint32_t high = low + step;  // somebody has so few, and nobody `low`
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (is_had(middle) ? high : low) = middle;
    }
    return high;
  }

  Graph graph_;
  State<std::uint32_t> left_{graph_.num_vertices()};
  State<std::uint32_t> incoming_{graph_.directed ? graph_.num_vertices() : 0};
  State<std::uint32_t> lost_{graph_.num_vertices()};
  State<std::int32_t> cores_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
