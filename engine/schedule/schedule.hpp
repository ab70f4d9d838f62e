// How a step is executed: a plain value with a text form, independent of the algorithm (GraphIt's GPU schedules,
// CGO'21).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/graph/types.hpp"
#include "engine/pieces.hpp"
#include "engine/schedule/schedule_keys.hpp"

namespace mg {

enum class Direction : std::uint8_t { push, pull, optimized };

/// How a step hands the next frontier over. `automatic` is `queue` after a push and `bitmap` after a pull.
enum class FrontierForm : std::uint8_t { automatic, queue, bitmap, bytemap, counter };

/// Whether the kernel that expands writes a queue itself, or marks vertices for a second one to list.
enum class Creation : std::uint8_t { automatic, fused, unfused };

/// How a queue comes to list a vertex once. `automatic`: the cheapest way, wherever repeats can occur and the algorithm
/// would redo work.
enum class Dedup : std::uint8_t { automatic, none, counter, bitmap, bytemap, cull };

/// Who shares an atomic that makes room in a queue. `automatic` is `block`.
enum class Aggregate : std::uint8_t { automatic, thread, warp, block };

/// How the iterations of a loop follow each other on a GPU. CPUs know `launched`. `automatic` is `adaptive` on a GPU,
/// unless the schedule says how steps are executed: then it is `launched`.
enum class Driver : std::uint8_t {
  automatic,
  launched,  ///< every operator is a launch, and the frontier's size is read back
  fused,     ///< the whole loop is one kernel, whose blocks wait for each other
  graph,     ///< the loop is a graph of launches that repeats itself on the device
  adaptive,  ///< fused while frontiers are small, launched while they are not
};

/// One point in the schedule space. Text form: "direction=push,balance=etwc,frontier=queue,dedup=counter,cta=256".
struct Schedule {
  Direction direction = Direction::optimized;
  /// Beamer's thresholds (SC'12): pull once the frontier's arcs exceed unexplored arcs / alpha; push again once the
  /// frontier holds fewer than n / beta vertices.
  double alpha = 15;
  double beta = 18;
  /// Who follows which arc in a push: a registered balancer. CPUs know `vertex` and `edge`; `auto` is `vertex` there,
  /// and on a GPU what is usual along the layout, `strict` along compressed rows.
  std::string balance{automatic_piece};
  /// How the arcs that a step follows are stored: a registered layout. `auto` is `csr`: compressed rows, which a pull
  /// reads as csc, those of the receivers. The others are for GPUs, which build them from it.
  std::string layout{automatic_piece};
  /// Receivers of a block of `blocked`, or of a segment; 0: as many as fit the cache, or shared memory.
  std::uint32_t block = 0;
  /// In-degree from which a receiver belongs to a segment.
  std::uint32_t heavy = 256;
  FrontierForm frontier = FrontierForm::automatic;
  Creation creation = Creation::automatic;
  Dedup dedup = Dedup::automatic;
  Aggregate aggregate = Aggregate::automatic;
  Driver driver = Driver::automatic;
  /// Threads of a GPU's block: a power of two from 128 to 1024.
  std::uint32_t cta = 256;
  /// Width of a priority bucket, in units of priority; 0: chosen from the graph's weights and degrees.
  double delta = 0;

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// The members of a schedule, constant or not, in the order of ScheduleKey.
template <class S>
[[nodiscard]] auto members_of(S& s) {
  return std::tie(s.direction, s.alpha, s.beta, s.balance, s.layout, s.block, s.heavy, s.frontier, s.creation, s.dedup,
                  s.aggregate, s.driver, s.cta, s.delta);
}

/// A step as the parts of a schedule tell it from others.
struct ScheduledStep {
  std::string_view label = {};  ///< the name of its edge function, without namespaces
  std::string_view loop = {};   ///< of the body that it belongs to; empty: it belongs to none
  std::uint64_t vertices = 0;   ///< of the frontier
  EdgeId arcs = 0;              ///< that leave it; read where the schedule asks_for_arcs()
};
/// What shares are of.
struct WholeGraph {
  std::uint64_t vertices = 0;
  EdgeId arcs = 0;
};

/// "size<5%"
struct StepCondition {
  enum class Of : std::uint8_t { size, arcs };

  Of of = Of::size;   ///< the frontier's vertices, or the arcs that leave it
  bool below = true;  ///< less than `percent` of the whole graph's, otherwise more
  double percent = 0;

  [[nodiscard]] bool holds(const ScheduledStep& step, const WholeGraph& whole) const;
  friend bool operator==(const StepCondition&, const StepCondition&) = default;
};

/// One schedule for all steps, and others for some: those of a label, or under conditions on the frontier (G2's hybrid
/// schedules, which it attaches to labels). Text form: "direction=push ; direction=pull if size>5%",
/// "driver=launched ; Forward: driver=fused if arcs<1% and size<10% ; Backward: cta=512".
struct HybridSchedule {
  struct Part {
    Schedule schedule;
    std::string label = {};  ///< of a step, or of a loop; empty: of any
    std::vector<StepCondition> conditions = {};

    [[nodiscard]] bool may_be_for(std::string_view step, std::string_view loop) const {
      return label.empty() || label == step || label == loop;
    }
    friend bool operator==(const Part&, const Part&) = default;
  };

