#include "algorithms/modularity.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/weight_units.hpp"
#include "engine/atomics.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/group.hpp"

namespace mg {
namespace {

/// Calls visit(weight_at), a function of an arc's number.
template <class Visit>
auto with_weights(const Adjacency& rows, Visit&& visit) {
  return std::visit(
      [&](const auto& weights) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          return visit([](EdgeId) { return 1.0; });
        } else {
          return visit([&weights](EdgeId e) { return static_cast<double>(weights[e]); });
        }
      },
      rows.weights);
}

WeightScale scale_of(double total) {
  constexpr int bits = 62;
  const bool has_unit = std::isfinite(total) && total > 0;
  return {.unit = has_unit ? std::ldexp(1.0, std::ilogb(total) + 1 - bits) : 1, .total = total};
}

/// What the arcs of each vertex weigh: doubles, and then units in their places, since touching new memory takes longer
/// than adding up short rows.
class RowWeights {
 public:
  RowWeights(const Adjacency& rows, int threads)
      : threads_(threads), words_(Array<std::uint64_t>::uninitialized(rows.num_rows())) {
    with_weights(rows, [&](auto weight_at) {
      fill([&](std::size_t v) {
        double sum = 0;
        for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) sum += weight_at(e);
        return sum;
      });
    });
  }

  void add(const Array<double>& more, double factor) {
    fill([&](std::size_t v) { return weight(v) + factor * more[v]; });
  }
  [[nodiscard]] double total() const { return total_; }
  [[nodiscard]] Array<std::uint64_t> in_units(double unit) && {
    parallel_for(words_.size(), threads_, [&](std::size_t v) { words_[v] = rounded(weight(v) / unit); });
    return std::move(words_);
  }

 private:
  [[nodiscard]] double weight(std::size_t v) const { return std::bit_cast<double>(words_[v]); }

  /// Chunks add up by themselves, so that the total is the same for any number of threads.
  template <class WeightOf>
  void fill(const WeightOf& weight_of) {
    constexpr std::size_t chunk = 1024;
    std::vector<double> totals((words_.size() + chunk - 1) / chunk);
    parallel_chunks(words_.size(), chunk, threads_, [&](std::size_t begin, std::size_t end, int) {
      double total = 0;
      for (std::size_t v = begin; v < end; ++v) {
        const double weight = weight_of(v);
        words_[v] = std::bit_cast<std::uint64_t>(weight);
        total += weight;
      }
      totals[begin / chunk] = total;
    });
    total_ = std::accumulate(totals.begin(), totals.end(), 0.0);
  }

  int threads_;
  Array<std::uint64_t> words_;
  double total_ = 0;
};

/// What the arcs from each vertex to itself weigh, twice.
Array<double> loops_twice(const Adjacency& rows, int threads) {
  auto sums = Array<double>::uninitialized(rows.num_rows());
  with_weights(rows, [&](auto weight_at) {
    parallel_chunks(sums.size(), 1024, threads, [&](std::size_t begin, std::size_t end, int) {
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        double sum = 0;
        for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
          if (rows.neighbors[e] == v) sum += weight_at(e);
        }
        sums[v] = 2 * sum;
      }
    });
  });
  return sums;
}

/// What the arcs of vertices weigh, in units.
struct Strengths : WeightScale {
  Array<std::uint64_t> out;  ///< of the arcs that leave a vertex; undirected, a self loop counts twice
  Array<std::uint64_t> in;   ///< of those that lead to it; shares out's storage when undirected
  Array<double> loops;       ///< weight of those that do both, as often as the arcs of both sides of a row are counted;
                             ///< empty where there are none
};

