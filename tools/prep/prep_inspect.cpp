// mg_prep info, verify and export: what a prepared file says, whether it is whole, and out of it again.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "preprocess/write.hpp"
#include "tools/file_identity.hpp"
#include "tools/prep/prep_commands.hpp"
#include "tools/terminal.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

po::options_description info_options() {
  po::options_description options("Output");
  options.add_options()("json", "as a JSON object");
  return options;
}

ExitCode info(const CommandLine& line) {
  const PreparedInfo info = inspect_prepared(only_argument(line, "one prepared graph"));
  if (!line.has("json")) {
    fmt::print("{}", info.to_text());
    return ExitCode::done;
  }
  fmt::print("{}\n", info.to_json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  return ExitCode::done;
}

ExitCode verify(const CommandLine& line) {
  const std::string path = only_argument(line, "one prepared graph");
  const int threads = threads_option(line);
  Stopwatch watch;
  {
    ProgressBar progress;
    verify_prepared(path, progress, threads);
  }
  fmt::print("{}: whole and consistent (checked in {})\n", path, milliseconds_text(watch.lap()));
  return ExitCode::done;
}

po::options_description export_options() {
  po::options_description options = output_options("the file to write; .gz, .bz2 or .zst compresses; - for stdout");
  std::string formats = "auto (by the name of the output)";
  for (const std::string_view format : writable_formats()) formats += fmt::format(" | {}", format);
  options.add_options()("format", po::value<std::string>()->value_name("auto"), formats.c_str());
  return options.add(thread_options());
}

/// The output and what goes with it.
std::vector<NamedFile> named_outputs(const std::string& output, const CommandLine& line) {
  std::vector<NamedFile> named;
  for (const std::string& file : files_written(output, line.text_or("format", "auto"))) {
    named.push_back({"--output", file});
  }
  return named;
}

ExitCode export_graph(const CommandLine& line) {
  const std::string path = only_argument(line, "one prepared graph");
  const std::string output = output_path(line);
  static_cast<void>(threads_option(line));
  const LoadedGraph loaded = map_prepared(path);
  refuse_overwriting({{"the prepared graph", path}}, named_outputs(output, line));
  Stopwatch watch;
  std::vector<std::string> remarks;
  {
    ProgressBar progress;
    remarks = write_graph(loaded.graph, output, line.text_or("format", "auto"), progress);
  }
  for (const std::string& remark : remarks) note("{}", remark);
  note("{}: written in {}", output, milliseconds_text(watch.lap()));
  return ExitCode::done;
}

}  // namespace

const PrepCommand info_command{
    .name = "info",
    .usage = "G.mg [--json]",
    .summary = "say what a prepared graph is and where it came from, from its header alone",
    .examples = "  mg_prep info g.mg\n",
    .options = info_options,
    .max_arguments = 1,
    .run = info,
};

const PrepCommand verify_command{
    .name = "verify",
    .usage = "G.mg",
    .summary = "prove a prepared graph whole: checksums and structure",
    .examples = "  mg_prep verify g.mg\n",
    .options = thread_options,
    .max_arguments = 1,
    .run = verify,
};

const PrepCommand export_command{
    .name = "export",
    .usage = "G.mg -o OUT",
    .summary = "write a prepared graph in another format",
    .examples =
        "  mg_prep export g.mg -o g.mtx.gz\n"
        "  mg_prep export g.mg -o - --format el | head\n",
    .options = export_options,
    .max_arguments = 1,
    .run = export_graph,
};

}  // namespace mg::tools
