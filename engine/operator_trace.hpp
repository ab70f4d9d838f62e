// What an operator took, for the trace.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/context.hpp"

namespace mg {

/// Made before an operator; end() adds it to the run's trace. Where nobody traces, both are a branch. On a GPU, an
/// operator that is traced is waited for, so that each has its own time.
class OperatorTrace {
 public:
  explicit OperatorTrace(RunContext& context) : context_(context) {
    if (context.trace.enabled) begin();
  }
  OperatorTrace(const OperatorTrace&) = delete;
  OperatorTrace& operator=(const OperatorTrace&) = delete;

  /// Of an operator that an engine executed. `step` lacks what is measured here; `ms` says how long it took where more
  /// was done meanwhile.
  void end(TraceStep step, std::optional<double> ms);
  /// Of one that is the same for every engine: over so many vertices, in a frontier of that form, or numbers.
  void end(std::string_view operation, Frontier::Kind frontier, std::uint64_t vertices,
           std::uint64_t next_vertices = 0) {
    if (context_.trace.enabled) end_common(operation, frontier, vertices, next_vertices);
  }

 private:
  void begin();
  void end_common(std::string_view operation, Frontier::Kind frontier, std::uint64_t vertices,
                  std::uint64_t next_vertices);

  RunContext& context_;
  std::chrono::steady_clock::time_point start_ = {};
  double beside_ms_ = 0;
  EdgeId arcs_ = 0;
  EdgeId arcs_read_ = 0;
  EdgeId applied_ = 0;
};

}  // namespace mg
