// Work without the interpreter's lock that Ctrl-C ends.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <type_traits>

#include "engine/progress.hpp"

namespace mg::python {

/// Does `work` on a thread that waits for such work (and keeps its helpers, engine/crew.hpp), while the caller waits
/// for signals, 50 ms at a time. Once a handler has raised, sets `stop`, waits for the end of `work` and raises what
/// the handler did. `is_short`: not worth the two hand-overs, so that the caller does it.
void do_interruptibly(const std::function<void()>& work, std::atomic<bool>& stop, bool is_short);

/// The same for work(stop) that returns something.
template <class Work>
[[nodiscard]] auto interruptible(bool is_short, const Work& work) {
  std::atomic<bool> stop{false};
  std::optional<std::invoke_result_t<Work, const std::atomic<bool>&>> result;
  do_interruptibly([&] { result.emplace(work(stop)); }, stop, is_short);
  return *std::move(result);
}

/// Ends what reports its progress once `stop` is true, with Error(interrupted).
class StoppingProgress final : public Progress {
 public:
  explicit StoppingProgress(const std::atomic<bool>& stop) : stop_(stop) {}
  void report(std::string_view phase, std::uint64_t done, std::uint64_t total) override;

 private:
  const std::atomic<bool>& stop_;
};

}  // namespace mg::python
