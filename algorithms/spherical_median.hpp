// The spatial median of places on a sphere: where the great circles to them are shortest in total (Weiszfeld, Tohoku
// Math. J. 1937; on a sphere as Fletcher, Venkatasubramanian and Joshi, NeuroImage 2009, with Newton's steps).
//
// Every place draws the median toward itself by the same force. Where the forces cancel out, or come to no more than
// the places that are right there hold against them, is the median; for places that are not spread over half of the
// sphere there is one, or a stretch of a great circle. Places are vectors of length 1, so that all of this takes no
// more than products, roots and quotients.
#pragma once

#include <cmath>

namespace mg::sphere {

/// A vector of length 1, or nowhere.
struct Place {
  double x;
  double y;
  double z;
  [[nodiscard]] bool is_somewhere() const { return x != 0 || y != 0 || z != 0; }
  [[nodiscard]] bool is_at(const Place& other) const { return x == other.x && y == other.y && z == other.z; }
  [[nodiscard]] Place operator+(const Place& other) const { return {x + other.x, y + other.y, z + other.z}; }
  [[nodiscard]] Place operator*(double factor) const { return {x * factor, y * factor, z * factor}; }
};
[[nodiscard]] inline double dot(const Place& a, const Place& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
[[nodiscard]] inline double length(const Place& a) { return std::sqrt(dot(a, a)); }
/// That of a straight line from one to the other.
[[nodiscard]] inline double chord(const Place& a, const Place& b) { return length(a + b * -1); }

/// The part of the force of all places that may be left at their median; and how many are tried to get there.
inline constexpr double still = 1e-8;
inline constexpr int most_reads = 5000;
/// Places that are no farther apart are one: 6 cm on Earth.
inline constexpr double same_place = 1e-8;

/// The tangents of a place.
struct Compass {
  Place east;
  Place north;
};
[[nodiscard]] inline Compass compass_at(const Place& at) {
  const double off_axis = std::sqrt(at.x * at.x + at.y * at.y);
  const Place east = off_axis > 0 ? Place{-at.y / off_axis, at.x / off_axis, 0} : Place{0, 1, 0};
  return {east, {-at.z * east.y, at.z * east.x, at.x * east.y - at.y * east.x}};
}

/// What places do to one.
struct Pull {
  Place at;
  double count = 0;      ///< of places
  double here = 0;       ///< of those that are right there
  double east = 0;       ///< the sum of forces
  double north = 0;      ///< likewise
  double nearness = 0;   ///< the sum of 1 / chord
  double east_east = 0;  ///< the sum of products of a force's parts / tan(distance), of which the second derivative is
  double east_north = 0;
  double north_north = 0;
  Place nearest = {};

  [[nodiscard]] double force() const { return std::sqrt(east * east + north * north); }
  [[nodiscard]] double excess() const { return force() - here; }
  [[nodiscard]] bool is_still() const { return excess() <= still * count; }
};

/// `places.visit(f)` calls f(place) for each of them, in the same order every time.
template <class Places>
[[nodiscard]] Pull pull_at(const Places& places, const Place& at) {
  const Compass compass = compass_at(at);
  Pull pull{.at = at};
  double least = 3;  // chord
  places.visit([&](const Place& place) {
    const double cosine = dot(place, at);
    const double to_east = dot(place, compass.east);
    const double to_north = dot(place, compass.north);
    const double sine = std::sqrt(to_east * to_east + to_north * to_north);
    const double far = std::sqrt(sine * sine + (1 - cosine) * (1 - cosine));
    ++pull.count;
    if (far < least) {
      least = far;
      pull.nearest = place;
    }
    if (sine <= same_place) {
      if (cosine > 0) ++pull.here;
      return;  // on the other side of the sphere, all ways are as long
    }
    pull.east += to_east / sine;
    pull.north += to_north / sine;
    pull.nearness += 1 / far;
    const double bend = cosine / (sine * sine * sine);
    pull.east_east += to_east * to_east * bend;
    pull.east_north += to_east * to_north * bend;
    pull.north_north += to_north * to_north * bend;
  });
  return pull;
}

/// A way on the tangents of a place.
struct Way {
  double east = 0;
  double north = 0;
  [[nodiscard]] bool leads_on() const { return east != 0 || north != 0; }
};
/// Nowhere where what is sought is no minimum.
[[nodiscard]] inline Way newton_way(const Pull& pull) {
  const double determinant = pull.east_east * pull.north_north - pull.east_north * pull.east_north;
  if (!(pull.here == 0 && determinant > 0 && pull.east_east + pull.north_north > 0)) return {};
  return {(pull.east_east * pull.east + pull.east_north * pull.north) / determinant,
          (pull.east_north * pull.east + pull.north_north * pull.north) / determinant};
}
[[nodiscard]] inline Way weiszfeld_way(const Pull& pull) {
  const double part = pull.excess() / pull.force() / pull.nearness;
  return {part * pull.east, part * pull.north};
}
[[nodiscard]] inline Place moved(const Place& at, const Way& way, double part) {
  const Compass compass = compass_at(at);
  const Place to = at + compass.east * (way.east * part) + compass.north * (way.north * part);
  return to * (1 / length(to));
}

/// The mean, or the north pole where the mean has no direction; nowhere, of no places.
template <class Places>
[[nodiscard]] Place mean(const Places& places) {
  Place sum{};
  double count = 0;
  places.visit([&](const Place& place) {
    sum = sum + place;
    ++count;
  });
  const double size = length(sum);
  if (count == 0) return {};
  return size > same_place * count ? sum * (1 / size) : Place{0, 0, 1};
}

/// The median; nowhere, of no places. From the mean on, whichever place is nearest is tried; then Newton's way or a
/// part of it, if less pulls there than here, and otherwise Weiszfeld's is gone. Each place that is tried has all
/// places read once, 10 times or so in all.
template <class Places>
[[nodiscard]] Place median(const Places& places) {
  Place next = mean(places);
  if (!next.is_somewhere()) return next;
  constexpr double any = 0;  // Weiszfeld's way is gone whatever pulls there
  constexpr double least_part = 0.002;
  double part = any;  // of Newton's way
  bool is_nearest = false;
  Place tried{};
  Pull pull{};
  for (int reads = 0; reads < most_reads; ++reads) {
    const Pull there = pull_at(places, next);
    if (there.is_still()) return next;
    const bool is_gone = !is_nearest && (part == any || there.excess() < pull.excess());
    if (is_gone) pull = there;
    if (is_gone && !pull.nearest.is_at(tried)) {
      is_nearest = true;
      next = tried = pull.nearest;
      continue;
    }
    part = is_gone || is_nearest ? 1 : part / 4;
    is_nearest = false;
    const Way newton = newton_way(pull);
    if (part < least_part || !newton.leads_on()) part = any;
    next = part == any ? moved(pull.at, weiszfeld_way(pull), 1) : moved(pull.at, newton, part);
  }
  return pull.at;
}

}  // namespace mg::sphere
