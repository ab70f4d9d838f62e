#include "interruptible.hpp"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "module.hpp"

namespace mg::python {
namespace {

/// A thread that waits for work until the process ends.
class Worker {
 public:
  explicit Worker(std::function<void(Worker*)> when_idle) : when_idle_(std::move(when_idle)) {
    std::thread([this] { serve(); }).detach();
  }

  [[nodiscard]] std::future<void> start(const std::function<void()>& work) {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    done_ = {};
    std::future<void> future = done_.get_future();
    has_work_.notify_one();
    return future;
  }

 private:
  void serve() {
    for (;;) {
      std::unique_lock lock(mutex_);
      has_work_.wait(lock, [&] { return work_ != nullptr; });
      std::exception_ptr thrown;
      try {
        (*work_)();
      } catch (...) {
        thrown = std::current_exception();
      }
      work_ = nullptr;
      std::promise<void> done = std::move(done_);
      lock.unlock();
      when_idle_(this);  // before anybody knows: whoever comes next finds this thread, whose helpers are awake
      if (thrown) {
        done.set_exception(thrown);
      } else {
        done.set_value();
      }
    }
  }

  std::function<void(Worker*)> when_idle_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  const std::function<void()>* work_ = nullptr;
  std::promise<void> done_;
};

/// As many workers as there have been calls at a time; they outlive everything, since nobody may join them at exit.
class Workers {
 public:
  [[nodiscard]] std::future<void> start(const std::function<void()>& work) {
    Worker* worker = take();
    if (worker == nullptr) {
      worker = new Worker([this](Worker* idle) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(idle);
      });
    }
    return worker->start(work);
  }

 private:
  Worker* take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    Worker* last = idle_.back();
    idle_.pop_back();
    return last;
  }

  std::mutex mutex_;
  std::vector<Worker*> idle_;
};

/// A forked process has none of its parent's threads, so it begins without workers.
Workers& workers() {
  alignas(Workers) static unsigned char storage[sizeof(Workers)];
  static Workers* const all = [] {
    pthread_atfork(nullptr, nullptr, [] { new (storage) Workers; });
    return new (storage) Workers;
  }();
  return *all;
}

/// Whether a signal's handler has raised, which leaves Python's error set.
bool handler_has_raised() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

void do_interruptibly(const std::function<void()>& work, std::atomic<bool>& stop, bool is_short,
                      const std::function<void()>& tell) {
  constexpr auto patience = std::chrono::milliseconds(50);
  std::exception_ptr thrown;  // by `tell`
  {
    const nb::gil_scoped_release no_gil;
    if (is_short) return work();
    std::future<void> done = workers().start(work);
    while (done.wait_for(patience) != std::future_status::ready) {
      if (stop) continue;
      if (handler_has_raised()) {
        stop = true;
      } else if (tell) {
        const nb::gil_scoped_acquire gil;
        try {
          tell();
        } catch (...) {
          thrown = std::current_exception();
          stop = true;
        }
      }
    }
    if (!stop) return done.get();
  }
  if (thrown) std::rethrow_exception(thrown);
  throw nb::python_error();
}

void StoppingProgress::report(std::string_view phase, std::uint64_t done, std::uint64_t total) {
  if (stop_.load(std::memory_order_relaxed)) fail(ExitCode::interrupted, "reading was interrupted");
  const std::lock_guard lock(mutex_);
  last_ = {std::string(phase), done, total};
}

StoppingProgress::Report StoppingProgress::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

}  // namespace mg::python
