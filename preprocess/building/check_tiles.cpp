#include "preprocess/building/check_tiles.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "dense/spread_banks.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/building/tile_columns.hpp"
#include "preprocess/building/tiles_builder.hpp"

namespace mg {
namespace {

constexpr std::uint32_t no_row = no_vertex;

/// The problem of the smallest number that has any: the same for any number of threads.
class FirstProblem {
 public:
  template <class... Args>
  void report(std::uint64_t where, fmt::format_string<Args...> format, Args&&... args) {
    const std::lock_guard lock(mutex_);
    if (where < where_.load(std::memory_order_relaxed)) {
      where_.store(where, std::memory_order_relaxed);
      text_ = fmt::format(format, std::forward<Args>(args)...);
    }
  }
  /// False where there is no point in looking any more.
  [[nodiscard]] bool matters(std::uint64_t where) const { return where < where_.load(std::memory_order_relaxed); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::atomic<std::uint64_t> where_{std::numeric_limits<std::uint64_t>::max()};
  std::mutex mutex_;
  std::string text_;
};

class TilesCheck {
 public:
  TilesCheck(const Tiles& tiles, const Adjacency& rows, const std::string& name, int threads)
      : tiles_(tiles), rows_(rows), name_(name), threads_(threads) {}

  void check_bounds() const {
    if (const std::string problem = problem_of(tiles_.shape); !problem.empty()) wrong("it has {}", problem);
    if (tiles_.num_rows != rows_.num_rows() || tiles_.num_arcs != rows_.num_edges()) {
      wrong("it is of {} rows and {} arcs, the graph of {} and {}", tiles_.num_rows, tiles_.num_arcs, rows_.num_rows(),
            rows_.num_edges());
    }
    check_phase_1_sizes();
    check_phase_2_sizes();
    each(tiles_.columns.size(), [&](std::size_t c, FirstProblem& problem) {
      if (tiles_.columns[c] >= tiles_.num_rows) problem.report(c, "column {} is vertex {}", c, tiles_.columns[c]);
    });
    each_panel_chunk(
        [&](std::uint32_t panel, std::uint32_t c, FirstProblem& problem) { check_chunk_bounds(panel, c, problem); });
    each(tiles_.num_groups(), [&](std::size_t g, FirstProblem& problem) { check_group_bounds(g, problem); });
  }

  void check_all() {
    check_bounds();
    check_columns();
    check_groups();
    read_places();
    check_receivers();
    measure_chunks();
    each_panel_chunk(
        [&](std::uint32_t panel, std::uint32_t c, FirstProblem& problem) { check_chunk(panel, c, problem); });
  }

 private:
  template <class... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    fail(ExitCode::bad_input, "{}: its tiles are not sound: {}; make it again with mg_prep", name_,
         fmt::format(format, std::forward<Args>(args)...));
  }

  /// Calls check(i, problem) for 0 <= i < count and throws what was reported.
  template <class Check>
  void each(std::size_t count, Check&& check) const {
    FirstProblem problem;
    parallel_chunks(count, 64, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end && problem.matters(i); ++i) check(i, problem);
    });
    if (!problem.text().empty()) wrong("{}", problem.text());
  }

  /// Calls check(panel, chunk, problem) for every chunk.
  template <class Check>
  void each_panel_chunk(Check&& check) const {
    each(tiles_.num_chunks(), [&](std::size_t c, FirstProblem& problem) {
      const auto panel = std::upper_bound(tiles_.panel_chunks.begin(), tiles_.panel_chunks.end(), c) - 1;
      check(static_cast<std::uint32_t>(panel - tiles_.panel_chunks.begin()), static_cast<std::uint32_t>(c), problem);
    });
  }

  void expect_size(std::string_view array, std::size_t size, std::uint64_t expected) const {
    if (size != expected) wrong("{} has {} elements instead of {}", array, size, expected);
  }
  /// `array` begins with 0 and ascends, strictly where nothing may be empty.
  void expect_ascending(std::string_view name, const Array<std::uint32_t>& array, bool strictly) const {
    if (array.empty() || array[0] != 0) wrong("{} does not begin with 0", name);
    each(array.size() - 1, [&](std::size_t i, FirstProblem& problem) {
      if (array[i] < array[i + 1] || (!strictly && array[i] == array[i + 1])) return;
      problem.report(i, "{} does not ascend: {} is followed by {} at {}", name, array[i], array[i + 1], i + 1);
    });
  }

