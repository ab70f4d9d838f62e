// mg_run: runs an algorithm on a graph, times it, proves the result and writes it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "algorithms/built_in.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/plugin.hpp"
#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "preprocess/writers/atomic_file.hpp"
#include "preprocess/writers/result_writer.hpp"
#include "tools/completion.hpp"
#include "tools/file_identity.hpp"
#include "tools/load_graph.hpp"
#include "tools/report/report.hpp"
#include "tools/run/doctor.hpp"
#include "tools/run/estimate.hpp"
#include "tools/run/kernel_check.hpp"
#include "tools/run/kernel_listing.hpp"
#include "tools/run/listing.hpp"
#include "tools/run/run_display.hpp"
#include "tools/run/run_options.hpp"
#include "tools/run/run_output.hpp"
#include "tools/run/schedule_points.hpp"
#include "tools/terminal.hpp"
#include "tools/tool_main.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// Exact betweenness and the like: beyond this, n runs from n vertices are worth a word before they start.
constexpr VertexId many_sources = 20'000;

LoadedGraph load(const RunOrder& order) {
  if (is_prepared(order.graph)) {
    refuse_reading_options(order.graph, order.reading_given);
    return map_prepared(order.graph);
  }
  double read_ms = 0;
  EdgeList list = read_edges({order.graph}, order.reading.read, read_ms);
  LoadedGraph loaded = build_edges(std::move(list), {order.graph}, order.reading.build);
  loaded.read_ms = read_ms;
  return loaded;
}

std::string name_of(const std::string& graph) {
  return graph == "-" ? "standard input" : std::filesystem::path(graph).filename().string();
}

/// Starts a GPU that the run is going to ask for, or is likely to for the size of its graph, before that is read.
std::future<void> open_likely_gpu(const RunOrder& order) {
  constexpr std::uint64_t likely_bytes = 8 << 20;
  const std::string& device = order.request.options.device;
  const bool is_likely = device == "auto" && input_bytes({order.graph}) >= likely_bytes;
  if (device == "cpu" || (device == "auto" && !is_likely)) return {};
  return open_ahead(device == "auto" ? 0 : device_index(device));
}

/// Before an output is opened.
void refuse_overwriting_of(const RunOrder& order) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : files_read(std::vector{order.graph})) inputs.push_back({"the graph", file});
  for (const std::string& file : order.files_read) inputs.push_back({"what the run is told by", file});
  std::vector<NamedFile> outputs;
  if (order.results_path) outputs.push_back({"--output", *order.results_path});
  if (order.trace_path) outputs.push_back({"--trace", *order.trace_path});
  if (order.report_path) outputs.push_back({"--report", *order.report_path});
  refuse_overwriting(inputs, outputs);
}

/// Tells what was chosen for the user, or is left aside, where that matters.
void tell_defaults(const Graph& graph, const RunRequest& request) {
  const AlgorithmInfo info = find_algorithm(request.algorithm).info;
  if (info.weights == WeightUse::ignored && graph.weight_type() != WeightType::none) {
    note("{} does not look at the weights of edges", info.name);
  }
  const bool may_be_asked = has_weighted_flag(info) && !request.parameters.contains("weighted");
  if (may_be_asked && graph.weight_type() != WeightType::none) {
    note("{} looks at the weights of edges with -p weighted=true alone", info.name);
  }
  if (!request.sources.empty()) return;
  const SourceUse use = info.source;
  if (use == SourceUse::one) note("no --source given: starting at the vertex of the largest out-degree");
  if (use == SourceUse::set && graph.num_vertices() > many_sources) {
    warn("{} runs from each of the {} vertices, which takes long; --source random:K:SEED samples K of them",
         request.algorithm, with_commas(graph.num_vertices()));
  }
}

/// What is going to be taken of a GPU, before it is.
void tell_plan(const GpuPlan& plan) {
  note(
      "of {} free on {}, {} are going to be used: {} for the graph and frontiers, {} for the algorithm's state, {} for "
      "the engine's layout",
      bytes_text(plan.free_bytes), plan.device, bytes_text(plan.total_bytes()), bytes_text(plan.graph_bytes),
      bytes_text(plan.state_bytes), bytes_text(plan.engine_bytes));
  if (plan.least_bytes() > plan.free_bytes) {
    warn("that is more than there is: --device cpu may be what you need");
  } else if (plan.total_bytes() > plan.free_bytes) {
    note("that is more than there is, so that the engine may go without {} of its layout",
         bytes_text(plan.spared_bytes));
  }
}

