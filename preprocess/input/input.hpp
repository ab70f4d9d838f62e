// Bytes of a file or of standard input, decompressed on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "preprocess/input/decompress.hpp"

namespace mg {

/// The content of one input. Compression is recognised by the first bytes, whatever the name says, and undone; of an
/// archive, the content is that of one member. An uncompressed regular file can also be read at any place by several
/// threads at once.
class Input {
 public:
  /// Opens the file `path`, or standard input for "-"; `member`: the one of an archive, or empty for the only one that
  /// can be a graph. Throws Error(bad_input) when it cannot be opened, or which member is meant cannot be told, and
  /// Error(wrong_use) for a member of what is no archive.
  explicit Input(const std::string& path, const std::string& member = {});
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// How errors call it: the path, or "standard input"; with ":MEMBER" behind it.
  [[nodiscard]] const std::string& name() const;
  /// The name of the member of an archive; empty for what is none.
  [[nodiscard]] std::string_view member() const;
  /// Which member was taken and which were passed over, for a person, once all of it has been read. Empty for what is
  /// no archive.
  [[nodiscard]] std::string decision() const;
  /// The path, or the name of the member, without a compression suffix (".gz", ...): what a format's suffix is looked
  /// for in.
  [[nodiscard]] std::string_view plain_path() const;
  [[nodiscard]] Compression compression() const;

  /// The first bytes of the content (all of it when shorter than `head_size`); reading is not affected.
  [[nodiscard]] std::string_view head() const;
  static constexpr std::size_t head_size = 64 << 10;

  /// The size of the content where it is known: that of an uncompressed regular file. Then read_at() works.
  [[nodiscard]] std::optional<std::uint64_t> size() const;
  /// Reads up to `count` bytes from `offset`, fewer only at the end. Threads may call it at the same time.
  std::size_t read_at(std::uint64_t offset, char* out, std::size_t count) const;

  /// Reads the next `count` bytes of the content, fewer only at its end. Throws Error(bad_input) for compressed data
  /// that is damaged or ends early.
  std::size_t read(char* out, std::size_t count);

  /// Decompresses what is left, as far as that takes no longer than a moment, and throws Error(bad_input) when it is
  /// damaged: checksums stand at the end.
  void refuse_damage();

  /// Bytes of the file that read() has taken so far, before decompression, and the file's size (0: not known); for
  /// progress.
  [[nodiscard]] std::uint64_t file_position() const;
  [[nodiscard]] std::uint64_t file_size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mg
