#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "dense/build_arguments.hpp"
#include "dense/device_tiles.hpp"
#include "engine/degree_order.hpp"
#include "engine/error.hpp"

namespace mg::dense {

namespace {

constexpr std::string_view header = "dense/build_tiles.cuh";
constexpr std::uint64_t most_counted = std::numeric_limits<std::uint32_t>::max();

/// One build: the steps in their order, and what the later ones need of the earlier.
class Builder {
 public:
  Builder(DeviceContext& gpu, Side side, const TileShape& shape) : gpu_(gpu), side_(side) {
    tiles_.shape = shape;
    tiles_.num_rows = gpu.num_vertices();
    tiles_.num_arcs = gpu.num_arcs();
  }

  [[nodiscard]] TileBlocks build() {
    rank_columns();
    sort_arcs();
    cut_chunks();
    fill_steps();
    cut_groups();
    fill_groups();
    return std::move(tiles_);
  }

 private:
  [[nodiscard]] Device& device() { return gpu_.device(); }
  [[nodiscard]] DeviceBlock block(std::uint64_t count, std::size_t bytes, std::string_view what) {
    return {gpu_.shared_device(), count * bytes, what};
  }
  template <class T>
  [[nodiscard]] DeviceBlock uploaded(const std::vector<T>& values, std::string_view what) {
    DeviceBlock copy = block(values.size(), sizeof(T), what);
    device().upload(copy.data(), values.data(), values.size() * sizeof(T));
    return copy;
  }
  template <class T>
  [[nodiscard]] std::vector<T> downloaded(const DeviceBlock& values, std::size_t count) {
    std::vector<T> copy(count);
    device().download(copy.data(), values.data(), count * sizeof(T));
    return copy;
  }
  static void check_count(std::uint64_t count, std::string_view what) {
    if (count <= most_counted) return;
    fail(ExitCode::no_resources,
         "the tiles of this graph have {} {}, more than 32 bits count: run it with --engine sparse", count, what);
  }

  void rank_columns();
  void sort_arcs();
  void cut_chunks();
  void fill_steps();
  void cut_groups();
  void fill_groups();
  [[nodiscard]] bool weighted() const { return gpu_.weight_type() != WeightType::none; }
  void choose_weight_type();

