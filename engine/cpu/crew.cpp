#include "engine/cpu/crew.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/cpu/processors.hpp"

namespace mg {

namespace {

using Clock = std::chrono::steady_clock;

/// For so long a thread looks out for what comes next before it falls asleep: longer than a step's serial part and the
/// last piece of another thread, for to wake up takes tens of microseconds, and at times milliseconds, on a virtual
/// processor that has nothing else to do.
constexpr std::chrono::microseconds awake{500};
/// The same where other processes want the processors, and what they are known by: time that is missing between two
/// looks. They are remembered for a while.
constexpr std::chrono::microseconds awake_in_a_crowd{50};
constexpr std::chrono::microseconds missing_time{50};
constexpr std::chrono::milliseconds memory_of_a_crowd{100};
/// Looks between two at the clock.
constexpr int looks = 16;

constexpr std::uint64_t inside_mask = 0xffff;
constexpr std::uint64_t open_bit = std::uint64_t{1} << 16;
constexpr unsigned members_shift = 17;
constexpr std::uint64_t members_mask = 0x7fff;
constexpr unsigned number_shift = 32;

std::uint64_t inside(std::uint64_t gate) { return gate & inside_mask; }
std::uint64_t number(std::uint64_t gate) { return gate >> number_shift; }
std::uint64_t members_of(std::uint64_t gate) { return gate >> members_shift & members_mask; }

/// The threads of all crews and those that they help. Where they are more than the processors, looking out takes the
/// processor from one that works.
std::atomic<int> threads_alive{0};

/// Until when other processes are taken to be there.
std::atomic<Clock::time_point> crowded_until{Clock::time_point{}};

bool have_a_processor_each() { return threads_alive.load(std::memory_order_relaxed) <= usable_processors(); }

void pause() {
#if defined(__SSE2__)
  _mm_pause();
#endif
}

/// This thread is in the middle of a job, its own or another's.
thread_local bool at_work = false;

}  // namespace

template <class Ready>
bool Sleeper::look_out(const Ready& is_ready) {
  auto now = Clock::now();
  const bool is_crowded = now < crowded_until.load(std::memory_order_relaxed);
  const auto until = now + (is_crowded ? awake_in_a_crowd : awake);
  while (now < until) {
    for (int i = 0; i < looks; ++i) {
      if (is_ready()) return true;
      pause();
    }
    const auto before = std::exchange(now, Clock::now());
    if (now - before < missing_time) continue;
    crowded_until.store(now + memory_of_a_crowd, std::memory_order_relaxed);
    break;
  }
  return false;
}

struct alignas(64) Crew::Helper {
  Sleeper sleeper;
  std::thread thread;
};

Crew& Crew::of_this_thread() {
  thread_local Crew crew;
  return crew;
}

Crew::~Crew() {
  if (helpers_.empty()) return;
  const bool is_forked = process_ != ::getpid();  // threads stay behind in the process that was forked
  ends_.store(true);
  publish(0, false);
  for (const auto& helper : helpers_) {
    helper->sleeper.ring();
    if (is_forked) {
      helper->thread.detach();
    } else {
      helper->thread.join();
    }
  }
  threads_alive -= static_cast<int>(helpers_.size()) + 1;
}

void Crew::run(int members, Work work, const void* body) {
  if (at_work) return work(body, 0);
  const auto wanted = static_cast<std::size_t>(std::clamp(members, 1, static_cast<int>(members_mask))) - 1;
  recruit(wanted);
  const std::size_t helpers = std::min(wanted, helpers_.size());
  if (helpers == 0) return work(body, 0);
  work_ = work;
  body_ = body;
  publish(static_cast<std::uint32_t>(helpers) + 1, true);
  for (std::size_t i = 0; i < helpers; ++i) helpers_[i]->sleeper.ring();
  at_work = true;
  call(0);
  at_work = false;
  if (inside(gate_.fetch_and(~open_bit)) != 0) {
    caller_.wait(have_a_processor_each(), [&] { return inside(gate_.load()) == 0; });
  }
  if (!failed_.load(std::memory_order_relaxed)) return;
  failed_.store(false, std::memory_order_relaxed);
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Starts helpers until there are so many, or no more can be had.
void Crew::recruit(std::size_t helpers) {
  if (helpers_.size() >= helpers || is_short_of_threads_) return;
  if (helpers_.empty()) {
    process_ = ::getpid();
    ++threads_alive;
  }
  try {
    while (helpers_.size() < helpers) {
      auto helper = std::make_unique<Helper>();
      const auto member = static_cast<std::uint32_t>(helpers_.size()) + 1;
      helper->thread = std::thread([this, &sleeper = helper->sleeper, member] { help(sleeper, member); });
      helpers_.push_back(std::move(helper));
      ++threads_alive;
    }
  } catch (const std::system_error&) {
    is_short_of_threads_ = true;
  }
}

void Crew::publish(std::uint32_t members, bool open) {
  const std::uint64_t next = number(gate_.load(std::memory_order_relaxed)) + 1;
  gate_.store(next << number_shift | std::uint64_t{members} << members_shift | (open ? open_bit : 0));
}

/// A helper's life.
void Crew::help(Sleeper& sleeper, std::uint32_t member) {
  at_work = true;
  std::uint64_t seen = 0;
  for (;;) {
    const auto has_news = [&] { return number(gate_.load()) != seen; };
    sleeper.wait(have_a_processor_each(), has_news);
    if (ends_.load()) return;
    std::uint64_t gate = gate_.load();
    seen = number(gate);
    const auto may_begin = [&] { return number(gate) == seen && (gate & open_bit) != 0 && member < members_of(gate); };
    while (may_begin() && !gate_.compare_exchange_weak(gate, gate + 1)) {
    }
    if (!may_begin()) continue;
    call(static_cast<int>(member));
    const std::uint64_t left = gate_.fetch_sub(1) - 1;
    if ((left & open_bit) == 0 && inside(left) == 0) caller_.ring();
  }
}

/// Keeps the first exception for the caller.
void Crew::call(int member) noexcept {
  try {
    work_(body_, member);
  } catch (...) {
    if (!failed_.exchange(true)) failure_ = std::current_exception();
  }
}

}  // namespace mg
