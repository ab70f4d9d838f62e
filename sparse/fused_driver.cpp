#include "sparse/fused_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mg::sparse {

namespace {

constexpr std::string_view loop_header = "sparse/fused_loop.cuh";
constexpr std::string_view sweep_header = "sparse/fused_sweep.cuh";

/// What a frontier is when it is small enough for a team. A cluster's barrier costs a third of the device's, but it has
/// an eighth of its multiprocessors; a launched step costs ten barriers, but its work is spread evenly over all of
/// them.
constexpr EdgeId most_arcs_of_cluster = 24'576;
constexpr EdgeId most_arcs_of_device = 1 << 20;
/// A loop that is launched step by step goes over to a team below this, unless its frontier has just grown by more than
/// this factor: then it is about to outgrow any team.
constexpr EdgeId worth_fusing = 1 << 17;
constexpr EdgeId steep_growth = 8;
constexpr EdgeId surely_few = 1024;
/// The device hands over to a cluster after so many iterations in a row that a cluster would have run faster.
constexpr EdgeId few_arcs = 8192;
constexpr std::uint64_t patience_of_device = 64;

constexpr std::uint32_t cluster_blocks = 16;       ///< ClusterTeam::blocks
constexpr std::size_t cluster_list_bytes = 98304;  ///< ClusterTeam's, of which there are two a block
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_records = 1 << 16;
constexpr std::uint32_t most_iterations = 1 << 20;  ///< a launch

/// Entries of a frontier: one a vertex, and one more for each full piece of a row.
std::uint64_t most_entries(const DeviceContext& gpu) {
  return gpu.num_vertices() + gpu.num_arcs() / arcs_per_entry + 1;
}

/// Both in one block, so that one call makes them zero.
struct LoopWords {
  LoopState state;
  LoopMeeting meeting;
};

}  // namespace

std::string FusedDriver::loop_agent(const DeviceIterations& loop, Team team) const {
  return fmt::format("mg::sparse::FusedLoop<{}, {}, mg::sparse::{}, {}>", loop.body.type, gpu_.offset_type(),
                     team == Team::cluster ? "ClusterTeam" : "DeviceTeam", loop.buckets != nullptr);
}

std::string FusedDriver::sweep_agent(const DeviceSweep& sweep, Team team) const {
  return fmt::format("mg::sparse::FusedSweep<{}, {}, mg::sparse::{}>", sweep.body.type, gpu_.offset_type(),
                     team == Team::cluster ? "ClusterSweepers" : "DeviceSweepers");
}

bool FusedDriver::has_cluster(const std::string& agent, std::string_view header, std::size_t shared_bytes) {
  return gpu_.device().info().architecture >= 90 && gpu_.has_kernel(agent, header) &&
         gpu_.team_blocks(agent, header, LaunchTeam::cluster, shared_bytes) >= cluster_blocks;
}

std::optional<FusedDriver::Team> FusedDriver::team_for(const DeviceIterations& loop, EdgeId arcs) {
  if (driver_ != Driver::fused && (arcs > worth_fusing || (arcs > surely_few && arcs > steep_growth * last_arcs_))) {
    return {};
  }
  const std::string of_cluster = loop_agent(loop, Team::cluster);
  if (arcs <= most_arcs_of_cluster && has_cluster(of_cluster, loop_header, 2 * cluster_list_bytes)) {
    return Team::cluster;
  }
  if (gpu_.has_kernel(loop_agent(loop, Team::device), loop_header)) return Team::device;
  return {};
}

