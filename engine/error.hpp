// Errors that a person can act on. The library throws Error and nothing else on purpose; tools turn its code into the
// process's exit status.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace mg {

/// Exit status of every tool; part of the command-line contract.
enum class ExitCode : int {
  done = 0,
  wrong_use = 1,
  bad_input = 2,
  no_resources = 3,  ///< not enough memory, or the device asked for is absent
  validation_failed = 4,
  internal = 5,
  interrupted = 130,  ///< somebody asked for it: as a shell says of a program that Ctrl-C has ended
};

/// A failure whose message says what was wrong, where, and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Throws Error with `code` and a formatted message.
template <class... Args>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(code, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace mg
