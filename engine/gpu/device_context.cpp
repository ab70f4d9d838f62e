#include "engine/gpu/device_context.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

constexpr std::string_view vertices_header = "engine/gpu/vertices.cuh";

/// What marks vertices in a map.
std::string mark_agent(gpu::MapForm form) {
  return fmt::format("mg::gpu::MarkVertices<mg::gpu::Emit::{}>", to_string(form));
}

/// Of the layouts that the parts of the schedule ask for, with the largest share that building takes.
std::uint64_t bytes_of_layouts(const HybridSchedule& schedule, std::uint64_t num_vertices, EdgeId num_arcs,
                               bool directed, bool weighted) {
  std::set<std::string> layouts;
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) layouts.insert(schedule.part(part).layout);
  layouts.erase(std::string(automatic_piece));
  std::uint64_t kept = 0;
  std::uint64_t building = 0;
  for (const std::string& name : layouts) {
    const Layout& layout = find_layout(name);
    const LayoutBytes bytes = layout.bytes(num_vertices, num_arcs, weighted);
    if (bytes.building < bytes.kept) {
      fail(ExitCode::wrong_use,
           "the layout '{}' ({}) says that it takes {} bytes while it is built and keeps {}: what it keeps belongs to "
           "what it takes",
           name, layout.origin, bytes.building, bytes.kept);
    }
    kept += bytes.kept * (directed ? 2 : 1);
    building = std::max(building, bytes.building - bytes.kept);
  }
  return kept + building;
}

/// At most, of loops that stay on the GPU where the schedule says what expands frontiers: lists of four classes,
/// numbers of arcs, who is in a frontier, and two maps.
std::uint64_t bytes_of_loops(const HybridSchedule& schedule, std::uint64_t num_vertices, std::uint64_t offset_bytes) {
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) {
    const Driver driver = schedule.part(part).driver;
    const bool stays = driver == Driver::fused || driver == Driver::graph;
    if (stays && schedule.part(part) != Schedule{.driver = driver}) {
      return num_vertices * (4 * sizeof(VertexId) + offset_bytes + 3 * sizeof(std::uint32_t));
    }
  }
  return 0;
}

}  // namespace

std::uint64_t gpu_bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool directed, bool weighted,
                        const HybridSchedule& schedule) {
  const std::uint64_t offset_bytes = num_arcs <= gpu::most_narrow_arcs ? 4 : 8;
  const std::uint64_t rows =
      (num_vertices + 1) * offset_bytes + num_arcs * (sizeof(VertexId) + (weighted ? sizeof(float) : 0));
  // Two queues with prefix sums, marks, four bitmaps.
  const std::uint64_t frontiers = num_vertices * (2 * (sizeof(VertexId) + offset_bytes) + 4) + num_vertices / 2;
  return rows * (directed ? 2 : 1) + frontiers + bytes_of_loops(schedule, num_vertices, offset_bytes) +
         bytes_of_layouts(schedule, num_vertices, num_arcs, directed, weighted);
}

DeviceContext::DeviceContext(const std::shared_ptr<Device>& device, const Graph& graph, int threads,
                             std::shared_ptr<const DeviceSides> sides)
    : DeviceGraph(device, graph, threads, std::move(sides)),
      KernelLauncher(device),
      counters_(device, num_counters * sizeof(gpu::Counters), "counters"),
      applied_(device, sizeof(std::uint64_t), "counters") {
  device->fill(counters_.data(), 0, counters_.size_bytes());
  device->fill(applied_.data(), 0, applied_.size_bytes());
}

bool DeviceContext::has_maps() {
  return has_plain_kernel(mark_agent(gpu::MapForm::bytemap), vertices_header) &&
         has_plain_kernel(mark_agent(gpu::MapForm::counter), vertices_header) &&
         has_plain_kernel(fmt::format("mg::gpu::ListMap<{}>", offset_type()), vertices_header);
}

DeviceFrontier DeviceContext::single(VertexId v, EdgeId degree) {
  DeviceBlock queue = take_queue(1);
  DeviceBlock starts = take_starts(1);
  device().upload(queue.data(), &v, sizeof(v));
  device().fill(starts.data(), 0, offset_bytes());
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), 1, degree);
}

