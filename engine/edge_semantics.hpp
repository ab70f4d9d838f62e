// What engines conclude from an edge function's members, and how they call them. The proofs are one line each: what
// would have to be believed is not asked for.
#pragma once

#include "engine/edge_function.hpp"
#include "engine/priority.hpp"

namespace mg {

/// The type in which F's values may travel between the phases of a step.
template <class F>
struct WireIn {
  using type = ValueOf<F>;
};
template <HasSourceMessage F>
struct WireIn<F> {
  using type = decltype(std::declval<const F&>().message(VertexId{}));
};
template <class F>
using WireOf = typename WireIn<F>::type;

/// The cell alone decides who wants a value: whoever has none.
template <class F>
concept WantsFirst = HasCell<F> && takes_any<typename F::Combine> && !SaysWants<F>;
/// A sum that says when its receivers are reached.
template <class F>
concept IsStamped = HasStamp<F> && is_stamped<typename F::Combine>;
template <class F>
concept HasWants = SaysWants<F> || WantsFirst<F> || IsStamped<F>;
/// The step is a reduction: update returns the vertex's term.
template <class F>
concept Reduces = requires(F f, VertexId v, ValueOf<F> x) {
  { f.update(v, x) } -> std::same_as<double>;
};
template <class F>
concept IsIdempotent = F::Combine::idempotent;

/// A vertex that holds a value takes none in a later step of the loop: a pull looks only at those that the pull before
/// has left without one. By First's definition.
template <class F>
concept TakesOnce = WantsFirst<F> && std::same_as<typename F::Combine, First>;
/// A vertex takes nothing from those that it has reached: whoever has reached another was reached itself before, holds
/// a value or has an earlier stamp, and takes nothing any more. A loop that stays on a GPU leaves out the arc back.
template <class F>
concept TakesNothingBack = TakesOnce<F> || IsStamped<F>;
template <class F>
concept HasNothingToReadFrom = SendsItsStep<F> || requires {
  F::message(VertexId{});
};
/// No step reads what a step of the loop has written, but for cells, by exchanging them: messages have nothing to read
/// from, and there is no update.
template <class F>
concept KeepsQuiet = TakesOnce<F> && !HasSends<F> && !HasUpdate<F> && HasNothingToReadFrom<F>;

/// A weighted F tells what a vertex offers from what becomes of it along an arc: an engine that sorts arcs reads what a
/// vertex offers once for all of them.
template <class F>
concept HasOffer = HasRelation<F> && !HasWeightedMessage<F> && !HasArcMessage<F>;
/// What a vertex sends is known before along which arc it goes.
template <class F>
concept ComesApart = HasOffer<F> ||(!is_weighted<F> && !HasArcMessage<F>);
/// What becomes of an offer is the sum with the weight, where that is less than the identity, and nothing else happens.
template <class F>
concept AddsWeights =
    HasOffer<F> && HasPlus<F> && std::unsigned_integral<ValueOf<F>> && std::unsigned_integral<WeightOf<F>>;
/// A weight alone may tell that no message along such an arc changes a cell.
template <class F>
concept HasReach = HasOffer<F> && HasCell<F> && BoundedRelation<RelationIn<F>, ValueOf<F>> &&
    (std::same_as<typename F::Combine, Min> || std::same_as<typename F::Combine, Max>);

/// A sender hands on what its cell holds, be it that this has arrived in the same step.
template <class F>
concept HandsOn = SendsWhatItHolds<F> ||(IsIdempotent<F>&& HasHeldMessage<F>);

template <class F>
concept SaysPriority = HasCell<F> && requires(const F f, ValueOf<F> held) {
  { f.priority(held) } -> std::convertible_to<double>;
};
/// F orders its vertices.
template <class F>
concept HasPriority = SaysPriority<F> ||
    (HasCell<F> && (std::same_as<typename F::Combine, Min> || std::same_as<typename F::Combine, Max>));

/// The priority of a vertex whose cell holds so much.
template <HasPriority F>
[[nodiscard]] double priority_of(const F& f, ValueOf<F> held) {
  if constexpr (SaysPriority<F>) {
    return static_cast<double>(f.priority(held));
  } else {
    return static_cast<double>(held);
  }
}
/// The same of a cell that others may be changing.
template <HasPriority F>
[[nodiscard]] double priority_at(const F& f, VertexId v) {
  return priority_of(f, relaxed_load(const_cast<F&>(f).cell(v)));
}

/// Whether v takes values.
template <class F>
[[nodiscard]] bool is_wanted([[maybe_unused]] const F& f, [[maybe_unused]] VertexId v) {
  if constexpr (SaysWants<F>) {
    return f.wants(v);
  } else if constexpr (WantsFirst<F>) {
    return stale_load(const_cast<F&>(f).cell(v)) == Any::identity<ValueOf<F>>();
  } else if constexpr (IsStamped<F>) {
    const std::int32_t stamp = stale_load(f.stamp.of[v]);
    return stamp == not_stamped || stamp == f.stamp.now;
  } else {
    return true;
  }
}

/// What a vertex sends, before anything becomes of it along an arc. A sender's cell may be changing meanwhile.
template <class F>
[[nodiscard]] auto offer_of(const F& f, VertexId u) {
  static_assert(!HasArcMessage<F>, "this edge function's messages depend on both ends of an arc: use message_along");
  if constexpr (HasSourceMessage<F>) {
    return f.message(u);
  } else if constexpr (HasHeldMessage<F>) {
    return f.message(u, stale_load(const_cast<F&>(f).cell(u)));
  } else if constexpr (SendsItsStep<F>) {
    return f.stamp.now;
  } else {
    return stale_load(const_cast<F&>(f).cell(u));
  }
}
/// What arrives along an arc, of a weight where F has weights.
template <class F>
[[nodiscard]] ValueOf<F> message_of(const F& f, VertexId u) {
  return offer_of(f, u);
}
template <class F>
[[nodiscard]] ValueOf<F> message_of(const F& f, VertexId u, WeightOf<F> weight) {
  if constexpr (HasWeightedMessage<F>) {
    return f.message(u, weight);
  } else {
    return f.along(static_cast<ValueOf<F>>(offer_of(f, u)), weight);
  }
}

/// What arrives along an arc of these ends, whatever F asks for.
template <class F>
[[nodiscard]] ValueOf<F> message_along(const F& f, ArcEnds arc) {
  if constexpr (HasArcMessage<F>) {
    return f.message(arc);
  } else {
    return message_of(f, arc.source);
  }
}
template <class F>
[[nodiscard]] ValueOf<F> message_along(const F& f, ArcEnds arc, WeightOf<F> weight) {
  if constexpr (HasArcMessage<F>) {
    return f.message(arc, weight);
  } else {
    return message_of(f, arc.source, weight);
  }
}

/// Asks memory for what update(v) is going to read and write a while later.
template <HasTouches F>
void ask_for_update(const F& f, VertexId v) {
  f.touches(v, [](const auto&... elements) { (ask_for(elements), ...); });
}

/// F in a loop over buckets: entries of a bucket whose vertices were expanded in an earlier one are stale, and send
/// nothing.
template <class F>
struct InTurn : F {
  using Label = F;
  std::size_t bucket;  ///< the one in turn
  double inverse_delta;

  [[nodiscard]] bool sends(VertexId u) const {
    if constexpr (HasSends<F>) {
      if (!F::sends(u)) return false;
    }
    if (bucket == 0) return true;
    return bucket_of(priority_of(static_cast<const F&>(*this), stale_load(const_cast<InTurn&>(*this).cell(u))),
                     inverse_delta) >= bucket;
  }
};

/// Such a function's steps fill buckets, which pushes alone do.
template <class F>
inline constexpr bool is_in_turn = false;
template <class F>
inline constexpr bool is_in_turn<InTurn<F>> = true;

}  // namespace mg
