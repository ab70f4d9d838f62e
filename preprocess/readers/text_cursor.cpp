#include "preprocess/readers/text_cursor.hpp"

#include <algorithm>
#include <cstring>

namespace mg {

namespace {

constexpr std::size_t smallest_buffer = 4;
/// A small buffer is for finding out what goes wrong at its ends, not for reading much with it.
constexpr std::uint64_t fills_before_growth = 64;

}  // namespace

TextCursor::TextCursor(Input& input, std::size_t block_size, Progress& progress)
    : input_(&input),
      progress_(&progress),
      buffer_(std::max(block_size, smallest_buffer)),
      here_(buffer_.data()),
      end_(buffer_.data()) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  refuse_what_is_no_text(input);
  if (!input.head().starts_with(mark)) return;
  char passed_over[mark.size()];
  input.read(passed_over, sizeof passed_over);
}

/// Keeps what is not read yet, at most one character, and reads on behind it. True when that brought anything.
bool TextCursor::refill() {
  if (zero_ahead_ && here_ == end_) fail_here("found a zero byte, which no text has");
  if (at_end_ || zero_ahead_) return false;
  if (here_offset() - token_begin_ > longest_token) {
    fail_here("nothing ends for {} MiB: neither a word nor a string is that long", longest_token >> 20);
  }
  const auto kept = static_cast<std::size_t>(end_ - here_);
  offset_ = here_offset();
  std::copy(here_, end_, buffer_.data());
  if (buffer_.size() < default_block_size && offset_ > fills_before_growth * buffer_.size()) {
    buffer_.resize(2 * buffer_.size());
  }
  const std::size_t count = buffer_.size() - kept;
  const std::size_t got = input_->read(buffer_.data() + kept, count);
  at_end_ = got < count;
  here_ = buffer_.data();
  end_ = here_ + kept + got;
  const void* const zero = std::memchr(here_ + kept, '\0', got);
  if (zero != nullptr) {
    zero_ahead_ = true;
    end_ = static_cast<const char*>(zero);
  }
  progress_->report("reading", input_->file_position(), input_->file_size());
  if (here_ == end_) return refill();
  return end_ - here_ > static_cast<std::ptrdiff_t>(kept);
}

std::string TextCursor::found() {
  const int c = peek();
  if (c == end) return "the end of the file";
  const char text = static_cast<char>(c);
  return c == '\n' ? "the end of the line" : quoted({&text, 1});
}

}  // namespace mg
