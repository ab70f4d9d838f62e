#include "tools/bench/bench_run.hpp"

#include <algorithm>
#include <new>

#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "hybrid/policies/policy.hpp"
#include "tools/bench/bench_baseline.hpp"
#include "tools/run/roofline.hpp"
#include "tools/shown_text.hpp"
#include "tools/terminal.hpp"

namespace mg::tools {

namespace {

/// Rows say what a run takes where layouts that help it are there, whatever building them took.
constexpr std::uint64_t many_runs = 1'000'000;

RunRequest request_of(const BenchCell& cell, int threads) {
  const BenchSettings& settings = cell.algorithm->settings;
  return {.algorithm = cell.algorithm->name,
          .parameters = cell.algorithm->parameters,
          .sources = settings.sources,
          .runs = settings.repeats,
          .warmup = settings.warmup,
          .later_runs = many_runs,
          .validate = settings.validate,
          .options = {.engine = cell.key.engine,
                      .schedule = parse_schedule(cell.key.schedule),
                      .policy = cell.key.policy,
                      .device = cell.key.device,
                      .threads = threads}};
}

/// Calls `work`; a failure becomes the row's.
template <class Work>
void attempt(BenchRow& row, Work&& work) {
  const auto failed = [&](ExitCode code, std::string problem) {
    row.failed = code;
    row.problem = std::move(problem);
  };
  try {
    work();
  } catch (const Error& error) {
    failed(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    failed(ExitCode::no_resources, "not enough memory");
  } catch (const std::exception& error) {
    failed(ExitCode::internal, fmt::format("internal error: {}", error.what()));
  }
}

/// What can be refused without the graph.
void check_cell(const BenchCell& cell) {
  if (cell.algorithm->is_baseline) return check_baseline(cell);
  static_cast<void>(parse_schedule(cell.key.schedule));
  if (cell.key.engine != "auto") static_cast<void>(find_engine(cell.key.engine));
  static_cast<void>(make_policy(cell.key.policy));
  if (!cell.key.device.starts_with("cuda")) return;
  static_cast<void>(open_device(device_index(cell.key.device)));
}

BenchRow empty_row(const BenchCell& cell) {
  return {.key = cell.key,
          .registered = cell.algorithm->name,
          .sources = cell.algorithm->settings.sources,
          .parameters = cell.algorithm->parameters};
}

std::optional<double> floor_ms(const Graph& graph, const RunReport& report, const BenchOptions& options) {
  const std::optional<double> bandwidth = options.bandwidth ? options.bandwidth : known_bandwidth(report.device);
  if (!bandwidth) return std::nullopt;
  std::vector<double> bytes;
  for (const TimedRun& run : report.runs) bytes.push_back(floor_bytes(graph, report.algorithm, run));
  return transfer_ms(Spread::of(bytes).median, *bandwidth);
}

void fill_row(BenchRow& row, const Graph& graph, const RunRequest& request, const BenchOptions& options) {
  const RunReport report = run_program(graph, request);
  if (!report.substitution.empty()) warn("{}", report.substitution);
  for (const std::string& part : report.idle_parts) note("no step came under the part '{}' of the schedule", part);
  row.vertices = graph.num_vertices();
  row.arcs = graph.num_arcs();
  row.parameters = {report.parameters.all().begin(), report.parameters.all().end()};
  row.schedule_used = to_text(request.options.schedule, report.schedule_keys);
  row.engine_used = report.engine;
  row.policy_used = report.policy;
  row.device_used = report.device;
  std::vector<double> times;
  for (const TimedRun& run : report.runs) {
    times.push_back(run.ms);
    BenchRun& kept = row.runs.emplace_back();
    for (const VertexId source : run.sources) kept.sources.push_back(as_utf8(graph.name(source)));
    kept.ms = run.ms;
    kept.iterations = run.iterations;
    kept.arcs = run.edges_traversed;
    kept.arcs_read = run.arcs_read;
  }
  row.ms = Spread::of(times);
  row.prepare_ms = report.prepare_ms;
  row.copy_ms = report.copy_ms;
  row.compile_ms = report.compile_ms;
  row.validate_ms = report.validate_ms;
  row.floor_ms = floor_ms(graph, report, options);
  row.result = report.summary;
  if (!report.verdict) return;
  row.validated = report.verdict->ok();
  row.problem = report.verdict->problem;
}

void time_cell(BenchRow& row, const Graph& graph, const BenchCell& cell, const BenchOptions& options) {
  if (cell.algorithm->is_baseline) {
    fill_baseline(row, graph, cell.algorithm->settings);
  } else {
    fill_row(row, graph, request_of(cell, options.threads), options);
  }
}

BenchGraphFacts facts_of(const BenchGraph& graph, const Graph& loaded) {
  return {.name = graph.name,
          .recipe = recipe_text(graph),
          .vertices = loaded.num_vertices(),
          .arcs = loaded.num_arcs(),
          .directed = loaded.directed,
          .weights = std::string(to_string(loaded.weight_type()))};
}

/// The cells of one graph.
class GraphCells {
 public:
  GraphCells(std::span<const BenchCell> cells, std::size_t num_cells, const BenchOptions& options,
             BenchResults& results, const std::function<void()>& saved)
      : cells_(cells), num_cells_(num_cells), options_(options), results_(results), saved_(saved) {}

  void run(const BenchGraphs& graphs) {
    for (const BenchCell& cell : cells_) {
      BenchRow& row = rows_.emplace_back(empty_row(cell));
      attempt(row, [&] { check_cell(cell); });
    }
    LoadedGraph loaded;
    if (std::ranges::any_of(rows_, [](const BenchRow& row) { return !row.failed; })) loaded = load(graphs);
    time(loaded.graph);
  }

 private:
  /// Where there is no graph to be had, that is what its cells fail of.
  LoadedGraph load(const BenchGraphs& graphs) {
    const BenchGraph& graph = *cells_.front().graph;
    LoadedGraph loaded;
    BenchRow trial;
    attempt(trial, [&] { loaded = graphs.load(graph); });
    if (!trial.failed) {
      results_.graphs.push_back(facts_of(graph, loaded.graph));
      return loaded;
    }
    for (BenchRow& row : rows_) {
      if (row.failed) continue;
      row.failed = trial.failed;
      row.problem = trial.problem;
    }
    return {};
  }

  void time(const Graph& graph) {
    ProgressBar progress;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const BenchKey& key = cells_[i].key;
      progress.report(fmt::format("{} {}", key.graph, key.algorithm), results_.rows.size(), num_cells_);
      if (!rows_[i].failed) {
        attempt(rows_[i], [&] { time_cell(rows_[i], graph, cells_[i], options_); });
      }
      results_.rows.push_back(std::move(rows_[i]));
      saved_();
    }
  }

  std::span<const BenchCell> cells_;
  std::size_t num_cells_;
  const BenchOptions& options_;
  BenchResults& results_;
  const std::function<void()>& saved_;
  std::vector<BenchRow> rows_;
};

}  // namespace

void run_cells(const std::vector<BenchCell>& cells, const BenchGraphs& graphs, const BenchOptions& options,
               BenchResults& results, const std::function<void()>& saved) {
  for (auto begin = cells.begin(); begin != cells.end();) {
    const auto end = std::find_if(begin, cells.end(), [&](const BenchCell& c) { return c.graph != begin->graph; });
    GraphCells({begin, end}, cells.size(), options, results, saved).run(graphs);
    begin = end;
  }
}

}  // namespace mg::tools
