#include "engine/operator_trace.hpp"

#include <utility>

namespace mg {

namespace {

/// Arcs that edge_apply has followed on a GPU, which alone has counted them.
EdgeId applied_arcs(RunContext& context) { return context.gpu() == nullptr ? 0 : context.gpu()->applied_arcs(); }

}  // namespace

void OperatorTrace::begin() {
  arcs_ = context_.arcs_expanded;
  arcs_read_ = context_.arcs_read;
  applied_ = applied_arcs(context_);
  beside_ms_ = context_.beside_ms();
  start_ = std::chrono::steady_clock::now();
}

void OperatorTrace::end(TraceStep step, std::optional<double> ms) {
  if (context_.gpu() != nullptr) context_.gpu()->device().synchronize();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start_;
  const EdgeId applied = applied_arcs(context_) - applied_;
  step.iteration = context_.iterations;
  step.arcs = context_.arcs_expanded - arcs_ + applied;
  step.arcs_read = context_.arcs_read - arcs_read_ + applied;
  step.ms = ms.value_or(passed.count() - (context_.beside_ms() - beside_ms_));
  context_.trace.add(std::move(step));
}

void OperatorTrace::end_common(std::string_view operation, Frontier::Kind frontier, std::uint64_t vertices,
                               std::uint64_t next_vertices) {
  end({.operation = operation, .frontier = frontier, .vertices = vertices, .next_vertices = next_vertices}, {});
}

}  // namespace mg
