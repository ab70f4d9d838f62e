#include "tests/emulator/grid.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <boost/context/fiber.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "tests/emulator/engine/gpu/instructions.hpp"
#include "tests/emulator/simt.hpp"

#undef __shared__
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim

namespace mg::emulator {

namespace {

using boost::context::fiber;

constexpr unsigned lanes = 32;
constexpr std::size_t stack_bytes = 128 << 10;

/// Stacks of the threads of a block. Their beginnings, which are what is used of most, are spread over the sets of the
/// host's caches: an odd number of pages apart, and at other places within a page.
class Stacks {
 public:
  explicit Stacks(unsigned count)
      : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))),
        stride_(stack_bytes + page_),
        count_(count),
        bytes_(count * stride_) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    // Below each stack is a page that nobody may touch.
    for (unsigned i = 0; i < count; ++i) ::mprotect(static_cast<char*>(memory_) + i * stride_, page_, PROT_NONE);
  }
  ~Stacks() { ::munmap(memory_, bytes_); }
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] boost::context::stack_context of(unsigned thread) const {
    constexpr std::size_t line = 64;
    const std::size_t unused = thread * line % page_;
    boost::context::stack_context stack;
    stack.size = stack_bytes - unused;
    stack.sp = static_cast<char*>(memory_) + (thread + 1) * stride_ - unused;
    return stack;
  }

 private:
  std::size_t page_;
  std::size_t stride_;
  unsigned count_;
  std::size_t bytes_;
  void* memory_ = nullptr;
};

/// Stacks of blocks that have ended, for later ones: their pages are there already.
class StackPool {
 public:
  [[nodiscard]] std::unique_ptr<Stacks> take(unsigned count) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find_if(free_, [count](const auto& stacks) { return stacks->count() == count; });
    if (found == free_.end()) return std::make_unique<Stacks>(count);
    std::unique_ptr<Stacks> taken = std::move(*found);
    free_.erase(found);
    return taken;
  }
  void give_back(std::unique_ptr<Stacks> stacks) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(stacks));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Stacks>> free_;
};

StackPool& stack_pool() {
  static StackPool pool;
  return pool;
}

/// A fiber's stack is not its own.
struct Borrowed {
  static boost::context::stack_context allocate() { throw std::bad_alloc(); }
  static void deallocate(boost::context::stack_context&) {}
};

class Block;

/// The blocks of a launch that are there at a time.
struct Team {
  explicit Team(std::uint32_t blocks) : barrier(blocks), ended(blocks), members(blocks) {}
  std::barrier<> barrier;  ///< of those that have not ended
  std::latch ended;        ///< then nobody looks into the shared memory of others
  std::vector<Block*> members;
};

struct Thread {
  Place place;
  fiber own;
  fiber scheduler;
  const char* waits_at = nullptr;
  unsigned passed = 0;  ///< barriers of the cluster
  bool ended = false;
};

/// The barriers of a cluster, as a block sees them. Its threads arrive and go on; once all have, the first to wait
/// waits for the other blocks, and nobody for whoever of the block has arrived, but does not wait yet.
struct ClusterBarrier {
  unsigned completed = 0;
  std::size_t arrived[2] = {};  ///< threads, by turns: those who have passed a barrier may arrive at the next one
  std::optional<std::barrier<>::arrival_token> others;  ///< of other blocks, once all threads have arrived
  std::vector<Thread*> waiting;
};

/// The lanes of a warp on their way to a collective. Values are kept until the one after the next.
struct Warp {
  unsigned arrived = 0;
  unsigned turn = 0;
  Collective collective{};
  LaneValues values[2]{};
  std::vector<Thread*> waiting;
};

const char* name_of(Collective collective) {
  switch (collective) {
    case Collective::ballot: return "__ballot_sync";
    case Collective::any: return "__any_sync";
    case Collective::all: return "__all_sync";
    case Collective::match: return "__match_any_sync";
    case Collective::shuffle: return "__shfl_sync";
    case Collective::shuffle_up: return "__shfl_up_sync";
    case Collective::shuffle_xor: return "__shfl_xor_sync";
    case Collective::sync_warp: return "__syncwarp";
  }
  return "";
}

