#include "preprocess/input/libarchive.hpp"

#include <dlfcn.h>
#include <locale.h>

#include <cerrno>
#include <cstdio>
#include <new>
#include <utility>

#include "engine/error.hpp"

namespace mg {

namespace {

constexpr const char* library_name = "libarchive.so.13";  // of all releases since 3.0
constexpr std::size_t buffer_size = std::size_t{1} << 18;

/// While it lives, the library takes and gives names in UTF-8 on this thread, whatever the language of the process:
/// in the plain "C" that programs start in, names with other letters than English ones are lost.
class Utf8Names {
 public:
  Utf8Names() : before_(locale() == locale_t{} ? locale_t{} : ::uselocale(locale())) {}
  ~Utf8Names() {
    if (before_ != locale_t{}) ::uselocale(before_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  static locale_t locale() {
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
    return utf8;
  }

  locale_t before_;
};

}  // namespace

LibArchive::LibArchive(const std::string& file) : file_(file) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail(ExitCode::no_resources,
         "archives and compressions other than gzip, bzip2, zstd and xz are read by libarchive, which is not there "
         "({}): install it (Debian: libarchive13, newer ones libarchive13t64), or unpack the file first",
         ::dlerror());
  }
  find(library, "archive_read_new", read_new);
  find(library, "archive_read_free", read_free);
  find(library, "archive_read_support_format_7zip", support_7zip);
  find(library, "archive_read_support_format_empty", support_empty);
  find(library, "archive_read_support_format_raw", support_raw);
  find(library, "archive_read_support_format_tar", support_tar);
  find(library, "archive_read_support_format_zip_seekable", support_zip);
  find(library, "archive_read_support_filter_by_code", support_filter);
  find(library, "archive_read_set_callback_data", set_callback_data);
  find(library, "archive_read_set_read_callback", set_read_callback);
  find(library, "archive_read_set_seek_callback", set_seek_callback);
  find(library, "archive_read_open1", open1);
  find(library, "archive_read_next_header", next_header);
  find(library, "archive_read_data", read_data);
  find(library, "archive_filter_count", filter_count);
  find(library, "archive_filter_bytes", filter_bytes);
  find(library, "archive_errno", error_number);
  find(library, "archive_error_string", error_string);
  find(library, "archive_entry_pathname", entry_pathname);
  find(library, "archive_entry_pathname_utf8", entry_pathname_utf8);
  find(library, "archive_entry_hardlink", entry_hardlink);
  find(library, "archive_entry_filetype", entry_filetype);
  find(library, "archive_entry_is_encrypted", entry_is_encrypted);
  find(library, "archive_entry_sparse_count", entry_sparse_count);
}

template <class Function>
void LibArchive::find(void* library, const char* name, Function*& function) const {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  if (function == nullptr) fail(ExitCode::no_resources, "{} has no {}: install a newer libarchive", file_, name);
}

const LibArchive& LibArchive::shared() {
  static const LibArchive library(library_name);
  return library;
}

ArchiveHandle::ArchiveHandle(std::string what, Format format)
    : library_(LibArchive::shared()), what_(std::move(what)), handle_(library_.read_new()) {
  if (handle_ == nullptr) throw std::bad_alloc();
  if ((library_.*format)(handle_) < ARCHIVE_WARN) fail_now();
  library_.set_callback_data(handle_, this);
  library_.set_read_callback(handle_, read_callback);
}

ArchiveHandle::~ArchiveHandle() { library_.read_free(handle_); }

void ArchiveHandle::require_filter(int filter) {
  is_filtered_ = true;
  library_.support_empty(handle_);
  if (library_.support_filter(handle_, filter) < ARCHIVE_WARN) fail_now();
}

void ArchiveHandle::open(ByteSource& source) {
  source_ = &source;
  start();
}

void ArchiveHandle::open_anywhere(const RawFile& file) {
  file_ = &file;
  library_.set_seek_callback(handle_, seek_callback);
  start();
}

void ArchiveHandle::start() {
  buffer_.resize(buffer_size);
  if (library_.open1(handle_) != ARCHIVE_OK) fail_now();
  // What is too short for a filter to recognise is passed on as it is; the last of those that are counted reads bytes.
  if (is_filtered_ && library_.filter_count(handle_) != 2) fail_with("");
}

archive_entry* ArchiveHandle::next() {
  const Utf8Names names;
  archive_entry* entry = nullptr;
  const int status = library_.next_header(handle_, &entry);
  if (!error_ && status == ARCHIVE_EOF) return nullptr;
  if (error_ || (status != ARCHIVE_OK && status != ARCHIVE_WARN)) fail_now();
  const char* name = library_.entry_pathname_utf8(entry);
  if (name == nullptr) name = library_.entry_pathname(entry);
  name_ = name == nullptr || *name == '\0' ? "(without a name)" : name;
  return entry;
}

std::size_t ArchiveHandle::read(char* out, std::size_t count) {
  std::size_t got = 0;
  while (got < count) {
    const la_ssize_t more = library_.read_data(handle_, out + got, count - got);
    if (error_ || more < 0) fail_now();
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return got;
}

void ArchiveHandle::refuse_rest() {
  const auto read = static_cast<std::uint64_t>(library_.filter_bytes(handle_, -1));
  if (read < taken_ || fill() > 0) fail_with("something else stands behind it");
}

std::size_t ArchiveHandle::fill() {
  if (file_ == nullptr) return source_->read(buffer_.data(), buffer_.size());
  const std::size_t got = file_->read_at(position_, buffer_.data(), buffer_.size());
  position_ += got;
  return got;
}

la_ssize_t ArchiveHandle::read_callback(archive* /*handle*/, void* self, const void** data) {
  auto& reader = *static_cast<ArchiveHandle*>(self);
  try {
    *data = reader.buffer_.data();
    const std::size_t got = reader.fill();
    reader.taken_ += got;
    return static_cast<la_ssize_t>(got);
  } catch (...) {
    reader.error_ = std::current_exception();
    return ARCHIVE_FATAL;
  }
}

la_int64_t ArchiveHandle::seek_callback(archive* /*handle*/, void* self, la_int64_t offset, int whence) {
  auto& reader = *static_cast<ArchiveHandle*>(self);
  const auto size = static_cast<la_int64_t>(*reader.file_->size());
  const auto from = whence == SEEK_SET ? 0 : whence == SEEK_END ? size : static_cast<la_int64_t>(reader.position_);
  if (offset < -from || offset > size - from) return ARCHIVE_FATAL;  // no place in the file
  reader.position_ = static_cast<std::uint64_t>(from + offset);
  return from + offset;
}

void ArchiveHandle::fail_now() {
  if (error_) std::rethrow_exception(error_);
  if (library_.error_number(handle_) == ENOMEM) throw std::bad_alloc();
  const char* const words = library_.error_string(handle_);
  fail_with(words == nullptr ? "" : words);
}

void ArchiveHandle::fail_with(std::string_view words) const {
  fail(ExitCode::bad_input, "{} is damaged or ends early{}", what_, words.empty() ? "" : fmt::format(" ({})", words));
}

}  // namespace mg
