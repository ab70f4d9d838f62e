// The threads that help a thread of the host with its loops. OpenMP's teams wait for every member at every barrier;
// where other processes want the processors too, a loop of microseconds then lasts until the system has given each
// member its turn. Here nobody waits for a thread that has not begun: whoever calls works itself until nothing is left,
// and waits for those alone that are in the middle of a piece.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace mg {

/// One thread that waits: at first awake, and then asleep until another rings.
class Sleeper {
 public:
  /// Returns when is_ready() is true, which another thread makes so before it rings. Both sides use sequentially
  /// consistent operations: either the one that falls asleep sees the change, or the one that rings sees it asleep.
  template <class Ready>
  void wait(bool awake_at_first, const Ready& is_ready) {
    if (awake_at_first && look_out(is_ready)) return;
    while (!is_ready()) {
      asleep_.store(1);
      if (!is_ready()) asleep_.wait(1);
      asleep_.store(0);
    }
  }
  void ring() {
    if (asleep_.load() == 0) return;
    asleep_.store(0);
    asleep_.notify_one();
  }

 private:
  template <class Ready>
  static bool look_out(const Ready& is_ready);

  std::atomic<std::uint32_t> asleep_{0};
};

/// A thread's helpers. They are started when a loop first asks for them, and end with the thread.
class Crew {
 public:
  using Work = void (*)(const void* body, int member);

  /// The calling thread's own.
  static Crew& of_this_thread();

  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Calls work(body, 0) on the calling thread and, for each helper m < members that comes before that call has
  /// returned, work(body, m) there. Returns when all calls have; what one of them threw is thrown again. From within
  /// `work` the caller is on its own, and so it is where no helper can be started.
  void run(int members, Work work, const void* body);

 private:
  struct Helper;

  void recruit(std::size_t helpers);
  void help(Sleeper& sleeper, std::uint32_t member);
  void call(int member) noexcept;
  void publish(std::uint32_t members, bool open);

  /// The number of the job (32 bits), how many members are asked for (15), whether they may still begin (1), and how
  /// many helpers are at work (16).
  alignas(64) std::atomic<std::uint64_t> gate_{0};
  Work work_ = nullptr;
  const void* body_ = nullptr;
  alignas(64) Sleeper caller_;
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
  std::atomic<bool> ends_{false};
  bool is_short_of_threads_ = false;
  std::vector<std::unique_ptr<Helper>> helpers_;
  ::pid_t process_ = 0;  ///< that the helpers were started in
};

}  // namespace mg
