/* MultiGraph for C, and for every language that calls C: docs/c-interface.md explains it.
 *
 * Algorithms, parameters and options are texts, those of mg_run and mg_prep, so new ones add no function. Whatever can
 * fail returns a status, and where `error` is not null leaves there what was wrong: null, or an error that the caller
 * frees. Other out-parameters are set on success alone. Handles may be used from several threads at a time, except
 * while they are freed; mg_session_set() is for one thread at a time. Freeing null does nothing. */
#ifndef MULTIGRAPH_H
#define MULTIGRAPH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MG_API __attribute__((visibility("default")))

/* What mg_abi() returns: it grows when functions are added. A library whose number is at least this one has all that
 * this header declares. */
#define MG_ABI 2

/* The tools' exit statuses. */
enum {
  MG_DONE = 0,
  MG_WRONG_USE = 1,
  MG_BAD_INPUT = 2,
  MG_NO_RESOURCES = 3, /* not enough memory or threads, or no such device */
  MG_VALIDATION_FAILED = 4,
  MG_INTERNAL = 5,
  MG_INTERRUPTED = 130
};

typedef struct mg_error mg_error;
typedef struct mg_graph mg_graph;
typedef struct mg_session mg_session;
typedef struct mg_result mg_result;

/* The library. Texts that are returned are static. */
MG_API const char* mg_version(void);
MG_API int mg_abi(void);
/* Loads a plug-in's algorithms, engines and policies. */
MG_API int mg_load_plugin(const char* path, mg_error** error);
/* The names of one kind, a line each: "algorithms", "engines", "policies", "formats", and "parameters:ALGORITHM" and
 * "options:graph", "options:run". Writes as mg_result_text() does; 0 for a kind that there is not. */
MG_API size_t mg_names(const char* kind, char* buffer, size_t size);

MG_API int mg_error_status(const mg_error* error);
/* One sentence; lives as long as the error. */
MG_API const char* mg_error_message(const mg_error* error);
MG_API void mg_error_free(mg_error* error);

/* Graphs. Vertices are rows 0 .. n - 1, in the order of the file. `options`, here and below: "NAME=VALUE" texts up to a
 * null, or null for none. */

/* Maps a prepared graph. */
MG_API int mg_graph_open(const char* path, mg_graph** graph, mg_error** error);
/* Reads files in any format; the options of `mg_prep convert`: "undirected=true", "weights=random:1:255:42". */
MG_API int mg_graph_read(const char* const* paths, size_t count, const char* const* options, mg_graph** graph,
                         mg_error** error);
/* Of `count` edges between the rows 0 .. `vertices` - 1, which are their names too. The arrays are copied; `weights`
 * may be null. The options that clean: "undirected", "duplicates", "self-loops", "weights", "order". */
MG_API int mg_graph_from_edges(uint64_t vertices, uint64_t count, const uint32_t* sources, const uint32_t* targets,
                               const float* weights, const char* const* options, mg_graph** graph, mg_error** error);
/* In any format that can be written, by name or (null) as the file's name says; "mg" for a prepared graph. */
MG_API int mg_graph_write(const mg_graph* graph, const char* path, const char* format, mg_error** error);
MG_API uint64_t mg_graph_vertices(const mg_graph* graph);
MG_API uint64_t mg_graph_arcs(const mg_graph* graph);
MG_API uint64_t mg_graph_edges(const mg_graph* graph);
MG_API int mg_graph_is_directed(const mg_graph* graph);
/* The name of a row, as mg_result_text() writes; 0 for no row. */
MG_API size_t mg_graph_name(const mg_graph* graph, uint64_t row, char* buffer, size_t size);
/* The row of a name. */
MG_API int mg_graph_find(const mg_graph* graph, const char* name, uint64_t* row, mg_error** error);
/* Sessions and results keep what they need of it. */
MG_API void mg_graph_free(mg_graph* graph);

/* Sessions: many runs on one graph, which stays on the GPU where they run there. */
MG_API int mg_session_new(const mg_graph* graph, mg_session** session, mg_error** error);
/* For the runs that follow, the options of mg_run: device, engine, policy, schedule, threads, deterministic,
 * max-iterations, runs, warmup, validate. */
MG_API int mg_session_set(mg_session* session, const char* option, const char* value, mg_error** error);
/* Runs an algorithm. `sources` are texts up to a null, as mg_run's --source takes them, or null. MG_VALIDATION_FAILED:
 * "validate" was set and the answer is wrong. */
MG_API int mg_session_run(mg_session* session, const char* algorithm, const char* const* parameters,
                          const char* const* sources, mg_result** result, mg_error** error);
/* Ends runs with MG_INTERRUPTED, those that are running and those that begin, until mg_session_resume(). May be called
 * from a signal handler. */
MG_API void mg_session_interrupt(mg_session* session);
MG_API void mg_session_resume(mg_session* session);
/* Gives the GPU's memory back. */
MG_API void mg_session_release(mg_session* session);
MG_API uint64_t mg_session_gpu_bytes(const mg_session* session);
MG_API void mg_session_free(mg_session* session);

/* Results: columns of as many rows each: the n vertices, or those of a table, where an algorithm gives one. */
enum { MG_INT32 = 0, MG_UINT32 = 1, MG_UINT64 = 2, MG_FLOAT32 = 3, MG_FLOAT64 = 4 };
enum {
  MG_NUMBER = 0,
  MG_VERTEX = 1,  /* a row; UINT32_MAX for none */
  MG_DISTANCE = 2 /* unsigned, of which the largest value means infinite */
};

typedef struct mg_column {
  const char* name;
  int type;
  int meaning;
  uint64_t rows;
  const void* values; /* lives as long as the result */
} mg_column;

MG_API size_t mg_result_columns(const mg_result* result);
/* Since MG_ABI 2. */
MG_API uint64_t mg_result_rows(const mg_result* result);
MG_API int mg_result_column(const mg_result* result, size_t index, mg_column* column, mg_error** error);
/* A value as mg_run writes it: distances, names of vertices. Writes at most `size` bytes to `buffer`, a null at their
 * end among them, and returns how many bytes the whole text has without it; 0 where there is no such value. */
MG_API size_t mg_result_text(const mg_result* result, size_t column, uint64_t row, char* buffer, size_t size);
/* The median of the timed runs. */
MG_API double mg_result_ms(const mg_result* result);
MG_API uint64_t mg_result_iterations(const mg_result* result);
/* "cpu", or the GPU's name; lives as long as the result. */
MG_API const char* mg_result_device(const mg_result* result);
/* What the algorithm sums up, such as "components": 1 and its value, or 0 where `name` is none of it. */
MG_API int mg_result_fact(const mg_result* result, const char* name, double* value);
MG_API void mg_result_free(mg_result* result);

#ifdef __cplusplus
}
#endif

#endif
