#include "preprocess/readers/binary_content.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "preprocess/readers/growing_array.hpp"

namespace mg {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the binary formats are little-endian and are read as they are");

constexpr std::size_t piece = std::size_t{4} << 20;

Array<char> read_whole(Input& input, Progress& progress) {
  GrowingArray<char> bytes;
  for (;;) {
    const std::size_t begin = bytes.claim(piece);
    const std::size_t read = input.read(bytes.data() + begin, piece);
    progress.report("read", input.file_position(), input.file_size());
    if (read < piece) return bytes.take().first(begin + read);
  }
}

}  // namespace

BinaryContent::BinaryContent(Input& input, Progress& progress) : input_(input), progress_(progress) {
  if (const auto size = input.size()) {
    size_ = *size;
  } else {
    memory_ = read_whole(input, progress);
    size_ = memory_.size();
  }
}

void BinaryContent::read(std::uint64_t offset, std::uint64_t bytes, char* out, std::string_view what) const {
  if (offset > size_ || bytes > size_ - offset) ends_early(offset, what);
  if (bytes == 0) return;  // an array of none may have no place
  if (!memory_.empty()) {
    std::memcpy(out, memory_.data() + offset, bytes);
    return;
  }
  const std::uint64_t pieces = (bytes + piece - 1) / piece;
  parallel_tasks(pieces, default_threads(), [&](std::size_t i) {
    const std::uint64_t begin = i * piece;
    const std::size_t count = std::min<std::uint64_t>(piece, bytes - begin);
    if (input_.read_at(offset + begin, out + begin, count) < count) ends_early(offset, what);
  });
  if (pieces > 1) progress_.report("read", offset + bytes, size_);
}

void BinaryContent::ends_early(std::uint64_t offset, std::string_view what) const {
  fail(ExitCode::bad_input,
       "{}: the file ends within the {} from byte {} on (it has {} bytes): it is cut off or damaged", name(), what,
       offset, size_);
}

}  // namespace mg
