#include "tools/terminal.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

#include "tools/shown_text.hpp"

namespace mg::tools {

namespace {

constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds redraw_interval{100};
constexpr std::string_view clear_line = "\r\033[K";

std::string tool_name;

}  // namespace

void start_logging(std::string_view tool) {
  tool_name = tool;
  auto logger = spdlog::stderr_logger_mt(tool_name);
  logger->set_pattern("%v");
  spdlog::set_default_logger(std::move(logger));
}

void log_note(const std::string& text) { spdlog::info("{}", as_shown(text)); }
void log_warning(const std::string& text) { spdlog::warn("{}: warning: {}", tool_name, as_shown(text)); }
void log_error(const std::string& text) { spdlog::error("{}: {}", tool_name, as_shown(text)); }

ProgressBar::ProgressBar() : enabled_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_drawn_(start_) {}

ProgressBar::~ProgressBar() {
  if (drawn_) fmt::print(stderr, "{}", clear_line);
}

void ProgressBar::report(std::string_view phase, std::uint64_t done, std::uint64_t total) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now - start_ < patience || now - last_drawn_ < redraw_interval) return;
  last_drawn_ = now;
  drawn_ = true;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  if (total == 0) {
    fmt::print(stderr, "{}{:<16} {} s", clear_line, phase, seconds);
    return;
  }
  constexpr int width = 40;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string filled(static_cast<std::size_t>(share * width), '#');
  fmt::print(stderr, "{}{:<16} [{:.<{}}] {:3.0f}%  {} s", clear_line, phase, filled, width, share * 100, seconds);
}

}  // namespace mg::tools
