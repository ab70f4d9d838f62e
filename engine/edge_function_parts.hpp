// Which members an edge function has, and the types that follow from them (engine/edge_function.hpp says what they
// mean).
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/graph/relation.hpp"
#include "engine/graph/types.hpp"

namespace mg {

inline constexpr std::int32_t not_stamped = -1;

/// The steps in which vertices were reached: one number a vertex, not_stamped before.
struct Stamp {
  std::int32_t* of;
  std::int32_t now = 0;  ///< this step's, not negative; in a loop the iteration's number, which it sets
};

/// The ends of an arc along which a message travels, for functions that ask for more than the source.
struct ArcEnds {
  VertexId source;
  VertexId receiver;
};

template <class F>
concept HasCell = requires(F f, VertexId v) {
  requires std::is_lvalue_reference_v<decltype(f.cell(v))>;
  requires !std::is_const_v<std::remove_reference_t<decltype(f.cell(v))>>;
};

namespace detail {

template <class Update>
struct UpdateTypes {};
template <class F, class Result, class V>
struct UpdateTypes<Result (F::*)(VertexId, V)> {
  using Value = V;
};
template <class F, class Result, class V>
struct UpdateTypes<Result (F::*)(VertexId, V) const> {
  using Value = V;
};

template <class F>
struct ValueOf {};
template <class F>
requires(!HasCell<F>) && requires { &F::update; }
struct ValueOf<F> {
  using type = typename UpdateTypes<decltype(&F::update)>::Value;
};
template <HasCell F>
struct ValueOf<F> {
  using type = std::remove_reference_t<decltype(std::declval<F&>().cell(VertexId{}))>;
};

}  // namespace detail

/// What travels along an edge: the type of a cell, or of what update takes where there is none.
template <class F>
using ValueOf = typename detail::ValueOf<F>::type;

template <class F>
concept HasUpdate = requires(F f, VertexId v, ValueOf<F> x) {
  f.update(v, x);
};
template <class F>
concept SaysWants = requires(const F f, VertexId v) {
  { f.wants(v) } -> std::same_as<bool>;
};
template <class F>
concept HasSends = requires(const F f, VertexId v) {
  { f.sends(v) } -> std::same_as<bool>;
};
namespace detail {
/// Whom touches() may tell. A lambda in its place is none to the compiler of kernels, without a word.
struct Told {
  template <class... Elements>
  void operator()(const Elements&...) const {}
};
}  // namespace detail
template <class F>
concept HasTouches = requires(const F f, VertexId v, const detail::Told told) {
  f.touches(v, told);
};
template <class F>
concept HasStamp = requires(F f) {
  { f.stamp } -> std::same_as<Stamp&>;
};
template <class F>
concept HasAlong = requires(const F f) {
  f.along;
};
template <class F>
concept NamesWeight = requires {
  typename F::Weight;
  requires !std::same_as<typename F::Weight, NoWeight>;
};

/// The relation of an F that names one.
template <HasAlong F>
using RelationIn = decltype(F::along);
/// F says what becomes of a message along a weighted edge, apart from what the message is.
template <class F>
concept HasRelation = HasAlong<F> && RelationOf<RelationIn<F>, ValueOf<F>>;
template <class F>
concept HasPlus = HasRelation<F> && is_plus<RelationIn<F>>;

namespace detail {

template <class F>
struct WeightOf {
  using type = NoWeight;
};
template <NamesWeight F>
struct WeightOf<F> {
  using type = typename F::Weight;
};
template <HasRelation F>
requires(!NamesWeight<F>) struct WeightOf<F> {
  using type = typename RelationIn<F>::Weight;
};

/// Values, or floats for doubles.
template <class M, class Value>
concept MessageOf = std::same_as<M, Value> ||(std::same_as<M, float>&& std::same_as<Value, double>);

}  // namespace detail

/// The type of weights along F's edges: std::uint32_t, float, or NoWeight when F names none.
template <class F>
using WeightOf = typename detail::WeightOf<F>::type;
template <class F>
inline constexpr bool is_weighted = !std::is_same_v<WeightOf<F>, NoWeight>;

/// F's message is that of a source, whatever the edge; a relation may follow.
template <class F>
concept HasSourceMessage = (!NamesWeight<F>)&&requires(const F f, VertexId u) {
  { f.message(u) } -> detail::MessageOf<ValueOf<F>>;
};
/// The same, of what the source holds: of a state, or of a sum that was complete before the step. (A plain sum may be
/// growing while it is read.)
template <class F>
concept HasHeldMessage = (!NamesWeight<F>)&&HasCell<F> &&
                         (F::Combine::idempotent || is_stamped<typename F::Combine>)&&requires(const F f, VertexId u,
                                                                                               ValueOf<F> held) {
  { f.message(u, held) } -> detail::MessageOf<ValueOf<F>>;
};
/// F's message is an edge's.
template <class F>
concept HasWeightedMessage = NamesWeight<F> && requires(const F f, VertexId u, WeightOf<F> w) {
  { f.message(u, w) } -> std::same_as<ValueOf<F>>;
};
/// F's message is an arc's, by both of its ends, and by its weight where F names weights.
template <class F>
concept HasArcMessage = (NamesWeight<F> &&
                         requires(const F f, ArcEnds arc, WeightOf<F> w) {
                           { f.message(arc, w) } -> std::same_as<ValueOf<F>>;
                         }) ||
                        (!NamesWeight<F> && !HasAlong<F> && requires(const F f, ArcEnds arc) {
                          { f.message(arc) } -> std::same_as<ValueOf<F>>;
                        });
template <class F>
concept HasMessage = HasSourceMessage<F> || HasHeldMessage<F> || HasWeightedMessage<F> || HasArcMessage<F>;
/// A function without a message sends what its cells hold, where that is a state.
template <class F>
concept SendsWhatItHolds =
    HasCell<F> && F::Combine::idempotent && !takes_any<typename F::Combine> && !NamesWeight<F> && !requires {
  &F::message;
};

/// A function without a message that says who comes first, and when, sends the number of the step.
template <class F>
concept SendsItsStep = HasCell<F> && HasStamp<F> && std::same_as<typename F::Combine, First> &&
                       std::same_as<typename detail::ValueOf<F>::type, std::int32_t> && !NamesWeight<F> &&
                       !requires {
  &F::message;
};

/// f.open(u) comes before f(u, v) for the arcs of u in edge_apply, also where there are none, or u sends nothing.
template <class F>
concept HasOpen = requires(F f, VertexId u) {
  f.open(u);
};
/// edge_apply calls a function for the arcs of a vertex in their order where they are no more than this.
inline constexpr EdgeId applied_in_order = 16;

}  // namespace mg
