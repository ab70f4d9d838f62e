#include "tools/tool_main.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "engine/graph/mapped_files.hpp"
#include "preprocess/writers/atomic_file.hpp"
#include "tools/terminal.hpp"

namespace mg::tools {

namespace {

const auto loaded = std::chrono::steady_clock::now();
std::string tool_name;

const std::string memory_hint = "`mg_run GRAPH -a ALGORITHM --estimate` says how much memory each part of a run takes";

/// Those of the signals that ask a process to end which it was not started to ignore (as nohup does).
sigset_t ending_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) ::sigaddset(&signals, signal);
  }
  return signals;
}

/// Lets one thread wait for the signals, so that what they cause is ordinary code, and then die of them as everybody
/// expects. Called before there are other threads: those inherit the blocked signals.
void watch_signals() {
  static const sigset_t signals = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([] {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) return;
    abandon_unfinished_files();
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
  }).detach();
}

/// Ends a process that reads a mapped file beyond the end that it has by now. No other fault is anything that a
/// sentence could help with: the process dies of it as it would have.
void on_bus_error(int signal, siginfo_t* info, void*) {
  const MappedFile* file = info->si_code == BUS_ADRERR ? MappedFile::at(info->si_addr) : nullptr;
  if (file == nullptr) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // once this handler is left
    return;
  }
  abandon_unfinished_files();
  for (const std::string_view part : {std::string_view(tool_name), std::string_view(": "),
                                      std::string_view(file->sentence()), std::string_view("\n")}) {
    static_cast<void>(!::write(STDERR_FILENO, part.data(), part.size()));
  }
  ::_exit(static_cast<int>(file->code()));
}

void watch_mapped_files() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

/// Whether the tool is at work, so that an exit is none of its own.
std::atomic<bool> at_work = false;

/// OpenMP's library, which plug-ins may use too, ends the process itself, with a status of its own, when it cannot
/// start its threads.
void end_for_a_library() {
  if (!at_work) return;
  abandon_unfinished_files();
  log_error("a library ended the run, most likely for want of threads: let it have more, or fewer with --threads");
  ::_exit(static_cast<int>(ExitCode::no_resources));
}

/// What the operating system refused: a thread, or standard output, which the tools write by throwing functions.
ExitCode report_system_error(const std::system_error& error) {
  static constexpr std::array wants{ENOSPC, EDQUOT, EIO, EFBIG, EPIPE, ENOMEM, EMFILE, ENFILE};
  const int number = error.code().value();
  if (number == EAGAIN) {
    log_error(fmt::format("a thread could not be started: {}; let this process have more, or fewer with --threads",
                          error.code().message()));
  } else if (std::ranges::find(wants, number) != wants.end()) {
    log_error(fmt::format("standard output could not be written in full: {}", error.code().message()));
  } else {
    log_error(fmt::format("internal error, please report it: {}", error.what()));
    return ExitCode::internal;
  }
  return ExitCode::no_resources;
}

/// Reports the exception in flight and returns the status that belongs to it.
ExitCode report_failure() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    log_error(error.what());
    if (std::string_view(error.what()).starts_with("not enough memory")) log_note(memory_hint);
    return error.code();
  } catch (const std::bad_alloc&) {
    log_error("not enough memory");
    log_note(memory_hint);
    return ExitCode::no_resources;
  } catch (const std::system_error& error) {
    return report_system_error(error);
  } catch (const std::exception& error) {
    log_error(fmt::format("internal error, please report it: {}", error.what()));
  } catch (...) {
    log_error("internal error, please report it: an unknown exception");
  }
  return ExitCode::internal;
}

/// An exception that no one can catch, as one that leaves a parallel region, ends the process with its message too.
[[noreturn]] void end_uncaught() {
  const ExitCode code = std::current_exception() ? report_failure() : ExitCode::internal;
  abandon_unfinished_files();
  ::_exit(static_cast<int>(code));
}

}  // namespace

double wall_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - loaded).count();
}

int run_tool(std::string_view tool, int argc, char** argv,
             const std::function<ExitCode(const std::vector<std::string>&)>& body) {
  ExitCode code = ExitCode::internal;
  try {
    start_logging(tool);
    // A tool launches on one stream. Without the queues for others, an H100 is opened in 0.16 s instead of 0.22 and
    // left in 0.04 instead of 0.08.
    ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0);
    tool_name = tool;
    watch_mapped_files();
    std::set_terminate(end_uncaught);
    watch_signals();
    std::atexit(end_for_a_library);
    at_work = true;
    code = body({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      fail(ExitCode::no_resources, "standard output could not be written in full");
    }
  } catch (...) {
    code = report_failure();
  }
  at_work = false;
  return static_cast<int>(code);
}

}  // namespace mg::tools
