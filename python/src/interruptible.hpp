// Work without the interpreter's lock that Ctrl-C ends.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "engine/progress.hpp"

namespace mg::python {

/// Does `work` on a thread that waits for such work (and keeps its helpers, engine/cpu/crew.hpp), while the caller
/// waits for signals, 50 ms at a time. Once a handler has raised, sets `stop`, waits for the end of `work` and raises
/// what the handler did. `is_short`: not worth the two hand-overs, so that the caller does it. `tell`, if any, is
/// called with the interpreter's lock while the caller waits; what it throws ends the work, too.
void do_interruptibly(const std::function<void()>& work, std::atomic<bool>& stop, bool is_short,
                      const std::function<void()>& tell = {});

/// The same for work(stop) that returns something.
template <class Work>
[[nodiscard]] auto interruptible(bool is_short, const Work& work) {
  std::atomic<bool> stop{false};
  std::optional<std::invoke_result_t<Work, const std::atomic<bool>&>> result;
  do_interruptibly([&] { result.emplace(work(stop)); }, stop, is_short);
  return *std::move(result);
}

/// Ends what reports its progress once `stop` is true, with Error(interrupted), and keeps the last report.
class StoppingProgress final : public Progress {
 public:
  struct Report {
    std::string phase;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
  };

  explicit StoppingProgress(const std::atomic<bool>& stop) : stop_(stop) {}
  void report(std::string_view phase, std::uint64_t done, std::uint64_t total) override;
  [[nodiscard]] Report last() const;

 private:
  const std::atomic<bool>& stop_;
  mutable std::mutex mutex_;
  Report last_;
};

/// work(progress) that Ctrl-C ends, and of whose progress `callback(phase, done, total)` is told unless it is empty.
template <class Callback, class Work>
[[nodiscard]] auto with_progress(const Callback& callback, const Work& work) {
  std::atomic<bool> stop{false};
  StoppingProgress progress(stop);
  std::optional<std::invoke_result_t<Work, Progress&>> result;
  const auto tell = [&] {
    const StoppingProgress::Report last = progress.last();
    if (!last.phase.empty()) callback(last.phase, last.done, last.total);
  };
  do_interruptibly([&] { result.emplace(work(progress)); }, stop, false,
                   callback.is_none() ? std::function<void()>() : tell);
  if (!callback.is_none()) tell();  // of work that was done before anybody asked, too
  return *std::move(result);
}

}  // namespace mg::python
