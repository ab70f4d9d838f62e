// Runs and their results.
#include <fmt/ranges.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/registry.hpp"
#include "engine/results.hpp"
#include "engine/schedule/schedule.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "preprocess/writers/result_writer.hpp"
#include "text.hpp"
#include "tools/report/report.hpp"
#include "tools/run/run_output.hpp"

namespace mg::python {

RunOptions run_options(const nb::dict& given) {
  RunOptions options;
  const auto get = [&](const char* name, auto& value) {
    if (given.contains(name)) value = nb::cast<std::remove_cvref_t<decltype(value)>>(given[name]);
  };
  get("engine", options.engine);
  get("policy", options.policy);
  get("device", options.device);
  get("threads", options.threads);
  get("deterministic", options.deterministic);
  get("max_iterations", options.max_iterations);
  get("trace", options.trace);
  std::string schedule;
  get("schedule", schedule);
  options.schedule = parse_schedule(schedule);
  return options;
}

namespace {

/// Arcs and vertices of a graph that is searched in milliseconds and swept until it converges in 0.2 s, so that Ctrl-C
/// can wait for the end.
constexpr std::uint64_t short_run = std::uint64_t{1} << 21;

class RunResult {
 public:
  RunResult(RunRequest request, RunReport report)
      : request_(std::move(request)), report_(std::make_unique<RunReport>(std::move(report))) {}

  [[nodiscard]] const RunReport& report() const { return *report_; }
  [[nodiscard]] const Graph& graph() const { return *report_->graph; }
  [[nodiscard]] Rows rows() const { return report_->algorithm.rows; }
  [[nodiscard]] tools::RunOutcome outcome(const std::string& graph_name) {
    return {.graph_name = graph_name, .graph = graph(), .request = request_, .report = summed_up()};
  }

  /// With the summary, for which somebody has to ask.
  [[nodiscard]] const RunReport& summed_up() {
    const nb::gil_scoped_release no_gil;
    const std::lock_guard lock(*mutex_);
    report_->sum_up();
    return *report_;
  }

  /// Computed when somebody asks first: a column may take work, or a copy from a GPU.
  [[nodiscard]] const std::vector<ResultColumn>& columns() {
    const nb::gil_scoped_release no_gil;
    const std::lock_guard lock(*mutex_);
    const auto turn = report_->take_turn();
    if (!columns_) columns_ = report_->program->results();
    return *columns_;
  }

  [[nodiscard]] const ResultColumn& column(const std::string& name) {
    for (const ResultColumn& column : columns()) {
      if (column.name == name) return column;
    }
    fail(ExitCode::wrong_use, "{} has no column '{}'", report_->algorithm.name, name);
  }

