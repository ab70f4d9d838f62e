#include "preprocess/input/archive.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "engine/error.hpp"

namespace mg {

namespace {

constexpr std::size_t piece = std::size_t{1} << 18;

/// What is passed over may be that long, or so many times as long as what of the file was read for it: text is
/// compressed to a hundredth of its size at best.
constexpr std::uint64_t passed_over_freely = std::uint64_t{256} << 20;
constexpr std::uint64_t most_expanded = 200;

struct Kind {
  ArchiveKind kind;
  std::string_view name;
  std::size_t offset;
  std::string_view mark;
};

constexpr std::string_view empty_zip = "PK\x05\x06";  // its end is its begin

constexpr Kind kinds[] = {
    {ArchiveKind::zip, "zip", 0, "PK\x03\x04"},
    {ArchiveKind::zip, "zip", 0, empty_zip},
    {ArchiveKind::seven_zip, "7z", 0, "7z\xBC\xAF\x27\x1C"},
    {ArchiveKind::tar, "tar", 257, "ustar"},
};

ArchiveHandle::Format format_of(ArchiveKind kind) {
  switch (kind) {
    case ArchiveKind::zip: return &LibArchive::support_zip;
    case ArchiveKind::seven_zip: return &LibArchive::support_7zip;
    case ArchiveKind::tar: break;
  }
  return &LibArchive::support_tar;
}

Member::Type type_of(const LibArchive& library, archive_entry* entry) {
  if (library.entry_hardlink(entry) != nullptr) return Member::Type::link;
  switch (library.entry_filetype(entry)) {
    case AE_IFREG: return Member::Type::file;
    case AE_IFDIR: return Member::Type::folder;
    case AE_IFLNK: return Member::Type::link;
    default: return Member::Type::other;
  }
}

/// The name without the folder "." that tar puts around.
std::string plain_name(std::string_view name) {
  while (name.starts_with("./") && name.size() > 2) name.remove_prefix(2);
  return std::string(name);
}

}  // namespace

std::string_view to_string(ArchiveKind kind) {
  for (const Kind& known : kinds) {
    if (known.kind == kind) return known.name;
  }
  return "?";
}

std::optional<ArchiveKind> archive_kind(std::string_view head) {
  for (const Kind& known : kinds) {
    if (head.size() > known.offset && head.substr(known.offset).starts_with(known.mark)) return known.kind;
  }
  return std::nullopt;
}

ArchiveReader::ArchiveReader(ArchiveKind kind, Compression outer, RawFile& file, const std::string& name)
    : file_(file),
      name_(name),
      can_leap_(outer == Compression::none && kind != ArchiveKind::seven_zip),
      handle_(fmt::format("{}: the {} archive", name, to_string(kind)), format_of(kind)) {
  if (kind == ArchiveKind::zip && file.look_ahead(empty_zip.size()) == empty_zip) return;
  is_empty_ = false;
  file_.rewind();
  if (outer == Compression::none) {
    handle_.open_anywhere(file);
  } else {
    outer_ = decompressed(outer, file, name);
    handle_.open(*outer_);
  }
}

bool ArchiveReader::next() {
  if (is_empty_) return false;
  if (in_member_ && !can_leap_) pass_over();
  archive_entry* const entry = handle_.next();
  in_member_ = entry != nullptr;
  if (!in_member_) return false;
  const LibArchive& library = LibArchive::shared();
  member_ = {.name = plain_name(handle_.name()),
             .type = type_of(library, entry),
             .is_encrypted = library.entry_is_encrypted(entry) != 0,
             .has_holes = library.entry_sparse_count(entry) > 0};
  return true;
}

std::size_t ArchiveReader::read(char* out, std::size_t count) { return handle_.read(out, count); }

void ArchiveReader::finish() {
  if (!outer_) return;
  std::vector<char> ignored(piece);
  for (std::uint64_t passed = 0; outer_->read(ignored.data(), piece) == piece;) refuse_bomb(passed += piece);
}

void ArchiveReader::pass_over() {
  if (member_.type != Member::Type::file || member_.is_encrypted || member_.has_holes) return;
  std::vector<char> ignored(piece);
  for (std::uint64_t passed = 0; handle_.read(ignored.data(), piece) == piece;) refuse_bomb(passed += piece);
}

void ArchiveReader::refuse_bomb(std::uint64_t passed_over) const {
  const std::uint64_t taken = bytes_taken();
  if (passed_over < passed_over_freely || passed_over / most_expanded < taken) return;
  fail(
      ExitCode::bad_input,
      "{}: more than {} MiB of what is no graph are unpacked from {} bytes of it: unpack it, if you trust it, and name "
      "the file within that holds the graph",
      name_, passed_over >> 20, taken);
}

}  // namespace mg
