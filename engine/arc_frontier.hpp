// Arcs as a frontier: those that a loop still has to look at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/arc_function.hpp"
#include "engine/error.hpp"
#include "engine/graph.hpp"
#include "engine/parallel.hpp"

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

/// The weights of a graph's arcs as F takes them; null where F takes none.
template <class F>
[[nodiscard]] const WeightOf<F>* weights_for(const Adjacency& adjacency) {
  if constexpr (NamesWeight<F>) {
    return std::get<Array<WeightOf<F>>>(adjacency.weights).data();
  } else {
    return nullptr;
  }
}

/// Refuses a function that asks for numbers of arcs against which it is called: those of a directed graph have none.
template <class F>
void check_numbers(const Graph& graph, Side side) {
  if constexpr (TakesArcNumber<F>) {
    if (side == Side::in && graph.directed) {
      fail(ExitCode::internal, "a function of arcs asks for their numbers along Side::in, where they have none");
    }
  }
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

/// The arcs that `keep` keeps, of all arcs of the graph, in their order. O(n + m).
template <ArcFunction F>
[[nodiscard]] ArcFrontier kept_of(const Adjacency& out, F keep, int threads) {
  constexpr std::size_t chunk = 4096;
  const std::size_t n = out.num_rows();
  const WeightOf<F>* const weights = weights_for<F>(out);
  std::vector<ArcFrontier> parts((n + chunk - 1) / chunk);
  parallel_chunks(n, chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t first = begin; first < end; first += chunk) {  // one thread may be handed several chunks
      ArcFrontier part;
      F own = keep;
      for (auto u = static_cast<VertexId>(first); u < std::min(end, first + chunk); ++u) {
        for (EdgeId e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
          if (call_for_arc(own, u, out.neighbors[e], e, weights)) part.add(u, e);
        }
      }
      parts[first / chunk] = std::move(part);
    }
  });
  return joined(std::move(parts), threads);
}

/// The same of those in `from`. O(size).
template <ArcFunction F>
[[nodiscard]] ArcFrontier kept_of(const Adjacency& out, F keep, const ArcFrontier& from, int threads) {
  constexpr std::size_t chunk = 16384;
  const WeightOf<F>* const weights = weights_for<F>(out);
  std::vector<ArcFrontier> parts((from.size() + chunk - 1) / chunk);
  parallel_chunks(from.size(), chunk, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t first = begin; first < end; first += chunk) {
      ArcFrontier part;
      F own = keep;
      for (std::size_t i = first; i < std::min(end, first + chunk); ++i) {
        const EdgeId e = from.arcs[i];
        if (call_for_arc(own, from.sources[i], out.neighbors[e], e, weights)) part.add(from.sources[i], e);
      }
      parts[first / chunk] = std::move(part);
    }
  });
  return joined(std::move(parts), threads);
}

}  // namespace mg
