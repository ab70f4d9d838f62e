// Bytes of a file or of standard input, decompressed on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mg {

enum class Compression : std::uint8_t { none, gzip, bzip2, zstd, xz };

[[nodiscard]] std::string_view to_string(Compression compression);

/// The content of one input. Compression is recognised by the first bytes, whatever the name says, and undone. An
/// uncompressed regular file can also be read at any place by several threads at once.
class Input {
 public:
  /// Opens the file `path`, or standard input for "-". Throws Error(bad_input) when it cannot be opened.
  explicit Input(const std::string& path);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// How errors call it: the path, or "standard input".
  [[nodiscard]] const std::string& name() const;
  /// The path without a compression suffix (".gz", ".bz2", ".zst", ".xz"): what a format's suffix is looked for in.
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
