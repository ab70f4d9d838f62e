#include "preprocess/building/build.hpp"

#include <algorithm>
#include <cmath>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/adjacency_builder.hpp"
#include "preprocess/building/clean.hpp"
#include "preprocess/building/order.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {
namespace {

/// Announces the phases of a build; each counts as one of a known few.
class Phases {
 public:
  Phases(Progress& progress, const BuildOptions& options)
      : progress_(progress), total_(options.order == "original" ? 2 : 3) {}
  void next(std::string_view name) { progress_.report(name, done_++, total_); }
  void finish() { progress_.report("graph built", total_, total_); }

 private:
  Progress& progress_;
  std::uint64_t done_ = 0;
  std::uint64_t total_;
};

std::size_t num_weights(const Weights& weights, std::size_t if_none) {
  return with_weight_type(weights, [&](auto type) -> std::size_t {
    if constexpr (has_weight<decltype(type)>) return std::get<Array<decltype(type)>>(weights).size();
    return if_none;
  });
}

/// Both adjacencies of the edges, vertices in file order.
template <class W>
void build_directions(EdgeList& list, const BuildOptions& options, AdjacencyBuilder<W>& builder, Graph& graph,
                      BuildReport& report, Phases& phases) {
  RowCounts counts;
  phases.next("sorting edges");
  Adjacency rows = builder.from_edges(list, !graph.directed, options.self_loops, options.duplicates, counts);
  report.self_loops = counts.self_loops;
  report.duplicates = counts.duplicates;
  graph.cleaning.self_loop_count = counts.self_loops_stored;
  if (graph.directed) {
    phases.next("building columns");
    graph.in = builder.transpose(rows);
    graph.out = std::move(rows);
  } else {
    phases.next("adding reverse arcs");
    report.reverse_arcs = rows.num_edges() - counts.self_loops_stored;
    graph.out = builder.mirror(rows);
    graph.in = graph.out;
  }
}

/// True when rows and columns of a directed graph are the same, which is how undirected graphs are often listed.
bool holds_both_ways(const Graph& graph, EdgeId self_loops) {
  const Adjacency& out = graph.out;
  const Adjacency& in = graph.in;
  if (!graph.directed || out.num_edges() <= self_loops) return false;
  if (!std::ranges::equal(out.offsets, in.offsets) || !std::ranges::equal(out.neighbors, in.neighbors)) return false;
  return with_weight_type(out.weights, [&](auto type) {
    using W = decltype(type);
    if constexpr (has_weight<W>)
      return std::ranges::equal(std::get<Array<W>>(out.weights), std::get<Array<W>>(in.weights));
    return true;
  });
}

/// Whether a vertex is called what tables have in place of one; of several, the one with most arcs.
void look_for_none(const Graph& graph, BuildReport& report) {
  if (graph.names.kind() != VertexNames::Kind::strings) return;
  for (const char* const name : {"\\N", "NULL", "null", "None", "NaN", "nan", "NA", "N/A", "#N/A", "undefined"}) {
    const std::optional<VertexId> named = graph.names.find(name);
    if (!named) continue;
    const VertexId v = graph.from_file(*named);
    const EdgeId arcs = graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0);
    if (arcs <= report.like_none_arcs) continue;
    report.like_none = name;
    report.like_none_arcs = arcs;
  }
}

/// Renumbers a graph in file order. The old columns are the new rows' transpose, which sorts them in passing.
template <class W>
void reorder(Graph& graph, const std::string& text, AdjacencyBuilder<W>& builder, int threads) {
  graph.order = make_order(text, graph, threads);
  if (graph.order.to_file.empty()) return;
  graph.out = builder.transpose(graph.in, graph.order);
  graph.in = {};
  graph.in = graph.directed ? builder.transpose(graph.out) : graph.out;
}

void record_choices(const EdgeList& list, const BuildOptions& options, Graph& graph, BuildReport& report) {
  graph.directed = options.directed.value_or(list.directed);
  report.directed = graph.directed;
  report.direction_chosen = options.directed.has_value();
  report.direction_declared = list.direction_declared;
  report.edges_read = list.edges.size();
  report.self_loop_policy = graph.cleaning.self_loops = options.self_loops;
  report.duplicate_policy = graph.cleaning.duplicates = options.duplicates;
  report.isolated_policy = options.isolated;
  report.order = options.order;
  if (options.weights.computed()) {
    graph.cleaning.weights = options.weights.text();
  } else {
    const bool weighted =
        options.weights.kind == WeightPolicy::Kind::automatic && type_of(list.weights) != WeightType::none;
    graph.cleaning.weights = weighted ? "file" : "none";
  }
  report.weights = graph.cleaning.weights;
}

}  // namespace

Graph build_graph(EdgeList list, const BuildOptions& options, BuildReport& report, Progress& progress) {
  check_order(options.order);
  const std::size_t edges = list.edges.size();
  const int threads = threads_worth(edges + list.num_vertices(), serial_grain,
                                    options.threads > 0 ? options.threads : default_threads());
  if (num_weights(list.weights, edges) != edges) {
    fail(ExitCode::internal, "an edge list of {} edges has {} weights", edges, num_weights(list.weights, edges));
  }
  const PlanePlaces& places = list.places;
  if (places.x.size() != places.y.size() || (!places.empty() && places.x.size() != list.num_vertices())) {
    fail(ExitCode::internal, "an edge list of {} vertices has {} and {} coordinates", list.num_vertices(),
         places.x.size(), places.y.size());
  }
  for (const Array<double>& coordinates : {places.x, places.y}) {
    const bool are_near = std::ranges::all_of(
        coordinates.span(), [](double coordinate) { return std::fabs(coordinate) <= PlanePlaces::most; });
    if (!are_near) fail(ExitCode::internal, "an edge list has a coordinate beyond {}", PlanePlaces::most);
  }
  report = {};
  Graph graph;
  record_choices(list, options, graph, report);
  graph.names = list.names;
  graph.places = list.places;
  // Weights that follow from the endpoints need not travel with the edges, unless merging changes them.
  const bool weights_later = options.weights.computed() && options.duplicates != DuplicatePolicy::sum;
  if (weights_later) {
    list.weights = {};
  } else {
    apply_weights(list, options.weights, graph.directed, threads);
  }
  Phases phases(progress, options);
  with_weight_type(list.weights, [&](auto type) {
    AdjacencyBuilder<decltype(type)> builder(graph.num_vertices(), threads);
    build_directions(list, options, builder, graph, report, phases);
  });
  if (weights_later) compute_weights(graph, options.weights, threads);
  report.both_ways = !report.direction_chosen && holds_both_ways(graph, graph.cleaning.self_loop_count);
  look_for_none(graph, report);
  report.isolated = count_isolated(graph, threads);
  if (options.isolated == IsolatedPolicy::drop) drop_isolated(graph, threads);
  if (options.order != "original") {
    phases.next("ordering vertices");
    with_weight_type(graph.out.weights, [&](auto type) {
      AdjacencyBuilder<decltype(type)> builder(graph.num_vertices(), threads);
      reorder(graph, options.order, builder, threads);
    });
  }
  report.weight_type = graph.weight_type();
  report.vertices = graph.num_vertices();
  report.edges = graph.num_edges();
  phases.finish();
  return graph;
}

}  // namespace mg
