#include "algorithms/mesh/mesh_crossings.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace mg::mesh {
namespace {

bool is_left_of(const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

class Sweep {
 public:
  Sweep(std::span<const Point> points, std::span<const Segment> segments)
      : points_(points), segments_(segments), active_(Below{this}), at_(segments.size()) {}

  std::optional<Crossing> run() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> events;  // a point, and a segment that has it as an end
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      for (const std::uint32_t end : segments_[s].ends) events.emplace_back(end, s);
    }
    std::ranges::sort(events, [&](const auto& a, const auto& b) {
      if (a.first != b.first) return is_left_of(points_[a.first], points_[b.first]);
      return a.second < b.second;
    });
    for (auto first = events.begin(); first != events.end();) {
      const auto last =
          std::find_if(first, events.end(), [&](const auto& event) { return event.first != first->first; });
      pass({first, last});
      if (crossing_) break;
      first = last;
    }
    return crossing_;
  }

 private:
  struct Below {
    const Sweep* sweep;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return sweep->is_below(a, b); }
  };
  using Active = std::set<std::uint32_t, Below>;

  void pass(std::span<const std::pair<std::uint32_t, std::uint32_t>> events) {
    for (const auto& [point, s] : events) {
      if (right_of(s) == point) end(s);
    }
    std::vector<std::uint32_t> begun;
    for (const auto& [point, s] : events) {
      if (left_of(s) != point || crossing_) continue;
      begin(s);
      begun.push_back(s);
    }
    if (!crossing_) check_sides(begun);
  }
  void end(std::uint32_t s) {
    const auto after = active_.erase(at_[s]);
    if (after != active_.begin() && after != active_.end()) check(*std::prev(after), *after);
  }
  void begin(std::uint32_t s) {
    const auto [place, is_new] = active_.insert(s);
    if (!is_new) return found(s, *place);
    at_[s] = place;
    if (place != active_.begin()) check(*std::prev(place), s);
    if (std::next(place) != active_.end()) check(s, *std::next(place));
  }
  /// From below, one goes into the mesh and out of it in turns.
  void check_sides(const std::vector<std::uint32_t>& begun) {
    for (const std::uint32_t s : begun) {
      const auto place = at_[s];
      const bool inside_below = place != active_.begin() && goes_in(*std::prev(place));
      const bool inside_above = std::next(place) != active_.end() && !goes_in(*std::next(place));
      if (inside_below == goes_in(s) || inside_above != goes_in(s)) return found(s, s);
    }
  }
  void check(std::uint32_t a, std::uint32_t b) {
    if (meet(a, b)) found(a, b);
  }
  void found(std::uint32_t a, std::uint32_t b) {
    if (!crossing_) crossing_ = {std::min(a, b), std::max(a, b)};
  }

  [[nodiscard]] bool begins_left(std::uint32_t s) const {
    return is_left_of(points_[segments_[s].ends[0]], points_[segments_[s].ends[1]]);
  }
  /// Whether the mesh is above it.
  [[nodiscard]] bool goes_in(std::uint32_t s) const { return begins_left(s); }
  [[nodiscard]] std::uint32_t left_of(std::uint32_t s) const { return segments_[s].ends[begins_left(s) ? 0 : 1]; }
  [[nodiscard]] std::uint32_t right_of(std::uint32_t s) const { return segments_[s].ends[begins_left(s) ? 1 : 0]; }
  /// Where the point is, seen along the segment from left to right: 1 above it.
  [[nodiscard]] int side_of(std::uint32_t s, std::uint32_t point) const {
    return orientation(points_[left_of(s)], points_[right_of(s)], points_[point]);
  }
  [[nodiscard]] bool is_below(std::uint32_t a, std::uint32_t b) const {
    if (left_of(a) == left_of(b)) return side_of(a, right_of(b)) > 0;
    if (is_left_of(points_[left_of(a)], points_[left_of(b)])) return side_of(a, left_of(b)) > 0;
    return side_of(b, left_of(a)) < 0;
  }
  /// Whether they have more in common than an end.
  [[nodiscard]] bool meet(std::uint32_t a, std::uint32_t b) const {
    const bool at_left = left_of(a) == left_of(b);
    const bool at_right = right_of(a) == right_of(b);
    if (at_left && at_right) return true;
    if (at_left) return side_of(a, right_of(b)) == 0;
    if (at_right) return side_of(a, left_of(b)) == 0;
    if (right_of(a) == left_of(b) || right_of(b) == left_of(a)) return false;
    const int ends_of_b[] = {side_of(a, left_of(b)), side_of(a, right_of(b))};
    const int ends_of_a[] = {side_of(b, left_of(a)), side_of(b, right_of(a))};
    if (ends_of_b[0] * ends_of_b[1] > 0 || ends_of_a[0] * ends_of_a[1] > 0) return false;
    if (ends_of_b[0] != 0 || ends_of_b[1] != 0) return true;
    return !is_left_of(points_[right_of(a)], points_[left_of(b)]) &&
           !is_left_of(points_[right_of(b)], points_[left_of(a)]);
  }

  std::span<const Point> points_;
  std::span<const Segment> segments_;
  Active active_;  ///< the segments that the sweep is at, from below
  std::vector<Active::iterator> at_;
  std::optional<Crossing> crossing_;
};

}  // namespace

std::optional<Crossing> find_crossing(std::span<const Point> points, std::span<const Segment> segments) {
  return Sweep(points, segments).run();
}

}  // namespace mg::mesh
