// Bytes of the fuzzer as a file that readers can open, without touching a disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mg::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// A file in memory that is written anew for each input.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void write(Bytes bytes) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

/// A folder for files that readers find by their names. It stays, so that there is one for each run.
class Folder {
 public:
  Folder();
  /// Writes a file and returns its path.
  std::string write(const std::string& name, Bytes bytes) const;

 private:
  std::string path_;
};

}  // namespace mg::fuzz