void DeviceContext::recycle_block(DeviceBlock&& block) {
  if (!block.empty()) spare_.push_back(std::move(block));
}

void DeviceContext::recycle(DeviceFrontier&& frontier) {
  if (frontier.kind() == Frontier::Kind::counter) {
    if (frontier.map().epoch <= epoch_) spare_counters_.push_back(frontier.release_words());
    return;
  }
  recycle_block(frontier.release_queue());
  recycle_block(frontier.release_left());
  recycle_block(frontier.release_starts());
  recycle_block(frontier.release_words());
}

namespace {

/// Blocks come in sizes of powers of two, so that what one step gives back the next one can use.
std::size_t block_size(std::size_t bytes) {
  constexpr std::size_t smallest = 1 << 16;
  return std::bit_ceil(std::max(bytes, smallest));
}

/// Empty where there is none of that size.
DeviceBlock take_spare(std::vector<DeviceBlock>& spare, std::size_t size) {
  for (DeviceBlock& block : spare) {
    if (block.size_bytes() != size) continue;
    DeviceBlock taken = std::move(block);
    std::swap(block, spare.back());
    spare.pop_back();
    return taken;
  }
  return {};
}

DeviceBlock take(std::vector<DeviceBlock>& spare, const std::shared_ptr<Device>& device, std::size_t bytes,
                 std::string_view what) {
  const std::size_t size = block_size(bytes);
  DeviceBlock taken = take_spare(spare, size);
  return taken.empty() ? DeviceBlock(device, size, what) : std::move(taken);
}

}  // namespace

DeviceBlock DeviceContext::take_queue(std::uint64_t capacity) {
  return take(spare_, shared_device(), capacity * sizeof(VertexId), "frontier queue");
}
DeviceBlock DeviceContext::take_starts(std::uint64_t capacity) {
  return take(spare_, shared_device(), capacity * offset_bytes(), "frontier prefix sums");
}
DeviceBlock DeviceContext::take_words() { return take(spare_, shared_device(), bitmap_bytes(), "frontier bitmap"); }

DeviceBlock DeviceContext::take_cleared_words() {
  takes_cleared_words_ = true;
  if (cleared_words_.empty()) {
    DeviceBlock words = take_words();
    device().fill(words.data(), 0, bitmap_bytes());
    return words;
  }
  DeviceBlock words = std::move(cleared_words_.back());
  cleared_words_.pop_back();
  return words;
}

/// A spare bitmap; empty where there is none, or there are enough that are clear.
DeviceBlock DeviceContext::take_words_to_clear() {
  constexpr std::size_t most_of_a_step = 2;  // the frontier as a bitmap, and the next one
  if (!takes_cleared_words_ || cleared_words_.size() >= most_of_a_step) return {};
  return take_spare(spare_, block_size(bitmap_bytes()));
}

std::size_t DeviceContext::bitmap_bytes() const { return blocks_for(num_vertices()) * block_threads / 8; }

std::uint32_t DeviceContext::next_epoch(std::uint32_t count) {
  if (epoch_ > std::numeric_limits<std::uint32_t>::max() - count) {
    spare_counters_.clear();
    if (!marks_.empty()) device().fill(marks_.data(), 0, marks_.size_bytes());
    epoch_ = 0;
  }
  epoch_ += count;
  return epoch_ - count + 1;
}

namespace {

/// A map of epochs, none of which has come yet.
DeviceBlock new_counters(const std::shared_ptr<Device>& device, VertexId num_vertices, std::string_view what) {
  DeviceBlock counters(device, std::size_t{num_vertices} * sizeof(std::uint32_t), what);
  device->fill(counters.data(), 0, counters.size_bytes());
  return counters;
}

}  // namespace

std::uint32_t* DeviceContext::marks(std::uint32_t& epoch, std::uint32_t count) {
  if (marks_.empty()) marks_ = new_counters(shared_device(), num_vertices(), "marks");
  epoch = next_epoch(count);
  return marks_.as<std::uint32_t>();
}

