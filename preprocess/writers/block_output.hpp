// Large files formatted and compressed by all threads, a block each, and written in order.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/graph/weights.hpp"
#include "engine/progress.hpp"
#include "preprocess/input/input.hpp"
#include "preprocess/writers/atomic_file.hpp"

namespace mg {

/// What the end of a file name promises: .gz, .bz2, .zst, or nothing.
[[nodiscard]] Compression compression_of(std::string_view path);

/// `path` without the ending that names its compression.
[[nodiscard]] std::string_view without_compression(std::string_view path);

/// A sequence of blocks on its way to an AtomicFile. Where the name asks for compression, every block is a gzip member,
/// bzip2 stream or zstd frame of its own: all decompressors read their concatenation, and threads need not wait for
/// each other. What is written never depends on the number of threads. Throws Error as AtomicFile does.
class BlockOutput {
 public:
  explicit BlockOutput(const std::string& path) : BlockOutput(path, compression_of(path)) {}
  BlockOutput(const std::string& path, Compression compression) : file_(path), compression_(compression) {}

  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }
  /// False when the target is a pipe, a device or standard output.
  [[nodiscard]] bool is_regular() const noexcept { return file_.is_regular(); }

  /// Appends a short piece, such as a header.
  void write(std::string_view bytes);

  /// Appends the blocks 0 .. count - 1. `format(block, out)` appends the bytes of one block to `out`; it is called from
  /// all threads, in no particular order, for blocks that its caller keeps at about a megabyte.
  void write_blocks(std::uint64_t count, const std::function<void(std::uint64_t, std::string&)>& format,
                    std::string_view phase, Progress& progress);

  /// Makes the file appear under its name.
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  Compression compression_;
};

/// Appends a number in decimal: integers exactly, floats in the shortest form that reads back as the same value.
template <class Number>
requires std::integral<Number> || std::floating_point<Number>
void append_number(std::string& out, Number number) {
  char digits[48];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  (void)error;  // 48 characters hold every number
  out.append(digits, end);
}

/// Appends weight `edge`; a float keeps its point ("2.0"), so that it is read back as a float.
void append_weight(std::string& out, const Weights& weights, std::uint64_t edge);

}  // namespace mg
