#include "sparse/drivers/expansion_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/error.hpp"
#include "sparse/drivers/loop_layout.hpp"
#include "sparse/drivers/repeat_arguments.hpp"
#include "sparse/layouts/layouts.hpp"
#include "sparse/resolve.hpp"

namespace mg::sparse {

std::uint64_t share_of_block(BlocksOfRows* blocks, bool of_arcs, std::uint32_t cta, std::string_view who) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  const auto count = [&](std::uint64_t size) { return of_arcs ? blocks(1, size, cta) : blocks(size, size, cta); };
  std::uint64_t share = 0;  // the largest that is one block's
  for (std::uint64_t bit = most; bit != 0; bit /= 2) {
    if (count(share + bit) <= 1) share += bit;
  }
  if (share == 0 || share >= most || count(2 * share) != 2 || count(2 * share + 1) != 3) {
    fail(ExitCode::wrong_use,
         "schedule: {} in a loop that stays on the device: its blocks do not take equal shares of rows; allowed: "
         "driver=launched, adaptive",
         who);
  }
  return share;
}

std::string classes_of(const Balancer& balancer, const std::vector<PushPart>& parts, std::uint32_t cta) {
  const std::string who = fmt::format("balance={} ({})", balancer.name, balancer.origin);
  std::string classes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::uint32_t least = balancer.classes.empty() ? 0 : balancer.classes[i].least;
    classes += fmt::format(", mg::sparse::RowsFrom<{}, {}, {}>", least,
                           share_of_block(parts[i].blocks, balancer.needs == Needs::ranks, cta, who), parts[i].agent);
  }
  return classes;
}

namespace {

/// What a push of such a loop comes to.
PushPlan plan_of(const DeviceIterations& loop) { return {*loop.pieces, {.on_gpu = true, .lists_once = true}}; }

/// Of flags by which vertices are listed once.
gpu::MapForm form_of(Dedup dedup) { return dedup == Dedup::bitmap ? gpu::MapForm::bitmap : gpu::MapForm::bytemap; }

std::size_t bytes_of_map(gpu::MapForm form, std::uint64_t num_vertices) {
  const std::uint64_t words = blocks_for(num_vertices, form == gpu::MapForm::bitmap    ? 32
                                                       : form == gpu::MapForm::bytemap ? 4
                                                                                       : 1);
  return words * sizeof(std::uint32_t);
}

/// What the plan says of frontiers.
void add_team(const PushPlan& plan, const DeviceContext& gpu, ExpansionPlan& expansion) {
  const auto of = [&](std::string_view team, gpu::MapForm form) {
    expansion.team = fmt::format("mg::sparse::{}<{}, mg::gpu::MapForm::{}>::Team", team, plan.cta, to_string(form));
    expansion.map_bytes = bytes_of_map(form, gpu.num_vertices());
  };
  if (plan.map && plan.lists_map) {
    of("MarksThatAreListed", *plan.map);
    expansion.frontier = ", creation=unfused";
  } else if (plan.map) {
    of("Maps", *plan.map);
    expansion.frontier = fmt::format(", frontier={}", to_string(*plan.map));
  } else if (plan.dedup == Dedup::bitmap || plan.dedup == Dedup::bytemap) {
    of("FlaggedQueues", form_of(plan.dedup));
    expansion.frontier = fmt::format(", dedup={}", to_string(form_of(plan.dedup)));
  } else {
    expansion.team = fmt::format("mg::sparse::Queues<{}>::Team", plan.cta);
  }
  expansion.header = "sparse/drivers/mapped_team.cuh " + expansion.header;
}

/// A pull by the receivers of one side: those that the arcs of the other one come from. `partials`: room for those of
/// either side.
LoopPart pull_of(DeviceContext& gpu, Side receivers, bool has_columns, void* partials) {
  PullArguments pull{};
  pull.rows = gpu.rows(receivers);
  if (has_columns) {
    const gpu::DeviceColumns& columns = columns_of(gpu, receivers);
    pull.columns = columns.rows;
    pull.pitch = columns.pitch;
  }
  pull.heavy = gpu.heavy(receivers);
  if (pull.heavy.num_rows > 0) {
    pull.heavy_degree = static_cast<std::uint32_t>(DeviceContext::heavy_degree);
    pull.partials = partials;
  }
  LoopPart part{};
  static_assert(sizeof(pull) <= sizeof(part.arguments));
  std::memcpy(part.arguments, &pull, sizeof(pull));
  return part;
}

ExpansionPlan pulled(DeviceContext& gpu, const DeviceIterations& loop) {
  const Side ahead = opposite(loop.side);  // whose rows are the receivers'
  const bool is_one = gpu.rows(ahead).offsets == gpu.rows(loop.side).offsets;
  const bool has_columns = loop.pieces->layout != rows_layout;
  const bool has_columns_back = has_columns && (loop.goes_back || is_one);
  const std::uint32_t pieces = std::max(gpu.heavy(Side::out).num_pieces, gpu.heavy(Side::in).num_pieces);
  void* partials = pieces > 0 ? gpu.scratch("parts of long rows", std::size_t{pieces} * widest_value) : nullptr;
  ExpansionPlan expansion{
      .name = has_columns ? fmt::format("pull {}", loop.pieces->layout) : "pull",
      .type = fmt::format("mg::sparse::Pulled<{}, {}, {}>", loop.pieces->cta, has_columns, has_columns_back),
      .header = "sparse/drivers/pulled_loop.cuh",
      .asks_for_members = true};
  expansion.parts[0] = {pull_of(gpu, ahead, has_columns, partials)};
  expansion.parts[1] = {pull_of(gpu, loop.side, has_columns_back, partials)};
  return expansion;
}

ExpansionPlan balanced(const PushPlan& plan) {
  const std::vector<PushPart> parts = plan.rest();
  ExpansionPlan expansion{
      .name = plan.name(),
      .type = fmt::format("mg::sparse::Balanced<{}, {}{}>", plan.cta, plan.balancer->needs == Needs::ranks,
                          classes_of(*plan.balancer, parts, plan.cta)),
      .header = "sparse/drivers/balanced_loop.cuh",
      .classes = plan.balancer->classes.size(),
      .numbers = plan.balancer->needs == Needs::ranks};
  add_headers(parts, expansion.header);
  return expansion;
}

}  // namespace

ExpansionPlan plan_expansion(DeviceContext& gpu, const DeviceIterations& loop) {
  const PushPlan plan = plan_of(loop);
  ExpansionPlan expansion = loop.pieces->direction == Direction::pull ? pulled(gpu, loop)
                            : plan.layout->name != rows_layout        ? laid_out(gpu, loop, plan)
                                                                      : balanced(plan);
  add_team(plan, gpu, expansion);
  return expansion;
}

std::string asked_of(Driver driver, const ExpansionPlan& expansion) {
  return fmt::format("driver={} with {}{}", to_string(driver), expansion.name, expansion.frontier);
}

std::string name_of_all_blocks(const std::optional<ExpansionPlan>& expansion) {
  return fmt::format("{}, all blocks", expansion ? expansion->name : "push");
}

std::uint32_t team_threads(const DeviceIterations& loop) {
  return loop.pieces ? loop.pieces->cta : threads_of_team_block;
}

}  // namespace mg::sparse
