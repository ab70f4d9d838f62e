#include "preprocess/input/decompress.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstring>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/input/libarchive.hpp"

namespace mg {

namespace io = boost::iostreams;

namespace {

constexpr std::size_t raw_buffer_size = std::size_t{1} << 18;

/// "BZh" may begin a name; with a level and the mark of a block, or of an end without blocks, it does not.
bool starts_bzip2(std::string_view start) {
  if (start.size() < 4 || start[3] < '1' || start[3] > '9') return false;
  const std::string_view mark = start.substr(4, 6);
  return std::string_view("\x31\x41\x59\x26\x53\x59").starts_with(mark) ||
         std::string_view("\x17\x72\x45\x38\x50\x90").starts_with(mark);
}

/// The settings that everybody uses, a dictionary of a size that programs choose, and a size or none.
bool starts_lzma(std::string_view start) {
  if (start.size() < longest_compression_mark) return false;
  std::uint32_t dictionary = 0;
  std::uint64_t size = 0;
  std::memcpy(&dictionary, start.data() + 1, sizeof dictionary);
  std::memcpy(&size, start.data() + 5, sizeof size);
  constexpr std::uint64_t largest = std::uint64_t{1} << 48;
  return std::popcount(dictionary) == 1 && dictionary >= 4096 && (size == ~std::uint64_t{0} || size < largest);
}

/// Codes of up to 9 to 16 bits.
bool starts_compress(std::string_view start) {
  if (start.size() < 3) return false;
  const int flags = static_cast<unsigned char>(start[2]);
  return (flags & 0x60) == 0 && (flags & 0x1F) >= 9 && (flags & 0x1F) <= 16;
}

bool is_certain(std::string_view) { return true; }

struct Kind {
  Compression compression;
  std::string_view name;
  std::string_view mark;
  std::string_view suffix;
  bool (*starts)(std::string_view start) = is_certain;
};

constexpr Kind kinds[] = {
    {Compression::gzip, "gzip", "\x1f\x8b", ".gz"},
    {Compression::bzip2, "bzip2", "BZh", ".bz2", starts_bzip2},
    {Compression::zstd, "zstd", "\x28\xb5\x2f\xfd", ".zst"},
    {Compression::xz, "xz", std::string_view("\xfd\x37zXZ\0", 6), ".xz"},
    {Compression::lz4, "lz4", "\x04\x22\x4d\x18", ".lz4"},
    {Compression::lzma, "lzma", std::string_view("\x5d\0\0", 3), ".lzma", starts_lzma},
    {Compression::lzip, "lzip", "LZIP\x01", ".lz"},
    {Compression::compress, "compress", "\x1f\x9d", ".Z", starts_compress},
};

constexpr auto suffixes = [] {
  std::array<std::string_view, 1 + std::size(kinds)> all = {""};
  std::ranges::transform(kinds, all.begin() + 1, &Kind::suffix);
  return all;
}();

/// A source as Boost.Iostreams wants one: copied freely, end is -1.
class BoostSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit BoostSource(ByteSource& source) : source_(&source) {}
  std::streamsize read(char* out, std::streamsize count) {
    const std::size_t got = source_->read(out, static_cast<std::size_t>(count));
    return got == 0 && count > 0 ? -1 : static_cast<std::streamsize>(got);
  }

 private:
  ByteSource* source_;
};

/// Zstandard frames, decompressed by the library itself: Boost's filter takes a frame that ends early for a whole one.
class ZstdSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit ZstdSource(ByteSource& source)
      : source_(&source),
        stream_(ZSTD_createDStream(), ZSTD_freeDStream),
        buffer_(std::make_shared<std::vector<char>>()) {
    if (!stream_) throw std::bad_alloc();
    buffer_->resize(raw_buffer_size);
  }

