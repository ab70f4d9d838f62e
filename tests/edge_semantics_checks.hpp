// What engines conclude from an edge function's members, asserted: compiled with the host's compiler and with the one
// that kernels are compiled with, which has to conclude the same.
#pragma once

#include "engine/edge_semantics.hpp"

namespace mg::probe {

/// Reduces, and tells what its update touches.
struct Gathers {
  using Combine = Sum;
  const double* held;
  double* scores;

  [[nodiscard]] float message(VertexId u) const { return static_cast<float>(held[u]); }
  [[nodiscard]] bool wants(VertexId v) const { return scores[v] == 0; }
  [[nodiscard]] bool sends(VertexId u) const { return held[u] != 0; }
  template <class Visit>
  void touches(VertexId v, const Visit& visit) const {
    visit(held[v], scores[v]);
  }
  [[nodiscard]] double update(VertexId v, double sum) { return scores[v] += sum; }
};

/// Keeps the first value, one that depends on nothing.
struct Finds {
  using Combine = First;
  VertexId* found;
  Stamp stamp;

  [[nodiscard]] static VertexId message(VertexId u) { return u; }
  [[nodiscard]] VertexId& cell(VertexId v) { return found[v]; }
};

/// The same, of which nothing is kept but when it came.
struct Reaches {
  using Combine = First;
  Stamp stamp;

  [[nodiscard]] std::int32_t& cell(VertexId v) { return stamp.of[v]; }
};

/// Sends what cells hold along weighted edges.
struct Relaxes {
  using Combine = Min;
  std::uint32_t* distance;
  Plus<std::uint32_t> along;

  [[nodiscard]] std::uint32_t& cell(VertexId v) { return distance[v]; }
};

/// A sum that says when its receivers are reached.
struct Counts {
  using Combine = Stamped<Sum>;
  double* paths;
  Stamp stamp;

  [[nodiscard]] double message(VertexId u, double held) const { return held + (u == 0 ? 1 : 0); }
  [[nodiscard]] double& cell(VertexId v) { return paths[v]; }
};

/// Messages are edges', and buckets not by what cells hold.
struct Bids {
  using Combine = Max;
  using Weight = float;
  float* best;

  [[nodiscard]] float message(VertexId, float weight) const { return weight; }
  [[nodiscard]] float& cell(VertexId v) { return best[v]; }
  [[nodiscard]] double priority(float held) const { return -held; }
};

/// In a template's body, as engines conclude it: elsewhere the compiler of kernels concludes otherwise at times.
template <class G, class N, class T, class R, class C, class B>
constexpr bool conclude() {
  static_assert(EdgeFunction<G> && !HasCell<G> && HasUpdate<G> && Reduces<G>);
  static_assert(SaysWants<G> && HasWants<G> && HasSends<G> && HasTouches<G>);
  static_assert(HasSourceMessage<G> && !HasHeldMessage<G> && !HasWeightedMessage<G>);
  static_assert(std::is_same_v<ValueOf<G>, double> && std::is_same_v<WireOf<G>, float>);
  static_assert(!is_weighted<G> && !IsIdempotent<G> && !HasPriority<G> && !KeepsQuiet<G>);
  static_assert(EdgeFunction<N> && HasCell<N> && HasStamp<N> && WantsFirst<N> && TakesOnce<N>);
  static_assert(TakesNothingBack<N> && KeepsQuiet<N> && !HasTouches<N> && !HasUpdate<N>);
  static_assert(EdgeFunction<T> && SendsItsStep<T> && !SendsItsStep<N> && !SendsWhatItHolds<T> && KeepsQuiet<T>);
  static_assert(std::is_same_v<ValueOf<T>, std::int32_t> && std::is_same_v<WireOf<T>, std::int32_t>);
  static_assert(EdgeFunction<R> && SendsWhatItHolds<R> && is_weighted<R> && HasRelation<R>);
  static_assert(HasPlus<R> && HasOffer<R> && AddsWeights<R> && HasReach<R>);
  static_assert(HasPriority<R> && !SaysPriority<R> && IsIdempotent<R> && !HasWants<R>);
  static_assert(HandsOn<R> && !HandsOn<G> && !HandsOn<N> && !HandsOn<T> && !HandsOn<C> && !HandsOn<B>);
  static_assert(EdgeFunction<C> && IsStamped<C> && HasWants<C> && TakesNothingBack<C>);
  static_assert(HasHeldMessage<C> && !HasSourceMessage<C> && !TakesOnce<C> && !KeepsQuiet<C>);
  static_assert(EdgeFunction<B> && HasWeightedMessage<B> && is_weighted<B> && !HasOffer<B>);
  static_assert(SaysPriority<B> && HasPriority<B> && !HasReach<B> && !HasTouches<B>);
  return true;
}

#ifndef MG_DEVICE_CODE
static_assert(conclude<Gathers, Finds, Reaches, Relaxes, Counts, Bids>());
#else
template <class F>
struct Conclude {
  struct Arguments {};
  using Function = F;
  static constexpr unsigned threads = 32;
  static void run(const Arguments&, Function f) {
    static_assert(conclude<F, Finds, Reaches, Relaxes, Counts, Bids>());
    ask_for_update(f, threadIdx.x);
  }
};
#endif

}  // namespace mg::probe
