// Names to numbers, in order of first appearance.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/names.hpp"
#include "engine/types.hpp"
#include "preprocess/growing_array.hpp"

namespace mg {

/// The hash that the functions below take.
[[nodiscard]] std::uint32_t hash_name(std::string_view name);

/// An open-addressing hash index from names, which are kept elsewhere, to the numbers 0, 1, ...
class NameIndex {
 public:
  /// The number for which `is_it(number)` says that it is the name, or `next` after adding it under that number.
  template <class IsIt>
  VertexId find_or_add(std::uint32_t hash, VertexId next, IsIt&& is_it) {
    if (std::uint64_t{used_ + 1} * 3 > slots_.size() * 2) grow();
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[at];
      if (slot.number == no_vertex) {
        slot = {hash, next};
        ++used_;
        return next;
      }
      if (slot.hash == hash && is_it(slot.number)) return slot.number;
    }
  }

  template <class IsIt>
  [[nodiscard]] std::optional<VertexId> find(std::uint32_t hash, IsIt&& is_it) const {
    if (slots_.empty()) return std::nullopt;
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.number == no_vertex) return std::nullopt;
      if (slot.hash == hash && is_it(slot.number)) return slot.number;
    }
  }

  void clear();

 private:
  struct Slot {
    std::uint32_t hash;
    VertexId number;
  };

  void grow();

  std::vector<Slot> slots_;  // a power of two, or none
  std::size_t used_ = 0;
};

/// Keeps one copy of each name. Throws Error(bad_input) beyond max_vertices names.
class NameInterner {
 public:
  /// The number of `name`; a new name gets the next one.
  VertexId intern(std::string_view name, std::uint32_t hash);
  VertexId intern(std::string_view name) { return intern(name, hash_name(name)); }
  [[nodiscard]] std::optional<VertexId> find(std::string_view name) const;

  [[nodiscard]] VertexId size() const { return static_cast<VertexId>(ends_.size()); }
  [[nodiscard]] std::string_view name(VertexId number) const;

  /// Hands the names over; nothing is left here.
  [[nodiscard]] VertexNames take();

 private:
  NameIndex index_;
  GrowingArray<std::uint64_t> ends_;  // name i ends at ends_[i]
  GrowingArray<char> bytes_;
};

}  // namespace mg
