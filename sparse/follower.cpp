#include <fmt/format.h>

#include "sparse/push_layout.hpp"
#include "sparse/row_views.hpp"

namespace mg::sparse {

std::string push_agent(const DeviceStep& step, const DeviceContext& gpu, const PushPlan& plan, const PushPart& part) {
  const std::string_view f = step.function.type;
  if (step.pattern != Pattern::expand) {
    return fmt::format("mg::sparse::PushIntoCells<{}, {}, {}, {}>", f, gpu.offset_type(), part.cta, part.agent);
  }
  const std::string_view target = step.traits.sums ? "candidates" : step.buckets != nullptr ? "buckets" : "queue";
  return fmt::format("{}<{}, {}{}>", part.agent, f, gpu.offset_type(), plan.arguments(part, target));
}

void Follower::launch(const PushPart& part, std::uint64_t blocks, const PushArguments& arguments,
                      std::size_t shared_bytes) {
  gpu_.launch(push_agent(step_, gpu_, plan_, part), part.header, blocks, &arguments, step_.function.object,
              shared_bytes);
}

void Follower::follow_rows(const gpu::DeviceRows& rows) {
  PushArguments arguments = arguments_;
  arguments.rows = rows;
  if (numbered_ != nullptr) {
    arguments.queue = numbered_->queue();
    arguments.from = {};
    arguments.starts = numbered_->starts();
    arguments.size = numbered_->size();
    arguments.num_arcs = numbered_->arcs;
  }
  follow_rows(plan_.layout->push->rest(plan_), arguments);
}

void Follower::follow_rows(const PushPart& part, PushArguments arguments) {
  const Balancer& balancer = *plan_.balancer;
  if (arguments.queue == nullptr && balancer.needs == Needs::ranks) {
    const std::optional<Ranks> ranks = plan_.layout->push->ranks(gpu_, step_.side, plan_);
    if (ranks) {
      arguments.starts = ranks->starts;
      arguments.num_arcs = ranks->num_arcs;
    }
  }
  launch(part, balancer.blocks(arguments.size, arguments.num_arcs, part.cta), arguments);
}

void Follower::follow_list(const ArcList& list, std::string_view name, std::uint32_t parameter) {
  const Balancer& balancer = *plan_.balancer;
  const PushPart part = plan_.layout->push->rest(plan_);
  PushArguments arguments = arguments_;
  arguments.queue = nullptr;
  arguments.rows = list.arcs.rows;
  arguments.sources = list.arcs.sources;
  arguments.num_arcs = list.num_arcs;
  if (!balancer.list_agent.empty()) {
    return launch(part, balancer.blocks(arguments.size, list.num_arcs, part.cta), arguments);
  }
  const Runs& runs = gpu_.layouts().kept<Runs>(step_.side, fmt::format("runs of {}", name), parameter,
                                               [&] { return runs_of(gpu_, list); });
  arguments.rows = runs.rows;
  arguments.sources = runs.sources;
  arguments.starts = runs.rows.offsets;
  arguments.size = runs.rows.num_rows;
  launch(part, balancer.blocks(arguments.size, list.num_arcs, part.cta), arguments);
}

}  // namespace mg::sparse
