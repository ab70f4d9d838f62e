// What may follow on a command line, for the shells: every tool's hidden --complete. The shells' side of it is in
// packaging/completion/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/command_line.hpp"

namespace mg::tools {

/// A command whose words are to be completed.
struct CompletedCommand {
  po::options_description options;
  po::positional_options_description positional;  ///< the options that take arguments, which are not offered by name
  std::vector<std::string> arguments = {};        ///< words that an argument may be, beside a file's name
  bool takes_files = true;                        ///< whether an argument may be a file's name
};

/// What asks a tool, as its first argument, for completions of the words that follow it.
inline constexpr std::string_view complete_option = "--complete";

/// What the last of `words`, which may be empty, can become: whole words, a line each. A line that begins with a tab
/// tells the shell to offer names of files as well, behind the text that follows the tab. Algorithms, engines, policies
/// and parameters are those of the registry and of the plug-ins that `words` load; vertices are those of a prepared
/// graph that `words` name. Never fails: what is no good yet offers nothing.
[[nodiscard]] std::string complete(const CompletedCommand& command, const std::vector<std::string>& words);

}  // namespace mg::tools
