#include "tests/fuzz/fuzz_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mg::fuzz {

MemoryFile::MemoryFile()
    : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  if (descriptor_ < 0) std::abort();
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

void MemoryFile::write(Bytes bytes) const {
  const auto size = static_cast<off_t>(bytes.size());
  // Mappings of the last input may be alive: it shrinks only after the new bytes are there.
  if (::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != size || ::ftruncate(descriptor_, size) != 0) std::abort();
}

Folder::Folder() {
  const std::filesystem::path base = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
  path_ = (base / "multigraph-fuzz-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) std::abort();
}

std::string Folder::write(const std::string& name, Bytes bytes) const {
  const std::string path = path_ + "/" + name;
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path;
}

}  // namespace mg::fuzz
