// The subcommands of mg_prep.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "tools/command_line.hpp"
#include "tools/load_graph.hpp"

namespace mg::tools {

/// A subcommand: what people type, what they are told, and what it does.
struct PrepCommand {
  std::string_view name;
  std::string_view usage;    ///< its arguments
  std::string_view summary;  ///< one line
  std::string_view examples;
  po::options_description (*options)();
  int max_arguments;  ///< positional ones; -1: any number. They are the values of the option `argument`
  ExitCode (*run)(const CommandLine&);
};

extern const PrepCommand convert_command;
extern const PrepCommand generate_command;
extern const PrepCommand info_command;
extern const PrepCommand verify_command;
extern const PrepCommand export_command;

/// The positional arguments.
[[nodiscard]] std::vector<std::string> arguments(const CommandLine& line);
/// The one positional argument. Throws Error(wrong_use).
[[nodiscard]] std::string only_argument(const CommandLine& line, std::string_view what);
/// -o, checked before the long work starts: a file that cannot be written throws Error now. Throws Error(wrong_use)
/// when it is missing.
[[nodiscard]] std::string output_path(const CommandLine& line);

/// -o, --threads, and for commands that make a graph --layouts.
[[nodiscard]] po::options_description output_options(std::string_view what);
[[nodiscard]] po::options_description making_options();
[[nodiscard]] po::options_description thread_options();

/// Writes the graph as a prepared file and tells sizes and times. `bytes_read`: of the input, 0 where there is none.
void write_and_tell(const LoadedGraph& loaded, const CommandLine& line, std::uint64_t bytes_read);

}  // namespace mg::tools
