// Files that are mapped into memory. One that becomes shorter meanwhile takes its pages with it: whoever reads them
// next gets SIGBUS, and what is noted here tells the handler of that signal what to say.
#pragma once

#include <cstddef>
#include <string>

#include "engine/error.hpp"

namespace mg {

/// Notes, for as long as it lives, what it means that the memory at `begin` cannot be read any more. There is room for
/// many notes; one too many is not taken, and the signal then ends the process as if nobody knew the file.
class MappedFile {
 public:
  /// `sentence`, in which the file is named, and `code` are how the process is to end.
  MappedFile(const void* begin, std::size_t size, ExitCode code, std::string sentence);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] ExitCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& sentence() const noexcept { return sentence_; }

  /// What was noted of the memory at `address`, or null. May be called from a signal handler, about memory that the
  /// interrupted code reads.
  [[nodiscard]] static const MappedFile* at(const void* address) noexcept;

 private:
  [[nodiscard]] bool holds(const void* address) const noexcept;

  const std::byte* begin_;
  std::size_t size_;
  ExitCode code_;
  std::string sentence_;
};

}  // namespace mg
