// The layout of the dense engine: every arc of a graph, ordered for two passes that touch fast memory only.
//
// MultiGraph's dense representation (Hong et al., PACT'17) with numbers of 16 bits. Senders are grouped into panels
// whose values fit the shared memory of a block, or a core's L2 cache. Phase 1 takes a panel's arcs in the order of
// their receivers and combines the values of each run of arcs with one receiver into a partial. A panel's partials lie
// in the order of their receivers, which is fixed, so they need no names. Phase 2 gives each group of rows to one warp,
// or core, that combines the group's partials in fast memory; as it owns the rows, it needs no atomics, any operator
// will do, and a sum is the same in every run.
//
//   columns ──panels──> steps of 512 arcs ──phase 1──> partials ──phase 2──> groups of rows
//
// A panel of few senders with many arcs (the hubs, which come first) is where values are combined before they leave a
// block: MultiGraph's heavy tiles. Its light tiles are the segments of the other panels' partials.
#pragma once

#include <variant>

#include "dense/tiles_geometry.hpp"
#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// The sizes that a layout is built with.
struct TileShape {
  /// Senders of a panel, at most 65,535: a multiple of 32 below the values of 4 bytes that fit beside phase 1's
  /// staging.
  std::uint32_t panel_columns = 45'056;
  /// A chunk holds about so many arcs: the first run that begins at or after each multiple begins a new one.
  std::uint32_t chunk_arcs = 4096;
  /// Rows of a group, a multiple of group_alignment and at most 2,048.
  std::uint32_t group_rows = 512;
  /// A group ends before it exceeds so many partials, at a multiple of group_alignment rows.
  std::uint32_t group_partials = 8192;

  friend bool operator==(const TileShape&, const TileShape&) = default;
};

/// Weights in the order of the arcs, in the narrowest type that holds them all; zero where a step is filled up.
using TileWeights =
    std::variant<std::monostate, Array<std::uint8_t>, Array<std::uint16_t>, Array<std::uint32_t>, Array<float>>;

/// The arcs of one direction. Rows are their receivers, columns their senders. Invariants, which check_tiles() proves:
///
/// - `columns` lists the vertices with arcs to send along, those of more arcs first, equal ones ascending. Panel p has
///   the columns [p * panel_columns, (p + 1) * panel_columns); a column's number within its panel is its id.
/// - The arcs of a panel are ordered by receiver, and those of one receiver as in its row. A maximal sequence of arcs
///   with one receiver is a run, and makes one partial; partials are numbered in the order of panels and receivers.
///   There are fewer than 2^32.
/// - A chunk is a whole number of runs. Chunk c has the steps [chunk_steps[c], chunk_steps[c + 1]), which it begins to
///   fill from the first, so that only the last one may have room left, and makes the partials [chunk_partials[c],
///   chunk_partials[c + 1]). Panel p has the chunks [panel_chunks[p], panel_chunks[p + 1]).
/// - `ids`: for every slot of a step (tiles::slot_of) the sender's id, or panel_columns where the step is filled up.
/// - `headers[32 * step + lane]`: the lower 16 bits say which of the lane's arcs end a run, the upper 16 how many runs
///   end in the step's lanes before this one.
/// - Within a run and a lane, arcs are then ordered so that the lanes' reads of shared memory meet few banks twice
///   (dense/spread_banks.hpp); this order is part of the layout, so that a sum's rounding is.
/// - Group g has the rows [group_rows[g], group_rows[g + 1]), as many as the shape lets it have, and receives
///   group_counts[g] partials, by panel and then by receiver; one panel's make a segment. Its places begin at the batch
///   group_batches[g] and end before group_batches[g + 1], the last batch filled up with zeros; its segments begin at
///   group_segments[g]. All rows are in groups, also those that receive nothing.
/// - `places[i]`: the row within the group, and in the upper bits its turn: how many places before it in its batch have
///   the same row. `marks`: bit j of a batch's word is set where its place j begins a segment. `segments[s] + t`,
///   modulo 2^32, is the partial of the group's place t, for the places of the group's segment s.
struct Tiles {
  TileShape shape;
  VertexId num_rows = 0;
  EdgeId num_arcs = 0;

  Array<VertexId> columns;
  Array<std::uint32_t> panel_chunks;    ///< one a panel, and one more
  Array<std::uint32_t> chunk_steps;     ///< one a chunk, and one more
  Array<std::uint32_t> chunk_partials;  ///< one a chunk, and one more
  Array<std::uint16_t> ids;             ///< 512 a step
  Array<std::uint32_t> headers;         ///< 32 a step
  TileWeights weights;                  ///< 512 a step
  Array<std::uint32_t> group_rows;      ///< one a group, and one more
  Array<std::uint32_t> group_counts;    ///< one a group
  Array<std::uint32_t> group_batches;   ///< one a group, and one more
  Array<std::uint32_t> group_segments;  ///< one a group, and one more
  Array<std::uint16_t> places;          ///< 32 a batch
  Array<std::uint32_t> marks;           ///< one a batch
  Array<std::uint32_t> segments;

  [[nodiscard]] std::uint32_t num_panels() const { return static_cast<std::uint32_t>(panel_chunks.size() - 1); }
  [[nodiscard]] std::uint32_t num_chunks() const { return static_cast<std::uint32_t>(chunk_steps.size() - 1); }
  [[nodiscard]] std::uint32_t num_groups() const { return static_cast<std::uint32_t>(group_counts.size()); }
  [[nodiscard]] std::uint32_t num_partials() const { return chunk_partials[num_chunks()]; }
};

/// Calls visit(name, array) for every array of tiles but the weights, and of several that call them the same,
/// visit(name, array of the first, array of the second...).
template <class Visit, class... SomeTiles>
void for_each_tile_array(const Visit& visit, SomeTiles&... tiles) {
  visit("columns", tiles.columns...);
  visit("panel_chunks", tiles.panel_chunks...);
  visit("chunk_steps", tiles.chunk_steps...);
  visit("chunk_partials", tiles.chunk_partials...);
  visit("ids", tiles.ids...);
  visit("headers", tiles.headers...);
  visit("group_rows", tiles.group_rows...);
  visit("group_counts", tiles.group_counts...);
  visit("group_batches", tiles.group_batches...);
  visit("group_segments", tiles.group_segments...);
  visit("places", tiles.places...);
  visit("marks", tiles.marks...);
  visit("segments", tiles.segments...);
}

}  // namespace mg
