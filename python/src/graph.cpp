// Graphs of files and arrays, and what they are made of.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <variant>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/building/graph_of_rows.hpp"
#include "preprocess/building/order.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/read.hpp"
#include "preprocess/readers/edge_columns.hpp"
#include "preprocess/readers/name_interner.hpp"
#include "preprocess/readers/table_columns.hpp"
#include "preprocess/write.hpp"
#include "text.hpp"

namespace mg::python {
namespace {

/// A one-dimensional array of numbers, as numpy, pandas or anybody hands it over.
using Numbers = nb::ndarray<nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;
/// Options as texts, by name; Python has left out those that nobody gave.
using Texts = std::map<std::string, std::string, std::less<>>;

Texts texts_of(const nb::dict& options) {
  Texts texts;
  for (const auto& [key, value] : options) texts.emplace(bytes_of_text(key), bytes_of_text(value));
  return texts;
}

std::string text_or(const Texts& texts, std::string_view name, const char* fallback) {
  const auto found = texts.find(name);
  return found == texts.end() ? fallback : found->second;
}

template <class Value>
Value choose(const Texts& texts, std::string_view name, const std::vector<std::pair<const char*, Value>>& choices) {
  const std::string given = text_or(texts, name, choices.front().first);
  std::string allowed;
  for (const auto& [text, value] : choices) {
    if (given == text) return value;
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", text);
  }
  fail(ExitCode::wrong_use, "{} cannot be '{}': allowed are {}", name, given, allowed);
}

BuildOptions build_options(const Texts& texts) {
  BuildOptions options;
  if (texts.contains("directed")) options.directed = text_or(texts, "directed", "") == "true";
  options.duplicates = choose<DuplicatePolicy>(texts, "duplicates",
                                               {{"min", DuplicatePolicy::min},
                                                {"first", DuplicatePolicy::first},
                                                {"max", DuplicatePolicy::max},
                                                {"sum", DuplicatePolicy::sum},
                                                {"keep", DuplicatePolicy::keep}});
  options.self_loops =
      choose<SelfLoopPolicy>(texts, "self_loops", {{"keep", SelfLoopPolicy::keep}, {"drop", SelfLoopPolicy::drop}});
  options.isolated = text_or(texts, "isolated", "auto") == "drop" ? IsolatedPolicy::drop : IsolatedPolicy::keep;
  options.weights = WeightPolicy::parse(text_or(texts, "weights", "auto"));
  options.order = text_or(texts, "order", "original");
  check_order(options.order);
  return options;
}

Isolated isolated_option(const Texts& texts) {
  return choose<Isolated>(texts, "isolated",
                          {{"auto", Isolated::automatic}, {"keep", Isolated::keep}, {"drop", Isolated::drop}});
}

ReadOptions read_options(const Texts& texts, const BuildOptions& build) {
  ReadOptions options;
  options.format = text_or(texts, "format", "auto");
  options.isolated = isolated_option(texts);
  options.read_weights = build.weights.kind == WeightPolicy::Kind::automatic;
  options.bipartite = text_or(texts, "bipartite", "") == "true";
  options.weight_attribute = build.weights.attribute;
  options.table.columns = text_or(texts, "columns", "");
  if (!options.table.columns.empty()) static_cast<void>(ColumnChoice::parse(options.table.columns));
  if (texts.contains("header")) options.table.header = text_or(texts, "header", "") == "true";
  if (texts.contains("delimiter")) options.table.delimiter = parse_delimiter(text_or(texts, "delimiter", ""));
  options.table.names = choose<NameKind>(texts, "names",
                                         {{"auto", NameKind::automatic},
                                          {"numbers", NameKind::numbers},
                                          {"strings", NameKind::strings},
                                          {"labels", NameKind::labels}});
  return options;
}

GraphHandle built(EdgeList list, const BuildOptions& options, Progress& progress) {
  std::vector<std::string> decisions = std::move(list.decisions);
  BuildReport report;
  Graph graph = build_graph(std::move(list), options, report, progress);
  for (const std::string& sentence : report.sentences()) decisions.push_back(sentence);
  return {std::move(graph), std::move(decisions)};
}

std::vector<std::string> bytes_of_all(const std::vector<Text>& texts) {
  std::vector<std::string> all;
  all.reserve(texts.size());
  for (const Text& text : texts) all.push_back(text.bytes);
  return all;
}

GraphHandle read(const std::vector<Text>& paths, const nb::dict& options, const nb::object& progress_callback) {
  const std::vector<std::string> inputs = bytes_of_all(paths);
  for (const std::string& input : inputs) {
    std::error_code unknown;  // what is no file is not looked into: a pipe is read once
    if (!std::filesystem::is_regular_file(input, unknown) || !is_prepared(input)) continue;
    fail(ExitCode::bad_input, "{}: a prepared graph already; open it with multigraph.open", input);
  }
  const Texts texts = texts_of(options);
  const BuildOptions build = build_options(texts);
  const ReadOptions reading = read_options(texts, build);
  return with_progress(progress_callback, [&](Progress& progress) {
    return built(read_graph(inputs, reading, progress), build, progress);
  });
}

GraphHandle open(const Text& file) {
  const std::string& path = file.bytes;
  return interruptible(false, [&](const std::atomic<bool>&) {
    Graph graph = open_prepared(path);
    check_bounds(graph, path);
    return GraphHandle(std::move(graph), inspect_prepared(path).metadata.provenance.decisions);
  });
}

/// Writes a prepared graph, or what another format says of it; returns what a person should know.
nb::list write(const GraphHandle& handle, const Text& file, const std::string& format,
               const nb::object& progress_callback) {
  const std::string& path = file.bytes;
  return message_objects(with_progress(progress_callback, [&](Progress& progress) -> std::vector<std::string> {
    const bool is_named_prepared = format == "auto" && path.ends_with(".mg");
    if (!is_named_prepared && format != "prepared") return write_graph(handle.graph(), path, format, progress);
    const Provenance provenance{.inputs = {"Python"}, .format = "python", .decisions = handle.decisions()};
    write_prepared(handle.graph(), path, {.provenance = provenance}, progress);
    return {};
  }));
}

/// Calls f with the span of the array, for the types of numbers that vertices and weights come in.
template <class... Types, class F>
auto with_type(const Numbers& array, std::string_view what, F&& f) {
  using Result = std::common_type_t<decltype(f(std::span<const Types>()))...>;
  std::optional<Result> result;
  const auto try_type = [&]<class T>(T) {
    if (!result && array.dtype() == nb::dtype<T>()) {
      result = f(std::span<const T>(static_cast<const T*>(array.data()), array.size()));
    }
  };
  (try_type(Types{}), ...);
  if (!result) fail(ExitCode::wrong_use, "{}: numbers of another type are expected, 32 or 64 bits each", what);
  return *std::move(result);
}

Weights weights_of(const Numbers& array, std::vector<std::string>& decisions) {
  std::size_t rounded = 0;
  Weights weights = with_type<float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      array, "weights", [&](auto numbers) { return weights_of_column(numbers, rounded); });
  if (rounded > 0)
    decisions.push_back(fmt::format("{} weight{} rounded to 32 bits", rounded, rounded == 1 ? " was" : "s were"));
  return weights;
}

GraphHandle from_numbers(const Numbers& source, const Numbers& target, const std::optional<Numbers>& weights,
                         const nb::dict& options, const nb::object& progress_callback) {
  const Texts texts = texts_of(options);
  const BuildOptions build = build_options(texts);
  const bool keep = isolated_option(texts) == Isolated::keep;
  if (source.dtype() != target.dtype()) fail(ExitCode::wrong_use, "sources and targets are of different types");
  return with_progress(progress_callback, [&](Progress& progress) {
    EdgeList list =
        with_type<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(source, "vertices", [&](auto sources) {
          using Id = std::remove_cv_t<typename decltype(sources)::element_type>;
          return edges_of_columns<Id>(sources, {static_cast<const Id*>(target.data()), target.size()}, keep);
        });
    if (weights) list.weights = weights_of(*weights, list.decisions);
    if (weights && weights->size() != list.edges.size()) {
      fail(ExitCode::bad_input, "there are {} edges and {} weights", list.edges.size(), weights->size());
    }
    return built(std::move(list), build, progress);
  });
}

/// `storage` holds a text of bytes that are not all UTF-8's.
std::string_view text_of(nb::handle text, std::size_t row, std::string& storage) {
  Py_ssize_t size = 0;
  if (!PyUnicode_Check(text.ptr())) {
    fail(ExitCode::bad_input, "row {}: vertices are named by texts here, and one is {}", row,
         nb::cast<std::string>(nb::repr(text)));
  }
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  try {
    return storage = bytes_of_text(text);
  } catch (nb::python_error&) {
    fail(ExitCode::bad_input, "row {}: the name {} has a surrogate in it that stands for no byte", row,
         nb::cast<std::string>(nb::repr(text)));
  }
}

GraphHandle from_names(const nb::list& source, const nb::list& target, const std::optional<Numbers>& weights,
                       const nb::dict& options, const nb::object& progress_callback) {
  const BuildOptions build = build_options(texts_of(options));
  if (source.size() != target.size()) {
    fail(ExitCode::bad_input, "there are {} sources and {} targets", source.size(), target.size());
  }
  EdgeList list;
  NameInterner names;
  std::string storage;
  list.edges = Array<Edge>::uninitialized(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    const VertexId from = names.intern(text_of(source[i], i, storage));
    list.edges[i] = {from, names.intern(text_of(target[i], i, storage))};
  }
  list.names = names.take();
  list.format = "columns";
  if (weights) list.weights = weights_of(*weights, list.decisions);
  if (weights && weights->size() != list.edges.size()) {
    fail(ExitCode::bad_input, "there are {} edges and {} weights", list.edges.size(), weights->size());
  }
  return with_progress(progress_callback, [&](Progress& progress) { return built(std::move(list), build, progress); });
}

/// `array` as T without a copy where only the sign differs; else converted, value by value.
template <class T>
Array<T> as_array(const Numbers& array, std::string_view what) {
  using Signed = std::make_signed_t<T>;
  using Other = std::conditional_t<sizeof(T) == 8, std::int32_t, std::int64_t>;
  const auto refuse_negative = [&](auto numbers) {
    const std::size_t first =
        parallel_find(numbers.size(), default_threads(), [&](std::size_t i) { return numbers[i] < 0; });
    if (first < numbers.size()) fail(ExitCode::bad_input, "{}: number {} is {}", what, first, numbers[first]);
  };
  return with_type<T, Signed, Other>(array, what, [&](auto numbers) {
    using Given = std::remove_cv_t<typename decltype(numbers)::element_type>;
    if constexpr (std::is_signed_v<Given>) refuse_negative(numbers);
    if constexpr (sizeof(Given) == sizeof(T)) {
      const nb::gil_scoped_acquire gil;
      return Array<T>::view({reinterpret_cast<const T*>(numbers.data()), numbers.size()}, owner_of(nb::cast(array)));
    } else {
      auto converted = Array<T>::uninitialized(numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (static_cast<std::uint64_t>(numbers[i]) > std::numeric_limits<T>::max()) {
          fail(ExitCode::bad_input, "{}: number {} is {}, which is too large", what, i, numbers[i]);
        }
        converted[i] = static_cast<T>(numbers[i]);
      }
      return converted;
    }
  });
}

/// Weights of rows: shared where they are 32 bits wide already.
Weights row_weights(const Numbers& array, std::vector<std::string>& decisions) {
  const auto share = [&]<class T>(T) -> Weights {
    const nb::gil_scoped_acquire gil;
    return Array<T>::view({static_cast<const T*>(array.data()), array.size()}, owner_of(nb::cast(array)));
  };
  if (array.dtype() == nb::dtype<float>()) return share(float{});
  if (array.dtype() == nb::dtype<std::uint32_t>()) return share(std::uint32_t{});
  return weights_of(array, decisions);
}

GraphHandle from_csr(const Numbers& indptr, const Numbers& indices, const std::optional<Numbers>& data, bool directed) {
  return interruptible(false, [&](const std::atomic<bool>&) {
    std::vector<std::string> decisions;
    Adjacency rows{as_array<EdgeId>(indptr, "indptr"), as_array<VertexId>(indices, "indices"), {}};
    if (data) rows.weights = row_weights(*data, decisions);
    return GraphHandle(graph_of_rows(std::move(rows), directed), std::move(decisions));
  });
}

/// The graph with other names, in the order of its vertices.
GraphHandle named(const GraphHandle& handle, const nb::list& names) {
  Graph graph = handle.graph();
  if (names.size() != graph.num_vertices()) {
    fail(ExitCode::bad_input, "there are {} vertices and {} names", graph.num_vertices(), names.size());
  }
  auto ends = Array<std::uint64_t>::uninitialized(names.size() + 1);
  std::string bytes;
  std::string storage;
  ends[0] = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    bytes += text_of(names[i], i, storage);
    ends[i + 1] = bytes.size();
  }
  graph.names = VertexNames::strings(std::move(ends), Array<char>::copy_of({bytes.data(), bytes.size()}));
  return {std::move(graph), handle.decisions()};
}

