// What every tool does around its own work: signals, failures and exit statuses.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"

namespace mg::tools {

/// Runs `body` with the command line's arguments (the program's name left out) and returns the process's exit status.
/// Every failure ends in one message on standard error and a status of mg::ExitCode. SIGINT, SIGTERM and SIGHUP remove
/// unfinished files before they end the process, and so does SIGBUS where a mapped file was cut short, which is
/// reported as the failure that it is.
int run_tool(std::string_view tool, int argc, char** argv,
             const std::function<ExitCode(const std::vector<std::string>&)>& body);

/// Milliseconds since the program was loaded.
[[nodiscard]] double wall_ms();

}  // namespace mg::tools
