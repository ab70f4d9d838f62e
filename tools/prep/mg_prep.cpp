// mg_prep: from graph files to prepared graphs and back.
#include <fmt/format.h>

#include <array>
#include <sstream>

#include "engine/spelling.hpp"
#include "preprocess/generate/generators.hpp"
#include "tools/completion.hpp"
#include "tools/prep/prep_commands.hpp"
#include "tools/tool_main.hpp"

namespace mg::tools {

namespace {

constexpr std::array commands{&convert_command, &generate_command, &info_command, &verify_command, &export_command};

std::string overview() {
  std::string text = "mg_prep COMMAND ...: prepares graphs for mg_run.\n\n";
  for (const PrepCommand* command : commands) {
    text += fmt::format("  mg_prep {:<9} {:<18} {}\n", command->name, command->usage, command->summary);
  }
  return text +
         "\n`mg_prep COMMAND --help` explains a command. A prepared graph opens at once, remembers how it was\n"
         "made, and gives results by the names of the file it came from.\n\n"
         "Exit status: 0 done, 1 wrong use, 2 bad input, 3 not enough memory or no device, 5 internal.\n";
}

std::string help_of(const PrepCommand& command) {
  std::ostringstream help;
  help << fmt::format("mg_prep {} {}: {}.\n\n{}", command.name, command.usage, command.summary, command.examples);
  if (&command == &generate_command) {
    help << "\nKinds:\n";
    for (const GeneratorInfo& kind : generators()) {
      help << fmt::format("  {:<11} {}  [{}]\n", kind.name, kind.summary, kind.parameters);
    }
  }
  help << '\n' << command.options();
  return help.str();
}

const PrepCommand& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const PrepCommand* command : commands) {
    if (command->name == name) return *command;
    names.emplace_back(command->name);
  }
  fail(ExitCode::wrong_use, "there is no command '{}'{}", name, suggestion(name, names));
}

po::options_description options_of(const PrepCommand& command) {
  po::options_description options;
  options.add(command.options());
  options.add_options()("argument", po::value<std::vector<std::string>>())("help,h", "this text");
  // Whoever knows mg_run may type it here; "unknown option" would leave open where graphs are prepared.
  options.add_options()("device", po::value<std::string>());
  return options;
}

po::positional_options_description arguments_of(const PrepCommand& command) {
  po::positional_options_description positional;
  return positional.add("argument", command.max_arguments);
}

ExitCode run_command(const PrepCommand& command, const std::vector<std::string>& args) {
  const po::options_description options = options_of(command);
  const po::positional_options_description positional = arguments_of(command);
  const CommandLine line(fmt::format("mg_prep {}", command.name), args, options, positional);
  if (line.has("device")) line.refuse("graphs are prepared on the CPU, so there is no --device");
  if (!line.has("help")) return command.run(line);
  fmt::print("{}", help_of(command));
  return ExitCode::done;
}

/// The first word is a command, and the others are completed as that command's.
std::string complete_command(const std::vector<std::string>& words) {
  if (words.size() < 2) {
    po::options_description options;
    options.add_options()("version", "the version")("help,h", "this text");
    po::positional_options_description positional;
    CompletedCommand overall{options, positional.add("command", 1), {}, false};
    for (const PrepCommand* command : commands) overall.arguments.emplace_back(command->name);
    return complete(overall, words);
  }
  for (const PrepCommand* command : commands) {
    if (command->name != words[0]) continue;
    CompletedCommand completed{options_of(*command), arguments_of(*command)};
    if (command == &generate_command) {
      completed.takes_files = false;
      for (const GeneratorInfo& kind : generators()) completed.arguments.emplace_back(kind.name);
    }
    return complete(completed, {words.begin() + 1, words.end()});
  }
  return {};
}

ExitCode mg_prep(const std::vector<std::string>& args) {
  if (!args.empty() && args[0] == complete_option) {
    fmt::print("{}", complete_command({args.begin() + 1, args.end()}));
    return ExitCode::done;
  }
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
    fmt::print(args.empty() ? stderr : stdout, "{}", overview());
    return args.empty() ? ExitCode::wrong_use : ExitCode::done;
  }
  if (args[0] == "--version") {
    fmt::print("mg_prep {}\n", MG_VERSION);
    return ExitCode::done;
  }
  return run_command(find_command(args[0]), {args.begin() + 1, args.end()});
}

}  // namespace

}  // namespace mg::tools

int main(int argc, char** argv) { return mg::tools::run_tool("mg_prep", argc, argv, mg::tools::mg_prep); }
