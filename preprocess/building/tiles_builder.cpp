#include "preprocess/building/tiles_builder.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "dense/spread_banks.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/building/tile_columns.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace {

static_assert(tiles::lane_arcs == tiles::bank_positions && tiles::lanes == tiles::banks);

constexpr std::uint64_t most_numbers = std::numeric_limits<std::uint32_t>::max();

/// `count` as a number of tiles.
std::uint32_t checked(std::uint64_t count, std::string_view what) {
  if (count > most_numbers) {
    fail(ExitCode::wrong_use,
         "the tiles of this graph would have {} {}, and they can number 2^32 - 1: use another engine", count, what);
  }
  return static_cast<std::uint32_t>(count);
}

/// One bit an arc, and words to spare, so that 16 bits can be read from any position up to the last arc's.
class ArcBits {
 public:
  explicit ArcBits(EdgeId arcs) : arcs_(arcs), words_(arcs / 64 + 2, 0) {}

  void set(EdgeId arc) {
    std::atomic_ref(words_[arc / 64]).fetch_or(std::uint64_t{1} << (arc % 64), std::memory_order_relaxed);
  }
  /// The first set bit at or after `arc`, or the number of arcs.
  [[nodiscard]] EdgeId next(EdgeId arc) const {
    if (arc >= arcs_) return arcs_;
    std::size_t word = arc / 64;
    std::uint64_t bits = words_[word] >> (arc % 64) << (arc % 64);
    while (bits == 0 && word + 2 < words_.size()) bits = words_[++word];
    return bits == 0 ? arcs_ : std::min<EdgeId>(arcs_, word * 64 + static_cast<EdgeId>(std::countr_zero(bits)));
  }
  [[nodiscard]] std::uint32_t sixteen(EdgeId arc) const {
    const std::size_t word = arc / 64;
    const unsigned shift = arc % 64;
    std::uint64_t bits = words_[word] >> shift;
    if (shift > 48) bits |= words_[word + 1] << (64 - shift);
    return static_cast<std::uint32_t>(bits & 0xffff);
  }
  [[nodiscard]] EdgeId count(EdgeId begin, EdgeId end) const {
    EdgeId total = 0;
    for (EdgeId arc = begin; arc < end;) {
      const EdgeId last = std::min(end, (arc / 64 + 1) * 64);
      const std::uint64_t bits = words_[arc / 64] >> (arc % 64);
      const auto width = static_cast<unsigned>(last - arc);
      total += static_cast<EdgeId>(std::popcount(width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1)));
      arc = last;
    }
    return total;
  }

 private:
  EdgeId arcs_;
  std::vector<std::uint64_t> words_;
};

/// Rows handed out together, at whole groups of group_alignment.
struct RowBlock {
  VertexId first;
  VertexId last;
};

std::vector<RowBlock> cut_rows(const Adjacency& rows, VertexId n, std::size_t wanted) {
  std::vector<RowBlock> blocks;
  VertexId first = 0;
  for (std::size_t b = 1; b <= wanted && first < n; ++b) {
    const EdgeId share = rows.num_edges() / wanted * b;
    const auto row = static_cast<std::uint64_t>(
        std::lower_bound(rows.offsets.begin() + first, rows.offsets.begin() + n, share) - rows.offsets.begin());
    const std::uint64_t aligned = (row + tiles::group_alignment - 1) / tiles::group_alignment * tiles::group_alignment;
    const auto last = b == wanted ? n : static_cast<VertexId>(std::min<std::uint64_t>(n, aligned));
    if (last > first) blocks.push_back({first, last});
    first = last;
  }
  return blocks;
}

/// Runs of a panel within the rows of a block: where the next one goes.
struct Cursor {
  EdgeId arc = 0;
  EdgeId run = 0;
  VertexId row = no_vertex;  ///< of the last run
};

/// `W` is the weights' type in the graph, `Stored` that in the tiles.
template <class W, class Stored>
class TilesBuilder {
 public:
  TilesBuilder(const Adjacency& rows, VertexId n, const TileShape& shape, int threads)
      : rows_(rows), n_(n), threads_(threads), per_panel_(shape.panel_columns), begins_(rows.num_edges()) {
    tiles_.shape = shape;
    tiles_.num_rows = n;
    tiles_.num_arcs = rows.num_edges();
  }

