#include "sparse/device_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sparse/arguments.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view pull_header = "sparse/pull.cuh";
constexpr std::string_view strict_header = "sparse/balance_strict.cuh";

/// A graph of fewer arcs is gathered from a list of receivers, however many they are.
constexpr EdgeId small_graph = 1024;
/// A gather over receivers with more than this share of all arcs goes through the rows instead of a list.
constexpr EdgeId wide_gather_share = 64;

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

EdgeId DeviceSteps::counted_arcs() {
  return arcs() != Frontier::unknown_arcs ? arcs() : gpu_.count_arcs(*step_.from, step_.side);
}

void DeviceSteps::push(const Schedule& schedule) {
  const PushPlan plan(schedule, step_.traits);
  step_.chosen = plan.name();
  const DeviceFrontier& from = *step_.from;
  const bool counted = arcs() != Frontier::unknown_arcs;
  const bool ready =
      from.kind() == Frontier::Kind::all || (from.is_map() && plan.reads_maps) ||
      (from.kind() == Frontier::Kind::queue && counted && (!plan.numbers_arcs() || from.starts() != nullptr));
  if (ready) return push_from(from, plan);
  DeviceFrontier map = from.is_map() ? DeviceFrontier() : gpu_.to_bitmap(from);
  DeviceFrontier queue = gpu_.to_queue(from.is_map() ? from : map, step_.side);
  gpu_.recycle(std::move(map));
  push_from(queue, plan);
  gpu_.recycle(std::move(queue));
}

/// From all vertices, a map or a queue.
void DeviceSteps::push_from(const DeviceFrontier& frontier, const PushPlan& plan) {
  const bool everyone = frontier.kind() != Frontier::Kind::queue;
  step_.expanded_arcs = frontier.arcs;
  if (everyone) step_.expanded_arcs = counted_arcs();
  Counters* counters = gpu_.reset_counters();
  PushArguments arguments{};
  arguments.rows = gpu_.rows(step_.side);
  arguments.queue = frontier.queue();
  arguments.from = frontier.map();
  arguments.starts = everyone ? arguments.rows.offsets : frontier.starts();
  arguments.size = everyone ? gpu_.num_vertices() : frontier.size();
  arguments.num_arcs = everyone ? gpu_.num_arcs() : frontier.arcs;
  arguments.emission = gpu_.emission(step_.side, counters);

  const EdgeId most = step_.expanded_arcs;
  const std::uint64_t capacity = plan.repeats ? most : std::min<std::uint64_t>(gpu_.num_vertices(), most);
  Emitted emitted = emit_into(arguments.emission, plan, capacity, counters);
  if (step_.buckets != nullptr) start_buckets(arguments, counters);
  const std::string_view target = step_.traits.sums ? "candidates" : step_.buckets != nullptr ? "buckets" : "queue";
  gpu_.launch(agent(plan.agent(), plan.arguments(target)), plan.header(),
              plan.blocks(arguments.size, arguments.num_arcs), &arguments, step_.function.object);
  gpu_.recycle(std::move(emitted.listed));

  if (step_.traits.sums) {
    if (plan.map) emitted.list = list_candidates(std::move(emitted.marks), capacity);
    settle(std::move(emitted.list), capacity);
    return convert_to(plan.form);
  }
  Counters counted{};
  if (step_.buckets != nullptr || !plan.map) counted = gpu_.read_counters();
  if (step_.buckets != nullptr) {
    step_.buckets->far_size = counted.far;
    step_.buckets->next_bucket = counted.next_bucket;
  }
  if (plan.map) {
    finish_map(plan, std::move(emitted.marks), capacity);
  } else {
    finish_queue(plan, std::move(emitted), counted.emitted);
  }
}

/// Takes what the plan needs for at most `capacity` entries and directs `emission` there.
DeviceSteps::Emitted DeviceSteps::emit_into(gpu::Emission& emission, const PushPlan& plan, std::uint64_t capacity,
                                            Counters* counters) {
  Emitted emitted;
  if (plan.map) {
    emitted.marks = gpu_.take_map(*plan.map, emission);
    return emitted;
  }
  emitted.list = gpu_.take_queue(capacity);
  emission.queue = emitted.list.as<VertexId>();
  if (step_.traits.sums) {
    emission.degree_offsets = nullptr;
    emission.emitted = &counters->candidates;
  } else if (plan.repeats) {  // the arcs of repeated entries could be more than the counter's bits hold
    emission.degree_offsets = nullptr;
    emission.arc_bits = 0;
  } else {
    emitted.starts = gpu_.take_starts(capacity);
    emission.starts = emitted.starts.data();
  }
  if (plan.dedup == Dedup::counter) emission.marks = gpu_.marks(emission.epoch);
  if (plan.dedup == Dedup::bitmap) emitted.listed = gpu_.take_map(gpu::MapForm::bitmap, emission);
  if (plan.dedup == Dedup::bytemap) emitted.listed = gpu_.take_map(gpu::MapForm::bytemap, emission);
  return emitted;
}

/// Readies the pile of later buckets for what a push adds to it.
void DeviceSteps::start_buckets(PushArguments& arguments, Counters* counters) {
  DeviceBuckets& buckets = *step_.buckets;
  const std::uint64_t far_before[] = {buckets.far_size, buckets.far_size > 0 ? buckets.next_bucket : ~0ULL};
  gpu_.device().upload(&counters->far, far_before, sizeof(far_before));
  arguments.far = gpu_.pile(buckets, buckets.far, counters);
  const auto* object = static_cast<const std::byte*>(step_.function.object);
  buckets.object.assign(object, object + step_.function.size);
  buckets.function = step_.function.type;
  buckets.side = step_.side;
}