nb::object names_of(const GraphHandle& handle) {
  const VertexNames& names = handle.graph().names;
  if (names.kind() == VertexNames::Kind::integers) return nb::cast(numpy_view(names.ids()));
  if (names.kind() == VertexNames::Kind::counted) {
    auto numbers = Array<std::uint64_t>::uninitialized(names.size());
    for (VertexId v = 0; v < names.size(); ++v) numbers[v] = names.first() + v;
    return nb::cast(numpy_view(numbers));
  }
  nb::list texts;
  for (VertexId v = 0; v < names.size(); ++v) {
    texts.append(object_of_text(names.name(v)));
  }
  return texts;
}

template <class T>
std::uint64_t bytes_of(const Array<T>& array) {
  return array.size_bytes();
}

std::uint64_t bytes_of(const Adjacency& rows) {
  const std::uint64_t weights = type_of(rows.weights) == WeightType::none ? 0 : 4 * rows.num_edges();
  return bytes_of(rows.offsets) + bytes_of(rows.neighbors) + weights;
}

std::uint64_t bytes_of(const GraphHandle& handle) {
  const Graph& graph = handle.graph();
  const bool shared = graph.in.neighbors.same_storage(graph.out.neighbors);
  return bytes_of(graph.out) + (shared ? 0 : bytes_of(graph.in)) + bytes_of(graph.names.offsets()) +
         bytes_of(graph.names.bytes()) + bytes_of(graph.names.by_name()) + bytes_of(graph.order.to_file) +
         bytes_of(graph.order.from_file);
}

