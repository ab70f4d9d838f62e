// Ranks of numbers that are spread over so wide a range that no table of the range can hold them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// An open-addressing hash table from numbers to vertices.
class IdTable {
 public:
  void insert(std::uint64_t id) {
    if (id == free_slot) {
      has_largest_ = true;
      return;
    }
    if ((used_ + 1) * 3 > ids_.size() * 2) grow();
    const std::size_t at = slot_of(id);
    used_ += ids_[at] == free_slot;
    ids_[at] = id;
  }

  void append_to(std::vector<std::uint64_t>& ids) const {
    std::copy_if(ids_.begin(), ids_.end(), std::back_inserter(ids), [](std::uint64_t id) { return id != free_slot; });
    if (has_largest_) ids.push_back(free_slot);
  }

  /// Makes room for ranks, after the last insert().
  void prepare_ranks() { ranks_.resize(ids_.size()); }
  void assign_rank(std::uint64_t id, VertexId rank) {
    if (id == free_slot) {
      largest_rank_ = rank;
    } else {
      ranks_[slot_of(id)] = rank;
    }
  }

  /// The rank of a number that was inserted.
  [[nodiscard]] VertexId rank(std::uint64_t id) const { return id == free_slot ? largest_rank_ : ranks_[slot_of(id)]; }

  /// A hash whose bits depend on all bits of `id` (MurmurHash3's finalizer): ids made of bit fields are common.
  static std::uint64_t hash(std::uint64_t id) {
    id = (id ^ (id >> 33)) * 0xFF51AFD7ED558CCD;
    id = (id ^ (id >> 33)) * 0xC4CEB9FE1A85EC53;
    return id ^ (id >> 33);
  }

 private:
  static constexpr std::uint64_t free_slot = ~std::uint64_t{0};

  [[nodiscard]] std::size_t slot_of(std::uint64_t id) const {
    const std::size_t mask = ids_.size() - 1;
    std::size_t at = hash(id) & mask;
    while (ids_[at] != id && ids_[at] != free_slot) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<std::uint64_t> smaller(std::max<std::size_t>(1024, ids_.size() * 2), free_slot);
    smaller.swap(ids_);
    for (const std::uint64_t id : smaller) {
      if (id != free_slot) ids_[slot_of(id)] = id;
    }
  }

  std::vector<std::uint64_t> ids_;  // a power of two, or none
  std::vector<VertexId> ranks_;     // by slot
  std::size_t used_ = 0;
  bool has_largest_ = false;  // the number that marks free slots is kept apart
  VertexId largest_rank_ = 0;
};

/// The distinct ones of many numbers, and the rank of each. Memory: for distinct numbers only.
class IdRanks {
 public:
  /// `for_each(f)` calls f with every number; each thread runs it, and keeps the numbers whose hash is in its share, so
  /// that nothing is shared.
  template <class ForEach>
  explicit IdRanks(const ForEach& for_each) : tables_(static_cast<std::size_t>(default_threads())) {
    for_shares([&](std::size_t share) {
      IdTable table;
      for_each([&](std::uint64_t id) {
        if (share_of(id) == share) table.insert(id);
      });
      tables_[share] = std::move(table);
    });
    for (const IdTable& table : tables_) table.append_to(ids_);
    std::sort(ids_.begin(), ids_.end());
  }

  /// The distinct numbers, ascending.
  [[nodiscard]] std::span<const std::uint64_t> ids() const { return ids_; }

  /// To be called before rank(), once there are few enough numbers for vertices.
  void assign() {
    for_shares([&](std::size_t share) {
      tables_[share].prepare_ranks();
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (share_of(ids_[i]) == share) tables_[share].assign_rank(ids_[i], static_cast<VertexId>(i));
      }
    });
  }

  [[nodiscard]] VertexId rank(std::uint64_t id) const { return tables_[share_of(id)].rank(id); }

 private:
  template <class Body>
  void for_shares(Body&& body) {
    parallel_tasks(tables_.size(), static_cast<int>(tables_.size()), body);
  }
  [[nodiscard]] std::size_t share_of(std::uint64_t id) const {
    return tables_.size() == 1 ? 0 : (IdTable::hash(id) >> 48) % tables_.size();
  }

  std::vector<IdTable> tables_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace mg