DeviceFrontier DeviceContext::take_map(gpu::MapForm form, gpu::Emission& emission) {
  if (form == gpu::MapForm::counter) {
    emission.epoch = next_epoch();
    DeviceBlock counters;
    if (spare_counters_.empty()) {
      counters = new_counters(shared_device(), num_vertices(), "frontier counters");
    } else {
      counters = std::move(spare_counters_.back());
      spare_counters_.pop_back();
    }
    emission.marks = counters.as<std::uint32_t>();
    return DeviceFrontier::of_map(form, std::move(counters), emission.epoch);
  }
  if (form == gpu::MapForm::bitmap) {
    DeviceBlock words = take_cleared_words();
    emission.words = words.as<std::uint32_t>();
    return DeviceFrontier::of_map(form, std::move(words), 0);
  }
  DeviceBlock bytes = take(spare_, shared_device(), num_vertices(), "frontier map");
  device().fill(bytes.data(), 0, num_vertices());
  emission.bytes = bytes.as<std::uint8_t>();
  return DeviceFrontier::of_map(form, std::move(bytes), 0);
}

gpu::Counters* DeviceContext::reset_counters() {
  if (++counters_used_ == num_counters) {
    device().fill(counters_.data(), 0, num_counters * sizeof(gpu::Counters));
    counters_used_ = 0;
  }
  return counters();
}

gpu::Counters DeviceContext::read_counters(const std::function<void()>& meanwhile) {
  gpu::Counters counters{};
  DeviceBlock words = take_words_to_clear();
  device().post(this->counters(), sizeof(counters),
                {.data = words.data(), .bytes = words.empty() ? 0 : bitmap_bytes()});
  if (!words.empty()) cleared_words_.push_back(std::move(words));
  if (meanwhile) meanwhile();
  device().receive(&counters);
  return counters;
}

gpu::Emission DeviceContext::emission(Side side, gpu::Counters* counters) const {
  return {.queue = nullptr,
          .starts = nullptr,
          .words = nullptr,
          .bytes = nullptr,
          .marks = nullptr,
          .epoch = 0,
          .arc_bits = arc_bits(),
          .degree_offsets = rows(side).offsets,
          .emitted = &counters->emitted};
}

void* DeviceContext::scratch(std::string_view what, std::size_t bytes) {
  const auto known = scratch_.find(what);
  Scratch& scratch = known != scratch_.end() ? known->second : scratch_[std::string(what)];
  if (scratch.block.size_bytes() < bytes) scratch = {.block = DeviceBlock(shared_device(), bytes, what)};
  return scratch.block.data();
}

void* DeviceContext::cleared_scratch(std::string_view what, std::size_t bytes) {
  void* memory = scratch(what, bytes);
  Scratch& scratch = scratch_.find(what)->second;
  if (!std::exchange(scratch.is_clear, false)) device().fill(memory, 0, scratch.block.size_bytes());
  return memory;
}

void DeviceContext::read_and_clear(std::string_view what, void* to, std::size_t bytes) {
  Scratch& scratch = scratch_.find(what)->second;
  device().post(scratch.block.data(), bytes, {.data = scratch.block.data(), .bytes = scratch.block.size_bytes()});
  device().receive(to);
  scratch.is_clear = true;
}

/// Launches what lists or counts a map's vertices.
void DeviceContext::list_map(const DeviceFrontier& frontier, const gpu::Emission& emission) {
  if (frontier.kind() == Frontier::Kind::bitmap) {
    gpu::VertexArguments arguments{};
    arguments.words = frontier.words();
    arguments.size = num_vertices();
    arguments.emission = emission;
    return launch(fmt::format("mg::gpu::ListBitmap<{}>", offset_type()), vertices_header,
                  blocks_for(num_vertices(), block_threads * 32), &arguments);
  }
  const gpu::ConvertArguments arguments{
      .map = frontier.map(), .queue = nullptr, .size = num_vertices(), .emission = emission};
  launch(fmt::format("mg::gpu::ListMap<{}>", offset_type()), vertices_header, blocks_for(num_vertices(), 1024),
         &arguments);
}

