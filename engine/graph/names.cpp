#include "engine/graph/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/error.hpp"

namespace mg {

namespace {

/// The number that `text` is the canonical decimal form of.
std::optional<std::uint64_t> parse_canonical(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

VertexId checked_size(std::uint64_t size) {
  if (size > max_vertices) fail(ExitCode::bad_input, "{} vertex names: a graph has at most {}", size, max_vertices);
  return static_cast<VertexId>(size);
}

/// A name's first eight bytes as a number that orders as they do; most comparisons end there, without a cache miss.
std::uint64_t leading_bytes(std::string_view name) {
  std::uint64_t bytes = 0;
  name.copy(reinterpret_cast<char*>(&bytes), sizeof bytes);
  return __builtin_bswap64(bytes);
}

}  // namespace

VertexNames VertexNames::counted(std::uint64_t first, VertexId size) {
  if (size != 0 && first + (size - 1) < first) {
    fail(ExitCode::bad_input, "{} vertex names from {} on exceed 64 bits", size, first);
  }
  VertexNames names;
  names.kind_ = Kind::counted;
  names.first_ = first;
  names.size_ = checked_size(size);
  return names;
}

VertexNames VertexNames::integers(Array<std::uint64_t> ids) {
  VertexNames names;
  names.kind_ = Kind::integers;
  names.size_ = checked_size(ids.size());
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (ids[i - 1] >= ids[i]) {
      fail(ExitCode::bad_input, "vertex names must ascend, but {} is followed by {}", ids[i - 1], ids[i]);
    }
  }
  names.numbers_ = std::move(ids);
  return names;
}

VertexNames VertexNames::strings(Array<std::uint64_t> offsets, Array<char> bytes, Array<VertexId> by_name) {
  VertexNames names;
  names.kind_ = Kind::strings;
  if (offsets.empty()) fail(ExitCode::bad_input, "vertex names without offsets: at least one is needed");
  names.size_ = checked_size(offsets.size() - 1);
  const bool ascend = std::is_sorted(offsets.begin(), offsets.end());
  if (!ascend || offsets[names.size_] > bytes.size()) {
    fail(ExitCode::bad_input, "offsets of vertex names do not ascend within their {} bytes", bytes.size());
  }
  names.numbers_ = std::move(offsets);
  names.bytes_ = std::move(bytes);
  if (by_name.empty()) {
    names.sort_by_name();
    return names;
  }
  const VertexId size = names.size_;
  if (by_name.size() != size || std::any_of(by_name.begin(), by_name.end(), [&](VertexId v) { return v >= size; })) {
    fail(ExitCode::bad_input, "the index of {} vertex names does not consist of their numbers", size);
  }
  names.by_name_ = std::move(by_name);
  return names;
}

void VertexNames::sort_by_name() {
  using Key = std::pair<std::uint64_t, VertexId>;
  std::vector<Key> keys(size_);
  for (VertexId v = 0; v < size_; ++v) keys[v] = {leading_bytes(string_at(v)), v};
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.first != b.first ? a.first < b.first : string_at(a.second) < string_at(b.second);
  });
  by_name_ = Array<VertexId>::uninitialized(size_);
  for (VertexId i = 0; i < size_; ++i) by_name_[i] = keys[i].second;
  for (VertexId i = 1; i < size_; ++i) {
    if (string_at(by_name_[i - 1]) == string_at(by_name_[i])) {
      fail(ExitCode::bad_input, "the vertex name '{}' stands twice", string_at(by_name_[i]));
    }
  }
}

std::string_view VertexNames::string_at(VertexId index) const {
  return {bytes_.data() + numbers_[index], static_cast<std::size_t>(numbers_[index + 1] - numbers_[index])};
}

std::string VertexNames::name(VertexId index) const {
  std::string result;
  append_name(index, result);
  return result;
}

void VertexNames::append_name(VertexId index, std::string& out) const {
  switch (kind_) {
    case Kind::counted: fmt::format_to(std::back_inserter(out), "{}", first_ + index); break;
    case Kind::integers: fmt::format_to(std::back_inserter(out), "{}", numbers_[index]); break;
    case Kind::strings: out += string_at(index); break;
  }
}

std::optional<VertexId> VertexNames::find(std::string_view name) const {
  if (kind_ == Kind::strings) {
    const auto* const found =
        std::lower_bound(by_name_.begin(), by_name_.end(), name,
                         [&](VertexId v, std::string_view wanted) { return string_at(v) < wanted; });
    if (found == by_name_.end() || string_at(*found) != name) return std::nullopt;
    return *found;
  }
  const auto number = parse_canonical(name);
  if (!number) return std::nullopt;
  if (kind_ == Kind::counted) {
    if (*number < first_ || *number - first_ >= size_) return std::nullopt;
    return static_cast<VertexId>(*number - first_);
  }
  const auto* const found = std::lower_bound(numbers_.begin(), numbers_.end(), *number);
  if (found == numbers_.end() || *found != *number) return std::nullopt;
  return static_cast<VertexId>(found - numbers_.begin());
}

}  // namespace mg
