// What mg_run shows of a run that takes longer than two seconds, where a terminal shows it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "engine/run_progress.hpp"

namespace mg::tools {

/// "bc: source 12 of 1,000, iteration 7, 3 s, about 240 s left": what is known of where a run is.
[[nodiscard]] std::string progress_text(const std::string& algorithm, const RunProgress::View& view, double seconds);

/// A line that follows a run while it lives, drawn by a thread of its own so that the run is not kept. It leaves
/// nothing behind.
class RunDisplay {
 public:
  RunDisplay(std::string algorithm, const RunProgress& progress);
  ~RunDisplay();
  RunDisplay(const RunDisplay&) = delete;
  RunDisplay& operator=(const RunDisplay&) = delete;

 private:
  void draw();

  std::string algorithm_;
  const RunProgress& progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;  // none where no terminal shows it
};

}  // namespace mg::tools
