// Loops over a frontier, and over the whole graph, written once and run by any driver.
//
// A program hands its loop's body to loop.iterate(): a struct that holds numbers and pointers, compiled for CPUs and
// GPUs, with `template <class I> void operator()(I& iteration) const`. Which driver repeats it is not its business:
// I is the class below where every operator is launched by itself, and another one with the same members
// (sparse/drivers/loop_iteration.cuh) where the whole loop runs in one kernel.
//
// A body of loop.repeat() is the same without a frontier: `template <class I> bool operator()(I& iteration)` says
// whether there is another iteration, and what it knows of the loop so far it keeps in its members. It computes them
// from what reductions return, since every thread of a GPU has a body of its own, and all have to stay alike.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/arc_function.hpp"
#include "engine/cpu/cpu_step.hpp"
#include "engine/error.hpp"

namespace mg {

/// What a loop came to.
struct IterationCount {
  std::uint64_t iterations = 0;
  bool finished = true;  ///< the frontier became empty; otherwise the user's limit was reached
};

/// The body says that it follows arcs against their direction, too, as in `static constexpr bool goes_back = true;`: a
/// loop that stays on a GPU has the schedule's layout built for that side then. Without it edge_map_back() goes along
/// rows there.
template <class Body>
inline constexpr bool goes_back = requires {
  requires Body::goes_back;
};

/// One iteration: expands a frontier along arcs and makes the next one.
template <class L>
class Iteration {
 public:
  using Frontier = typename L::Frontier;
  using Buckets = typename L::Buckets;

  Iteration(L& loop, Frontier&& frontier, Side side, Buckets* buckets = nullptr)
      : loop_(loop), current_(std::move(frontier)), side_(side), buckets_(buckets) {}

  /// Counted from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Whether results must not depend on who comes first.
  [[nodiscard]] bool deterministic() const { return loop_.deterministic(); }

  /// Sends f's messages along the arcs of the frontier's vertices; those that join are added to the next frontier, or
  /// in a loop over buckets, to their buckets. After a function that sums, the frontier itself is gone.
  template <class F>
  void edge_map(F f) {
    require_open();
    if constexpr (HasStamp<F>) f.stamp.now = static_cast<std::int32_t>(number_);
    if constexpr (HasPriority<F>) {
      if (buckets_ != nullptr) {
        return loop_.edge_map(InTurn<F>{f, buckets_->current(), buckets_->inverse_delta()}, current_, *buckets_, side_);
      }
    }
    add(loop_.edge_map(f, current_, side_));
  }
  /// The same against the arcs.
  template <class F>
  void edge_map_back(F f) {
    require_open();
    if constexpr (HasStamp<F>) f.stamp.now = static_cast<std::int32_t>(number_);
    add(loop_.edge_map(f, current_, opposite(side_)));
  }
  /// Calls f(u, v), or with `using Weight` f(u, v, weight), for the arcs of the frontier's vertices.
  template <class F>
  void edge_apply(F f) {
    static_assert(!TakesArcNumber<F>, "a loop may go along arcs that have no number: leave the third parameter out");
    loop_.edge_apply(f, current_, side_);
  }
  /// The same against the arcs: f(u, v) for those v->u.
  template <class F>
  void edge_apply_back(F f) {
    static_assert(!TakesArcNumber<F>, "a loop may go along arcs that have no number: leave the third parameter out");
    loop_.edge_apply(f, current_, opposite(side_));
  }
  /// Calls f(v) for the frontier's vertices.
  template <class F>
  void vertex_map(F f) {
    loop_.vertex_map(f, current_);
  }
  /// Calls f(v) for the vertices of the next frontier, which is complete then.
  template <class F>
  void map_next(F f) {
    is_complete_ = true;
    loop_.vertex_map(f, next_);
  }
  /// Combines for each vertex of the next frontier, which is complete then, the messages of all vertices with arcs to
  /// it.
  template <class F>
  void gather_next(F f) {
    is_complete_ = true;
    loop_.gather(f, next_, opposite(side_));
  }
  /// Reads or writes one element of state, after all that was asked before. The next frontier is complete then.
  template <class T>
  [[nodiscard]] T load(const T* cell) {
    is_complete_ = true;
    return loop_.load(cell);
  }
  template <class T>
  void store(T* cell, T value) {
    is_complete_ = true;
    loop_.store(cell, value);
  }

  // What drivers use.
  [[nodiscard]] Frontier& frontier() { return current_; }
  template <class Body>
  void run(const Body& body, std::uint64_t number) {
    number_ = number;
    body(*this);
    has_next_ = false;
    is_complete_ = false;
  }
  /// Goes on to the next frontier; returns the one before it.
  [[nodiscard]] Frontier advance() { return std::exchange(current_, std::exchange(next_, Frontier())); }

 private:
  /// Where a loop stays on a GPU, what is sent from then on comes from the next frontier.
  void require_open() const {
    if (!is_complete_) return;
    fail(ExitCode::internal,
         "a loop's body calls edge_map after map_next, gather_next, load or store, with which the next frontier is "
         "complete: call it before them");
  }
  void add(Frontier&& more) {
    next_ = has_next_ ? loop_.unite(std::move(next_), std::move(more)) : std::move(more);
    has_next_ = true;
  }

  L& loop_;
  Frontier current_;
  Frontier next_;
  Side side_;
  Buckets* buckets_;
  std::uint64_t number_ = 0;
  bool has_next_ = false;
  bool is_complete_ = false;  ///< nothing may be added to the next frontier any more
};

/// One iteration of a loop of reductions over the whole graph. On a GPU that runs the whole loop, RepeatIteration
/// (sparse/drivers/repeat_loop.cuh) stands in its place.
template <class L>
class WholeIteration {
 public:
  explicit WholeIteration(L& loop) : loop_(loop) {}

  /// Combines for every wanted vertex the messages of all its neighbors and returns the sum of what update returns.
  /// `following`, if given: the function that is reduced with next, along the same side, unless the loop ends before.
  /// Nothing that its messages are made of may change in between. A GPU has begun with it when the host learns of the
  /// sum.
  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out, const F* following = nullptr) {
    return loop_.edge_reduce(f, side, following);
  }
  /// The sum of f(v) over all vertices, or over those listed.
  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    return loop_.vertex_reduce(f);
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    return loop_.vertex_reduce(f, vertices);
  }

 private:
  L& loop_;
};

/// One iteration of a loop that is gone through backwards. For bodies of loop.sweep_back(), with the same two forms.
template <class L>
class BackwardIteration {
 public:
  using Frontier = typename L::Frontier;

  /// `after`: the frontier of the iteration that followed, where it is at hand.
  BackwardIteration(L& loop, const Frontier& frontier, const Frontier* after, Side side, std::uint64_t number,
                    std::uint64_t last)
      : loop_(loop), frontier_(frontier), after_(after), side_(side), number_(number), last_(last) {}

  /// Of the iteration that expanded the frontier.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool is_last() const { return number_ == last_; }
  /// Combines for each vertex of the frontier the messages of those that its arcs lead to. The messages of those among
  /// them that the iteration that followed has not expanded must be the identity: an engine need not ask for them.
  template <class F>
  void gather(F f) {
    loop_.gather(f, frontier_, side_, after_);
  }
  /// Calls f(v) for the frontier's vertices.
  template <class F>
  void vertex_map(F f) {
    loop_.vertex_map(f, frontier_);
  }

 private:
  L& loop_;
  const Frontier& frontier_;
  const Frontier* after_;
  Side side_;
  std::uint64_t number_;
  std::uint64_t last_;
};

}  // namespace mg
