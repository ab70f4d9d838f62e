#include "algorithms/path_guide.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/arc_length.hpp"
#include "algorithms/coordinates.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Squares of distances that are less lose bits.
constexpr double least_apart = 1e-100;
/// Arcs are left so much longer than they have to be, and potentials are no larger: their rounding, 2^-49 of the
/// largest at either end, is then less than what a whole arc of length 1 has to spare.
constexpr double margin = 0x1p-10;
constexpr double largest_potential = 0x1p36;

/// The least of length / distance of the arcs from u; infinite where none leads anywhere else.
[[nodiscard]] double least_ratio(const Graph& graph, std::span<const path::Place> places, VertexId u) {
  double least = std::numeric_limits<double>::infinity();
  for (EdgeId arc = graph.out.offsets[u]; arc < graph.out.offsets[u + 1]; ++arc) {
    const path::Place& other = places[graph.out.neighbors[arc]];
    if (places[u].is_at(other)) continue;
    const double apart = sphere::chord(places[u], other);
    least = std::min(least, apart < least_apart ? 0 : arc_length<double>(graph.out, arc, true) / apart);
  }
  return least;
}

}  // namespace

PathGuide::PathGuide(const Graph& graph, const Parameters& parameters, bool weighted) {
  Array<path::Place> places = sphere::places_of_all(graph, parameters);
  if (!places.empty() && !weighted) {
    fail(ExitCode::wrong_use, "places guide a search along weights: give the graph weights, or no places");
  }
  if (weighted && places.empty()) places = sphere::own_places(graph, parameters);
  if (places.empty()) return;
  const int threads = default_threads();
  extent_ = 2 * parallel_max<double>(places.size(), threads,
                                     [&](std::size_t v) { return sphere::chord(places[v], places[0]); });
  const double least = parallel_fold(
      places.size(), threads, std::numeric_limits<double>::infinity(),
      [&](std::size_t u) { return least_ratio(graph, places.span(), static_cast<VertexId>(u)); },
      [](double& smallest, double ratio) { smallest = std::min(smallest, ratio); });
  if (extent_ > 0) scale_ = std::min(least * (1 - margin), largest_potential / extent_);
  places_ = State<path::Place>(places);
}

}  // namespace mg
