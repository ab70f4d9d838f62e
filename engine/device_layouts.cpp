#include "engine/device_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>

#include "engine/device_context.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/layouts.cuh";
constexpr std::uint64_t arc_bytes = sizeof(VertexId);
constexpr std::uint64_t weight_bytes = sizeof(std::uint32_t);  // of either type
constexpr std::uint64_t key_bytes = sizeof(std::uint64_t);

/// Memory that a layout which a run can do without leaves for what it cannot.
constexpr std::uint64_t left_for_runs = std::uint64_t{256} << 20;

/// Rows between two columns, so that these begin where a warp's reads do.
std::uint64_t pitch_of(std::uint64_t num_vertices) { return (num_vertices + 31) / 32 * 32; }

/// The mean degree, where places in so many columns have numbers of the offsets' width.
std::uint32_t columns_of(std::uint64_t num_vertices, EdgeId num_arcs) {
  if (num_arcs == 0) return 0;
  const std::uint64_t mean = std::max<std::uint64_t>(num_arcs / num_vertices, 1);
  constexpr std::uint64_t narrow = gpu::most_narrow_arcs;
  constexpr std::uint64_t asked_together = 4;  // a pull follows so many columns at a time
  if (num_arcs <= narrow && asked_together * pitch_of(num_vertices) > narrow) return 0;
  const std::uint64_t most = num_arcs > narrow ? narrow : (narrow + 1) / pitch_of(num_vertices) - 1;
  return static_cast<std::uint32_t>(std::min(mean, most));
}

}  // namespace

LayoutBytes layout_bytes(Layout layout, std::uint64_t num_vertices, EdgeId num_arcs, bool weighted) {
  const std::uint64_t offset_bytes = num_arcs <= gpu::most_narrow_arcs ? 4 : 8;
  const std::uint64_t per_arc = arc_bytes + (weighted ? weight_bytes : 0);
  switch (layout) {
    case Layout::automatic:
    case Layout::csr: break;
    case Layout::coo: return {.kept = num_arcs * arc_bytes, .building = num_arcs * arc_bytes};
    case Layout::blocked: {
      const std::uint64_t kept = num_arcs * (arc_bytes + per_arc);
      return {.kept = kept, .building = kept + num_arcs * (arc_bytes + 2 * key_bytes)};
    }
    case Layout::ell: {
      const std::uint64_t columns = columns_of(num_vertices, num_arcs) * pitch_of(num_vertices) * per_arc;
      return {.kept = columns + num_vertices * offset_bytes, .building = columns + num_vertices * offset_bytes};
    }
    case Layout::segments: {
      const std::uint64_t kept = num_arcs * per_arc + num_vertices * (offset_bytes + sizeof(VertexId));
      return {.kept = kept, .building = kept + num_vertices * (sizeof(std::uint32_t) + sizeof(std::uint64_t))};
    }
  }
  return {};
}

void DeviceLayouts::build(const std::function<void()>& make) {
  Device& device = gpu_.device();
  device.synchronize();
  const auto start = std::chrono::steady_clock::now();
  const double compiled_before = device.compile_ms();
  make();
  device.synchronize();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  build_ms_ += passed.count() - (device.compile_ms() - compiled_before);
}

template <class Made, class Make>
const Made& DeviceLayouts::find_or_make(std::map<Key, Made>& made, const Key& key, Make make) {
  auto found = made.find(key);
  if (found == made.end()) build([&] { found = made.emplace(key, make()).first; });
  return found->second;
}

/// What there is no memory for is nothing, with its blocks given back.
template <class Made, class Make>
Made DeviceLayouts::find_or_try(std::map<Key, Made>& made, const Key& key, Make make) {
  const auto [found, is_new] = made.try_emplace(key);
  if (!is_new) return found->second;
  const std::size_t blocks_before = blocks_.size();
  try {
    build([&, &there = found->second] { there = make(); });
  } catch (const Error& error) {
    if (error.code() != ExitCode::no_resources) throw;
    blocks_.resize(blocks_before);
  }
  return found->second;
}

DeviceLayouts::Key DeviceLayouts::key(Side side, Layout layout, std::uint32_t parameter) const {
  return {gpu_.rows(side).offsets, layout, parameter};
}