bool FusedDriver::iterate(DeviceIterations& loop) {
  const DeviceFrontier& from = loop.frontier;
  const bool is_counted = from.kind() == Frontier::Kind::all ||
                          from.arcs_side == static_cast<std::uint8_t>(loop.side) ||
                          gpu_.rows(Side::out).offsets == gpu_.rows(Side::in).offsets;
  EdgeId arcs = from.kind() == Frontier::Kind::all ? gpu_.num_arcs() : is_counted ? from.arcs : Frontier::unknown_arcs;
  if (from.empty()) arcs = 0;
  if (arcs == Frontier::unknown_arcs) arcs = gpu_.count_arcs(from, loop.side);
  const std::optional<Team> team = team_for(loop, arcs);
  last_arcs_ = arcs;
  if (!team || context_.iterations >= context_.max_iterations) return false;

  if (from.is_map()) {
    DeviceFrontier queue = gpu_.to_queue(from, loop.side);
    gpu_.recycle(std::move(loop.frontier));
    loop.frontier = std::move(queue);
  }
  LoopArguments arguments = arguments_for(loop, *team);
  DeviceHistory::Part part;
  if (loop.history != nullptr) keep_history(loop, arguments, part);
  const std::string agent = loop_agent(loop, *team);
  launch(agent, loop_header, *team, *team == Team::cluster ? 2 * cluster_list_bytes : 0, &arguments, loop.body.object);
  LoopState state{};
  gpu_.device().download(&state, arguments.state, sizeof(state));
  loop.done = state.done;
  if (loop.history != nullptr && state.done > 0) {
    part.count = state.done;
    loop.history->parts.push_back(std::move(part));
  }
  if (arguments.records != nullptr) trace(loop, *team, arguments.records);
  finish(loop, state);
  return state.done > 0;
}

LoopArguments FusedDriver::arguments_for(DeviceIterations& loop, Team team) {
  const VertexId n = gpu_.num_vertices();
  LoopArguments arguments{};
  const Side other = loop.side == Side::out ? Side::in : Side::out;
  arguments.rows[0] = gpu_.rows(loop.side);
  arguments.rows[1] = gpu_.rows(other);
  // The queue that the loop begins with makes room for the one that it ends with.
  DeviceBlock queue = gpu_.take_queue(n);
  arguments.begins_with = loop.frontier.queue();
  arguments.queue = queue.as<VertexId>();
  arguments.size = loop.frontier.size();
  left_ = std::move(queue);
  const std::size_t entry_bytes = sizeof(VertexId) + 2 * gpu_.offset_bytes();
  for (int i : {0, 1}) {
    arguments.entries[i] =
        gpu_.scratch(i == 0 ? "a loop's entries" : "a loop's further entries", most_entries(gpu_) * entry_bytes);
  }
  if (team == Team::device) {
    const std::size_t bytes = std::size_t{most_team_blocks} * team_list_entries * entry_bytes;
    auto* lists = static_cast<std::byte*>(gpu_.scratch("a loop's lists", 2 * bytes));
    arguments.lists[0] = lists;
    arguments.lists[1] = lists + bytes;
  }
  start_state(loop, arguments);
  arguments.first = loop.first;
  arguments.most_iterations = std::min<std::uint64_t>(context_.max_iterations - context_.iterations, most_iterations);
  if (context_.trace.enabled) {
    arguments.records =
        static_cast<LoopRecord*>(gpu_.scratch("a loop's records", (most_records + 1) * sizeof(LoopRecord)));
    arguments.most_iterations = std::min(arguments.most_iterations, most_records);
  }
  arguments.marks = gpu_.marks(arguments.epoch, most_iterations);
  const bool adapts = driver_ != Driver::fused;
  arguments.most_arcs = team == Team::cluster ? most_arcs_of_cluster : adapts ? most_arcs_of_device : unlimited;
  arguments.patience = unlimited;
  if (team == Team::device && has_cluster(loop_agent(loop, Team::cluster), loop_header, 2 * cluster_list_bytes)) {
    arguments.least_arcs = few_arcs;
    arguments.patience = patience_of_device;
  }
  return arguments;
}

void FusedDriver::start_state(const DeviceIterations& loop, LoopArguments& arguments) {
  auto* words = static_cast<LoopWords*>(gpu_.scratch("a loop's state", sizeof(LoopWords)));
  arguments.state = &words->state;
  arguments.meeting = &words->meeting;
  if (loop.buckets == nullptr) return gpu_.device().fill(words, 0, sizeof(LoopWords));
  const DeviceBuckets& buckets = *loop.buckets;
  LoopWords start{};
  start.state.far[0] = buckets.far_size;
  start.state.next_bucket[0] = buckets.far_size > 0 ? buckets.next_bucket : unlimited;
  start.state.next_bucket[1] = unlimited;
  start.state.bucket = buckets.bucket;
  gpu_.device().upload(words, &start, sizeof(start));
  arguments.piles[0] = buckets.far.as<VertexId>();
  arguments.piles[1] = buckets.spare.as<VertexId>();
  arguments.waiting = buckets.waiting.as<std::uint32_t>();
  arguments.inverse_delta = buckets.inverse;
}

