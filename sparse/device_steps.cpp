#include "sparse/device_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/error.hpp"
#include "sparse/arguments.hpp"
#include "sparse/layouts/layouts.hpp"
#include "sparse/resolve.hpp"
#include "sparse/step_follower.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view pull_header = "sparse/pull.cuh";
constexpr std::string_view listed_header = "sparse/pull_listed.cuh";
constexpr std::string_view lightest_header = "sparse/pull_lightest.cuh";
constexpr std::string_view strict_header = "sparse/balance/strict.cuh";

std::string agent_of(const GpuStep& step, const DeviceContext& gpu, std::string_view name,
                     std::string_view further = "") {
  return fmt::format("mg::sparse::{}<{}, {}{}>", name, step.function.type, gpu.offset_type(), further);
}

/// Whether `few` are less than one of `times` parts of `many`.
bool is_less(EdgeId few, EdgeId many, double times) {
  return static_cast<double>(few) < std::floor(static_cast<double>(many) / times);
}

/// Blocks for rows that are taken in turns.
std::uint64_t row_blocks(std::uint64_t rows) { return std::min(blocks_for(rows), most_row_blocks); }

}  // namespace

std::string DeviceSteps::agent(std::string_view name, std::string_view further) const {
  return agent_of(step_, gpu_, name, further);
}

EdgeId DeviceSteps::arcs() const { return gpu_.known_arcs(*step_.from, step_.side); }

EdgeId DeviceSteps::counted_arcs() {
  if (step_.frontier_arcs == Frontier::unknown_arcs) step_.frontier_arcs = arcs();
  if (step_.frontier_arcs == Frontier::unknown_arcs) {
    step_.frontier_arcs = gpu_.count_arcs(*step_.from, step_.side);
  }
  return step_.frontier_arcs;
}

/// Whether the kernels of a push are there, or can be compiled.
bool DeviceSteps::has_parts(const PushPlan& plan) {
  return std::ranges::all_of(plan.parts(), [&](const PushPart& part) {
    return gpu_.has_kernel(push_agent(step_, gpu_, plan, part), part.header);
  });
}

PushPlan DeviceSteps::nearest(const PushPlan& plan) {
  const PushPlan usual(Schedule{}, step_.traits);
  if (plan == usual || has_parts(plan)) return plan;
  substitute(plan.name() == usual.name() ? plan.full_name() : plan.name(), usual.name());
  return usual;
}

/// Says that `other` runs in place of what the schedule asks for.
void DeviceSteps::substitute(std::string_view asked, std::string_view other) {
  step_.chosen = fmt::format("{} in place of {}", other, asked);
  gpu_.substitute(asked, other, gpu_.lack_of_kernels());
}

void DeviceSteps::push(const PushKeys& schedule) {
  const DeviceFrontier& from = *step_.from;
  const bool counted = arcs() != Frontier::unknown_arcs;
  const bool is_wide = counted && is_wide_push(arcs(), gpu_.num_vertices(), costs_);
  const PushPlan asked(schedule, step_.traits, is_wide);
  step_.chosen = asked.name();
  const bool is_usual = !is_wide && schedule.alone() == Schedule{};
  const PushPlan plan = is_usual ? asked : nearest(asked);
  const bool numbers = plan.numbers_arcs();
  if (numbers && from.kind() != Frontier::Kind::all && !(from.is_map() && plan.reads_maps)) {
    if (const std::optional<Ranks> ranks = plan.layout->push->ranks(gpu_, step_.side, plan)) {
      return push_numbered(*ranks, plan);
    }
  }
  const bool ready =
      from.kind() == Frontier::Kind::all || (from.is_map() && (plan.reads_maps || plan.lists_arcs())) ||
      (from.kind() == Frontier::Kind::queue && counted && !plan.lists_arcs() && (!numbers || from.starts() != nullptr));
  if (ready) return push_from(from, plan);
  DeviceFrontier map = from.is_map() ? DeviceFrontier() : gpu_.to_bitmap(from);
  if (plan.lists_arcs()) {
    push_from(map, plan);
    return gpu_.recycle(std::move(map));
  }
  DeviceFrontier queue = gpu_.to_queue(from.is_map() ? from : map, step_.side);
  gpu_.recycle(std::move(map));
  push_from(queue, plan);
  gpu_.recycle(std::move(queue));
}

