// Layouts made of compressed rows: each agent does one pass over arcs, rows or vertices.
#pragma once

#include "engine/gpu/emit.cuh"

namespace mg::gpu {

/// The row of each arc, a row a warp.
template <class Offset>
struct SourcesOf {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset end = rows.end(v);
    for (Offset e = rows.begin(v) + lane_id(); e < end; e += warp_size) arguments.sources[e] = v;
  }
};

/// What orders arcs by the blocks of their receivers, and within a block as they were.
struct BlockKeys {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t arc = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (arc >= arguments.num_arcs) return;
    const std::uint64_t block = arguments.rows.neighbors[arc] / arguments.block;
    arguments.keys[arc] = block << arguments.arc_bits | arc;
  }
};

/// Arcs in the order of their keys.
struct OrderArcs {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.num_arcs) return;
    const std::uint64_t arc = arguments.keys[i] & ((std::uint64_t{1} << arguments.arc_bits) - 1);
    arguments.sources[i] = arguments.from[arc];
    arguments.targets[i] = arguments.rows.neighbors[arc];
    if (arguments.weights != nullptr) {
      arguments.weights[i] = static_cast<const std::uint32_t*>(arguments.rows.weights)[arc];
    }
  }
};

/// The neighbor of each vertex that has the longest row itself; a row a warp.
template <class Offset>
struct HubOfRow {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset end = rows.end(v);
    std::uint64_t best = 0;  // degree << 32 | neighbor
    for (Offset e = rows.begin(v) + lane_id(); e < end; e += warp_size) {
      const VertexId u = rows.neighbors[e];
      const Offset degree = rows.end(u) - rows.begin(u);
      const std::uint64_t ranked = std::uint64_t{degree < ~0U ? static_cast<std::uint32_t>(degree) : ~0U} << 32 | u;
      if (ranked > best) best = ranked;
    }
    best = combine_warp<Max>(best);
    if (lane_id() == 0) arguments.vertices[v] = rows.begin(v) < end ? static_cast<VertexId>(best) : no_vertex;
  }
};

/// Lists the vertices whose rows are not empty.
template <class Offset>
struct ListRows {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    append_block<Offset>(arguments.emission, v, row < arguments.rows.num_rows && rows.begin(v) < rows.end(v));
  }
};

/// Weights as integers that are ordered as they are: floating-point ones as their bits are, those of negative sign the
/// other way round.
template <class Weight>
struct OrderedWeight {
  static std::uint32_t from(std::uint32_t bits) {
    if constexpr (!std::is_floating_point_v<Weight>) return bits;
    return bits ^ ((bits & sign) != 0 ? ~0U : sign);
  }
  static std::uint32_t bits_of(std::uint32_t ordered) {
    if constexpr (!std::is_floating_point_v<Weight>) return ordered;
    return ordered ^ ((ordered & sign) != 0 ? sign : ~0U);
  }

 private:
  static constexpr std::uint32_t sign = 1U << 31;
};

/// What orders arcs by row, and within a row by weight; a row a warp.
template <class Weight, class Offset>
struct WeightKeys {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const auto* weights = static_cast<const std::uint32_t*>(arguments.rows.weights);
    const Offset end = rows.end(v);
    for (Offset e = rows.begin(v) + lane_id(); e < end; e += warp_size) {
      arguments.keys[e] = row << 32 | OrderedWeight<Weight>::from(weights[e]);
    }
  }
};

/// Arcs in the order of such keys, which `targets` are in already.
template <class Weight>
struct PairArcs {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.num_arcs) return;
    const auto ordered = static_cast<std::uint32_t>(arguments.keys[i]);
    arguments.arcs[i] = {OrderedWeight<Weight>::bits_of(ordered), arguments.targets[i]};
  }
};

