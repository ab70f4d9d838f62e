// Archives and compressed files for tests, made by libarchive's own writer.
#pragma once

#include <string>
#include <vector>

namespace mg {

/// A file to be put into an archive.
struct PackedFile {
  std::string name;
  std::string content = {};
  std::string link = {};  ///< where it is a symbolic link: what it leads to
  bool is_folder = false;
};

/// An archive of `files` in the format `format` (zip, 7zip, pax, gnutar, ustar), compressed as a whole by `filter`
/// (gzip, bzip2, xz, zstd, lz4, lzma, lzip, compress; empty for none). `options` are the library's, such as
/// "zip:encryption=traditional". Throws std::runtime_error.
[[nodiscard]] std::string packed(const std::string& format, const std::vector<PackedFile>& files,
                                 const std::string& filter = {}, const std::string& options = {});

/// `content` compressed by `filter`.
[[nodiscard]] std::string compressed_by(const std::string& filter, const std::string& content);

}  // namespace mg
