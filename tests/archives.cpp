#include "tests/archives.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <stdexcept>

namespace mg {
namespace {

using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

void check(archive* writer, int status) {
  if (status == ARCHIVE_OK) return;
  const char* words = archive_error_string(writer);
  throw std::runtime_error(words == nullptr ? "libarchive failed" : words);
}

la_ssize_t append(archive* /*writer*/, void* out, const void* bytes, std::size_t count) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), count);
  return static_cast<la_ssize_t>(count);
}

void add(archive* writer, const PackedFile& file) {
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), file.name.c_str());
  archive_entry_set_perm(entry.get(), file.is_folder ? 0755 : 0644);
  archive_entry_set_filetype(entry.get(), file.is_folder ? AE_IFDIR : file.link.empty() ? AE_IFREG : AE_IFLNK);
  if (!file.link.empty()) archive_entry_set_symlink(entry.get(), file.link.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.content.size()));
  check(writer, archive_write_header(writer, entry.get()));
  if (archive_write_data(writer, file.content.data(), file.content.size()) < 0) check(writer, ARCHIVE_FATAL);
}

}  // namespace

std::string packed(const std::string& format, const std::vector<PackedFile>& files, const std::string& filter,
                   const std::string& options) {
  std::string bytes;
  const Writer writer(archive_write_new(), archive_write_free);
  check(writer.get(), archive_write_set_format_by_name(writer.get(), format.c_str()));
  if (!filter.empty()) check(writer.get(), archive_write_add_filter_by_name(writer.get(), filter.c_str()));
  check(writer.get(), archive_write_set_bytes_in_last_block(writer.get(), 1));
  if (!options.empty()) {
    check(writer.get(), archive_write_set_passphrase(writer.get(), "open"));
    check(writer.get(), archive_write_set_options(writer.get(), options.c_str()));
  }
  check(writer.get(), archive_write_open(writer.get(), &bytes, nullptr, append, nullptr));
  for (const PackedFile& file : files) add(writer.get(), file);
  check(writer.get(), archive_write_close(writer.get()));
  return bytes;
}

std::string compressed_by(const std::string& filter, const std::string& content) {
  return packed("raw", {{"content", content}}, filter);
}

}  // namespace mg
