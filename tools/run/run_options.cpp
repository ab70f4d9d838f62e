#include "tools/run/run_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>

#include "engine/engine.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "hybrid/policies/policy.hpp"
#include "preprocess/writers/result_writer.hpp"
#include "tools/run/kernel_check.hpp"
#include "tools/text_file.hpp"

namespace mg::tools {

namespace {

constexpr std::uint64_t most_runs = 1'000'000;

auto text(const char* name) { return po::value<std::string>()->value_name(name); }
auto texts(const char* name) { return po::value<std::vector<std::string>>()->value_name(name); }

po::options_description what_options() {
  po::options_description options("What to run");
  options.add_options()("algorithm,a", text("NAME"), "the algorithm; --list shows all")(
      "source", texts("NAME"), "start: a vertex's name | max-degree | random:K:SEED (K runs); may be repeated")(
      "param,p", texts("NAME=VALUE"), "a parameter of the algorithm; may be repeated")(
      "max-iterations", text("N"), "stop after N iterations: an answer that is unfinished then is not validated")(
      "deterministic", "the same parents and sums for any number of threads")(
      "plugin", texts("X.so"),
      "load algorithms, engines, policies, balancers or layouts from a shared object; may be repeated");
  return options;
}

po::options_description how_options() {
  po::options_description options("How to run it");
  options.add_options()("threads", text("N"),
                        "threads of this process; as a rule one for each processor that it may keep busy")(
      "runs", text("1"), "timed runs a source")(
      "warmup", text("N"), "runs before the first timed one; by default until two take about as long, within 400 ms")(
      "device", text("auto"), "auto | cpu | cuda | cuda:N")("engine", text("auto"),
                                                            "auto, or an engine that --list shows")(
      "schedule", text("TEXT"),
      "such as direction=push,balance=edge, with the keys below; or @FILE with such a text or JSON")(
      "policy", text("auto"), "how the engine hybrid chooses; --list shows all");
  return options;
}

po::options_description output_options() {
  po::options_description options("What to get");
  options.add_options()("output,o", text("FILE"),
                        "results: .tsv, .csv, .npy or .bin; .graphml or .gexf: the graph with its results; - for tsv "
                        "on standard output, -.csv and the like for others")(
      "top", text("K"), "print the K vertices with the largest values")(
      "validate", "prove the results right; exit status 4 if they are not")(
      "json", "one JSON object on standard output, with the rows of --top")("trace", text("FILE"),
                                                                            "every step and decision, as JSON")(
      "report", text("FILE"), "what the run did and what it cost, as one HTML page with charts")(
      "explain", "say in words what was chosen and why")("estimate", "say how much memory it takes, and do not run")(
      "check-kernels", text("sm_90"),
      "compile what the first iterations would launch on a GPU of that kind, and do not run: needs no GPU");
  return options;
}

po::options_description about_options() {
  po::options_description options("About this program");
  options.add_options()(
      "list", "algorithms, their parameters, engines, policies and keys of schedules (with --json, for programs)")(
      "list-space", "how many schedules of a GPU there are, in all or for -a (with --json, for programs)")(
      "sample", text("N"), "print N of them, drawn at random (with --json, for programs)")(
      "seed", text("S"), "draw those of this number with --sample (0)")(
      "list-kernels", "the GPU kernels that are compiled already (with --json, for programs)")(
      "doctor", "what this machine offers and lacks")("version", "the version")("help,h", "this text");
  return options;
}

/// What a schedule may say, a key a line.
std::string schedule_help() {
  std::string text =
      "Schedules, KEY=VALUE,... (--list says what each value means; a key that a run does not read is refused):\n";
  for (const ScheduleKeyInfo& info : schedule_keys()) {
    text += fmt::format("  {:<10} {}\n             {} (default {})\n", info.name, info.sentence, info.values,
                        info.fallback);
  }
  return text +
         "  A ; B if size<X% ; NAME: C if arcs>X% and size<Y%: parts, of which the first that holds after A is taken: "
         "for a\n"
         "  step or loop of that name (--list-space has them), or where the frontier has less (<) or more (>) than X% "
         "of the\n"
         "  vertices (size) or arcs (arcs).\n";
}

/// The value of an option, or the text of the file that it names as @FILE. `what` it is, for refusals.
std::string text_or_file(const CommandLine& line, const std::string& value, const char* what, std::size_t longest) {
  if (!value.starts_with('@')) return value;
  const std::string path = value.substr(1);
  const std::optional<std::string> text = text_of_file(path, longest);
  if (!text) line.refuse(fmt::format("the {} in '{}' cannot be read", what, path));
  if (text->size() > longest) {
    line.refuse(fmt::format("'{}' is no {}: it is longer than {} bytes", path, what, longest));
  }
  return *text;
}

std::string schedule_text(const CommandLine& line, const std::string& value) {
  return text_or_file(line, value, "schedule", std::size_t{1} << 20);
}

/// What may be in a file: weights and pairs of vertices.
const char* list_in_words(const AlgorithmInfo& algorithm, const std::string& parameter) {
  const auto spec = std::ranges::find(algorithm.parameters, parameter, &ParameterSpec::name);
  if (spec == algorithm.parameters.end()) return nullptr;
  if (spec->type == ParameterSpec::Type::vertex_weights) return "list of weights";
  return spec->type == ParameterSpec::Type::vertex_pairs ? "list of pairs" : nullptr;
}

/// The text of a list in a file, as lines even where there is one without an end.
std::string list_text(const CommandLine& line, const std::string& value, const char* what) {
  std::string text = text_or_file(line, value, what, std::size_t{1} << 28);
  return value.starts_with('@') ? text + '\n' : text;
}

std::map<std::string, std::string> read_parameters(const CommandLine& line, const AlgorithmInfo& algorithm) {
  std::map<std::string, std::string> parameters;
  for (const std::string& item : line.texts("param")) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
      line.refuse(fmt::format("expected -p NAME=VALUE, found -p {}", item));
    }
    const std::string name = item.substr(0, equals);
    const std::string value = item.substr(equals + 1);
    const char* const list = list_in_words(algorithm, name);
    if (!parameters.emplace(name, list != nullptr ? list_text(line, value, list) : value).second) {
      line.refuse(fmt::format("the parameter '{}' is given twice", name));
    }
  }
  return parameters;
}

