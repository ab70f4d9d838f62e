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
  [[nodiscard]] mg::Results results() const { return {}; }
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
struct WithPlus {
  mg::Plus<std::uint32_t> along{mg::Flag(nullptr)};
};
struct WithCell {
  std::uint32_t* state = nullptr;
  [[nodiscard]] std::uint32_t& cell(mg::VertexId v) { return state[v]; }
};
struct WithStamp {
  mg::Stamp stamp;
};
struct WithStampedSum {
  using Combine = mg::Stamped<mg::Sum>;
};
struct WithFirst {
  using Combine = mg::First;
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