DeviceFrontier DeviceContext::to_queue(const DeviceFrontier& frontier, Side side) {
  if (frontier.repeats) {
    DeviceFrontier map = to_bitmap(frontier);
    DeviceFrontier listed = to_queue(map, side);
    recycle(std::move(map));
    return listed;
  }
  DeviceBlock queue = take_queue(frontier.size());
  DeviceBlock starts = take_starts(frontier.size());
  gpu::Emission listed_in = emission(side, reset_counters());
  listed_in.queue = queue.as<VertexId>();
  listed_in.starts = starts.data();
  list_map(frontier, listed_in);
  EdgeId arcs = frontier.arcs;
  std::uint64_t size = frontier.size();
  if (arcs == Frontier::unknown_arcs || frontier.arcs_side != side) {
    const std::uint64_t emitted = read_counters().emitted;
    arcs = arcs_of(emitted);
    size = entries_of(emitted);
  }
  DeviceFrontier listed = DeviceFrontier::of_queue(std::move(queue), std::move(starts), size, arcs);
  listed.arcs_side = side;
  return listed;
}

DeviceFrontier DeviceContext::to_numbered_queue(const DeviceFrontier& map, const void* ranks) {
  const std::uint64_t most = map.kind() == Frontier::Kind::all ? num_vertices() : map.size();
  DeviceBlock queue = take_queue(most);
  DeviceBlock starts = take_starts(most);
  gpu::Emission listed_in = emission(Side::out, reset_counters());
  listed_in.degree_offsets = ranks;
  listed_in.queue = queue.as<VertexId>();
  listed_in.starts = starts.data();
  list_map(map, listed_in);
  const std::uint64_t emitted = read_counters().emitted;
  return DeviceFrontier::of_queue(std::move(queue), std::move(starts), entries_of(emitted), arcs_of(emitted));
}

DeviceFrontier DeviceContext::to_map(const DeviceFrontier& frontier, gpu::MapForm form) {
  gpu::ConvertArguments arguments{};
  DeviceFrontier marked = take_map(form, arguments.emission);
  arguments.map = frontier.map();
  arguments.queue = frontier.queue();
  arguments.size = frontier.kind() == Frontier::Kind::queue ? frontier.size() : num_vertices();
  launch(mark_agent(form), vertices_header, blocks_for(arguments.size), &arguments);
  if (frontier.repeats) {
    count(marked, frontier.arcs_side);
  } else {
    marked.set_size(frontier.size());
    marked.arcs = frontier.arcs;
    marked.arcs_side = frontier.arcs_side;
  }
  return marked;
}

void DeviceContext::count(DeviceFrontier& map, Side side) {
  list_map(map, emission(side, reset_counters()));
  const std::uint64_t emitted = read_counters().emitted;
  map.set_size(entries_of(emitted));
  map.arcs = arcs_of(emitted);
  map.arcs_side = side;
}

EdgeId DeviceContext::known_arcs(const DeviceFrontier& frontier, Side side) const {
  if (frontier.kind() == Frontier::Kind::all) return num_arcs();
  return has_one_side() || frontier.arcs_side == side ? frontier.arcs : Frontier::unknown_arcs;
}

EdgeId DeviceContext::count_arcs(const DeviceFrontier& frontier, Side side) {
  if (frontier.kind() == Frontier::Kind::all) return num_arcs();
  gpu::Counters* counters = reset_counters();
  if (frontier.kind() != Frontier::Kind::queue) {
    list_map(frontier, emission(side, counters));
    return arcs_of(read_counters().emitted);
  }
  constexpr std::uint64_t most_blocks = 1024;
  const gpu::ConvertArguments arguments{
      .map = {}, .queue = frontier.queue(), .size = frontier.size(), .emission = emission(side, counters)};
  launch(fmt::format("mg::gpu::CountArcs<{}>", offset_type()), vertices_header,
         std::min(blocks_for(frontier.size()), most_blocks), &arguments);
  return read_counters().emitted;
}

void DeviceContext::begin_run() {
  if (std::exchange(has_applied_, false)) device().fill(applied_.data(), 0, applied_.size_bytes());
}

EdgeId DeviceContext::finish_run() {
  if (!has_applied_) device().synchronize();
  return applied_arcs();
}

EdgeId DeviceContext::applied_arcs() {
  EdgeId arcs = 0;
  if (has_applied_) device().download(&arcs, applied_.data(), sizeof(arcs));
  return arcs;
}

}  // namespace mg