  DeviceContext& gpu_;
  Side side_;
  TileBlocks tiles_;
  KeyArguments keys_{};
  ChunkArguments chunks_{};
  DeviceBlock ranks_;
  DeviceBlock sorted_;
  DeviceBlock sorted_weights_;
  DeviceBlock begins_;
  DeviceBlock ends_;
  DeviceBlock receivers_;
  DeviceBlock partials_by_word_;
  std::vector<std::uint64_t> panel_starts_;
};

/// Senders by the number of their arcs, and which column each is.
void Builder::rank_columns() {
  const std::uint32_t n = tiles_.num_rows;
  const Side senders = side_ == Side::out ? Side::in : Side::out;
  DegreeOrder order = order_by_degree(gpu_, senders);
  const DeviceBlock counts = block(2, 4, "columns counted");
  device().fill(counts.data(), 0, 2 * 4);
  keys_.rows = gpu_.rows(side_);
  keys_.degrees = order.degrees.as<std::uint32_t>();
  keys_.ranks = order.ranks.as<std::uint32_t>();
  keys_.num_columns = counts.as<std::uint32_t>();
  keys_.num_moved = keys_.num_columns + 1;
  gpu_.launch("mg::dense::CountColumns", header, blocks_for(n), &keys_);
  const auto counted = downloaded<std::uint32_t>(counts, 2);
  tiles_.num_columns = counted[0];
  tiles_.columns_in_order = counted[1] == 0;
  tiles_.columns = block(tiles_.num_columns, sizeof(VertexId), "tiles: columns");
  device().copy(tiles_.columns.data(), order.vertices.data(), tiles_.num_columns * sizeof(VertexId));
  ranks_ = std::move(order.ranks);
}

/// All arcs, those of a panel together, in the order of their receivers.
void Builder::sort_arcs() {
  const std::uint64_t m = tiles_.num_arcs;
  const std::uint32_t panels = (tiles_.num_columns + tiles_.shape.panel_columns - 1) / tiles_.shape.panel_columns;
  keys_.num_arcs = m;
  keys_.panel_columns = tiles_.shape.panel_columns;
  keys_.num_panels = panels;
  keys_.panel_bits = static_cast<std::uint32_t>(std::bit_width(panels));
  if (keys_.panel_bits > 16) fail(ExitCode::no_resources, "{} columns make too many panels", tiles_.num_columns);
  const DeviceBlock keys = block(m, 8, "arcs to sort");
  sorted_ = block(m, 8, "sorted arcs");
  keys_.keys = keys.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::dense::KeyArcs<{}>", gpu_.offset_type()), header, blocks_for(m, 2048), &keys_);
  const int bits = static_cast<int>(keys_.panel_bits);
  if (weighted()) {
    choose_weight_type();
    sorted_weights_ = block(m, 4, "sorted weights");
    device().sort_pairs(keys_.keys, sorted_.as<std::uint64_t>(), static_cast<const std::uint32_t*>(keys_.rows.weights),
                        sorted_weights_.as<std::uint32_t>(), m, bits);
  } else {
    device().sort_keys(keys_.keys, sorted_.as<std::uint64_t>(), m, bits);
  }
  keys_.keys = sorted_.as<std::uint64_t>();
  const DeviceBlock starts = block(panels + 1, 8, "panel starts");
  keys_.panel_starts = starts.as<std::uint64_t>();
  gpu_.launch("mg::dense::PanelStarts", header, blocks_for(panels + 1), &keys_);
  panel_starts_ = downloaded<std::uint64_t>(starts, panels + 1);
  ranks_ = {};
}

void Builder::choose_weight_type() {
  constexpr std::size_t u8 = 1, u16 = 2, u32 = 3, f32 = 4;
  if (gpu_.weight_type() == WeightType::f32) {
    tiles_.weight_type = f32;
    return;
  }
  const DeviceBlock most = block(1, 4, "largest weight");
  device().fill(most.data(), 0, 4);
  keys_.most_weight = most.as<std::uint32_t>();
  constexpr std::uint64_t most_blocks = 2048;
  gpu_.launch("mg::dense::LargestWeight", header, std::min(blocks_for(tiles_.num_arcs), most_blocks), &keys_);
  const std::uint32_t largest = downloaded<std::uint32_t>(most, 1)[0];
  tiles_.weight_type = largest <= std::numeric_limits<std::uint8_t>::max()    ? u8
                       : largest <= std::numeric_limits<std::uint16_t>::max() ? u16
                                                                              : u32;
}

/// Where chunks begin: at targets, moved to the next beginning of a run.
void Builder::cut_chunks() {
  const std::uint64_t chunk_arcs = tiles_.shape.chunk_arcs;
  std::vector<std::uint64_t> targets;
  std::vector<std::uint64_t> panel_ends;
  for (std::size_t panel = 0; panel + 1 < panel_starts_.size(); ++panel) {
    for (std::uint64_t target = panel_starts_[panel]; target < panel_starts_[panel + 1]; target += chunk_arcs) {
      targets.push_back(target);
      panel_ends.push_back(panel_starts_[panel + 1]);
    }
  }
  const DeviceBlock targets_here = uploaded(targets, "chunk targets");
  const DeviceBlock ends_here = uploaded(panel_ends, "chunk targets");
  const DeviceBlock begins_here = block(targets.size(), 8, "chunk beginnings");
  const BoundaryArguments boundaries{.keys = sorted_.as<std::uint64_t>(),
                                     .panel_bits = keys_.panel_bits,
                                     .targets = targets_here.as<std::uint64_t>(),
                                     .ends = ends_here.as<std::uint64_t>(),
                                     .begins = begins_here.as<std::uint64_t>(),
                                     .count = static_cast<std::uint32_t>(targets.size())};
  gpu_.launch("mg::dense::FindBoundaries", header, blocks_for(targets.size(), 128), &boundaries);
  const auto found = downloaded<std::uint64_t>(begins_here, targets.size());

  std::vector<std::uint64_t> begins;
  std::vector<std::uint64_t> ends;
  std::uint64_t steps = 0;
  tiles_.panel_chunks = {0};
  tiles_.chunk_steps.host = {0};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool last_of_panel = i + 1 == found.size() || panel_ends[i + 1] != panel_ends[i];
    const std::uint64_t end = last_of_panel ? panel_ends[i] : found[i + 1];
    if (end > found[i]) {
      begins.push_back(found[i]);
      ends.push_back(end);
      steps += (end - found[i] + tiles::step_arcs - 1) / tiles::step_arcs;
      check_count(steps, "steps");
      tiles_.chunk_steps.host.push_back(static_cast<std::uint32_t>(steps));
    }
    if (last_of_panel) tiles_.panel_chunks.push_back(static_cast<std::uint32_t>(begins.size()));
  }
  begins_ = uploaded(begins, "chunks");
  ends_ = uploaded(ends, "chunks");
  tiles_.chunk_steps.block = uploaded(tiles_.chunk_steps.host, "tiles: chunk_steps");
}

/// Ids, headers and weights, and whose the partials are.
void Builder::fill_steps() {
  const std::uint32_t chunks = tiles_.num_chunks();
  const std::uint64_t steps = tiles_.chunk_steps.host.back();
  const DeviceBlock runs = block(chunks, 4, "runs of chunks");
  chunks_.keys = sorted_.as<std::uint64_t>();
  chunks_.arc_weights = sorted_weights_.as<std::uint32_t>();
  chunks_.panel_bits = keys_.panel_bits;
  chunks_.panel_columns = tiles_.shape.panel_columns;
  chunks_.begins = begins_.as<std::uint64_t>();
  chunks_.ends = ends_.as<std::uint64_t>();
  chunks_.chunk_steps = tiles_.chunk_steps.block.as<std::uint32_t>();
  chunks_.num_chunks = chunks;
  chunks_.num_steps = static_cast<std::uint32_t>(steps);
  chunks_.runs = runs.as<std::uint32_t>();
  gpu_.launch("mg::dense::CountRuns", header, blocks_for(chunks, warps_per_block), &chunks_);
  std::uint64_t partials = 0;
  tiles_.chunk_partials.host = {0};
  for (const std::uint32_t of_chunk : downloaded<std::uint32_t>(runs, chunks)) {
    partials += of_chunk;
    check_count(partials, "partials");
    tiles_.chunk_partials.host.push_back(static_cast<std::uint32_t>(partials));
  }
  tiles_.chunk_partials.block = uploaded(tiles_.chunk_partials.host, "tiles: chunk_partials");

  constexpr std::size_t stored_bytes[] = {0, 1, 2, 4, 4};
  const std::uint64_t words = blocks_for(tiles_.num_rows, tiles::group_alignment);
  tiles_.ids = block(steps * tiles::step_arcs, 2, "tiles: ids");
  tiles_.headers = block(steps * tiles::lanes, 4, "tiles: headers");
  if (weighted()) {
    tiles_.weights = block(steps * tiles::step_arcs, stored_bytes[tiles_.weight_type], "tiles: weights");
  }
  receivers_ = block(partials, 4, "receivers of partials");
  partials_by_word_ = block(words, 4, "partials by rows");
  device().fill(partials_by_word_.data(), 0, words * 4);
  chunks_.chunk_partials = tiles_.chunk_partials.block.as<std::uint32_t>();
  chunks_.ids = tiles_.ids.as<std::uint16_t>();
  chunks_.headers = tiles_.headers.as<std::uint32_t>();
  chunks_.weights = tiles_.weights.data();
  chunks_.receivers = receivers_.as<VertexId>();
  chunks_.partials_by_word = partials_by_word_.as<std::uint32_t>();
  gpu_.launch(fmt::format("mg::dense::FillChunks<{}>", tiles_.stored_weight()), header,
              blocks_for(chunks, warps_per_block), &chunks_);
  gpu_.launch(fmt::format("mg::dense::SpreadSteps<{}>", tiles_.stored_weight()), header, blocks_for(steps, 16),
              &chunks_);
  sorted_ = {};
  sorted_weights_ = {};
}

/// Rows, in their order, until a group has enough of them or of partials.
void Builder::cut_groups() {
  const std::uint64_t words = blocks_for(tiles_.num_rows, tiles::group_alignment);
  const auto partials = downloaded<std::uint32_t>(partials_by_word_, words);
  std::vector<std::uint32_t> group_rows = {0};
  std::uint64_t rows = 0;
  std::uint64_t received = 0;
  for (std::uint64_t word = 0; word < words; ++word) {
    const bool full = rows == tiles_.shape.group_rows || received + partials[word] > tiles_.shape.group_partials;
    if (rows > 0 && full) {
      group_rows.push_back(static_cast<std::uint32_t>(word * tiles::group_alignment));
      rows = 0;
      received = 0;
    }
    rows += tiles::group_alignment;
    received += partials[word];
  }
  if (tiles_.num_rows > 0) group_rows.push_back(tiles_.num_rows);
  tiles_.num_groups = static_cast<std::uint32_t>(group_rows.size() - 1);
  tiles_.group_rows = uploaded(group_rows, "tiles: group_rows");
}

/// What every group receives, and from where.
void Builder::fill_groups() {
  const std::uint32_t groups = tiles_.num_groups;
  const std::uint32_t panels = tiles_.num_panels();
  std::vector<std::uint32_t> panel_partials;
  for (const std::uint32_t chunk : tiles_.panel_chunks) panel_partials.push_back(tiles_.chunk_partials.host[chunk]);
  const DeviceBlock panel_partials_here = uploaded(panel_partials, "partials of panels");
  const std::uint64_t lookups = (std::uint64_t{groups} + 1) * panels;
  const DeviceBlock firsts = block(lookups, 4, "segments by panel");
  const DeviceBlock segment_counts = block(groups, 4, "segments of groups");
  tiles_.group_counts = block(groups, 4, "tiles: group_counts");
  PlaceArguments places{};
  places.receivers = receivers_.as<VertexId>();
  places.panel_partials = panel_partials_here.as<std::uint32_t>();
  places.num_panels = panels;
  places.group_rows = tiles_.group_rows.as<std::uint32_t>();
  places.num_groups = groups;
  places.firsts = firsts.as<std::uint32_t>();
  places.group_counts = tiles_.group_counts.as<std::uint32_t>();
  places.segment_counts = segment_counts.as<std::uint32_t>();
  gpu_.launch("mg::dense::FindSegments", header, blocks_for(lookups), &places);
  gpu_.launch("mg::dense::CountSegments", header, blocks_for(groups, warps_per_block), &places);

  const auto counts = downloaded<std::uint32_t>(tiles_.group_counts, groups);
  const auto segments = downloaded<std::uint32_t>(segment_counts, groups);
  std::vector<std::uint32_t> group_batches = {0};
  std::vector<std::uint32_t> group_segments = {0};
  for (std::uint32_t group = 0; group < groups; ++group) {
    group_batches.push_back(group_batches.back() + (counts[group] + tiles::batch - 1) / tiles::batch);
    group_segments.push_back(group_segments.back() + segments[group]);
  }
  tiles_.group_batches = uploaded(group_batches, "tiles: group_batches");
  tiles_.group_segments = uploaded(group_segments, "tiles: group_segments");
  tiles_.places = block(std::uint64_t{group_batches.back()} * tiles::batch, 2, "tiles: places");
  tiles_.marks = block(group_batches.back(), 4, "tiles: marks");
  tiles_.segments = block(group_segments.back(), 4, "tiles: segments");
  device().fill(tiles_.places.data(), 0, tiles_.places.size_bytes());
  device().fill(tiles_.marks.data(), 0, tiles_.marks.size_bytes());
  places.group_batches = tiles_.group_batches.as<std::uint32_t>();
  places.group_segments = tiles_.group_segments.as<std::uint32_t>();
  places.places = tiles_.places.as<std::uint16_t>();
  places.marks = tiles_.marks.as<std::uint32_t>();
  places.segments = tiles_.segments.as<std::uint32_t>();
  gpu_.launch("mg::dense::FillGroups", header, blocks_for(groups, warps_per_block), &places);
}

}  // namespace

TileBlocks build_tiles(DeviceContext& gpu, Side side, const TileShape& shape) {
  return Builder(gpu, side, shape).build();
}

}  // namespace mg::dense
