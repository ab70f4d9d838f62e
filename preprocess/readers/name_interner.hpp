// Names to numbers, in order of first appearance.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/names.hpp"
#include "engine/graph/types.hpp"
#include "preprocess/readers/growing_array.hpp"

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

  /// Calls resolve(i) for the names that have these hashes, one after the other. What finding them reads is asked for
  /// some names before their turn, as each of three reads needs the one before: a slot, then touch_entry(number) for
  /// the name that it most likely is, then touch_text(number). Every name of a file leads somewhere else in memory:
  /// names of 8 to 20 characters, one thread, are read at 57 MB/s if each is waited for.
  template <class TouchEntry, class TouchText, class Resolve>
  void resolve_all(std::span<const std::uint32_t> hashes, TouchEntry&& touch_entry, TouchText&& touch_text,
                   Resolve&& resolve) {
    constexpr std::size_t ahead = 8;
    std::array<VertexId, 2 * ahead> likely;
    for (std::size_t i = 0; i < hashes.size() + 3 * ahead; ++i) {
      const auto turn = [&](std::size_t stage) { return i - stage * ahead; };  // of a stage before its first: huge
      if (turn(0) < hashes.size()) prefetch_slot(hashes[turn(0)]);
      if (turn(1) < hashes.size()) {
        const VertexId number = likely_number(hashes[turn(1)]);
        likely[turn(1) % likely.size()] = number;
        if (number != no_vertex) touch_entry(number);
      }
      if (turn(2) < hashes.size()) {
        const VertexId number = likely[turn(2) % likely.size()];
        if (number != no_vertex) touch_text(number);
      }
      if (turn(3) < hashes.size()) resolve(turn(3));
    }
  }

  void clear();

 private:
  struct Slot {
    std::uint32_t hash;
    VertexId number;
  };

  void prefetch_slot(std::uint32_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  /// The number of the first name with this hash, which is the one asked for unless two have the same; no_vertex: none.
  [[nodiscard]] VertexId likely_number(std::uint32_t hash) const {
    return find(hash, [](VertexId) { return true; }).value_or(no_vertex);
  }
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
  /// The same for many names, one after the other, which is faster.
  void intern(std::span<const std::string_view> names, std::span<const std::uint32_t> hashes,
              std::span<VertexId> numbers);
  [[nodiscard]] std::optional<VertexId> find(std::string_view name) const;

  [[nodiscard]] VertexId size() const { return static_cast<VertexId>(ends_.size()); }
  [[nodiscard]] std::string_view name(VertexId number) const;

  /// Hands the names over; nothing is left here.
  [[nodiscard]] VertexNames take();

 private:
  [[nodiscard]] std::uint64_t begin(VertexId number) const { return number == 0 ? 0 : ends_[number - 1]; }

  NameIndex index_;
  GrowingArray<std::uint64_t> ends_;  // name i ends at ends_[i]
  GrowingArray<char> bytes_;
};

}  // namespace mg
