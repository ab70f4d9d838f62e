// One step along edges on a GPU, as an engine sees it: EdgeStep's counterpart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device_frontier.hpp"
#include "engine/edge_step.hpp"
#include "engine/type_name.hpp"

namespace mg {

/// An algorithm's function: what generated sources call it, and the object whose bytes kernels are given.
struct DeviceFunction {
  std::string_view type;
  const void* object;
  std::size_t size;
};

/// Refers to `f`. Throws Error(wrong_use) where other sources could not name F.
template <class F>
[[nodiscard]] DeviceFunction device_function(const F& f) {
  static_assert(std::is_trivially_copyable_v<F>,
                "a function that runs on GPUs is copied there: it may hold numbers and pointers only");
  if (!has_portable_name<F>()) {
    fail(ExitCode::wrong_use,
         "the function '{}' cannot run on a GPU, because no other source can name it: make it a struct of a named "
         "namespace",
         type_name<F>());
  }
  return {.type = type_name<F>(), .object = &f, .size = sizeof(F)};
}

/// Vertices waiting by priority on a GPU: the bucket in turn is a frontier, all later ones share a pile, which is split
/// when their turn comes (near-far: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest
/// Paths", IPDPS'14, with as many levels as there are buckets).
struct DeviceBuckets {
  double inverse = 1;
  std::size_t bucket = 0;       ///< in turn
  std::size_t next_bucket = 0;  ///< the first of the pile's
  std::uint64_t far_size = 0;
  DeviceFrontier near;
  DeviceBlock far;
  DeviceBlock spare;
  DeviceBlock waiting;    ///< a word a vertex: it is in the pile
  Side side = Side::out;  ///< along which arcs are counted
  std::string function;   ///< whose priority orders them: its type and bytes
  std::vector<std::byte> object;

  [[nodiscard]] std::size_t current() const { return bucket; }
  [[nodiscard]] double inverse_delta() const { return inverse; }
};

/// What an engine may know of a function without its type.
struct DeviceTraits {
  EdgeTraits edge;
  bool has_cell;
  bool has_sends;
  bool sums;         ///< every value counts once: receivers are settled after all have arrived
  bool comes_apart;  ///< what a vertex sends is known before along which arc
  bool takes_once;   ///< a pull may leave out those that have a value
  bool has_reach;    ///< a pull may leave rows whose lightest arcs come first
  std::size_t value_bytes;
};

template <EdgeFunction F>
inline constexpr DeviceTraits device_traits_of{.edge = traits_of<F>,
                                               .has_cell = HasCell<F>,
                                               .has_sends = HasSends<F>,
                                               .sums = !F::Combine::idempotent,
                                               .comes_apart = ComesApart<F>,
                                               .takes_once = TakesOnce<F>,
                                               .has_reach = HasReach<F>,
                                               .value_bytes = sizeof(ValueOf<F>)};

/// The request: take `from`, fill `to` (or `buckets`, or `reduced`).
struct DeviceStep {
  Pattern pattern;
  Side side;
  const DeviceFrontier* from;
  DeviceFrontier& to;
  DeviceTraits traits;
  DeviceFunction function;
  std::string_view label = {};  ///< label_of the edge function
  std::size_t part = 0;         ///< of the schedule, which holds for it
  DeviceBuckets* buckets = nullptr;
  const DeviceFrontier* senders = nullptr;  ///< of a gather: all others' messages are the identity; null: unknown
  const void* following = nullptr;  ///< of a reduction: the object of the function that the next step reduces with
  EdgeId frontier_arcs = Frontier::unknown_arcs;  ///< that leave `from`, where the engine has counted them
  std::optional<EdgeId> read_arcs = {};  ///< that were read, or as many as must have been; nothing: the frontier's
  bool in_tiles = false;                 ///< where those were read
  EdgeId asked_arcs = 0;                 ///< for which a pull asked that leaves rows whose lightest arcs come first
  double reduced = 0;
  std::string chosen = {};                     ///< strategy that ran; set by the engine
  std::string_view reason = {};                ///< why; set by the engine
  std::string_view engine = {};                ///< whose strategy it is, where not the run's engine; set by that engine
  std::vector<StepCandidate> candidates = {};  ///< what an engine chose among, and what it expected
  std::uint64_t bytes = 0;                     ///< moved, by the engine's reckoning; 0: not counted
  std::optional<double> ms = {};               ///< it took, where the engine did more than the step; set by the engine
};

}  // namespace mg
