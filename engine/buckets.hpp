// Priority buckets for ordered traversal (delta-stepping: Meyer and Sanders, J. Algorithms 2003).
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "engine/graph/types.hpp"
#include "engine/priority.hpp"

namespace mg {

/// Vertices waiting by priority: bucket b holds those whose priority / delta rounds down to b. Filled without locks,
/// since each thread owns its bins; emptied one bucket at a time in ascending order. A vertex may wait in several
/// buckets or several times in one: an edge function's sends() drops the stale entries.
class Buckets {
 public:
  Buckets(double delta, int threads)
      : inverse_delta_(std::min(1 / delta, std::numeric_limits<double>::max())),
        bins_(static_cast<std::size_t>(threads)) {}

  /// The bucket that the last take() emptied.
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] std::size_t bucket_of(double priority) const { return mg::bucket_of(priority, inverse_delta_); }
  [[nodiscard]] double inverse_delta() const { return inverse_delta_; }

  /// Adds v to bucket `bucket` on behalf of `thread`. A bucket that lies behind is the current one: its vertices are
  /// due at once.
  void push(int thread, std::size_t bucket, VertexId v) {
    Bins& own = bins_[static_cast<std::size_t>(thread)];
    if (bucket < current_) bucket = current_;
    if (bucket >= own.bins.size()) own.bins.resize(bucket + 1);
    auto& bin = own.bins[bucket];
    if (bin.capacity() == 0 && !own.spare.empty()) {
      bin.swap(own.spare.back());
      own.spare.pop_back();
    }
    bin.push_back(v);
  }

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  /// The first bucket that is not empty; none: all are.
  [[nodiscard]] std::size_t first() const {
    std::size_t first = none;
    for (const Bins& own : bins_) {
      for (std::size_t b = current_; b < own.bins.size() && b < first; ++b) {
        if (!own.bins[b].empty()) first = b;
      }
    }
    return first;
  }
  /// Makes it the current bucket, which must not lie behind first(), and moves its vertices to `out` (cleared first).
  void take(std::size_t bucket, std::vector<VertexId>& out) {
    out.clear();
    current_ = bucket;
    for (Bins& own : bins_) {
      if (bucket >= own.bins.size() || own.bins[bucket].empty()) continue;
      auto& bin = own.bins[bucket];
      if (out.empty()) {
        out.swap(bin);  // the common case of small buckets copies nothing
      } else {
        out.insert(out.end(), bin.begin(), bin.end());
        bin.clear();
      }
      own.spare.push_back(std::move(bin));
      bin = {};
    }
  }

 private:
  struct alignas(64) Bins {
    std::vector<std::vector<VertexId>> bins;
    std::vector<std::vector<VertexId>> spare;  ///< storage of emptied bins, for those to come
  };

  double inverse_delta_;
  std::size_t current_ = 0;
  std::vector<Bins> bins_;
};

}  // namespace mg