template <class T>
T* DeviceLayouts::keep(std::uint64_t count, const char* what) {
  return blocks_.emplace_back(gpu_.shared_device(), count * sizeof(T), what).template as<T>();
}

gpu::LayoutArguments DeviceLayouts::arguments(Side side) const {
  gpu::LayoutArguments arguments{};
  arguments.rows = gpu_.rows(side);
  arguments.num_arcs = gpu_.num_arcs();
  arguments.arc_bits = gpu_.arc_bits();
  return arguments;
}

const gpu::DeviceArcs& DeviceLayouts::coo(Side side) {
  return find_or_make(arcs_, key(side, Layout::coo), [&] { return make_coo(side); });
}
const gpu::DeviceArcs& DeviceLayouts::blocked(Side side, VertexId block) {
  return find_or_make(arcs_, key(side, Layout::blocked, block), [&] { return make_blocked(side, block); });
}
const gpu::DeviceColumns& DeviceLayouts::ell(Side side) {
  return find_or_make(columns_, key(side, Layout::ell), [&] { return make_ell(side); });
}
const gpu::DeviceSegments& DeviceLayouts::segments(Side side, std::uint32_t heavy_degree) {
  return find_or_make(segments_, key(side, Layout::segments, heavy_degree),
                      [&] { return make_segments(side, heavy_degree); });
}

const VertexId* DeviceLayouts::hubs(Side side) {
  return find_or_try(hubs_, key(side, Layout::csr), [&] { return make_hubs(side); });
}
gpu::VertexList DeviceLayouts::rows_with_arcs(Side side) {
  return find_or_try(rows_with_arcs_, key(side, Layout::csr), [&] { return make_rows_with_arcs(side); });
}
const gpu::WeightedArc* DeviceLayouts::lightest_first(Side side) {
  return find_or_try(lightest_first_, key(side, Layout::csr), [&] { return make_lightest_first(side); });
}

const gpu::RowNode* DeviceLayouts::linked_rows(Side side) {
  return find_or_try(linked_rows_, key(side, Layout::csr), [&] { return make_linked_rows(side); });
}

bool DeviceLayouts::has_lists(Side side) const {
  const auto hubs = hubs_.find(key(side, Layout::csr));
  const auto rows = rows_with_arcs_.find(key(side, Layout::csr));
  const bool has_hubs = hubs != hubs_.end();
  const bool has_rows = rows != rows_with_arcs_.end();
  if ((has_hubs && hubs->second == nullptr) || (has_rows && rows->second.vertices == nullptr)) return false;
  constexpr std::uint64_t lists = 2 * 2;  // as long as the next power of two
  return (has_hubs && has_rows) || gpu_.has_room(gpu_.num_vertices() * sizeof(VertexId) * (2 + lists));
}
bool DeviceLayouts::has_lightest_first(Side side) const {
  const auto found = lightest_first_.find(key(side, Layout::csr));
  if (found != lightest_first_.end()) return found->second != nullptr;
  // Keys and neighbors, as sorted and between two passes, and what stays, with the list of rows.
  constexpr std::uint64_t building = 3 * key_bytes + 2 * arc_bytes + sizeof(gpu::WeightedArc);
  return gpu_.has_room(gpu_.num_arcs() * building + gpu_.num_vertices() * sizeof(VertexId));
}

gpu::DeviceArcs DeviceLayouts::make_coo(Side side) {
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.sources = keep<VertexId>(gpu_.num_arcs(), "coo sources");
  gpu_.launch(fmt::format("mg::gpu::SourcesOf<{}>", gpu_.offset_type()), header,
              blocks_for(gpu_.num_vertices(), warps_per_block), &arguments);
  return {.sources = arguments.sources, .rows = arguments.rows};
}

