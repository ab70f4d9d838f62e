// Documents of lines, and words in them: Pajek, DL.
#pragma once

#include <cstdint>
#include <string_view>

#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// The lines of a text that hold anything, and the words of the line that was taken last: what stands between blanks,
/// or in double quotes.
class DocumentLines {
 public:
  /// Lines that begin with `comment` are passed over; 0: none are.
  DocumentLines(Input& input, std::size_t block_size, char comment, Progress& progress);

  /// Takes the next line; false at the end of the text.
  bool next();
  [[nodiscard]] std::string_view line() const { return line_; }
  /// Whether the line has another word.
  [[nodiscard]] bool more() {
    while (at_ != line_.size() && is_separator(line_[at_])) ++at_;
    return at_ != line_.size();
  }
  /// The first character of the next word, or 0.
  [[nodiscard]] char front() { return more() ? line_[at_] : '\0'; }
  /// The next word without its quotes. `what` is expected there.
  std::string_view word(std::string_view what);
  /// The next word as a whole number in `low` .. `high`.
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// The line from the next word on.
  [[nodiscard]] std::string_view coming() { return more() ? line_.substr(at_) : std::string_view(); }
  /// Takes commas for blanks.
  void separate_by_commas() { commas_ = true; }

  [[nodiscard]] const std::string& name() const { return source_.name(); }
  /// The place of the word that was taken last.
  [[nodiscard]] TextPosition position() const { return {source_.line_number(), word_ + 1}; }
  template <class... Args>
  [[noreturn]] void fail_at_word(fmt::format_string<Args...> format, Args&&... args) const {
    source_.fail_at_position(position(), fmt::format(format, std::forward<Args>(args)...));
  }
  /// At the word that comes next.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    source_.fail_at_position({source_.line_number(), at_ + 1}, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  [[nodiscard]] bool is_separator(char c) const { return is_blank(c) || (commas_ && c == ','); }

  TextSource source_;
  const Input* input_;
  Progress* progress_;
  char comment_;
  bool commas_ = false;
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t word_ = 0;  // where the last word begins
};

}  // namespace mg
