// The operators that read a graph's structure, whatever has been found out about its vertices: rows, triangles, edges
// turned one way, and the graph of parts.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/contracted.hpp"
#include "engine/frontier.hpp"
#include "engine/graph/arc_lookup.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/oriented.hpp"
#include "engine/operator_trace.hpp"
#include "engine/run_view.hpp"

namespace mg {

template <class Machine>
class StructureOperators : public RunView<Machine> {
 public:
  using RunView<Machine>::num_vertices;
  using Oriented = typename Machine::Oriented;

  /// For functions that read rows or ask whether there is an arc: rows of `side`, with weights where the algorithm
  /// reads them.
  [[nodiscard]] ArcLookup arcs(Side side) const { return machine_.arcs(side); }

  /// The triangles of the simple undirected graph. O(sum over the edges of the shorter row, oriented by degree).
  [[nodiscard]] std::uint64_t count_triangles() {
    context_.require_whole("count_triangles");
    OperatorTrace trace(context_);
    return told(trace, "count_triangles", machine_.count_triangles());
  }

  /// Calls f(u, v, w) once for each triangle of the simple undirected graph, and returns how many there are. f must be
  /// safe to call from several threads. Takes time and memory as count_triangles().
  template <class F>
  std::uint64_t triangle_map(F f) {
    context_.require_whole("triangle_map");
    OperatorTrace trace(context_);
    return told(trace, "triangle_map", machine_.triangle_map(f));
  }

  /// The edges of the simple undirected graph, each once, in rows by descending degree: `rows()` of what it returns, an
  /// OrientedRows, is for functions as long as that is there, and `size()` says how many there are. O(m log(m)).
  [[nodiscard]] Oriented orient() {
    context_.require_whole("orient");
    OperatorTrace trace(context_);
    Oriented oriented = machine_.orient();
    context_.follow(context_.graph.num_arcs());
    trace.end("orient", Kind::all, num_vertices(), oriented.size());
    return oriented;
  }

  /// The graph of parts 0 .. num_parts - 1 of which `part`, in the memory that functions work on, names one for each
  /// vertex, for within(): contract() says which (engine/graph/contract.hpp). On a GPU its arcs stay there. O(n + m).
  [[nodiscard]] Contracted contract(const VertexId* part, VertexId num_parts) {
    context_.require_whole("contract");
    OperatorTrace trace(context_);
    Contracted contracted = machine_.contract(part, num_parts);
    context_.follow(context_.graph.num_arcs());
    trace.end("contract", Kind::all, num_vertices(), num_parts);
    return contracted;
  }

 protected:
  explicit StructureOperators(RunContext& context) : RunView<Machine>(context) {}

  using RunView<Machine>::context_, RunView<Machine>::machine_;

 private:
  using Kind = Frontier::Kind;

  std::uint64_t told(OperatorTrace& trace, std::string_view operation, const FoundTriangles& found) {
    context_.follow(found.edges);
    trace.end(operation, Kind::all, num_vertices());
    return found.triangles;
  }
};

}  // namespace mg