/// Rows as numpy sees them: offsets, neighbors, and weights or None.
nb::tuple csr_of(const GraphHandle& handle) {
  const Graph& graph = handle.graph();
  if (!graph.order.to_file.empty()) {
    fail(ExitCode::wrong_use,
         "the vertices of this graph are numbered by order='{}', so that its rows are not the file's",
         graph.order.text);
  }
  const nb::object weights = std::visit(
      [](const auto& values) -> nb::object {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(values)>, std::monostate>) {
          return nb::none();
        } else {
          return nb::cast(numpy_view(values));
        }
      },
      graph.out.weights);
  return nb::make_tuple(numpy_view(graph.out.offsets), numpy_view(graph.out.neighbors), weights);
}

NumpyView<std::uint64_t> degrees_of(const GraphHandle& handle, bool in) {
  const Graph& graph = handle.graph();
  auto degrees = Array<std::uint64_t>::uninitialized(graph.num_vertices());
  for (VertexId file = 0; file < degrees.size(); ++file) {
    degrees[file] = (in ? graph.in : graph.out).degree(graph.from_file(file));
  }
  return numpy_view(degrees);
}

std::optional<VertexId> row_of(const GraphHandle& handle, const Text& name) {
  return handle.graph().names.find(name.bytes);
}

}  // namespace

