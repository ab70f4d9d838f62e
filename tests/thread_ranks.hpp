// Ranks that are threads of one process: a communicator that waits, by which what goes through it is tested.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/communicator.hpp"

namespace mg {

/// Where the threads meet. It outlives their communicators.
class ThreadGroup {
 public:
  explicit ThreadGroup(int size, std::chrono::milliseconds deadline = std::chrono::seconds(20))
      : deadline_(deadline), operations_(static_cast<std::size_t>(size)), given_(static_cast<std::size_t>(size)) {}

  [[nodiscard]] int size() const { return static_cast<int>(given_.size()); }

  /// Waits for the same operation of all others. What they give is theirs until all have come to the next one.
  [[nodiscard]] std::span<const std::span<const std::byte>> exchange(int rank, int operation,
                                                                     std::span<const std::byte> own) {
    std::unique_lock lock(mutex_);
    const auto place = static_cast<std::size_t>(rank);
    // A copy, since its owner may go on while others still read; and two sets in turns, since it may come to the next
    // operation, but not to the one after.
    const std::size_t turn = operations_[place]++ % 2;
    copies_[turn].resize(given_.size());
    copies_[turn][place].assign(own.begin(), own.end());
    if (!expected_) expected_ = operation;
    if (*expected_ != operation) end("the ranks are at different operations");
    if (++arrived_ == given_.size()) {
      arrived_ = 0;
      expected_.reset();
      for (std::size_t i = 0; i < given_.size(); ++i) given_[i] = copies_[turn][i];
      views_[turn] = given_;
      ++generation_;
      all_came_.notify_all();
    } else {
      const std::uint64_t before = generation_;
      const bool came = all_came_.wait_for(lock, deadline_, [&] { return generation_ != before || reason_; });
      if (!came) end("a rank has not come within the deadline");
    }
    if (reason_) fail(ExitCode::internal, "{}", *reason_);
    return views_[turn];
  }
  void abort(std::string_view reason) {
    const std::lock_guard lock(mutex_);
    end(reason);
  }

 private:
  void end(std::string_view reason) {
    if (!reason_) reason_ = reason;
    all_came_.notify_all();
  }

  const std::chrono::milliseconds deadline_;
  std::mutex mutex_;
  std::condition_variable all_came_;
  std::vector<std::uint64_t> operations_;  ///< that each rank has come to
  std::vector<std::vector<std::byte>> copies_[2];
  std::vector<std::span<const std::byte>> given_;
  std::vector<std::span<const std::byte>> views_[2];
  std::size_t arrived_ = 0;
  std::uint64_t generation_ = 0;
  std::optional<int> expected_;
  std::optional<std::string> reason_;  ///< for which all is over
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(ThreadGroup& group, int rank) : group_(group), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return group_.size(); }
  void abort(std::string_view reason) override { group_.abort(reason); }

 protected:
  [[nodiscard]] std::span<const std::span<const std::byte>> exchange(Operation operation,
                                                                     std::span<const std::byte> own) override {
    return group_.exchange(rank_, static_cast<int>(operation), own);
  }

 private:
  ThreadGroup& group_;
  int rank_;
};

/// Calls f for every rank, each on a thread of its own; returns what each has thrown, or nothing.
inline std::vector<std::string> on_ranks(ThreadGroup& group, const std::function<void(Communicator&)>& f) {
  std::vector<std::string> problems(static_cast<std::size_t>(group.size()));
  std::vector<std::jthread> threads;
  threads.reserve(problems.size());
  for (int rank = 0; rank < group.size(); ++rank) {
    threads.emplace_back([&, rank] {
      ThreadRank ranks(group, rank);
      try {
        f(ranks);
      } catch (const std::exception& error) {
        problems[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  threads.clear();
  return problems;
}

}  // namespace mg