/// Why a machine's GPU is not used, though nobody asked for the CPU.
void tell_passed_over(const std::string& reason) { note("there is a GPU, and the run goes to the CPU {}", reason); }

void tell_findings(const Graph& graph, const RunReport& report, bool writes_results) {
  const TimedRun& last = report.runs.back();
  if (report.unfinished_runs() > 0) {
    warn("{}: {}", unfinished_text(report),
         last.stopped_early() ? "the results are those of an unfinished run"
                              : "the last one, of which the results are, was not");
  }
  if (!report.substitution.empty()) warn("{}", report.substitution);
  for (const std::string& part : report.idle_parts) note("no step came under the part '{}' of the schedule", part);
  const std::string cache_problem = shared_specialiser().cache_problem();
  if (!cache_problem.empty()) note("compiled kernels are not kept: {}", cache_problem);
  const bool several = report.algorithm.source == SourceUse::one && last.sources != report.runs.front().sources;
  if (several && writes_results) note("the results are those of the last source, {}", graph.name(last.sources.front()));
}

/// Runs `request`, and shows where it is.
RunReport run_and_show(const Graph& graph, RunRequest request) {
  RunProgress progress;
  request.options.progress = &progress;
  const RunDisplay display(request.algorithm, progress);
  return run_program(graph, request);
}

/// Runs what was ordered and reports it, in the order: run, write, tell.
class Run {
 public:
  explicit Run(const RunOrder& order) : order_(order) {
    refuse_overwriting_of(order);
    // Opened first: hours of computing must not end with a file that cannot be written.
    if (order.results_path) results_.emplace(*order.results_path);
    if (order.trace_path) trace_.emplace(*order.trace_path);
    if (order.report_path) report_.emplace(*order.report_path);
  }

  ExitCode operator()() {
    opening_ = open_likely_gpu(order_);
    LoadedGraph loaded = load(order_);
    if (results_) results_->require_names(loaded.graph.names);
    if (results_) results_->require_rows(find_algorithm(order_.request.algorithm).info);
    tell_defaults(loaded.graph, order_.request);
    RunRequest request = order_.request;
    request.options.on_gpu_plan = tell_plan;
    request.options.on_gpu_passed_over = tell_passed_over;
    RunReport report = run_and_show(loaded.graph, request);
    tell_findings(loaded.graph, report, results_.has_value() || order_.top > 0);
    const bool right = report.validated() != false;
    RunOutcome outcome{.graph_name = name_of(order_.graph),
                       .graph = loaded.graph,
                       .request = order_.request,
                       .report = report,
                       .start_ms = started_ms_,
                       .read_ms = loaded.read_ms,
                       .prepare_ms = loaded.build_ms};
    Stopwatch watch;
    if (order_.top > 0) {
      outcome.ranking = ranking_of(loaded.graph, report.algorithm.rows, report.program->results(), order_.top);
    }
    if (right) write_results(loaded.graph, report);
    if (trace_) write(*trace_, trace_json(outcome));
    if (report_) write(*report_, report_page(outcome));
    outcome.write_ms += watch.lap();
    print(outcome, report.program, loaded.graph);
    if (right) return ExitCode::done;
    log_error(fmt::format("the results are wrong and were not written: {}", report.verdict->problem));
    return ExitCode::validation_failed;
  }

 private:
  void write_results(const Graph& graph, const RunReport& report) {
    if (!results_) return;
    ProgressBar progress;
    for (const std::string& remark :
         results_->write(graph, report.program->results(), progress, report.algorithm.rows)) {
      note("{}", remark);
    }
  }

  static void write(AtomicFile& file, const std::string& text) {
    file.write(text);
    file.commit();
  }

