#include "sparse/drivers/graph_driver.hpp"

#include <fmt/format.h>

#include <optional>

#include "sparse/drivers/expansion_plan.hpp"
#include "sparse/drivers/loop_run.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view step_header = "sparse/drivers/graph_loop.cuh";

struct StepAgent {
  std::string name;
  std::string header;
};
StepAgent agent_for(const DeviceIterations& loop, const std::optional<ExpansionPlan>& expansion,
                    std::string_view offset) {
  const bool has_buckets = loop.buckets != nullptr;
  if (!expansion) {
    return {fmt::format("mg::sparse::LoopStep<{}, {}, {}>", loop.body.type, offset, has_buckets),
            std::string(step_header)};
  }
  return {fmt::format("mg::sparse::LoopStep<{}, {}, {}, {}, {}>", loop.body.type, offset, has_buckets, expansion->team,
                      expansion->type),
          fmt::format("{} {}", step_header, expansion->header)};
}

}  // namespace

bool GraphDriver::iterate(DeviceIterations& loop) {
  if (!can_launch_ || !LoopRun::has_room(context_, loop)) return false;
  std::optional<ExpansionPlan> expansion;
  if (loop.pieces) expansion = plan_expansion(gpu_, loop);
  const auto [agent, header] = agent_for(loop, expansion, gpu_.offset_type());
  if (!gpu_.has_kernel(agent, header)) return cannot(expansion, gpu_.lack_of_kernels());
  if (!gpu_.device().can_launch_while()) return cannot(expansion, gpu_.lack_of_graphs());
  LoopRun run(context_, gpu_, loop);
  run.add_lists(expansion ? &*expansion : nullptr);
  LoopArguments& arguments = run.arguments();
  const std::size_t shared_bytes = expansion ? expansion->shared_bytes : 0;
  const std::uint32_t blocks = device_team_blocks(gpu_, agent, header, shared_bytes, team_threads(loop));
  if (!gpu_.launch_while(agent, header, blocks, shared_bytes, &arguments, loop.body.object, arguments.condition)) {
    return cannot(expansion, gpu_.lack_of_graphs());
  }
  run.finish({.driver = "graph", .kernel = name_of_all_blocks(expansion), .reason = "the schedule says graph"});
  return loop.done > 0;
}

bool GraphDriver::cannot(const std::optional<ExpansionPlan>& expansion, std::string_view why) {
  can_launch_ = false;
  gpu_.substitute(expansion ? asked_of(Driver::graph, *expansion) : "driver=graph",
                  expansion ? asked_of(Driver::fused, *expansion) : "driver=fused", why);
  return false;
}

}  // namespace mg::sparse
