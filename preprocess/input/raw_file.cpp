#include "preprocess/input/raw_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/error.hpp"

namespace mg {

namespace {

constexpr std::size_t held_step = std::size_t{1} << 20;

int open_for_reading(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(ExitCode::bad_input, "{}: cannot be opened: {}", path, std::strerror(errno));
  return descriptor;
}

}  // namespace

RawFile::RawFile(const std::string& path, std::string name)
    : descriptor_(open_for_reading(path)), name_(std::move(name)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail_with_errno();
  if (S_ISDIR(status.st_mode)) fail(ExitCode::bad_input, "{}: is a directory, a file was expected", name_);
  const bool at_start = ::lseek(descriptor_, 0, SEEK_CUR) == 0;
  // Files of /proc and the like claim to be empty regular files; they are read as streams.
  is_regular_ = S_ISREG(status.st_mode) && at_start && status.st_size > 0;
  if (is_regular_) size_ = static_cast<std::uint64_t>(status.st_size);
}

RawFile::~RawFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

std::string_view RawFile::look_ahead(std::size_t count) {
  if (!is_regular_) {
    remember(count);
  } else if (memory_.size() < count) {
    memory_.resize(count);
    memory_.resize(read_at(0, memory_.data(), count));
  }
  return {memory_.data(), std::min(count, memory_.size())};
}

std::size_t RawFile::read(char* out, std::size_t count) {
  std::size_t got = 0;
  if (is_regular_) {
    got = read_at(position_, out, count);
  } else {
    if (remembers_ && !size_) remember(position_ + count);
    if (position_ < memory_.size()) {
      got = std::min<std::uint64_t>(count, memory_.size() - position_);
      std::copy_n(memory_.data() + position_, got, out);
    }
    while (!remembers_ && got < count) {
      const std::size_t more = read_descriptor(out + got, count - got);
      if (more == 0) break;
      got += more;
    }
  }
  position_ += got;
  return got;
}

std::size_t RawFile::read_at(std::uint64_t offset, char* out, std::size_t count) const {
  if (!is_regular_) {
    const std::size_t got = offset < memory_.size() ? std::min<std::uint64_t>(count, memory_.size() - offset) : 0;
    std::copy_n(memory_.data() + (got > 0 ? offset : 0), got, out);
    return got;
  }
  std::size_t got = 0;
  while (got < count) {
    const ssize_t n = ::pread(descriptor_, out + got, count - got, static_cast<off_t>(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_with_errno();
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  return got;
}

void RawFile::forget() { remembers_ = false; }

void RawFile::hold() {
  if (is_regular_) return;
  for (std::size_t before = ~std::size_t{0}; memory_.size() != before;) {
    before = memory_.size();
    remember(before + std::max(held_step, before / 2));
  }
  size_ = memory_.size();
}

void RawFile::rewind() { position_ = 0; }

void RawFile::remember(std::size_t count) {
  while (memory_.size() < count) {
    const std::size_t before = memory_.size();
    memory_.resize(count);
    const std::size_t got = read_descriptor(memory_.data() + before, count - before);
    memory_.resize(before + got);
    if (got == 0) break;
  }
}

std::size_t RawFile::read_descriptor(char* out, std::size_t count) const {
  while (true) {
    const ssize_t n = ::read(descriptor_, out, count);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) fail_with_errno();
  }
}

void RawFile::fail_with_errno() const {
  fail(ExitCode::bad_input, "{}: cannot be read: {}", name_, std::strerror(errno));
}

}  // namespace mg
