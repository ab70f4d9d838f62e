// The command line of mg_run as a value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/session.hpp"
#include "tools/graph_options.hpp"

namespace mg::tools {

/// What mg_run was asked to do with a graph.
struct RunOrder {
  std::string graph;
  GraphOptions reading;                    ///< for a graph that is not prepared
  std::vector<std::string> reading_given;  ///< the options that `reading` came from
  RunRequest request;
  std::vector<std::string> files_read;  ///< schedules, traces to replay and plug-ins that options name
  std::optional<std::string> results_path;
  std::optional<std::string> trace_path;
  std::optional<std::string> report_path;
  std::size_t top = 0;
  bool json = false;
  bool explain = false;
  bool estimate = false;
  std::optional<int> checked_architecture;  ///< of --check-kernels
};

/// Whether what is meant for programs goes to standard output, so that words for people may not.
[[nodiscard]] bool takes_standard_output(const RunOrder& order);

/// All options of mg_run.
[[nodiscard]] po::options_description run_options();
[[nodiscard]] po::positional_options_description run_arguments();

/// The text of --help.
[[nodiscard]] std::string run_help();

/// The order that `line` gives, checked as far as that is possible without the graph: names, parameters, schedule,
/// device. Plug-ins must be loaded by then. Throws Error.
[[nodiscard]] RunOrder read_run_order(const CommandLine& line);

}  // namespace mg::tools