  void check_phase_1_sizes() const {
    const std::size_t columns = tiles_.columns.size();
    if (columns > tiles_.num_rows) wrong("it has {} columns for {} vertices", columns, tiles_.num_rows);
    const std::size_t panels = (columns + tiles_.shape.panel_columns - 1) / tiles_.shape.panel_columns;
    expect_size("panel_chunks", tiles_.panel_chunks.size(), panels + 1);
    expect_ascending("panel_chunks", tiles_.panel_chunks, true);
    expect_size("chunk_steps", tiles_.chunk_steps.size(), std::size_t{tiles_.panel_chunks[panels]} + 1);
    expect_ascending("chunk_steps", tiles_.chunk_steps, true);
    expect_size("chunk_partials", tiles_.chunk_partials.size(), tiles_.chunk_steps.size());
    expect_ascending("chunk_partials", tiles_.chunk_partials, true);
    const std::size_t steps = tiles_.chunk_steps[tiles_.num_chunks()];
    expect_size("ids", tiles_.ids.size(), steps * tiles::step_arcs);
    expect_size("headers", tiles_.headers.size(), steps * tiles::lanes);
    const WeightType type = type_of(rows_.weights);
    const bool whole = !std::holds_alternative<std::monostate>(tiles_.weights);
    const bool real = std::holds_alternative<Array<float>>(tiles_.weights);
    if (whole != (type != WeightType::none) || real != (type == WeightType::f32)) {
      wrong("its weights are not of the graph's type");
    }
    std::visit(
        [&](const auto& weights) {
          if constexpr (requires { weights.size(); }) expect_size("weights", weights.size(), tiles_.ids.size());
        },
        tiles_.weights);
  }

  void check_phase_2_sizes() const {
    const std::size_t groups = tiles_.group_counts.size();
    expect_size("group_rows", tiles_.group_rows.size(), groups + 1);
    expect_ascending("group_rows", tiles_.group_rows, true);
    if (tiles_.group_rows[groups] != tiles_.num_rows) wrong("its groups have {} rows", tiles_.group_rows[groups]);
    expect_size("group_batches", tiles_.group_batches.size(), groups + 1);
    expect_ascending("group_batches", tiles_.group_batches, false);
    expect_size("group_segments", tiles_.group_segments.size(), groups + 1);
    expect_ascending("group_segments", tiles_.group_segments, false);
    const std::size_t batches = tiles_.group_batches[groups];
    expect_size("places", tiles_.places.size(), batches * tiles::batch);
    expect_size("marks", tiles_.marks.size(), batches);
    expect_size("segments", tiles_.segments.size(), tiles_.group_segments[groups]);
  }