  Tiles build() {
    tiles_.columns = order_columns(count_sent(rows_, n_, threads_));
    panels_ = (tiles_.columns.size() + tiles_.shape.panel_columns - 1) / tiles_.shape.panel_columns;
    sort_arcs();
    cut_chunks();
    fill_steps();
    sorted_ids_ = {};
    sorted_weights_ = {};
    cut_groups();
    list_segments();
    fill_places();
    return std::move(tiles_);
  }

 private:
  /// Calls found(cursor of the arc's panel, column, arc, whether it begins a run) for the arcs of a block, in order.
  template <class Found>
  void visit(const RowBlock& block, std::vector<Cursor>& cursors, Found&& found) const {
    for (VertexId v = block.first; v < block.last; ++v) {
      for (EdgeId e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
        const VertexId column = places_[rows_.neighbors[e]];
        Cursor& cursor = cursors[per_panel_.quotient(column)];
        const bool begins = cursor.row != v;
        cursor.row = v;
        found(cursor, column, e, begins);
        ++cursor.arc;
      }
    }
  }

  /// A counting sort by panel: ids and weights in the order of panels and receivers, and where runs begin.
  void sort_arcs() {
    // Counters are a block's and a panel's, so there are only as many blocks as keep them small beside the arcs.
    const std::size_t most_blocks = rows_.num_edges() / 64 / (panels_ + 1) + 1;
    const auto blocks = cut_rows(rows_, n_, std::min<std::size_t>(static_cast<std::size_t>(threads_) * 8, most_blocks));
    places_ = column_places(tiles_.columns, n_, threads_);
    std::vector<std::vector<Cursor>> cursors(blocks.size(), std::vector<Cursor>(panels_));
    unit_partials_.assign((std::size_t{n_} + tiles::group_alignment - 1) / tiles::group_alignment, 0);
    parallel_tasks(blocks.size(), threads_, [&](std::size_t b) {
      visit(blocks[b], cursors[b], [&](Cursor& cursor, VertexId, EdgeId, bool begins) {
        cursor.run += begins ? 1 : 0;
        unit_partials_[cursor.row / tiles::group_alignment] += begins ? 1 : 0;
      });
    });
    add_up(cursors);
    sorted_ids_ = Array<std::uint16_t>::uninitialized(tiles_.num_arcs);
    if constexpr (has_weight<W>) sorted_weights_ = Array<Stored>::uninitialized(tiles_.num_arcs);
    partial_rows_ = Array<VertexId>::uninitialized(panel_partials_.back());
    const W* weights = weights_data<W>(rows_.weights);
    parallel_tasks(blocks.size(), threads_, [&](std::size_t b) {
      visit(blocks[b], cursors[b], [&](Cursor& cursor, VertexId column, EdgeId e, bool begins) {
        sorted_ids_[cursor.arc] = static_cast<std::uint16_t>(per_panel_.remainder(column));
        if constexpr (has_weight<W>) sorted_weights_[cursor.arc] = static_cast<Stored>(weights[e]);
        if (!begins) return;
        begins_.set(cursor.arc);
        partial_rows_[cursor.run++] = cursor.row;
      });
    });
    begins_.set(tiles_.num_arcs);
    places_ = {};
  }