void FusedDriver::keep_history(DeviceIterations& loop, LoopArguments& arguments, DeviceHistory::Part& part) {
  // Vertices are expanded once each where a history is kept.
  part.first = loop.first;
  part.vertices = DeviceBlock(gpu_.shared_device(), most_entries(gpu_) * sizeof(VertexId), "history of a loop");
  part.begins = DeviceBlock(gpu_.shared_device(), (most_iterations + 1) * sizeof(std::uint64_t), "history of a loop");
  arguments.history = part.vertices.as<VertexId>();
  arguments.history_begins = part.begins.as<std::uint64_t>();
}

void FusedDriver::launch(const std::string& agent, std::string_view header, Team team, std::size_t shared_bytes,
                         const void* arguments, const void* body) {
  const LaunchTeam together = team == Team::cluster ? LaunchTeam::cluster : LaunchTeam::device;
  const std::uint32_t blocks = team == Team::cluster
                                   ? cluster_blocks
                                   : std::min({gpu_.team_blocks(agent, header, together, shared_bytes), most_team_blocks, static_cast<std::uint32_t>(gpu_.device().info().multiprocessors)});
  gpu_.launch_team(agent, header, together, blocks, shared_bytes, arguments, body);
}

void FusedDriver::finish(DeviceIterations& loop, const LoopState& state) {
  last_arcs_ = state.arcs;
  context_.iterations += state.done;
  context_.arcs_expanded += state.expanded;
  gpu_.recycle(std::move(loop.frontier));
  loop.frontier = DeviceFrontier::of_queue(std::move(left_), {}, state.listed, state.arcs);
  loop.frontier.arcs_side = static_cast<std::uint8_t>(loop.side);
  if (loop.buckets == nullptr) return;
  DeviceBuckets& buckets = *loop.buckets;
  if (state.pile == 1) std::swap(buckets.far, buckets.spare);
  buckets.far_size = state.far[state.pile];
  buckets.next_bucket = state.next_bucket[state.pile];
  buckets.bucket = state.bucket;
  buckets.side = loop.side;
}

void FusedDriver::trace(const DeviceIterations& loop, Team team, const LoopRecord* on_device) {
  std::vector<LoopRecord> records(loop.done + 1);
  gpu_.device().download(records.data(), on_device, records.size() * sizeof(LoopRecord));
  for (std::uint64_t i = 0; i < loop.done; ++i) {
    context_.trace.add({.iteration = loop.first + i,
                        .operation = "iterate",
                        .engine = "sparse",
                        .driver = "fused",
                        .kernel = team == Team::cluster ? "push, one cluster" : "push, all blocks",
                        .frontier = Frontier::Kind::queue,
                        .vertices = records[i].entries,
                        .arcs = records[i].arcs,
                        .next_vertices = records[i + 1].entries,
                        .reason = driver_ == Driver::fused ? "the schedule says fused" : "the frontier is small",
                        .ms = static_cast<double>(records[i + 1].nanoseconds - records[i].nanoseconds) * 1e-6});
  }
}

void FusedDriver::sweep(const DeviceSweep& sweep) {
  const VertexId n = gpu_.num_vertices();
  auto* words = static_cast<LoopWords*>(gpu_.scratch("a loop's state", sizeof(LoopWords)));
  gpu_.device().fill(words, 0, sizeof(LoopWords));
  const SweepArguments arguments{.rows = gpu_.rows(sweep.side),
                                 .history = sweep.part.vertices.as<VertexId>(),
                                 .begins = sweep.part.begins.as<std::uint64_t>(),
                                 .first = sweep.part.first,
                                 .count = sweep.part.count,
                                 .last = sweep.last,
                                 .mean_degree = (gpu_.num_arcs() + n - 1) / n,
                                 .meeting = &words->meeting};
  const std::uint64_t vertices_each = n / sweep.part.count;
  const std::string of_cluster = sweep_agent(sweep, Team::cluster);
  const bool is_narrow = vertices_each * arguments.mean_degree <= most_arcs_of_cluster;
  const Team team = is_narrow && has_cluster(of_cluster, sweep_header, 0) ? Team::cluster : Team::device;
  launch(sweep_agent(sweep, team), sweep_header, team, 0, &arguments, sweep.body.object);
}

}  // namespace mg::sparse
