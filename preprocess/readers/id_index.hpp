// Numbers that name vertices, to vertices.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/graph/types.hpp"

namespace mg {

/// Finds ranks in an ascending list of distinct numbers. A table over their leading bits narrows the binary search down
/// to a few elements when the numbers are spread evenly, and never makes it longer.
class IdIndex {
 public:
  /// `ids` ascend and outlive the index. O(n) time, at most 8 bytes a number.
  explicit IdIndex(std::span<const std::uint64_t> ids) : ids_(ids) {
    if (ids.empty()) return;
    const int range_bits = std::bit_width(ids.back() - ids.front());
    const int table_bits = std::min(range_bits, static_cast<int>(std::bit_width(ids.size())));
    shift_ = range_bits - table_bits;
    begins_.assign((std::size_t{1} << table_bits) + 1, static_cast<VertexId>(ids.size()));
    for (std::size_t i = ids.size(); i-- > 0;) begins_[bucket(ids[i])] = static_cast<VertexId>(i);
    for (std::size_t b = begins_.size() - 1; b-- > 0;) begins_[b] = std::min(begins_[b], begins_[b + 1]);
  }

  /// The rank of `id`, if it is in the list.
  [[nodiscard]] std::optional<VertexId> find(std::uint64_t id) const {
    if (ids_.empty() || id < ids_.front() || id > ids_.back()) return std::nullopt;
    const std::size_t b = bucket(id);
    const auto begin = ids_.begin() + begins_[b];
    const auto end = ids_.begin() + begins_[b + 1];
    const auto found = std::lower_bound(begin, end, id);
    if (found == end || *found != id) return std::nullopt;
    return static_cast<VertexId>(found - ids_.begin());
  }

 private:
  [[nodiscard]] std::size_t bucket(std::uint64_t id) const { return (id - ids_.front()) >> shift_; }

  std::span<const std::uint64_t> ids_;
  int shift_ = 0;
  std::vector<VertexId> begins_;  // of each bucket in ids_
};

}  // namespace mg
