// libarchive, loaded when the first archive is read: programs that read none start without it, and run where it is not.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "preprocess/input/byte_source.hpp"
#include "preprocess/input/raw_file.hpp"

namespace mg {

/// The functions of the library that are used, under their names there.
struct LibArchive {
  /// Loads `file`. Throws Error(no_resources) where there is none, or one that lacks functions.
  explicit LibArchive(const std::string& file);
  [[nodiscard]] static const LibArchive& shared();

  decltype(&::archive_read_new) read_new;
  decltype(&::archive_read_free) read_free;
  decltype(&::archive_read_support_format_7zip) support_7zip;
  decltype(&::archive_read_support_format_empty) support_empty;
  decltype(&::archive_read_support_format_raw) support_raw;
  decltype(&::archive_read_support_format_tar) support_tar;
  decltype(&::archive_read_support_format_zip_seekable) support_zip;
  decltype(&::archive_read_support_filter_by_code) support_filter;
  decltype(&::archive_read_set_callback_data) set_callback_data;
  decltype(&::archive_read_set_read_callback) set_read_callback;
  decltype(&::archive_read_set_seek_callback) set_seek_callback;
  decltype(&::archive_read_open1) open1;
  decltype(&::archive_read_next_header) next_header;
  decltype(&::archive_read_data) read_data;
  decltype(&::archive_filter_count) filter_count;
  decltype(&::archive_filter_bytes) filter_bytes;
  decltype(&::archive_errno) error_number;
  decltype(&::archive_error_string) error_string;
  decltype(&::archive_entry_pathname) entry_pathname;
  decltype(&::archive_entry_pathname_utf8) entry_pathname_utf8;
  decltype(&::archive_entry_hardlink) entry_hardlink;
  decltype(&::archive_entry_filetype) entry_filetype;
  decltype(&::archive_entry_is_encrypted) entry_is_encrypted;
  decltype(&::archive_entry_sparse_count) entry_sparse_count;

 private:
  template <class Function>
  void find(void* library, const char* name, Function*& function) const;

  std::string file_;
};

/// What libarchive reads from one source, an entry after the other.
class ArchiveHandle {
 public:
  /// A function of the library that says which format is read.
  using Format = int (*LibArchive::*)(archive*);

  /// `what` is read, for errors: "g.zip: the zip archive".
  ArchiveHandle(std::string what, Format format);
  ArchiveHandle(const ArchiveHandle&) = delete;
  ArchiveHandle& operator=(const ArchiveHandle&) = delete;
  ~ArchiveHandle();

  /// Has the source decompressed first, by the library's filter of that number.
  void require_filter(int filter);
  /// Opens what `source` holds from its next byte on; it must live as long as this.
  void open(ByteSource& source);
  /// Opens `file`, whose size is known, and reads it wherever something is to be found.
  void open_anywhere(const RawFile& file);

  /// Goes on to the next entry; null at the end.
  [[nodiscard]] archive_entry* next();
  /// The entry's name: UTF-8, or as it is stored where nothing says what it is.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Reads of the entry. Throws Error(bad_input) for damage.
  std::size_t read(char* out, std::size_t count);
  /// Throws where the source goes on behind the end of what was read.
  void refuse_rest();
  /// Bytes that the source has given so far.
  [[nodiscard]] std::uint64_t bytes_taken() const { return taken_; }

 private:
  static la_ssize_t read_callback(archive* handle, void* self, const void** data);
  static la_int64_t seek_callback(archive* handle, void* self, la_int64_t offset, int whence);
  [[nodiscard]] std::size_t fill();
  void start();
  [[noreturn]] void fail_with(std::string_view words) const;
  /// Throws what a callback threw, or what the library says.
  [[noreturn]] void fail_now();

  const LibArchive& library_;
  std::string what_;
  std::string name_;
  archive* handle_;
  ByteSource* source_ = nullptr;
  const RawFile* file_ = nullptr;
  bool is_filtered_ = false;
  std::uint64_t position_ = 0;  // in the file
  std::uint64_t taken_ = 0;
  std::vector<char> buffer_;
  std::exception_ptr error_;
};

}  // namespace mg
