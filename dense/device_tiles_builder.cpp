#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "dense/build_arguments.hpp"
#include "dense/device_tiles.hpp"
#include "engine/error.hpp"
#include "engine/gpu/degree_order.hpp"

namespace mg::dense {

namespace {

constexpr std::string_view header = "dense/build_tiles.cuh";
constexpr std::uint64_t most_counted = std::numeric_limits<std::uint32_t>::max();

/// Consecutive panels whose arcs are sorted at a time.
struct Piece {
  std::uint32_t first_panel = 0;
  std::uint32_t last_panel = 0;
};

/// Blocks of memory that become one, in the order in which they came.
class Parts {
 public:
  void add(DeviceBlock&& part) { parts_.push_back(std::move(part)); }

  [[nodiscard]] DeviceBlock joined(DeviceContext& gpu, std::string_view what) {
    if (parts_.size() == 1) return std::move(parts_.front());
    std::size_t bytes = 0;
    for (const DeviceBlock& part : parts_) bytes += part.size_bytes();
    DeviceBlock whole(gpu.shared_device(), bytes, what);
    std::size_t place = 0;
    for (DeviceBlock& part : parts_) {
      gpu.device().copy(whole.as<std::byte>() + place, part.data(), part.size_bytes());
      place += part.size_bytes();
      part = {};
    }
    return whole;
  }

 private:
  std::vector<DeviceBlock> parts_;
};

/// One build: the steps in their order, and what the later ones need of the earlier.
class Builder {
 public:
  Builder(DeviceContext& gpu, Side side, const TileShape& shape, std::uint64_t room)
      : gpu_(gpu), side_(side), room_(room) {
    tiles_.shape = shape;
    tiles_.num_rows = gpu.num_vertices();
    tiles_.num_arcs = gpu.num_arcs();
    tiles_.panel_chunks = {0};
    tiles_.chunk_steps.host = {0};
    tiles_.chunk_partials.host = {0};
    partials_by_word_ = cleared(blocks_for(tiles_.num_rows, tiles::group_alignment), 4, "partials by rows");
  }

  [[nodiscard]] TileBlocks build() {
    rank_columns();
    choose_weight_type();
    cut_pieces();
    for (const Piece& piece : pieces_) {
      key_arcs(piece);
      sort_arcs();
      cut_chunks(piece);
      fill_steps();
    }
    join();
    cut_groups();
    fill_groups();
    return std::move(tiles_);
  }