  void check_chunk_bounds(std::uint32_t panel, std::uint32_t c, FirstProblem& problem) const {
    const std::size_t first_column = std::size_t{panel} * tiles_.shape.panel_columns;
    const std::size_t width = std::min<std::size_t>(tiles_.shape.panel_columns, tiles_.columns.size() - first_column);
    std::uint32_t runs = 0;
    for (std::size_t s = tiles_.chunk_steps[c]; s < tiles_.chunk_steps[c + 1]; ++s) {
      const std::uint16_t* ids = tiles_.ids.data() + s * tiles::step_arcs;
      for (std::uint32_t i = 0; i < tiles::step_arcs; ++i) {
        if (ids[i] < width || ids[i] == tiles_.shape.panel_columns) continue;
        return problem.report(c, "slot {} has the id {} in a panel of {} columns", s * tiles::step_arcs + i, ids[i],
                              width);
      }
      std::uint32_t before = 0;
      for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
        const std::uint32_t header = tiles_.headers[s * tiles::lanes + lane];
        if (header >> 16 != before) {
          return problem.report(c, "lane {} of step {} says that {} runs end before it, and {} do", lane, s,
                                header >> 16, before);
        }
        before += static_cast<std::uint32_t>(std::popcount(header & 0xffffU));
      }
      runs += before;
    }
    const std::uint32_t partials = tiles_.chunk_partials[c + 1] - tiles_.chunk_partials[c];
    if (runs != partials) problem.report(c, "chunk {} has {} runs and makes {} partials", c, runs, partials);
  }

  void check_group_bounds(std::size_t g, FirstProblem& problem) const {
    const std::uint32_t first = tiles_.group_rows[g];
    const std::uint32_t rows = tiles_.group_rows[g + 1] - first;
    if (first % tiles::group_alignment != 0 || rows > tiles_.shape.group_rows) {
      return problem.report(g, "group {} has {} rows from {} on", g, rows, first);
    }
    const std::uint32_t count = tiles_.group_counts[g];
    const std::uint32_t batches = tiles_.group_batches[g + 1] - tiles_.group_batches[g];
    if ((std::uint64_t{count} + tiles::batch - 1) / tiles::batch != batches) {
      return problem.report(g, "group {} has {} partials in {} batches", g, count, batches);
    }
    std::uint32_t segment = tiles_.group_segments[g];
    const std::uint32_t last_segment = tiles_.group_segments[g + 1];
    std::uint32_t offset = 0;
    for (std::uint64_t t = 0; t < std::uint64_t{batches} * tiles::batch; ++t) {
      const std::uint32_t row = place(g, t) & tiles::row_mask;
      if (row >= rows) return problem.report(g, "place {} of group {} is row {} of {}", t, g, row, rows);
      const bool marked = is_marked(g, t);
      if (marked ? t >= count || segment == last_segment : t == 0) {
        return problem.report(g, "place {} of group {} begins a segment that there is not, or none does", t, g);
      }
      if (marked) offset = tiles_.segments[segment++];
      const std::uint32_t partial = offset + static_cast<std::uint32_t>(t);
      if (t < count && partial >= tiles_.num_partials()) {
        return problem.report(g, "place {} of group {} is the partial {} of {}", t, g, partial, tiles_.num_partials());
      }
    }
    if (segment != last_segment) problem.report(g, "group {} has segments without a mark", g);
  }

  [[nodiscard]] std::uint16_t place(std::size_t g, std::uint64_t t) const {
    return tiles_.places[std::uint64_t{tiles_.group_batches[g]} * tiles::batch + t];
  }
  [[nodiscard]] bool is_marked(std::size_t g, std::uint64_t t) const {
    return (tiles_.marks[tiles_.group_batches[g] + t / tiles::batch] >> (t % tiles::batch) & 1) != 0;
  }

  void check_columns() {
    const Array<EdgeId> sent = count_sent(rows_, tiles_.num_rows, threads_);
    std::size_t senders = 0;
    for (const EdgeId count : sent) senders += count > 0 ? 1 : 0;
    expect_size("columns", tiles_.columns.size(), senders);
    each(tiles_.columns.size(), [&](std::size_t c, FirstProblem& problem) {
      const VertexId v = tiles_.columns[c];
      if (sent[v] == 0) return problem.report(c, "column {} is vertex {}, which sends nothing", c, v);
      if (c == 0) return;
      const VertexId before = tiles_.columns[c - 1];
      if (sent[before] > sent[v] || (sent[before] == sent[v] && before < v)) return;
      problem.report(c, "columns {} and {}, vertices {} and {}, are not ordered by their arcs", c - 1, c, before, v);
    });
  }

  /// That groups are as large as the shape lets them be.
  void check_groups() const {
    for (std::size_t g = 0; g + 1 < tiles_.num_groups(); ++g) {
      const std::uint32_t rows = tiles_.group_rows[g + 1] - tiles_.group_rows[g];
      if (rows % tiles::group_alignment != 0) wrong("group {} ends at row {}", g, tiles_.group_rows[g + 1]);
      const bool full = rows + tiles::group_alignment > tiles_.shape.group_rows;
      if (!full && tiles_.group_counts[g] + partials_of_first_rows(g + 1) <= tiles_.shape.group_partials) {
        wrong("group {} ends before it is full", g);
      }
    }
    for (std::size_t g = 0; g < tiles_.num_groups(); ++g) {
      const std::uint32_t rows = tiles_.group_rows[g + 1] - tiles_.group_rows[g];
      if (rows > tiles::group_alignment && tiles_.group_counts[g] > tiles_.shape.group_partials) {
        wrong("group {} has {} partials, more than its shape allows", g, tiles_.group_counts[g]);
      }
    }
  }

  [[nodiscard]] EdgeId partials_of_first_rows(std::size_t g) const {
    EdgeId count = 0;
    for (std::uint32_t t = 0; t < tiles_.group_counts[g]; ++t) {
      count += (place(g, t) & tiles::row_mask) < tiles::group_alignment ? 1 : 0;
    }
    return count;
  }

  /// Finds out whose each partial is, which places alone say, and checks what else they say.
  void read_places() {
    receivers_ = Array<VertexId>::uninitialized(tiles_.num_partials());
    parallel_for(receivers_.size(), threads_, [&](std::size_t i) { receivers_[i] = no_row; });
    EdgeId total = 0;
    for (const std::uint32_t count : tiles_.group_counts) total += count;
    if (total != tiles_.num_partials()) wrong("its groups receive {} of {} partials", total, tiles_.num_partials());
    each(tiles_.num_groups(), [&](std::size_t g, FirstProblem& problem) { read_group(g, problem); });
  }

  void read_group(std::size_t g, FirstProblem& problem) {
    std::uint32_t segment = tiles_.group_segments[g];
    std::uint32_t before = 0;
    std::uint32_t batch[tiles::batch];
    for (std::uint32_t t = 0; t < tiles_.group_counts[g]; ++t) {
      segment += is_marked(g, t) ? 1 : 0;
      const std::uint32_t partial = tiles_.segments[segment - 1] + t;
      const std::uint32_t row = place(g, t) & tiles::row_mask;
      if (t > 0 && partial <= before) {
        return problem.report(g, "places {} and {} of group {} are the partials {} and {}", t - 1, t, g, before,
                              partial);
      }
      if ((t == 0 || panel_of(partial) != panel_of(before)) != is_marked(g, t)) {
        return problem.report(g, "place {} of group {} is not marked as its panels ask for", t, g);
      }
      const VertexId earlier = std::atomic_ref(receivers_[partial]).exchange(tiles_.group_rows[g] + row);
      if (earlier != no_row) return problem.report(g, "partial {} has two places", partial);
      batch[t % tiles::batch] = row;
      const auto turn = std::count(batch, batch + t % tiles::batch, row);
      if (place(g, t) >> tiles::row_bits != turn) {
        return problem.report(g, "place {} of group {} has the turn {} instead of {}", t, g,
                              place(g, t) >> tiles::row_bits, turn);
      }
      before = partial;
    }
    const std::uint32_t batches = tiles_.group_batches[g + 1] - tiles_.group_batches[g];
    for (std::uint64_t t = tiles_.group_counts[g]; t < std::uint64_t{batches} * tiles::batch; ++t) {
      if (place(g, t) != 0)
        return problem.report(g, "place {} of group {} fills its batch up with {}", t, g, place(g, t));
    }
  }

  [[nodiscard]] std::size_t panel_of(std::uint32_t partial) const {
    std::size_t low = 0;
    std::size_t high = tiles_.num_panels();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (first_partial(middle) <= partial ? low : high) = middle;
    }
    return low;
  }
  [[nodiscard]] std::uint32_t first_partial(std::size_t panel) const {
    return tiles_.chunk_partials[tiles_.panel_chunks[panel]];
  }

  /// That the partials of a panel are those of ascending receivers: one run for each.
  void check_receivers() const {
    each(tiles_.num_panels(), [&](std::size_t panel, FirstProblem& problem) {
      for (std::uint32_t i = first_partial(panel) + 1; i < first_partial(panel + 1); ++i) {
        if (receivers_[i - 1] < receivers_[i]) continue;
        return problem.report(panel, "partials {} and {} of panel {} are those of the rows {} and {}", i - 1, i, panel,
                              receivers_[i - 1], receivers_[i]);
      }
    });
  }

  /// Where chunks begin, in arcs of their panel.
  void measure_chunks() {
    chunk_begins_.assign(tiles_.num_chunks(), 0);
    EdgeId total = 0;
    for (std::size_t panel = 0; panel < tiles_.num_panels(); ++panel) {
      EdgeId begin = 0;
      for (std::uint32_t c = tiles_.panel_chunks[panel]; c < tiles_.panel_chunks[panel + 1]; ++c) {
        const EdgeId arcs = arcs_of(c);
        const std::uint32_t steps = tiles_.chunk_steps[c + 1] - tiles_.chunk_steps[c];
        if (arcs <= EdgeId{steps - 1} * tiles::step_arcs) wrong("the last step of chunk {} is empty", c);
        chunk_begins_[c] = begin;
        begin += arcs;
      }
      total += begin;
    }
    if (total != tiles_.num_arcs) wrong("its chunks have {} arcs, the graph has {}", total, tiles_.num_arcs);
  }

  [[nodiscard]] EdgeId arcs_of(std::uint32_t c) const {
    const std::size_t last = tiles_.chunk_steps[c + 1] - std::size_t{1};
    EdgeId arcs = (last - tiles_.chunk_steps[c]) * tiles::step_arcs;
    for (std::uint32_t i = 0; i < tiles::step_arcs && filled(last, i); ++i) ++arcs;
    return arcs;
  }
  [[nodiscard]] bool filled(std::size_t step, std::uint32_t i) const {
    return tiles_.ids[step * tiles::step_arcs + tiles::slot_of(i)] != tiles_.shape.panel_columns;
  }

  /// A run in the course of a chunk: the arcs of its row up to `position` are found.
  struct Run {
    VertexId row = no_row;
    EdgeId position = 0;
    EdgeId begin = 0;  ///< in arcs of the panel
  };

  void check_chunk(std::uint32_t panel, std::uint32_t c, FirstProblem& problem) const {
    const EdgeId arcs = arcs_of(c);
    const bool first_of_panel = c == tiles_.panel_chunks[panel];
    std::uint32_t partial = tiles_.chunk_partials[c];
    Run run;
    std::optional<EdgeId> run_before;
    if (!first_of_panel) run_before = last_run_begin(c - 1);
    EdgeId i = 0;
    for (std::size_t s = tiles_.chunk_steps[c]; s < tiles_.chunk_steps[c + 1]; ++s) {
      tiles::BankLoads loads;
      for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
        const auto here = static_cast<std::uint32_t>(std::min<EdgeId>(tiles::lane_arcs, arcs - i));
        const std::uint32_t ends = tiles_.headers[s * tiles::lanes + lane] & 0xffffU;
        Lane expected;
        for (std::uint32_t k = 0; k < here; ++k) {
          if (run.row == no_row) {
            if (partial == tiles_.chunk_partials[c + 1]) {
              return problem.report(c, "chunk {} has arcs behind its last run", c);
            }
            run = {.row = receivers_[partial],
                   .position = rows_.offsets[receivers_[partial]],
                   .begin = chunk_begins_[c] + i + k};
            const EdgeId size = tiles_.shape.chunk_arcs;
            const bool begins_chunk = !run_before || run.begin / size > *run_before / size;
            if (begins_chunk != (i + k == 0)) return problem.report(c, "chunk {} is not cut where its arcs ask for", c);
            run_before = run.begin;
            sort_piece(s, lane, k, std::min(here, piece_end(ends, k)), panel, expected);
          } else if (k == 0) {
            sort_piece(s, lane, k, std::min(here, piece_end(ends, k)), panel, expected);
          }
          if (!find(expected.senders[k], run)) {
            return problem.report(c, "step {} has an arc from {} to {} which is not the graph's, or out of order", s,
                                  expected.senders[k], run.row);
          }
          expected.arcs[k] = run.position - 1;
          if ((ends >> k & 1) == 0) continue;
          run.row = no_row;
          ++partial;
        }
        if (ends >> here != 0) return problem.report(c, "step {} ends runs in lane {} beyond its arcs", s, lane);
        if (!is_spread(s, lane, here, ends, expected, loads)) {
          return problem.report(c, "lane {} of step {} has its arcs or their weights in a wrong order", lane, s);
        }
        i += here;
      }
    }
    if (run.row != no_row) problem.report(c, "chunk {} ends within a run", c);
  }

  /// A lane as it was before its arcs were spread over the banks.
  struct Lane {
    std::uint16_t ids[tiles::lane_arcs];
    VertexId senders[tiles::lane_arcs];
    EdgeId arcs[tiles::lane_arcs];  ///< in the rows
  };

  static std::uint32_t piece_end(std::uint32_t ends, std::uint32_t k) {
    return ends >> k == 0 ? tiles::lane_arcs : k + static_cast<std::uint32_t>(std::countr_zero(ends >> k)) + 1;
  }

  /// The arcs [first, last) of a lane, which belong to one run, by ascending sender.
  void sort_piece(std::size_t step, std::uint32_t lane, std::uint32_t first, std::uint32_t last, std::uint32_t panel,
                  Lane& expected) const {
    const VertexId* columns = tiles_.columns.data() + std::size_t{panel} * tiles_.shape.panel_columns;
    for (std::uint32_t k = first; k < last; ++k) {
      const std::uint16_t id = tiles_.ids[step * tiles::step_arcs + tiles::slot_of(lane * tiles::lane_arcs + k)];
      const VertexId sender = id < tiles_.shape.panel_columns ? columns[id] : no_vertex;
      std::uint32_t at = k;
      for (; at > first && expected.senders[at - 1] > sender; --at) {
        expected.senders[at] = expected.senders[at - 1];
        expected.ids[at] = expected.ids[at - 1];
      }
      expected.senders[at] = sender;
      expected.ids[at] = id;
    }
  }

  /// Moves the run's position beyond its next arc from `sender`; false when there is none.
  bool find(VertexId sender, Run& run) const {
    const EdgeId end = rows_.offsets[run.row + 1];
    EdgeId low = run.position;
    EdgeId stride = 1;
    while (low + stride < end && rows_.neighbors[low + stride] < sender) {
      low += stride;
      stride *= 2;
    }
    const VertexId* first = rows_.neighbors.data() + low;
    const VertexId* last = rows_.neighbors.data() + std::min(end, low + stride + 1);
    const VertexId* found = std::lower_bound(first, last, sender);
    if (found == last || *found != sender) return false;
    run.position = static_cast<EdgeId>(found - rows_.neighbors.data()) + 1;
    return true;
  }

  bool is_spread(std::size_t step, std::uint32_t lane, std::uint32_t here, std::uint32_t ends, Lane& expected,
                 tiles::BankLoads& loads) const {
    std::uint8_t order[tiles::lane_arcs];
    tiles::spread_banks(expected.ids, order, ends, here, loads);
    for (std::uint32_t k = 0; k < tiles::lane_arcs; ++k) {
      const std::size_t slot = step * tiles::step_arcs + tiles::slot_of(lane * tiles::lane_arcs + k);
      const bool arc = k < here;
      if (tiles_.ids[slot] != (arc ? expected.ids[k] : tiles_.shape.panel_columns)) return false;
      if (!has_weight_of(slot, arc ? std::optional(expected.arcs[order[k]]) : std::nullopt)) return false;
    }
    return true;
  }

  /// Whether a slot has the weight of an arc of the rows; without one, zero.
  [[nodiscard]] bool has_weight_of(std::size_t slot, std::optional<EdgeId> arc) const {
    return std::visit(
        [&](const auto& weights) {
          if constexpr (requires { weights.size(); }) {
            using Stored = std::remove_cvref_t<decltype(weights[0])>;
            using W = std::conditional_t<std::is_same_v<Stored, float>, float, std::uint32_t>;
            const W expected = arc ? std::get<Array<W>>(rows_.weights)[*arc] : W{0};
            const W stored = weights[slot];
            // Not-a-number equals nothing. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
            return std::memcmp(&expected, &stored, sizeof(W)) == 0;
          }
          return true;
        },
        tiles_.weights);
  }

  /// Where the last run of a chunk begins, in arcs of its panel.
  [[nodiscard]] EdgeId last_run_begin(std::uint32_t c) const {
    const EdgeId arcs = arcs_of(c);
    EdgeId begin = 0;
    const std::size_t first = std::size_t{tiles_.chunk_steps[c]} * tiles::lanes;
    for (EdgeId lane = (arcs - 1) / tiles::lane_arcs + 1; lane-- > 0;) {
      std::uint32_t ends = tiles_.headers[first + lane] & 0xffffU;
      if (lane == (arcs - 1) / tiles::lane_arcs) ends &= (1U << ((arcs - 1) % tiles::lane_arcs)) - 1;
      if (ends == 0) continue;
      begin = lane * tiles::lane_arcs + static_cast<EdgeId>(std::bit_width(ends));
      break;
    }
    return chunk_begins_[c] + begin;
  }

  const Tiles& tiles_;
  const Adjacency& rows_;
  const std::string& name_;
  int threads_;
  Array<VertexId> receivers_;         ///< of partials
  std::vector<EdgeId> chunk_begins_;  ///< in arcs of the panel
};

}  // namespace

void check_tile_bounds(const Tiles& tiles, const Adjacency& rows, const std::string& name, int threads) {
  TilesCheck(tiles, rows, name, threads).check_bounds();
}

void check_tiles(const Tiles& tiles, const Adjacency& rows, const std::string& name, int threads) {
  TilesCheck(tiles, rows, name, threads).check_all();
}

}  // namespace mg
