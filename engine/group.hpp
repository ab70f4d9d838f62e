// Grouping what comes to a vertex by keys: for each key that its neighbors have, the sum of what the arcs from them
// weigh, and for the vertex a combination of what a function makes of these sums. The value that most neighbors send
// and the community that draws a vertex most are two uses.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/edge_function_parts.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// The sum of F's weights: a number of arcs where F names none, exact for whole numbers; others are added in
/// an order that depends on the machine and the row alone.
template <class F>
using GroupSum = std::conditional_t<std::is_same_v<WeightOf<F>, float>, double, std::uint64_t>;

/// Whether they may be added up in any order.
template <class F>
inline constexpr bool sums_are_exact = std::is_integral_v<GroupSum<F>>;

/// What F makes of a group.
template <class F>
using GroupValue = decltype(std::declval<F&>().value(VertexId{}, std::uint32_t{}, GroupSum<F>{}));

/// A function for edge_group. Members:
///  - `std::uint32_t key(VertexId source) const`: with which key the arcs from a vertex come;
///  - optional `static constexpr bool keys_are_vertices = true`: keys are below the number of vertices;
///  - optional `using Weight`, std::uint32_t or float: those of the graph's arcs are added up; without it, arcs are
///    counted;
///  - `Value value(VertexId v, std::uint32_t key, Sum sum)`: what is made of the arcs of one key that come to v, once
///    for each key that comes; an unsigned number of 4 or 8 bytes;
///  - `using Combine`: what becomes of the values of a vertex's groups, Min, Max, Or or Sum;
///  - `update(VertexId v, Value combined)`: called for every vertex that an arc comes to, after its groups.
/// value() and update() may write v's own state only, and neither key() nor value() reads what they write of others.
template <class F>
concept GroupFunction = requires(const F f, F g, VertexId v, GroupSum<F> sum) {
  { f.key(v) } -> std::same_as<std::uint32_t>;
  requires std::unsigned_integral<GroupValue<F>> && sizeof(GroupValue<F>) >= 4;
  requires CombineOperator<typename F::Combine, GroupValue<F>>;
  g.update(v, g.value(v, std::uint32_t{}, sum));
};

/// A function for edge_mode: `message(source)` is what a vertex sends along each of its arcs, and `update(v, value)` is
/// called for every vertex that something is sent to, with the value that comes most often, of several such the
/// smallest. No message may read what updates write.
template <class F>
concept ModeFunction = requires(const F f, F g, VertexId v) {
  { f.message(v) } -> std::same_as<std::uint32_t>;
  g.update(v, std::uint32_t{});
};

/// The largest group's key, of several such the smallest.
template <class F>
struct ModeOf {
  using Combine = Max;
  F f;

  [[nodiscard]] std::uint32_t key(VertexId u) const { return f.message(u); }
  [[nodiscard]] std::uint64_t value(VertexId, std::uint32_t key, std::uint64_t times) const {
    return times << 32 | (~key & 0xffffffff);
  }
  void update(VertexId v, std::uint64_t mode) { f.update(v, ~static_cast<std::uint32_t>(mode)); }
};

}  // namespace mg

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <bit>
#include <span>
#include <variant>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/placed_sums.hpp"
#include "engine/graph/arc_weights.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Sums by key, for one vertex after the other: a hash table whose part in use is as large as a vertex's row asks for,
/// and of which nothing is cleared in between.
template <class Sum>
class KeyedSums {
 public:
  /// Forgets all sums; makes room for so many keys.
  void begin(std::size_t most_keys) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * most_keys, 8));
    if (size > slots_.size()) {
      slots_.assign(size, Slot{});
      turn_ = 0;
    }
    if (++turn_ == 0) {
      slots_.assign(slots_.size(), Slot{});
      turn_ = 1;
    }
    shift_ = 64 - std::countr_zero(size);
    mask_ = size - 1;
    used_.clear();
  }
  void add(std::uint32_t key, Sum weight) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
    for (std::size_t i = (key * golden) >> shift_;; i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (slot.turn != turn_) {
        slot = {turn_, key, weight};
        used_.push_back(static_cast<std::uint32_t>(i));
        return;
      }
      if (slot.key == key) {
        slot.sum += weight;
        return;
      }
    }
  }
  /// Calls visit(key, sum), in the order in which keys have come.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const std::uint32_t i : used_) visit(slots_[i].key, slots_[i].sum);
  }
  [[nodiscard]] std::size_t size() const { return used_.size(); }

 private:
  struct Slot {
    std::uint32_t turn = 0;  ///< in which it was used last
    std::uint32_t key = 0;
    Sum sum{};
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> used_;
  std::uint32_t turn_ = 0;
  int shift_ = 0;
  std::size_t mask_ = 0;
};

