// One step along edges on a GPU: a request, and the function that kernels are made for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/device_frontier.hpp"
#include "engine/step.hpp"
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

/// The request: take `from`, fill `to` (or `buckets`, or `reduced`).
struct GpuStep : Step {
  const DeviceFrontier* from;
  DeviceFrontier& to;
  DeviceFunction function;
  DeviceBuckets* buckets = nullptr;
  const DeviceFrontier* senders = nullptr;  ///< of a gather: all others' messages are the identity; null: unknown
  const void* following = nullptr;  ///< of a reduction: the object of the function that the next step reduces with
  EdgeId asked_arcs = 0;            ///< for which a pull asked that leaves rows whose lightest arcs come first
};

}  // namespace mg
