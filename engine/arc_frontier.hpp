// Arcs as a frontier: those that a loop still has to look at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/arc_function.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "engine/graph/arc_weights.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Arcs of the graph along Side::out, each once: where each comes from, and its number, which says where it leads.
/// Takes 12 bytes an arc.
struct ArcFrontier {
  std::vector<VertexId> sources;
  std::vector<EdgeId> arcs;

  [[nodiscard]] std::size_t size() const { return arcs.size(); }
  [[nodiscard]] bool empty() const { return arcs.empty(); }
  void add(VertexId source, EdgeId arc) {
    sources.push_back(source);
    arcs.push_back(arc);
  }
};

/// Refuses a function that asks for numbers of arcs against which it is called: those of a directed graph have none.
template <class F>
void check_numbers(const Graph& graph, Side side) {
  if constexpr (TakesArcNumber<F>) {
    if (side == Side::in && graph.directed) {
      fail(ExitCode::internal, "a function of arcs asks for their numbers along Side::in, where they have none");
    }
  }
}

/// Refuses more arcs than a function was said to let join.
inline void check_joined(std::uint64_t joined, std::uint64_t most) {
  if (joined > most) fail(ExitCode::internal, "{} arcs have joined a frontier of at most {}", joined, most);
}

/// One frontier of those of consecutive chunks. O(size).
[[nodiscard]] inline ArcFrontier joined(std::vector<ArcFrontier>&& parts, int threads) {
  if (parts.size() == 1) return std::move(parts.front());
  std::vector<std::size_t> begins{0};
  for (const ArcFrontier& part : parts) begins.push_back(begins.back() + part.size());
  ArcFrontier all{.sources = std::vector<VertexId>(begins.back()), .arcs = std::vector<EdgeId>(begins.back())};
  parallel_tasks(parts.size(), threads, [&](std::size_t i) {
    const ArcFrontier part = std::move(parts[i]);
    std::copy(part.sources.begin(), part.sources.end(), all.sources.begin() + static_cast<std::ptrdiff_t>(begins[i]));
    std::copy(part.arcs.begin(), part.arcs.end(), all.arcs.begin() + static_cast<std::ptrdiff_t>(begins[i]));
  });
  return all;
}

/// What look(part, i) adds to a frontier for 0 <= i < count, in that order; `chunk` of them fill a part at a time.
template <class Look>
[[nodiscard]] ArcFrontier collected(std::size_t count, std::size_t chunk, int threads, const Look& look) {
  std::vector<ArcFrontier> parts((count + chunk - 1) / chunk);
  parallel_tasks(parts.size(), threads, [&](std::size_t p) {
    ArcFrontier part;
    Look own = look;  // a copy of its own lets the compiler keep what it refers to in registers
    for (std::size_t i = p * chunk; i < std::min(count, (p + 1) * chunk); ++i) own(part, i);
    parts[p] = std::move(part);
  });
  return joined(std::move(parts), threads);
}

/// The arcs that `keep` keeps, of all arcs of the graph, in their order. O(n + m).
template <ArcFunction F>
[[nodiscard]] ArcFrontier kept_of(const Adjacency& out, F keep, int threads) {
  const WeightOf<F>* const weights = weights_of<WeightOf<F>>(out);
  return collected(out.num_rows(), 4096, threads, [keep, weights, &out](ArcFrontier& part, std::size_t row) mutable {
    const auto u = static_cast<VertexId>(row);
    const EdgeId end = out.offsets[row + 1];
    for (EdgeId e = out.offsets[row]; e < end; ++e) {
      if (call_for_arc(keep, u, out.neighbors[e], e, weights)) part.add(u, e);
    }
  });
}

/// The same of those in `from`. O(size).
template <ArcFunction F>
[[nodiscard]] ArcFrontier kept_of(const Adjacency& out, F keep, const ArcFrontier& from, int threads) {
  const WeightOf<F>* const weights = weights_of<WeightOf<F>>(out);
  return collected(from.size(), 16384, threads, [keep, weights, &out, &from](ArcFrontier& part, std::size_t i) mutable {
    const EdgeId e = from.arcs[i];
    if (call_for_arc(keep, from.sources[i], out.neighbors[e], e, weights)) part.add(from.sources[i], e);
  });
}

/// The arcs that f lets join for those in `from`: no more than `most`.
template <ExpandsArcs F>
[[nodiscard]] ArcFrontier joined_by(const Adjacency& out, F f, const ArcFrontier& from, std::uint64_t most,
                                    int threads) {
  ArcFrontier joining =
      collected(from.size(), 512, threads, [f, &out, &from](ArcFrontier& part, std::size_t i) mutable {
        f(from.sources[i], out.neighbors[from.arcs[i]], from.arcs[i], Share{0, 1}, part);
      });
  check_joined(joining.size(), most);
  return joining;
}

}  // namespace mg
