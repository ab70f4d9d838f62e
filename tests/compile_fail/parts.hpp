// The parts of an algorithm and of an edge function, so that a case is what it leaves out.
#pragma once

#include "engine/algorithm.hpp"

struct WithInfo {
  static mg::AlgorithmInfo info() { return {.name = "case", .summary = "a case of the compile-failure test"}; }
};
struct WithRun {
  template <class L>
  void run(L&) {}
};
struct WithResults {
  [[nodiscard]] std::vector<mg::ResultColumn> results() const { return {}; }
};

struct WithValue {
  using Value = std::uint32_t;
};
struct WithCombine {
  using Combine = mg::Min;
};
struct WithSum {
  using Combine = mg::Sum;
};
struct WithMessage {
  [[nodiscard]] std::uint32_t message(mg::VertexId source) const { return source; }
};
struct WithWeightedMessage {
  using Weight = std::uint32_t;
  [[nodiscard]] std::uint32_t message(mg::VertexId source, Weight weight) const { return source + weight; }
};
struct WithOffer {
  [[nodiscard]] std::uint32_t offer(mg::VertexId source) const { return source; }
  [[nodiscard]] std::uint32_t along(std::uint32_t offered, std::uint32_t weight) const { return offered + weight; }
};
struct WithReach {
  [[nodiscard]] bool reaches(std::uint32_t weight, std::uint32_t held) const { return weight < held; }
};
struct WithCell {
  std::uint32_t* state = nullptr;
  [[nodiscard]] std::uint32_t& cell(mg::VertexId v) { return state[v]; }
};
struct WithStamp {
  std::int32_t* stamps = nullptr;
  [[nodiscard]] std::int32_t& stamp(mg::VertexId v) { return stamps[v]; }
  [[nodiscard]] static std::int32_t now() { return 1; }
};

/// An algorithm that takes one step with the edge function F.
template <class F>
struct OneStep : WithInfo, WithResults {
  OneStep(const mg::Graph&, const mg::Parameters&) {}
  template <class L>
  void run(L& loop) {
    static_cast<void>(loop.edge_map(F{}, loop.all()));
  }
};