/// One block; lives on the thread of the host that runs it.
class Block {
  static constexpr std::chrono::minutes patience{5};

 public:
  Block(const HostKernel& kernel, Team* team, std::uint32_t index, std::uint32_t blocks, std::size_t shared_bytes,
        std::uint64_t seed)
      : kernel_(kernel),
        team_(team),
        index_(index),
        stacks_(stack_pool().take(kernel.threads)),
        threads_(kernel.threads),
        warps_((kernel.threads + lanes - 1) / lanes),
        shared_bytes_(shared_bytes),
        shared_(static_cast<std::byte*>(std::aligned_alloc(256, (shared_bytes + 255) / 256 * 256 + 256))),
        random_(static_cast<std::minstd_rand::result_type>(seed * 65537 + index)) {
    if (shared_ == nullptr) throw std::bad_alloc();
    std::memset(shared_, 0xa5, shared_bytes);  // as good as anything
    for (unsigned i = 0; i < kernel.threads; ++i) {
      threads_[i].place = {{i, 0, 0}, {index, 0, 0}, {kernel.threads, 1, 1}, {blocks, 1, 1}};
    }
  }
  ~Block() {
    std::free(shared_);
    stack_pool().give_back(std::move(stacks_));
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  void run(const void* arguments, const void* function);

  const LaneValues& meet_warp(Collective collective, std::uint64_t value);
  bool meet_block(bool vote);
  void arrive_at_cluster();
  void await_cluster();
  void may_switch() {
    constexpr unsigned one_in = 8;
    if (random_() % one_in == 0) give_way();
  }
  void give_way() {
    if (ready_.empty()) {
      wait_for_others();
    } else {
      lone_since_.reset();
    }
    ready_.push_back(current_);
    switch_away();
  }

  /// Until others, of other blocks too, have made it true.
  void wait_until(const std::function<bool()>& is_true) {
    const auto since = std::chrono::steady_clock::now();
    while (!is_true()) {
      if (std::chrono::steady_clock::now() - since > patience) {
        give_up("a thread waits for what other blocks send in vain: " + who_waits());
      }
      // Lanes that wait together would keep the host's thread to themselves; they let go of it once a round.
      if (++looks_in_vain_ % lanes == 0) std::this_thread::yield();
      give_way();
    }
  }

  [[nodiscard]] const Thread& current() const { return *current_; }
  [[nodiscard]] std::byte* shared() const { return shared_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] Team* team() const { return team_; }
  [[nodiscard]] unsigned address_of(const void* own, unsigned block) const;
  [[nodiscard]] std::uint32_t* word_at(unsigned address) const;
  [[noreturn]] void give_up(const std::string& problem) const;

 private:
  /// Nobody else of this block can go on: what is waited for is another block's to write.
  void wait_for_others() {
    const auto now = std::chrono::steady_clock::now();
    if (!lone_since_) lone_since_ = now;
    if (now - *lone_since_ > patience) give_up("a thread waits for another block in vain: " + who_waits());
    std::this_thread::yield();
  }
  void switch_away() { current_->scheduler = std::move(current_->scheduler).resume(); }
  void wait_at(const char* name, std::vector<Thread*>& waiting) {
    current_->waits_at = name;
    waiting.push_back(current_);
    switch_away();
  }
  void release(std::vector<Thread*>& waiting) {
    ready_.insert(ready_.end(), waiting.begin(), waiting.end());
    waiting.clear();
  }
  void all_have_arrived() { cluster_.others.emplace(team_->barrier.arrive()); }
  void complete_cluster_barrier();
  void end(Thread& thread);
  [[nodiscard]] std::string who_waits() const;

  const HostKernel& kernel_;
  Team* team_;
  std::uint32_t index_;
  std::unique_ptr<Stacks> stacks_;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::size_t shared_bytes_;
  std::byte* shared_;
  const std::byte* anchor_ = nullptr;
  std::minstd_rand random_;
  Thread* current_ = nullptr;
  std::vector<Thread*> ready_;
  std::size_t live_ = 0;
  std::vector<Thread*> at_block_;
  bool vote_ = false;      ///< of those who wait
  bool decision_ = false;  ///< of those who waited last
  ClusterBarrier cluster_;
  std::optional<std::chrono::steady_clock::time_point> lone_since_;
  unsigned looks_in_vain_ = 0;  ///< by threads that wait for what other blocks send
};

thread_local Block* running = nullptr;

void Block::run(const void* arguments, const void* function) {
  running = this;
  anchor_ = static_cast<const std::byte*>(kernel_.anchor());
  if (team_ != nullptr) {
    team_->members[index_] = this;
    team_->barrier.arrive_and_wait();
  }
  live_ = threads_.size();
  for (unsigned i = 0; i < threads_.size(); ++i) {
    Thread& thread = threads_[i];
    const auto stack = stacks_->of(i);
    thread.own = fiber(std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), Borrowed{},
                       [this, &thread, arguments, function](fiber&& scheduler) {
                         thread.scheduler = std::move(scheduler);
                         kernel_.run(arguments, function);
                         end(thread);
                         return std::move(thread.scheduler);
                       });
    ready_.push_back(&thread);
  }
  while (!ready_.empty()) {
    std::swap(ready_[random_() % ready_.size()], ready_.back());
    current_ = ready_.back();
    ready_.pop_back();
    current_->waits_at = nullptr;
    current_->own = std::move(current_->own).resume();
  }
  if (live_ > 0) give_up("threads wait for each other in vain: " + who_waits());
  if (team_ != nullptr) {
    team_->barrier.arrive_and_drop();
    team_->ended.arrive_and_wait();
  }
  running = nullptr;
}

