#include "sparse/drivers/loop_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "engine/iteration.hpp"

namespace mg::sparse {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_records = 1 << 16;
constexpr std::uint32_t most_iterations = 1 << 20;  ///< a launch
/// Rounds that a block may be ahead of the others within a bucket. SSSP at 0, 4, 8, 16, 32 rounds on an H200
/// (2026-11-22), ms: road-like 50, 31.7, 29.0, 27.4, 28.6; random geometric 30, 22.4, 21.4, 22.0, 24.6.
constexpr std::uint32_t respawns = 16;
/// Words of a history that say where iterations begin: those of a million, after which a loop is launched.
constexpr std::uint64_t most_begins = most_iterations + 1;

/// Entries of a frontier: one a vertex, and one more for each full piece of a row. Where blocks respawn, a vertex may
/// be listed repeatedly, but its row is one entry, and no more of them find no room in a list than a team has threads.
/// What a search spills has room, too.
std::uint64_t most_entries(std::uint64_t num_vertices, EdgeId num_arcs) {
  return std::max<std::uint64_t>(num_vertices, most_team_threads) + num_arcs / arcs_per_entry + 1;
}
static_assert(most_arcs_of_cluster * longest_listed_row * sizeof(SearchArc) <=
              most_team_threads * sizeof(LoopEntry<std::uint32_t>));
std::uint64_t most_entries(const DeviceContext& gpu) { return most_entries(gpu.num_vertices(), gpu.num_arcs()); }

std::size_t bytes_of_entry(std::size_t offset_bytes) {
  return offset_bytes == 8 ? sizeof(LoopEntry<std::uint64_t>) : sizeof(LoopEntry<std::uint32_t>);
}
std::size_t bytes_of_entry(const DeviceContext& gpu) { return bytes_of_entry(gpu.offset_bytes()); }

/// Of all blocks' lists.
constexpr std::uint64_t list_entries =
    std::uint64_t{most_blocks_of(threads_of_team_block)} * list_entries_of(threads_of_team_block);

constexpr std::string_view state_name = "a loop's state";

/// Both in one block, so that one call makes them zero.
struct LoopWords {
  LoopState state;
  LoopMeeting meeting;
};

}  // namespace

std::uint64_t loop_bytes(std::uint64_t num_vertices, EdgeId num_arcs) {
  const std::size_t offset_bytes = num_arcs <= gpu::most_narrow_arcs ? 4 : 8;
  return 2 * (most_entries(num_vertices, num_arcs) + list_entries) * bytes_of_entry(offset_bytes) +
         num_vertices * sizeof(VertexId);
}

LoopRun::LoopRun(RunContext& context, DeviceContext& gpu, DeviceIterations& loop)
    : context_(context), gpu_(gpu), loop_(loop) {
  if (loop.frontier.is_map() || loop.frontier.repeats) {
    DeviceFrontier queue = gpu_.to_queue(loop.frontier, loop.side);
    gpu_.recycle(std::exchange(loop.frontier, std::move(queue)));
  }
  if (loop.history != nullptr) {
    first_arcs_ = gpu_.known_arcs(loop.frontier, loop.side);
    if (first_arcs_ == Frontier::unknown_arcs) first_arcs_ = gpu_.count_arcs(loop.frontier, loop.side);
  }
  arguments_.rows[0] = gpu_.rows(loop.side);
  arguments_.rows[1] = gpu_.rows(opposite(loop.side));
  add_entries();
  add_state();
  add_limits();
  if (loop.history != nullptr) add_history(*loop.history);
}

void LoopRun::add_entries() {
  // The queue that the loop begins with makes room for the one that it ends with.
  left_ = gpu_.take_queue(gpu_.num_vertices());
  arguments_.begins_with = loop_.frontier.queue();
  arguments_.size = loop_.frontier.size();
  arguments_.queue = left_.as<VertexId>();
  for (int i : {0, 1}) {
    arguments_.entries[i] = gpu_.scratch(i == 0 ? "a loop's entries" : "a loop's further entries",
                                         most_entries(gpu_) * bytes_of_entry(gpu_));
  }
}

void LoopRun::add_lists(const ExpansionPlan* expansion) {
  const std::size_t bytes = list_entries * bytes_of_entry(gpu_);
  auto* lists = static_cast<std::byte*>(gpu_.scratch("a loop's lists", 2 * bytes));
  arguments_.lists[0] = lists;
  arguments_.lists[1] = lists + bytes;
  if (expansion != nullptr) add_scratch(*expansion);
}