 private:
  RunRequest request_;
  std::unique_ptr<RunReport> report_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::optional<std::vector<ResultColumn>> columns_;
};

/// Whether the size of the graph bounds what a run takes: not where a caller's own numbers may ask for any number of
/// rounds, or rows are those of a table, of which there may be one for each pair of vertices.
bool is_bounded_by_size(const AlgorithmInfo& info, const RunRequest& request) {
  return info.rows == Rows::vertices && std::ranges::none_of(info.parameters, [&](const ParameterSpec& spec) {
           const bool is_number = spec.type == ParameterSpec::Type::number || spec.type == ParameterSpec::Type::integer;
           return is_number && request.parameters.contains(spec.name);
         });
}

bool is_short(const Graph& graph, const RunRequest& request) {
  const AlgorithmInfo info = find_algorithm(request.algorithm).info;
  if (!is_bounded_by_size(info, request)) return false;
  const std::uint64_t runs = planned_runs(info, request, graph.num_vertices());
  return (graph.num_arcs() + graph.num_vertices()) * runs <= short_run && request.options.device == "cpu";
}

using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

RunResult run(const GraphHandle& handle, const std::string& algorithm, const std::map<std::string, Text>& parameters,
              const std::vector<Text>& sources, const nb::dict& options, bool validate,
              const std::map<std::string, Weights>& vertex_weights) {
  RunRequest request{.algorithm = algorithm, .validate = validate, .sums_up = false};
  for (const auto& [name, value] : parameters) request.parameters[name] = value.bytes;
  for (const Text& source : sources) request.sources.push_back(source.bytes);
  for (const auto& [name, weights] : vertex_weights) {
    request.vertex_weights[name] = Array<double>::copy_of(std::span(weights.data(), weights.size()));
  }
  request.options = run_options(options);
  RunReport report = interruptible(is_short(handle.graph(), request), [&](const std::atomic<bool>& stop) {
    RunRequest stoppable = request;
    stoppable.options.stop = &stop;
    return handle.session().run(stoppable);
  });
  if (report.verdict && !report.verdict->ok()) {
    fail(ExitCode::validation_failed, "{}: {}", algorithm, report.verdict->problem);
  }
  return {std::move(request), std::move(report)};
}

/// In file order, or in that of a table: shared where that is how they lie.
template <class T>
Array<T> in_file_order(const RunResult& result, const Array<T>& values) {
  const Graph& graph = result.graph();
  if (graph.order.from_file.empty() || result.rows() != Rows::vertices) return values;
  auto ordered = Array<T>::uninitialized(values.size());
  parallel_for(values.size(), default_threads(), [&](std::size_t f) { ordered[f] = values[graph.order.from_file[f]]; });
  return ordered;
}

/// The values as they are stored.
nb::object raw_values(RunResult& result, const std::string& name) {
  return std::visit(
      [&](const auto& values) -> nb::object { return nb::cast(numpy_view(in_file_order(result, values))); },
      result.column(name).values);
}

/// Vertices as positions in the file's order, -1 for none: the same 32 bits read with a sign, as long as all fit.
nb::object vertex_values(const RunResult& result, const Array<std::uint32_t>& values) {
  const Graph& graph = result.graph();
  Array<std::uint32_t> positions = in_file_order(result, values);
  const bool fits = graph.num_vertices() <= std::numeric_limits<std::int32_t>::max();
  if (!graph.order.to_file.empty()) {
    if (result.rows() != Rows::vertices) positions = Array<std::uint32_t>::copy_of(values);
    for (std::uint32_t& position : positions) position = position == no_vertex ? no_vertex : graph.to_file(position);
  }
  if (fits) {
    const std::shared_ptr<const void> owner = std::make_shared<Array<std::uint32_t>>(positions);
    return nb::cast(numpy_view(
        Array<std::int32_t>::view({reinterpret_cast<const std::int32_t*>(positions.data()), positions.size()}, owner)));
  }
  auto wide = Array<std::int64_t>::uninitialized(positions.size());
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = positions[i] == no_vertex ? -1 : std::int64_t{positions[i]};
  return nb::cast(numpy_view(wide));
}

/// Distances as f64, with infinities; exact below 2^53.
template <class T>
nb::object distance_values(const RunResult& result, const Array<T>& values) {
  const Array<T> ordered = in_file_order(result, values);
  auto distances = Array<double>::uninitialized(ordered.size());
  parallel_for(distances.size(), default_threads(), [&](std::size_t i) {
    const bool reached = std::is_floating_point_v<T> || ordered[i] != std::numeric_limits<T>::max();
    distances[i] = reached ? static_cast<double>(ordered[i]) : std::numeric_limits<double>::infinity();
  });
  return nb::cast(numpy_view(distances));
}

nb::object values_of(RunResult& result, const std::string& name) {
  const ResultColumn& column = result.column(name);
  return std::visit(
      [&]<class T>(const Array<T>& values) -> nb::object {
        if constexpr (std::is_same_v<T, std::uint32_t>) {
          if (column.meaning == ResultColumn::Meaning::vertex) return vertex_values(result, values);
        }
        if (column.meaning == ResultColumn::Meaning::distance && !std::is_same_v<T, double>) {
          return distance_values(result, values);
        }
        return nb::cast(numpy_view(in_file_order(result, values)));
      },
      column.values);
}

/// The column for whoever takes arrays by DLPack; nobody is told there that it must not be written.
nb::object dlpack_of(RunResult& result, const std::string& name) {
  return std::visit(
      [&]<class T>(const Array<T>& values) -> nb::object {
        auto* held = new Array<T>(in_file_order(result, values));
        const nb::capsule owner(held, [](void* pointer) noexcept { delete static_cast<Array<T>*>(pointer); });
        return nb::cast(nb::ndarray<nb::array_api, T, nb::ndim<1>>(held->data(), {held->size()}, owner));
      },
      result.column(name).values);
}

/// A column that the run has left on a GPU, without a copy: the result lives as long as whoever has it.
nb::object device_dlpack_of(const nb::object& self, const std::string& name) {
  const auto& result = nb::cast<const RunResult&>(self);
  const std::vector<DeviceColumn> columns = result.report().program->device_results();
  const auto found = std::ranges::find(columns, name, &DeviceColumn::name);
  if (found == columns.end()) {
    std::vector<std::string> there;
    there.reserve(columns.size());
    for (const DeviceColumn& column : columns) there.push_back(column.name);
    fail(ExitCode::wrong_use, "{} has left no column '{}' on a GPU: {}", result.report().algorithm.name, name,
         result.report().device == "cpu" ? "it ran on the CPU"
         : there.empty()                 ? "its results are made of what is there"
                                         : fmt::format("there are {}", fmt::join(there, ", ")));
  }
  if (!result.graph().order.from_file.empty()) {
    fail(ExitCode::wrong_use, "the graph is numbered in another order than its file's, and so is what is on the GPU");
  }
  return std::visit(
      [&]<class T>(std::span<const T> values) -> nb::object {
        return nb::cast(nb::ndarray<nb::array_api, const T, nb::ndim<1>, nb::device::cuda>(
            values.data(), {values.size()}, self, {}, nb::dtype<T>(), nb::device::cuda::value, found->device));
      },
      found->values);
}

std::vector<std::pair<std::string, std::string>> columns_of(RunResult& result) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (const ResultColumn& column : result.columns()) {
    using Meaning = ResultColumn::Meaning;
    columns.emplace_back(column.name, column.meaning == Meaning::vertex     ? "vertex"
                                      : column.meaning == Meaning::distance ? "distance"
                                                                            : "number");
  }
  return columns;
}

std::vector<std::pair<Text, std::string>> top_of(RunResult& result, const std::string& name, std::size_t count) {
  const ResultColumn& column = result.column(name);
  std::vector<std::pair<Text, std::string>> ranking;
  for (const Ranked& line : top(result.graph(), column, count)) ranking.emplace_back(Text{line.name}, line.value);
  return ranking;
}

/// Rows of a table, by what is in one column: a text a column each.
std::vector<std::vector<Text>> top_rows_of(RunResult& result, const std::string& name, std::size_t count) {
  const ResultColumn& by = result.column(name);
  std::vector<std::vector<Text>> ranking;
  for (const std::uint64_t row : top_rows(by, count)) {
    std::vector<Text>& texts = ranking.emplace_back();
    for (const ResultColumn& column : result.columns()) {
      append_value(result.graph(), column, row, texts.emplace_back().bytes);
    }
  }
  return ranking;
}

/// The column by which rows of a table are ranked unless another is asked for.
std::string ranking_column_of(RunResult& result) {
  const std::vector<ResultColumn>& columns = result.columns();
  if (columns.empty()) fail(ExitCode::wrong_use, "{} has no columns", result.report().algorithm.name);
  return ranking_column(columns).name;
}

std::uint64_t num_rows_of(RunResult& result) {
  if (result.rows() == Rows::vertices) return result.graph().num_vertices();
  const std::vector<ResultColumn>& columns = result.columns();
  return columns.empty() ? 0 : num_rows(columns.front());
}

/// Writes the columns to a file, in the form that its name says; returns what a person should know.
nb::list write(RunResult& result, const Text& file, const nb::object& progress_callback) {
  const std::vector<ResultColumn>& columns = result.columns();
  return message_objects(with_progress(progress_callback, [&](Progress& progress) {
    ResultWriter writer(file.bytes);
    writer.require_names(result.graph().names);
    writer.require_rows(result.report().algorithm);
    return writer.write(result.graph(), columns, progress, result.rows());
  }));
}

nb::dict times_of(const RunResult& result) {
  const RunReport& report = result.report();
  nb::dict times;
  times["open"] = report.open_ms;
  times["copy"] = report.copy_ms;
  times["compile"] = report.compile_ms;
  times["prepare"] = report.prepare_ms;
  times["compute"] = report.median_ms();
  times["validate"] = report.validate_ms;
  times["summary"] = report.summary_ms;
  return times;
}

nb::dict summary_of(RunResult& result) {
  nb::dict facts;
  for (const auto& [name, value] : result.summed_up().summary) {
    facts[name.c_str()] = std::visit([](auto number) { return nb::object(nb::cast(number)); }, value);
  }
  return facts;
}

nb::str explanation_of(RunResult& result) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = ::open_memstream(&text, &size);
  if (out == nullptr) fail(ExitCode::no_resources, "not enough memory for an explanation");
  tools::print_explanation(out, result.outcome("graph"));
  std::fclose(out);
  const std::string explanation(text, size);
  std::free(text);
  return message_object(explanation);
}