void Block::end(Thread& thread) {
  thread.ended = true;
  --live_;
  if (live_ == 0) return;
  if (at_block_.size() == live_) {
    decision_ = std::exchange(vote_, false);
    release(at_block_);
  } else if (!cluster_.others && cluster_.arrived[cluster_.completed % 2] == live_) {
    all_have_arrived();
  }
  if (cluster_.others && cluster_.waiting.size() == live_) complete_cluster_barrier();
}

const LaneValues& Block::meet_warp(Collective collective, std::uint64_t value) {
  const unsigned thread = current_->place.thread.x;
  Warp& warp = warps_[thread / lanes];
  if (warp.arrived > 0 && warp.collective != collective) {
    give_up(fmt::format("lanes of one warp are at {} and at {}", name_of(warp.collective), name_of(collective)));
  }
  warp.collective = collective;
  LaneValues& values = warp.values[warp.turn % 2];
  values.of_lane[thread % lanes] = value;
  if (++warp.arrived < lanes) {
    wait_at(name_of(collective), warp.waiting);
  } else {
    warp.arrived = 0;
    ++warp.turn;
    release(warp.waiting);
  }
  return values;
}

bool Block::meet_block(bool vote) {
  vote_ = vote_ || vote;
  if (at_block_.size() + 1 < live_) {
    wait_at("__syncthreads", at_block_);
  } else {
    decision_ = std::exchange(vote_, false);
    release(at_block_);
  }
  return decision_;
}

void Block::arrive_at_cluster() {
  if (team_ == nullptr) give_up("a barrier of a cluster in a launch without one");
  if (++cluster_.arrived[current_->passed % 2] == live_) all_have_arrived();
  may_switch();
}

/// Waits for the other blocks, and lets those of this one go on who wait, too.
void Block::complete_cluster_barrier() {
  team_->barrier.wait(std::move(*cluster_.others));
  cluster_.others.reset();
  cluster_.arrived[cluster_.completed % 2] = 0;
  ++cluster_.completed;
  release(cluster_.waiting);
}

void Block::await_cluster() {
  if (cluster_.completed == current_->passed && !cluster_.others) wait_at("a barrier of the cluster", cluster_.waiting);
  if (cluster_.completed == current_->passed) complete_cluster_barrier();
  ++current_->passed;
  may_switch();
}

// An address has the block in its upper bits. Below them, static shared memory is on both sides of the middle, and
// dynamic shared memory begins with the bit above that.
constexpr unsigned block_shift = 28;
constexpr unsigned is_dynamic = 1U << 27;
constexpr std::ptrdiff_t middle = std::ptrdiff_t{1} << 26;

