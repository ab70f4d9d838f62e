#include "preprocess/building/adjacency_builder.hpp"

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "preprocess/building/bucket_sort.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace {

/// Edges in file order, as ArcPartition wants them.
template <class W>
struct EdgeSource {
  std::span<const Edge> edges;
  const W* weights;
  bool undirected;
  bool drop_loops;

  template <class Emit>
  void visit(int share, int shares, Emit&& emit) const {
    const std::size_t begin = edges.size() * share / shares;
    const std::size_t end = edges.size() * (share + 1) / shares;
    for (std::size_t i = begin; i < end; ++i) {
      auto [row, neighbor] = edges[i];
      if (drop_loops && row == neighbor) continue;
      if (undirected && row > neighbor) std::swap(row, neighbor);
      emit(row, neighbor, weight_at(weights, i));
    }
  }
};

/// The reversed arcs of an adjacency, row by row: ascending rows make ascending neighbours in the transpose. Rows may
/// be visited in another order, by which vertices are then renumbered.
template <class W>
struct RowSource {
  const Adjacency& rows;
  const VertexOrder& order;
  bool skip_loops;
  std::span<const VertexId> share_begin;  // the first row position of each share, and the end

  template <class Emit>
  void visit(int share, int, Emit&& emit) const {
    const W* weights = weights_data<W>(rows.weights);
    const VertexId* neighbors = rows.neighbors.data();
    const VertexId* renumber = order.from_file.data();
    for (VertexId position = share_begin[share]; position < share_begin[share + 1]; ++position) {
      const VertexId v = order.to_file.empty() ? position : order.to_file[position];
      for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
        if (skip_loops && neighbors[e] == v) continue;
        emit(renumber == nullptr ? neighbors[e] : renumber[neighbors[e]], position, weight_at(weights, e));
      }
    }
  }
};

/// Cuts the rows, in the order of visiting, into shares of about equal arcs.
std::vector<VertexId> balanced_shares(const Adjacency& rows, const VertexOrder& order, int shares) {
  const VertexId n = rows.num_rows();
  std::vector<VertexId> begin(shares + 1, n);
  begin[0] = 0;
  int share = 1;
  EdgeId arcs = 0;
  for (VertexId position = 0; position < n && share < shares; ++position) {
    while (share < shares && arcs >= rows.num_edges() / shares * share) begin[share++] = position;
    arcs += rows.degree(order.to_file.empty() ? position : order.to_file[position]);
  }
  return begin;
}

/// The largest endpoint decides whether the edges fit the vertices: one check for all.
void check_endpoints(std::span<const Edge> edges, VertexId n, int threads) {
  const auto largest = parallel_max<VertexId>(
      edges.size(), threads, [&](std::size_t i) { return std::max(edges[i].source, edges[i].target); });
  if (!edges.empty() && largest >= n) {
    fail(ExitCode::internal, "an edge names vertex {} of a graph of {} vertices", largest, n);
  }
}

[[noreturn]] void refuse_sum(const VertexNames& names, EdgeId row_and_neighbor) {
  fail(ExitCode::bad_input,
       "the weights of the edges between {} and {} add up to more than their type holds: take another policy for "
       "duplicates (first, min, max, keep), or real weights instead of integers",
       names.name(static_cast<VertexId>(row_and_neighbor >> 32)), names.name(static_cast<VertexId>(row_and_neighbor)));
}

}  // namespace

template <class W>
Adjacency AdjacencyBuilder<W>::from_edges(EdgeList& list, bool undirected, SelfLoopPolicy self_loops,
                                          DuplicatePolicy duplicates, RowCounts& counts) {
  check_endpoints(list.edges.span(), num_vertices_, threads_);
  const EdgeId m = list.edges.size();
  const bool drop = self_loops == SelfLoopPolicy::drop;
  const EdgeSource<W> source{std::as_const(list.edges).span(), weights_data<W>(list.weights), undirected, drop};
  partition_.fill(source, num_vertices_, m, threads_);
  list.edges = Array<Edge>();
  list.weights = Weights();
  counts = {};
  Adjacency rows = sort_and_merge(list.names, duplicates, counts);
  if (drop) counts.self_loops = m - partition_.size();
  return rows;
}

/// Sorts every bucket of the partition. Returns how many arcs each keeps when those between the same vertices are
/// merged.
template <class W>
std::vector<EdgeId> AdjacencyBuilder<W>::sort_buckets() {
  const RowRanges& ranges = partition_.ranges();
  std::vector<BucketSorter<W>> sorters;
  sorters.reserve(threads_);
  for (int t = 0; t < threads_; ++t) sorters.emplace_back(num_vertices_, ranges.width(), partition_.largest_bucket());
  std::vector<EdgeId> distinct(ranges.size());
  parallel_chunks(ranges.size(), 1, threads_, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t bucket = begin; bucket < end; ++bucket) {
      const std::span<Arc<W>> arcs = partition_.bucket(bucket);
      sorters[thread].sort(arcs, ranges.first(bucket));
      distinct[bucket] = count_distinct<W>(arcs);
    }
  });
  return distinct;
}