  /// Turns counts into places: panel by panel, and within a panel block by block.
  void add_up(std::vector<std::vector<Cursor>>& cursors) {
    EdgeId arcs = 0;
    EdgeId runs = 0;
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      panel_arcs_.push_back(arcs);
      panel_partials_.push_back(runs);
      for (auto& block : cursors) {
        Cursor& cursor = block[panel];
        arcs += std::exchange(cursor.arc, arcs);
        runs += std::exchange(cursor.run, runs);
        cursor.row = no_vertex;
      }
    }
    panel_arcs_.push_back(arcs);
    panel_partials_.push_back(checked(runs, "partials"));
  }

  void cut_chunks() {
    std::vector<std::uint32_t> panel_chunks;
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      panel_chunks.push_back(static_cast<std::uint32_t>(chunk_arcs_.size()));
      const EdgeId end = panel_arcs_[panel + 1];
      EdgeId begin = panel_arcs_[panel];
      while (begin < end) {
        chunk_arcs_.push_back(begin);
        const EdgeId chunks = (begin - panel_arcs_[panel]) / tiles_.shape.chunk_arcs + 1;
        begin = begins_.next(panel_arcs_[panel] + chunks * tiles_.shape.chunk_arcs);
      }
    }
    panel_chunks.push_back(static_cast<std::uint32_t>(chunk_arcs_.size()));
    chunk_arcs_.push_back(tiles_.num_arcs);
    tiles_.panel_chunks = Array<std::uint32_t>::copy_of(panel_chunks);

    const std::size_t chunks = chunk_arcs_.size() - 1;
    tiles_.chunk_steps = Array<std::uint32_t>::uninitialized(chunks + 1);
    tiles_.chunk_partials = Array<std::uint32_t>::uninitialized(chunks + 1);
    parallel_for(chunks, threads_, [&](std::size_t c) {
      tiles_.chunk_partials[c] = static_cast<std::uint32_t>(begins_.count(chunk_arcs_[c], chunk_arcs_[c + 1]));
    });
    EdgeId steps = 0;
    std::uint32_t partials = 0;
    for (std::size_t c = 0; c < chunks; ++c) {
      tiles_.chunk_steps[c] = checked(steps, "steps");
      partials += std::exchange(tiles_.chunk_partials[c], partials);
      steps += (chunk_arcs_[c + 1] - chunk_arcs_[c] + tiles::step_arcs - 1) / tiles::step_arcs;
    }
    tiles_.chunk_steps[chunks] = checked(steps, "steps");
    tiles_.chunk_partials[chunks] = partials;
  }

  void fill_steps() {
    constexpr std::size_t chunks_a_task = 16;
    const EdgeId steps = tiles_.chunk_steps[tiles_.num_chunks()];
    tiles_.ids = Array<std::uint16_t>::uninitialized(steps * tiles::step_arcs);
    tiles_.headers = Array<std::uint32_t>::uninitialized(steps * tiles::lanes);
    Array<Stored> weights = uninitialized_weights<Stored>(steps * tiles::step_arcs);
    parallel_chunks(tiles_.num_chunks(), chunks_a_task, threads_, [&](std::size_t first, std::size_t last, int) {
      for (std::size_t c = first; c < last; ++c) {
        for (std::uint32_t s = tiles_.chunk_steps[c]; s < tiles_.chunk_steps[c + 1]; ++s) {
          fill_step(s, chunk_arcs_[c] + EdgeId{s - tiles_.chunk_steps[c]} * tiles::step_arcs, chunk_arcs_[c + 1],
                    weights.data());
        }
      }
    });
    if constexpr (has_weight<W>) tiles_.weights = weights;
  }

  /// The step that begins with the arc `begin` of a chunk that ends before `end`.
  void fill_step(std::uint32_t step, EdgeId begin, EdgeId end, [[maybe_unused]] Stored* weights) {
    tiles::BankLoads loads;
    std::uint32_t runs = 0;
    for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
      const EdgeId first = std::min(end, begin + EdgeId{lane} * tiles::lane_arcs);
      const auto filled = static_cast<std::uint32_t>(std::min<EdgeId>(tiles::lane_arcs, end - first));
      // An arc ends a run where the next one begins another.
      const std::uint32_t ends = filled == 0 ? 0 : begins_.sixteen(first + 1) & ((1U << filled) - 1);
      std::uint16_t ids[tiles::lane_arcs];
      std::uint8_t order[tiles::lane_arcs];
      for (std::uint32_t i = 0; i < tiles::lane_arcs; ++i) {
        ids[i] = i < filled ? sorted_ids_[first + i] : static_cast<std::uint16_t>(tiles_.shape.panel_columns);
      }
      tiles::spread_banks(ids, order, ends, filled, loads);
      for (std::uint32_t i = 0; i < tiles::lane_arcs; ++i) {
        const std::size_t slot = EdgeId{step} * tiles::step_arcs + tiles::slot_of(lane * tiles::lane_arcs + i);
        tiles_.ids[slot] = ids[i];
        if constexpr (has_weight<W>) weights[slot] = i < filled ? sorted_weights_[first + order[i]] : Stored{0};
      }
      tiles_.headers[std::size_t{step} * tiles::lanes + lane] = runs << 16 | ends;
      runs += static_cast<std::uint32_t>(std::popcount(ends));
    }
  }

  void cut_groups() {
    constexpr std::uint32_t unit = tiles::group_alignment;
    std::vector<std::uint32_t> first_rows, counts;
    unit_group_.resize(unit_partials_.size());
    for (std::size_t u = 0; u < unit_partials_.size(); ++u) {
      const auto row = static_cast<std::uint32_t>(u * unit);
      const bool fits = !counts.empty() && row - first_rows.back() + unit <= tiles_.shape.group_rows &&
                        EdgeId{counts.back()} + unit_partials_[u] <= tiles_.shape.group_partials;
      if (!fits) {
        first_rows.push_back(row);
        counts.push_back(0);
      }
      counts.back() += unit_partials_[u];
      unit_group_[u] = static_cast<std::uint32_t>(counts.size() - 1);
    }
    first_rows.push_back(n_);
    tiles_.group_rows = Array<std::uint32_t>::copy_of(first_rows);
    tiles_.group_counts = Array<std::uint32_t>::copy_of(counts);
    tiles_.group_batches = Array<std::uint32_t>::uninitialized(counts.size() + 1);
    EdgeId batches = 0;
    for (std::size_t g = 0; g < counts.size(); ++g) {
      tiles_.group_batches[g] = checked(batches, "batches");
      batches += (EdgeId{counts[g]} + tiles::batch - 1) / tiles::batch;
    }
    tiles_.group_batches[counts.size()] = checked(batches, "batches");
  }

  /// Calls found(group, first partial, partials) for every segment, in no order.
  template <class Found>
  void visit_segments(Found&& found) const {
    constexpr std::size_t partials_a_task = std::size_t{1} << 15;
    const auto group_of = [&](EdgeId partial) { return unit_group_[partial_rows_[partial] / tiles::group_alignment]; };
    parallel_chunks(partial_rows_.size(), partials_a_task, threads_, [&](EdgeId first, EdgeId last, int) {
      auto panel_end = std::upper_bound(panel_partials_.begin(), panel_partials_.end(), first);
      const bool begins = first == panel_end[-1] || group_of(first) != group_of(first - 1);
      EdgeId i = first;
      while (!begins && i < last && i < *panel_end && group_of(i) == group_of(first)) ++i;
      while (i < last) {
        while (*panel_end == i) ++panel_end;
        const EdgeId begin = i;
        while (i < *panel_end && group_of(i) == group_of(begin)) ++i;  // its end may lie in others' share
        found(group_of(begin), begin, i - begin);
      }
    });
  }

  void list_segments() {
    tiles_.group_segments = Array<std::uint32_t>::filled(tiles_.num_groups() + std::size_t{1}, 0);
    auto& starts = tiles_.group_segments;
    visit_segments([&](std::uint32_t group, EdgeId, EdgeId) {
      std::atomic_ref(starts[group]).fetch_add(1, std::memory_order_relaxed);
    });
    std::uint32_t total = 0;
    for (std::uint32_t& start : starts) total += std::exchange(start, total);
    segments_.resize(total);
    std::vector<std::uint32_t> next(starts.begin(), starts.end());
    visit_segments([&](std::uint32_t group, EdgeId begin, EdgeId size) {
      const auto s = std::atomic_ref(next[group]).fetch_add(1, std::memory_order_relaxed);
      segments_[s] = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)};
    });
  }

  void fill_places() {
    const std::size_t batches = tiles_.group_batches[tiles_.num_groups()];
    tiles_.places = Array<std::uint16_t>::uninitialized(batches * tiles::batch);
    tiles_.marks = Array<std::uint32_t>::uninitialized(batches);
    tiles_.segments = Array<std::uint32_t>::uninitialized(segments_.size());
    parallel_chunks(tiles_.num_groups(), 1, threads_, [&](std::size_t first, std::size_t last, int) {
      std::vector<std::uint8_t> turns(tiles_.shape.group_rows, 0);
      for (std::size_t g = first; g < last; ++g) fill_group(g, turns);
    });
  }

  /// `turns`: zero for each row of the group, as it is left.
  void fill_group(std::size_t g, std::vector<std::uint8_t>& turns) {
    const std::span segments(segments_.data() + tiles_.group_segments[g],
                             segments_.data() + tiles_.group_segments[g + 1]);
    std::ranges::sort(segments, {}, &Segment::begin);
    std::uint16_t* places = tiles_.places.data() + std::size_t{tiles_.group_batches[g]} * tiles::batch;
    std::uint32_t* marks = tiles_.marks.data() + tiles_.group_batches[g];
    const std::uint32_t batches = tiles_.group_batches[g + 1] - tiles_.group_batches[g];
    std::fill_n(places, std::size_t{batches} * tiles::batch, std::uint16_t{0});
    std::fill_n(marks, batches, 0U);
    std::uint32_t t = 0;
    const auto forget_turns = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i < end; ++i) turns[places[i] & tiles::row_mask] = 0;
    };
    for (std::size_t s = 0; s < segments.size(); ++s) {
      tiles_.segments[tiles_.group_segments[g] + s] = segments[s].begin - t;
      marks[t / tiles::batch] |= 1U << (t % tiles::batch);
      for (std::uint32_t i = 0; i < segments[s].size; ++i, ++t) {
        if (t % tiles::batch == 0 && t > 0) forget_turns(t - tiles::batch, t);
        const std::uint32_t row = partial_rows_[std::size_t{segments[s].begin} + i] - tiles_.group_rows[g];
        places[t] = static_cast<std::uint16_t>(std::uint32_t{turns[row]++} << tiles::row_bits | row);
      }
    }
    if (t > 0) forget_turns((t - 1) / tiles::batch * tiles::batch, t);
  }

  struct Segment {
    std::uint32_t begin;
    std::uint32_t size;
  };

  const Adjacency& rows_;
  VertexId n_;
  int threads_;
  Divider per_panel_;
  std::size_t panels_ = 0;
  Array<VertexId> places_;  ///< of vertices among the columns
  Array<std::uint16_t> sorted_ids_;
  Array<Stored> sorted_weights_;
  ArcBits begins_;  ///< which arcs begin a run; one bit more, as if another run followed
  Array<VertexId> partial_rows_;
  std::vector<EdgeId> panel_arcs_;
  std::vector<EdgeId> panel_partials_;
  std::vector<EdgeId> chunk_arcs_;
  std::vector<std::uint32_t> unit_partials_;  ///< of each group_alignment rows
  std::vector<std::uint32_t> unit_group_;
  std::vector<Segment> segments_;
  Tiles tiles_;
};

}  // namespace

