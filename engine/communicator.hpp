// The ranks that take part in a run. One today; what a run decides or adds up goes through them, so that more can
// follow and all decide alike.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/error.hpp"

namespace mg {

template <class T>
concept Arithmetic = std::integral<T> || std::floating_point<T>;

/// The group of ranks of a run, as one of them sees it. Every rank calls the same operations in the same order; each
/// throws Error where ranks are at different ones, where one has called abort(), and where one does not come. It
/// outlives the runs that use it.
class Communicator {
 public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  /// From 0 on.
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  /// Of every rank's value, on every rank: the same bits, since they are put together in the order of ranks. O(size).
  template <Arithmetic T>
  [[nodiscard]] T sum(T value) {
    return fold(Operation::sum, value, [](T a, T b) { return static_cast<T>(a + b); });
  }
  template <Arithmetic T>
  [[nodiscard]] T least(T value) {
    return fold(Operation::least, value, [](T a, T b) { return b < a ? b : a; });
  }
  template <Arithmetic T>
  [[nodiscard]] T most(T value) {
    return fold(Operation::most, value, [](T a, T b) { return a < b ? b : a; });
  }
  /// Whether it is true on some rank.
  [[nodiscard]] bool any(bool value) {
    return fold(Operation::any, value, [](bool a, bool b) { return a || b; });
  }

  /// The values of all ranks, in the order of ranks; how many each has is its own affair.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::vector<T> gather(std::span<const T> own) {
    if (size() == 1) return {own.begin(), own.end()};
    std::vector<T> all;
    for (const std::span<const std::byte> part : exchange(Operation::gather, std::as_bytes(own))) {
      const std::size_t before = all.size();
      all.resize(before + part.size() / sizeof(T));
      if (!part.empty()) std::memcpy(all.data() + before, part.data(), part.size());
    }
    return all;
  }
  /// Returns when all ranks have come.
  void meet() {
    if (size() > 1) static_cast<void>(exchange(Operation::meet, {}));
  }

  /// Ends the run: ranks that wait, and all later operations, throw Error with `reason`. Any rank may call it alone.
  virtual void abort(std::string_view reason) = 0;

 protected:
  enum class Operation : std::uint8_t { sum, least, most, any, gather, meet };

  /// What each rank has given, in the order of ranks; it holds until the next operation.
  [[nodiscard]] virtual std::span<const std::span<const std::byte>> exchange(Operation operation,
                                                                             std::span<const std::byte> own) = 0;

 private:
  template <class T, class Combine>
  [[nodiscard]] T fold(Operation operation, T value, const Combine& combine) {
    if (size() == 1) return value;
    bool is_first = true;
    T all = value;
    for (const std::span<const std::byte> part : exchange(operation, std::as_bytes(std::span(&value, 1)))) {
      if (part.size() != sizeof(T)) fail(ExitCode::internal, "ranks put together values of different types");
      T next;
      std::memcpy(&next, part.data(), sizeof(T));
      all = is_first ? next : combine(all, next);
      is_first = false;
    }
    return all;
  }
};

/// That of a process on its own: rank 0 of one.
[[nodiscard]] Communicator& alone();

}  // namespace mg
