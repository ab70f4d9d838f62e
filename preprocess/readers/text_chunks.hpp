// Text parsed by all threads at once, in pieces that end at line ends, with results in the order of the file.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "engine/progress.hpp"
#include "preprocess/input/input.hpp"

namespace mg {

/// A failure at a byte of the text being parsed. Whoever knows the file turns it into "FILE:LINE:COLUMN: message".
struct TextError {
  const char* at;
  std::string message;
};

/// Throws TextError: parsers report what is wrong at `at`, a pointer into the text that they were given.
template <class... Args>
[[noreturn]] void fail_at(const char* at, fmt::format_string<Args...> format, Args&&... args) {
  throw TextError{at, fmt::format(format, std::forward<Args>(args)...)};
}

/// `text` in quotes for a message: shortened when long, bytes that do not print shown as \xHH.
struct Quoted {
  [[nodiscard]] std::string operator()(std::string_view text) const;
};
inline constexpr Quoted quoted;  // no function: for a string of std, std::quoted would be the better match
/// The word at `at` (up to white space or a comma or semicolon) in quotes, or "the end of the line".
[[nodiscard]] std::string quoted_word(const char* at);

/// Throws Error(bad_input) for text in UTF-16, for lines that end in carriage returns alone, and for archives that are
/// not read, which people name in place of the file within.
void refuse_what_is_no_text(const Input& input);

/// A place in a text file; lines and columns count from 1, columns in bytes.
struct TextPosition {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

inline constexpr std::size_t default_block_size = std::size_t{1} << 20;

/// A line of a table is never longer, and one that is, is not worth the memory that it takes to find out what is wrong
/// with it: a compressed file of a megabyte holds lines of a gigabyte.
inline constexpr std::size_t longest_table_line = std::size_t{16} << 20;
/// A line that lists the neighbors of a vertex may have any length, but none of these has.
inline constexpr std::size_t any_line = static_cast<std::size_t>(-1);
inline constexpr std::size_t longest_word = std::size_t{1} << 20;

/// Lines of an input, one at a time for a header, then in blocks. A byte order mark at the start is skipped.
class TextSource {
 public:
  /// `block_size`: bytes of text parsed as one piece (a longer line makes a longer piece). It has no effect on results.
  /// Lines of more than twice `longest_line` are refused, and some of those in between; and of long ones those in which
  /// nothing ends any more.
  explicit TextSource(Input& input, std::size_t block_size = default_block_size,
                      std::size_t longest_line = longest_table_line);

  /// The next line without its "\n" or "\r\n", or nothing at the end of the text. The view is valid until the next
  /// call and is followed by "\n" or "\r\n". Only before blocks are taken.
  std::optional<std::string_view> next_line();
  /// Gives the line last returned back: it is the first line of what follows.
  void unread_line();
  /// The whole lines that follow the line last returned, as far as they are read already: at least one, and some 64 KiB
  /// of them, unless the text ends. For guessing what the text is.
  [[nodiscard]] std::string_view coming_lines();
  /// The number of the line last returned by next_line().
  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }

