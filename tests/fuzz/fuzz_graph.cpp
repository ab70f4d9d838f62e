#include "tests/fuzz/fuzz_graph.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <variant>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/read.hpp"

namespace mg::fuzz {
namespace {

/// An input of a few kilobytes may announce billions of vertices; such graphs are read but not built.
constexpr VertexId most_vertices = 1 << 16;

[[noreturn]] void give_up(const std::string& problem) {
  std::fprintf(stderr, "FUZZ: %s\n", problem.c_str());
  std::abort();
}

void demand(bool condition, const char* problem) {
  if (!condition) give_up(problem);
}

struct Outcome {
  EdgeList list;
  std::string error;
};

Outcome read(std::span<const std::string> inputs, const std::string& format, std::size_t block_size,
             const TableOptions& table, const std::string& member) {
  ReadOptions options;
  options.member = member;
  options.table = table;
  options.format = format;
  options.block_size = block_size;
  try {
    return {read_graph(inputs, options, silent_progress()), {}};
  } catch (const Error& error) {
    const bool expected = error.code() == ExitCode::bad_input || error.code() == ExitCode::wrong_use;
    if (!expected) give_up(error.what());
    demand(error.what()[0] != '\0', "an error without a message");
    return {{}, error.what()};
  }
}

template <class T>
bool same(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

void check_same(const EdgeList& a, const EdgeList& b) {
  demand(a.decisions == b.decisions, "decisions depend on the size of blocks");
  demand(a.num_vertices() == b.num_vertices(), "the number of vertices depends on the size of blocks");
  demand(same(a.edges, b.edges), "edges depend on the size of blocks");
  demand(a.weights.index() == b.weights.index(), "the type of weights depends on the size of blocks");
  const auto* integers = std::get_if<Array<std::uint32_t>>(&a.weights);
  const auto* reals = std::get_if<Array<float>>(&a.weights);
  if (integers != nullptr) demand(same(*integers, std::get<Array<std::uint32_t>>(b.weights)), "weights differ");
  if (reals != nullptr) demand(same(*reals, std::get<Array<float>>(b.weights)), "weights differ");
  demand(same(a.places.x, b.places.x) && same(a.places.y, b.places.y), "places depend on the size of blocks");
  demand(a.places.triangles == b.places.triangles, "triangles depend on the size of blocks");
  for (VertexId v = 0; v < std::min(a.num_vertices(), most_vertices); ++v) {
    demand(a.names.name(v) == b.names.name(v), "names depend on the size of blocks");
    demand(a.names.find(a.names.name(v)) == v, "a name does not find its vertex");
  }
}

void check_list(const EdgeList& list) {
  for (const Edge& edge : list.edges) {
    demand(edge.source < list.num_vertices() && edge.target < list.num_vertices(), "an edge of no vertex");
  }
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) {
    demand(integers->size() == list.edges.size(), "weights without edges");
  }
  if (const auto* reals = std::get_if<Array<float>>(&list.weights)) {
    demand(reals->size() == list.edges.size(), "weights without edges");
  }
}

/// What expat says of a document that is no XML, and where, depends on the pieces in which it gets it.
bool same_refusal(const std::string& a, const std::string& b) {
  constexpr std::string_view no_xml = ": not well-formed XML: ";
  return a == b || (a.find(no_xml) != std::string::npos && b.find(no_xml) != std::string::npos);
}

}  // namespace

void check_reading(std::span<const std::string> inputs, const std::string& format, std::size_t small_block,
                   const TableOptions& table, const std::string& member) {
  Outcome outcome = read(inputs, format, default_block_size, table, member);
  const Outcome other = read(inputs, format, small_block, table, member);
  if (!same_refusal(outcome.error, other.error))
    give_up("'" + outcome.error + "' in large blocks, '" + other.error + "' in small");
  if (!outcome.error.empty()) return;
  check_same(outcome.list, other.list);
  check_list(outcome.list);
  if (outcome.list.num_vertices() > most_vertices) return;
  BuildReport report;
  const Graph graph = build_graph(std::move(outcome.list), {.threads = 1}, report, silent_progress());
  check_bounds(graph, "built", 1);
}

void search(const Graph& graph, bool proven) {
  if (graph.num_vertices() == 0 || graph.num_vertices() > most_vertices) return;
  register_built_in();
  RunRequest request;
  request.algorithm = "bfs";
  request.validate = true;
  request.options.threads = 1;
  try {
    const RunReport report = run_program(graph, request);
    if (proven && !report.verdict->ok()) give_up("a wrong answer on a sound graph: " + report.verdict->problem);
  } catch (const Error& error) {
    if (proven) give_up(error.what());
  }
}

}  // namespace mg::fuzz
