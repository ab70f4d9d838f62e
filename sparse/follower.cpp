// How a push launches the kernels of its parts.
#include <fmt/format.h>

#include "engine/error.hpp"
#include "sparse/layouts/layouts.hpp"
#include "sparse/layouts/push_layout.hpp"
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

void Follower::launch(const PushPart& part, std::uint64_t blocks, const PushArguments& arguments,
                      std::size_t shared_bytes) {
  gpu_.launch(push_agent(step_, gpu_, plan_, part), part.header, blocks, &arguments, step_.function.object,
              shared_bytes);
}

void Follower::follow_rows(const gpu::DeviceRows& rows, const void* targets) {
  PushArguments arguments = arguments_;
  arguments.rows = rows;
  arguments.targets = targets;
  if (numbered_ != nullptr) {
    arguments.queue = numbered_->queue();
    arguments.from = {};
    arguments.starts = numbered_->starts();
    arguments.size = numbered_->size();
    arguments.num_arcs = numbered_->arcs;
  }
  follow_rows(plan_.layout->push->rest(plan_), arguments);
}

void Follower::follow_rows(const std::vector<PushPart>& parts, PushArguments arguments) {
  const bool is_numbered = arguments.queue != nullptr || numbered_ != nullptr;
  if (!is_numbered && plan_.balancer->needs == Needs::ranks) {
    const std::optional<Ranks> ranks = plan_.layout->push->ranks(gpu_, step_.side, plan_);
    if (ranks) {
      arguments.starts = ranks->starts;
      arguments.num_arcs = ranks->num_arcs;
    }
  }
  follow_classes(parts, arguments);
}

/// Where the balancer has classes of rows, these are sorted first.
void Follower::follow_classes(const std::vector<PushPart>& parts, PushArguments arguments) {
  if (plan_.balancer->classes.empty()) {
    const PushPart& part = parts.front();
    return launch(part, part.blocks(arguments.size, arguments.num_arcs, part.cta), arguments);
  }
  const std::vector<gpu::VertexList> sorted = sort_rows(gpu_, arguments, plan_.balancer->classes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    arguments.queue = sorted[i].vertices;
    arguments.size = sorted[i].size;
    launch(parts[i], parts[i].blocks(arguments.size, arguments.num_arcs, parts[i].cta), arguments);
  }
}

void Follower::follow_list(const ArcList& list, std::string_view name, std::uint32_t parameter) {
  const std::vector<PushPart> parts = plan_.layout->push->rest(plan_);
  PushArguments arguments = arguments_;
  arguments.queue = nullptr;
  arguments.rows = list.arcs.rows;
  arguments.sources = list.arcs.sources;
  arguments.num_arcs = list.num_arcs;
  if (!plan_.balancer->list.agent.empty()) {
    const PushPart& part = parts.front();
    return launch(part, part.blocks(arguments.size, list.num_arcs, part.cta), arguments);
  }
  const Runs& runs = gpu_.layouts().kept<Runs>(step_.side, fmt::format("runs of {}", name), parameter,
                                               [&] { return runs_of(gpu_, list); });
  arguments.rows = runs.rows;
  arguments.sources = runs.sources;
  arguments.starts = runs.rows.offsets;
  arguments.size = runs.rows.num_rows;
  follow_classes(parts, arguments);
}

std::uint32_t combined_in_shared_memory(Follower& follower) {
  constexpr std::size_t kept_for_statics = std::size_t{40} << 10;  // of an agent that combines there, and some more
  const std::string_view layout = follower.plan().layout->name;
  const std::uint32_t asked = follower.plan().block;
  const std::size_t value_bytes = follower.step().traits.value_bytes;
  if (value_bytes != 4 && value_bytes != 8) {
    fail(ExitCode::wrong_use,
         "schedule: layout={}: values of {} bytes cannot be combined in shared memory, values of 4 and 8 can; allowed: "
         "layout=auto, csr, ell",
         layout, value_bytes);
  }
  const std::uint64_t most = (follower.gpu().device().info().shared_bytes_per_block - kept_for_statics) / value_bytes;
  if (asked > most) {
    fail(ExitCode::wrong_use,
         "schedule: block={} with layout={}: the values of so many vertices do not fit into shared memory; allowed: at "
         "most {} for values of {} bytes",
         asked, layout, most, value_bytes);
  }
  return static_cast<std::uint32_t>(asked != 0 ? asked : most);
}

}  // namespace mg::sparse
