#include "sparse/device_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sparse/arguments.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view pull_header = "sparse/pull.cuh";
constexpr std::string_view strict_header = "sparse/balance_strict.cuh";

/// Arcs a block follows under strict balance; PushStrict::tile.
constexpr std::uint64_t strict_tile = 1024;
constexpr std::uint64_t block_threads = 256;
constexpr std::uint64_t warps_per_block = 8;
/// Blocks over all rows take them in turn, so that there are no more atomics on the counters than these.
constexpr std::uint64_t most_row_blocks = 8192;
/// A gather over receivers with more than this share of all arcs goes through the rows instead of a list.
constexpr EdgeId wide_gather_share = 64;

std::uint64_t blocks_for(std::uint64_t count, std::uint64_t per_block = block_threads) {
  return (count + per_block - 1) / per_block;
}

}  // namespace

std::string DeviceSteps::agent(std::string_view name, std::string_view further) const {
  return fmt::format("mg::sparse::{}<{}, {}{}>", name, step_.function.type, gpu_.offset_type(), further);
}

EdgeId DeviceSteps::arcs() const {
  if (step_.from->kind() == Frontier::Kind::all) return gpu_.num_arcs();
  const bool counted = step_.from->arcs_side == static_cast<std::uint8_t>(step_.side) ||
                       gpu_.rows(Side::out).offsets == gpu_.rows(Side::in).offsets;
  return counted ? step_.from->arcs : Frontier::unknown_arcs;
}

void DeviceSteps::push(const Schedule&) {
  const bool has_starts = step_.from->kind() == Frontier::Kind::all ||
                          (step_.from->kind() == Frontier::Kind::queue && step_.from->starts() != nullptr &&
                           arcs() != Frontier::unknown_arcs);
  if (has_starts) return push_queue(*step_.from);
  DeviceFrontier bitmap = step_.from->kind() == Frontier::Kind::queue ? gpu_.to_bitmap(*step_.from) : DeviceFrontier();
  DeviceFrontier queue = gpu_.to_queue(bitmap.empty() ? *step_.from : bitmap, step_.side);
  gpu_.recycle(std::move(bitmap));
  push_queue(queue);
  gpu_.recycle(std::move(queue));
}

void DeviceSteps::push_queue(const DeviceFrontier& queue) {
  step_.chosen = "push strict";
  const bool everyone = queue.kind() == Frontier::Kind::all;
  const VertexId n = gpu_.num_vertices();
  Counters* counters = gpu_.reset_counters();
  PushArguments arguments{};
  arguments.rows = gpu_.rows(step_.side);
  arguments.queue = everyone ? nullptr : queue.queue();
  arguments.starts = everyone ? arguments.rows.offsets : queue.starts();
  arguments.size = queue.size();
  arguments.num_arcs = everyone ? gpu_.num_arcs() : queue.arcs;
  arguments.emission = gpu_.emission(step_.side, counters);
  const bool once_by_nature = step_.traits.edge.stops_early;
  if (!once_by_nature) arguments.emission.marks = gpu_.marks(arguments.emission.epoch);

  const std::uint64_t capacity = std::min<std::uint64_t>(n, arguments.num_arcs);
  DeviceBlock list = gpu_.take_queue(capacity);
  DeviceBlock starts;
  arguments.emission.queue = list.as<VertexId>();
  std::string_view target = "mg::sparse::Target::queue";
  if (step_.traits.sums) {
    target = "mg::sparse::Target::candidates";
    arguments.emission.degree_offsets = nullptr;
    arguments.emission.emitted = &counters->candidates;
  } else {
    starts = gpu_.take_starts(capacity);
    arguments.emission.starts = starts.data();
  }
  if (DeviceBuckets* buckets = step_.buckets; buckets != nullptr) {
    target = "mg::sparse::Target::buckets";
    const std::uint64_t far_before[] = {buckets->far_size, buckets->far_size > 0 ? buckets->next_bucket : ~0ULL};
    gpu_.device().upload(&counters->far, far_before, sizeof(far_before));
    arguments.far = gpu_.pile(*buckets, buckets->far, counters);
    const auto* object = static_cast<const std::byte*>(step_.function.object);
    buckets->object.assign(object, object + step_.function.size);
    buckets->function = step_.function.type;
    buckets->side = step_.side;
  }
  const std::string further =
      fmt::format(", {}, mg::gpu::Listing::{}, 256", target, once_by_nature ? "once_by_nature" : "once_by_mark");
  gpu_.launch(agent("PushStrict", further), strict_header, blocks_for(arguments.num_arcs, strict_tile), &arguments,
              step_.function.object);
  step_.expanded_arcs = arguments.num_arcs;
  if (step_.traits.sums) return settle(std::move(list), capacity);
  const Counters counted = gpu_.read_counters();
  step_.to = DeviceFrontier::of_queue(std::move(list), std::move(starts), gpu_.entries_of(counted.emitted),
                                      gpu_.arcs_of(counted.emitted));
  step_.to.arcs_side = static_cast<std::uint8_t>(step_.side);
  if (step_.buckets != nullptr) {
    step_.buckets->far_size = counted.far;
    step_.buckets->next_bucket = counted.next_bucket;
  }
}

