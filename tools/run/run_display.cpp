#include "tools/run/run_display.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "tools/terminal.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// The part of the runs that is over, as far as it is known.
double share_done(const RunProgress::View& view) {
  if (view.run == 0 || view.runs == 0) return 0;
  const double of_run = view.source > 0 ? static_cast<double>(view.source - 1) / static_cast<double>(view.sources) : 0;
  return (static_cast<double>(view.run - 1) + of_run) / static_cast<double>(view.runs);
}

std::string where(const RunProgress::View& view) {
  switch (view.phase) {
    case RunProgress::Phase::preparing: return "preparing";
    case RunProgress::Phase::warming_up: return "warming up";
    case RunProgress::Phase::validating: return "validating";
    case RunProgress::Phase::summing_up: return "summing up";
    case RunProgress::Phase::running: break;
  }
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (view.runs > 1) add(fmt::format("run {} of {}", with_commas(view.run), with_commas(view.runs)));
  if (view.sources > 0) add(fmt::format("source {} of {}", with_commas(view.source), with_commas(view.sources)));
  if (view.iteration > 0) add(fmt::format("iteration {}", with_commas(view.iteration)));
  return text.empty() ? "running" : text;
}

}  // namespace

std::string progress_text(const std::string& algorithm, const RunProgress::View& view, double seconds) {
  std::string text = fmt::format("{}: {}, {:.0f} s", algorithm, where(view), seconds);
  if (view.phase != RunProgress::Phase::running) return text;
  const double done = share_done(view);
  if (done > 0) text += fmt::format(", about {:.0f} s left", std::ceil(view.seconds * (1 - done) / done));
  return text;
}

RunDisplay::RunDisplay(std::string algorithm, const RunProgress& progress)
    : algorithm_(std::move(algorithm)), progress_(progress) {
  if (shows_lines()) thread_ = std::thread([this] { draw(); });
}

RunDisplay::~RunDisplay() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_one();
  thread_.join();
  hide_line();
}

void RunDisplay::draw() {
  const Stopwatch started;
  std::unique_lock lock(mutex_);
  for (std::chrono::milliseconds wait = patience; !ended_.wait_for(lock, wait, [&] { return has_ended_; });
       wait = redraw_interval) {
    show_line(progress_text(algorithm_, progress_.view(), started.seconds()));
  }
}

}  // namespace mg::tools
