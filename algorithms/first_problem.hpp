// How verifiers search: every vertex is checked on all threads, and the problem of the smallest one that has any is
// what people get to read, so that two runs of a verifier say the same.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Loops over fewer vertices run on the caller alone, for waking a team takes longer.
inline constexpr VertexId worth_a_team = 4096;

/// Calls body(v) for the vertices 0 .. n - 1, a few a turn: the arcs of a skewed graph can sit in neighbouring rows.
template <class Body>
void for_vertices(VertexId n, Body&& body) {
  parallel_chunks(n, 64, n > worth_a_team ? default_threads() : 1, [&](std::size_t begin, std::size_t end, int) {
    for (auto v = static_cast<VertexId>(begin); v < end; ++v) body(v);
  });
}

/// Calls check(v) for the vertices 0 .. n - 1 and returns what it says of the smallest one for which it says anything.
/// check returns a sentence, or an empty string where nothing is wrong; it must be safe to call from several threads.
template <class Check>
[[nodiscard]] Verdict first_problem(VertexId n, Check&& check) {
  Verdict verdict;
  std::atomic<VertexId> offender{no_vertex};
  std::mutex mutex;
  for_vertices(n, [&](VertexId v) {
    if (v > offender.load(std::memory_order_relaxed)) return;
    std::string problem = check(v);
    if (problem.empty()) return;
    const std::lock_guard lock(mutex);
    if (v < offender.load(std::memory_order_relaxed)) {
      offender.store(v, std::memory_order_relaxed);
      verdict.problem = std::move(problem);
    }
  });
  return verdict;
}

/// What is wrong with a result that has `size` entries, called `entries`; empty when there is one a vertex.
[[nodiscard]] inline std::string size_problem(const Graph& graph, std::string_view entries, std::size_t size) {
  if (size == graph.num_vertices()) return {};
  return fmt::format("there are {} {} for {} vertices, expected one a vertex", size, entries, graph.num_vertices());
}

/// What is wrong with `source` as the start of a traversal; empty when it is a vertex.
[[nodiscard]] inline std::string source_problem(const Graph& graph, VertexId source) {
  if (source < graph.num_vertices()) return {};
  return fmt::format("the source is vertex number {}, but the graph has {} vertices", source, graph.num_vertices());
}

/// A result that should be a vertex, as people read it: its name, -1 for no_vertex, or the number that is no vertex.
[[nodiscard]] inline std::string describe_vertex(const Graph& graph, VertexId v) {
  if (v == no_vertex) return "-1";
  if (v < graph.num_vertices()) return graph.name(v);
  return fmt::format("number {} (no vertex)", v);
}

}  // namespace mg