std::string problem_of(const TileShape& shape) {
  if (shape.panel_columns == 0 || shape.panel_columns > 65'535 || shape.panel_columns % tiles::lanes != 0) {
    return fmt::format("panels of {} columns, not a multiple of 32 up to 65,535", shape.panel_columns);
  }
  if (shape.chunk_arcs == 0) return "chunks of no arcs";
  if (shape.group_rows == 0 || shape.group_rows > tiles::row_mask + 1 ||
      shape.group_rows % tiles::group_alignment != 0) {
    return fmt::format("groups of {} rows, not a multiple of {} up to {}", shape.group_rows, tiles::group_alignment,
                       tiles::row_mask + 1);
  }
  return {};
}

Tiles build_tiles(const Adjacency& rows, VertexId num_vertices, const TileShape& shape, int threads) {
  if (const std::string problem = problem_of(shape); !problem.empty()) {
    fail(ExitCode::wrong_use, "tiles cannot have {}", problem);
  }
  const auto build = [&]<class W, class Stored>(W, Stored) {
    return TilesBuilder<W, Stored>(rows, num_vertices, shape, threads).build();
  };
  if (std::holds_alternative<Array<float>>(rows.weights)) return build(float{}, float{});
  const auto* weights = std::get_if<Array<std::uint32_t>>(&rows.weights);
  if (weights == nullptr) return build(NoWeight{}, NoWeight{});
  const std::uint32_t largest =
      parallel_max<std::uint32_t>(weights->size(), threads, [&](std::size_t e) { return (*weights)[e]; });
  if (largest <= std::numeric_limits<std::uint8_t>::max()) return build(std::uint32_t{}, std::uint8_t{});
  if (largest <= std::numeric_limits<std::uint16_t>::max()) return build(std::uint32_t{}, std::uint16_t{});
  return build(std::uint32_t{}, std::uint32_t{});
}

}  // namespace mg