nb::object algorithm_of(const AlgorithmEntry& entry) {
  nb::list parameters;
  for (const ParameterSpec& spec : entry.info.parameters) {
    using Type = ParameterSpec::Type;
    nb::dict parameter;
    parameter["name"] = spec.name;
    parameter["type"] = spec.type == Type::number         ? "number"
                        : spec.type == Type::integer      ? "integer"
                        : spec.type == Type::flag         ? "flag"
                        : spec.type == Type::choice       ? "choice"
                        : spec.type == Type::vertex       ? "vertex"
                        : spec.type == Type::vertex_pairs ? "vertex_pairs"
                                                          : "vertex_weights";
    parameter["default"] = spec.fallback;
    parameter["help"] = spec.help;
    parameter["lowest"] = spec.lowest;
    parameter["highest"] = spec.highest;
    parameter["choices"] = spec.choices;
    parameter["unnamed"] = spec.unnamed;
    parameters.append(parameter);
  }
  nb::dict algorithm;
  algorithm["name"] = entry.info.name;
  algorithm["summary"] = entry.info.summary;
  algorithm["source"] = entry.info.source == SourceUse::none  ? "none"
                        : entry.info.source == SourceUse::one ? "one"
                                                              : "set";
  algorithm["needs_weights"] = entry.info.weights == WeightUse::required;
  algorithm["row"] = std::string(row_word(entry.info));
  algorithm["uses_weights"] = entry.info.weights != WeightUse::ignored;
  algorithm["signed_weights"] = entry.info.weights == WeightUse::of_any_sign;
  algorithm["parameters"] = parameters;
  algorithm["origin"] = entry.origin;
  return algorithm;
}

}  // namespace