Strengths strengths_of(const Graph& graph, int threads) {
  Strengths strengths;
  RowWeights out(graph.out, threads);
  if (graph.cleaning.self_loop_count > 0) {
    strengths.loops = loops_twice(graph.out, threads);
    if (!graph.directed) out.add(strengths.loops, 0.5);
  }
  static_cast<WeightScale&>(strengths) = scale_of(out.total());
  if (!std::isfinite(strengths.total)) return strengths;
  strengths.out = std::move(out).in_units(strengths.unit);
  strengths.in = graph.directed ? RowWeights(graph.in, threads).in_units(strengths.unit) : strengths.out;
  return strengths;
}

/// What the vertices of each community add up to. Each thread adds up blocks of vertices by themselves first, so that
/// threads do not meet at a large community for each of its vertices.
Array<std::uint64_t> sums_by(std::span<const VertexId> community, const Array<std::uint64_t>& terms, int threads) {
  constexpr std::size_t block_size = 4096;
  auto sums = Array<std::uint64_t>::uninitialized(community.size());
  parallel_for(sums.size(), threads, [&](std::size_t c) { sums[c] = 0; });
  std::vector<KeyedSums<std::uint64_t>> of_threads(static_cast<std::size_t>(threads));
  parallel_chunks(community.size(), block_size, threads, [&](std::size_t begin, std::size_t end, int thread) {
    KeyedSums<std::uint64_t> own = std::move(of_threads[static_cast<std::size_t>(thread)]);
    for (std::size_t first = begin; first < end; first += block_size) {
      const std::size_t last = std::min(end, first + block_size);
      own.begin(last - first);
      for (std::size_t v = first; v < last; ++v) own.add(community[v], terms[v]);
      own.each([&](VertexId c, std::uint64_t sum) { atomic_add(sums[c], sum); });
    }
    of_threads[static_cast<std::size_t>(thread)] = std::move(own);
  });
  return sums;
}

}  // namespace

WeightScale scale_of_weights(const Graph& graph, int threads) {
  const EdgeId loops = graph.cleaning.self_loop_count;
  if (graph.weight_type() == WeightType::none) {
    return scale_of(static_cast<double>(graph.num_arcs() + (graph.directed ? 0 : loops)));
  }
  const Adjacency& rows = graph.out;
  if (!graph.directed && loops > 0) {  // these count twice
    return scale_of(with_weights(rows, [&](auto weight_at) {
      return parallel_sum<double>(rows.num_rows(), threads, [&](std::size_t v) {
        double sum = 0;
        for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
          sum += (rows.neighbors[e] == v ? 2 : 1) * weight_at(e);
        }
        return sum;
      });
    }));
  }
  if (const auto* whole = std::get_if<Array<std::uint32_t>>(&rows.weights)) {
    return scale_of(static_cast<double>(
        parallel_sum<std::uint64_t>(whole->size(), threads, [&](std::size_t e) { return (*whole)[e]; })));
  }
  return scale_of(with_weights(rows, [&](auto weight_at) {
    return parallel_sum<double>(rows.neighbors.size(), threads, [&](std::size_t e) { return weight_at(e); });
  }));
}

double modularity(const Graph& graph, std::span<const VertexId> community, double resolution, int threads) {
  const Strengths strengths = strengths_of(graph, threads);
  if (strengths.total == 0) return 0;
  const double within = with_weights(graph.out, [&](auto weight_at) {
    return parallel_sum<double>(community.size(), threads, [&](std::size_t v) {
      double sum = graph.directed || strengths.loops.empty() ? 0 : strengths.loops[v] / 2;
      for (EdgeId e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
        if (community[graph.out.neighbors[e]] == community[v]) sum += weight_at(e);
      }
      return sum;
    });
  });
  const Array<std::uint64_t> out = sums_by(community, strengths.out, threads);
  const Array<std::uint64_t> in = graph.directed ? sums_by(community, strengths.in, threads) : out;
  const double expected = parallel_sum<double>(out.size(), threads, [&](std::size_t c) {
    return static_cast<double>(out[c]) * strengths.unit * (static_cast<double>(in[c]) * strengths.unit);
  });
  return within / strengths.total - resolution * expected / (strengths.total * strengths.total);
}

}  // namespace mg
