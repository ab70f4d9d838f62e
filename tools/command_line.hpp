// Command lines, parsed strictly: no abbreviations, and every refusal says what is allowed.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mg::tools {

namespace po = boost::program_options;

/// The values of a command line. All options are declared with textual values (or none) and checked when they are read.
class CommandLine {
 public:
  /// Parses `args`. `command` is what error messages tell people to ask for help: "mg_prep convert". Throws
  /// Error(wrong_use) for unknown options (suggesting the nearest), missing or repeated values.
  CommandLine(std::string command, const std::vector<std::string>& args, const po::options_description& options,
              const po::positional_options_description& positional);

  [[nodiscard]] bool has(const std::string& option) const { return values_.count(option) > 0; }
  [[nodiscard]] std::optional<std::string> text(const std::string& option) const;
  [[nodiscard]] std::string text_or(const std::string& option, const std::string& fallback) const;
  /// The values of an option that may be repeated.
  [[nodiscard]] std::vector<std::string> texts(const std::string& option) const;
  /// An integer within [lowest, highest]. Throws Error(wrong_use).
  [[nodiscard]] std::optional<std::uint64_t> integer(const std::string& option, std::uint64_t lowest,
                                                     std::uint64_t highest) const;
  [[nodiscard]] std::optional<double> number(const std::string& option) const;
  /// The value, which must be one of `allowed`. Throws Error(wrong_use) that lists them.
  [[nodiscard]] std::string choice(const std::string& option, const std::string& fallback,
                                   const std::vector<std::string>& allowed) const;
  /// Throws Error(wrong_use) when both options are given.
  void exclusive(const std::string& a, const std::string& b) const;
  /// Throws Error(wrong_use): `what`, and how to get help.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  std::string command_;
  po::variables_map values_;
};

/// --threads N, or 0 when it was not given.
[[nodiscard]] int threads_option(const CommandLine& line);

/// --device, or auto. Throws Error(wrong_use) for a text that names none.
[[nodiscard]] std::string device_option(const CommandLine& line);

}  // namespace mg::tools
