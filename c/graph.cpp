// Graphs for C.
#include "c/handles.hpp"
#include "c/options.hpp"
#include "engine/cpu/parallel.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/write.hpp"

namespace mg::c {

namespace {

mg_graph* build(EdgeList list, const BuildOptions& options) {
  BuildReport report;
  return new mg_graph{build_graph(std::move(list), options, report, silent_progress())};
}

/// What is not said in a list of numbers is decided as for an edge list, whose vertices are all that there are.
EdgeList list_of(std::uint64_t vertices, std::uint64_t count, const std::uint32_t* sources,
                 const std::uint32_t* targets, const float* weights) {
  if (vertices > max_vertices) {
    fail(ExitCode::wrong_use, "{} vertices are too many: there are at most {}", vertices, max_vertices);
  }
  EdgeList list;
  list.names = VertexNames::counted(0, static_cast<VertexId>(vertices));
  list.format = "el";
  list.edges = Array<Edge>::uninitialized(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (sources[i] >= vertices || targets[i] >= vertices) {
      fail(ExitCode::bad_input, "edge {} leads from {} to {}, and there are the vertices 0 to {} alone", i, sources[i],
           targets[i], static_cast<std::int64_t>(vertices) - 1);
    }
    list.edges[i] = {sources[i], targets[i]};
  }
  if (weights != nullptr) list.weights = Array<float>::copy_of({weights, count});
  return list;
}

}  // namespace

}  // namespace mg::c

int mg_graph_open(const char* path, mg_graph** graph, mg_error** error) {
  return mg::c::guarded(error, [&] {
    mg::Graph opened = mg::open_prepared(path);
    mg::check_bounds(opened, path);
    *graph = new mg_graph{std::move(opened)};
  });
}

int mg_graph_read(const char* const* paths, size_t count, const char* const* options, mg_graph** graph,
                  mg_error** error) {
  return mg::c::guarded(error, [&] {
    const mg::c::GraphOptions given = mg::c::graph_options(mg::c::options(options));
    const std::vector<std::string> files(paths, paths + count);
    *graph = mg::c::build(mg::read_graph(files, given.read, mg::silent_progress()), given.build);
  });
}

int mg_graph_from_edges(uint64_t vertices, uint64_t count, const uint32_t* sources, const uint32_t* targets,
                        const float* weights, const char* const* options, mg_graph** graph, mg_error** error) {
  return mg::c::guarded(error, [&] {
    const mg::c::GraphOptions given = mg::c::options_of_arrays(mg::c::options(options));
    *graph = mg::c::build(mg::c::list_of(vertices, count, sources, targets, weights), given.build);
  });
}

int mg_graph_write(const mg_graph* graph, const char* path, const char* format, mg_error** error) {
  return mg::c::guarded(error, [&] {
    const std::string as = format == nullptr ? "auto" : format;
    const bool prepared = as == "mg" || (as == "auto" && std::string_view(path).ends_with(".mg"));
    if (prepared) return mg::write_prepared(graph->graph, path, {}, mg::silent_progress());
    static_cast<void>(mg::write_graph(graph->graph, path, as, mg::silent_progress()));
  });
}

uint64_t mg_graph_vertices(const mg_graph* graph) { return graph->graph.num_vertices(); }
uint64_t mg_graph_arcs(const mg_graph* graph) { return graph->graph.num_arcs(); }
uint64_t mg_graph_edges(const mg_graph* graph) { return graph->graph.num_edges(); }
int mg_graph_is_directed(const mg_graph* graph) { return graph->graph.directed ? 1 : 0; }

size_t mg_graph_name(const mg_graph* graph, uint64_t row, char* buffer, size_t size) {
  std::string name;
  if (row < graph->graph.num_vertices()) {
    mg::c::guarded(nullptr, [&] { name = graph->graph.names.name(static_cast<mg::VertexId>(row)); });
  }
  return mg::c::write_text(name, buffer, size);
}

int mg_graph_find(const mg_graph* graph, const char* name, uint64_t* row, mg_error** error) {
  return mg::c::guarded(error, [&] {
    const auto found = graph->graph.names.find(name);
    if (!found) mg::fail(mg::ExitCode::wrong_use, "there is no vertex '{}'", name);
    *row = *found;
  });
}

void mg_graph_free(mg_graph* graph) { delete graph; }
