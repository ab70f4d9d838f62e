// Bytes that come one after the other: a file's, what is decompressed of it, a member's of an archive.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mg {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads the next `count` bytes, fewer only at the end. Throws Error(bad_input) where there is damage.
  virtual std::size_t read(char* out, std::size_t count) = 0;
};

/// Bytes of another source, of which the first can be looked at beforehand.
class LookAhead final : public ByteSource {
 public:
  explicit LookAhead(ByteSource& source) : source_(&source) {}

  /// The first `count` bytes, fewer only at the end; read() will still see them. Before the first read().
  std::string_view look_ahead(std::size_t count);
  std::size_t read(char* out, std::size_t count) override;

 private:
  ByteSource* source_;
  std::vector<char> ahead_;
  std::size_t taken_ = 0;  // of ahead_
};

}  // namespace mg
