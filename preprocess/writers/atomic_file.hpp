// How every file of the project is written: whoever looks, or whenever the process dies, there is the old file or the
// whole new one.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mg {

/// A file that appears under its name only when it is complete. Bytes go to a temporary file beside the target, named
/// `.NAME.tmp-PID-RANDOM`; `commit()` syncs it and renames it over the target. Without a commit nothing remains, unless
/// the process is killed: then the temporary file does, under a name that says what it is, until the next AtomicFile of
/// the same target removes it. A lock, which ends with its process, tells it from one that is being written.
///
/// Written directly, since there is nothing to replace: `-` (standard output), devices, pipes and sockets.
/// A symbolic link is followed, and the file it names is replaced. A new file has the usual permissions (umask), a
/// replaced one keeps its own.
///
/// All members throw Error: wrong_use for a target that cannot be written, no_resources for a full or failing disk.
class AtomicFile {
 public:
  /// Opens the temporary file. Fails at once where the directory or the target is not writable.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// The target, as it was given.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// False for targets that are written directly: they take `write` alone.
  [[nodiscard]] bool is_regular() const noexcept { return !direct_; }
  /// Where the next `write` goes: the number of bytes appended so far.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

  /// Appends. Unbuffered: hand over large blocks.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

  /// Writes at `offset`, which may lie beyond the end, and leaves `position()` alone. Several threads may do so at
  /// once.
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

  /// Makes the file appear: sync, rename, sync the directory. At most once, and nothing may be written afterwards.
  void commit();

 private:
  void open_direct();
  void open_temporary();
  bool try_temporary(const std::string& name);
  [[noreturn]] void fail_with_errno(std::string_view action, int error) const;

  std::string path_;
  std::string target_;     // path_ with symbolic links resolved; what is replaced
  std::string temporary_;  // empty when written directly, and once renamed
  int descriptor_ = -1;
  bool direct_ = false;
  bool owned_ = true;  // false for standard output, which others go on using
  std::uint64_t position_ = 0;
};

/// For a process about to die: removes the temporary file of every AtomicFile that is not committed, and keeps others
/// from being made. Called from an ordinary thread or from the handler of a fault that the thread itself committed
/// elsewhere, not from the handler of a signal that may strike anywhere; does its work once.
void abandon_unfinished_files() noexcept;

}  // namespace mg
