#include "preprocess/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "engine/error.hpp"

namespace mg {

namespace io = boost::iostreams;

namespace {

/// How much is decompressed for the sake of a checksum alone.
constexpr std::uint64_t most_checked = std::uint64_t{256} << 20;

constexpr std::size_t raw_buffer_size = std::size_t{1} << 18;

struct Magic {
  Compression compression;
  std::string_view bytes;
  std::string_view suffix;
};

constexpr Magic magics[] = {
    {Compression::gzip, "\x1f\x8b", ".gz"},
    {Compression::bzip2, "BZh", ".bz2"},
    {Compression::zstd, "\x28\xb5\x2f\xfd", ".zst"},
    {Compression::xz, std::string_view("\xfd\x37zXZ\0", 6), ".xz"},
};

constexpr std::string_view lz4_magic = "\x04\x22\x4d\x18";
constexpr std::size_t longest_magic = 10;

/// "BZh" may begin a name; with a level and the mark of a block, or of an end without blocks, it does not.
bool starts_bzip2(std::string_view start) {
  if (start.size() < 4 || start[3] < '1' || start[3] > '9') return false;
  const std::string_view mark = start.substr(4, 6);
  return std::string_view("\x31\x41\x59\x26\x53\x59").starts_with(mark) ||
         std::string_view("\x17\x72\x45\x38\x50\x90").starts_with(mark);
}

Compression compression_of(std::string_view start) {
  for (const Magic& magic : magics) {
    if (!start.starts_with(magic.bytes)) continue;
    if (magic.compression != Compression::bzip2 || starts_bzip2(start)) return magic.compression;
  }
  return Compression::none;
}

/// The bytes of a file descriptor, those looked at beforehand first.
class RawFile {
 public:
  RawFile(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail_with_errno();
    if (S_ISDIR(status.st_mode)) fail(ExitCode::bad_input, "{}: is a directory, a file was expected", name_);
    const bool at_start = ::lseek(descriptor_, 0, SEEK_CUR) == 0;
    // Files of /proc and the like claim to be empty regular files; they are read as streams.
    if (S_ISREG(status.st_mode) && at_start && status.st_size > 0) size_ = static_cast<std::uint64_t>(status.st_size);
  }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile() {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }

  /// Reads ahead until `count` bytes are known or the file ends, and returns them; read() will still see them.
  std::string_view look_ahead(std::size_t count) {
    while (ahead_.size() < count) {
      const std::size_t before = ahead_.size();
      ahead_.resize(count);
      const std::size_t got = read_descriptor(ahead_.data() + before, count - before);
      ahead_.resize(before + got);
      if (got == 0) break;
    }
    return {ahead_.data(), ahead_.size()};
  }

  std::size_t read(char* out, std::size_t count) {
    std::size_t got = std::min(count, ahead_.size() - ahead_taken_);
    std::copy_n(ahead_.data() + ahead_taken_, got, out);
    ahead_taken_ += got;
    while (got < count) {
      const std::size_t more = read_descriptor(out + got, count - got);
      if (more == 0) break;
      got += more;
    }
    position_ += got;
    return got;
  }

  std::size_t read_at(std::uint64_t offset, char* out, std::size_t count) const {
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

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

 private:
  std::size_t read_descriptor(char* out, std::size_t count) const {
    while (true) {
      const ssize_t n = ::read(descriptor_, out, count);
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) fail_with_errno();
    }
  }

  [[noreturn]] void fail_with_errno() const {
    fail(ExitCode::bad_input, "{}: cannot be read: {}", name_, std::strerror(errno));
  }

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> size_;
  std::vector<char> ahead_;
  std::size_t ahead_taken_ = 0;
  std::uint64_t position_ = 0;
};

/// RawFile as Boost.Iostreams wants a source: copied freely, end is -1.
class RawSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit RawSource(RawFile& file) : file_(&file) {}
  std::streamsize read(char* out, std::streamsize count) {
    const std::size_t got = file_->read(out, static_cast<std::size_t>(count));
    return got == 0 && count > 0 ? -1 : static_cast<std::streamsize>(got);
  }

 private:
  RawFile* file_;
};

/// Zstandard frames, decompressed by the library itself: Boost's filter takes a frame that ends early for a whole one.
class ZstdSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit ZstdSource(RawFile& file)
      : file_(&file), stream_(ZSTD_createDStream(), ZSTD_freeDStream), buffer_(std::make_shared<std::vector<char>>()) {
    if (!stream_) throw std::bad_alloc();
    buffer_->resize(raw_buffer_size);
  }

  std::streamsize read(char* out, std::streamsize count) {
    ZSTD_outBuffer output{out, static_cast<std::size_t>(count), 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size && !holds_output_) {
        input_ = {buffer_->data(), file_->read(buffer_->data(), buffer_->size()), 0};
        if (input_.size == 0) {
          if (in_frame_) throw std::runtime_error("the last frame is not complete");
          return -1;
        }
      }
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input_);
      if (ZSTD_isError(status)) throw std::runtime_error(ZSTD_getErrorName(status));
      in_frame_ = status != 0;
      holds_output_ = output.pos == output.size;
    }
    return static_cast<std::streamsize>(output.pos);
  }

 private:
  RawFile* file_;
  std::shared_ptr<ZSTD_DStream> stream_;
  std::shared_ptr<std::vector<char>> buffer_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool in_frame_ = false;
  bool holds_output_ = false;  // the last call filled its output: there may be more without further input
};

