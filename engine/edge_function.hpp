// What an algorithm says about an edge. A struct that satisfies EdgeFunction is all that an engine needs to run a step
// on any layout, in any direction, with any balance; whether a combination needs an atomic is never its business.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/types.hpp"

namespace mg {

/// Marks the absence of weights where a weight type is asked for.
struct NoWeight {};

namespace detail {

template <class F>
struct WeightOf {
  using type = NoWeight;
};
template <class F>
requires requires { typename F::Weight; }
struct WeightOf<F> {
  using type = typename F::Weight;
};

template <class F>
struct WireOf {
  using type = typename F::Value;
};
template <class F>
requires requires { typename F::Wire; }
struct WireOf<F> {
  using type = typename F::Wire;
};

}  // namespace detail

/// The weight type that F's messages read: std::uint32_t, float, or NoWeight when F names none.
template <class F>
using WeightOf = typename detail::WeightOf<F>::type;

template <class F>
inline constexpr bool is_weighted = !std::is_same_v<WeightOf<F>, NoWeight>;

/// The type in which F's values may travel between the phases of a step: F::Wire, or Value when F names none.
template <class F>
using WireOf = typename detail::WireOf<F>::type;

template <class F>
concept HasWire = requires {
  typename F::Wire;
};

/// A Wire must give back the identity of F's operator as it was.
template <class F>
concept UsableWire = requires(typename F::Value value, WireOf<F> wire) {
  static_cast<WireOf<F>>(value);
  static_cast<typename F::Value>(wire);
  requires sizeof(WireOf<F>) <= sizeof(typename F::Value);
  requires static_cast<typename F::Value>(static_cast<WireOf<F>>(F::Combine::template identity<typename F::Value>())) ==
      F::Combine::template identity<typename F::Value>();
};

/// F has message(source, weight), or message(source) when it is unweighted.
template <class F>
concept HasMessage = requires(const F f, VertexId u, WeightOf<F> w) {
  requires(is_weighted<F> &&
           requires {
             { f.message(u, w) } -> std::same_as<typename F::Value>;
           }) ||
      (!is_weighted<F> && requires {
        { f.message(u) } -> std::same_as<typename F::Value>;
      });
};

template <class F>
concept HasCell = requires(F f, VertexId v) {
  { f.cell(v) } -> std::same_as<typename F::Value&>;
};
template <class F>
concept HasUpdate = requires(F f, VertexId v, typename F::Value x) {
  f.update(v, x);
};

/// A weighted F tells what a vertex offers from what becomes of it along an arc.
template <class F>
concept HasOffer = is_weighted<F> && requires(const F f, VertexId u, typename F::Value x, WeightOf<F> w) {
  { f.offer(u) } -> std::same_as<typename F::Value>;
  { f.along(x, w) } -> std::same_as<typename F::Value>;
};

/// F promises that what becomes of an offer is a sum, see there.
template <class F>
concept AddsWeights = HasOffer<F> && requires {
  requires F::adds_weights;
  requires std::same_as<typename F::Combine, Min>;
  requires std::unsigned_integral<typename F::Value> && std::unsigned_integral<WeightOf<F>>;
};

/// A weighted F knows from a weight alone what no message along it can better.
template <class F>
concept HasReach = is_weighted<F> && HasCell<F> && requires(const F f, WeightOf<F> w, typename F::Value held) {
  { f.reaches(w, held) } -> std::same_as<bool>;
  requires std::same_as<typename F::Combine, Min> || std::same_as<typename F::Combine, Max>;
};

/// A step along edges. Members:
///  - `Value`, what travels along an edge, and `Combine`, how values that meet at a vertex are combined;
///  - `Value message(VertexId source) const`, or with `using Weight`, `message(VertexId source, Weight weight) const`;
///  - `Value& cell(VertexId v)`, where the values that reach v are combined. With an idempotent operator the cell
///    is the vertex's state and v joins the next frontier when its cell changes; with Sum every value is added exactly
///    once. A function without a cell is only ever pulled: its receivers own their values, which never touch memory;
///  - optional `bool update(VertexId v, Value combined)`, called when the cell of v has changed (once a step and vertex
///    with Any, Sum and in every pull; at each improvement in a push with Min, Max or Or): says whether v joins the
///    next frontier. It may write v's own state only. Returning a double instead makes the step a reduction: the
///    doubles are added up, there is no next frontier, and update is called for every vertex that is wanted;
///  - optional `bool wants(VertexId v) const`: v takes no more values when false. Must stay false once it is false
///    within a step. With Any, v takes none once its cell holds one, which need not be said;
///  - optional, with Sum and a cell, in place of `wants` and `update`: `std::int32_t& stamp(VertexId v)` and
///    `std::int32_t now() const`, the step in which v was reached, -1 before, and this step's, which is not negative. v
///    takes values in one step alone, and joins at the first of them, so that nobody waits for the sum;
///  - optional `bool sends(VertexId u) const`: a vertex of the frontier that sends nothing when false;
///  - optional `void ask(VertexId v) const`: asks memory (ask_for()) for what update(v) is going to read a while later;
///  - optional, with Any, `static constexpr bool keeps_quiet = true`, a promise: neither message nor update reads what
///    steps of the loop have written, and no step exchanges the cells that update writes to. Then a loop that stays on
///    a GPU goes on before memory has what was written, until another operator asks for it;
///  - optional, with a stamp, or with Any and without `wants`: `static constexpr bool takes_nothing_back = true`, a
///    promise: a vertex takes nothing, in any step of the loop, from those that a step of it has reached from there.
///    Then a loop that stays on a GPU leaves out the arc back to the vertex that another was reached from;
///  - optional, with Any and without `wants`: `static constexpr bool takes_once = true`, a promise: a vertex whose
///    cell holds a value in a step takes none in a later one by a function of this type from a frontier that descends
///    from that step's. Then a pull on a GPU looks only at those that the pull before has left without one;
///  - optional `using Wire`: a narrower type in which values may travel, where an engine stores them on their way;
///  - optional, for weighted functions, `Value offer(VertexId source) const` and `Value along(Value offered, Weight
///    weight) const`: the message in two parts, message(u, w) == along(offer(u), w). An engine that sorts arcs reads
///    what a vertex offers once for all its arcs. Whoever offers the identity sends nothing: along() gives it back;
///  - optional, with these, Min, and values and weights that are unsigned numbers: `static constexpr bool
///    adds_weights = true`, a promise: along() returns the sum of both where it is less than the identity, and then
///    does nothing else. Then an engine that has seen the offers, and that all sums are less, may add by itself;
///  - optional, for weighted functions with Min or Max: `bool reaches(Weight weight, Value held) const`: whether a
///    message along an arc of that weight, whoever sends it, could change a cell that holds `held`, or do anything
///    else. What one weight does not reach, no heavier one does. Then a pull on a GPU reads rows lightest arcs first,
///    and leaves them at the first that does not reach, without a call of message for what follows.
/// Threads work on copies of the struct: what it changes must lie behind its pointers.
template <class F>
concept EdgeFunction = requires(F f, VertexId v) {
  typename F::Value;
  typename F::Combine;
  requires CombineOperator<typename F::Combine, typename F::Value>;
  requires HasMessage<F>;
  requires HasCell<F> || HasUpdate<F>;
};

/// A sum that says when its receivers are reached.
template <class F>
concept HasStamp = HasCell<F> && requires(F f, const F step, VertexId v) {
  { f.stamp(v) } -> std::same_as<std::int32_t&>;
  { step.now() } -> std::same_as<std::int32_t>;
};
inline constexpr std::int32_t not_stamped = -1;

template <class F>
concept SaysWants = requires(const F f, VertexId v) {
  { f.wants(v) } -> std::same_as<bool>;
};
/// The cell alone decides who wants a value: whoever has none.
template <class F>
concept WantsFirst = HasCell<F> && std::same_as<typename F::Combine, Any> && !SaysWants<F>;
template <class F>
concept HasWants = SaysWants<F> || WantsFirst<F> || HasStamp<F>;
template <class F>
concept HasSends = requires(const F f, VertexId v) {
  { f.sends(v) } -> std::same_as<bool>;
};

template <class F>
concept HasAsk = requires(F f, VertexId v) {
  f.ask(v);
};
/// edge_apply calls a function for the arcs of a vertex in their order where they are no more than this.
inline constexpr EdgeId applied_in_order = 16;
/// f.open(u) comes before f(u, v) for the arcs of u, also where there are none, or u sends nothing.
template <class F>
concept HasOpen = requires(F f, VertexId u) {
  f.open(u);
};
/// What F promises of its steps, see there.
template <class F>
concept KeepsQuiet = WantsFirst<F> && !HasSends<F> && requires {
  requires F::keeps_quiet;
};

template <class F>
concept TakesNothingBack = requires {
  requires WantsFirst<F> || HasStamp<F>;
  requires F::takes_nothing_back;
};

template <class F>
concept TakesOnce = requires {
  requires WantsFirst<F>;
  requires F::takes_once;
};

/// Whether v takes values.
template <class F>
[[nodiscard]] bool is_wanted([[maybe_unused]] const F& f, [[maybe_unused]] VertexId v) {
  if constexpr (SaysWants<F>) {
    return f.wants(v);
  } else if constexpr (WantsFirst<F>) {
    return stale_load(const_cast<F&>(f).cell(v)) == Any::identity<typename F::Value>();
  } else if constexpr (HasStamp<F>) {
    const std::int32_t stamp = stale_load(const_cast<F&>(f).stamp(v));
    return stamp == not_stamped || stamp == f.now();
  } else {
    return true;
  }
}

/// The step is a reduction: update returns the vertex's term.
template <class F>
concept Reduces = requires(F f, VertexId v, typename F::Value x) {
  { f.update(v, x) } -> std::same_as<double>;
};
template <class F>
concept IsIdempotent = F::Combine::idempotent;
/// F orders its vertices: a changed vertex goes to the bucket floor(priority(v) / delta).
template <class F>
concept HasPriority = requires(const F f, VertexId v) {
  { f.priority(v) } -> std::convertible_to<double>;
};

/// The priority follows from the value that has changed the cell, so that the cell need not be read again.
template <class F>
concept HasPriorityOfValue = HasPriority<F> && requires(const F f, typename F::Value x) {
  { f.priority_of(x) } -> std::convertible_to<double>;
};

/// Stops the compiler with one sentence about the author's struct, and returns true so that it can stand in a
/// static_assert or the first line of a template.
template <class F>
consteval bool check_edge_function() {
  constexpr bool has_value = requires { typename F::Value; };
  constexpr bool has_combine = requires { typename F::Combine; };
  static_assert(has_value, "an edge function needs `using Value = ...`: the type that travels along an edge");
  static_assert(has_combine,
                "an edge function needs `using Combine = mg::Min` (or Max, Or, Any, Sum): how values meeting at a "
                "vertex combine");
  static_assert(
      !has_value || !has_combine || requires { requires CombineOperator<typename F::Combine, typename F::Value>; },
      "an edge function's Combine must be able to combine its Values: mg::Min, Max, Or, Any and Sum take numbers");
  static_assert(!has_value || HasMessage<F>,
                "an edge function needs `Value message(mg::VertexId source) const`, or with `using Weight = ...`, "
                "`Value message(mg::VertexId source, Weight weight) const`");
  static_assert(
      !has_value || HasCell<F> || HasUpdate<F>,
      "an edge function needs `Value& cell(mg::VertexId v)`, where the values that reach v are combined, or, to be "
      "pulled only, `update(mg::VertexId v, Value combined)`");
  static_assert(
      !has_value || !has_combine || !HasWire<F> || UsableWire<F>,
      "an edge function's Wire must be a number no wider than its Value that keeps the identity of its Combine");
  constexpr bool has_half_a_stamp = requires(F f, VertexId v) { f.stamp(v); }
  || requires(const F f) { f.now(); };
  static_assert(!has_value || !has_half_a_stamp || HasStamp<F>,
                "an edge function with one of stamp and now needs a cell, `std::int32_t& stamp(mg::VertexId v)` and "
                "`std::int32_t now() const`");
  static_assert(!HasStamp<F> || !(HasUpdate<F> || SaysWants<F> || IsIdempotent<F>),
                "an edge function with stamp and now combines with mg::Sum and has neither update nor wants");
  constexpr bool says_reaches = requires { &F::reaches; };
  static_assert(
      !has_value || !says_reaches || HasReach<F>,
      "an edge function with `bool reaches(Weight weight, Value held) const` needs `using Weight = ...`, a cell, "
      "and mg::Min or mg::Max to combine with");
  constexpr bool has_either = requires(const F f, VertexId u) { f.offer(u); }
  || requires { &F::along; };
  static_assert(!has_value || !has_either || HasOffer<F>,
                "an edge function with one of offer and along needs `using Weight = ...`, `Value offer(mg::VertexId "
                "source) const` and `Value along(Value offered, Weight weight) const`");
  constexpr bool says_sums = requires { requires F::adds_weights; };
  static_assert(!has_value || !says_sums || AddsWeights<F>,
                "an edge function with `adds_weights` needs `offer` and `along`, mg::Min to combine with, and a Value "
                "and a Weight that are unsigned numbers");
  return true;
}

}  // namespace mg