/// Takes over the queue that a push has written.
void DeviceSteps::finish_queue(const PushPlan& plan, Emitted emitted, std::uint64_t counted) {
  const std::uint64_t size = plan.repeats ? counted : gpu_.entries_of(counted);
  step_.to = DeviceFrontier::of_queue(std::move(emitted.list), std::move(emitted.starts), size,
                                      plan.repeats ? 0 : gpu_.arcs_of(counted));
  step_.to.arcs_side = static_cast<std::uint8_t>(step_.side);
  step_.to.repeats = plan.repeats;
  if (plan.repeats) step_.to.arcs = gpu_.count_arcs(step_.to, step_.side);
}

/// A map that a push has filled is counted, or listed.
void DeviceSteps::finish_map(const PushPlan& plan, DeviceFrontier map, std::uint64_t capacity) {
  if (plan.lists_map) {
    map.set_size(capacity);
    step_.to = gpu_.to_queue(map, step_.side);
    gpu_.recycle(std::move(map));
  } else {
    gpu_.count(map, step_.side);
    step_.to = std::move(map);
  }
}

/// The receivers of terms, as settle() takes them.
DeviceBlock DeviceSteps::list_candidates(DeviceFrontier marks, std::uint64_t capacity) {
  marks.set_size(capacity);
  DeviceFrontier listed = gpu_.to_queue(marks, step_.side);
  gpu_.recycle(std::move(marks));
  const std::uint64_t size = listed.size() << gpu_.arc_bits();
  gpu_.device().upload(&gpu_.reset_counters()->candidates, &size, sizeof(size));
  gpu_.recycle_block(listed.release_starts());
  return listed.release_queue();
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

/// Where the schedule asks for another representation than a strategy makes.
void DeviceSteps::convert_to(FrontierForm form) {
  const Frontier::Kind kind = step_.to.kind();
  DeviceFrontier converted;
  switch (form) {
    case FrontierForm::automatic: return;
    case FrontierForm::queue:
      if (kind == Frontier::Kind::queue) return;
      converted = gpu_.to_queue(step_.to, step_.side);
      break;
    case FrontierForm::bitmap:
      if (kind == Frontier::Kind::bitmap) return;
      converted = gpu_.to_bitmap(step_.to);
      break;
    case FrontierForm::bytemap: converted = gpu_.to_map(step_.to, gpu::MapForm::bytemap); break;
    case FrontierForm::counter: converted = gpu_.to_map(step_.to, gpu::MapForm::counter); break;
  }
  gpu_.recycle(std::move(step_.to));
  step_.to = std::move(converted);
}

void DeviceSteps::pull(const Schedule& schedule) {
  step_.chosen = "pull";
  DeviceFrontier converted;
  const DeviceFrontier* from = step_.from;
  if (from->kind() == Frontier::Kind::queue) {
    converted = gpu_.to_bitmap(*from);
    from = &converted;
  }
  gpu_.reset_counters();
  DeviceBlock words = gpu_.take_words();
  pull_rows(from->map(), nullptr, opposite_of(step_.side), words.as<std::uint32_t>());
  const std::uint64_t emitted = gpu_.read_counters().emitted;
  step_.to = DeviceFrontier::of_words(std::move(words), gpu_.entries_of(emitted), gpu_.arcs_of(emitted));
  step_.to.arcs_side = static_cast<std::uint8_t>(step_.side);
  step_.expanded_arcs = arcs() != Frontier::unknown_arcs ? arcs() : 0;
  gpu_.recycle(std::move(converted));
  convert_to(schedule.frontier);
}

/// `side` is the one whose rows are the receivers' neighbors.
void DeviceSteps::pull_rows(const gpu::VertexMap& from, const std::uint32_t* receivers, Side side,
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
  const std::string_view form = from.form == gpu::MapForm::bytemap   ? ", mg::gpu::MapForm::bytemap"
                                : from.form == gpu::MapForm::counter ? ", mg::gpu::MapForm::counter"
                                                                     : "";
  if (cuts) {
    gpu_.launch(agent("PullPieces", form), pull_header, arguments.heavy.num_pieces, &arguments, step_.function.object);
  }
  gpu_.launch(agent("PullRows", form), pull_header, row_blocks, &arguments, step_.function.object);
  if (cuts) gpu_.launch(agent("PullHeavy"), pull_header, heavy_blocks, &arguments, step_.function.object);
  if (step_.pattern == Pattern::reduce) step_.reduced = gpu_.add_up(arguments.summands, row_blocks + heavy_blocks);
}

void DeviceSteps::reduce() {
  step_.chosen = "pull_reduce";
  gpu_.reset_counters();
  pull_rows({}, nullptr, opposite_of(step_.side), nullptr);
}

void DeviceSteps::gather() {
  step_.chosen = "gather";
  const EdgeId wide = gpu_.num_arcs() / wide_gather_share;
  const EdgeId arcs_to_read = arcs() == Frontier::unknown_arcs ? gpu_.num_arcs() : arcs();
  if (step_.from->kind() == Frontier::Kind::queue && (arcs_to_read < wide || gpu_.num_arcs() < small_graph)) {
    return gather_queue(*step_.from);
  }
  DeviceFrontier converted;
  const DeviceFrontier* receivers = step_.from;
  if (receivers->kind() != Frontier::Kind::all && receivers->words() == nullptr) {
    converted = gpu_.to_bitmap(*receivers);
    receivers = &converted;
  }
  gpu_.reset_counters();
  pull_rows({}, receivers->words(), step_.side, nullptr);
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