  /// Throws Error(bad_input) "FILE:LINE:COLUMN: message" for a place in the line last returned by next_line().
  template <class... Args>
  [[noreturn]] void fail_in_line(const char* at, fmt::format_string<Args...> format, Args&&... args) const {
    fail_at_position(position_in_line(at), fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void fail_at_position(TextPosition position, std::string_view message) const;
  [[nodiscard]] const std::string& name() const { return input_->name(); }

  /// One block: whole lines, the last of which always ends in '\n' (one is added to a file that lacks it), so a parser
  /// needs no other end test. At least `padding` readable bytes follow.
  struct Block {
    std::uint64_t index = 0;
    std::vector<char> storage;
    std::string_view text;
    std::uint64_t end_position = 0;  ///< bytes of the file up to here, for progress
    std::exception_ptr read_error;   ///< why the text could not be read
  };
  static constexpr std::size_t padding = 32;

  /// Fills `block` with the next piece (`text` may be empty where a long line spans it); false at the end. Any thread.
  bool next_block(Block& block);

  /// How many threads have something to do: one for a text of one block.
  [[nodiscard]] int useful_threads() const;

  /// Bytes of the file, 0 when not known; the unit of Block::end_position.
  [[nodiscard]] std::uint64_t file_size() const { return input_->file_size(); }

 private:
  [[nodiscard]] TextPosition position_in_line(const char* at) const;
  void read_ahead();
  bool read_block_at(Block& block) const;
  bool read_block_in_sequence(Block& block);
  /// What is wrong with a line that begins like that and goes on; empty as a rule.
  [[nodiscard]] std::string problem_of_line(std::string_view begun) const;

  Input* input_;
  std::size_t block_size_;
  std::size_t longest_line_;
  std::mutex mutex_;
  std::uint64_t next_index_ = 0;
  // What was read and not yet handed out as a block, with padding: lines are taken from it one at a time.
  std::vector<char> ahead_;
  std::size_t ahead_size_ = 0;
  std::size_t line_begin_ = 0;       // the line last returned
  std::size_t next_line_begin_ = 0;  // what follows it
  std::uint64_t ahead_offset_ = 0;   // of ahead_[0] in the content
  bool at_end_ = false;
  std::uint64_t line_number_ = 0;
};

/// Keeps the blocks of a source in order while threads parse them, and the error that comes first in the file.
/// parse_text() drives it.
class BlockPipeline {
 public:
  BlockPipeline(TextSource& source, Progress& progress);

  /// Takes the next block; false when there is none, or after a failure.
  bool next(TextSource::Block& block);

  /// Waits until all earlier blocks are placed, then runs `place(first_line)`. `error`: what reading or parsing this
  /// block threw, if anything; it becomes the result of the whole, since no earlier block failed. False after a
  /// failure.
  template <class Place>
  bool in_turn(const TextSource::Block& block, std::exception_ptr error, Place&& place) {
    const std::uint64_t lines = count_lines(block.text);
    if (!wait_for_turn(block)) return false;
    if (!error) {
      try {
        place(lines_before_ + 1);
      } catch (...) {
        error = std::current_exception();
      }
    }
    return end_turn(block, lines, error);
  }

  /// Notes an exception of a store: it is rethrown unless a block failed.
  void store_failed(const std::exception_ptr& error);
  /// Rethrows the first failure in file order; otherwise returns the number of lines.
  std::uint64_t finish() const;

 private:
  static std::uint64_t count_lines(std::string_view text);
  bool wait_for_turn(const TextSource::Block& block);
  bool end_turn(const TextSource::Block& block, std::uint64_t lines, const std::exception_ptr& error);
  [[nodiscard]] std::exception_ptr located(const TextSource::Block& block, const std::exception_ptr& error) const;

  TextSource& source_;
  Progress& progress_;
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t turn_index_ = 0;
  std::uint64_t lines_before_;  // changed in turn only
  std::uint64_t last_report_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
};

/// Parses the rest of `source` with all threads:
///   parse(std::string_view text, Result&)      any thread, any order; a Result is a thread's own and is reused; the
///                                              text can be empty
///   place(Result&, std::uint64_t first_line)   in file order, one at a time; keep it short; the text is still there
///   store(const Result&)                       any thread, any order, after its place
/// parse and place report errors with fail_at(); the first in file order is thrown as Error(bad_input) naming file,
/// line and column. Returns the number of lines. What is placed does not depend on the number of threads.
template <class Result, class Parse, class Place, class Store>
std::uint64_t parse_text(TextSource& source, Progress& progress, Parse&& parse, Place&& place, Store&& store) {
  BlockPipeline pipeline(source, progress);
  work_together(static_cast<std::size_t>(source.useful_threads()), [&](int) {
    Result result;
    TextSource::Block block;
    while (pipeline.next(block)) {
      std::exception_ptr error = block.read_error;
      try {
        if (!error) parse(block.text, result);
      } catch (...) {
        error = std::current_exception();
      }
      const bool placed = pipeline.in_turn(block, error, [&](std::uint64_t first_line) { place(result, first_line); });
      if (!placed) break;
      try {
        store(static_cast<const Result&>(result));
      } catch (...) {
        pipeline.store_failed(std::current_exception());
      }
    }
  });
  return pipeline.finish();
}

/// Line and column of `at` in `text`, whose first line is number `first_line`.
[[nodiscard]] TextPosition position_of(const char* at, std::string_view text, std::uint64_t first_line);

}  // namespace mg
