// A prepared graph file in memory, its frame (header and section table) proven sound and its sections unread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "engine/graph/array.hpp"
#include "preprocess/prepared/format.hpp"

namespace mg::prepared {

class Image {
 public:
  /// Maps the file read-only. Afterwards every section is known to lie within the file, aligned, apart from all others,
  /// to hold whole elements, and to be of a known type or one that may be passed over. Costs the same for any size of
  /// graph. Throws Error(bad_input) for anything else, Error(no_resources) when it cannot be mapped.
  explicit Image(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {mapping_.get(), size_}; }
  [[nodiscard]] const Header& header() const { return header_; }
  [[nodiscard]] const std::vector<SectionEntry>& sections() const { return sections_; }

  /// Null when there is none.
  [[nodiscard]] const SectionEntry* find(SectionType type) const;
  [[nodiscard]] std::span<const std::byte> content(const SectionEntry& section) const {
    return bytes().subspan(section.offset, section.length);
  }
  /// The elements of a section, which keep the mapping alive; none when there is no such section.
  template <class T>
  [[nodiscard]] Array<T> array(SectionType type) const {
    const SectionEntry* section = find(type);
    if (section == nullptr || section->length == 0) return {};
    const auto* first = reinterpret_cast<const T*>(content(*section).data());
    return Array<T>::view({first, section->length / sizeof(T)}, mapping_);
  }

  /// Throws Error(bad_input): "PATH: not a sound prepared graph: REASON; make it again ...".
  template <class... Args>
  [[noreturn]] void damaged(fmt::format_string<Args...> format, Args&&... args) const {
    fail_damaged(fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  [[noreturn]] void fail_damaged(const std::string& reason) const;
  void map_file();
  void check_header();
  void read_table();
  void check_section(const SectionEntry& section) const;
  void check_disjoint() const;

  std::string path_;
  std::shared_ptr<const std::byte> mapping_;
  std::size_t size_ = 0;
  Header header_{};
  std::vector<SectionEntry> sections_;
};

/// The checksum of the format: XXH3, 64 bits, seed 0.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);
/// Bytes that are worth a thread to compute it.
inline constexpr std::uint64_t checksum_grain = std::uint64_t{64} << 10;

}  // namespace mg::prepared
