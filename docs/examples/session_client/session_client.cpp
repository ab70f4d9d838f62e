// Ranks the vertices of a graph file, then tells how far each is from the first of them: session_client FILE
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"

namespace {

void rank_and_search(const std::string& file) {
  mg::register_built_in();  // the algorithms and engines of the library
  mg::EdgeList edges = mg::read_graph(std::vector{file}, {}, mg::silent_progress());
  mg::BuildReport cleaning;
  mg::Session session(mg::build_graph(std::move(edges), {.directed = false}, cleaning, mg::silent_progress()));
  const mg::Graph& graph = session.graph();
  if (graph.num_vertices() == 0) mg::fail(mg::ExitCode::bad_input, "{}: the graph has no vertices", file);
  std::printf("%u vertices, %llu edges\n", graph.num_vertices(), static_cast<unsigned long long>(graph.num_edges()));

  const mg::RunReport ranks = session.run(
      {.algorithm = "pagerank", .parameters = {{"damping", "0.9"}}, .validate = true, .options = {.device = "auto"}});
  if (ranks.validated() == false) mg::fail(mg::ExitCode::validation_failed, "{}", ranks.verdict->problem);
  const mg::Ranked first = mg::top(graph, ranks.program->results().front(), 1).front();
  std::printf("the highest rank is that of %s\n", first.name.c_str());

  // The second run finds the graph where the first one has left it, on a GPU too.
  const mg::RunReport search =
      session.run({.algorithm = "bfs", .sources = {first.name}, .options = {.device = "auto"}});
  const std::vector<mg::ResultColumn> columns = search.program->results();
  const auto& levels = std::get<mg::Array<std::int32_t>>(columns.front().values);
  for (mg::VertexId row = 0; row < graph.num_vertices(); ++row) {
    const mg::VertexId v = graph.from_file(row);  // results are by internal numbers
    std::printf("%s is %d steps away\n", graph.name(v).c_str(), levels[v]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) mg::fail(mg::ExitCode::wrong_use, "session_client FILE");
    rank_and_search(argv[1]);
  } catch (const mg::Error& error) {
    std::fprintf(stderr, "session_client: %s\n", error.what());
    return static_cast<int>(error.code());
  }
}