void DeviceSteps::settle(DeviceBlock candidates, std::uint64_t capacity) {
  Counters* counters = gpu_.counters();
  DeviceBlock list = gpu_.take_queue(capacity);
  DeviceBlock starts = gpu_.take_starts(capacity);
  SettleArguments arguments{};
  arguments.candidates = candidates.as<VertexId>();
  arguments.num_candidates = &counters->candidates;
  arguments.emission = gpu_.emission(step_.side, counters);
  arguments.emission.queue = list.as<VertexId>();
  arguments.emission.starts = starts.data();
  constexpr std::uint64_t most_blocks = 2048;
  gpu_.launch(agent("Settle"), strict_header, std::min(blocks_for(capacity), most_blocks), &arguments,
              step_.function.object);
  const std::uint64_t emitted = gpu_.read_counters().emitted;
  step_.to =
      DeviceFrontier::of_queue(std::move(list), std::move(starts), gpu_.entries_of(emitted), gpu_.arcs_of(emitted));
  step_.to.arcs_side = static_cast<std::uint8_t>(step_.side);
  gpu_.recycle_block(std::move(candidates));
}

void DeviceSteps::pull() {
  step_.chosen = "pull";
  DeviceFrontier converted;
  const DeviceFrontier* from = step_.from;
  if (from->kind() == Frontier::Kind::queue) {
    converted = gpu_.to_bitmap(*from);
    from = &converted;
  }
  gpu_.reset_counters();
  DeviceBlock words = gpu_.take_words();
  pull_rows(from->words(), nullptr, opposite_of(step_.side), words.as<std::uint32_t>());
  const std::uint64_t emitted = gpu_.read_counters().emitted;
  step_.to = DeviceFrontier::of_words(std::move(words), gpu_.entries_of(emitted), gpu_.arcs_of(emitted));
  step_.to.arcs_side = static_cast<std::uint8_t>(step_.side);
  step_.expanded_arcs = arcs() != Frontier::unknown_arcs ? arcs() : 0;
  gpu_.recycle(std::move(converted));
}

/// `side` is the one whose rows are the receivers' neighbors.
void DeviceSteps::pull_rows(const std::uint32_t* from, const std::uint32_t* receivers, Side side,
                            std::uint32_t* words) {
  const bool cuts = !step_.traits.edge.stops_early && gpu_.heavy(side).num_rows > 0;
  PullArguments arguments{};
  arguments.rows = gpu_.rows(side);
  arguments.from = from;
  arguments.receivers = receivers;
  arguments.heavy_degree = cuts ? static_cast<std::uint32_t>(DeviceContext::heavy_degree) : 0;
  arguments.heavy = gpu_.heavy(side);
  arguments.emission = gpu_.emission(step_.side, gpu_.counters());
  arguments.emission.words = words;
  const std::uint64_t row_blocks = std::min(blocks_for(gpu_.num_vertices()), most_row_blocks);
  const std::uint64_t heavy_blocks = cuts ? blocks_for(arguments.heavy.num_rows, warps_per_block) : 0;
  if (cuts) {
    arguments.partials = gpu_.scratch("parts of long rows", arguments.heavy.num_pieces * step_.traits.value_bytes);
  }
  if (step_.pattern == Pattern::reduce) {
    arguments.summands =
        static_cast<double*>(gpu_.scratch("summands of rows", (row_blocks + heavy_blocks) * sizeof(double)));
    arguments.first_summand = row_blocks;
  }
  if (cuts) {
    gpu_.launch(agent("PullPieces"), pull_header, arguments.heavy.num_pieces, &arguments, step_.function.object);
  }
  gpu_.launch(agent("PullRows"), pull_header, row_blocks, &arguments, step_.function.object);
  if (cuts) gpu_.launch(agent("PullHeavy"), pull_header, heavy_blocks, &arguments, step_.function.object);
  if (step_.pattern == Pattern::reduce) step_.reduced = gpu_.add_up(arguments.summands, row_blocks + heavy_blocks);
}

void DeviceSteps::reduce() {
  step_.chosen = "pull_reduce";
  gpu_.reset_counters();
  pull_rows(nullptr, nullptr, opposite_of(step_.side), nullptr);
}

void DeviceSteps::gather() {
  step_.chosen = "gather";
  const EdgeId wide = gpu_.num_arcs() / wide_gather_share;
  const EdgeId arcs_to_read = arcs() == Frontier::unknown_arcs ? gpu_.num_arcs() : arcs();
  if (step_.from->kind() == Frontier::Kind::queue && (arcs_to_read < wide || gpu_.num_arcs() < strict_tile)) {
    return gather_queue(*step_.from);
  }
  DeviceFrontier converted;
  const DeviceFrontier* receivers = step_.from;
  if (receivers->kind() == Frontier::Kind::queue) {
    converted = gpu_.to_bitmap(*receivers);
    receivers = &converted;
  }
  gpu_.reset_counters();
  pull_rows(nullptr, receivers->words(), step_.side, nullptr);
  gpu_.recycle(std::move(converted));
}

void DeviceSteps::gather_queue(const DeviceFrontier& queue) {
  PullArguments arguments{};
  arguments.rows = gpu_.rows(step_.side);
  arguments.queue = queue.queue();
  arguments.size = queue.size();
  gpu_.launch(agent("GatherQueue"), pull_header, blocks_for(queue.size(), warps_per_block), &arguments,
              step_.function.object);
}

}  // namespace mg::sparse