std::string read_algorithm(const CommandLine& line) {
  if (const auto name = line.text("algorithm")) return *name;
  std::vector<std::string> names;
  for (const AlgorithmEntry& entry : registered_algorithms()) names.push_back(entry.info.name);
  line.refuse(fmt::format("which algorithm? -a {}", fmt::join(names, " | ")));
}

/// The files that options name to be read.
std::vector<std::string> files_of_options(const CommandLine& line, const AlgorithmInfo& algorithm) {
  constexpr std::string_view replay = "replay:";
  std::vector<std::string> files = line.texts("plugin");
  const std::string schedule = line.text_or("schedule", "");
  const std::string policy = line.text_or("policy", "auto");
  if (schedule.starts_with('@')) files.push_back(schedule.substr(1));
  for (const std::string& item : line.texts("param")) {
    const std::size_t equals = item.find('=');
    if (list_in_words(algorithm, item.substr(0, equals)) != nullptr && item.substr(equals + 1).starts_with('@')) {
      files.push_back(item.substr(equals + 2));
    }
  }
  if (policy.starts_with(replay)) files.push_back(policy.substr(replay.size()));
  return files;
}

/// How many outputs were asked for as `-`.
std::size_t outputs_to_stdout(const RunOrder& order) {
  const bool results = order.results_path && is_standard_output(*order.results_path);
  return std::size_t{results} + std::size_t{order.trace_path == "-"} + std::size_t{order.report_path == "-"};
}

/// Checked before the graph is read.
std::string read_policy(const CommandLine& line, const std::string& engine) {
  std::string policy = line.text_or("policy", "auto");
  static_cast<void>(make_policy(policy));
  if (policy == "auto" || engine == "auto" || !find_engine(engine).make()->policy().empty()) return policy;
  line.refuse(fmt::format("the engine '{}' takes no --policy: use --engine hybrid, or none", engine));
}

