#include "preprocess/readers/text_chunks.hpp"

#include <algorithm>
#include <cstring>

#include "engine/cpu/processors.hpp"
#include "preprocess/readers/number_parsing.hpp"

namespace mg {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t read_ahead_size = std::size_t{64} << 10;

/// The last '\n' in [begin, end), or nullptr.
const char* find_last_newline(const char* begin, const char* end) {
  return static_cast<const char*>(::memrchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

const char* find_newline(const char* begin, const char* end) {
  return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

}  // namespace

std::string Quoted::operator()(std::string_view text) const {
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      result += c == '\t' ? "\\t" : c == '\r' ? "\\r" : fmt::format("\\x{:02X}", byte);
    } else {
      result += c;
    }
  }
  return result + (text.size() > longest ? "...'" : "'");
}

std::string quoted_word(const char* at) {
  if (*at == '\n' || (*at == '\r' && at[1] == '\n')) return "the end of the line";
  const char* const end = std::max(word_end(at), at + 1);
  return quoted({at, static_cast<std::size_t>(end - at)});
}

TextPosition position_of(const char* at, std::string_view text, std::uint64_t first_line) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(at - text.data()));
  const std::size_t last_newline = before.rfind('\n');
  const std::size_t line_begin = last_newline == std::string_view::npos ? 0 : last_newline + 1;
  return {first_line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
          before.size() - line_begin + 1};
}

void refuse_what_is_no_text(const Input& input) {
  const std::string_view head = input.head();
  using namespace std::string_view_literals;
  if (head.starts_with("\xFF\xFE\0\0"sv) || head.starts_with("\0\0\xFE\xFF"sv)) {
    fail(ExitCode::bad_input, "{}: text in UTF-32; convert it, e.g. with iconv -f UTF-32 -t UTF-8", input.name());
  }
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
    fail(ExitCode::bad_input, "{}: text in UTF-16; convert it, e.g. with iconv -f UTF-16 -t UTF-8", input.name());
  }
  const std::size_t carriage_return = head.find('\r');
  if (carriage_return < head.size() - 1 && head.find('\n') == std::string_view::npos) {
    fail(ExitCode::bad_input, "{}: its lines end in carriage returns alone; convert it, e.g. with tr '\\r' '\\n'",
         input.name());
  }
  if (head.starts_with("Rar!\x1A\x07")) {
    fail(ExitCode::bad_input, "{}: a rar archive; unpack it and name the file within that holds the graph",
         input.name());
  }
}

TextSource::TextSource(Input& input, std::size_t block_size, std::size_t longest_line)
    : input_(&input), block_size_(std::max<std::size_t>(block_size, 1)), longest_line_(longest_line), ahead_(padding) {
  refuse_what_is_no_text(input);
  if (input.head().starts_with(byte_order_mark)) {
    char mark[byte_order_mark.size()];
    ahead_offset_ = input.read(mark, sizeof mark);
  }
}

std::string TextSource::problem_of_line(std::string_view begun) const {
  if (begun.size() > longest_line_) {
    return fmt::format("a line of more than {} MiB; is this a table of edges, one a line?", longest_line_ >> 20);
  }
  if (begun.size() > longest_table_line && begun.find_last_of(" \t") + longest_word < begun.size()) {
    return fmt::format("nothing ends for {} MiB: no vertex is that long", longest_word >> 20);
  }
  return {};
}

void TextSource::read_ahead() {
  std::move(ahead_.begin() + std::ptrdiff_t(line_begin_), ahead_.begin() + std::ptrdiff_t(ahead_size_), ahead_.begin());
  ahead_offset_ += line_begin_;
  ahead_size_ -= line_begin_;
  next_line_begin_ -= line_begin_;
  line_begin_ = 0;
  const std::size_t count = std::max(read_ahead_size, ahead_size_);
  ahead_.resize(ahead_size_ + count + padding);
  const std::size_t got = input_->read(ahead_.data() + ahead_size_, count);
  ahead_size_ += got;
  at_end_ = got < count;
  ahead_[ahead_size_] = '\n';
}

std::optional<std::string_view> TextSource::next_line() {
  line_begin_ = next_line_begin_;
  const char* newline = nullptr;
  for (std::size_t searched = 0;;) {
    const char* const begin = ahead_.data() + line_begin_;
    newline = find_newline(begin + searched, ahead_.data() + ahead_size_);
    if (newline != nullptr || at_end_) break;
    searched = ahead_size_ - line_begin_;
    if (auto problem = problem_of_line({begin, searched}); !problem.empty()) {
      fail_at_position({line_number_ + 1, 1}, problem);
    }
    read_ahead();
  }
  const char* const begin = ahead_.data() + line_begin_;
  const char* end = newline != nullptr ? newline : ahead_.data() + ahead_size_;
  if (newline == nullptr && begin == end) return std::nullopt;
  next_line_begin_ = static_cast<std::size_t>(end - ahead_.data()) + (newline != nullptr ? 1 : 0);
  ++line_number_;
  if (end > begin && end[-1] == '\r') --end;
  return std::string_view(begin, static_cast<std::size_t>(end - begin));
}

