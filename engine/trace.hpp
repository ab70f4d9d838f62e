// The log of what a run decided and what each step cost: the bug report and the tuning data at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/frontier.hpp"

namespace mg {

/// A way in which a step could have been executed: an engine's offer, as it was.
struct StepCandidate {
  std::string name;               ///< "dense", "sparse push", "sparse pull", ...
  double expected_ms = 0;         ///< by the policy's reckoning
  double build_ms = 0;            ///< beside it, the step's share of building what is not there yet
  std::optional<double> ms = {};  ///< measured, where a policy has tried it
  double vertices = 0;            ///< that it would have gone through; so are
  double arcs = 0;                ///< these
  double bytes = 0;               ///< and these, at least
  std::string why_not = {};       ///< it could not; empty: it could
  bool chosen = false;
};

/// What an arc in tiles takes at least: its sender's number within a panel.
inline constexpr std::uint64_t bytes_in_tiles = sizeof(std::uint16_t);

/// One operator of one iteration.
struct TraceStep {
  std::uint32_t run = 0;        ///< index of the run (source, repetition) within the process
  std::uint32_t step = 0;       ///< index of the step within its run
  std::uint64_t iteration = 0;  ///< of the run's loop, from 1; 0: before it
  std::string_view operation;   ///< "edge_map", ...
  std::string_view label = {};  ///< by which a schedule names it: of the edge function, or of the loop's body; or empty
  std::size_t part = 0;         ///< of the schedule, by which it was executed
  std::string_view engine = {};  ///< whose strategy ran: where engines are mixed, one of them; empty: nobody's, since
                                 ///< the operator is the same for all, as those over vertices are
  std::string_view driver = "launched";
  std::string kernel = {};  ///< the strategy that the engine chose
  Frontier::Kind frontier = Frontier::Kind::queue;
  std::uint64_t vertices = 0;  ///< entries of the frontier expanded
  EdgeId arcs = 0;             ///< that leave it, as far as the operator goes along arcs
  EdgeId arcs_read = 0;        ///< that were read, or as many as must have been, where nobody counts
  std::uint64_t next_vertices = 0;
  std::string reason = {};  ///< why the engine chose so, in a few words; empty: there was no choice
  double ms = 0;
  std::uint64_t bytes =
      0;  ///< moved between memory and processors: by the engine's reckoning, or what the arcs take at least
  std::vector<StepCandidate> candidates = {};  ///< all offers; with one that is open, there was no choice
};

/// What a trace is of.
struct TraceHeader {
  std::string graph = {};  ///< its name
  std::uint64_t vertices = 0;
  EdgeId arcs = 0;
  std::string algorithm = {};
  std::string engine = {};
  std::string schedule = {};  ///< in text form
  std::string device = {};    ///< "cpu", or the GPU's name
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
  /// Forgets all steps.
  void clear() {
    steps_.clear();
    run_begins_ = 0;
  }
  [[nodiscard]] const std::vector<TraceStep>& steps() const { return steps_; }
  /// {"header": {...}, "steps": [...]} with one object a step.
  [[nodiscard]] std::string to_json(const TraceHeader& header) const;

 private:
  std::vector<TraceStep> steps_;
  std::size_t run_begins_ = 0;  // index of the first step of the current run
};

}  // namespace mg