RunRequest read_request(const CommandLine& line) {
  RunRequest request;
  request.algorithm = read_algorithm(line);
  const AlgorithmEntry algorithm = find_algorithm(request.algorithm);
  request.parameters = read_parameters(line, algorithm.info);
  const Parameters checked(algorithm.info.parameters, request.parameters);
  request.sources = line.texts("source");
  request.runs = static_cast<int>(line.integer("runs", 1, most_runs).value_or(1));
  request.warmup = static_cast<int>(line.integer("warmup", 0, most_runs).value_or(automatic_warmup));
  request.validate = line.has("validate");
  RunOptions& options = request.options;
  options.engine = line.text_or("engine", "auto");
  if (options.engine != "auto") static_cast<void>(find_engine(options.engine));
  options.policy = read_policy(line, options.engine);
  options.schedule = parse_schedule(schedule_text(line, line.text_or("schedule", "")));
  options.threads = threads_option(line);
  options.deterministic = line.has("deterministic");
  constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
  options.max_iterations = line.integer("max-iterations", 0, unlimited).value_or(unlimited);
  options.trace = line.has("trace") || line.has("report") || line.has("explain");
  return request;
}

/// Of a run that is not to be.
int checked_architecture(const CommandLine& line) {
  for (const char* option :
       {"device", "runs", "warmup", "output", "trace", "report", "top", "validate", "json", "explain", "estimate"}) {
    line.exclusive("check-kernels", option);
  }
  return architecture_option(line);
}

}  // namespace

po::options_description run_options() {
  po::options_description all;
  all.add(what_options()).add(how_options()).add(output_options()).add(about_options());
  po::options_description input("Where the graph comes from");
  input.add_options()("graph", text("GRAPH"), "a prepared graph, or any file that mg_prep convert reads; - for stdin");
  return all.add(input).add(format_options()).add(cleaning_options());
}

po::positional_options_description run_arguments() {
  po::positional_options_description arguments;
  return arguments.add("graph", 1);
}

std::string run_help() {
  std::ostringstream help;
  help << "mg_run GRAPH -a ALGORITHM [OPTION...]: runs a graph algorithm.\n"
          "mg_run --list | --list-space | --sample N | --list-kernels | --doctor | --version\n\n"
          "GRAPH is a graph prepared by mg_prep or any file that mg_prep convert reads.\n\n"
          "  mg_run g.mg -a bfs --source 1 --validate -o levels.tsv   levels from vertex 1, proven\n"
          "  mg_run g.mg -a pagerank --top 10                         the ten most central vertices\n"
          "  mg_run g.mg -a bfs --source random:16:7 --json           timings from sixteen sources\n"
          "  mg_run roads.gr -a sssp --source 1 -p delta=5000         straight from a text file\n"
          "  mg_run g.el --undirected -a tc                           triangles of an edge list\n"
       << run_options() << '\n'
       << schedule_help() << "\nExit status: 0 done, 1 wrong use, 2 bad input, 3 not enough memory or no device,\n"
       << "4 validation failed (or with --check-kernels, a kernel does not compile), 5 internal.\n";
  return help.str();
}

RunOrder read_run_order(const CommandLine& line) {
  RunOrder order;
  const auto graph = line.text("graph");
  if (!graph) line.refuse("which graph? mg_run GRAPH -a ALGORITHM");
  order.graph = *graph;
  order.request = read_request(line);
  order.request.options.device = device_option(line);
  order.reading = read_graph_options(line);
  order.reading_given = given_graph_options(line);
  order.files_read = files_of_options(line, find_algorithm(order.request.algorithm).info);
  order.results_path = line.text("output");
  order.trace_path = line.text("trace");
  order.report_path = line.text("report");
  order.top = line.integer("top", 1, max_vertices).value_or(0);
  order.json = line.has("json");
  order.explain = line.has("explain");
  if (line.has("check-kernels")) order.checked_architecture = checked_architecture(line);
  order.estimate = line.has("estimate");
  const std::size_t streams = outputs_to_stdout(order);
  if (order.json && streams > 0) line.refuse("--json takes standard output: give the other output a file name");
  if (streams > 1)
    line.refuse("standard output takes one of --output, --trace and --report: give the others a file name");
  return order;
}

bool takes_standard_output(const RunOrder& order) { return order.json || outputs_to_stdout(order) > 0; }

}  // namespace mg::tools
