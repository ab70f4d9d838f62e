/* Ranks the vertices of a graph file: client FILE [OPTION...], with options as mg_graph_read() takes them.
 *   cc client.c $(pkg-config --cflags --libs multigraph) -o client && ./client graph.el undirected=true */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <multigraph.h>

/* Ends the program with the status of a failure, as the tools do. Takes the error by its place: arguments may be read
 * in any order, before the call among them that leaves the error there. */
static void check(int status, mg_error** error) {
  if (status == MG_DONE) return;
  fprintf(stderr, "client: %s\n", mg_error_message(*error));
  mg_error_free(*error);
  exit(status);
}

/* The row of the largest value in a column of floats. */
static uint64_t largest(const mg_column* column) {
  const float* values = column->values;
  uint64_t best = 0;
  for (uint64_t row = 1; row < column->rows; ++row) {
    if (values[row] > values[best]) best = row;
  }
  return best;
}

int main(int argc, char** argv) {
  mg_error* error = NULL;
  mg_graph* graph = NULL;
  mg_session* session = NULL;
  mg_result* result = NULL;
  mg_column column;
  char name[256];
  if (argc < 2) {
    fprintf(stderr, "client FILE [OPTION...]\n");
    return MG_WRONG_USE;
  }
  const char* paths[] = {argv[1]};
  const char* const* options = (const char* const*)argv + 2; /* argv ends with a null, as options do */
  check(mg_graph_read(paths, 1, options, &graph, &error), &error);
  printf("%" PRIu64 " vertices, %" PRIu64 " edges\n", mg_graph_vertices(graph), mg_graph_edges(graph));

  check(mg_session_new(graph, &session, &error), &error);
  check(mg_session_set(session, "validate", "true", &error), &error);
  const char* parameters[] = {"damping=0.85", NULL};
  check(mg_session_run(session, "pagerank", parameters, NULL, &result, &error), &error);
  check(mg_result_column(result, 0, &column, &error), &error);
  if (column.type == MG_FLOAT32 && column.rows > 0) {
    const uint64_t row = largest(&column);
    mg_graph_name(graph, row, name, sizeof name);
    printf("the largest %s is that of %s\n", column.name, name);
  }
  mg_result_free(result);

  /* The graph is where the first run left it. */
  const char* sources[] = {"max-degree", NULL};
  check(mg_session_run(session, "bfs", NULL, sources, &result, &error), &error);
  for (uint64_t row = 0; row < mg_graph_vertices(graph) && row < 3; ++row) {
    char level[32];
    mg_graph_name(graph, row, name, sizeof name);
    mg_result_text(result, 0, row, level, sizeof level);
    printf("%s is %s steps away\n", name, level);
  }
  mg_result_free(result);
  mg_session_free(session);
  mg_graph_free(graph);
  return MG_DONE;
}