void define_registry(nb::module_& module) {
  module.def("algorithms", [] {
    nb::list all;
    for (const AlgorithmEntry& entry : registered_algorithms()) all.append(algorithm_of(entry));
    return all;
  });
}

void define_run(nb::module_& module) {
  nb::class_<RunResult>(module, "Result")
      .def_prop_ro("algorithm", [](const RunResult& result) { return result.report().algorithm.name; })
      .def_prop_ro("device", [](const RunResult& result) { return result.report().device; })
      .def_prop_ro("engine", [](const RunResult& result) { return result.report().engine; })
      .def_prop_ro("validated", [](const RunResult& result) { return result.report().validated(); })
      .def_prop_ro("stopped_early", [](const RunResult& result) { return result.report().unfinished_runs() > 0; })
      .def_prop_ro("stopped_by",
                   [](const RunResult& result) -> std::optional<nb::str> {
                     const TimedRun* const unfinished = result.report().unfinished_run();
                     if (unfinished == nullptr) return std::nullopt;
                     return message_object(unfinished->stopped_by);
                   })
      .def_prop_ro("iterations", [](const RunResult& result) { return result.report().runs.back().iterations; })
      .def_prop_ro("row", [](const RunResult& result) { return std::string(row_word(result.report().algorithm)); })
      .def_prop_ro("is_table", [](const RunResult& result) { return result.rows() != Rows::vertices; })
      .def("columns", &columns_of)
      .def("num_rows", &num_rows_of)
      .def("values", &values_of, nb::arg("name"), nb::sig("def values(self, name: str) -> typing.Any"))
      .def("raw_values", &raw_values, nb::arg("name"), nb::sig("def raw_values(self, name: str) -> typing.Any"))
      .def("dlpack", &dlpack_of, nb::arg("name"), nb::sig("def dlpack(self, name: str) -> typing.Any"))
      .def(
          "device_dlpack",
          [](const nb::handle& self, const std::string& name) { return device_dlpack_of(nb::borrow(self), name); },
          nb::arg("name"), nb::sig("def device_dlpack(self, name: str) -> typing.Any"))
      .def("trace", [](RunResult& result) { return Text{tools::trace_json(result.outcome("graph"))}; })
      .def("top", &top_of, nb::arg("name"), nb::arg("count"))
      .def("top_rows", &top_rows_of, nb::arg("name"), nb::arg("count"))
      .def("ranking_column", &ranking_column_of)
      .def("write", &write, nb::arg("path"), nb::arg("progress").none())
      .def("times", &times_of)
      .def("summary", &summary_of)
      .def("explain", &explanation_of)
      .def("report", [](RunResult& result) { return Text{tools::report_page(result.outcome("graph"))}; });
  module.def("run", &run, nb::arg("graph"), nb::arg("algorithm"), nb::arg("parameters"), nb::arg("sources"),
             nb::arg("options"), nb::arg("validate"), nb::arg("vertex_weights") = std::map<std::string, Weights>{},
             nb::sig("def run(graph: Graph, algorithm: str, parameters: dict[str, str], sources: list[str], options: "
                     "dict[str, typing.Any], validate: bool, vertex_weights: dict[str, typing.Any] = {}) -> Result"));
}

}  // namespace mg::python
