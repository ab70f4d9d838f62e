// Compressions of single files: recognised by their first bytes, whatever the name says, and undone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "preprocess/input/byte_source.hpp"

namespace mg {

enum class Compression : std::uint8_t { none, gzip, bzip2, zstd, xz, lz4, lzma, lzip, compress };

[[nodiscard]] std::string_view to_string(Compression compression);

/// As many bytes as it takes to recognise any.
inline constexpr std::size_t longest_compression_mark = 13;

/// What a file that begins like this is compressed with.
[[nodiscard]] Compression compression_at(std::string_view start);

/// `path` without the suffix of `compression` (".gz", ...), if it has it.
[[nodiscard]] std::string_view without_suffix(std::string_view path, Compression compression);
/// `path` without the suffix of any compression.
[[nodiscard]] std::string_view without_compression_suffix(std::string_view path);
/// The suffixes that a file may have behind its own, "" among them.
[[nodiscard]] std::span<const std::string_view> compression_suffixes();

/// `source` decompressed; it must live as long. Errors call it `name`: what is damaged or ends early is refused as far
/// as the compression tells, by Error(bad_input).
[[nodiscard]] std::unique_ptr<ByteSource> decompressed(Compression compression, ByteSource& source,
                                                       const std::string& name);

}  // namespace mg
