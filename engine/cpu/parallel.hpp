// Loops over vertices on the threads of a run: the caller and its helpers (engine/cpu/crew.hpp). Every loop hands out
// pieces that do not depend on who takes them, and small ones are the caller's alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/cpu/crew.hpp"
#include "engine/stop.hpp"

namespace mg {

/// Simple iterations that are worth a thread: 2 to 10 microseconds, where helpers that are awake begin and end within
/// one and to wake one takes two.
inline constexpr std::size_t serial_grain = 4096;

/// As many of `threads` as get at least `grain` of `work` each, and one where there are none.
[[nodiscard]] constexpr int threads_worth(std::uint64_t work, std::uint64_t grain, int threads) {
  return static_cast<int>(std::clamp<std::uint64_t>(work / grain, 1, static_cast<std::uint64_t>(std::max(threads, 1))));
}

/// Calls work(0) on the caller and, as far as they come in time, work(1) .. work(members - 1) on its helpers. `work`
/// takes pieces of something until none is left.
template <class Work>
void work_together(std::size_t members, const Work& work) {
  if (members <= 1) return work(0);
  const auto call = [](const void* body, int member) { (*static_cast<const Work*>(body))(member); };
  Crew::of_this_thread().run(members, call, &work);
}

/// Calls body(begin, end, number) out of line: inlined where pieces are handed out, a loop would share the registers
/// with what that takes, and read for every arc what it could keep (two threads, kron16, personalised PageRank: 21.2 ms
/// against 19.0).
template <class Body>
[[gnu::noinline]] void take_piece(Body& body, std::size_t begin, std::size_t end, int number) {
  body(begin, end, number);
}

/// Calls body(begin, end, 0) for the chunks of [0, count), as many of them at a time as make asking for a stop cheap.
template <class Body>
void chunks_in_order(std::size_t count, std::size_t chunk, const StopFlag& stop, Body& body) {
  constexpr std::size_t chunks_at_a_time = 4;
  const std::size_t piece = stop.may_be_set() ? chunk * chunks_at_a_time : count;
  for (std::size_t begin = 0; begin < count; begin += piece) {
    stop.check();
    take_piece(body, begin, std::min(count, begin + piece), 0);
  }
}

/// Calls body(begin, end, thread) for consecutive chunks of [0, count), handed out as threads become free. Throws
/// Error(interrupted) before all have been, once somebody asks for it (engine/stop.hpp).
template <class Body>
void parallel_chunks(std::size_t count, std::size_t chunk, int threads, Body&& body) {
  const StopFlag stop;
  const std::size_t chunks = (count + chunk - 1) / chunk;
  if (chunks <= 1 || threads <= 1) return chunks_in_order(count, chunk, stop, body);
  std::atomic<std::size_t> next{0};
  const auto take = [&] { return stop.is_set() ? chunks : next.fetch_add(1, std::memory_order_relaxed); };
  work_together(std::min<std::size_t>(threads, chunks), [&](int thread) {
    for (std::size_t c = take(); c < chunks; c = take()) {
      take_piece(body, c * chunk, std::min(count, (c + 1) * chunk), thread);
    }
  });
  stop.check();
}

/// Calls body(begin, end, share) for equal consecutive shares of [0, count), as many as there are threads. Thread t
/// begins with share t, so that a share which fills its own part of a queue finds the same neighborhood in the cache
/// again; what a thread that is late has not begun is taken by the others.
template <class Body>
void parallel_shares(std::size_t count, int threads, Body&& body) {
  const std::size_t shares = threads <= 1 ? 1 : std::min<std::size_t>(threads, count);
  if (shares <= 1) {
    if (count > 0) take_piece(body, 0, count, 0);
    return;
  }
  std::vector<std::atomic<bool>> begun(shares);
  const auto take = [&](std::size_t share) {
    return !begun[share].load(std::memory_order_relaxed) && !begun[share].exchange(true, std::memory_order_relaxed);
  };
  work_together(shares, [&](int thread) {
    for (std::size_t i = 0; i < shares; ++i) {
      const std::size_t share = (static_cast<std::size_t>(thread) + i) % shares;
      if (!take(share)) continue;
      take_piece(body, count * share / shares, count * (share + 1) / shares, static_cast<int>(share));
    }
  });
}

/// Calls body(i) for every i in [0, count), handed out one at a time: for few, uneven pieces of work.
template <class Body>
void parallel_tasks(std::size_t count, int threads, Body&& body) {
  parallel_chunks(count, 1, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

/// Calls body(i) for every i in [0, count), in equal contiguous shares.
template <class Body>
void parallel_for(std::size_t count, int threads, Body&& body) {
  const int worth = count > serial_grain ? threads_worth(count + serial_grain - 1, serial_grain, threads) : 1;
  parallel_shares(count, worth, [&](std::size_t begin, std::size_t end, int) {
    auto own = body;  // a copy of its own lets the compiler keep what the body refers to in registers
    for (std::size_t i = begin; i < end; ++i) own(i);
  });
}

/// Adds term(i) for every i in [0, count) to a T by add(sum, term). Partial sums have fixed boundaries and are added in
/// order, so the result is the same for any number of threads.
template <class T, class Term, class Add>
[[nodiscard]] T parallel_fold(std::size_t count, int threads, const T& nothing, Term&& term, Add&& add) {
  const std::size_t blocks = (count + serial_grain - 1) / serial_grain;
  const auto block_sum = [&](std::size_t block) {
    auto own = term;
    T sum = nothing;
    const std::size_t end = std::min(count, (block + 1) * serial_grain);
    for (std::size_t i = block * serial_grain; i < end; ++i) add(sum, own(i));
    return sum;
  };
  if (blocks <= 1) return blocks == 0 ? nothing : block_sum(0);
  std::vector<T> partial(blocks, nothing);
  parallel_shares(blocks, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t block = begin; block < end; ++block) partial[block] = block_sum(block);
  });
  T sum = nothing;
  for (const T& p : partial) add(sum, p);
  return sum;
}

/// The sum of term(i) over [0, count), the same for any number of threads.
template <class T, class Term>
[[nodiscard]] T parallel_sum(std::size_t count, int threads, Term&& term) {
  return parallel_fold(count, threads, T{}, term, [](T& sum, const T& more) { sum += more; });
}

/// sums[i] = term(0) + ... + term(i - 1), a whole number, for 0 <= i <= count; returns sums[count]. Terms are asked for
/// twice: blocks of them are added up, and then each block is gone through with the sum of those before it. O(count).
template <class Term>
std::uint64_t parallel_running_sums(std::size_t count, int threads, std::uint64_t* sums, Term&& term) {
  const std::size_t blocks = (count + serial_grain - 1) / serial_grain;
  const auto each_block = [&](auto&& go_through) {
    parallel_shares(blocks, threads, [&](std::size_t first, std::size_t last, int) {
      auto own = term;
      for (std::size_t block = first; block < last; ++block) {
        go_through(own, block, block * serial_grain, std::min(count, (block + 1) * serial_grain));
      }
    });
  };
  std::vector<std::uint64_t> before(blocks + 1);
  if (blocks > 1) {
    each_block([&](auto& own, std::size_t block, std::size_t begin, std::size_t end) {
      std::uint64_t sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += own(i);
      before[block + 1] = sum;
    });
  }
  std::partial_sum(before.begin(), before.end(), before.begin());
  sums[0] = 0;
  each_block([&](auto& own, std::size_t block, std::size_t begin, std::size_t end) {
    std::uint64_t sum = before[block];
    for (std::size_t i = begin; i < end; ++i) sums[i + 1] = sum += own(i);
  });
  return sums[count];
}

/// The largest of value(i) over [0, count), at least T{}.
template <class T, class Value>
[[nodiscard]] T parallel_max(std::size_t count, int threads, Value&& value) {
  return parallel_fold(count, threads, T{}, value, [](T& most, const T& other) { most = std::max(most, other); });
}

/// The smallest i in [0, count) for which is_it(i) holds, or count.
template <class Predicate>
[[nodiscard]] std::size_t parallel_find(std::size_t count, int threads, Predicate&& is_it) {
  std::atomic<std::size_t> first{count};
  parallel_chunks(count, serial_grain, threads, [&](std::size_t begin, std::size_t end, int) {
    auto own = is_it;
    std::uint32_t any = 0;  // asked of all without a branch, as a rule in vain
    for (std::size_t i = begin; i < end; ++i) any |= own(i) ? 1U : 0U;
    if (any == 0) return;
    std::size_t found = begin;
    while (!own(found)) ++found;
    for (std::size_t before = first; found < before && !first.compare_exchange_weak(before, found);) {
    }
  });
  return first;
}

}  // namespace mg
