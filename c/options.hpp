// The options of the tools as texts, for callers that have no command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"

namespace mg::c {

/// How a graph is read and cleaned.
struct GraphOptions {
  ReadOptions read;
  BuildOptions build;
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// Throws Error(wrong_use) for an option that there is not, and for a value that it does not take.
[[nodiscard]] GraphOptions graph_options(const NamedTexts& texts);
/// Those of a graph that is made of arrays. Throws Error(wrong_use) for options of files, too.
[[nodiscard]] GraphOptions options_of_arrays(const NamedTexts& texts);
void set_run_option(RunRequest& request, const std::string& name, const std::string& value);

[[nodiscard]] std::vector<std::string> graph_option_names();
[[nodiscard]] std::vector<std::string> run_option_names();

}  // namespace mg::c
