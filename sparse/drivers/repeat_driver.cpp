#include "sparse/drivers/repeat_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/profile.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view header = "sparse/drivers/repeat_loop.cuh";

/// Of a launch.
constexpr std::uint64_t most_iterations = 1 << 20;
constexpr std::uint64_t most_records = 1 << 16;

}  // namespace

/// Left to themselves, loops stay where there are few arcs and all rows are of ordinary length: blocks that stay share
/// rows evenly, and launched ones as they come.
bool RepeatDriver::stays(Driver driver) const {
  if (driver != Driver::adaptive) return driver != Driver::launched;
  return context_.schedule.is_one() && !speaks_of_steps(context_.schedule.asked().first) &&
         static_cast<double>(gpu_.num_arcs()) <= context_.profile().costs.repeat_arcs &&
         gpu_.heavy(Side::out).num_rows == 0 && gpu_.heavy(Side::in).num_rows == 0;
}

bool RepeatDriver::repeat(DeviceRepetition& loop) {
  if (!stays(loop.driver) || context_.iterations >= context_.max_iterations) return false;
  if (loop.driver == Driver::graph && can_repeat_graphs_ && repeat_graph(loop)) return true;
  const std::string fused = agent("FusedRepeat", loop);
  if (!gpu_.has_kernel(fused, header)) return cannot(loop.driver, "launched", gpu_.lack_of_kernels());
  const std::uint32_t blocks = blocks_of(fused);
  const RepeatArguments arguments = arguments_for(loop, blocks);
  gpu_.launch_team(fused, header, LaunchTeam::device, blocks, 0, &arguments, loop.body.object);
  finish(arguments, loop, "fused");
  return true;
}

bool RepeatDriver::repeat_graph(DeviceRepetition& loop) {
  const std::string step = agent("RepeatStep", loop);
  can_repeat_graphs_ = false;
  if (!gpu_.has_kernel(step, header)) return cannot(loop.driver, "fused", gpu_.lack_of_kernels());
  if (!gpu_.device().can_launch_while()) return cannot(loop.driver, "fused", gpu_.lack_of_graphs());
  const std::uint32_t blocks = blocks_of(step);
  RepeatArguments arguments = arguments_for(loop, blocks);
  if (!gpu_.launch_while(step, header, blocks, 0, &arguments, loop.body.object, arguments.condition)) {
    return cannot(loop.driver, "fused", gpu_.lack_of_graphs());
  }
  can_repeat_graphs_ = true;
  finish(arguments, loop, "graph");
  return true;
}

bool RepeatDriver::cannot(Driver asked, std::string_view other, std::string_view why) {
  if (asked != Driver::adaptive) {
    gpu_.substitute(fmt::format("driver={}", to_string(asked)), fmt::format("driver={}", other), why);
  }
  return false;
}

std::string RepeatDriver::agent(std::string_view name, const DeviceRepetition& loop) const {
  return fmt::format("mg::sparse::{}<{}, {}>", name, loop.body.type, gpu_.offset_type());
}

/// All that the device can hold, unless there is nothing for them to do.
std::uint32_t RepeatDriver::blocks_of(const std::string& agent) {
  const std::uint64_t pieces = std::max(gpu_.heavy(Side::out).num_pieces, gpu_.heavy(Side::in).num_pieces);
  const std::uint64_t useful = std::max<std::uint64_t>({blocks_for(gpu_.num_vertices()), pieces, 1});
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(gpu_.team_blocks(agent, header, LaunchTeam::device, 0), useful));
}

RepeatArguments RepeatDriver::arguments_for(const DeviceRepetition& loop, std::uint32_t blocks) {
  RepeatArguments arguments{};
  add_pulls(arguments);
  auto* sums = static_cast<double*>(gpu_.scratch("a loop's sums", 2 * std::size_t{blocks} * sizeof(double)));
  arguments.sums[0] = sums;
  arguments.sums[1] = sums + blocks;
  arguments.state = static_cast<RepeatState*>(gpu_.scratch("a loop's body", sizeof(RepeatState) + loop.body.size));
  gpu_.device().fill(arguments.state, 0, sizeof(RepeatState) + loop.body.size);  // a body may have gaps
  arguments.most_iterations = std::min(context_.max_iterations - context_.iterations, most_iterations);
  if (!context_.trace.enabled) return arguments;
  arguments.most_iterations = std::min(arguments.most_iterations, most_records);
  arguments.records = static_cast<RepeatRecord*>(
      gpu_.scratch("records of a loop's iterations", (most_records + 1) * sizeof(RepeatRecord)));
  return arguments;
}

void RepeatDriver::add_pulls(RepeatArguments& arguments) {
  std::uint64_t pieces = 0;
  for (const Side side : {Side::out, Side::in}) {
    PullArguments& pull = arguments.pulls[static_cast<std::size_t>(side)];
    pull.rows = gpu_.rows(opposite(side));
    pull.heavy = gpu_.heavy(opposite(side));
    pull.heavy_degree = pull.heavy.num_rows > 0 ? static_cast<std::uint32_t>(DeviceContext::heavy_degree) : 0;
    pieces = std::max<std::uint64_t>(pieces, pull.heavy.num_pieces);
  }
  void* partials = pieces > 0 ? gpu_.scratch("parts of long rows", pieces * widest_value) : nullptr;
  for (PullArguments& pull : arguments.pulls) pull.partials = partials;
}

void RepeatDriver::finish(const RepeatArguments& arguments, DeviceRepetition& loop, std::string_view driver) {
  std::vector<std::byte> left(sizeof(RepeatState) + loop.body.size);
  gpu_.device().download(left.data(), arguments.state, left.size());
  RepeatState state{};
  std::memcpy(&state, left.data(), sizeof(state));
  std::memcpy(loop.kept, left.data() + sizeof(state), loop.body.size);
  loop.goes_on = state.goes_on != 0;
  if (arguments.records != nullptr) trace(arguments, state.done, loop, driver);
  context_.iterations += state.done;
  context_.follow(state.sweeps * gpu_.num_arcs());
}

void RepeatDriver::trace(const RepeatArguments& arguments, std::uint64_t done, const DeviceRepetition& loop,
                         std::string_view driver) {
  std::vector<RepeatRecord> records(done + 1);
  gpu_.device().download(records.data(), arguments.records, records.size() * sizeof(RepeatRecord));
  for (std::uint64_t i = 0; i < done; ++i) {
    const EdgeId arcs = (records[i + 1].sweeps - records[i].sweeps) * gpu_.num_arcs();
    context_.trace.add({.iteration = context_.iterations + i + 1,
                        .operation = "repeat",
                        .label = loop.label,
                        .part = loop.part,
                        .engine = "sparse",
                        .driver = driver,
                        .kernel = "pull, all blocks",
                        .frontier = Frontier::Kind::all,
                        .vertices = gpu_.num_vertices(),
                        .arcs = arcs,
                        .arcs_read = arcs,
                        .reason = loop.driver == Driver::adaptive
                                      ? "no row is long"
                                      : fmt::format("the schedule says {}", to_string(loop.driver)),
                        .ms = static_cast<double>(records[i + 1].nanoseconds - records[i].nanoseconds) * 1e-6});
  }
}

}  // namespace mg::sparse