void TextSource::unread_line() {
  next_line_begin_ = line_begin_;
  --line_number_;
}

std::string_view TextSource::coming_lines() {
  while (true) {
    const char* const begin = ahead_.data() + next_line_begin_;
    const char* const end = ahead_.data() + ahead_size_;
    const bool enough = at_end_ || ahead_size_ - next_line_begin_ >= read_ahead_size / 2;
    const char* const last_newline = find_last_newline(begin, end);
    if (enough && (at_end_ || last_newline != nullptr)) {
      const char* const lines_end = at_end_ ? end + (begin != end && end[-1] != '\n') : last_newline + 1;
      return {begin, static_cast<std::size_t>(lines_end - begin)};
    }
    if (auto problem = problem_of_line({begin, ahead_size_ - next_line_begin_}); !problem.empty()) {
      fail_at_position({line_number_ + 1, 1}, problem);
    }
    read_ahead();
  }
}

TextPosition TextSource::position_in_line(const char* at) const {
  const char* const line = ahead_.data() + line_begin_;
  return {std::max<std::uint64_t>(line_number_, 1), static_cast<std::uint64_t>(at - line) + 1};
}

void TextSource::fail_at_position(TextPosition position, std::string_view message) const {
  // What is wrong with an empty file is wrong in its first line.
  const std::uint64_t line = std::max<std::uint64_t>(position.line, 1);
  fail(ExitCode::bad_input, "{}:{}:{}: {}", name(), line, position.column, message);
}

int TextSource::useful_threads() const {
  const auto threads = static_cast<std::uint64_t>(default_threads());
  const auto size = input_->size();
  return static_cast<int>(size ? std::min(threads, *size / block_size_ + 1) : threads);
}

bool TextSource::next_block(Block& block) {
  block.read_error = nullptr;
  block.text = {};
  if (input_->size()) {
    {
      const std::lock_guard lock(mutex_);
      block.index = next_index_++;
    }
    return read_block_at(block);
  }
  const std::lock_guard lock(mutex_);
  block.index = next_index_++;
  return read_block_in_sequence(block);
}

bool TextSource::read_block_at(Block& block) const {
  const std::uint64_t start = ahead_offset_ + next_line_begin_;
  const std::uint64_t size = *input_->size();
  if (start >= size || block.index > (size - start - 1) / block_size_) return false;
  const std::uint64_t begin = start + block.index * block_size_;
  // The lines of a block are those that begin in it, so it matters whether the byte before it is a line end.
  const std::uint64_t read_begin = block.index == 0 ? begin : begin - 1;
  std::size_t wanted = std::min<std::uint64_t>(begin + block_size_, size) - read_begin;
  std::vector<char>& storage = block.storage;
  if (storage.size() < wanted + padding) storage.resize(wanted + read_ahead_size + padding);
  try {
    std::size_t got = input_->read_at(read_begin, storage.data(), wanted);
    std::size_t text_begin = 0;
    if (block.index != 0) {
      const char* const newline = find_newline(storage.data(), storage.data() + (got > 0 ? got - 1 : 0));
      if (newline == nullptr) return true;
      text_begin = static_cast<std::size_t>(newline - storage.data()) + 1;
    }
    std::size_t text_end = got;
    // The last line goes on to its end, however far that is.
    for (std::size_t step = 512; got == wanted && storage[text_end - 1] != '\n'; step *= 2) {
      if (step > longest_table_line) {
        block.text = std::string_view(storage.data() + text_begin, got - text_begin);
        const char* const newline = find_last_newline(storage.data() + text_begin, storage.data() + got);
        const char* const line = newline != nullptr ? newline + 1 : block.text.data();
        const std::string problem = problem_of_line({line, static_cast<std::size_t>(storage.data() + got - line)});
        if (!problem.empty()) fail_at(line, "{}", problem);
        block.text = {};  // reading on may move it, and fail
      }
      wanted = got + step;
      if (storage.size() < wanted + padding) storage.resize(wanted + padding);
      const std::size_t searched = got;
      got += input_->read_at(read_begin + got, storage.data() + got, step);
      const char* const newline = find_newline(storage.data() + searched, storage.data() + got);
      text_end = newline != nullptr ? static_cast<std::size_t>(newline - storage.data()) + 1 : got;
    }
    if (text_end > text_begin && storage[text_end - 1] != '\n') storage[text_end++] = '\n';
    block.text = std::string_view(storage.data() + text_begin, text_end - text_begin);
    block.end_position = read_begin + text_end;
  } catch (...) {
    block.read_error = std::current_exception();
  }
  return true;
}