int open_for_reading(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(ExitCode::bad_input, "{}: cannot be opened: {}", path, std::strerror(errno));
  return descriptor;
}

}  // namespace

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none: return "none";
    case Compression::gzip: return "gzip";
    case Compression::bzip2: return "bzip2";
    case Compression::zstd: return "zstd";
    case Compression::xz: return "xz";
  }
  return "?";
}

struct Input::State {
  explicit State(const std::string& path_)
      : path(path_), name(path_ == "-" ? "standard input" : path_), file(open_for_reading(path_), name) {
    recognise_compression();
    if (file.size() && compression == Compression::none) {
      head.resize(std::min<std::uint64_t>(head_size, *file.size()));
      head.resize(file.read_at(0, head.data(), head.size()));
    } else {
      start_stream();
      head.resize(head_size);
      head.resize(read_stream(head.data(), head_size));
    }
    if (compression != Compression::none && compression_of({head.data(), head.size()}) != Compression::none) {
      fail(ExitCode::bad_input, "{}: compressed more than once; undo the outer compression, {}, first", name,
           to_string(compression));
    }
  }

  void recognise_compression() {
    const std::string_view start = file.look_ahead(longest_magic);
    if (start.starts_with(lz4_magic)) {
      fail(ExitCode::bad_input,
           "{}: compressed with lz4, which is not read directly; pipe it: lz4 -dc FILE | ... -, or for apt's lists "
           "/usr/lib/apt/apt-helper cat-file FILE | ... -",
           name);
    }
    compression = compression_of(start);
  }

  void start_stream() {
    if (compression == Compression::none) return;
    stream = std::make_unique<io::filtering_streambuf<io::input>>();
    switch (compression) {
      case Compression::gzip:
        stream->push(io::gzip_decompressor(io::zlib::default_window_bits, raw_buffer_size));
        break;
      case Compression::bzip2: stream->push(io::bzip2_decompressor(false, raw_buffer_size)); break;
      case Compression::zstd: stream->push(ZstdSource(file), raw_buffer_size); return;
      case Compression::xz: stream->push(io::lzma_decompressor(raw_buffer_size)); break;
      case Compression::none: break;
    }
    stream->push(RawSource(file), raw_buffer_size);
  }

  std::size_t read_stream(char* out, std::size_t count) {
    if (!stream) return file.read(out, count);
    try {
      std::size_t got = 0;
      while (got < count) {
        const std::streamsize n = stream->sgetn(out + got, static_cast<std::streamsize>(count - got));
        if (n <= 0) break;
        got += static_cast<std::size_t>(n);
      }
      return got;
    } catch (const Error&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      fail(ExitCode::bad_input, "{}: the {}-compressed data is damaged or ends early", name, to_string(compression));
    }
  }

  std::string path;
  std::string name;
  RawFile file;
  Compression compression = Compression::none;
  std::unique_ptr<io::filtering_streambuf<io::input>> stream;
  std::vector<char> head;
  std::uint64_t position = 0;  // in the content
};

Input::Input(const std::string& path) : state_(std::make_unique<State>(path)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

const std::string& Input::name() const { return state_->name; }
Compression Input::compression() const { return state_->compression; }
std::string_view Input::head() const { return {state_->head.data(), state_->head.size()}; }
std::uint64_t Input::file_position() const { return size() ? state_->position : state_->file.position(); }
std::uint64_t Input::file_size() const { return state_->file.size().value_or(0); }

std::string_view Input::plain_path() const {
  std::string_view path = state_->path;
  for (const Magic& magic : magics) {
    if (state_->compression == magic.compression && path.ends_with(magic.suffix))
      path.remove_suffix(magic.suffix.size());
  }
  return path;
}

std::optional<std::uint64_t> Input::size() const {
  return compression() == Compression::none ? state_->file.size() : std::nullopt;
}

std::size_t Input::read_at(std::uint64_t offset, char* out, std::size_t count) const {
  return state_->file.read_at(offset, out, count);
}

std::size_t Input::read(char* out, std::size_t count) {
  State& state = *state_;
  std::size_t got = 0;
  if (state.position < state.head.size()) {
    got = std::min<std::uint64_t>(count, state.head.size() - state.position);
    std::copy_n(state.head.data() + state.position, got, out);
  }
  if (got < count) {
    got += size() ? read_at(state.position + got, out + got, count - got) : state.read_stream(out + got, count - got);
  }
  state.position += got;
  return got;
}

void Input::refuse_damage() {
  if (compression() == Compression::none) return;
  std::vector<char> ignored(raw_buffer_size);
  for (std::uint64_t checked = 0; checked < most_checked; checked += ignored.size()) {
    if (state_->read_stream(ignored.data(), ignored.size()) < ignored.size()) return;
  }
}

}  // namespace mg