  std::streamsize read(char* out, std::streamsize count) {
    ZSTD_outBuffer output{out, static_cast<std::size_t>(count), 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size && !holds_output_) {
        input_ = {buffer_->data(), source_->read(buffer_->data(), buffer_->size()), 0};
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
  ByteSource* source_;
  std::shared_ptr<ZSTD_DStream> stream_;
  std::shared_ptr<std::vector<char>> buffer_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool in_frame_ = false;
  bool holds_output_ = false;  // the last call filled its output: there may be more without further input
};

/// What Boost.Iostreams undoes.
class BoostDecompressor final : public ByteSource {
 public:
  BoostDecompressor(Compression compression, ByteSource& source, std::string name)
      : name_(std::move(name)), compression_(compression) {
    switch (compression) {
      case Compression::gzip:
        stream_.push(io::gzip_decompressor(io::zlib::default_window_bits, raw_buffer_size));
        break;
      case Compression::bzip2: stream_.push(io::bzip2_decompressor(false, raw_buffer_size)); break;
      case Compression::zstd: stream_.push(ZstdSource(source), raw_buffer_size); return;
      default: stream_.push(io::lzma_decompressor(raw_buffer_size)); break;
    }
    stream_.push(BoostSource(source), raw_buffer_size);
  }

  std::size_t read(char* out, std::size_t count) override {
    try {
      std::size_t got = 0;
      while (got < count) {
        const std::streamsize n = stream_.sgetn(out + got, static_cast<std::streamsize>(count - got));
        if (n <= 0) break;
        got += static_cast<std::size_t>(n);
      }
      return got;
    } catch (const Error&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      fail(ExitCode::bad_input, "{}: the {}-compressed data is damaged or ends early", name_, to_string(compression_));
    }
  }

 private:
  std::string name_;
  Compression compression_;
  io::filtering_streambuf<io::input> stream_;
};

int filter_of(Compression compression) {
  switch (compression) {
    case Compression::lz4: return ARCHIVE_FILTER_LZ4;
    case Compression::lzma: return ARCHIVE_FILTER_LZMA;
    case Compression::lzip: return ARCHIVE_FILTER_LZIP;
    default: return ARCHIVE_FILTER_COMPRESS;
  }
}

/// What libarchive undoes: one entry without a name.
class ArchiveDecompressor final : public ByteSource {
 public:
  ArchiveDecompressor(Compression compression, ByteSource& source, const std::string& name)
      : handle_(fmt::format("{}: the {}-compressed data", name, to_string(compression)), &LibArchive::support_raw) {
    handle_.require_filter(filter_of(compression));
    handle_.open(source);
    is_empty_ = handle_.next() == nullptr;
  }

  std::size_t read(char* out, std::size_t count) override {
    const std::size_t got = is_empty_ ? 0 : handle_.read(out, count);
    if (got < count) handle_.refuse_rest();
    return got;
  }

 private:
  ArchiveHandle handle_;
  bool is_empty_;
};

}  // namespace

std::string_view to_string(Compression compression) {
  const auto* const found = std::ranges::find(kinds, compression, &Kind::compression);
  return found == std::end(kinds) ? "none" : found->name;
}

Compression compression_at(std::string_view start) {
  const auto* const found =
      std::ranges::find_if(kinds, [&](const Kind& kind) { return start.starts_with(kind.mark) && kind.starts(start); });
  return found == std::end(kinds) ? Compression::none : found->compression;
}

std::string_view without_suffix(std::string_view path, Compression compression) {
  const auto* const found = std::ranges::find(kinds, compression, &Kind::compression);
  if (found != std::end(kinds) && path.ends_with(found->suffix)) path.remove_suffix(found->suffix.size());
  return path;
}

std::string_view without_compression_suffix(std::string_view path) {
  for (const Kind& kind : kinds) {
    const std::string_view shorter = without_suffix(path, kind.compression);
    if (shorter.size() < path.size()) return shorter;
  }
  return path;
}

std::span<const std::string_view> compression_suffixes() { return suffixes; }

std::unique_ptr<ByteSource> decompressed(Compression compression, ByteSource& source, const std::string& name) {
  switch (compression) {
    case Compression::lz4:
    case Compression::lzma:
    case Compression::lzip:
    case Compression::compress: return std::make_unique<ArchiveDecompressor>(compression, source, name);
    default: return std::make_unique<BoostDecompressor>(compression, source, name);
  }
}

}  // namespace mg