/// Rows are whole, and nobody is ahead of the others.
void LoopRun::add_scratch(const ExpansionPlan& expansion) {
  const std::uint64_t n = std::max<std::uint64_t>(gpu_.num_vertices(), expansion.most_rows);
  arguments_.has_pieces = false;
  arguments_.respawns = 0;
  const std::size_t lists = std::max<std::size_t>(expansion.classes, expansion.numbers ? 1 : 0);
  if (lists > 0) {
    arguments_.listed = static_cast<VertexId*>(gpu_.scratch("a loop's frontier", lists * n * sizeof(VertexId)));
  }
  if (expansion.numbers) {
    arguments_.starts = gpu_.scratch("a loop's numbered arcs", gpu_.num_vertices() * gpu_.offset_bytes());
  }
  arguments_.arcs_of_blocks =
      static_cast<std::uint64_t*>(gpu_.scratch("arcs of a loop's blocks", most_team_blocks * sizeof(std::uint64_t)));
  if (!expansion.parts[0].empty()) add_parts(expansion);
  if (expansion.map_bytes > 0) add_maps(expansion.map_bytes);
}

void LoopRun::add_maps(std::size_t bytes) {
  auto* const maps = static_cast<std::byte*>(gpu_.scratch("maps of a loop's frontiers", 2 * bytes));
  gpu_.device().fill(maps, 0, 2 * bytes);
  for (int i : {0, 1}) arguments_.maps[i] = reinterpret_cast<std::uint32_t*>(maps + i * bytes);
  arguments_.map_totals = static_cast<std::uint64_t*>(
      gpu_.scratch("totals of a loop's maps", 4 * std::size_t{most_team_blocks} * sizeof(std::uint64_t)));
}

void LoopRun::add_parts(const ExpansionPlan& expansion) {
  std::vector<LoopPart> parts = expansion.parts[0];
  parts.insert(parts.end(), expansion.parts[1].begin(), expansion.parts[1].end());
  auto* const stored =
      static_cast<LoopPart*>(gpu_.scratch("parts of a loop's expansions", parts.size() * sizeof(LoopPart)));
  gpu_.device().upload(stored, parts.data(), parts.size() * sizeof(LoopPart));
  arguments_.parts[0] = stored;
  arguments_.parts[1] = stored + expansion.parts[0].size();
  if (!expansion.asks_for_members) return;
  const std::size_t bytes = std::size_t{gpu_.num_vertices()} * sizeof(std::uint32_t);
  arguments_.members = static_cast<std::uint32_t*>(gpu_.scratch("those in a loop's frontier", bytes));
  gpu_.device().fill(arguments_.members, 0, bytes);
}

void LoopRun::add_state() {
  auto* words = static_cast<LoopWords*>(gpu_.cleared_scratch(state_name, sizeof(LoopWords)));
  arguments_.state = &words->state;
  arguments_.meeting = &words->meeting;
  if (loop_.buckets == nullptr) return;
  const DeviceBuckets& buckets = *loop_.buckets;
  LoopState start{};
  start.far[0] = buckets.far_size;
  start.next_bucket[0] = buckets.far_size > 0 ? buckets.next_bucket : unlimited;
  start.next_bucket[1] = unlimited;
  start.bucket = buckets.bucket;
  gpu_.device().upload(arguments_.state, &start, sizeof(start));
  arguments_.piles[0] = buckets.far.as<VertexId>();
  arguments_.piles[1] = buckets.spare.as<VertexId>();
  arguments_.waiting = buckets.waiting.as<std::uint32_t>();
  arguments_.inverse_delta = buckets.inverse;
}

void LoopRun::add_limits() {
  arguments_.first = loop_.first;
  arguments_.most_iterations =
      std::min<std::uint64_t>({context_.max_iterations - context_.iterations, loop_.most_iterations, most_iterations});
  if (context_.trace.enabled) {
    arguments_.records =
        static_cast<LoopRecord*>(gpu_.cleared_scratch("a loop's records", (most_records + 1) * sizeof(LoopRecord)));
    arguments_.most_iterations = std::min(arguments_.most_iterations, most_records);
  }
  arguments_.marks = gpu_.marks(arguments_.epoch, 1 + most_iterations);
  arguments_.has_pieces = gpu_.longest_row(loop_.side) > arcs_per_entry;
  arguments_.respawns = arguments_.has_pieces ? 0 : respawns;
  arguments_.most_arcs = loop_.most_arcs;
  arguments_.patience = unlimited;
}

