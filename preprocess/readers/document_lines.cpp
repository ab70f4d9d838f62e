#include "preprocess/readers/document_lines.hpp"

#include <charconv>

namespace mg {

DocumentLines::DocumentLines(Input& input, std::size_t block_size, char comment, Progress& progress)
    : source_(input, block_size), input_(&input), progress_(&progress), comment_(comment) {}

bool DocumentLines::next() {
  constexpr std::uint64_t lines_between_reports = 4096;
  while (const auto line = source_.next_line()) {
    line_ = *line;
    at_ = word_ = 0;
    if (source_.line_number() % lines_between_reports == 0) {
      progress_->report("reading", input_->file_position(), input_->file_size());
    }
    if (const std::size_t zero = line_.find('\0'); zero != std::string_view::npos) {
      source_.fail_at_position({source_.line_number(), zero + 1}, "found a zero byte, which no text has");
    }
    if (const std::size_t end = line_.find('\r'); end != std::string_view::npos) {
      source_.fail_at_position(
          {source_.line_number(), end + 1},
          "found a carriage return within a line: lines that end in it alone are not read; convert "
          "the file, e.g. with tr '\\r' '\\n'");
    }
    if (more() && (comment_ == '\0' || line_[at_] != comment_)) return true;
  }
  line_ = {};
  at_ = word_ = 0;
  return false;
}

std::string_view DocumentLines::word(std::string_view what) {
  if (!more()) fail("expected {}, found the end of the line", what);
  word_ = at_;
  if (line_[at_] == '"') {
    const std::size_t end = line_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("a string that begins here has no end");
    at_ = end + 1;
    return line_.substr(word_ + 1, end - word_ - 1);
  }
  while (at_ != line_.size() && !is_separator(line_[at_])) ++at_;
  return line_.substr(word_, at_ - word_);
}

std::uint64_t DocumentLines::number(std::string_view what, std::uint64_t low, std::uint64_t high) {
  const std::string_view text = word(what);
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  if (!whole || value < low || value > high) {
    if (low > high) fail_at_word("found {}, but there are no vertices", quoted(text));
    fail_at_word("expected {} from {} to {}, found {}", what, low, high, quoted(text));
  }
  return value;
}

}  // namespace mg