  /// Ends `program`, the last to use a GPU, and the graph, so that the times can say how long leaving them takes.
  void print(RunOutcome& outcome, std::unique_ptr<Program>& program, Graph& graph) const {
    Stopwatch watch;
    std::FILE* people = takes_standard_output(order_) ? stderr : stdout;
    print_run(people, outcome);
    if (outcome.ranking) print_top(people, outcome);
    if (order_.explain) print_explanation(people, outcome);
    auto object = order_.json ? run_object(outcome) : nlohmann::ordered_json();
    if (spells_names(outcome)) {
      note(
          "names that are not UTF-8 are shown with \\xHH for a byte; files of results hold them as they are, and "
          "`iconv -f latin1 -t utf-8` may be what the graph's file needs");
    }
    outcome.write_ms += watch.lap();
    if (opening_.valid()) opening_.wait();  // nobody may be opening what is closed
    program.reset();
    graph = {};
    close_devices();
    outcome.close_ms = watch.lap();
    outcome.wall_ms = wall_ms();
    print_times(people, outcome);
    if (!order_.json) return;
    set_times(object, outcome);
    fmt::print("{}\n", to_line(object));
  }

  const RunOrder& order_;
  double started_ms_ = wall_ms();
  std::future<void> opening_;  ///< of the GPU that the run is likely to take
  std::optional<ResultWriter> results_;
  std::optional<AtomicFile> trace_;
  std::optional<AtomicFile> report_;
};

ExitCode check_kernels_of(const RunOrder& order) {
  const LoadedGraph loaded = load(order);
  const KernelCheck check = check_kernels(loaded.graph, order.request, *order.checked_architecture);
  fmt::print("{}", check_text(check));
  return check.ok() ? ExitCode::done : ExitCode::validation_failed;
}

ExitCode estimate_of(const RunOrder& order) {
  const FoundSize found = graph_size(order.graph, order.reading);
  fmt::print("{}",
             estimate_text(order.graph, found, order.request.algorithm, estimate_memory(order.request, found.size)));
  return ExitCode::done;
}

/// The schedules that there are: how many, or some.
std::string points_of(const CommandLine& line) {
  const std::optional<std::string> algorithm = line.text("algorithm");
  const bool json = line.has("json");
  if (!line.has("sample")) return json ? space_json(algorithm) + '\n' : space_text(algorithm);
  constexpr std::uint64_t most = 1'000'000;
  const std::uint64_t count = line.integer("sample", 1, most).value_or(1);
  const std::uint64_t seed = line.integer("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(0);
  return json ? sample_json(algorithm, count, seed) + '\n' : sample_text(algorithm, count, seed);
}

ExitCode mg_run(const std::vector<std::string>& args) {
  if (!args.empty() && args[0] == complete_option) {
    fmt::print("{}", complete({run_options(), run_arguments()}, {args.begin() + 1, args.end()}));
    return ExitCode::done;
  }
  const CommandLine line("mg_run", args, run_options(), run_arguments());
  register_built_in();
  for (const std::string& plugin : line.texts("plugin")) load_plugin(plugin);
  if (args.empty()) {
    fmt::print(stderr, "{}", run_help());
    return ExitCode::wrong_use;
  }
  if (line.has("help")) {
    fmt::print("{}", run_help());
  } else if (line.has("version")) {
    fmt::print("mg_run {} (plug-in interface {})\n", MG_VERSION, plugin_interface);
  } else if (line.has("doctor")) {
    fmt::print("{}", doctor_text());
  } else if (line.has("list-kernels")) {
    fmt::print("{}", line.has("json") ? kernels_json() + '\n' : kernels_text());
  } else if (line.has("list-space") || line.has("sample")) {
    fmt::print("{}", points_of(line));
  } else if (line.has("list")) {
    fmt::print("{}", line.has("json") ? listing_json() + '\n' : listing_text());
  } else {
    const RunOrder order = read_run_order(line);
    if (order.estimate) return estimate_of(order);
    return order.checked_architecture ? check_kernels_of(order) : Run(order)();
  }
  return ExitCode::done;
}

}  // namespace

}  // namespace mg::tools

int main(int argc, char** argv) { return mg::tools::run_tool("mg_run", argc, argv, mg::tools::mg_run); }
