// Helpers of loops: who begins, who waits for whom, and what happens to exceptions.
#include "engine/cpu/crew.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/error.hpp"
#include "engine/stop.hpp"
#include "tests/sanitized.hpp"

namespace mg {
namespace {

/// The threads of this process, from which those that follow can be told: one that has ended is listed for a moment.
class ThreadsHere {
 public:
  ThreadsHere() : known_(listed()) {}
  [[nodiscard]] std::size_t started_since() const {
    const std::set<std::string> now = listed();
    return static_cast<std::size_t>(std::ranges::count_if(now, [&](const auto& id) { return !known_.contains(id); }));
  }

 private:
  static std::set<std::string> listed() {
    std::set<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      ids.insert(entry.path().filename());
    }
    return ids;
  }

  std::set<std::string> known_;
};

/// Runs `body` on a thread that has no helpers yet.
template <class Body>
void on_a_new_thread(Body&& body) {
  std::thread(body).join();
}

/// A loop of so many pieces that each counts its visit; true if each was visited once.
bool visits_each_once(std::size_t count, int threads) {
  std::vector<std::atomic<int>> visits(count);
  parallel_tasks(count, threads, [&](std::size_t i) { ++visits[i]; });
  return std::ranges::all_of(visits, [](const std::atomic<int>& n) { return n == 1; });
}

TEST(Helpers, AreStartedByTheFirstLoopThatIsWorthThemAndEndWithTheirThread) {
  const ThreadsHere before;
  on_a_new_thread([&] {
    const ThreadsHere alone;
    parallel_for(serial_grain, 4, [](std::size_t) {});
    parallel_chunks(1000, 1000, 4, [](std::size_t, std::size_t, int) {});
    parallel_shares(1, 4, [](std::size_t, std::size_t, int) {});
    EXPECT_EQ(parallel_sum<int>(serial_grain, 4, [](std::size_t) { return 1; }), static_cast<int>(serial_grain));
    EXPECT_EQ(alone.started_since(), 0U);
    parallel_for(serial_grain + 1, 4, [](std::size_t) {});
    EXPECT_EQ(alone.started_since(), 1U) << "two threads share what is worth two";
    parallel_for(64 * serial_grain, 4, [](std::size_t) {});
    EXPECT_EQ(alone.started_since(), 3U);
    parallel_for(64 * serial_grain, 2, [](std::size_t) {});
    EXPECT_EQ(alone.started_since(), 3U);
  });
  while (before.started_since() > 0) std::this_thread::yield();
}

TEST(Helpers, DoEveryPieceOnceHoweverManyThereAre) {
  for (const int threads : {2, 3, 16, 100}) {
    for (int round = 0; round < 200; ++round) ASSERT_TRUE(visits_each_once(50, threads)) << threads;
  }
}

TEST(Helpers, ShareNoNumberWithAnotherThatIsAtWork) {
  constexpr int threads = 8;
  std::array<std::atomic<bool>, threads> at_work{};
  std::atomic<int> meetings = 0;
  const auto enter = [&](std::size_t, std::size_t, int thread) {
    if (at_work[thread].exchange(true)) ++meetings;
    for (int i = 0; i < 1000; ++i) at_work[thread].load();
    at_work[thread] = false;
  };
  for (int round = 0; round < 100; ++round) {
    parallel_chunks(200, 1, threads, enter);
    parallel_shares(200, threads, enter);
  }
  EXPECT_EQ(meetings, 0);
}

TEST(Helpers, ComeAgainAfterAPause) {
  for (int round = 0; round < 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::latch together(2);  // opened by a helper that wakes up
    parallel_tasks(2, 2, [&](std::size_t) { together.arrive_and_wait(); });
  }
}

TEST(Helpers, WhatTheyThrowReachesTheCaller) {
  for (int round = 0; round < 50; ++round) {
    std::latch together(2);  // so that each of the two threads has a piece
    const std::size_t faulty = round % 2;
    const auto work = [&](std::size_t i) {
      together.arrive_and_wait();
      if (i == faulty) throw std::runtime_error("piece " + std::to_string(i));
    };
    try {
      parallel_tasks(2, 2, work);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "piece " + std::to_string(faulty));
    }
    ASSERT_TRUE(visits_each_once(50, 2)) << "after an exception";
  }
}

