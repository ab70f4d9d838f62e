#include "preprocess/writers/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "engine/error.hpp"

namespace mg {
namespace {

/// Linux takes at most 0x7ffff000 bytes a call; smaller pieces also keep a kill from waiting for gigabytes.
constexpr std::size_t bytes_per_call = std::size_t{1} << 28;

/// The descriptor that a path names rather than a file: opening such a path anew would truncate or misplace output.
int standard_descriptor(std::string_view path) {
  if (path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1") return STDOUT_FILENO;
  if (path == "/dev/stderr" || path == "/dev/fd/2" || path == "/proc/self/fd/2") return STDERR_FILENO;
  return -1;
}

std::string directory_of(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : target.substr(0, slash);
}

/// How the names of the target's temporary files begin. They stay within the file system's limit of 255 bytes.
std::string temporary_prefix(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return fmt::format("{}.{}.tmp-", target.substr(0, name), target.substr(name, 200));
}

/// A name beside the target that nobody can foresee.
std::string temporary_name(const std::string& target) {
  std::random_device random;
  const std::uint64_t number = (std::uint64_t{random()} << 32) | random();
  return fmt::format("{}{}-{:016x}", temporary_prefix(target), ::getpid(), number);
}

/// Whether a name goes on behind temporary_prefix() as temporary_name() does.
bool ends_as_temporary(std::string_view rest) {
  const std::size_t dash = rest.find('-');
  if (dash == 0 || dash == std::string_view::npos || rest.size() != dash + 17) return false;
  return rest.find_first_not_of("0123456789") == dash &&
         rest.find_first_not_of("0123456789abcdef", dash + 1) == std::string_view::npos;
}

/// Takes the lock that a temporary file is written under, if nobody has it. Where a file system has no locks, nobody
/// gets any, and nothing is removed.
bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

/// Removes the temporary files that killed processes have left beside the target. A process id would not do to tell
/// them: it may be in use again, or belong to another machine or container that shares the directory.
void remove_abandoned(const std::string& target) {
  const std::string prefix = temporary_prefix(target);
  const std::string folder = prefix.substr(0, prefix.rfind('/') + 1);
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = folder + entry->path().filename().string();
    if (!name.starts_with(prefix) || !ends_as_temporary(std::string_view(name).substr(prefix.size()))) continue;
    const int file = ::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (lock(file)) ::unlink(name.c_str());
    ::close(file);
  }
}

/// Calls `write_some(bytes)` until everything is written. Returns 0 or the error number.
template <class WriteSome>
int write_all(std::span<const std::byte> bytes, WriteSome&& write_some) {
  while (!bytes.empty()) {
    const ssize_t written = write_some(bytes.first(std::min(bytes.size(), bytes_per_call)));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

/// The temporary files of the process. A process that is told to end removes them; everything else is the affair of the
/// AtomicFile that a file belongs to.
struct UnfinishedFiles {
  std::mutex mutex;
  std::set<std::string> names;
};

UnfinishedFiles& unfinished_files() {
  static auto* files = new UnfinishedFiles;  // outlives the static objects that may hold an AtomicFile
  return *files;
}

void forget_unfinished(const std::string& name) {
  const std::lock_guard lock(unfinished_files().mutex);
  unfinished_files().names.erase(name);
}

}  // namespace

void abandon_unfinished_files() noexcept {
  UnfinishedFiles& files = unfinished_files();
  files.mutex.lock();  // never unlocked: nothing may follow
  for (const std::string& name : files.names) ::unlink(name.c_str());
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) fail(ExitCode::wrong_use, "no name was given for the output file");
  if (const int standard = standard_descriptor(path_); standard >= 0) {
    descriptor_ = standard;
    direct_ = true;
    owned_ = false;
    return;
  }
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_with_errno("cannot write", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    open_direct();
    return;
  }
  std::error_code ignored;  // a target that does not resolve is reported by opening the temporary file
  target_ = exists ? std::filesystem::canonical(path_, ignored).string() : path_;
  if (target_.empty()) target_ = path_;
  // Renaming would replace a file that its owner made read-only; refuse as writing to it would.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail_with_errno("cannot write", errno);
  open_temporary();
  if (exists && ::fchmod(descriptor_, status.st_mode & 07777) != 0) {
    const int error = errno;
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
    forget_unfinished(temporary_);
    fail_with_errno("cannot set the permissions of", error);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0 && owned_) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_unfinished(temporary_);
}

void AtomicFile::open_direct() {
  direct_ = true;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_with_errno("cannot write", errno);
}

void AtomicFile::open_temporary() {
  remove_abandoned(target_);
  const std::lock_guard guard(unfinished_files().mutex);
  for (int attempt = 0;; ++attempt) {
    std::string name = temporary_name(target_);
    if (try_temporary(name)) {
      unfinished_files().names.insert(name);
      temporary_ = std::move(name);
      return;
    }
    if (errno != EEXIST || attempt == 100) fail_with_errno("cannot create a file beside", errno);
  }
}

/// Creates and locks a file. False, with errno, when it is there already, or when another process took it for an
/// abandoned one before it was locked.
bool AtomicFile::try_temporary(const std::string& name) {
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return false;
  const bool contested = !lock(descriptor_) && errno == EWOULDBLOCK;
  struct stat status {};
  if (!contested && (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0)) return true;
  ::close(std::exchange(descriptor_, -1));
  errno = EEXIST;
  return false;
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  const int error = write_all(bytes, [&](auto part) { return ::write(descriptor_, part.data(), part.size()); });
  if (error != 0) fail_with_errno("cannot write", error);
  position_ += bytes.size();
}

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (direct_) fail(ExitCode::wrong_use, "{}: this output needs a regular file, not a pipe or a device", path_);
  const int error = write_all(bytes, [&](auto part) {
    const ssize_t written = ::pwrite(descriptor_, part.data(), part.size(), static_cast<off_t>(offset));
    if (written > 0) offset += static_cast<std::uint64_t>(written);
    return written;
  });
  if (error != 0) fail_with_errno("cannot write", error);
}

void AtomicFile::commit() {
  if (direct_) {
    // Pipes and terminals have nothing to sync; a device that has reports its failure on close at the latest.
    if (owned_ && ::close(std::exchange(descriptor_, -1)) != 0) fail_with_errno("cannot finish", errno);
    return;
  }
  if (::fsync(descriptor_) != 0) fail_with_errno("cannot sync", errno);
  // Renamed while it is open, and so locked: a closed one would pass for abandoned. After the sync a close cannot fail
  // for the sake of the content.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_with_errno("cannot replace", errno);
  forget_unfinished(temporary_);
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));
  // The new file is in place; that its name survives a power failure too needs the directory on disk. File systems
  // that cannot sync a directory are left to their own devices.
  const int directory = ::open(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  ::fsync(directory);
  ::close(directory);
}

void AtomicFile::fail_with_errno(std::string_view action, int error) const {
  const bool disk = error == ENOSPC || error == EDQUOT || error == EIO || error == EFBIG || error == EMFILE ||
                    error == ENFILE || error == ENOMEM;
  const std::string_view advice = error == ENOSPC || error == EDQUOT ? "; free some space or write elsewhere"
                                  : error == ENOENT                  ? "; create its directory first"
                                                                     : "";
  fail(disk ? ExitCode::no_resources : ExitCode::wrong_use, "{} {}: {}{}", action,
       path_ == "-" ? "standard output" : path_, std::strerror(error), advice);
}

}  // namespace mg
