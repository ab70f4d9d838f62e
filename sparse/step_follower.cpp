#include "sparse/step_follower.hpp"

#include <fmt/format.h>

#include "sparse/layouts/row_views.hpp"

namespace mg::sparse {

std::string push_agent(const GpuStep& step, const DeviceContext& gpu, const PushPlan& plan, const PushPart& part) {
  const std::string_view f = step.function.type;
  if (step.pattern != Pattern::expand) {
    return fmt::format("mg::sparse::PushIntoCells<{}, {}, {}, {}>", f, gpu.offset_type(), part.cta, part.agent);
  }
  const std::string_view target = !step.traits.idempotent   ? "candidates"
                                  : step.buckets != nullptr ? "buckets"
                                                            : "queue";
  return fmt::format("{}<{}, {}{}>", part.agent, f, gpu.offset_type(), plan.arguments(part, target));
}

void StepFollower::launch_part(const PushPart& part, std::optional<std::uint64_t> blocks,
                               const PushArguments& arguments, std::size_t, std::size_t shared_bytes) {
  const std::uint64_t all = blocks ? *blocks : part.blocks(arguments.size, arguments.num_arcs, part.cta);
  gpu().launch(push_agent(step_, gpu(), plan(), part), part.header, all, &arguments, step_.function.object,
               shared_bytes);
}

void StepFollower::clear_messages(void* messages) {
  CellArguments cells{};
  cells.cells = messages;
  cells.num_vertices = static_cast<VertexId>(gpu().num_arcs());
  gpu().launch(fmt::format("mg::sparse::ClearCells<{}>", step_.function.type), "sparse/pull.cuh",
               blocks_for(gpu().num_arcs()), &cells, step_.function.object);
}

void StepFollower::follow_rows(const std::vector<PushPart>& parts, PushArguments arguments) {
  if (numbered_ != nullptr) {
    arguments.queue = numbered_->queue();
    arguments.from = {};
    arguments.starts = numbered_->starts();
    arguments.size = numbered_->size();
    arguments.num_arcs = numbered_->arcs;
  } else if (arguments.queue == nullptr && plan().balancer->needs == Needs::ranks) {
    if (const std::optional<Ranks> ranks = plan().layout->push->ranks(gpu(), side(), plan())) {
      arguments.starts = ranks->starts;
      arguments.num_arcs = ranks->num_arcs;
    }
  }
  follow_runs(parts, arguments);
}

/// Where the balancer has classes of rows, these are sorted first.
void StepFollower::follow_runs(const std::vector<PushPart>& parts, PushArguments arguments) {
  if (plan().balancer->classes.empty()) return launch_part(parts.front(), {}, arguments, sizeof(arguments), 0);
  const std::vector<gpu::VertexList> sorted = sort_rows(gpu(), arguments, plan().balancer->classes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    arguments.queue = sorted[i].vertices;
    arguments.size = sorted[i].size;
    launch_part(parts[i], {}, arguments, sizeof(arguments), 0);
  }
}

}  // namespace mg::sparse