/// The first arcs of every row, column by column, and where they end in the row; a row a thread.
template <class Offset>
struct ColumnsOf {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset begin = rows.begin(v);
    const Offset degree = rows.end(v) - begin;
    const Offset length = degree < arguments.num_columns ? degree : arguments.num_columns;
    for (Offset i = 0; i < length; ++i) {
      const std::uint64_t place = row + i * arguments.pitch;
      arguments.targets[place] = rows.neighbors[begin + i];
      if (arguments.weights != nullptr) {
        arguments.weights[place] = static_cast<const std::uint32_t*>(arguments.rows.weights)[begin + i];
      }
    }
    static_cast<Offset*>(arguments.ends)[v] = begin + length;
  }
};

/// How many nodes beyond its own each row takes.
template <class Offset>
struct CountNodes {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    arguments.flags[v] = static_cast<std::uint32_t>(further_nodes(rows.end(v) - rows.begin(v)));
  }
};

/// Rows as nodes, each linked to the next; a row a thread.
template <class Offset>
struct LinkRows {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset end = rows.end(v);
    Offset e = rows.begin(v);
    VertexId at = v;
    for (std::uint64_t next = arguments.rows.num_rows + arguments.ranks[v];; ++next) {
      const bool goes_on = end - e > 4;
      const unsigned held = goes_on ? 3 : static_cast<unsigned>(end - e);
      RowNode node{{no_vertex, no_vertex, no_vertex, no_vertex}};
      for (unsigned i = 0; i < 4; ++i) {
        if (i < held) node.words[i] = rows.neighbors[e + i];
      }
      if (goes_on) node.words[3] = RowNode::link | static_cast<std::uint32_t>(next);
      arguments.nodes[at] = node;
      if (!goes_on) return;
      e += held;
      at = static_cast<VertexId>(next);
    }
  }
};

/// Which vertices have a high in-degree.
template <class Offset>
struct FlagHeavy {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.rows.num_rows) return;
    const auto* offsets = static_cast<const Offset*>(arguments.in_offsets);
    arguments.flags[v] = offsets[v + 1] - offsets[v] >= arguments.heavy_degree ? 1 : 0;
  }
};

/// The vertices of the ranks that the flags give.
struct ListHeavy {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.rows.num_rows || arguments.flags[v] == 0) return;
    arguments.vertices[arguments.ranks[v]] = static_cast<VertexId>(v);
  }
};

/// Every row with its arcs to vertices of high in-degree first, which name their ranks; a row a warp.
template <class Offset>
struct SplitRows {
  using Arguments = LayoutArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset begin = rows.begin(v);
    const Offset end = rows.end(v);
    Offset heavy = 0;
    for (Offset e = begin + lane_id(); e < end; e += warp_size) heavy += arguments.flags[rows.neighbors[e]];
    heavy = combine_warp<Sum>(heavy);
    if (lane_id() == 0) static_cast<Offset*>(arguments.ends)[v] = begin + heavy;
    split(arguments, rows, begin, end, begin + heavy);
  }

 private:
  /// In the order of the row, both parts.
  static void split(const Arguments& arguments, const Rows<Offset>& rows, Offset begin, Offset end, Offset light_at) {
    Offset heavy_at = begin;
    for (Offset first = begin; first < end; first += warp_size) {
      const bool exists = lane_id() < end - first;
      const Offset e = first + lane_id();
      const VertexId target = exists ? rows.neighbors[e] : 0;
      const bool is_heavy = exists && arguments.flags[target] != 0;
      const unsigned heavies = __ballot_sync(all_lanes, is_heavy);
      const unsigned lights = __ballot_sync(all_lanes, exists && !is_heavy);
      if (exists) {
        const Offset place =
            is_heavy ? heavy_at + __popc(heavies & lanes_below()) : light_at + __popc(lights & lanes_below());
        arguments.targets[place] = is_heavy ? static_cast<VertexId>(arguments.ranks[target]) : target;
        if (arguments.weights != nullptr) {
          arguments.weights[place] = static_cast<const std::uint32_t*>(arguments.rows.weights)[e];
        }
      }
      heavy_at += __popc(heavies);
      light_at += __popc(lights);
    }
  }
};

}  // namespace mg::gpu