bool TextSource::read_block_in_sequence(Block& block) {
  std::vector<char>& storage = block.storage;
  std::size_t size = ahead_size_ - next_line_begin_;
  if (size == 0 && at_end_) return false;
  if (storage.size() < size + padding) storage.resize(size + padding);
  std::copy_n(ahead_.data() + next_line_begin_, size, storage.data());
  const char* last_newline = find_last_newline(storage.data(), storage.data() + size);
  try {
    while (!at_end_ && (size < block_size_ || last_newline == nullptr)) {
      if (last_newline == nullptr) {
        block.text = std::string_view(storage.data(), size);
        const std::string problem = problem_of_line(block.text);
        if (!problem.empty()) fail_at(storage.data(), "{}", problem);
        block.text = {};  // reading on may move it, and fail
      }
      const std::size_t step = std::max(size, block_size_);
      if (storage.size() < size + step + padding) storage.resize(size + step + padding);
      const std::size_t got = input_->read(storage.data() + size, step);
      at_end_ = got < step;
      last_newline = find_last_newline(storage.data(), storage.data() + size + got);
      size += got;
    }
  } catch (...) {
    block.read_error = std::current_exception();
    at_end_ = true;
    ahead_size_ = next_line_begin_ = 0;
    return true;
  }
  std::size_t text_end = last_newline != nullptr ? static_cast<std::size_t>(last_newline - storage.data()) + 1 : 0;
  ahead_size_ = size - text_end;
  next_line_begin_ = 0;
  if (ahead_.size() < ahead_size_ + padding) ahead_.resize(ahead_size_ + padding);
  std::copy_n(storage.data() + text_end, ahead_size_, ahead_.data());
  if (at_end_ && ahead_size_ != 0) {
    storage[size] = '\n';
    text_end = size + 1;
    ahead_size_ = 0;
  }
  block.text = std::string_view(storage.data(), text_end);
  block.end_position = input_->file_position();
  return text_end != 0;
}

BlockPipeline::BlockPipeline(TextSource& source, Progress& progress)
    : source_(source), progress_(progress), lines_before_(source.line_number()) {}

bool BlockPipeline::next(TextSource::Block& block) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
  }
  return source_.next_block(block);
}

std::uint64_t BlockPipeline::count_lines(std::string_view text) {
  // Byte-wide counters in lanes: a loop that compilers turn into vector code.
  constexpr std::size_t lanes = 32;
  constexpr std::size_t most_rounds = 255;
  std::uint64_t lines = 0;
  const char* p = text.data();
  std::size_t left = text.size();
  while (left >= lanes) {
    const std::size_t rounds = std::min(left / lanes, most_rounds);
    std::uint8_t counts[lanes] = {};
    for (std::size_t round = 0; round < rounds; ++round, p += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) counts[lane] += p[lane] == '\n';
    }
    for (const std::uint8_t count : counts) lines += count;
    left -= rounds * lanes;
  }
  return lines + static_cast<std::uint64_t>(std::count(p, p + left, '\n'));
}

bool BlockPipeline::wait_for_turn(const TextSource::Block& block) {
  std::unique_lock lock(mutex_);
  turn_.wait(lock, [&] { return stopped_ || turn_index_ == block.index; });
  return !stopped_;
}

bool BlockPipeline::end_turn(const TextSource::Block& block, std::uint64_t lines, const std::exception_ptr& error) {
  constexpr std::uint64_t quiet_steps = 200;
  constexpr std::uint64_t quiet_bytes = std::uint64_t{64} << 20;
  const std::uint64_t total = source_.file_size();
  if (!error && block.end_position >= last_report_ + (total != 0 ? total / quiet_steps : quiet_bytes)) {
    last_report_ = block.end_position;
    progress_.report("reading", block.end_position, total);
  }
  const std::lock_guard lock(mutex_);
  if (error && !stopped_) error_ = located(block, error);
  stopped_ = stopped_ || error;
  lines_before_ += lines;
  ++turn_index_;
  turn_.notify_all();
  return !stopped_;
}

std::exception_ptr BlockPipeline::located(const TextSource::Block& block, const std::exception_ptr& error) const {
  try {
    try {
      std::rethrow_exception(error);
    } catch (const TextError& text_error) {
      source_.fail_at_position(position_of(text_error.at, block.text, lines_before_ + 1), text_error.message);
    }
  } catch (...) {
    return std::current_exception();
  }
}

void BlockPipeline::store_failed(const std::exception_ptr& error) {
  const std::lock_guard lock(mutex_);
  if (!stopped_) error_ = error;
  stopped_ = true;
  turn_.notify_all();
}

std::uint64_t BlockPipeline::finish() const {
  if (error_) std::rethrow_exception(error_);
  return lines_before_;
}

}  // namespace mg
