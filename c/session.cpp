// Sessions and their results for C.
#include <variant>

#include "algorithms/built_in.hpp"
#include "c/handles.hpp"
#include "c/options.hpp"
#include "engine/results.hpp"

namespace mg::c {

namespace {

/// The column with the file's rows, unless it is one of a table, and of vertices with the file's rows as values.
ResultColumn by_row(const Graph& graph, Rows rows, const ResultColumn& column) {
  const bool is_of_vertices = column.meaning == ResultColumn::Meaning::vertex;
  if (graph.order.to_file.empty() || (rows != Rows::vertices && !is_of_vertices)) return column;
  ResultColumn ordered{.name = column.name, .meaning = column.meaning, .values = {}};
  ordered.values = std::visit(
      [&]<class T>(const Array<T>& values) -> ResultColumn::Values {
        Array<T> in_file = Array<T>::uninitialized(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
          T value = values[i];
          if (is_of_vertices && static_cast<VertexId>(value) != no_vertex) {
            value = static_cast<T>(graph.to_file(static_cast<VertexId>(value)));
          }
          in_file[rows == Rows::vertices ? graph.to_file(static_cast<VertexId>(i)) : i] = value;
        }
        return in_file;
      },
      column.values);
  return ordered;
}

RunRequest request_of(const mg_session& session, const char* algorithm, const char* const* parameters,
                      const char* const* sources) {
  register_built_in();
  RunRequest request = session.request;
  request.options.stop = &session.stop;
  request.algorithm = algorithm;
  for (auto& [name, value] : options(parameters)) {
    if (!request.parameters.emplace(name, value).second) {
      fail(ExitCode::wrong_use, "the parameter '{}' is given twice", name);
    }
  }
  request.sources = texts(sources);
  return request;
}

}  // namespace

}  // namespace mg::c

int mg_session_new(const mg_graph* graph, mg_session** session, mg_error** error) {
  return mg::c::guarded(error, [&] { *session = new mg_session(graph->graph); });
}

int mg_session_set(mg_session* session, const char* option, const char* value, mg_error** error) {
  return mg::c::guarded(error, [&] {
    mg::register_built_in();
    mg::c::set_run_option(session->request, option, value);
  });
}

int mg_session_run(mg_session* session, const char* algorithm, const char* const* parameters,
                   const char* const* sources, mg_result** result, mg_error** error) {
  return mg::c::guarded(error, [&] {
    auto made = std::make_unique<mg_result>();
    made->report = session->session.run(mg::c::request_of(*session, algorithm, parameters, sources));
    if (made->report.validated() == false) {
      mg::fail(mg::ExitCode::validation_failed, "the results are wrong: {}", made->report.verdict->problem);
    }
    {
      const auto turn = made->report.take_turn();
      made->columns = made->report.program->results();
    }
    for (const mg::ResultColumn& column : made->columns) {
      made->by_row.push_back(mg::c::by_row(*made->report.graph, made->report.algorithm.rows, column));
    }
    *result = made.release();
  });
}

void mg_session_interrupt(mg_session* session) { session->stop.store(true, std::memory_order_relaxed); }
void mg_session_resume(mg_session* session) { session->stop.store(false, std::memory_order_relaxed); }

void mg_session_release(mg_session* session) {
  mg::c::guarded(nullptr, [&] { session->session.release(); });
}

uint64_t mg_session_gpu_bytes(const mg_session* session) {
  uint64_t bytes = 0;
  mg::c::guarded(nullptr, [&] { bytes = session->session.gpu_bytes(); });
  return bytes;
}

void mg_session_free(mg_session* session) { delete session; }

size_t mg_result_columns(const mg_result* result) { return result->by_row.size(); }

uint64_t mg_result_rows(const mg_result* result) {
  if (!result->columns.empty()) return mg::num_rows(result->columns.front());
  return result->report.algorithm.rows == mg::Rows::vertices ? result->report.graph->num_vertices() : 0;
}

int mg_result_column(const mg_result* result, size_t index, mg_column* column, mg_error** error) {
  return mg::c::guarded(error, [&] {
    if (index >= result->by_row.size()) {
      mg::fail(mg::ExitCode::wrong_use, "there is no column {}: there are {}", index, result->by_row.size());
    }
    const mg::ResultColumn& found = result->by_row[index];
    static_assert(static_cast<int>(mg::ResultColumn::Meaning::number) == MG_NUMBER);
    static_assert(static_cast<int>(mg::ResultColumn::Meaning::vertex) == MG_VERTEX);
    static_assert(static_cast<int>(mg::ResultColumn::Meaning::distance) == MG_DISTANCE);
    *column = {.name = found.name.c_str(),
               .type = static_cast<int>(found.values.index()),  // MG_INT32 and so on are in the variant's order
               .meaning = static_cast<int>(found.meaning),
               .rows = mg::num_rows(found),
               .values = std::visit([](const auto& values) -> const void* { return values.data(); }, found.values)};
  });
}

size_t mg_result_text(const mg_result* result, size_t column, uint64_t row, char* buffer, size_t size) {
  std::string text;
  const mg::Graph& graph = *result->report.graph;
  if (column < result->columns.size() && row < mg_result_rows(result)) {
    const bool is_vertex = result->report.algorithm.rows == mg::Rows::vertices;
    mg::c::guarded(nullptr, [&] {
      mg::append_value(graph, result->columns[column],
                       is_vertex ? graph.from_file(static_cast<mg::VertexId>(row)) : row, text);
    });
  }
  return mg::c::write_text(text, buffer, size);
}

double mg_result_ms(const mg_result* result) { return result->report.median_ms(); }
uint64_t mg_result_iterations(const mg_result* result) { return result->report.runs.back().iterations; }
const char* mg_result_device(const mg_result* result) { return result->report.device.c_str(); }

int mg_result_fact(const mg_result* result, const char* name, double* value) {
  for (const auto& [fact, number] : result->report.summary) {
    if (fact != name) continue;
    *value = std::visit([](auto n) { return static_cast<double>(n); }, number);
    return 1;
  }
  return 0;
}

void mg_result_free(mg_result* result) { delete result; }
