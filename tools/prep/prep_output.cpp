// What the subcommands of mg_prep share.
#include <fmt/format.h>

#include <filesystem>

#include "preprocess/writers/atomic_file.hpp"
#include "tools/prep/prep_commands.hpp"
#include "tools/run/run_output.hpp"
#include "tools/terminal.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

auto text(const char* name) { return po::value<std::string>()->value_name(name); }

/// "1.2 s (310 MB/s)".
std::string time_text(double ms, std::uint64_t bytes) {
  if (bytes == 0 || ms <= 0) return milliseconds_text(ms);
  return fmt::format("{} ({:.0f} MB/s)", milliseconds_text(ms), static_cast<double>(bytes) / 1e6 / (ms / 1e3));
}

}  // namespace

std::vector<std::string> arguments(const CommandLine& line) { return line.texts("argument"); }

std::string only_argument(const CommandLine& line, std::string_view what) {
  const auto given = arguments(line);
  if (given.size() != 1) line.refuse(fmt::format("expected {}", what));
  return given.front();
}

std::string output_path(const CommandLine& line) {
  const auto path = line.text("output");
  if (!path || path->empty()) line.refuse("where to? -o FILE");
  std::error_code ignored;
  const auto status = std::filesystem::status(*path, ignored);
  // Opening a pipe or a device is something that its other end may notice.
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
    static_cast<void>(AtomicFile(*path));
  return *path;
}

po::options_description output_options(std::string_view what) {
  po::options_description options("Output");
  options.add_options()("output,o", text("FILE"), std::string(what).c_str());
  return options;
}

po::options_description thread_options() {
  po::options_description options("Machine");
  options.add_options()("threads", text("N"),
                        "threads of this process; as a rule one for each processor that it may keep busy");
  return options;
}

po::options_description making_options() {
  po::options_description options = output_options("the prepared graph to write; - for standard output");
  options.add_options()("layouts", text("csr,csc"),
                        "what to store: csr, csc (directions; one that is missing is built whenever the file is "
                        "opened) and tiles (for the engine 'dense')");
  return options.add(thread_options());
}

void write_and_tell(const LoadedGraph& loaded, const CommandLine& line, std::uint64_t bytes_read) {
  const std::string path = *line.text("output");
  Stopwatch watch;
  {
    ProgressBar progress;
    const WriteOptions options{.layouts = Layouts::parse(line.text_or("layouts", "csr,csc")),
                               .provenance = loaded.provenance};
    write_prepared(loaded.graph, path, options, progress);
  }
  const double write_ms = watch.lap();
  std::error_code ignored;  // of what is no file
  const std::uint64_t size =
      std::filesystem::is_regular_file(path, ignored) ? std::filesystem::file_size(path, ignored) : 0;
  note("read {}, build {}, write {}", time_text(loaded.read_ms, bytes_read), milliseconds_text(loaded.build_ms),
       time_text(write_ms, size));
  note("{}: {}{}", path, graph_text(loaded.graph), size == 0 ? "" : ", " + bytes_text(size));
}

}  // namespace mg::tools