gpu::DeviceArcs DeviceLayouts::make_blocked(Side side, VertexId block) {
  const EdgeId num_arcs = gpu_.num_arcs();
  gpu::LayoutArguments arguments = this->arguments(side);
  const DeviceBlock from(gpu_.shared_device(), num_arcs * arc_bytes, "coo sources");
  const DeviceBlock keys(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock sorted(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  arguments.sources = from.as<VertexId>();
  arguments.keys = keys.as<std::uint64_t>();
  arguments.block = block;
  gpu_.launch(fmt::format("mg::gpu::SourcesOf<{}>", gpu_.offset_type()), header,
              blocks_for(gpu_.num_vertices(), warps_per_block), &arguments);
  gpu_.launch("mg::gpu::BlockKeys", header, blocks_for(num_arcs), &arguments);
  const std::uint64_t blocks = blocks_for(gpu_.num_vertices(), block);
  gpu_.device().sort_keys(arguments.keys, sorted.as<std::uint64_t>(), num_arcs,
                          static_cast<int>(gpu_.arc_bits()) + std::bit_width(blocks));

  gpu::DeviceArcs ordered{.sources = nullptr, .rows = arguments.rows};
  arguments.from = from.as<VertexId>();
  arguments.keys = sorted.as<std::uint64_t>();
  arguments.sources = keep<VertexId>(num_arcs, "blocked sources");
  arguments.targets = keep<VertexId>(num_arcs, "blocked targets");
  if (arguments.rows.weights != nullptr) arguments.weights = keep<std::uint32_t>(num_arcs, "blocked weights");
  gpu_.launch("mg::gpu::OrderArcs", header, blocks_for(num_arcs), &arguments);
  ordered.sources = arguments.sources;
  ordered.rows.neighbors = arguments.targets;
  ordered.rows.weights = arguments.weights;
  return ordered;
}

gpu::DeviceColumns DeviceLayouts::make_ell(Side side) {
  const VertexId n = gpu_.num_vertices();
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.pitch = pitch_of(n);
  arguments.num_columns = columns_of(n, gpu_.num_arcs());
  const std::uint64_t places = arguments.num_columns * arguments.pitch;
  arguments.targets = keep<VertexId>(places, "ell columns");
  if (arguments.rows.weights != nullptr) arguments.weights = keep<std::uint32_t>(places, "ell weights");
  arguments.ends = keep<std::byte>(n * gpu_.offset_bytes(), "ell offsets");
  gpu_.launch(fmt::format("mg::gpu::ColumnsOf<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);

  gpu::DeviceColumns columns{.rows = arguments.rows, .rest = arguments.rows, .pitch = arguments.pitch};
  columns.rows.ends = arguments.ends;
  columns.rows.neighbors = arguments.targets;
  columns.rows.weights = arguments.weights;
  columns.rest.offsets = arguments.ends;
  return columns;
}

gpu::DeviceSegments DeviceLayouts::make_segments(Side side, std::uint32_t heavy_degree) {
  const VertexId n = gpu_.num_vertices();
  gpu::LayoutArguments arguments = this->arguments(side);
  const DeviceBlock flags(gpu_.shared_device(), n * sizeof(std::uint32_t), "vertices of segments");
  const DeviceBlock ranks(gpu_.shared_device(), (std::size_t{n} + 1) * sizeof(std::uint64_t), "vertices of segments");
  arguments.in_offsets = gpu_.rows(side == Side::out ? Side::in : Side::out).offsets;
  arguments.heavy_degree = heavy_degree;
  arguments.flags = flags.as<std::uint32_t>();
  arguments.ranks = ranks.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::gpu::FlagHeavy<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);
  gpu_.device().exclusive_scan(arguments.flags, ranks.as<std::uint64_t>(), n);
  std::uint64_t num_heavy = 0;
  gpu_.device().download(&num_heavy, ranks.as<std::uint64_t>() + n, sizeof(num_heavy));

  arguments.vertices = keep<VertexId>(num_heavy, "vertices of segments");
  arguments.targets = keep<VertexId>(gpu_.num_arcs(), "arcs of segments");
  if (arguments.rows.weights != nullptr) {
    arguments.weights = keep<std::uint32_t>(gpu_.num_arcs(), "weights of segments");
  }
  arguments.ends = keep<std::byte>(n * gpu_.offset_bytes(), "offsets of segments");
  gpu_.launch("mg::gpu::ListHeavy", header, blocks_for(n), &arguments);
  gpu_.launch(fmt::format("mg::gpu::SplitRows<{}>", gpu_.offset_type()), header, blocks_for(n, warps_per_block),
              &arguments);

  gpu::DeviceSegments segments{.heavy = arguments.rows,
                               .light = arguments.rows,
                               .vertices = arguments.vertices,
                               .num_heavy = static_cast<std::uint32_t>(num_heavy)};
  segments.heavy.neighbors = segments.light.neighbors = arguments.targets;
  segments.heavy.weights = segments.light.weights = arguments.weights;
  segments.heavy.ends = arguments.ends;
  segments.light.offsets = arguments.ends;
  return segments;
}

const VertexId* DeviceLayouts::make_hubs(Side side) {
  const VertexId n = gpu_.num_vertices();
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.vertices = keep<VertexId>(n, "hubs of rows");
  gpu_.launch(fmt::format("mg::gpu::HubOfRow<{}>", gpu_.offset_type()), header, blocks_for(n, warps_per_block),
              &arguments);
  return arguments.vertices;
}

const gpu::RowNode* DeviceLayouts::make_linked_rows(Side side) {
  const VertexId n = gpu_.num_vertices();
  const std::uint64_t most_nodes = n + gpu_.num_arcs() / 3;
  if (n >= gpu::RowNode::link || !gpu_.has_room(most_nodes * sizeof(gpu::RowNode) + left_for_runs)) return nullptr;
  gpu::LayoutArguments arguments = this->arguments(side);
  const DeviceBlock further(gpu_.shared_device(), n * sizeof(std::uint32_t), "nodes of rows");
  const DeviceBlock before(gpu_.shared_device(), (std::size_t{n} + 1) * sizeof(std::uint64_t), "nodes of rows");
  arguments.flags = further.as<std::uint32_t>();
  arguments.ranks = before.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::gpu::CountNodes<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);
  gpu_.device().exclusive_scan(arguments.flags, before.as<std::uint64_t>(), n);
  std::uint64_t num_further = 0;
  gpu_.device().download(&num_further, arguments.ranks + n, sizeof(num_further));
  if (n + num_further >= gpu::RowNode::link) return nullptr;
  arguments.nodes = keep<gpu::RowNode>(n + num_further, "linked rows");
  gpu_.launch(fmt::format("mg::gpu::LinkRows<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);
  return arguments.nodes;
}

gpu::VertexList DeviceLayouts::make_rows_with_arcs(Side side) {
  const VertexId n = gpu_.num_vertices();
  gpu::Counters* counters = gpu_.reset_counters();
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.vertices = keep<VertexId>(n, "vertices with arcs");
  arguments.emission.queue = arguments.vertices;
  arguments.emission.emitted = &counters->emitted;
  gpu_.launch(fmt::format("mg::gpu::ListRows<{}>", gpu_.offset_type()), header, blocks_for(n, 1024), &arguments);
  return {.vertices = arguments.vertices, .size = gpu_.read_counters().emitted};
}

const gpu::WeightedArc* DeviceLayouts::make_lightest_first(Side side) {
  const EdgeId num_arcs = gpu_.num_arcs();
  const std::string_view weight = gpu_.weight_type() == WeightType::f32 ? "float" : "unsigned int";
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.arcs = keep<gpu::WeightedArc>(num_arcs, "arcs, lightest first");
  const DeviceBlock keys(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock sorted(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock targets(gpu_.shared_device(), num_arcs * arc_bytes, "sorted arcs");
  arguments.keys = keys.as<std::uint64_t>();
  arguments.targets = targets.as<VertexId>();
  gpu_.launch(fmt::format("mg::gpu::WeightKeys<{}, {}>", weight, gpu_.offset_type()), header,
              blocks_for(gpu_.num_vertices(), warps_per_block), &arguments);
  constexpr int key_weight_bits = 32;
  gpu_.device().sort_pairs(arguments.keys, sorted.as<std::uint64_t>(), arguments.rows.neighbors, arguments.targets,
                           num_arcs, key_weight_bits + std::bit_width(gpu_.num_vertices()));
  arguments.keys = sorted.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::gpu::PairArcs<{}>", weight), header, blocks_for(num_arcs), &arguments);
  return arguments.arcs;
}

}  // namespace mg