 private:
  [[nodiscard]] Device& device() { return gpu_.device(); }
  [[nodiscard]] DeviceBlock block(std::uint64_t count, std::size_t bytes, std::string_view what) {
    return {gpu_.shared_device(), count * bytes, what};
  }
  [[nodiscard]] DeviceBlock cleared(std::uint64_t count, std::size_t bytes, std::string_view what) {
    DeviceBlock zeros = block(count, bytes, what);
    device().fill(zeros.data(), 0, zeros.size_bytes());
    return zeros;
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
  void find_panels(const DeviceBlock& sorted_degrees);
  void choose_weight_type();
  void cut_pieces();
  void find_pieces();
  void key_arcs(const Piece& piece);
  void sort_arcs();
  void cut_chunks(const Piece& piece);
  void fill_steps();
  void join();
  void cut_groups();
  void fill_groups();
  [[nodiscard]] bool weighted() const { return gpu_.weight_type() != WeightType::none; }
  [[nodiscard]] std::uint32_t num_panels() const { return static_cast<std::uint32_t>(panel_starts_.size() - 1); }
  [[nodiscard]] std::uint64_t arcs_of(const Piece& piece) const {
    return panel_starts_[piece.last_panel] - panel_starts_[piece.first_panel];
  }
  [[nodiscard]] std::uint64_t bytes_to_sort(const Piece& piece) const;
  [[nodiscard]] std::uint64_t bytes_to_keep() const;

  DeviceContext& gpu_;
  Side side_;
  std::uint64_t room_;
  TileBlocks tiles_;
  KeyArguments keys_{};
  ChunkArguments chunks_{};
  DeviceBlock ranks_;
  std::vector<std::uint64_t> panel_starts_;

  std::vector<Piece> pieces_;
  PieceArguments selection_{};  ///< where there are several
  DeviceBlock piece_panels_;
  DeviceBlock pieces_of_arcs_;
  DeviceBlock arcs_before_;

  // Of the piece at hand.
  std::uint64_t num_arcs_ = 0;
  DeviceBlock sorted_;
  DeviceBlock weights_;  ///< in the order of the keys
  DeviceBlock begins_;
  DeviceBlock ends_;
  std::vector<std::uint32_t> chunk_steps_;

  // Of all pieces so far.
  Parts ids_;
  Parts headers_;
  Parts stored_weights_;
  Parts receiver_parts_;
  DeviceBlock receivers_;
  DeviceBlock partials_by_word_;
};

/// Senders by the number of their arcs, and which column each is.
void Builder::rank_columns() {
  const std::uint32_t n = tiles_.num_rows;
  const Side senders = side_ == Side::out ? Side::in : Side::out;
  DegreeOrder order = order_by_degree(gpu_, senders);
  const DeviceBlock counts = cleared(2, 4, "columns counted");
  keys_.rows = gpu_.rows(side_);
  keys_.num_arcs = tiles_.num_arcs;
  keys_.panel_columns = tiles_.shape.panel_columns;
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
  find_panels(order.sorted_degrees);
  ranks_ = std::move(order.ranks);
}

/// Where the arcs of each panel begin, when they are sorted.
void Builder::find_panels(const DeviceBlock& sorted_degrees) {
  const std::uint32_t panels = (tiles_.num_columns + tiles_.shape.panel_columns - 1) / tiles_.shape.panel_columns;
  constexpr std::uint32_t most_panels = 0xffff;
  if (panels > most_panels) fail(ExitCode::no_resources, "{} columns make too many panels", tiles_.num_columns);
  const DeviceBlock arcs_before = block(tiles_.num_columns + 1, 8, "arcs of columns");
  device().exclusive_scan(sorted_degrees.as<std::uint32_t>(), arcs_before.as<std::uint64_t>(), tiles_.num_columns);
  const DeviceBlock starts = block(panels + 1, 8, "panel starts");
  const PanelArcsArguments arguments{.arcs_before = arcs_before.as<std::uint64_t>(),
                                     .num_columns = tiles_.num_columns,
                                     .panel_columns = tiles_.shape.panel_columns,
                                     .num_panels = panels,
                                     .panel_starts = starts.as<std::uint64_t>()};
  gpu_.launch("mg::dense::PanelStarts", header, blocks_for(panels + 1), &arguments);
  panel_starts_ = downloaded<std::uint64_t>(starts, panels + 1);
}

void Builder::choose_weight_type() {
  constexpr std::size_t u8 = 1, u16 = 2, u32 = 3, f32 = 4;
  if (!weighted()) return;
  if (gpu_.weight_type() == WeightType::f32) {
    tiles_.weight_type = f32;
    return;
  }
  const DeviceBlock most = cleared(1, 4, "largest weight");
  keys_.most_weight = most.as<std::uint32_t>();
  constexpr std::uint64_t most_blocks = 2048;
  gpu_.launch("mg::dense::LargestWeight", header, std::min(blocks_for(tiles_.num_arcs), most_blocks), &keys_);
  const std::uint32_t largest = downloaded<std::uint32_t>(most, 1)[0];
  tiles_.weight_type = largest <= std::numeric_limits<std::uint8_t>::max()    ? u8
                       : largest <= std::numeric_limits<std::uint16_t>::max() ? u16
                                                                              : u32;
}

/// Keys and, where there is more than one panel, the same in order; with weights, what a sort of pairs takes.
std::uint64_t Builder::bytes_to_sort(const Piece& piece) const {
  const bool is_sorted = piece.last_panel - piece.first_panel == 1;
  const std::uint64_t weight_bytes = weighted() ? sizeof(std::uint32_t) : 0;
  const std::uint64_t copies = is_sorted ? 1 : weighted() ? 3 : 2;
  return arcs_of(piece) * copies * (sizeof(std::uint64_t) + weight_bytes);
}

/// As the dense engine estimates it, with the partials' receivers until their places are known.
std::uint64_t Builder::bytes_to_keep() const {
  const std::uint64_t partials = tiles_.num_arcs / 2;
  const std::uint64_t steps = tiles_.num_arcs * 9 / 4;
  const std::uint64_t weights = weighted() ? tiles_.num_arcs * sizeof(std::uint32_t) : 0;
  return steps + weights + partials * (sizeof(VertexId) + sizeof(std::uint16_t));
}

/// As many panels at a time as there is memory to sort.
void Builder::cut_pieces() {
  constexpr std::size_t most_pieces = 256;
  if (tiles_.num_arcs == 0) return;
  const Piece all{.first_panel = 0, .last_panel = num_panels()};
  const std::uint64_t room = room_ - std::min(room_, bytes_to_keep());
  if (bytes_to_sort(all) <= room || num_panels() == 1) {
    pieces_ = {all};
    return;
  }
  const std::uint64_t room_of_piece = room - std::min(room, tiles_.num_arcs);  // a byte says which piece an arc is of
  for (Piece piece; piece.first_panel < num_panels(); piece.first_panel = piece.last_panel) {
    do {
      ++piece.last_panel;
    } while (piece.last_panel < num_panels() &&
             bytes_to_sort({piece.first_panel, piece.last_panel + 1}) <= room_of_piece);
    pieces_.push_back(piece);
  }
  if (pieces_.size() > most_pieces) fail(ExitCode::no_resources, "not enough memory to build tiles on the GPU");
  find_pieces();
}

/// Which piece each arc belongs to.
void Builder::find_pieces() {
  std::vector<std::uint32_t> first_panels;
  for (const Piece& piece : pieces_) first_panels.push_back(piece.first_panel);
  piece_panels_ = uploaded(first_panels, "pieces");
  pieces_of_arcs_ = block(tiles_.num_arcs, 1, "pieces of arcs");
  const std::uint64_t blocks = blocks_for(tiles_.num_arcs, arcs_per_block);
  const std::uint64_t counts = blocks * pieces_.size();
  const DeviceBlock block_counts = block(counts, 4, "arcs of pieces");
  arcs_before_ = block(counts + 1, 8, "arcs of pieces");
  selection_.arcs = keys_;
  selection_.piece_panels = piece_panels_.as<std::uint32_t>();
  selection_.num_pieces = static_cast<std::uint32_t>(pieces_.size());
  selection_.pieces = pieces_of_arcs_.as<std::uint8_t>();
  selection_.block_counts = block_counts.as<std::uint32_t>();
  selection_.arcs_before = arcs_before_.as<std::uint64_t>();
  gpu_.launch("mg::dense::PieceArcs", header, blocks, &selection_);
  device().exclusive_scan(selection_.block_counts, arcs_before_.as<std::uint64_t>(), counts);
}

/// The arcs of a piece as keys, in the order of their receivers.
void Builder::key_arcs(const Piece& piece) {
  num_arcs_ = arcs_of(piece);
  keys_.first_panel = piece.first_panel;
  keys_.panel_bits = static_cast<std::uint32_t>(std::bit_width(piece.last_panel - piece.first_panel - 1));
  sorted_ = block(num_arcs_, 8, "arcs to sort");
  keys_.keys = sorted_.as<std::uint64_t>();
  const std::uint64_t blocks = blocks_for(tiles_.num_arcs, arcs_per_block);
  if (pieces_.size() == 1) {
    gpu_.launch(fmt::format("mg::dense::KeyArcs<{}>", gpu_.offset_type()), header, blocks, &keys_);
    return;
  }
  if (weighted()) weights_ = block(num_arcs_, 4, "weights to sort");
  selection_.arcs = keys_;
  selection_.piece = static_cast<std::uint32_t>(&piece - pieces_.data());
  selection_.weights = weights_.as<std::uint32_t>();
  gpu_.launch(fmt::format("mg::dense::KeyPiece<{}>", gpu_.offset_type()), header, blocks, &selection_);
}

/// All arcs, those of a panel together, in the order of their receivers.
void Builder::sort_arcs() {
  if (keys_.panel_bits > 0) {
    DeviceBlock keys = std::exchange(sorted_, block(num_arcs_, 8, "sorted arcs"));
    const int bits = static_cast<int>(keys_.panel_bits);
    if (weighted()) {
      const DeviceBlock unsorted = std::exchange(weights_, block(num_arcs_, 4, "sorted weights"));
      const void* weights = unsorted.empty() ? keys_.rows.weights : unsorted.data();
      device().sort_pairs(keys.as<std::uint64_t>(), sorted_.as<std::uint64_t>(),
                          static_cast<const std::uint32_t*>(weights), weights_.as<std::uint32_t>(), num_arcs_, bits);
    } else {
      device().sort_keys(keys.as<std::uint64_t>(), sorted_.as<std::uint64_t>(), num_arcs_, bits);
    }
  }
  chunks_.keys = sorted_.as<std::uint64_t>();
  chunks_.arc_weights =
      weights_.empty() ? static_cast<const std::uint32_t*>(keys_.rows.weights) : weights_.as<std::uint32_t>();
}

/// Where chunks begin: at targets, moved to the next beginning of a run.
void Builder::cut_chunks(const Piece& piece) {
  const std::uint64_t chunk_arcs = tiles_.shape.chunk_arcs;
  const std::uint64_t before = panel_starts_[piece.first_panel];
  std::vector<std::uint64_t> targets;
  std::vector<std::uint64_t> panel_ends;
  for (std::uint32_t panel = piece.first_panel; panel < piece.last_panel; ++panel) {
    for (std::uint64_t target = panel_starts_[panel]; target < panel_starts_[panel + 1]; target += chunk_arcs) {
      targets.push_back(target - before);
      panel_ends.push_back(panel_starts_[panel + 1] - before);
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
  const std::uint64_t steps_before = tiles_.chunk_steps.host.back();
  chunk_steps_ = {0};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool last_of_panel = i + 1 == found.size() || panel_ends[i + 1] != panel_ends[i];
    const std::uint64_t end = last_of_panel ? panel_ends[i] : found[i + 1];
    if (end > found[i]) {
      begins.push_back(found[i]);
      ends.push_back(end);
      steps += (end - found[i] + tiles::step_arcs - 1) / tiles::step_arcs;
      check_count(steps_before + steps, "steps");
      chunk_steps_.push_back(static_cast<std::uint32_t>(steps));
      tiles_.chunk_steps.host.push_back(static_cast<std::uint32_t>(steps_before + steps));
    }
    if (last_of_panel) tiles_.panel_chunks.push_back(tiles_.num_chunks());
  }
  begins_ = uploaded(begins, "chunks");
  ends_ = uploaded(ends, "chunks");
}

/// Ids, headers and weights, and whose the partials are.
void Builder::fill_steps() {
  const auto chunks = static_cast<std::uint32_t>(chunk_steps_.size() - 1);
  const std::uint64_t steps = chunk_steps_.back();
  const DeviceBlock steps_here = uploaded(chunk_steps_, "steps of chunks");
  const DeviceBlock runs = block(chunks, 4, "runs of chunks");
  chunks_.panel_bits = keys_.panel_bits;
  chunks_.panel_columns = tiles_.shape.panel_columns;
  chunks_.begins = begins_.as<std::uint64_t>();
  chunks_.ends = ends_.as<std::uint64_t>();
  chunks_.chunk_steps = steps_here.as<std::uint32_t>();
  chunks_.num_chunks = chunks;
  chunks_.num_steps = static_cast<std::uint32_t>(steps);
  chunks_.runs = runs.as<std::uint32_t>();
  gpu_.launch("mg::dense::CountRuns", header, blocks_for(chunks, warps_per_block), &chunks_);
  const std::uint64_t partials_before = tiles_.chunk_partials.host.back();
  std::uint64_t partials = 0;
  std::vector<std::uint32_t> chunk_partials = {0};
  for (const std::uint32_t of_chunk : downloaded<std::uint32_t>(runs, chunks)) {
    partials += of_chunk;
    check_count(partials_before + partials, "partials");
    chunk_partials.push_back(static_cast<std::uint32_t>(partials));
    tiles_.chunk_partials.host.push_back(static_cast<std::uint32_t>(partials_before + partials));
  }
  const DeviceBlock partials_here = uploaded(chunk_partials, "partials of chunks");

  constexpr std::size_t stored_bytes[] = {0, 1, 2, 4, 4};
  DeviceBlock ids = block(steps * tiles::step_arcs, 2, "tiles: ids");
  DeviceBlock headers = block(steps * tiles::lanes, 4, "tiles: headers");
  DeviceBlock weights = block(steps * tiles::step_arcs, stored_bytes[tiles_.weight_type], "tiles: weights");
  DeviceBlock receivers = block(partials, 4, "receivers of partials");
  chunks_.chunk_partials = partials_here.as<std::uint32_t>();
  chunks_.ids = ids.as<std::uint16_t>();
  chunks_.headers = headers.as<std::uint32_t>();
  chunks_.weights = weights.data();
  chunks_.receivers = receivers.as<VertexId>();
  chunks_.partials_by_word = partials_by_word_.as<std::uint32_t>();
  gpu_.launch(fmt::format("mg::dense::FillChunks<{}>", tiles_.stored_weight()), header,
              blocks_for(chunks, warps_per_block), &chunks_);
  gpu_.launch(fmt::format("mg::dense::SpreadSteps<{}>", tiles_.stored_weight()), header, blocks_for(steps, 16),
              &chunks_);
  ids_.add(std::move(ids));
  headers_.add(std::move(headers));
  stored_weights_.add(std::move(weights));
  receiver_parts_.add(std::move(receivers));
  sorted_ = {};
  weights_ = {};
}

/// What the pieces have made, in one.
void Builder::join() {
  ranks_ = {};
  pieces_of_arcs_ = {};
  arcs_before_ = {};
  tiles_.ids = ids_.joined(gpu_, "tiles: ids");
  tiles_.headers = headers_.joined(gpu_, "tiles: headers");
  if (weighted()) tiles_.weights = stored_weights_.joined(gpu_, "tiles: weights");
  receivers_ = receiver_parts_.joined(gpu_, "receivers of partials");
  tiles_.chunk_steps.block = uploaded(tiles_.chunk_steps.host, "tiles: chunk_steps");
  tiles_.chunk_partials.block = uploaded(tiles_.chunk_partials.host, "tiles: chunk_partials");
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

TileBlocks build_tiles(DeviceContext& gpu, Side side, const TileShape& shape, std::uint64_t room) {
  return Builder(gpu, side, shape, room).build();
}

}  // namespace mg::dense
