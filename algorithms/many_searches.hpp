// Breadth-first searches from many sources, 64 at a time: each vertex has a word with a bit a search, and what several
// searches reach in the same step is gone through once (Then et al., "The more the merrier: efficient multi-source
// graph traversal", VLDB 2014).
#pragma once

#include <bit>
#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::many {

/// Searches that share a word.
inline constexpr std::uint32_t width = 64;
inline constexpr std::uint32_t no_turn = 0xffffffff;

/// One entry a vertex.
struct Vectors {
  const std::uint32_t* turns;  ///< of sources: which search is theirs; no_turn for others
  std::uint64_t* seen;         ///< the searches that have reached it
  std::uint64_t* fresh;        ///< of these, those that have done so in the last step
  std::uint64_t* arriving;     ///< in this step
  std::uint32_t* settled;      ///< the last step in which it was reached
};

/// Begins the searches of a batch.
struct Start {
  Vectors of;
  std::uint32_t batch;
  void operator()(VertexId v) const {
    const std::uint32_t turn = of.turns[v];
    const bool begins = turn != no_turn && turn / width == batch;
    of.seen[v] = of.fresh[v] = begins ? std::uint64_t{1} << (turn % width) : 0;
    of.arriving[v] = 0;
    of.settled[v] = 0;
  }
};
struct Begins {
  const std::uint64_t* seen;
  bool operator()(VertexId v) const { return seen[v] != 0; }
};

struct Spread {
  using Combine = Or;
  const std::uint64_t* seen;
  const std::uint64_t* fresh;
  std::uint64_t* arriving;
  std::uint64_t all;  ///< searches of the batch

  [[nodiscard]] std::uint64_t message(VertexId u) const { return fresh[u]; }
  [[nodiscard]] std::uint64_t& cell(VertexId v) { return arriving[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return seen[v] != all; }
  [[nodiscard]] bool update(VertexId v, std::uint64_t found) { return (found & ~seen[v]) != 0; }
};

/// Tells the tally how many searches have reached a vertex in this step, once, however often it is listed.
template <class Tally>
struct Settle {
  Vectors of;
  Tally tally;
  std::uint32_t step;

  void operator()(VertexId v) const {
    std::uint32_t before = Shared(of.settled)[v];
    if (before == step || !Shared(of.settled)[v].replace(before, step)) return;
    const std::uint64_t fresh = of.arriving[v] & ~of.seen[v];
    of.seen[v] |= fresh;
    of.fresh[v] = fresh;
    of.arriving[v] = 0;
    tally(v, static_cast<std::uint32_t>(std::popcount(fresh)), step);
  }
};

/// One step of all searches, the loop's body.
template <class Tally>
struct Step {
  Vectors of;
  Tally tally;
  std::uint64_t all;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(Spread{of.seen, of.fresh, of.arriving, all});
    iteration.map_next(Settle<Tally>{of, tally, static_cast<std::uint32_t>(iteration.number())});
  }
};

}  // namespace mg::many

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <span>

namespace mg {

/// The searches of an algorithm, and what they need of memory.
class ManySearches {
 public:
  static constexpr std::uint64_t bytes_per_vertex = 3 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);

  explicit ManySearches(VertexId num_vertices) : num_vertices_(num_vertices) {}

  /// Searches from all of `sources`, or from every vertex where there are none, along `side`. Calls tally(v, searches,
  /// distance) for whom they reach but for the sources themselves, one call at a time for each vertex.
  template <class L, class Tally>
  void run(L& loop, std::span<const VertexId> sources, Side side, const Tally& tally) {
    set_turns(sources);
    const many::Vectors of{turns_.on(loop), seen_.on(loop), fresh_.on(loop), arriving_.on(loop), settled_.on(loop)};
    for (std::uint32_t first = 0; first < count_ && !loop.stopped_early(); first += many::width) {
      const std::uint32_t searches = std::min(many::width, count_ - first);
      loop.begin_source(std::min(first + many::width, count_), count_);
      loop.vertex_map(many::Start{of, first / many::width});
      static_cast<void>(loop.iterate(many::Step<Tally>{of, tally, ~std::uint64_t{0} >> (many::width - searches)},
                                     loop.filter(many::Begins{of.seen}), side));
    }
  }

  /// Of the last run, each source counted once.
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] bool is_source(VertexId v) const { return turns_.host()[v] != many::no_turn; }
  /// For functions of a vertex: turns[v] is not many::no_turn where v is a source.
  template <class L>
  [[nodiscard]] const std::uint32_t* turns(L& loop) {
    return turns_.on(loop);
  }

 private:
  void set_turns(std::span<const VertexId> sources) {
    auto turns = Array<std::uint32_t>::filled(num_vertices_, many::no_turn);
    count_ = 0;
    const auto add = [&](VertexId v) {
      if (turns[v] == many::no_turn) turns[v] = count_++;
    };
    std::for_each(sources.begin(), sources.end(), add);
    for (VertexId v = 0; sources.empty() && v < num_vertices_; ++v) add(v);
    turns_ = State<std::uint32_t>(std::move(turns));
  }

  VertexId num_vertices_;
  std::uint32_t count_ = 0;
  State<std::uint32_t> turns_;
  State<std::uint64_t> seen_{num_vertices_};
  State<std::uint64_t> fresh_{num_vertices_};
  State<std::uint64_t> arriving_{num_vertices_};
  State<std::uint32_t> settled_{num_vertices_};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
