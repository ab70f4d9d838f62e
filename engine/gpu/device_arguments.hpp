// What kernels are given: plain structs that the host fills and GPUs read.
#pragma once

#include <cstdint>

#include "engine/graph/types.hpp"

namespace mg::gpu {

/// The most arcs of which offsets have 32 bits: a block's threads may count on past the last one.
inline constexpr EdgeId most_narrow_arcs = 0xffffffffU - 1024;

/// Rows in device memory; offsets have 32 bits where there are no more than most_narrow_arcs.
struct DeviceRows {
  const void* offsets;  ///< where rows begin
  const void* ends;     ///< where they end: of whole compressed rows, the offsets from the second one on
  const VertexId* neighbors;
  const void* weights;  ///< parallel to neighbors; null without
  VertexId num_rows;
};

/// A row that is too long for one warp.
struct LongRow {
  VertexId row;
  EdgeId begin;
  EdgeId end;
};
/// A piece of such a row.
struct RowPiece {
  VertexId row;
  std::uint32_t heavy;  ///< which of the heavy rows
  EdgeId begin;
  EdgeId end;
};

/// The rows that are cut into pieces, so that many blocks can work on one.
struct HeavyRows {
  const RowPiece* pieces;
  const VertexId* rows;
  const std::uint32_t* first_piece;  ///< of each row, and one more
  std::uint32_t num_pieces;
  std::uint32_t num_rows;
};

/// Vertices, each once.
struct VertexList {
  const VertexId* vertices;
  std::uint64_t size;
};

/// Arcs one by one (coo): where each comes from; where it leads and its weight are in `rows`.
struct DeviceArcs {
  const VertexId* sources;
  DeviceRows rows;
};

/// An arc and its weight side by side, for who needs both at once.
struct alignas(8) WeightedArc {
  std::uint32_t weight;  ///< its bits, whatever its type
  VertexId neighbor;
};

/// A row in pieces of 16 bytes (linked rows): a node has up to four neighbors, or three and the number of the next
/// node; what it has not is no_vertex. Node v begins row v.
struct alignas(16) RowNode {
  static constexpr std::uint32_t link = 0x80000000;  ///< set in the last word where that is a node's number
  VertexId words[4];
};
/// Nodes of a row beyond its own.
[[nodiscard]] constexpr std::uint64_t further_nodes(EdgeId arcs) { return arcs <= 4 ? 0 : (arcs - 2) / 3; }

/// The first arcs of every row column by column (ell): arc i of row v is at v + i * pitch.
struct DeviceColumns {
  DeviceRows rows;  ///< begin and end where those arcs do in compressed rows; neighbors and weights are the columns'
  DeviceRows rest;  ///< what compressed rows have beyond them
  std::uint64_t pitch;
};

/// Rows split by the in-degrees of those they lead to. Arcs to vertices of a high one name, in place of the vertex, its
/// rank among these; ranks ascend within a row.
struct DeviceSegments {
  DeviceRows heavy;
  DeviceRows light;
  const VertexId* vertices;  ///< of the ranks
  std::uint32_t num_heavy;   ///< ranks
};

/// How an array over all vertices says which are in a set.
enum class MapForm : unsigned char {
  bitmap,
  bytemap,
  counter,  ///< a word a vertex: the epoch of the set that it joined last, so that nothing is ever cleared
};

/// A set of vertices as an array over all of them.
struct VertexMap {
  const void* cells;  ///< null: all vertices
  MapForm form;
  std::uint32_t epoch;  ///< of a counter map
};

/// What a step counts on the device; read back once a step.
struct Counters {
  /// Entries of the next frontier in the upper bits, the arcs that leave them in the lower ones (Emission::arc_bits):
  /// one atomic places an entry and its arcs, so a queue is born with the prefix sum of its degrees.
  std::uint64_t emitted;
  std::uint64_t expanded_arcs;
  std::uint64_t candidates;   ///< vertices that received a term of a sum and wait to be settled
  std::uint64_t left;         ///< receivers that a pull has left without a value
  std::uint64_t far;          ///< entries of the pile of later buckets
  std::uint64_t next_bucket;  ///< the first bucket that is not empty there
  double reduced;
};

/// The next frontier under construction. What is not asked for is null.
struct Emission {
  VertexId* queue;
  void* starts;          ///< prefix sums of the queue's degrees, of the offsets' type
  std::uint32_t* words;  ///< bitmap
  std::uint8_t* bytes;   ///< bytemap
  std::uint32_t* marks;  ///< epoch in which a vertex was last listed
  std::uint32_t epoch;
  std::uint32_t arc_bits;      ///< lower bits of *emitted
  const void* degree_offsets;  ///< rows whose lengths are the arcs counted; null: not counted
  std::uint64_t* emitted;      ///< entries and arcs so far, as Counters::emitted has them
};

struct VertexArguments {
  const VertexId* queue;       ///< null: every vertex, or those of `words`
  const std::uint32_t* words;  ///< null: every vertex, or those of `queue`
  std::uint64_t size;
  double* summands;  ///< of a reduction: one a block
  std::uint64_t num_summands;
  double* reduced;
  Emission emission;
};

/// Indices that are marked and then listed, a warp for each word of marks.
struct IndexArguments {
  std::uint64_t count;
  std::uint32_t* words;         ///< a bit an index
  std::uint32_t* lengths;       ///< how many bits of each word are set
  const std::uint64_t* places;  ///< prefix sums of these
  std::uint32_t* kept;
};

/// A set in one form, to be listed, marked in another form, or counted.
struct ConvertArguments {
  VertexMap map;          ///< where there is no queue
  const VertexId* queue;  ///< null: the vertices of the map
  std::uint64_t size;     ///< entries of the queue, or all vertices
  Emission emission;
};

struct ApplyArguments {
  DeviceRows rows;
  EdgeId first;  ///< positions within a row
  EdgeId last;
  std::uint64_t* expanded_arcs;
  HeavyRows heavy;             ///< of an agent that cuts: the pieces
  std::uint32_t heavy_degree;  ///< of rows that are taken in pieces, at least
  std::uint32_t row_blocks;    ///< those behind them take pieces
};

/// The arcs of the vertices in a queue, numbered in its order.
struct ApplyListedArguments {
  DeviceRows rows;
  const VertexId* queue;
  const void* starts;  ///< numbers of the entries' first arcs, of the offsets' type
  std::uint64_t size;
  EdgeId num_arcs;
};

/// Of all arcs, a warp filters so many.
inline constexpr std::uint64_t arcs_of_filter = 1024;

/// Arcs as a frontier: `arcs` are numbers of the offsets' type. What an agent is not asked for is null.
struct ArcListArguments {
  DeviceRows rows;
  const VertexId* sources;  ///< of the arcs that a function is called for; null: all
  const void* arcs;
  std::uint64_t size;
  std::uint32_t* lengths;       ///< of each warp's share of all arcs, those that are kept
  const std::uint64_t* places;  ///< of the first of them
  VertexId* kept_sources;
  void* kept_arcs;
  std::uint64_t* num_kept;
  std::uint64_t most_kept;   ///< for how many there is room
  std::uint32_t share_bits;  ///< 1 << so many threads share an arc
};

/// Where vertices of later buckets wait.
struct FarPile {
  Emission staying;        ///< the pile, as a queue that is appended to
  std::uint32_t* waiting;  ///< whether a vertex is in the pile
  std::uint64_t current;   ///< the bucket in turn
  double inverse_delta;
  std::uint64_t* next_bucket;  ///< the first bucket that is not empty there
};

struct SplitArguments {
  const VertexId* from;
  std::uint64_t size;
  FarPile far;
  Emission emission;
};

/// Ranking vertices by descending degree.
struct DegreeOrderArguments {
  DeviceRows rows;
  std::uint32_t* degrees;
  VertexId* vertices;  ///< 0, 1, ..., and once sorted, the vertex of a rank
  VertexId* ranks;     ///< of vertices
};

/// Turning the edges of a simple undirected graph one way, over new numbers: ranks by descending degree.
struct OrientArguments {
  DeviceRows rows;
  const VertexId* ranks;         ///< of vertices
  std::uint32_t* lengths;        ///< of oriented rows
  const std::uint64_t* offsets;  ///< of oriented rows
  std::uint32_t rank_bits;       ///< so many hold a rank
  std::uint64_t* edges;          ///< row << rank_bits | target
  const std::uint64_t* sorted;   ///< the same, ascending
  std::uint64_t num_edges;
  VertexId* targets;  ///< of the sorted edges
};

/// What a row of an oriented graph holds as bits, those ranks that are below some bound of its own, and what it lists
/// beside them. Without bits, it lists all.
struct alignas(16) HubRow {
  std::uint64_t rest;   ///< where the entries begin that are listed; they end with the row
  std::uint32_t place;  ///< of the first bits, among quads
  std::uint32_t quads;  ///< of 128 bits each
};

struct HubArguments {
  const std::uint64_t* offsets;
  const VertexId* targets;
  std::uint64_t num_rows;
  VertexId most_ranks;  ///< that bits may reach: a multiple of 128
  HubRow* rows;
  std::uint32_t* lengths;       ///< of rows, in quads
  const std::uint64_t* places;  ///< of rows, among quads
  std::uint32_t* bits;          ///< four words a quad
};

struct TriangleArguments {
  const std::uint64_t* offsets;
  const VertexId* targets;
  std::uint64_t num_rows;
  Emission long_rows;
  VertexId bitmap_bits;  ///< targets below this are looked up in shared memory; a multiple of 128
  std::uint64_t* next_row;
  std::uint64_t* triangles;
  const VertexId* vertices;  ///< of rows, for functions
  const HubRow* hub_rows;    ///< null: all are listed, as functions need them
  const std::uint32_t* hub_bits;
};

/// Receivers that more arcs come to than a warp has lanes are grouped for in tables in shared memory, up to so many
/// arcs by a warp, and up to so many by a block.
inline constexpr std::uint32_t arcs_of_warp_table = 256;
inline constexpr std::uint32_t arcs_of_block_table = 2048;
/// A block has so many tables of warps.
inline constexpr unsigned warp_tables = 4;
/// So many sorted arcs are added up together, group by group.
inline constexpr std::uint64_t arcs_of_part = 1024;

/// What is found out about receivers by those who group for the ones with the fewest arcs. Hubs are those to which more
/// come than a block has room for: they are cut into segments.
struct GroupCounts {
  std::uint64_t arcs;      ///< that come to receivers that are listed
  std::uint64_t longer;    ///< receivers for a warp, and << 32 those with more arcs
  std::uint64_t hubs;      ///< segments of hubs, and << 32 hubs
  std::uint64_t hub_arcs;  ///< entries that all segments have room for
  // The same as far as hubs have been given their places:
  std::uint64_t placed_hubs;
  std::uint64_t placed_arcs;
};

/// A hub. What comes to it is grouped segment by segment into lists of entries: a key and a sum.
struct GroupHub {
  VertexId v;
  std::uint32_t first_segment;
  std::uint32_t segments;
  std::uint32_t segment_arcs;  ///< arcs of a segment, and entries that it has room for
  std::uint32_t entries;       ///< of all segments
  std::uint64_t begin;         ///< of the entries of the first segment
  std::uint64_t value;         ///< or one of 4 bytes: what becomes of the groups
};

/// Grouping what comes to vertices.
struct GroupArguments {
  DeviceRows rows[2];      ///< against the arcs, and along them
  unsigned sides;          ///< how many of these count
  const VertexId* listed;  ///< the receivers; null: the first `count` vertices
  std::uint64_t count;
  // In tables:
  GroupCounts* counts;
  VertexId* longer;  ///< receivers for a warp from the front on, those with more arcs from the back
  GroupHub* hubs;
  std::uint32_t* hub_of_segment;
  std::uint32_t* entries_of_segment;
  std::uint32_t* entry_keys;
  void* entry_sums;       ///< numbers of arcs of 32 bits; with weights, sums of 64
  std::uint32_t* places;  ///< two an entry: a hub's table, of which entry has which key
  // What comes along the arcs of rows, key by key, and once sorted, by run:
  std::uint32_t* lengths;  ///< arcs that come to a receiver
  std::uint64_t* begins;   ///< prefix sums of these
  std::uint64_t* keys;     ///< place of the receiver << 32 | key
  std::uint32_t* weights;  ///< parallel to the keys, as bits
  std::uint64_t num_keys;
  void* sums;    ///< parallel to sorted keys, at the last arc of each part of a group
  void* values;  ///< of receivers
};

/// Counting triangles along a simple undirected graph's own rows.
struct OwnRowsArguments {
  DeviceRows rows;
  std::uint32_t lane_bits;  ///< 2^this lanes of a warp share a row
  std::uint64_t* triangles;
};

/// Compressed rows turned into another layout. What is not asked for is null.
struct LayoutArguments {
  DeviceRows rows;
  EdgeId num_arcs;
  // Of the new layout:
  VertexId* sources;
  VertexId* targets;
  std::uint32_t* weights;  ///< words, whatever their type
  WeightedArc* arcs;
  Emission emission;  ///< of a list of vertices
  void* ends;         ///< of the first part of each row, of the offsets' type
  // To order arcs by the blocks of their receivers:
  const VertexId* from;  ///< sources in the order of the rows
  std::uint64_t* keys;   ///< block << arc_bits | arc; or to order arcs by weight, row << 32 | weight
  std::uint32_t arc_bits;
  std::uint32_t block;  ///< receivers a block
  // For columns:
  std::uint64_t pitch;
  std::uint32_t num_columns;
  // For segments:
  std::uint32_t heavy_degree;
  const void* in_offsets;      ///< of the receivers' rows
  std::uint32_t* flags;        ///< whether a vertex's in-degree is high, a word a vertex
  const std::uint64_t* ranks;  ///< prefix sums of the flags
  VertexId* vertices;          ///< of ranks
  // For linked rows; flags and ranks are of nodes beyond each row's own:
  RowNode* nodes;
};

struct UniteArguments {
  std::uint32_t* into;
  const std::uint32_t* other;
  std::uint64_t num_words;
  Emission emission;
};

}  // namespace mg::gpu