/// From a frontier that is listed once more, so that the arcs of the layout's rows are numbered.
void DeviceSteps::push_numbered(const Ranks& ranks, const PushPlan& plan) {
  DeviceFrontier made = step_.from->is_map() ? DeviceFrontier() : gpu_.to_bitmap(*step_.from);
  const DeviceFrontier& map = step_.from->is_map() ? *step_.from : made;
  DeviceFrontier numbered = gpu_.to_numbered_queue(map, ranks.starts);
  push_from(map, plan, &numbered);
  gpu_.recycle(std::move(numbered));
  gpu_.recycle(std::move(made));
}

/// From all vertices, a map or a queue.
void DeviceSteps::push_from(const DeviceFrontier& frontier, const PushPlan& plan, const DeviceFrontier* numbered) {
  const bool everyone = frontier.kind() != Frontier::Kind::queue;
  step_.frontier_arcs = everyone ? counted_arcs() : frontier.arcs;
  Counters* counters = gpu_.reset_counters();
  PushArguments arguments{};
  arguments.rows = gpu_.rows(step_.side);
  arguments.queue = frontier.queue();
  arguments.from = frontier.map();
  arguments.starts = everyone ? arguments.rows.offsets : frontier.starts();
  arguments.size = everyone ? gpu_.num_vertices() : frontier.size();
  arguments.num_arcs = everyone ? gpu_.num_arcs() : frontier.arcs;
  arguments.emission = gpu_.emission(step_.side, counters);

  const EdgeId most = step_.frontier_arcs;
  const std::uint64_t capacity = plan.repeats ? most : std::min<std::uint64_t>(gpu_.num_vertices(), most);
  Emitted emitted = emit_into(arguments.emission, plan, capacity, counters);
  if (step_.buckets != nullptr) start_buckets(arguments, counters);
  follow(plan, arguments, numbered);
  gpu_.recycle(std::move(emitted.listed));

  if (!step_.traits.idempotent) {
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

void DeviceSteps::follow(const PushPlan& plan, const PushArguments& arguments, const DeviceFrontier* numbered) {
  StepFollower follower(step_, gpu_, plan, arguments, numbered);
  follow_layout(follower);
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
  if (!step_.traits.idempotent) {
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
  step_.to.arcs_side = step_.side;
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
  step_.to.arcs_side = step_.side;
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
  converted.arcs_side = step_.to.arcs_side;
  converted.take_left(step_.to);
  gpu_.recycle(std::move(step_.to));
  step_.to = std::move(converted);
}

bool PullsOnDevice::pulls_lightest(const PullKeys& schedule) const {
  return step_.pattern == Pattern::expand && step_.traits.has_reach &&
         schedule.get<ScheduleKey::layout>() == automatic_piece &&
         gpu_.layouts().has_lightest_first(opposite(step_.side)) &&
         gpu_.has_kernel(agent_of(step_, gpu_, "PullLightest"), lightest_header);
}

bool PullsOnDevice::pulls_listed(const PullKeys& schedule) const {
  return step_.traits.takes_once && schedule.get<ScheduleKey::layout>() == automatic_piece &&
         gpu_.layouts().has_lists(opposite(step_.side)) &&
         gpu_.has_kernel(agent_of(step_, gpu_, "PullListed"), listed_header);
}

std::optional<std::uint64_t> PullsOnDevice::receivers_left(const PullKeys& schedule) const {
  const gpu::VertexList left = left_before();
  if (left.vertices == nullptr || !pulls_listed(schedule)) return std::nullopt;
  return left.size;
}

gpu::VertexList PullsOnDevice::left_before() const {
  const bool same_side = step_.from->arcs_side == step_.side;
  return same_side ? step_.from->left(step_.function.type) : gpu::VertexList{};
}

void DeviceSteps::pull(const PullKeys& schedule) {
  const auto form = schedule.get<ScheduleKey::frontier>();
  step_.chosen = "pull";
  DeviceFrontier converted;
  const DeviceFrontier* from = step_.from;
  if (from->kind() == Frontier::Kind::queue) {
    converted = gpu_.to_bitmap(*from);
    from = &converted;
  }
  DeviceBlock words;
  DeviceBlock left;
  if (!(pulls().pulls_lightest(schedule) && pull_lightest(from->map(), words)) &&
      !(pulls().pulls_listed(schedule) && pull_listed(from->map(), words, left))) {
    const bool has_columns = pulls_columns(schedule);
    gpu_.reset_counters();
    words = gpu_.take_words();
    pull_rows(from->map(), nullptr, opposite(step_.side), words.as<std::uint32_t>(), has_columns);
  }
  const Counters counted = gpu_.read_counters();
  step_.to =
      DeviceFrontier::of_words(std::move(words), gpu_.entries_of(counted.emitted), gpu_.arcs_of(counted.emitted));
  step_.to.arcs_side = step_.side;
  if (!left.empty()) step_.to.set_left(std::move(left), counted.left, step_.function.type);
  step_.read_arcs = least_arcs_pulled();
  step_.asked_arcs = counted.expanded_arcs;
  gpu_.recycle(std::move(converted));
  const bool is_marked = form == FrontierForm::bytemap || form == FrontierForm::counter;
  if (!is_marked || gpu_.has_maps()) return convert_to(form);
  substitute("a pull into another map", "a pull into a bitmap");
}

/// Arcs that a pull must have read, as no kernel counts them: one for each vertex that joins, where rows may be left
/// early or refused.
EdgeId DeviceSteps::least_arcs_pulled() const {
  const EdgeTraits& traits = step_.traits;
  return traits.stops_early || traits.has_wants || step_.traits.has_reach ? step_.to.size() : gpu_.num_arcs();
}

/// Whether the schedule asks for columns and there is a kernel that reads them.
bool DeviceSteps::pulls_columns(const ReduceKeys& schedule) {
  if (schedule.get<ScheduleKey::layout>() != "ell") return false;
  const std::string asked = step_.chosen + " ell";
  if (gpu_.has_kernel(agent("PullColumns"), pull_header)) {
    step_.chosen = asked;
    return true;
  }
  substitute(asked, std::string(step_.chosen));
  return false;
}

/// `side` is the one whose rows are the receivers' neighbors.
void DeviceSteps::pull_rows(const gpu::VertexMap& from, const std::uint32_t* receivers, Side side, std::uint32_t* words,
                            bool has_columns) {
  const bool cuts = !step_.traits.stops_early && gpu_.heavy(side).num_rows > 0;
  PullArguments arguments{};
  arguments.rows = gpu_.rows(side);
  if (has_columns) {
    const gpu::DeviceColumns& columns = columns_of(gpu_, side);
    arguments.columns = columns.rows;
    arguments.pitch = columns.pitch;
  }
  arguments.from = from;
  arguments.receivers = receivers;
  arguments.heavy_degree = cuts ? static_cast<std::uint32_t>(DeviceContext::heavy_degree) : 0;
  arguments.heavy = gpu_.heavy(side);
  arguments.emission = gpu_.emission(step_.side, gpu_.counters());
  arguments.emission.words = words;
  const std::uint64_t blocks = row_blocks(gpu_.num_vertices());
  const std::uint64_t heavy_blocks = cuts ? blocks_for(arguments.heavy.num_rows, warps_per_block) : 0;
  if (cuts) {
    arguments.partials = gpu_.scratch("parts of long rows", arguments.heavy.num_pieces * step_.traits.value_bytes);
  }
  if (step_.pattern == Pattern::reduce) {
    arguments.summands =
        static_cast<double*>(gpu_.scratch("summands of rows", (blocks + heavy_blocks) * sizeof(double)));
    arguments.first_summand = blocks;
  }
  const std::string_view form = gpu::form_argument(from.form);
  if (cuts) {
    gpu_.launch(agent("PullPieces", form), pull_header, arguments.heavy.num_pieces, &arguments, step_.function.object);
  }
  gpu_.launch(agent(has_columns ? "PullColumns" : "PullRows", form), pull_header, blocks, &arguments,
              step_.function.object);
  if (cuts) gpu_.launch(agent("PullHeavy"), pull_header, heavy_blocks, &arguments, step_.function.object);
  if (step_.pattern == Pattern::reduce) step_.reduced = gpu_.add_up(arguments.summands, blocks + heavy_blocks);
}

/// What a pull by a list of receivers is given, with a frontier in `words` that is still empty.
PullArguments DeviceSteps::listed_arguments(const gpu::VertexMap& from, const gpu::VertexList& receivers,
                                            DeviceBlock& words) {
  words = gpu_.take_cleared_words();
  PullArguments arguments{};
  arguments.rows = gpu_.rows(opposite(step_.side));
  arguments.from = from;
  arguments.queue = receivers.vertices;
  arguments.size = receivers.size;
  arguments.emission = gpu_.emission(step_.side, gpu_.reset_counters());
  arguments.emission.words = words.as<std::uint32_t>();
  return arguments;
}

/// Of those that the pull before has left without a value, or of all that have arcs; those that are left now are listed
/// in `left`. False, with nothing done, where there is no memory for what it takes.
bool DeviceSteps::pull_listed(const gpu::VertexMap& from, DeviceBlock& words, DeviceBlock& left) {
  const Side side = opposite(step_.side);
  const gpu::VertexList left_last = pulls().left_before();
  const bool is_first = left_last.vertices == nullptr;
  const gpu::VertexList receivers = is_first ? gpu_.layouts().rows_with_arcs(side) : left_last;
  const VertexId* hubs = gpu_.layouts().hubs(side);
  if (receivers.vertices == nullptr || hubs == nullptr) return false;
  step_.chosen = is_first ? "pull, listed" : "pull, those left";
  left = gpu_.take_queue(receivers.size);
  PullArguments arguments = listed_arguments(from, receivers, words);
  arguments.hubs = hubs;
  arguments.left.queue = left.as<VertexId>();
  arguments.left.emitted = &gpu_.counters()->left;
  gpu_.launch(agent("PullListed", gpu::form_argument(from.form)), listed_header, row_blocks(receivers.size), &arguments,
              step_.function.object);
  return true;
}

/// Rows are left where nothing better follows. False likewise.
bool DeviceSteps::pull_lightest(const gpu::VertexMap& from, DeviceBlock& words) {
  const Side side = opposite(step_.side);
  const gpu::VertexList receivers = gpu_.layouts().rows_with_arcs(side);
  const gpu::WeightedArc* arcs = gpu_.layouts().lightest_first(side);
  if (receivers.vertices == nullptr || arcs == nullptr) return false;
  step_.chosen = "pull, lightest first";
  PullArguments arguments = listed_arguments(from, receivers, words);
  arguments.lightest_first = arcs;
  arguments.read_arcs = &gpu_.counters()->expanded_arcs;
  arguments.heavy = gpu_.heavy(side);
  arguments.heavy_degree = static_cast<std::uint32_t>(DeviceContext::heavy_degree);
  const std::string_view form = gpu::form_argument(from.form);
  gpu_.launch(agent("PullLightest", form), lightest_header, row_blocks(receivers.size), &arguments,
              step_.function.object);
  gpu_.launch(agent("PullLightestHeavy", form), lightest_header, arguments.heavy.num_rows, &arguments,
              step_.function.object);
  return true;
}

bool pushes_reductions(const ReduceKeys& schedule) {
  const std::string& layout = schedule.get<ScheduleKey::layout>();
  return layout != automatic_piece && !find_layout(layout).has_receiver_rows;
}

void DeviceSteps::reduce(const ReduceKeys& schedule, const std::function<CellKeys()>& cells) {
  if (step_.traits.stops_early || step_.traits.has_wants) step_.read_arcs = 0;  // or more
  step_.chosen = "pull_reduce";
  if (pushes_reductions(schedule)) {
    const PushPlan plan(cells(), step_.traits);
    if (has_parts(plan)) return reduce_cells(plan);
    substitute(plan.name() + " and reduce", std::string(step_.chosen));
  }
  const bool has_columns = pulls_columns(schedule);
  gpu_.reset_counters();
  pull_rows({}, nullptr, opposite(step_.side), nullptr, has_columns);
}

/// All vertices push into cells of the step's own.
void DeviceSteps::reduce_cells(const PushPlan& plan) {
  step_.chosen = plan.name() + " and reduce";
  gpu_.reset_counters();
  const VertexId n = gpu_.num_vertices();
  PushArguments arguments{};
  arguments.rows = gpu_.rows(step_.side);
  arguments.starts = arguments.rows.offsets;
  arguments.size = n;
  arguments.num_arcs = gpu_.num_arcs();
  const std::uint64_t blocks = std::min(blocks_for(n), most_row_blocks);
  auto* summands = static_cast<double*>(gpu_.scratch("summands of rows", blocks * sizeof(double)));
  const CellArguments cells = cleared_cells(summands);
  arguments.cells = cells.cells;
  follow(plan, arguments);
  const std::string reduce = fmt::format("mg::sparse::ReduceCells<{}>", step_.function.type);
  gpu_.launch(reduce, pull_header, blocks, &cells, step_.function.object);
  step_.reduced = gpu_.add_up(summands, blocks);
}

/// A value a vertex, all the identity.
CellArguments DeviceSteps::cleared_cells(double* summands) {
  const VertexId n = gpu_.num_vertices();
  CellArguments cells{};
  cells.cells = gpu_.scratch("values of a step", n * step_.traits.value_bytes);
  cells.num_vertices = n;
  cells.summands = summands;
  const std::string clear = fmt::format("mg::sparse::ClearCells<{}>", step_.function.type);
  gpu_.launch(clear, pull_header, blocks_for(n), &cells, step_.function.object);
  return cells;
}

/// A gather needs none, so that a run that was planned without them must not fail for lack of room.
bool DeviceSteps::has_room_for_cells() const { return gpu_.has_room(gpu_.num_vertices() * step_.traits.value_bytes); }

/// Arcs that lead from those who send to receivers; known where the graph is undirected.
EdgeId DeviceSteps::arcs_of_senders() const {
  const bool are_listed_once = step_.senders != nullptr && !step_.senders->repeats;
  return are_listed_once ? gpu_.known_arcs(*step_.senders, opposite(step_.side)) : Frontier::unknown_arcs;
}

void DeviceSteps::gather(bool ordered) {
  if (step_.traits.stops_early || step_.traits.has_wants) step_.read_arcs = 0;  // or more
  const EdgeId arcs_to_read = arcs() == Frontier::unknown_arcs ? gpu_.num_arcs() : arcs();
  const EdgeId sent = arcs_of_senders();
  const PushPlan plan(Schedule{}, step_.traits);
  const EdgeId beside_cells = arcs_to_read - std::min<EdgeId>(arcs_to_read, gpu_.num_vertices());
  if (!ordered && is_less(sent, beside_cells, costs_.scatter_share) && has_room_for_cells() && has_parts(plan))
    return scatter(plan);
  step_.chosen = "gather";
  const bool is_narrow = is_less(arcs_to_read, gpu_.num_arcs(), costs_.wide_gather_share) ||
                         static_cast<double>(gpu_.num_arcs()) < costs_.small_gather;
  if (step_.from->kind() == Frontier::Kind::queue && is_narrow) return gather_queue(*step_.from);
  DeviceFrontier converted;
  const DeviceFrontier* receivers = step_.from;
  if (receivers->kind() != Frontier::Kind::all && receivers->words() == nullptr) {
    converted = gpu_.to_bitmap(*receivers);
    receivers = &converted;
  }
  gpu_.reset_counters();
  DeviceFrontier marked;
  gpu::VertexMap senders{};
  if (is_less(sent, arcs_to_read, costs_.filter_share)) {
    if (step_.senders->words() == nullptr) marked = gpu_.to_bitmap(*step_.senders);
    senders = (marked.empty() ? *step_.senders : marked).map();
    step_.chosen = "gather from some";
  }
  pull_rows(senders, receivers->words(), step_.side, nullptr);
  gpu_.recycle(std::move(marked));
  gpu_.recycle(std::move(converted));
}

/// Those who send push into cells of the step's own, which the receivers are given.
void DeviceSteps::scatter(const PushPlan& plan) {
  step_.chosen = "scatter";
  step_.read_arcs = arcs_of_senders();
  const Side side = opposite(step_.side);
  DeviceFrontier listed;
  const DeviceFrontier* senders = step_.senders;
  if (senders->kind() != Frontier::Kind::queue || senders->starts() == nullptr) {
    DeviceFrontier map = senders->is_map() ? DeviceFrontier() : gpu_.to_bitmap(*senders);
    listed = gpu_.to_queue(senders->is_map() ? *senders : map, side);
    gpu_.recycle(std::move(map));
    senders = &listed;
  }
  PushArguments arguments{};
  arguments.rows = gpu_.rows(side);
  arguments.queue = senders->queue();
  arguments.starts = senders->starts();
  arguments.size = senders->size();
  arguments.num_arcs = senders->arcs;
  CellArguments cells = cleared_cells(nullptr);
  arguments.cells = cells.cells;
  follow(plan, arguments);
  DeviceFrontier bits;
  const DeviceFrontier* receivers = step_.from;
  if (receivers->is_map() && receivers->words() == nullptr) {
    bits = gpu_.to_bitmap(*receivers);
    receivers = &bits;
  }
  cells.queue = receivers->queue();
  cells.words = receivers->words();
  cells.size = cells.queue != nullptr ? step_.from->size() : gpu_.num_vertices();
  const std::string receive = fmt::format("mg::sparse::ReceiveCells<{}>", step_.function.type);
  gpu_.launch(receive, pull_header, blocks_for(cells.size), &cells, step_.function.object);
  gpu_.recycle(std::move(bits));
  gpu_.recycle(std::move(listed));
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
