// Archives, a member after the other, straight from the file: nothing is unpacked to a disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "preprocess/input/byte_source.hpp"
#include "preprocess/input/decompress.hpp"
#include "preprocess/input/libarchive.hpp"
#include "preprocess/input/raw_file.hpp"

namespace mg {

enum class ArchiveKind : std::uint8_t { zip, seven_zip, tar };

[[nodiscard]] std::string_view to_string(ArchiveKind kind);

/// The kind of archive that begins like this, if it does.
[[nodiscard]] std::optional<ArchiveKind> archive_kind(std::string_view head);

/// What an archive says about one of its members.
struct Member {
  enum class Type : std::uint8_t { file, folder, link, other };

  std::string name;  ///< with the folders that it is in, between slashes
  Type type = Type::file;
  bool is_encrypted = false;
  bool has_holes = false;  ///< stored without its zeros
};

/// One way through an archive, from its first member on.
class ArchiveReader {
 public:
  /// `file` must live as long, and be one that can be read from its start again. `outer`: what all of it is compressed
  /// with. Errors call it `name`.
  ArchiveReader(ArchiveKind kind, Compression outer, RawFile& file, const std::string& name);

  /// Goes on to the next member; false behind the last.
  bool next();
  [[nodiscard]] const Member& member() const { return member_; }
  /// Reads of the member. Throws Error(bad_input) for damage.
  std::size_t read(char* out, std::size_t count);
  /// Bytes of the file that were read so far.
  [[nodiscard]] std::uint64_t bytes_taken() const { return outer_ ? file_.position() : handle_.bytes_taken(); }
  /// Reads on to the end of the file, so that what checksums tell is known.
  void finish();

 private:
  /// Reads what is left of the member, where that cannot be leapt over.
  void pass_over();
  /// Throws for data that is many times as long as the file it comes from.
  void refuse_bomb(std::uint64_t passed_over) const;

  RawFile& file_;
  std::string name_;
  bool can_leap_;
  std::unique_ptr<ByteSource> outer_;  // null: not compressed
  ArchiveHandle handle_;
  Member member_;
  bool is_empty_ = true;  // known to hold nothing
  bool in_member_ = false;
};

}  // namespace mg
