// Numbers grouped by their keys on the threads of a run: what lies in one part, or leads to one vertex.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/graph/array.hpp"

namespace mg {

/// The numbers of a range, of type `Item`, by keys 0 .. num_keys - 1.
template <class Item>
struct Grouped {
  Array<Item> begins;  ///< where each key's begin, and one more
  Array<Item> items;   ///< ascending within a key
};

/// The numbers by the highest bits of their keys.
template <class Item>
struct KeyBuckets {
  int shift = 0;                    ///< a key's lower bits
  std::vector<std::size_t> begins;  ///< where each bucket's begin, and one more
  Array<Item> items;                ///< ascending within a bucket
};

/// Of a thousand buckets or two. Threads take shares of the numbers: they count first, and then know where theirs go.
template <class Item, class Key>
[[nodiscard]] KeyBuckets<Item> bucketed_by(std::size_t count, std::size_t num_keys, int threads, const Key& key) {
  constexpr int bucket_bits = 10;
  KeyBuckets<Item> buckets{.shift = std::max(static_cast<int>(std::bit_width(num_keys)) - bucket_bits, 0),
                           .begins = {},
                           .items = Array<Item>::uninitialized(count)};
  const std::size_t num_buckets = (num_keys >> buckets.shift) + 1;
  buckets.begins.resize(num_buckets + 1);
  const auto shares = static_cast<std::size_t>(threads_worth(count, serial_grain, threads));
  const auto bound = [&](std::size_t share) { return count * share / shares; };
  std::vector<std::vector<std::size_t>> places(shares);
  parallel_tasks(shares, threads, [&](std::size_t share) {
    std::vector<std::size_t> counts(num_buckets);
    for (std::size_t i = bound(share); i < bound(share + 1); ++i) ++counts[key(i) >> buckets.shift];
    places[share] = std::move(counts);
  });
  std::size_t place = 0;
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket) {
    buckets.begins[bucket] = place;
    for (auto& of_share : places) place += std::exchange(of_share[bucket], place);
  }
  buckets.begins[num_buckets] = place;
  parallel_tasks(shares, threads, [&](std::size_t share) {
    std::vector<std::size_t> next = std::move(places[share]);
    for (std::size_t i = bound(share); i < bound(share + 1); ++i) {
      buckets.items[next[key(i) >> buckets.shift]++] = static_cast<Item>(i);
    }
  });
  return buckets;
}

/// Groups 0 .. count - 1 by key(number), which is below num_keys: into buckets, and each of these by counting sort.
/// O(count + num_keys), the same for any number of threads.
template <class Item, class Key>
[[nodiscard]] Grouped<Item> grouped_by(std::size_t count, std::size_t num_keys, int threads, const Key& key) {
  const KeyBuckets<Item> buckets = bucketed_by<Item>(count, num_keys, threads, key);
  Grouped<Item> grouped{Array<Item>::uninitialized(num_keys + 1), Array<Item>::uninitialized(count)};
  grouped.begins[num_keys] = static_cast<Item>(count);
  parallel_tasks(buckets.begins.size() - 1, threads, [&](std::size_t bucket) {
    const std::size_t first_key = bucket << buckets.shift;
    const std::size_t last_key = std::min((bucket + 1) << buckets.shift, num_keys);
    if (first_key >= last_key) return;
    const auto items =
        buckets.items.span().subspan(buckets.begins[bucket], buckets.begins[bucket + 1] - buckets.begins[bucket]);
    std::vector<Item> next(last_key - first_key);
    for (const Item item : items) ++next[key(item) - first_key];
    auto begin = static_cast<Item>(buckets.begins[bucket]);
    for (std::size_t k = first_key; k < last_key; ++k) {
      grouped.begins[k] = begin;
      begin += std::exchange(next[k - first_key], begin);
    }
    for (const Item item : items) grouped.items[next[key(item) - first_key]++] = item;
  });
  return grouped;
}

}  // namespace mg