bool LoopRun::has_room(const RunContext& context, const DeviceIterations& loop) {
  if (context.iterations >= context.max_iterations) return false;
  return loop.history == nullptr || loop.history->num_begins + 2 <= most_begins;
}

void LoopRun::add_history(DeviceHistory& history) {
  if (history.vertices.empty()) {
    history.vertices = DeviceBlock(gpu_.shared_device(), most_entries(gpu_) * sizeof(VertexId), "history of a loop");
    history.begins = DeviceBlock(gpu_.shared_device(), most_begins * sizeof(std::uint64_t), "history of a loop");
  }
  arguments_.history = history.vertices.as<VertexId>() + history.num_vertices;
  arguments_.history_begins = history.begins.as<std::uint64_t>() + history.num_begins;
  arguments_.most_iterations = std::min(arguments_.most_iterations, most_begins - history.num_begins - 1);
}

void LoopRun::keep(DeviceHistory& history, const LoopState& state) {
  const bool follows_launched = !history.parts.empty() && history.parts.back().vertices == nullptr;
  history.parts.push_back({.first = loop_.first,
                           .count = state.done,
                           .frontier = follows_launched ? std::move(loop_.frontier) : DeviceFrontier(),
                           .vertices = arguments_.history,
                           .begins = arguments_.history_begins,
                           .num_vertices = state.kept,
                           .arcs = state.expanded,
                           .first_arcs = first_arcs_});
  history.num_vertices += state.kept;
  history.num_begins += state.done + 1;
}

LoopState LoopRun::finish(const Names& names) {
  LoopState state{};
  static_assert(offsetof(LoopWords, state) == 0 && sizeof(state) <= Device::most_posted_bytes);
  gpu_.read_and_clear(state_name, &state, sizeof(state));
  loop_.done = state.done;
  if (loop_.history != nullptr && state.done > 0) keep(*loop_.history, state);
  if (arguments_.records != nullptr) trace(names);
  context_.iterations += state.done;
  context_.follow(state.expanded);
  gpu_.recycle(std::move(loop_.frontier));
  loop_.frontier = DeviceFrontier::of_queue(std::move(left_), {}, state.listed, state.arcs);
  loop_.frontier.arcs_side = loop_.side;
  if (loop_.buckets == nullptr) return state;
  DeviceBuckets& buckets = *loop_.buckets;
  if (state.pile == 1) std::swap(buckets.far, buckets.spare);
  buckets.far_size = state.far[state.pile];
  buckets.next_bucket = state.next_bucket[state.pile];
  buckets.bucket = state.bucket;
  buckets.side = loop_.side;
  return state;
}

void LoopRun::trace(const Names& names) {
  std::vector<LoopRecord> records(loop_.done + 1);
  gpu_.device().download(records.data(), arguments_.records, records.size() * sizeof(LoopRecord));
  const bool pulls = loop_.pieces && loop_.pieces->direction == Direction::pull;
  const std::optional<gpu::MapForm> map = loop_.pieces ? map_of(loop_.pieces->frontier) : std::nullopt;
  const Frontier::Kind kind = map ? gpu::kind_of(*map) : Frontier::Kind::queue;
  for (std::uint64_t i = 0; i < loop_.done; ++i) {
    context_.trace.add({.iteration = loop_.first + i,
                        .operation = "iterate",
                        .label = loop_.label,
                        .part = loop_.part,
                        .engine = "sparse",
                        .driver = names.driver,
                        .kernel = names.kernel,
                        .frontier = kind,
                        .vertices = records[i].entries,
                        .arcs = records[i].arcs,
                        .arcs_read = pulls ? records[i + 1].entries : records[i].arcs,  // at least those of who joins
                        .next_vertices = records[i + 1].entries,
                        .reason = names.reason,
                        .ms = static_cast<double>(records[i + 1].nanoseconds - records[i].nanoseconds) * 1e-6});
  }
}

std::uint32_t device_team_blocks(DeviceContext& gpu, const std::string& agent, std::string_view header,
                                 std::size_t shared_bytes, std::uint32_t threads) {
  const std::uint32_t most_each = std::max(threads_of_team_block / threads, 1U);
  return std::min({gpu.team_blocks(agent, header, LaunchTeam::device, shared_bytes), most_blocks_of(threads),
                   most_each * static_cast<std::uint32_t>(gpu.device().info().multiprocessors)});
}

}  // namespace mg::sparse
