// What the tools say to a person while they work. All of it goes to standard error: standard output is for results.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "engine/progress.hpp"

namespace mg::tools {

/// Prepares logging; `tool` precedes warnings and errors.
void start_logging(std::string_view tool);

void log_note(const std::string& text);
void log_warning(const std::string& text);
void log_error(const std::string& text);

/// One line for a person to read.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  log_note(fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
  log_warning(fmt::format(format, std::forward<Args>(args)...));
}

/// What takes longer is shown, and drawn anew so often.
inline constexpr std::chrono::seconds patience{2};
inline constexpr std::chrono::milliseconds redraw_interval{100};

/// Whether standard error is a terminal.
[[nodiscard]] bool shows_lines();
/// Shows `text` as the terminal's last line, in place of the one shown before, until another message is written or it
/// is hidden. From any thread.
void show_line(const std::string& text);
void hide_line();

/// A line that fills up, for operations that take longer than two seconds and only where a terminal shows it. It leaves
/// nothing behind.
class ProgressBar final : public Progress {
 public:
  ProgressBar();
  ~ProgressBar() override;
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void report(std::string_view phase, std::uint64_t done, std::uint64_t total) override;

 private:
  using Clock = std::chrono::steady_clock;

  const bool enabled_;
  const Clock::time_point start_;
  Clock::time_point last_drawn_;
};

/// Milliseconds since it was made or last asked.
class Stopwatch {
 public:
  [[nodiscard]] double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> elapsed = now - last_;
    last_ = now;
    return elapsed.count();
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace mg::tools
