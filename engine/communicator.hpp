// The ranks that take part in a run. One today; reductions and decisions go through it so that more can follow.
#pragma once

namespace mg {

/// The group of ranks of a run. This is `self`: the one rank of a process on its own.
class Communicator {
 public:
  [[nodiscard]] int rank() const { return 0; }
  [[nodiscard]] int size() const { return 1; }
  /// The sum of every rank's `value`, on every rank.
  template <class T>
  [[nodiscard]] T sum(T value) const {
    return value;
  }
};

}  // namespace mg
