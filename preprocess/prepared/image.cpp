#include "preprocess/prepared/image.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "engine/graph/mapped_files.hpp"

namespace mg::prepared {
namespace {

/// Closes a descriptor on the way out.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

}  // namespace

static_assert(std::endian::native == std::endian::little, "the arrays of a prepared graph are mapped as they stand");

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Image::Image(const std::string& path) : path_(path) {
  map_file();
  check_header();
  read_table();
}

void Image::fail_damaged(const std::string& reason) const {
  fail(ExitCode::bad_input, "{}: not a sound prepared graph: {}; make it again with mg_prep", path_, reason);
}

void Image::map_file() {
  const Descriptor file{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) fail(ExitCode::bad_input, "{}: cannot be opened: {}", path_, std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number, &status) != 0) {
    fail(ExitCode::bad_input, "{}: cannot be examined: {}", path_, std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) fail(ExitCode::bad_input, "{}: a prepared graph must be a regular file", path_);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < sizeof(Header)) damaged("it has {} bytes, less than a header", size);
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number, 0);
  if (memory == MAP_FAILED) {
    fail(ExitCode::no_resources, "{}: cannot map {} bytes: {}", path_, size, std::strerror(errno));
  }
  size_ = size;
  auto note = std::make_shared<const MappedFile>(
      memory, size, ExitCode::bad_input,
      fmt::format(
          "{}: became shorter than its {} bytes, or unreadable, while it was in use; make it again with mg_prep", path_,
          size));
  mapping_ = std::shared_ptr<const std::byte>(
      static_cast<const std::byte*>(memory),
      [size, note = std::move(note)](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), size); });
}

void Image::check_header() {
  std::memcpy(&header_, mapping_.get(), sizeof header_);
  if (header_.magic != magic) damaged("it does not begin with the mark of one");
  const std::uint32_t mark = header_.endian_mark;
  if (mark == __builtin_bswap32(endian_mark)) damaged("it was made on a machine of the other byte order");
  if (mark != endian_mark) damaged("its byte order mark is {:#010x}", mark);
  if (header_.version != version) {
    fail(ExitCode::bad_input, "{}: version {} of the format, this program reads version {}; make it again with mg_prep",
         path_, std::uint32_t{header_.version}, std::uint32_t{version});
  }
  if (header_.header_checksum != checksum(bytes().first(offsetof(Header, header_checksum)))) {
    damaged("the checksum of its header is wrong");
  }
  if (header_.file_size != size_) {
    damaged("it has {} bytes where its header says {}", size_, std::uint64_t{header_.file_size});
  }
  if (header_.table_offset != sizeof(Header) || header_.entry_size != sizeof(SectionEntry) || header_.reserved != 0) {
    damaged("its header does not have the form of version {}", std::uint32_t{version});
  }
}

void Image::read_table() {
  const std::uint64_t room = (size_ - sizeof(Header)) / sizeof(SectionEntry);
  if (header_.section_count > room) {
    damaged("a table of {} sections does not fit its {} bytes", std::uint32_t{header_.section_count}, size_);
  }
  const auto table = bytes().subspan(sizeof(Header), header_.section_count * sizeof(SectionEntry));
  if (checksum(table) != header_.table_checksum) damaged("the checksum of its section table is wrong");
  sections_.resize(header_.section_count);
  if (!table.empty()) std::memcpy(sections_.data(), table.data(), table.size());
  for (const SectionEntry& section : sections_) check_section(section);
  check_disjoint();
}

void Image::check_section(const SectionEntry& section) const {
  const SectionKind* kind = find_kind(section.type);
  const std::string name = kind != nullptr ? std::string(kind->name) : fmt::format("of type {}", section.type);
  if (kind == nullptr && (section.flags & required_flag) != 0) {
    fail(ExitCode::bad_input,
         "{}: needs a newer version of this program: it has a section {} that must not be passed over", path_, name);
  }
  if (section.offset > size_ || section.length > size_ - section.offset) {
    damaged("section {}, {} bytes from {} on, reaches beyond its end at {}", name, section.length, section.offset,
            size_);
  }
  if (section.offset % alignment != 0) damaged("section {} is not aligned", name);
  if (section.element_size == 0 || section.length % section.element_size != 0) {
    damaged("section {} has {} bytes, no multiple of its element's {}", name, section.length, section.element_size);
  }
  if (kind != nullptr && section.element_size != kind->element_size) {
    damaged("elements of section {} have {} bytes instead of {}", name, section.element_size, kind->element_size);
  }
}

void Image::check_disjoint() const {
  std::vector<SectionEntry> by_offset = sections_;
  std::ranges::sort(by_offset, {}, [](const SectionEntry& s) { return std::pair(s.offset, s.length); });
  std::uint64_t end = sizeof(Header) + sections_.size() * sizeof(SectionEntry);
  for (const SectionEntry& section : by_offset) {
    if (section.offset < end) damaged("its sections overlap at byte {}", section.offset);
    end = section.offset + section.length;
  }
  std::ranges::sort(by_offset, {}, &SectionEntry::type);
  const auto twice = std::ranges::adjacent_find(by_offset, {}, &SectionEntry::type);
  if (twice != by_offset.end()) damaged("it has two sections of type {}", twice->type);
}

const SectionEntry* Image::find(SectionType type) const {
  const auto found = std::ranges::find(sections_, static_cast<std::uint32_t>(type), &SectionEntry::type);
  return found == sections_.end() ? nullptr : &*found;
}

}  // namespace mg::prepared
