// The bytes of a file or of standard input, as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/input/byte_source.hpp"

namespace mg {

class RawFile final : public ByteSource {
 public:
  /// Opens the file `path`, or standard input for "-"; errors call it `name`. Throws Error(bad_input).
  RawFile(const std::string& path, std::string name);
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile() override;

  /// The first `count` bytes, fewer only at the end; read() will still see them. Before the first read().
  std::string_view look_ahead(std::size_t count);
  std::size_t read(char* out, std::size_t count) override;
  /// Known size only. Threads may call it at the same time.
  std::size_t read_at(std::uint64_t offset, char* out, std::size_t count) const;

  /// What comes through a pipe is remembered as it is read, until somebody knows that nobody goes back.
  void forget();
  /// Reads on to the end of such a stream and keeps all of it in memory: then its size is known, too.
  void hold();
  /// Goes back to the first byte. After hold(), or with a known size.
  void rewind();

  /// Where read() is.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// That of a regular file, and of a stream that is held.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

 private:
  std::size_t read_descriptor(char* out, std::size_t count) const;
  /// Reads on until `count` bytes are remembered or the stream ends.
  void remember(std::size_t count);
  [[noreturn]] void fail_with_errno() const;

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> size_;
  bool is_regular_ = false;
  bool remembers_ = true;
  std::vector<char> memory_;  // of a stream, from its first byte
  std::uint64_t position_ = 0;
};

}  // namespace mg
