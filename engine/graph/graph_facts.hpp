// What algorithms and engines ask of a graph before they run on it.
#pragma once

#include <mutex>

#include "engine/graph/types.hpp"
#include "engine/graph/weights.hpp"

namespace mg {

struct Adjacency;

/// Looked up at the first question and then remembered, for all copies of a graph that share it: a session's runs ask
/// again and again. Each question is asked of the same weights, or rows. Safe for concurrent use.
class GraphFacts {
 public:
  /// The first weight that no sum or share can be made of, negative or not a number; or the number of weights. O(m).
  [[nodiscard]] EdgeId first_unusable(const Weights& weights);
  /// The first weight that is not above 0, or the number of weights. O(m).
  [[nodiscard]] EdgeId first_not_positive(const Weights& weights);
  /// The mean of some 4096 weights; 0 where there are none. O(1).
  [[nodiscard]] double sampled_mean(const Weights& weights);
  /// The share of arcs between vertices whose numbers differ by less than 2^15, of some 4096 arcs; 0 where there are
  /// none, or they are not here. O(1).
  [[nodiscard]] double near_arcs(const Adjacency& rows);

 private:
  template <class T>
  class Once {
   public:
    template <class Look>
    T operator()(Look&& look) {
      std::call_once(flag_, [&] { value_ = look(); });
      return value_;
    }

   private:
    std::once_flag flag_;
    T value_{};
  };

  Once<EdgeId> first_unusable_;
  Once<EdgeId> first_not_positive_;
  Once<double> sampled_mean_;
  Once<double> near_arcs_;
};

}  // namespace mg