unsigned Block::address_of(const void* own, unsigned block) const {
  const auto* byte = static_cast<const std::byte*>(own);
  const bool dynamic = byte >= shared_ && byte < shared_ + shared_bytes_;
  const std::ptrdiff_t place = dynamic ? byte - shared_ : byte - anchor_ + middle;
  if (place < 0 || place >= is_dynamic) give_up("an address of a cluster that is not in shared memory");
  return block << block_shift | (dynamic ? is_dynamic : 0) | static_cast<unsigned>(place);
}

std::uint32_t* Block::word_at(unsigned address) const {
  const Block& owner = *team_->members.at(address >> block_shift);
  const auto place = static_cast<std::ptrdiff_t>(address & (is_dynamic - 1));
  if ((address & is_dynamic) != 0) {
    if (static_cast<std::size_t>(place) + sizeof(std::uint32_t) > shared_bytes_) {
      give_up("a cluster reads or writes beyond its dynamic shared memory");
    }
    return reinterpret_cast<std::uint32_t*>(owner.shared_ + place);
  }
  return reinterpret_cast<std::uint32_t*>(const_cast<std::byte*>(owner.anchor_) + (place - middle));
}

std::string Block::who_waits() const {
  std::string text;
  constexpr unsigned most = 6;
  unsigned listed = 0;
  for (const Thread& thread : threads_) {
    if (thread.ended || listed++ >= most) continue;
    text += fmt::format("{}thread {} at {}", text.empty() ? "" : ", ", thread.place.thread.x,
                        thread.waits_at == nullptr ? "nothing" : thread.waits_at);
  }
  return listed > most ? fmt::format("{}, and {} more; {} of {} have ended", text, listed - most,
                                     threads_.size() - live_, threads_.size())
                       : text;
}

void Block::give_up(const std::string& problem) const {
  fmt::print(stderr, "emulated GPU: block {} of {}: {}\n", index_, kernel_.agent, problem);
  std::fflush(stderr);
  std::abort();
}

/// On a thread of the host that may not let anything fly.
template <class Work>
void run_or_die(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "emulated GPU: {}\n", error.what());
    std::abort();
  }
}

void run_team(const HostKernel& kernel, std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
              const void* function, std::uint64_t seed) {
  Team team(blocks);
  std::vector<std::jthread> workers;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    workers.emplace_back(
        [&, i] { run_or_die([&] { Block(kernel, &team, i, blocks, shared_bytes, seed).run(arguments, function); }); });
  }
}

}  // namespace

void run_grid(const HostKernel& kernel, bool blocks_meet, std::uint32_t blocks, std::size_t shared_bytes,
              const void* arguments, const void* function, std::uint64_t seed) {
  if (blocks_meet) return run_team(kernel, blocks, shared_bytes, arguments, function, seed);
  // Two at a time, so that blocks meet at what they share.
  std::atomic<std::uint32_t> next{0};
  const auto work = [&] {
    run_or_die([&] {
      for (std::uint32_t i = next++; i < blocks; i = next++) {
        Block(kernel, nullptr, i, blocks, shared_bytes, seed).run(arguments, function);
      }
    });
  };
  if (blocks == 1) return work();
  const std::jthread other(work);
  work();
}

// What kernels call.

const Place& place() { return running->current().place; }
const LaneValues& meet_warp(Collective collective, std::uint64_t value) {
  return running->meet_warp(collective, value);
}
bool meet_block(bool vote) { return running->meet_block(vote); }
void may_switch() { running->may_switch(); }
void give_way() { running->give_way(); }
void give_up(const char* problem) { running->give_up(problem); }
void* dynamic_shared() { return running->shared(); }
unsigned cluster_rank() { return running->team() == nullptr ? 0 : running->index(); }
unsigned cluster_size() {
  return running->team() == nullptr ? 1 : static_cast<unsigned>(running->team()->members.size());
}
void arrive_at_cluster() { running->arrive_at_cluster(); }
void await_cluster() { running->await_cluster(); }
void wait_until(const std::function<bool()>& is_true) { running->wait_until(is_true); }
unsigned shared_address(const void* own, unsigned block) { return running->address_of(own, block); }
std::uint32_t* shared_word(unsigned address) { return running->word_at(address); }

}  // namespace mg::emulator
