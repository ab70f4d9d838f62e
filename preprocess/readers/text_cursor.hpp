// Characters of a text one at a time, for formats whose lines mean nothing: GML, DOT, JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "engine/progress.hpp"
#include "preprocess/input/input.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// What a document may hold between two tokens, or in one: nobody means a name of more bytes than this.
inline constexpr std::size_t longest_token = std::size_t{16} << 20;
/// How deep lists in lists may be.
inline constexpr std::size_t deepest_nesting = 256;

/// A place in a text that moves forward. A byte order mark is skipped; a zero byte is refused.
class TextCursor {
 public:
  TextCursor(Input& input, std::size_t block_size, Progress& progress);

  static constexpr int end = -1;

  /// The character here, or `end`.
  [[nodiscard]] int peek() { return here_ != end_ || refill() ? static_cast<unsigned char>(*here_) : end; }
  /// The character behind that one, or `end`.
  [[nodiscard]] int peek_second() { return end_ - here_ > 1 || refill() ? second() : end; }
  /// Moves behind the character here; there must be one.
  void skip() {
    if (*here_ == '\n') {
      ++line_;
      line_begin_ = here_offset() + 1;
    }
    ++here_;
  }
  void skip_line() {
    while (peek() != end && peek() != '\n') skip();
  }
  /// Says that a token begins here: none may be longer than `longest_token`.
  void begin_token() { token_begin_ = here_offset(); }

  /// The place of the character here.
  [[nodiscard]] TextPosition position() const { return {line_, here_offset() - line_begin_ + 1}; }
  [[nodiscard]] const std::string& name() const { return input_->name(); }

  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at_position(position(), fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void fail_at_position(TextPosition position, std::string_view message) const {
    fail(ExitCode::bad_input, "{}:{}:{}: {}", name(), position.line, position.column, message);
  }
  /// What is here, for a message: a character in quotes, or "the end of the file".
  [[nodiscard]] std::string found();

 private:
  [[nodiscard]] std::uint64_t here_offset() const {
    return offset_ + static_cast<std::uint64_t>(here_ - buffer_.data());
  }
  [[nodiscard]] int second() const { return end_ - here_ > 1 ? static_cast<unsigned char>(here_[1]) : end; }
  bool refill();

  Input* input_;
  Progress* progress_;
  std::vector<char> buffer_;
  const char* here_;
  const char* end_;
  std::uint64_t offset_ = 0;  // of the buffer in the text
  std::uint64_t line_ = 1;
  std::uint64_t line_begin_ = 0;
  std::uint64_t token_begin_ = 0;
  bool at_end_ = false;
  bool zero_ahead_ = false;
};

}  // namespace mg
