// Loops over vertices on the threads of a run. Work below a grain runs on the caller alone: waking a team costs as much
// as a few thousand simple iterations.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mg {

inline constexpr std::size_t serial_grain = 4096;

/// Calls body(begin, end, thread) for consecutive chunks of [0, count), handed out as threads become free.
template <class Body>
void parallel_chunks(std::size_t count, std::size_t chunk, int threads, Body&& body) {
  const std::size_t chunks = (count + chunk - 1) / chunk;
  if (chunks <= 1 || threads == 1) {
    if (count > 0) body(std::size_t{0}, count, 0);
    return;
  }
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
#pragma omp for schedule(dynamic, 1)
    for (std::size_t c = 0; c < chunks; ++c) body(c * chunk, std::min(count, (c + 1) * chunk), thread);
  }
}

/// Calls body(begin, end, thread) once a thread, with consecutive equal shares of [0, count): share t goes to thread t,
/// so that a thread which fills its own part of a queue finds the same neighborhood there again.
template <class Body>
void parallel_shares(std::size_t count, int threads, Body&& body) {
#pragma omp parallel num_threads(threads)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    body(count * thread / team, count * (thread + 1) / team, static_cast<int>(thread));
  }
}

/// Calls body(i) for every i in [0, count), handed out one at a time: for few, uneven pieces of work.
template <class Body>
void parallel_tasks(std::size_t count, int threads, Body&& body) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (count > 1)
  for (std::size_t i = 0; i < count; ++i) body(i);
}

/// Calls body(i) for every i in [0, count), in equal contiguous shares.
template <class Body>
void parallel_for(std::size_t count, int threads, Body&& body) {
#pragma omp parallel for schedule(static) num_threads(threads) if (count > serial_grain)
  for (std::size_t i = 0; i < count; ++i) body(i);
}

/// The sum of term(i) over [0, count). Partial sums have fixed boundaries and are added in order, so the result is the
/// same for any number of threads.
template <class T, class Term>
[[nodiscard]] T parallel_sum(std::size_t count, int threads, Term&& term) {
  const std::size_t blocks = (count + serial_grain - 1) / serial_grain;
  const auto block_sum = [&](std::size_t block) {
    T sum{};
    const std::size_t end = std::min(count, (block + 1) * serial_grain);
    for (std::size_t i = block * serial_grain; i < end; ++i) sum += term(i);
    return sum;
  };
  if (blocks <= 1) return blocks == 0 ? T{} : block_sum(0);
  std::vector<T> partial(blocks);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t block = 0; block < blocks; ++block) partial[block] = block_sum(block);
  T sum{};
  for (const T& p : partial) sum += p;
  return sum;
}

}  // namespace mg
