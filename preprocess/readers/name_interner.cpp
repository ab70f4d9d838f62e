#include "preprocess/readers/name_interner.hpp"

#include <xxhash.h>

#include <algorithm>

#include "engine/error.hpp"

namespace mg {

std::uint32_t hash_name(std::string_view name) {
  return static_cast<std::uint32_t>(XXH3_64bits(name.data(), name.size()));
}

void NameIndex::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{0, no_vertex});
  used_ = 0;
}

void NameIndex::grow() {
  constexpr std::size_t smallest = 64;
  std::vector<Slot> old(std::max(smallest, slots_.size() * 2), Slot{0, no_vertex});
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number == no_vertex) continue;
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].number != no_vertex) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

VertexId NameInterner::intern(std::string_view name, std::uint32_t hash) {
  const VertexId next = size();
  const VertexId number = index_.find_or_add(hash, next, [&](VertexId other) { return this->name(other) == name; });
  if (number == next) {
    if (next == max_vertices) fail(ExitCode::bad_input, "more than {} different vertex names", max_vertices);
    bytes_.append({name.data(), name.size()});
    ends_.push_back(bytes_.size());
  }
  return number;
}

void NameInterner::intern(std::span<const std::string_view> names, std::span<const std::uint32_t> hashes,
                          std::span<VertexId> numbers) {
  index_.resolve_all(
      hashes, [&](VertexId number) { __builtin_prefetch(&ends_[number]); },
      [&](VertexId number) { __builtin_prefetch(bytes_.data() + begin(number)); },
      [&](std::size_t i) { numbers[i] = intern(names[i], hashes[i]); });
}

std::optional<VertexId> NameInterner::find(std::string_view name) const {
  return index_.find(hash_name(name), [&](VertexId other) { return this->name(other) == name; });
}

std::string_view NameInterner::name(VertexId number) const {
  const std::uint64_t begin = this->begin(number);
  return {bytes_.data() + begin, static_cast<std::size_t>(ends_[number] - begin)};
}

VertexNames NameInterner::take() {
  auto offsets = Array<std::uint64_t>::uninitialized(ends_.size() + 1);
  offsets[0] = 0;
  std::copy_n(ends_.data(), ends_.size(), offsets.data() + 1);
  auto names = VertexNames::strings(std::move(offsets), bytes_.take());
  *this = NameInterner();
  return names;
}

}  // namespace mg
