// What the kernels that run a whole loop are given, and what they leave behind.
#pragma once

#include <cstddef>

#include "engine/gpu/device_arguments.hpp"

namespace mg::sparse {

/// An entry of a loop's frontier: arcs still to follow. A long row is several entries, so that many threads share it.
template <class Offset>
struct alignas(sizeof(Offset) == 4 ? 16 : 8) LoopEntry {
  VertexId vertex;
  VertexId sender;  ///< by which the vertex was reached, where that takes nothing back; else no_vertex
  Offset begin;
  Offset end;
};

/// An entry of a search's frontier where rows are short: one arc to follow. A vertex that has none but back to where it
/// was reached from is an entry that leads to no_vertex.
struct alignas(8) SearchArc {
  VertexId from;
  VertexId to;
};

/// The most arcs of an entry.
inline constexpr std::uint32_t arcs_per_entry = 512;

/// One iteration, as a trace wants it.
struct LoopRecord {
  std::uint64_t entries;
  std::uint64_t arcs;
  std::uint64_t nanoseconds;  ///< on the GPU's clock, when it began
};

/// What a block tells others of the entries that it has pushed. They lie in its list behind those that it has taken
/// back.
struct alignas(16) LoopTally {
  std::uint16_t listed;
  std::uint16_t taken;
  std::uint32_t spilled;  ///< those that the list had no room for
  std::uint64_t arcs;
};

/// Threads of such a team's block where no balancer says how many.
inline constexpr std::uint32_t threads_of_team_block = 1024;
/// The most threads of a team of the whole device, and blocks.
inline constexpr std::uint32_t most_team_threads = 256 * threads_of_team_block;
inline constexpr std::uint32_t most_team_blocks = 1024;
/// Blocks of so many threads each, a power of two: what they have in common costs each of them time.
[[nodiscard]] constexpr std::uint32_t most_blocks_of(std::uint32_t threads) {
  return threads >= 512 ? 256 : threads >= 256 ? 512 : most_team_blocks;
}
/// Entries that each has a place of its own for.
[[nodiscard]] constexpr std::uint32_t list_entries_of(std::uint32_t threads) {
  constexpr std::uint32_t of_all = 256 * 4096;
  return of_all / most_blocks_of(threads);
}

/// Blocks of a cluster.
inline constexpr std::uint32_t cluster_blocks = 16;
/// Shared memory that each has for entries of a frontier.
inline constexpr std::uint32_t cluster_list_bytes = 98304;
/// Of a search whose frontier is arcs. The less it is, the more of a multiprocessor's cache is left for rows:
/// road-like, BFS, H200 (2026-11-23), 15.6 ms with lists of 12 to 48 KB, 18.0 where a block takes all shared memory
/// that there is.
inline constexpr std::uint32_t arc_list_bytes = 16384;

/// The most classes into which a balancer has rows sorted.
inline constexpr std::uint32_t most_row_classes = 4;

/// The most arcs of a frontier that a cluster goes on with.
inline constexpr EdgeId most_arcs_of_cluster = 24'576;
/// The longest row whose arcs a search lists one by one: a thread lists all that its vertex has.
inline constexpr EdgeId longest_listed_row = 16;

/// Words in device memory that blocks meet at; zero before a launch.
struct LoopMeeting {
  std::uint32_t arrived;
  std::uint32_t padding[3];
  LoopTally tallies[2][most_team_blocks];  ///< of the frontier in the making, in turns
};

/// What a launch leaves behind, beside the frontier: for the host, or where a loop takes many, for the next one.
struct LoopState {
  std::uint64_t done;            ///< iterations
  std::uint64_t listed;          ///< entries of the queue that is left, each vertex once
  std::uint64_t arcs;            ///< that leave it
  std::uint64_t expanded;        ///< arcs that were followed
  std::uint64_t kept;            ///< entries of the history
  std::uint64_t places;          ///< of the history that were given away, where frontiers are maps
  std::uint64_t far[2];          ///< entries of both piles of later buckets
  std::uint64_t next_bucket[2];  ///< the first bucket of each that is not empty
  std::uint64_t bucket;          ///< in turn
  std::uint32_t pile;            ///< which pile holds the later buckets
  std::uint32_t spilled[2];      ///< entries that found no room in shared memory
  // Between the launches of one loop:
  std::uint32_t begun;                         ///< not 0: the frontier is what the last launch has left
  std::uint32_t front;                         ///< which of a team's lists hold it
  std::uint32_t awaited;                       ///< DeviceBarrier::awaited()
  std::uint32_t flips;                         ///< of a team that marks
  std::uint32_t classes[2][most_row_classes];  ///< vertices of a frontier that is sorted, in turns
};

/// What a layout is followed by, as the host has it of a push from all vertices: the arguments of an agent, and how
/// many blocks there are where the frontier does not say so.
struct LoopPart {
  std::uint64_t blocks;
  alignas(16) std::byte arguments[512];
};

struct LoopArguments {
  gpu::DeviceRows rows[2];      ///< of the loop's side and of the opposite one
  const gpu::RowNode* nodes;    ///< the former linked, of a search whose frontier is arcs
  const VertexId* begins_with;  ///< the frontier; null: every vertex
  std::uint64_t size;
  VertexId* queue;   ///< where the frontier of the iteration to come is left; room for all vertices
  void* entries[2];  ///< room for every entry that there can be
  void* lists[2];    ///< of a team of the whole device: a list a block
  LoopMeeting* meeting;
  LoopState* state;
  std::uint64_t condition;  ///< under which there is another launch
  std::uint32_t* marks;     ///< the epoch in which a vertex was listed last
  std::uint32_t epoch;      ///< of what is left; the first iteration's follow
  std::uint64_t first;      ///< number of the first iteration
  bool has_pieces;          ///< some rows are several entries
  std::uint64_t most_iterations;
  std::uint64_t most_arcs;   ///< the loop leaves before an iteration with more, or of a search, with more entries
  std::uint64_t least_arcs;  ///< and after `patience` iterations in a row with fewer
  std::uint64_t patience;
  // Buckets:
  std::uint32_t respawns;  ///< rounds in which a block expands what it has pushed itself
  VertexId* piles[2];
  std::uint32_t* waiting;
  double inverse_delta;
  // What was expanded, iteration by iteration; null: nobody asks.
  VertexId* history;
  std::uint64_t* history_begins;  ///< of each iteration of this launch, and one more
  LoopRecord* records;            ///< null: nobody asks
  // For balancers that number arcs, or have frontiers sorted:
  VertexId* listed;               ///< a frontier's vertices, or a list a class
  void* starts;                   ///< the arcs before each vertex's, of the offsets' type
  std::uint64_t* arcs_of_blocks;  ///< of each block's share
  // For frontiers that are marked:
  std::uint32_t* maps[2];     ///< over all vertices, empty; the second where the map is the frontier
  std::uint64_t* map_totals;  ///< vertices and arcs of each block's share, of two maps in turns
  // For layouts and pulls:
  const LoopPart* parts[2];  ///< of the loop's side and of the opposite one
  std::uint32_t* members;    ///< the iteration in whose frontier a vertex was last
};

struct SweepArguments {
  gpu::DeviceRows rows;
  const VertexId* history;
  const std::uint64_t* begins;
  std::uint64_t first;        ///< number of the first iteration in the history
  std::uint64_t count;        ///< iterations in it
  std::uint64_t last;         ///< number of the last one of the whole loop
  std::uint64_t mean_degree;  ///< rounded up
  LoopMeeting* meeting;
};

}  // namespace mg::sparse
