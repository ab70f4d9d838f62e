// mg_bench: times algorithms on graphs as a suite says, and compares such results.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "algorithms/built_in.hpp"
#include "engine/plugin.hpp"
#include "preprocess/writers/atomic_file.hpp"
#include "tools/bench/bench_compare.hpp"
#include "tools/bench/bench_run.hpp"
#include "tools/commit.hpp"
#include "tools/completion.hpp"
#include "tools/file_identity.hpp"
#include "tools/terminal.hpp"
#include "tools/tool_main.hpp"

namespace mg::tools {

namespace {

constexpr std::uint64_t most_repeats = 1'000'000;

auto text(const char* name) { return po::value<std::string>()->value_name(name); }

po::options_description what_options() {
  po::options_description options("What to time");
  options.add_options()("filter", text("TEXT"), "only the cells whose names hold every word of TEXT")(
      "list", "show the names of the cells, and time nothing")(
      "graphs", text("DIR"), "the folder that keeps generated graphs (graphs); made where it is missing")(
      "plugin", po::value<std::vector<std::string>>()->value_name("X.so"),
      "load algorithms, engines, policies, balancers or layouts from a shared object; may be repeated");
  return options;
}

po::options_description how_options() {
  po::options_description options("How, whatever the suite says");
  options.add_options()("repeats", text("N"), "timed runs a source")("warmup", text("N"), "runs before the first")(
      "validate", "prove the results of every cell right, outside what is timed; exit status 4 if they are not")(
      "device", text("NAME"), "auto | cpu | cuda | cuda:N")(
      "threads", text("N"), "threads of this process; as a rule one for each processor that it may keep busy")(
      "bandwidth", text("GB/s"), "read bandwidth of the device, for the floor; known for an H200");
  return options;
}

po::options_description output_options() {
  po::options_description options("What to get");
  options.add_options()("output,o", text("FILE"), "the results as JSON, written after every cell; - for stdout")(
      "markdown", text("FILE"), "the tables, instead of on standard output")("version", "the version and its commit")(
      "help,h", "this text");
  return options;
}

po::options_description bench_options() {
  po::options_description all;
  all.add(what_options()).add(how_options()).add(output_options());
  return all;
}

std::string help_text() {
  std::ostringstream help;
  help << R"(mg_bench SUITE.json [OPTION...]: times algorithms on graphs and says how sure the times are.
mg_bench compare A.json B.json: what changed between two results, and whether it is more than noise.

  mg_bench docs/suites/cpu.json -o before.json           time, table on standard output
  mg_bench docs/suites/cpu.json --filter "kron bfs"      a part of it
  mg_bench docs/suites/peers.json --graphs /big/graphs   where generated graphs are kept
  mg_bench compare before.json after.json

A suite is a JSON object. This one has 2 graphs x 2 algorithms, bfs under 2 schedules: 6 cells.

  {
    "name": "example",
    "graphs": {
      "kron16": {"generator": "kron", "scale": 16, "weights": "random:1:255:1"},
      "mine":   {"file": "mine.el", "undirected": true}
    },
    "algorithms": {
      "bfs":    {"schedules": ["", "direction=push"]},
      "pr-20":  {"algorithm": "pagerank", "parameters": {"iterations": 20}}
    },
    "sources": ["max-degree"],
    "repeats": 5
  }

  graphs      by name, either {"generator": KIND, ...} with the options of `mg_prep generate`, or {"file": FILE, ...}
              with those of `mg_prep convert`; files are relative to the suite. Options are spelled without the dashes.
  algorithms  by label: "algorithm" (the label, if left out), "parameters", "graphs" (all, if left out), and its own
              value of any of the settings below
  settings    "sources" (as mg_run's --source), "schedules" ("" is the default one), "engines", "policies" (of
              the engines auto and hybrid), "devices", "repeats" (5), "warmup" (1), "validate" (false)
  baselines   ["cusparse"]: on every graph and every GPU of the suite, the time of cuSPARSE's product of the matrix of
              incoming arcs and a vector, beside which PageRank's time an iteration is put

A cell that cannot run, for want of a GPU say, or because its schedule has a key that nobody reads in such a run, is
recorded with the reason and stops nothing.

)" << bench_options()
       << "\nExit status: 0 done, 1 wrong use or a bad suite, 2 bad input, 3 not enough memory or no device,\n"
          "4 validation failed, 5 internal. When no cell at all could run: the status of the first one.\n";
  return help.str();
}

/// Writes `content` whole, or fails without a trace.
void write_file(const std::string& path, const std::string& content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

BenchOptions read_options(const CommandLine& line) {
  BenchOptions options{.threads = threads_option(line), .bandwidth = line.number("bandwidth")};
  if (options.bandwidth && *options.bandwidth <= 0) line.refuse("--bandwidth must be above 0");
  return options;
}

/// The settings of the command line are those of every algorithm and baseline.
void overrule(BenchSuite& suite, const CommandLine& line) {
  const auto repeats = line.integer("repeats", 1, most_repeats);
  const auto warmup = line.integer("warmup", 0, most_repeats);
  const std::string device = device_option(line);
  for (auto* algorithms : {&suite.algorithms, &suite.baselines}) {
    for (BenchAlgorithm& algorithm : *algorithms) {
      BenchSettings& settings = algorithm.settings;
      if (repeats) settings.repeats = static_cast<int>(*repeats);
      if (warmup) settings.warmup = static_cast<int>(*warmup);
      if (line.has("validate")) settings.validate = true;
      if (line.has("device")) settings.devices = {device};
    }
  }
}

ExitCode exit_code(const BenchResults& results) {
  bool any_timed = false;
  for (const BenchRow& row : results.rows) {
    if (row.validated == false) return ExitCode::validation_failed;
    any_timed = any_timed || !row.failed;
  }
  return any_timed ? ExitCode::done : *results.rows.front().failed;
}

void tell_failures(const BenchResults& results) {
  std::size_t failed = 0;
  for (const BenchRow& row : results.rows) {
    if (row.failed) ++failed;
    if (row.validated == false) log_error(fmt::format("{}: wrong results: {}", row.key.name(), row.problem));
  }
  if (failed == 0) return;
  if (failed == results.rows.size()) log_error(results.rows.front().problem);
  warn("{} of {} cells could not be timed", failed, results.rows.size());
}

/// Times the suite and reports it.
class Bench {
 public:
  explicit Bench(const CommandLine& line)
      : line_(line),
        options_(read_options(line)),
        json_path_(line.text("output")),
        tables_path_(line.text("markdown")) {
    if (json_path_ == "-" && !tables_path_) line.refuse("-o - takes standard output: give --markdown FILE, too");
    // Opened first: hours of measuring must not end with a file that cannot be written.
    if (json_path_) keeps_json_ = AtomicFile(*json_path_).is_regular();
    if (tables_path_) static_cast<void>(AtomicFile(*tables_path_));
  }

  ExitCode operator()(const std::string& suite_path) {
    refuse_overwriting({{"the suite", suite_path}},
                       {{"--output", json_path_.value_or("-")}, {"--markdown", tables_path_.value_or("-")}});
    BenchSuite suite = read_suite(suite_path);
    overrule(suite, line_);
    const std::vector<BenchCell> cells = cells_of(suite, line_.text_or("filter", ""));
    if (cells.empty()) line_.refuse("no cell of the suite matches the filter; --list shows their names");
    if (!line_.has("list")) return time(suite, cells, suite_path);
    for (const BenchCell& cell : cells) fmt::print("{}\n", cell.key.name());
    return ExitCode::done;
  }

 private:
  ExitCode time(const BenchSuite& suite, const std::vector<BenchCell>& cells, const std::string& suite_path) {
    const bool uses_gpus = std::ranges::any_of(cells, [](const BenchCell& cell) { return cell.key.device != "cpu"; });
    BenchResults results{.suite = suite.name, .about = suite.about, .machine = BenchMachine::here(uses_gpus)};
    const BenchGraphs graphs(suite_path, line_.text_or("graphs", "graphs"), options_.threads);
    run_cells(cells, graphs, options_, results, [&] {
      if (keeps_json_) write_file(*json_path_, results_json(results));
    });
    results.complete = true;
    if (json_path_) write_file(*json_path_, results_json(results));
    write_file(tables_path_.value_or("-"), results_markdown(results));
    tell_failures(results);
    return exit_code(results);
  }

  const CommandLine& line_;
  const BenchOptions options_;
  const std::optional<std::string> json_path_;
  const std::optional<std::string> tables_path_;
  bool keeps_json_ = false;  ///< the JSON is a file that can be written again and again
};

po::options_description compare_options() {
  po::options_description options;
  options.add_options()("markdown", text("FILE"), "the table, instead of on standard output")("help,h", "this text")(
      "argument", po::value<std::vector<std::string>>());
  return options;
}

po::positional_options_description compare_arguments() {
  po::positional_options_description positional;
  return positional.add("argument", 2);
}

ExitCode compare(const std::vector<std::string>& args) {
  const po::options_description options = compare_options();
  const po::positional_options_description positional = compare_arguments();
  const CommandLine line("mg_bench", args, options, positional);
  if (line.has("help")) {
    fmt::print("{}", help_text());
    return ExitCode::done;
  }
  const auto files = line.texts("argument");
  if (files.size() != 2) line.refuse("expected two results: mg_bench compare A.json B.json");
  write_file(line.text_or("markdown", "-"), compare_results(files[0], files[1]));
  return ExitCode::done;
}

/// Those of a suite, or behind `compare` those of the comparison.
std::string complete_bench(const std::vector<std::string>& words) {
  if (words.size() > 1 && words[0] == "compare") {
    return complete({compare_options(), compare_arguments()}, {words.begin() + 1, words.end()});
  }
  po::positional_options_description positional;
  CompletedCommand command{bench_options(), positional.add("suite", 1)};
  if (words.size() < 2) command.arguments = {"compare"};
  return complete(command, words);
}

ExitCode mg_bench(const std::vector<std::string>& args) {
  if (!args.empty() && args[0] == complete_option) {
    fmt::print("{}", complete_bench({args.begin() + 1, args.end()}));
    return ExitCode::done;
  }
  if (!args.empty() && args[0] == "compare") return compare({args.begin() + 1, args.end()});
  po::options_description options = bench_options();
  options.add_options()("suite", text("SUITE"));
  po::positional_options_description positional;
  positional.add("suite", 1);
  const CommandLine line("mg_bench", args, options, positional);
  if (line.has("help") || args.empty()) {
    fmt::print(args.empty() ? stderr : stdout, "{}", help_text());
    return args.empty() ? ExitCode::wrong_use : ExitCode::done;
  }
  if (line.has("version")) {
    fmt::print("mg_bench {}, commit {}\n", MG_VERSION, build_commit());
    return ExitCode::done;
  }
  const auto suite = line.text("suite");
  if (!suite) line.refuse("which suite? mg_bench SUITE.json");
  register_built_in();
  for (const std::string& plugin : line.texts("plugin")) load_plugin(plugin);
  return Bench(line)(*suite);
}

}  // namespace

}  // namespace mg::tools

int main(int argc, char** argv) { return mg::tools::run_tool("mg_bench", argc, argv, mg::tools::mg_bench); }
