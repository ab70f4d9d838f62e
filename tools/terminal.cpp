#include "tools/terminal.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "tools/shown_text.hpp"

namespace mg::tools {

namespace {

constexpr std::string_view clear_line = "\r\033[K";
constexpr std::string_view no_wrapping = "\033[?7l";  // what is too long for the terminal is cut, not continued below
constexpr std::string_view wrapping = "\033[?7h";

std::string tool_name;

/// The last line of the terminal, which a message has to clear away first.
std::mutex line_mutex;
bool line_is_shown = false;

template <class Write>
void without_line(Write&& write) {
  const std::lock_guard lock(line_mutex);
  if (std::exchange(line_is_shown, false)) fmt::print(stderr, "{}", clear_line);
  write();
}

}  // namespace

bool shows_lines() { return ::isatty(STDERR_FILENO) == 1; }

void show_line(const std::string& text) {
  without_line([&] {
    fmt::print(stderr, "{}{}{}{}", clear_line, no_wrapping, text, wrapping);
    line_is_shown = true;
  });
}

void hide_line() {
  without_line([] {});
}

void start_logging(std::string_view tool) {
  tool_name = tool;
  auto logger = spdlog::stderr_logger_mt(tool_name);
  logger->set_pattern("%v");
  spdlog::set_default_logger(std::move(logger));
}

void log_note(const std::string& text) {
  without_line([&] { spdlog::info("{}", as_shown(text)); });
}
void log_warning(const std::string& text) {
  without_line([&] { spdlog::warn("{}: warning: {}", tool_name, as_shown(text)); });
}
void log_error(const std::string& text) {
  without_line([&] { spdlog::error("{}: {}", tool_name, as_shown(text)); });
}

ProgressBar::ProgressBar() : enabled_(shows_lines()), start_(Clock::now()), last_drawn_(start_) {}

ProgressBar::~ProgressBar() { hide_line(); }

void ProgressBar::report(std::string_view phase, std::uint64_t done, std::uint64_t total) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - start_ < patience || now - last_drawn_ < redraw_interval) return;
  last_drawn_ = now;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  if (total == 0) {
    show_line(fmt::format("{:<16} {} s", phase, seconds));
    return;
  }
  constexpr int width = 40;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string filled(static_cast<std::size_t>(share * width), '#');
  show_line(fmt::format("{:<16} [{:.<{}}] {:3.0f}%  {} s", phase, filled, width, share * 100, seconds));
}

}  // namespace mg::tools
