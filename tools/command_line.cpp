#include "tools/command_line.hpp"

#include <algorithm>
#include <cmath>

#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "engine/spelling.hpp"
#include "preprocess/option_text.hpp"

namespace mg::tools {

namespace {

/// More threads than any machine has are a typing error, and OpenMP would try.
constexpr std::uint64_t most_threads = 4096;

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

std::string explain(const po::error& error, const po::options_description& options) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    const std::string name = unknown->get_option_name();
    const std::string nearest = nearest_first(name, long_names(options)).front();
    if (edit_distance(name, nearest) <= 3) return fmt::format("unknown option {}; did you mean {}?", name, nearest);
    return fmt::format("unknown option {}", name);
  }
  if (dynamic_cast<const po::too_many_positional_options_error*>(&error) != nullptr) return "too many arguments";
  std::string text = error.what();
  if (text.ends_with("is missing")) text += " (a value that begins with '-' is written --option=-value)";
  return text;
}

}  // namespace

CommandLine::CommandLine(std::string command, const std::vector<std::string>& args,
                         const po::options_description& options, const po::positional_options_description& positional)
    : command_(std::move(command)) {
  using namespace po::command_line_style;
  try {
    po::command_line_parser parser(args);
    parser.options(options).positional(positional).style(unix_style & ~allow_guessing);
    po::store(parser.run(), values_);
    po::notify(values_);
  } catch (const po::error& error) {
    refuse(explain(error, options));
  }
}

void CommandLine::refuse(const std::string& what) const {
  fail(ExitCode::wrong_use, "{} (`{} --help` explains)", what, command_);
}

std::optional<std::string> CommandLine::text(const std::string& option) const {
  if (!has(option)) return std::nullopt;
  return values_[option].as<std::string>();
}

std::string CommandLine::text_or(const std::string& option, const std::string& fallback) const {
  return text(option).value_or(fallback);
}

std::vector<std::string> CommandLine::texts(const std::string& option) const {
  return has(option) ? values_[option].as<std::vector<std::string>>() : std::vector<std::string>{};
}

std::optional<std::uint64_t> CommandLine::integer(const std::string& option, std::uint64_t lowest,
                                                  std::uint64_t highest) const {
  const auto value = text(option);
  if (!value) return std::nullopt;
  const auto integer = whole_number<std::uint64_t>(*value);
  if (integer && *integer >= lowest && *integer <= highest) return integer;
  refuse(fmt::format("--{} cannot be '{}'; allowed: an integer from {} to {}", option, *value, lowest, highest));
}

std::optional<double> CommandLine::number(const std::string& option) const {
  const auto value = text(option);
  if (!value) return std::nullopt;
  const auto number = whole_number<double>(*value);
  if (number && std::isfinite(*number)) return number;
  refuse(fmt::format("--{} cannot be '{}'; allowed: a number", option, *value));
}

std::string CommandLine::choice(const std::string& option, const std::string& fallback,
                                const std::vector<std::string>& allowed) const {
  std::string value = text_or(option, fallback);
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return value;
  refuse(fmt::format("--{} cannot be '{}'{}", option, value, suggestion(value, allowed)));
}

void CommandLine::exclusive(const std::string& a, const std::string& b) const {
  if (has(a) && has(b)) refuse(fmt::format("--{} and --{} exclude each other", a, b));
}

int threads_option(const CommandLine& line) {
  const auto threads = line.integer("threads", 1, most_threads);
  if (!threads) return 0;
  use_threads(static_cast<int>(*threads));
  return static_cast<int>(*threads);
}

std::string device_option(const CommandLine& line) {
  std::string device = line.text_or("device", "auto");
  const bool gpu = device == "cuda" || (device.starts_with("cuda:") && whole_number<unsigned>(device.substr(5)));
  if (device != "auto" && device != "cpu" && !gpu) {
    line.refuse(fmt::format("--device cannot be '{}'; allowed: auto, cpu, cuda, cuda:N", device));
  }
  return device;
}

}  // namespace mg::tools