template <class W>
Adjacency AdjacencyBuilder<W>::sort_and_merge(const VertexNames& names, DuplicatePolicy duplicates, RowCounts& counts) {
  const RowRanges& ranges = partition_.ranges();
  // Where each bucket begins in the result follows from what those before it keep.
  std::vector<EdgeId> begin = sort_buckets();
  EdgeId total = 0;
  for (std::size_t bucket = 0; bucket < ranges.size(); ++bucket) {
    const EdgeId size = partition_.bucket(bucket).size();
    counts.duplicates += size - begin[bucket];
    const EdgeId kept = duplicates == DuplicatePolicy::keep ? size : begin[bucket];
    begin[bucket] = total;
    total += kept;
  }
  Adjacency rows;
  rows.offsets = Array<EdgeId>::uninitialized(std::size_t{num_vertices_} + 1);
  rows.neighbors = Array<VertexId>::uninitialized(total);
  Array<W> weights = uninitialized_weights<W>(total);
  rows.offsets[num_vertices_] = total;
  const RowWriter<W> writer{duplicates, rows.offsets.data(), rows.neighbors.data(), weights.data()};
  std::vector<typename RowWriter<W>::Written> written(ranges.size());
  parallel_tasks(ranges.size(), threads_, [&](std::size_t bucket) {
    written[bucket] = writer.write(partition_.bucket(bucket), ranges.first(bucket), ranges.last(bucket), begin[bucket]);
  });
  EdgeId overflow = no_overflow;
  counts.self_loops = counts.self_loops_stored = 0;
  for (const auto& bucket : written) {
    counts.self_loops += bucket.self_loops;
    counts.self_loops_stored += bucket.self_loops_stored;
    overflow = std::min(overflow, bucket.overflow);
  }
  if (overflow != no_overflow) refuse_sum(names, overflow);
  set_weights(rows.weights, weights);
  return rows;
}

template <class W>
Adjacency AdjacencyBuilder<W>::transpose(const Adjacency& rows, const VertexOrder& order) {
  const auto shares = balanced_shares(rows, order, threads_);
  partition_.fill(RowSource<W>{rows, order, false, shares}, num_vertices_, rows.num_edges(), threads_);
  return place(Adjacency{});
}

template <class W>
Adjacency AdjacencyBuilder<W>::mirror(const Adjacency& upper) {
  const VertexOrder same;
  const auto shares = balanced_shares(upper, same, threads_);
  partition_.fill(RowSource<W>{upper, same, true, shares}, num_vertices_, upper.num_edges(), threads_);
  return place(upper);
}

/// Puts the arcs of the partition, whose neighbours ascend already, into their rows, and after them those of `upper`.
template <class W>
Adjacency AdjacencyBuilder<W>::place(const Adjacency& upper) {
  const RowRanges& ranges = partition_.ranges();
  const std::size_t buckets = ranges.size();
  const bool extend = !upper.offsets.empty();
  const EdgeId total = partition_.size() + upper.num_edges();
  Adjacency rows;
  rows.offsets = Array<EdgeId>::uninitialized(std::size_t{num_vertices_} + 1);
  rows.neighbors = Array<VertexId>::uninitialized(total);
  Array<W> weights = uninitialized_weights<W>(total);
  const W* upper_weights = weights_data<W>(upper.weights);
  std::vector<std::vector<EdgeId>> next_of(threads_, std::vector<EdgeId>(ranges.width()));
  const auto place_bucket = [&](std::size_t bucket, EdgeId* next) {
    const std::span<const Arc<W>> arcs = partition_.bucket(bucket);
    const VertexId first = ranges.first(bucket);
    const VertexId last = ranges.last(bucket);
    std::fill_n(next, last - first, 0);
    for (const Arc<W>& arc : arcs) ++next[arc.row - first];
    EdgeId position = partition_.start(bucket) + (extend ? upper.offsets[first] : 0);
    for (VertexId row = first; row < last; ++row) {
      rows.offsets[row] = position;
      position += std::exchange(next[row - first], position) + (extend ? upper.degree(row) : 0);
    }
    for (const Arc<W>& arc : arcs) {
      const EdgeId to = next[arc.row - first]++;
      rows.neighbors[to] = arc.neighbor;
      if constexpr (has_weight<W>) weights[to] = arc.weight;
    }
    if (!extend) return;
    for (VertexId row = first; row < last; ++row) {
      const EdgeId from = upper.offsets[row];
      const EdgeId degree = upper.degree(row);
      std::copy_n(upper.neighbors.data() + from, degree, rows.neighbors.data() + next[row - first]);
      if constexpr (has_weight<W>) std::copy_n(upper_weights + from, degree, weights.data() + next[row - first]);
    }
  };
  parallel_chunks(buckets, 1, threads_, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t bucket = begin; bucket < end; ++bucket) place_bucket(bucket, next_of[thread].data());
  });
  rows.offsets[num_vertices_] = total;
  set_weights(rows.weights, weights);
  return rows;
}

template class AdjacencyBuilder<NoWeight>;
template class AdjacencyBuilder<std::uint32_t>;
template class AdjacencyBuilder<float>;

}  // namespace mg