/// Adds the arcs of v's row to its groups.
template <class F, class Groups>
void add_row(const Adjacency& rows, const WeightOf<F>* weights, const F& f, VertexId v, Groups& groups) {
  const EdgeId begin = rows.offsets[v];
  const EdgeId end = rows.offsets[v + 1];
  for (EdgeId e = begin; e < end; ++e) {
    if constexpr (is_weighted<F>) {
      groups.add(f.key(rows.neighbors[e]), weights[e]);
    } else {
      groups.add(f.key(rows.neighbors[e]), 1);
    }
  }
}

/// Whether F promises that its keys are vertices.
template <class F>
inline constexpr bool keys_are_vertices = [] {
  if constexpr (requires { F::keys_are_vertices; }) return F::keys_are_vertices;
  return false;
}();

/// What a thread groups a vertex's arcs with.
template <class F>
struct Grouper {
  PlacedSums<GroupSum<F>> placed;
  KeyedSums<GroupSum<F>> keyed;

  /// Calls add(groups) with room for so many arcs, and then visit(key, sum) for each key that has come.
  template <class Add, class Visit>
  void group(VertexId num_vertices, std::size_t arcs, const Add& add, const Visit& visit) {
    if (keys_are_vertices<F> && PlacedSums<GroupSum<F>>::pay(arcs, num_vertices)) {
      placed.begin(num_vertices);
      add(placed);
      placed.take(visit);
    } else {
      keyed.begin(arcs);
      add(keyed);
      keyed.each(visit);
    }
  }
};

/// edge_group on a CPU, for `count` vertices: those listed, or the first ones where `listed` is null. O(m).
template <GroupFunction F>
void tell_groups(const Graph& graph, F f, bool both_sides, const VertexId* listed, std::size_t count, int threads) {
  constexpr std::size_t chunk = 256;
  const auto* const in_weights = weights_of<WeightOf<F>>(graph.in);
  const auto* const out_weights = weights_of<WeightOf<F>>(graph.out);
  std::vector<Grouper<F>> of_threads(static_cast<std::size_t>(threads));
  parallel_chunks(count, chunk, threads, [&](std::size_t begin, std::size_t end, int thread) {
    Grouper<F> grouper = std::move(of_threads[static_cast<std::size_t>(thread)]);
    F own = f;
    for (std::size_t i = begin; i < end; ++i) {
      const VertexId v = listed == nullptr ? static_cast<VertexId>(i) : listed[i];
      const std::size_t arcs = graph.in.degree(v) + (both_sides ? graph.out.degree(v) : 0);
      if (arcs == 0) continue;
      auto combined = F::Combine::template identity<GroupValue<F>>();
      const auto add = [&](auto& groups) {
        add_row(graph.in, in_weights, own, v, groups);
        if (both_sides) add_row(graph.out, out_weights, own, v, groups);
      };
      grouper.group(graph.num_vertices(), arcs, add, [&](std::uint32_t key, GroupSum<F> sum) {
        combined = F::Combine::combine(combined, own.value(v, key, sum));
      });
      own.update(v, combined);
    }
    of_threads[static_cast<std::size_t>(thread)] = std::move(grouper);
  });
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
