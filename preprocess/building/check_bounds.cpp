#include "preprocess/building/check_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/check_tiles.hpp"

namespace mg {
namespace {

/// Checks one graph and names it in errors.
class BoundsCheck {
 public:
  BoundsCheck(const Graph& graph, const std::string& name, int threads)
      : graph_(graph), name_(name), threads_(threads > 0 ? threads : default_threads()) {}

  void run() const {
    check_sizes(graph_.out, "out");
    check_sizes(graph_.in, "in");
    check_arcs(graph_.out, "out");
    const bool shared =
        graph_.in.offsets.same_storage(graph_.out.offsets) && graph_.in.neighbors.same_storage(graph_.out.neighbors);
    if (!shared) check_arcs(graph_.in, "in");
    if (graph_.in.num_edges() != graph_.out.num_edges()) unsafe("its rows and columns have different numbers of arcs");
    const VertexOrder& order = graph_.order;
    if (order.to_file.size() != order.from_file.size()) unsafe("its vertex order has no inverse");
    check_places(graph_.places);
    if (graph_.tiles != nullptr) check_tile_bounds(*graph_.tiles, graph_.in, name_, threads_);
    if (order.to_file.empty()) return;
    if (order.to_file.size() != graph_.num_vertices()) unsafe("its vertex order has the wrong size");
    check_vertices(order.to_file, "order.to_file");
    check_vertices(order.from_file, "order.from_file");
  }

 private:
  /// Elements that one thread checks at a time: enough to amortise handing them out, few enough to share evenly.

  template <class... Args>
  [[noreturn]] void unsafe(fmt::format_string<Args...> format, Args&&... args) const {
    fail(ExitCode::bad_input, "{}: not a sound graph: {}; mg_prep verify says more", name_,
         fmt::format(format, std::forward<Args>(args)...));
  }

  void check_sizes(const Adjacency& rows, std::string_view direction) const {
    if (rows.offsets.size() != std::size_t{graph_.num_vertices()} + 1) {
      unsafe("{} offsets of '{}' arcs for {} vertices", rows.offsets.size(), direction, graph_.num_vertices());
    }
    const bool weights_fit =
        std::visit([&](const auto& weights) { return weights_match(weights, rows.num_edges()); }, rows.weights);
    if (!weights_fit || type_of(rows.weights) != graph_.weight_type()) {
      unsafe("its weights of '{}' arcs do not match their number and type", direction);
    }
  }

  void check_arcs(const Adjacency& rows, std::string_view direction) const {
    const bool whole = rows.offsets[0] == 0 && rows.offsets[graph_.num_vertices()] == rows.num_edges();
    if (!whole || !ascending(rows.offsets)) unsafe("its offsets of '{}' arcs do not ascend to their number", direction);
    check_vertices(rows.neighbors, direction);
  }

  /// What orders places by angles or distances relies on numbers that compare.
  void check_places(const PlanePlaces& places) const {
    const bool all = places.empty() || places.x.size() == graph_.num_vertices();
    if (places.x.size() != places.y.size() || !all) unsafe("its places are not those of its vertices");
    for (const Array<double>& coordinates : {places.x, places.y}) {
      const std::size_t wrong = parallel_find(coordinates.size(), threads_, [&](std::size_t v) {
        return !(std::fabs(coordinates[v]) <= PlanePlaces::most);
      });
      if (wrong < coordinates.size()) unsafe("vertex {} has the coordinate {}", wrong, coordinates[wrong]);
    }
  }

  static bool weights_match(std::monostate /*none*/, std::size_t /*arcs*/) { return true; }
  template <class W>
  static bool weights_match(const Array<W>& weights, std::size_t arcs) {
    return weights.size() == arcs;
  }

  [[nodiscard]] bool ascending(const Array<EdgeId>& offsets) const {
    const EdgeId* bound = offsets.data();
    return parallel_fold(
               offsets.size() - 1, threads_, EdgeId{0}, [&](std::size_t i) { return bound[i] > bound[i + 1]; },
               [](EdgeId& descents, EdgeId one) { descents |= one; }) == 0;
  }

  void check_vertices(const Array<VertexId>& vertices, std::string_view what) const {
    const VertexId n = graph_.num_vertices();
    const VertexId largest =
        parallel_max<VertexId>(vertices.size(), threads_, [&](std::size_t i) { return vertices[i]; });
    if (!vertices.empty() && largest >= n) unsafe("'{}' names vertex {} of {}", what, largest, n);
  }

  const Graph& graph_;
  const std::string& name_;
  int threads_;
};

}  // namespace

void check_bounds(const Graph& graph, const std::string& name, int threads) { BoundsCheck(graph, name, threads).run(); }

}  // namespace mg
