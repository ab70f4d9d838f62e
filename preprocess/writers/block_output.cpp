#include "preprocess/writers/block_output.hpp"

#include <algorithm>
#include <atomic>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <exception>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"

namespace mg {
namespace {

namespace io = boost::iostreams;

std::string compress(std::string_view bytes, Compression compression) {
  std::string compressed;
  io::filtering_ostream stream;
  switch (compression) {
    case Compression::gzip: stream.push(io::gzip_compressor()); break;
    case Compression::bzip2: stream.push(io::bzip2_compressor()); break;
    case Compression::zstd: stream.push(io::zstd_compressor()); break;
    default: break;  // read, never written
  }
  stream.push(io::back_inserter(compressed));
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.reset();  // ends the member
  return compressed;
}

}  // namespace

Compression compression_of(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::gzip;
  if (path.ends_with(".bz2")) return Compression::bzip2;
  if (path.ends_with(".zst")) return Compression::zstd;
  return Compression::none;
}

std::string_view without_compression(std::string_view path) {
  switch (compression_of(path)) {
    case Compression::gzip: return path.substr(0, path.size() - 3);
    case Compression::bzip2:
    case Compression::zstd: return path.substr(0, path.size() - 4);
    default: return path;
  }
}

void BlockOutput::write(std::string_view bytes) {
  file_.write(compression_ == Compression::none ? bytes : compress(bytes, compression_));
}

void BlockOutput::write_blocks(std::uint64_t count, const std::function<void(std::uint64_t, std::string&)>& format,
                               std::string_view phase, Progress& progress) {
  // The first exception stops all threads, each in its turn, and is thrown again behind the loop.
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  const auto guarded = [&](auto&& action) {
    if (failed.load(std::memory_order_relaxed)) return;
    try {
      action();
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  };
  const std::uint64_t report_every = std::max<std::uint64_t>(1, count / 100);
  std::atomic<std::uint64_t> next = 0;
  std::atomic<std::uint64_t> turn = 0;
  work_together(std::min<std::uint64_t>(count, static_cast<std::uint64_t>(default_threads())), [&](int) {
    std::string block_bytes;
    for (std::uint64_t block = next++; block < count; block = next++) {
      guarded([&] {
        block_bytes.clear();
        format(block, block_bytes);
        if (compression_ != Compression::none) block_bytes = compress(block_bytes, compression_);
      });
      for (std::uint64_t now = turn; now != block; now = turn) turn.wait(now);
      guarded([&] {
        file_.write(std::string_view(block_bytes));
        if (block % report_every == 0 || block + 1 == count) progress.report(phase, block + 1, count);
      });
      turn = block + 1;
      turn.notify_all();
    }
  });
  if (failure) std::rethrow_exception(failure);
}

void append_weight(std::string& out, const Weights& weights, std::uint64_t edge) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&weights)) {
    append_number(out, (*integers)[edge]);
  } else if (const auto* floats = std::get_if<Array<float>>(&weights)) {
    const std::size_t start = out.size();
    append_number(out, (*floats)[edge]);
    if (out.find_first_not_of("-0123456789", start) == std::string::npos) out += ".0";
  }
}

}  // namespace mg
