// Programs run as their users run them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace mg {

/// How a program ended and what it wrote.
struct CommandResult {
  int status = -1;  ///< exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// Runs `words` (the program's path first) with `input` as its standard input, and waits. Throws std::system_error when
/// it cannot be started.
[[nodiscard]] CommandResult run_command(const std::vector<std::string>& words, const std::string& input = {});

/// Starts `words` without waiting, its output thrown away. Whoever starts it calls wait_for().
[[nodiscard]] pid_t start_command(const std::vector<std::string>& words);

/// Waits for its end; the status as in CommandResult.
int wait_for(pid_t process);

}  // namespace mg
