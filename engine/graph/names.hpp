// The names that the input file gave its vertices. They survive every step: results come back in these names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// Names of the vertices 0 .. size() - 1 in file order, in the cheapest of three forms.
class VertexNames {
 public:
  enum class Kind : std::uint8_t {
    counted = 0,   ///< first, first + 1, ...: nothing stored
    integers = 1,  ///< ascending 64-bit numbers
    strings = 2,   ///< any bytes but white space of the file's syntax, in order of first appearance
  };

  VertexNames() = default;

  /// The names first, first + 1, ..., first + size - 1.
  static VertexNames counted(std::uint64_t first, VertexId size);
  /// The names ids[0] < ids[1] < ... in decimal. Throws Error(bad_input) unless strictly ascending.
  static VertexNames integers(Array<std::uint64_t> ids);
  /// Name i is bytes[offsets[i], offsets[i + 1]). `by_name` lists the vertices in ascending bytewise order of their
  /// names (searching is a binary search over it); it is computed when empty. Throws Error(bad_input) for offsets that
  /// do not ascend within `bytes`, for a name that stands twice (when `by_name` is computed), and for a `by_name` that
  /// names other vertices. That a given `by_name` is in order is not checked, so that opening a file stays cheap.
  static VertexNames strings(Array<std::uint64_t> offsets, Array<char> bytes, Array<VertexId> by_name = {});

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] VertexId size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
  [[nodiscard]] const Array<std::uint64_t>& ids() const noexcept { return numbers_; }
  [[nodiscard]] const Array<std::uint64_t>& offsets() const noexcept { return numbers_; }
  [[nodiscard]] const Array<char>& bytes() const noexcept { return bytes_; }
  [[nodiscard]] const Array<VertexId>& by_name() const noexcept { return by_name_; }

  /// The name of vertex `index` (file order). O(length).
  [[nodiscard]] std::string name(VertexId index) const;
  /// Appends the name of vertex `index` to `out`, without a temporary: result writers call it n times.
  void append_name(VertexId index, std::string& out) const;
  /// The vertex of that name, if there is one. O(log n) comparisons, O(1) for counted names.
  [[nodiscard]] std::optional<VertexId> find(std::string_view name) const;

 private:
  [[nodiscard]] std::string_view string_at(VertexId index) const;
  void sort_by_name();

  Kind kind_ = Kind::counted;
  VertexId size_ = 0;
  std::uint64_t first_ = 0;
  Array<std::uint64_t> numbers_;  // ids (integers) or offsets (strings)
  Array<char> bytes_;
  Array<VertexId> by_name_;
};

}  // namespace mg
