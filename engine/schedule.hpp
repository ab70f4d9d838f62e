// How a step is executed: a plain value with a text form, independent of the algorithm (GraphIt's GPU schedules,
// CGO'21).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mg {

enum class Direction : std::uint8_t { push, pull, optimized };
enum class Balance : std::uint8_t { vertex, edge };
enum class Dedup : std::uint8_t { automatic, none, bitmap };

/// One point in the schedule space. Text form: "direction=optimized,alpha=15,beta=18,balance=vertex,dedup=bitmap".
struct Schedule {
  Direction direction = Direction::optimized;
  /// Beamer's thresholds (SC'12): pull once the frontier's arcs exceed unexplored arcs / alpha; push again once the
  /// frontier holds fewer than n / beta vertices.
  double alpha = 15;
  double beta = 18;
  Balance balance = Balance::vertex;
  /// Whether a queue lists a vertex once. `automatic`: wherever repeats can occur and the algorithm would redo work.
  Dedup dedup = Dedup::automatic;
  /// Width of a priority bucket, in units of priority; 0: chosen from the graph's weights and degrees.
  double delta = 0;

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Reads the text form, or a JSON object with the same keys. Keys left out keep their defaults. Throws Error(wrong_use)
/// that lists what is allowed for an unknown key, an unknown value, a number out of range, or a key given twice.
[[nodiscard]] Schedule parse_schedule(std::string_view text);
/// The canonical text form: every key, in declaration order. parse_schedule(to_text(s)) == s.
[[nodiscard]] std::string to_text(const Schedule& schedule);
/// The same as a JSON object.
[[nodiscard]] std::string to_json(const Schedule& schedule);

}  // namespace mg