TEST(Helpers, AreNotAskedFromWithinALoop) {
  on_a_new_thread([] {
    const ThreadsHere alone;
    std::atomic<int> faults = 0;
    std::vector<std::atomic<int>> visits(100);
    parallel_tasks(10, 3, [&](std::size_t i) {
      parallel_chunks(10, 1, 7, [&](std::size_t begin, std::size_t end, int thread) {
        if (thread != 0) ++faults;
        for (std::size_t j = begin; j < end; ++j) ++visits[10 * i + j];
      });
    });
    EXPECT_TRUE(std::ranges::all_of(visits, [](const std::atomic<int>& n) { return n == 1; }));
    EXPECT_EQ(faults, 0) << "a loop within a loop has one thread, number 0";
    EXPECT_EQ(alone.started_since(), 2U);
  });
}

TEST(Helpers, OfSeveralThreadsDoNotMixTheirLoops) {
  constexpr int num_callers = 4;
  std::vector<std::jthread> callers;
  callers.reserve(num_callers);
  std::atomic<int> faults = 0;
  for (int caller = 0; caller < num_callers; ++caller) {
    callers.emplace_back([&faults, caller] {
      for (int round = 0; round < 200; ++round) {
        const std::size_t count = 20 + caller;
        if (!visits_each_once(count, 2 + caller)) ++faults;
      }
    });
  }
  callers.clear();
  EXPECT_EQ(faults, 0);
}

/// A process that was forked has none of the threads of the other, so that its helpers never come.
TEST(HelpersDeathTest, ThatNeverComeHoldNobodyUp) {
  ASSERT_TRUE(visits_each_once(50, 4));
  EXPECT_EXIT(
      {
        bool right = true;
        for (int round = 0; round < 10; ++round) right = right && visits_each_once(50, 4);
        // A sanitizer looks for leaks at an exit, under locks that a helper may have held when the process was forked.
        if (sanitized) std::_Exit(right ? 0 : 1);
        std::exit(right ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(HelpersDeathTest, ThatCannotBeStartedAreDoneWithout) {
  const auto loop_without_room_for_stacks = [] {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 50);
    if (::pthread_setattr_default_np(&attributes) != 0) std::exit(2);
    const ThreadsHere alone;
    const bool first = visits_each_once(50, 4);
    const bool again = visits_each_once(50, 4);
    std::exit(first && again && alone.started_since() == 0 ? 0 : 1);
  };
  // A fresh process: helpers that are there already would come.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(loop_without_room_for_stacks(), testing::ExitedWithCode(0), "");
}

/// Chunks that are begun where the flag is set in the middle of the 40th.
int chunks_begun_until_stopped(int threads) {
  constexpr std::size_t chunks = 100'000;
  std::atomic<bool> stop = false;
  std::atomic<int> begun = 0;
  const StopScope scope(&stop);
  try {
    parallel_tasks(chunks, threads, [&](std::size_t) {
      if (++begun == 40) stop = true;
    });
    ADD_FAILURE() << "the loop went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
  }
  return begun;
}

TEST(StoppedLoops, BeginNoFurtherChunkAndThrow) {
  constexpr int in_a_piece_of_one_thread = 4;
  for (const int threads : {1, 2, 5})
    EXPECT_LE(chunks_begun_until_stopped(threads), 40 + in_a_piece_of_one_thread + threads);
}

TEST(StoppedLoops, AreThoseOfTheThreadAndTheTimeThatTheFlagIsFor) {
  const std::atomic<bool> stop = true;
  {
    const StopScope scope(&stop);
    std::jthread other([] { EXPECT_TRUE(visits_each_once(50, 2)); });
    other.join();
    const StopScope nobody(nullptr);
    EXPECT_TRUE(visits_each_once(50, 2));
  }
  EXPECT_TRUE(visits_each_once(50, 2));
  EXPECT_TRUE(visits_each_once(50, 1));
}

TEST(StoppedLoops, VisitEachPieceOnceWhereNobodySetsTheFlag) {
  const std::atomic<bool> stop = false;
  const StopScope scope(&stop);
  for (const int threads : {1, 2, 5}) EXPECT_TRUE(visits_each_once(1000, threads));
}

TEST(FoldedLoops, FindAndCompareLikeLoopsOfOneThread) {
  const auto value = [](std::size_t i) { return static_cast<std::uint32_t>(i * 2654435761U % 100'003); };
  for (const std::size_t count : {0U, 1U, 4096U, 4097U, 50'000U}) {
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, value(i));
    for (const int threads : {1, 2, 5}) {
      EXPECT_EQ(parallel_max<std::uint32_t>(count, threads, value), largest);
      EXPECT_EQ(parallel_find(count, threads, [](std::size_t i) { return i >= 4500; }),
                std::min<std::size_t>(count, 4500));
      EXPECT_EQ(parallel_find(count, threads, [](std::size_t) { return false; }), count);
    }
  }
}

}  // namespace
}  // namespace mg