  Schedule first;                 ///< for steps that no part of `others` holds for
  std::vector<Part> others = {};  ///< the first that holds is taken
  /// By part, `first` being number 0: those to which a text gave a value that asks for something, be it the default;
  /// `auto`, or 0 where it stands for a choice, asks for nothing. They say how a schedule was asked for and are no part
  /// of it.
  KeyUse named = {};

  HybridSchedule() = default;
  HybridSchedule(const Schedule& schedule) : first(schedule) {}  // NOLINT: a schedule is one of these
  HybridSchedule(const Schedule& schedule, std::vector<Part> parts) : first(schedule), others(std::move(parts)) {}

  [[nodiscard]] std::size_t num_parts() const { return 1 + others.size(); }
  [[nodiscard]] const Schedule& part(std::size_t number) const {
    return number == 0 ? first : others[number - 1].schedule;
  }
  /// Whether there is such a loop that a part may hold for.
  [[nodiscard]] bool may_be_for_one_of(std::size_t number, std::span<const std::string_view> loops) const;
  /// The number of the part that holds for a step. O(parts).
  [[nodiscard]] std::size_t part_for(const ScheduledStep& step, const WholeGraph& whole) const;
  /// The number of the part that holds for a loop whatever its frontier: of loops over buckets, which bucket comes next
  /// is not known where its driver is chosen.
  [[nodiscard]] std::size_t part_for_all_of(std::string_view loop) const;
  /// The most arcs that may leave the frontier of a step like this one, which has `arcs` itself, for the same part to
  /// hold, as it does for any fewer: of a loop that goes on by itself, where it has to come back. Nothing where another
  /// part may hold for fewer arcs, or for another number of vertices.
  [[nodiscard]] std::optional<EdgeId> most_arcs_of_part(ScheduledStep step, const WholeGraph& whole) const;
  /// Whether part_for() looks at the arcs of such a step.
  [[nodiscard]] bool asks_for_arcs(std::string_view label, std::string_view loop) const;

  friend bool operator==(const HybridSchedule& a, const HybridSchedule& b) {
    return a.first == b.first && a.others == b.others;
  }
};

/// One value of a key that takes one of several.
struct ScheduleChoice {
  std::string_view name;
  std::string_view sentence;
  bool on_cpus;                          ///< a CPU takes it too
  std::string_view origin = "built in";  ///< or the path of the plug-in that brings it
};

/// What people see of a key in --help and --list.
struct ScheduleKeyInfo {
  ScheduleKey key;
  std::string_view name;
  std::string values;                   ///< "a finite number above 0"; of choices their names: "push|pull|optimized"
  std::string_view sentence;            ///< what it decides
  std::string_view readers;             ///< what reads it, as the rest of a sentence: "steps that push"
  std::vector<ScheduleChoice> choices;  ///< empty: a number
  std::string fallback;                 ///< the default, as text
};

/// All keys, in the order of ScheduleKey, with the pieces that are registered by now.
[[nodiscard]] std::vector<ScheduleKeyInfo> schedule_keys();
/// "balance=etwc"
[[nodiscard]] std::string to_text(const Schedule& schedule, ScheduleKey key);
/// Those that were asked for: by a text, or by other values than the defaults.
[[nodiscard]] KeyUse asked_keys(const HybridSchedule& schedule);

/// Reads the text form, or JSON: an object with the same keys, or for several parts an array of objects, which may have
/// `label` and `if`, a condition, beside them. Keys left out keep their defaults. Throws Error(wrong_use) that lists
/// what is allowed for an unknown key, an unknown value, a number out of range, a key given twice, values that cannot
/// be combined, or a part that never holds.
[[nodiscard]] HybridSchedule parse_schedule(std::string_view text);
/// The canonical text form: every key, or those in `keys`, in declaration order. parse_schedule(to_text(s)) == s.
[[nodiscard]] std::string to_text(const HybridSchedule& schedule, const KeyUse& keys = KeyUse::all());
/// The text of one part, as it stands there.
[[nodiscard]] std::string part_text(const HybridSchedule& schedule, std::size_t part, const KeyUse& keys);
/// The same as JSON.
[[nodiscard]] std::string to_json(const HybridSchedule& schedule);

/// Whether the schedule says how the arcs of a step are followed: thresholds, buckets and drivers are other questions.
[[nodiscard]] bool speaks_of_steps(Schedule schedule);

/// Why the values of a schedule exclude each other, as a sentence without a subject; empty: they go together. Throws
/// Error(wrong_use) for pieces that nobody has registered.
[[nodiscard]] std::string contradiction(const Schedule& schedule);

/// The driver that a part of the schedule means on a GPU.
[[nodiscard]] Driver driver_on_gpu(const HybridSchedule& schedule, std::size_t part);

/// Whether the schedule leaves it open, on a GPU, how each step is executed.
[[nodiscard]] bool leaves_steps_open(const HybridSchedule& schedule);

/// Throws Error(wrong_use) where the schedule asks for what only GPUs have, saying what a CPU takes instead.
void check_for_cpu(const HybridSchedule& schedule);

/// The names of values in the text form.
[[nodiscard]] std::string_view to_string(Driver driver);

}  // namespace mg