void define_graph(nb::module_& module) {
  module.def("read", &read, nb::arg("inputs"), nb::arg("options"), nb::arg("progress").none());
  module.def("open", &open, nb::arg("path"));
  module.def("from_numbers", &from_numbers, nb::arg("source"), nb::arg("target"), nb::arg("weights").none(),
             nb::arg("options"), nb::arg("progress").none());
  module.def("from_names", &from_names, nb::arg("source"), nb::arg("target"), nb::arg("weights").none(),
             nb::arg("options"), nb::arg("progress").none());
  module.def("from_csr", &from_csr, nb::arg("indptr"), nb::arg("indices"), nb::arg("data").none(), nb::arg("directed"));
  nb::class_<GraphHandle>(module, "Graph")
      .def_prop_ro("num_vertices", [](const GraphHandle& handle) { return handle.graph().num_vertices(); })
      .def_prop_ro("num_edges", [](const GraphHandle& handle) { return handle.graph().num_edges(); })
      .def_prop_ro("num_arcs", [](const GraphHandle& handle) { return handle.graph().num_arcs(); })
      .def_prop_ro("directed", [](const GraphHandle& handle) { return handle.graph().directed; })
      .def_prop_ro("num_self_loops", [](const GraphHandle& handle) { return handle.graph().cleaning.self_loop_count; })
      .def_prop_ro("weights",
                   [](const GraphHandle& handle) { return std::string(to_string(handle.graph().weight_type())); })
      .def_prop_ro("order", [](const GraphHandle& handle) { return handle.graph().order.text; })
      .def_prop_ro("decisions", [](const GraphHandle& handle) { return message_objects(handle.decisions()); })
      .def_prop_ro("nbytes", [](const GraphHandle& handle) { return bytes_of(handle); })
      .def_prop_ro("gpu_nbytes", [](const GraphHandle& handle) { return handle.session().gpu_bytes(); })
      .def(
          "release", [](const GraphHandle& handle) { handle.session().release(); },
          nb::call_guard<nb::gil_scoped_release>())
      .def("names", &names_of, nb::sig("def names(self) -> typing.Any"))
      .def("named", &named, nb::arg("names"))
      .def("find", &row_of, nb::arg("name"))
      .def("csr", &csr_of)
      .def("degrees", &degrees_of, nb::arg("incoming"))
      .def("write", &write, nb::arg("path"), nb::arg("format"), nb::arg("progress").none());
}

}  // namespace mg::python
