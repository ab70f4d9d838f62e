// Geolocation: round after round, every vertex whose place is not known goes to the spatial median of the places that
// its neighbors had in the round before, of those that had any (Jurgens, "That's what friends are for: inferring
// location in online social media platforms based on social relationships", ICWSM 2013; Compton, Jurgens and Allen,
// "Geotagging one hundred million Twitter accounts with total variation minimization", IEEE Big Data 2014). An arc
// makes neighbors of its ends, two arcs count twice.
#pragma once

#include <cstdint>

#include "algorithms/spherical_median.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::geo {

using sphere::Place;

inline constexpr std::uint32_t never = ~std::uint32_t{0};

/// The places of a vertex's neighbors.
struct Neighbors {
  const Place* places;
  ArcLookup sides[2];
  int num_sides;  ///< 2 in a directed graph
  VertexId vertex = 0;

  template <class F>
  void visit(F&& f) const {
    for (int side = 0; side < num_sides; ++side) {
      const ArcLookup& arcs = sides[side];
      for (std::uint64_t arc = arcs.begin(vertex); arc < arcs.end(vertex); ++arc) {
        const Place place = places[arcs.neighbors[arc]];
        if (place.is_somewhere()) f(place);
      }
    }
  }
};

/// Nobody is anywhere.
struct Start {
  Place* before;
  Place* now;
  std::uint32_t* arrivals;
  void operator()(VertexId v) const {
    before[v] = now[v] = {0, 0, 0};
    arrivals[v] = never;
  }
};
/// Those are somewhere whose places are known.
struct Settle {
  const VertexId* vertices;
  const Place* places;
  Start at;
  void operator()(std::uint64_t i) const {
    const VertexId v = vertices[i];
    at.before[v] = at.now[v] = places[i];
    at.arrivals[v] = 0;
  }
};

/// A round at one vertex; yields whether it moves by more than the tolerance, a chord.
struct Move {
  Neighbors neighbors;
  Place* now;
  std::uint32_t* arrivals;
  std::uint32_t round;
  double tolerance;

  double operator()(VertexId v) const {
    if (arrivals[v] == 0) return 0;
    Neighbors around = neighbors;
    around.vertex = v;
    now[v] = sphere::median(around);
    if (arrivals[v] != never) return chord(now[v], neighbors.places[v]) > tolerance ? 1 : 0;
    if (now[v].is_somewhere()) arrivals[v] = round;
    return now[v].is_somewhere() ? 1 : 0;
  }
};

}  // namespace mg::geo

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <array>

#include "algorithms/coordinates.hpp"
#include "algorithms/verify/places.hpp"

namespace mg {

class Geolocation {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "geo",
        .summary = "geolocation: where vertices are, by the spatial medians of neighbors, from places that are known",
        .parameters = {sphere::latitude_parameter(),
                       sphere::longitude_parameter(),
                       {.name = "rounds",
                        .type = ParameterSpec::Type::integer,
                        .fallback = "10",
                        .help = "how often vertices move, if they go on moving",
                        .lowest = 1},
                       {.name = "tolerance",
                        .fallback = "0.1",
                        .help = "stop when no vertex moves by more kilometers on Earth"}},
        .state_bytes_per_vertex =
            3 * sizeof(geo::Place) + 2 * sizeof(double) + sizeof(VertexId) + sizeof(std::uint32_t),  // all known
        .family = "places",
        .cost = "O(m) a step to the medians, of which a round takes 10 or so; a row is read by one thread",
        .literature = "Jurgens, ICWSM 2013; Compton, Jurgens and Allen, IEEE Big Data 2014"};
  }

  Geolocation(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        coordinates_(sphere::known_coordinates(graph, parameters)),
        round_limit_(parameters.integer("rounds")),
        tolerance_(parameters.number("tolerance")) {}

  template <class L>
  void run(L& loop) {
    sphere::require_known(coordinates_);
    geo::Place* const places[] = {places_[0].on(loop), places_[1].on(loop)};
    geo::Move move{{nullptr, {loop.arcs(Side::out), loop.arcs(Side::in)}, graph_.directed ? 2 : 1},
                   nullptr,
                   arrivals_.on(loop),
                   0,
                   sphere::chord_of(tolerance_)};
    const geo::Start start{places[0], places[1], move.arrivals};
    loop.vertex_map(start);
    loop.index_map(geo::Settle{settled_.on(loop), settled_at_.on(loop), start}, settled_.size());
    moving_ = graph_.num_vertices();
    for (rounds_ = 0; moving_ > 0 && rounds_ < round_limit_ && loop.next_iteration();) {
      move.neighbors.places = places[rounds_ % 2];
      move.round = static_cast<std::uint32_t>(++rounds_);
      move.now = places[rounds_ % 2];
      moving_ = static_cast<std::uint64_t>(loop.vertex_reduce(move));
    }
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"latitude", [this] { return after(rounds_).latitude; }},
            {"longitude", [this] { return after(rounds_).longitude; }},
            {"round", arrivals_, ResultColumn::Meaning::distance}};
  }
  [[nodiscard]] Summary summary() const {
    const Array<std::uint32_t> arrivals = arrivals_.host();
    const auto nowhere = static_cast<std::uint64_t>(std::count(arrivals.begin(), arrivals.end(), geo::never));
    return {{"placed", arrivals.size() - nowhere}, {"rounds", rounds_}, {"moving", moving_}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_places(graph_, after(rounds_), arrivals_.host().span(),
                         {.known = coordinates_,
                          .before = after(rounds_ + 1),
                          .rounds = rounds_,
                          .tolerance = moving_ > 0 ? sphere::half_around : tolerance_});
  }

 private:
  /// Where vertices are after so many rounds, the last one or the one before it, which has the same parity as the one
  /// to come.
  [[nodiscard]] sphere::Coordinates after(std::uint64_t rounds) const {
    return sphere::coordinates_of(places_[rounds % 2].host().span(), coordinates_);
  }

  Graph graph_;
  sphere::Coordinates coordinates_;  ///< those that are known
  sphere::KnownPlaces known_{sphere::known_places(coordinates_)};
  Table<VertexId> settled_{known_.vertices};
  Table<geo::Place> settled_at_{known_.places};
  std::array<State<geo::Place>, 2> places_{State<geo::Place>(graph_.num_vertices()),
                                           State<geo::Place>(graph_.num_vertices())};
  State<std::uint32_t> arrivals_{graph_.num_vertices()};
  std::uint64_t round_limit_;
  double tolerance_;  ///< in kilometers
  std::uint64_t rounds_ = 0;
  std::uint64_t moving_ = 0;  ///< vertices, in the last round
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
