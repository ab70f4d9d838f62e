// What an algorithm says about an edge. A struct that satisfies EdgeFunction is all that an engine needs to run a step
// on any layout, in any direction, with any balance; whether a combination needs an atomic, what memory has seen and
// what to ask it for is never its business. What engines conclude from it is in engine/edge_semantics.hpp.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/edge_function_parts.hpp"
#include "engine/graph/relation.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// A step along edges. Members, of which a function has a `Combine`, and a `cell` or an `update`:
///  - `using Combine`: what becomes of values that meet at a vertex: Min, Max, Or, Any, First, Sum or Stamped<Sum>, see
///    there;
///  - `Value& cell(VertexId v)`: where the values that reach v are combined. With an idempotent operator the cell is
///    the vertex's state and v joins the next frontier when its cell changes; with Sum every value is added exactly
///    once. A function without a cell is only ever pulled: its receivers own their values, which never touch memory;
///  - `message(VertexId source) const`, or `message(VertexId source, Value held) const`, what the source's own cell
///    holds: what travels along each of the source's edges. Without a message, with Min, Max or Or, it is what the
///    source's cell holds; with First, a stamp and a Value of std::int32_t, the number of the step. A message of float
///    for a Value of double says that values on their way may be rounded. A static message, with First, says that steps
///    of a loop read nothing that its steps have written: a loop that stays on a GPU goes on before memory has it;
///  - `along`, a relation (engine/graph/relation.hpp) such as Plus<std::uint32_t>: what becomes of a message along a
///  weighted
///    edge; or in place of it, `using Weight` and `message(VertexId source, Weight weight) const`. A message may ask
///    for both of an arc's ends: `message(ArcEnds arc) const`, or `message(ArcEnds arc, Weight weight) const`;
///  - `bool update(VertexId v, Value combined)`: called when the cell of v has changed (once a step and vertex with Any
///    or Sum, and in every pull; at each improvement in a push with Min, Max or Or): says whether v joins the next
///    frontier. It may write v's own state only. Returning a double instead makes the step a reduction: the doubles are
///    added up, there is no next frontier, and update is called for every vertex that is wanted;
///  - `void touches(VertexId v, auto&& visit) const`: visit(a, b, ...) with what update(v) reads and writes, so that
///    memory can be asked for it early;
///  - `bool wants(VertexId v) const`: v takes no more values when false. Must stay false once it is false in a step.
///    With Any and First, v takes none once its cell holds one, which need not be said;
///  - `bool sends(VertexId u) const`: a vertex of the frontier that sends nothing when false;
///  - `Stamp stamp`: where it is written in which step a vertex was reached. With First, and Stamped operators, which
///    need it;
///  - `priority(Value held) const`, a number: a changed vertex goes to the bucket floor(priority / delta). Without it,
///    with Min or Max, what the cell holds.
/// Threads work on copies of the struct: what it changes must lie behind its pointers.
template <class F>
concept EdgeFunction = requires {
  typename F::Combine;
  requires HasCell<F> || HasUpdate<F>;
  requires CombineOperator<typename F::Combine, ValueOf<F>>;
  requires HasMessage<F> || SendsWhatItHolds<F> || SendsItsStep<F>;
};

/// Stops the compiler with one sentence about the author's struct, and returns true so that it can stand in a
/// static_assert or the first line of a template.
template <class F>
consteval bool check_edge_function() {
  constexpr bool has_combine = requires { typename F::Combine; };
  static_assert(
      has_combine,
      "an edge function needs `using Combine = mg::Min` (or Max, Or, Any, First, Sum, Stamped<Sum>): how values "
      "meeting at a vertex combine");
  static_assert(HasCell<F> || HasUpdate<F>,
                "an edge function needs `Value& cell(mg::VertexId v)`, where the values that reach v are combined, or, "
                "to be pulled only, `update(mg::VertexId v, Value combined)`");
  if constexpr (has_combine && (HasCell<F> || HasUpdate<F>)) {
    using Combine = typename F::Combine;
    constexpr bool combines = CombineOperator<Combine, ValueOf<F>>;
    static_assert(combines,
                  "an edge function's Combine must be able to combine its values: mg's operators take numbers");
    static_assert(!HasAlong<F> || HasRelation<F>,
                  "an edge function's `along` must be a relation of its values: `using Weight` and `Value operator()("
                  "Value sent, Weight weight) const`, as mg::Plus<std::uint32_t> has");
    static_assert(!HasPlus<F> || std::same_as<Combine, Min>,
                  "an edge function with mg::Plus along its edges combines with mg::Min");
    static_assert(!(HasAlong<F> && NamesWeight<F>),
                  "an edge function has either `along` or `using Weight`: the relation names the weights");
    static_assert(!combines || HasMessage<F> || SendsWhatItHolds<F> || SendsItsStep<F>,
                  "an edge function needs `Value message(mg::VertexId source) const`, or with `using Weight = ...`, "
                  "`Value message(mg::VertexId source, Weight weight) const`, or either with mg::ArcEnds in place of "
                  "the source and "
                  "without `along`; with mg::Min, Max or Or and a cell it may "
                  "go without, and then sends what its cell holds");
    static_assert(!is_stamped<Combine> || (HasCell<F> && HasStamp<F>),
                  "an edge function that combines with mg::Stamped needs a cell and a member `mg::Stamp stamp`");
    static_assert(!is_stamped<Combine> || !(HasUpdate<F> || SaysWants<F>),
                  "an edge function that combines with mg::Stamped has neither update nor wants");
    static_assert(!HasStamp<F> || is_stamped<Combine> || std::same_as<Combine, First>,
                  "an edge function with a stamp combines with mg::First or mg::Stamped<mg::Sum>");
  }
  return true;
}

}  // namespace mg
