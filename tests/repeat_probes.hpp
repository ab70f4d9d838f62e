// An algorithm whose queues list vertices repeatedly where nothing keeps them from it: values improve with each message
// of a step. Compiled for CPUs and for GPUs, as any algorithm is.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::probe {

/// Later senders send less.
struct Improve {
  using Combine = Min;
  std::uint32_t* values;
  std::uint32_t most;
  [[nodiscard]] std::uint32_t message(VertexId source) const { return most - source; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return values[v]; }
};
/// Counts how often it is called.
struct Tally {
  std::uint32_t* notes;
  void operator()(VertexId v) const { ++notes[v]; }
};
/// Adds up, for each receiver, one an arc.
struct CountArcsOf {
  using Combine = Sum;
  std::uint32_t* sums;
  [[nodiscard]] static std::uint32_t message(VertexId) { return 1; }
  [[nodiscard]] bool update(VertexId v, std::uint32_t sum) {
    sums[v] += sum;
    return true;
  }
};
struct Everybody {
  bool operator()(VertexId) const { return true; }
};
struct ForgetRepeats {
  std::uint32_t* values;
  std::uint32_t* notes;
  std::uint32_t* sums;
  void operator()(VertexId v) const {
    values[v] = Min::identity<std::uint32_t>();
    notes[v] = sums[v] = 0;
  }
};

struct ImproveAndTally {
  Improve improve;
  Tally tally;
  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(improve);
    iteration.map_next(tally);
  }
};

}  // namespace mg::probe

#ifndef MG_DEVICE_CODE

namespace mg::probe {

/// What becomes of vertices that two steps from the source have reached: how many a filter keeps, and what a gather
/// adds up for each; and how often the vertices of next frontiers are looked at in a loop from the source on.
class Repeats {
 public:
  static AlgorithmInfo info() {
    return {.name = "repeats",
            .summary = "what is done once for a vertex that is listed repeatedly",
            .source = SourceUse::one,
            .state_bytes_per_vertex = 3 * sizeof(std::uint32_t)};
  }
  Repeats(const Graph& graph, const Parameters&)
      : values_(graph.num_vertices()), notes_(graph.num_vertices()), sums_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    const ForgetRepeats forget{values_.on(loop), notes_.on(loop), sums_.on(loop)};
    const Improve improve{forget.values, static_cast<std::uint32_t>(values_.host().size())};
    loop.vertex_map(forget);
    loop.iterate(ImproveAndTally{improve, {forget.notes}}, loop.single(source));
    const Array<std::uint32_t> notes = notes_.host();
    looks_ = Array<std::uint32_t>::copy_of(notes.span());
    loop.vertex_map(forget);
    typename L::Frontier next = loop.edge_map(improve, loop.single(source));
    next = loop.edge_map(improve, next);
    loop.gather(CountArcsOf{forget.sums}, next, Side::out);
    typename L::Frontier kept = loop.filter(Everybody{}, next);
    kept_ = kept.size();
    loop.recycle(std::move(kept));
    loop.recycle(std::move(next));
  }

  [[nodiscard]] Results results() const {
    return {{"looks", [this] { return Array<std::uint32_t>::copy_of(looks_.span()); }}, {"sum", sums_}};
  }
  [[nodiscard]] Summary summary() const { return {{"kept", kept_}}; }

 private:
  State<std::uint32_t> values_, notes_, sums_;
  Array<std::uint32_t> looks_;
  std::uint64_t kept_ = 0;
};

}  // namespace mg::probe

#endif  // MG_DEVICE_CODE
