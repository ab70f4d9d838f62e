// The log of what a run decided and what each step cost: the bug report and the tuning data at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/frontier.hpp"

namespace mg {

/// One operator of one iteration.
struct TraceStep {
  std::uint32_t run = 0;       ///< index of the run (source, repetition) within the process
  std::uint32_t step = 0;      ///< index of the step within its run
  std::string_view operation;  ///< "edge_map", ...
  std::string kernel;          ///< the strategy that the engine chose
  Frontier::Kind frontier = Frontier::Kind::queue;
  std::uint64_t vertices = 0;            ///< entries of the frontier expanded
  EdgeId arcs = Frontier::unknown_arcs;  ///< arcs leaving it, where counted
  std::uint64_t next_vertices = 0;
  std::string reason;  ///< why the engine chose so, in a few words; empty: there was no choice
  double ms = 0;
};

/// Collects steps. Costs two clock reads a step when enabled and a branch when not.
class Trace {
 public:
  bool enabled = false;
  std::uint32_t run = 0;

  void add(TraceStep step) {
    if (steps_.empty() || steps_.back().run != run) run_begins_ = steps_.size();
    step.run = run;
    step.step = static_cast<std::uint32_t>(steps_.size() - run_begins_);
    steps_.push_back(std::move(step));
  }
  [[nodiscard]] const std::vector<TraceStep>& steps() const { return steps_; }
  /// {"steps": [...]} with one object a step.
  [[nodiscard]] std::string to_json() const;

 private:
  std::vector<TraceStep> steps_;
  std::size_t run_begins_ = 0;  // index of the first step of the current run
};

}  // namespace mg
