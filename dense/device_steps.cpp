#include "dense/device_steps.hpp"

#include <fmt/format.h>

#include <utility>

namespace mg::dense {

namespace {

constexpr std::string_view header = "dense/two_phase.cuh";

/// Phase 2.
std::string groups_agent(const GpuStep& step, const DeviceContext& gpu) {
  return fmt::format("mg::dense::CombineGroups<{}, {}>", step.function.type, gpu.offset_type());
}

}  // namespace

Side DeviceSteps::receivers_of(const GpuStep& step) {
  if (step.pattern == Pattern::gather) return step.side;
  return step.side == Side::out ? Side::in : Side::out;
}

bool DeviceSteps::has_kernels(const GpuStep& step, DeviceContext& gpu) {
  return gpu.has_kernel(groups_agent(step, gpu), header);
}

void DeviceSteps::run(GpuStep& step, std::uint64_t number) {
  step.chosen = "two_phase";
  const bool gathers = step.pattern == Pattern::gather;
  const DeviceTiles& tiles = *tiles_[index_of(receivers_of(step))];
  DeviceFrontier converted;
  const DeviceFrontier* set = step.from;
  if (set->kind() == Frontier::Kind::queue || (gathers && set->is_map() && set->words() == nullptr)) {
    converted = gpu_.to_bitmap(*set);
    set = &converted;
  }
  gpu_.reset_counters();
  const gpu::VertexMap senders = gathers ? gpu::VertexMap{} : set->map();
  const std::optional<Begun> begun = std::exchange(begun_, std::nullopt);
  const bool is_begun = step.pattern == Pattern::reduce && begun == Begun{number, step.side, step.function.type};
  if (!is_begun) first_phase(step, tiles, senders, step.function.object);
  GroupArguments arguments{};
  if (gathers) arguments.receivers = set->words();
  combine_groups(step, tiles, arguments);
  if (step.following != nullptr) begun_ = {number + 1, step.side, step.function.type};
  step.in_tiles = true;
  if (senders.cells == nullptr && !step.traits.has_sends) {  // otherwise tasks in which nobody sends read nothing
    step.read_arcs = gpu_.num_arcs();
    step.bytes = bytes_of(step, tiles, senders);
  }
  gpu_.recycle(std::move(converted));
}

/// Moved where all vertices send. Partials are written and read; so are the values of columns, unless they are computed
/// where they are needed.
std::uint64_t DeviceSteps::bytes_of(const GpuStep& step, const DeviceTiles& tiles,
                                    const gpu::VertexMap& senders) const {
  const TileBlocks& blocks = tiles.blocks();
  const std::uint64_t offers = panel_for(step, tiles, senders) == Panel::computed ? 0 : blocks.num_columns;
  return blocks.bytes(step.traits.weighted) + 2 * (blocks.num_partials() + offers) * step.traits.wire_bytes +
         std::uint64_t{blocks.num_rows} * step.traits.value_bytes;
}

/// By `function`, the object of the step's function or of the following one's.
void DeviceSteps::first_phase(const GpuStep& step, const DeviceTiles& tiles, const gpu::VertexMap& senders,
                              const void* function) {
  const Panel panel = panel_for(step, tiles, senders);
  if (panel != Panel::computed) offer(step, tiles, senders, function);
  combine_panels(step, tiles, panel, function);
}

void DeviceSteps::offer(const GpuStep& step, const DeviceTiles& tiles, const gpu::VertexMap& from,
                        const void* function) {
  OfferArguments arguments{};
  tiles.fill(arguments);
  arguments.from = from;
  const std::size_t bytes = std::size_t{tiles.blocks().num_columns} * step.traits.wire_bytes;
  arguments.offers = gpu_.scratch("values of columns", bytes);
  const std::uint64_t blocks = blocks_for(tiles.blocks().num_columns, tiles::offer_columns);
  arguments.awake = static_cast<std::uint32_t*>(gpu_.scratch("columns that send", blocks * sizeof(std::uint32_t)));
  gpu_.launch(fmt::format("mg::dense::OfferColumns<{}{}>", step.function.type, gpu::form_argument(from.form)), header,
              blocks, &arguments, function);
}

DeviceSteps::Panel DeviceSteps::panel_for(const GpuStep& step, const DeviceTiles& tiles,
                                          const gpu::VertexMap& senders) const {
  constexpr std::size_t own = 64;  // the kernel's static shared memory
  const bool fits = step.traits.wire_bytes == sizeof(float) &&
                    phase1_shared_bytes(tiles.blocks().shape.panel_columns, sizeof(float), true) + own <=
                        gpu_.shared_device()->info().shared_bytes_per_block;
  if (!fits) return Panel::streamed;
  const bool all_send = senders.cells == nullptr && !step.traits.has_sends;
  return all_send && tiles.blocks().columns_in_order ? Panel::computed : Panel::copied;
}

void DeviceSteps::combine_panels(const GpuStep& step, const DeviceTiles& tiles, Panel panel, const void* function) {
  PanelArguments arguments{};
  tiles.fill(arguments);
  arguments.offers = gpu_.scratch("values of columns", 0);
  arguments.awake = static_cast<const std::uint32_t*>(gpu_.scratch("columns that send", 0));
  arguments.partials = gpu_.scratch("partials", std::size_t{tiles.blocks().num_partials()} * step.traits.wire_bytes);
  const std::size_t tasks = tiles.num_tasks() * sizeof(std::uint32_t);
  arguments.blank = static_cast<std::uint32_t*>(gpu_.scratch("blank tasks", tasks));
  const std::string whose = fmt::format("{} {}", step.function.type, static_cast<const void*>(&tiles));
  if (whose != blank_for_) gpu_.device().fill(arguments.blank, 0, tasks);
  blank_for_ = whose;
  constexpr std::string_view names[] = {"computed", "copied", "streamed"};
  const std::string_view stored = step.traits.weighted ? tiles.blocks().stored_weight() : "mg::NoWeight";
  gpu_.launch(
      fmt::format("mg::dense::CombinePanels<{}, {}, mg::dense::Panel::{}>", step.function.type, stored,
                  names[static_cast<std::size_t>(panel)]),
      header, tiles.num_tasks(), &arguments, function,
      phase1_shared_bytes(tiles.blocks().shape.panel_columns, step.traits.wire_bytes, panel != Panel::streamed));
}

void DeviceSteps::combine_groups(GpuStep& step, const DeviceTiles& tiles, GroupArguments& arguments) {
  constexpr std::uint32_t warps = tiles::phase2_threads / 32;
  const std::uint64_t blocks = blocks_for(tiles.blocks().num_groups, warps);
  const std::size_t shared = warps * (tiles.blocks().shape.group_rows * step.traits.value_bytes +
                                      tiles::segments_kept * sizeof(std::uint32_t));
  tiles.fill(arguments);
  arguments.partials = gpu_.scratch("partials", 0);
  arguments.emission = gpu_.emission(step.side, gpu_.counters());
  DeviceBlock words;
  if (step.pattern == Pattern::expand) {
    words = gpu_.take_words();
    arguments.emission.words = words.as<std::uint32_t>();
  } else if (step.pattern == Pattern::reduce) {
    arguments.summands = static_cast<double*>(gpu_.scratch("summands of rows", blocks * sizeof(double)));
  }
  gpu_.launch(groups_agent(step, gpu_), header, blocks, &arguments, step.function.object, shared);
  if (step.pattern == Pattern::reduce) {
    reduce(step, tiles, arguments.summands, blocks);
  } else if (step.pattern == Pattern::expand) {
    const std::uint64_t emitted = gpu_.read_counters().emitted;
    step.to = DeviceFrontier::of_words(std::move(words), gpu_.entries_of(emitted), gpu_.arcs_of(emitted));
    step.to.arcs_side = step.side;
  }
}

/// Adds up. While the host waits for the sum, which tells it whether to go on, the GPU goes on.
void DeviceSteps::reduce(GpuStep& step, const DeviceTiles& tiles, const double* summands, std::uint64_t count) {
  step.reduced = gpu_.add_up(summands, count, [&] {
    if (step.following != nullptr) first_phase(step, tiles, step.from->map(), step.following);
  });
}

}  // namespace mg::dense
