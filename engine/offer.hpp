// What engines offer before a step: each way in which they could execute it, what it goes through and what it is
// expected to take. Whoever chooses (hybrid/policies/policy.hpp) picks one of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "engine/cpu/cpu_step.hpp"
#include "engine/schedule/run_schedule.hpp"

namespace mg {

struct Profile;  // engine/profile.hpp

/// What is known before a run.
struct RunFacts {
  std::uint32_t run = 0;  ///< index within the process
  VertexId num_vertices = 0;
  EdgeId num_arcs = 0;
  std::uint64_t runs_left = 1;  ///< this one among them, as far as is known
  double near_arcs = 0;  ///< the share of arcs between vertices whose numbers differ by less than 2^15, from a sample
  bool on_gpu = false;
  int threads = 1;                   ///< of the CPU
  const Profile* profile = nullptr;  ///< the numbers of the machine, as long as the run lasts; null: built-in ones
  bool builds_layouts = false;       ///< also on a CPU, where building one takes as long as many steps
  bool orders_sums = false;          ///< sums are to be in an order that never changes, so that none is pushed

  [[nodiscard]] double mean_degree() const {
    return num_vertices == 0 ? 0 : static_cast<double>(num_arcs) / static_cast<double>(num_vertices);
  }
};

/// What is known of a step before it is executed.
struct StepFacts {
  std::uint64_t step = 0;  ///< index within the run; steps without a choice count
  Pattern pattern = Pattern::expand;
  EdgeTraits traits{};
  std::uintptr_t function = 0;           ///< tells edge functions apart
  std::size_t part = 0;                  ///< of the schedule, which holds for it
  std::uint64_t loop = 0;                ///< the number of the last loop that began before it: a search is one
  std::uint64_t vertices = 0;            ///< entries of the frontier; all vertices of a reduction
  EdgeId arcs = Frontier::unknown_arcs;  ///< that leave them, where the step that made the frontier counted them
  EdgeId unexplored_arcs = 0;  ///< of vertices that this traversal has not come from; all, if it may come back
  std::function<ThresholdKeys()> thresholds = {};  ///< of the schedule, for a policy with reads_thresholds()
  std::function<EdgeId()> sample = {};  ///< reckons the arcs from a part of the frontier; microseconds, on a CPU alone
  std::function<EdgeId()> count = {};   ///< counts the arcs; a pass over the frontier, and on a GPU a kernel
  std::function<void(double arcs)> reckon = {};  ///< has the offers made anew for a frontier that so many arcs leave

  [[nodiscard]] bool has_arcs() const { return arcs != Frontier::unknown_arcs; }
  /// The arcs as far as they are known without looking at the frontier.
  [[nodiscard]] double likely_arcs(const RunFacts& run) const {
    return has_arcs() ? static_cast<double>(arcs) : static_cast<double>(vertices) * run.mean_degree();
  }
};

/// What engines reckon with.
struct Outlook {
  const RunFacts& run;
  const StepFacts& step;
  double arcs;          ///< that leave the frontier, as far as is known
  bool reckons = true;  ///< somebody goes by what offers cost; otherwise names, ways and problems will do
};

/// What a way of executing a step does with arcs, as far as policies care.
enum class Way : std::uint8_t {
  sweep,  ///< reads all arcs, whatever the frontier
  push,   ///< follows the frontier's arcs
  pull,   ///< reads the receivers' arcs
  other,
};

/// A way in which an engine could execute a step.
struct Offer {
  std::string_view name = {};  ///< "dense", "sparse push"; each of a run has its own, which lives as long as the engine
  Way way = Way::other;
  double vertices = 0;            ///< that it goes through; so are
  double arcs = 0;                ///< these
  double bytes = 0;               ///< that it moves at least
  double vertex_ms = 0;           ///< what a vertex of these takes,
  double arc_ms = 0;              ///< an arc,
  double more_ms = 0;             ///< and what else there is to do, beside what any step takes
  double expected_ms = 0;         ///< in all, by the profile (expect()), unless the policy knows better and says so
  double build_ms = 0;            ///< of what it needs and is not there yet; for policies, the share of this step
  bool leaves_rows = false;       ///< early, because their lightest arcs come first
  bool takes_memory = false;      ///< before it touches any vertex: without memory for it, another way can be gone
  std::string_view problem = {};  ///< why it cannot be gone, in a few words; empty: it can
  std::optional<double> measured_ms = {};  ///< where it was tried
  std::uint8_t engine = 0;                 ///< whose it is; set by whoever collects

  /// What vertices, arcs and the rest are expected to take.
  [[nodiscard]] double work_ms() const { return vertex_ms * vertices + arc_ms * arcs + more_ms; }
};

/// Those of a step: first the open ones, in the order of engines, then those with a problem.
class Offers {
 public:
  static constexpr std::size_t most = 16;

  /// What is over `most` is left out.
  void add(const Offer& offer) {
    if (count_ == most) return;
    Offer& last = offers_[count_++] = offer;
    last.engine = engine_;
    if (!offer.problem.empty()) return;
    if (++open_ < count_) std::rotate(offers_.begin() + open_ - 1, &last, &last + 1);  // before those with a problem
  }
  [[nodiscard]] std::span<Offer> open() { return std::span(offers_).first(open_); }
  [[nodiscard]] std::span<const Offer> open() const { return std::span(offers_).first(open_); }
  [[nodiscard]] std::span<const Offer> refused() const { return std::span(offers_).subspan(open_, count_ - open_); }
  /// Closes an open one.
  void refuse(std::size_t position, std::string_view problem) {
    offers_[position].problem = problem;
    --open_;
    std::rotate(offers_.begin() + position, offers_.begin() + position + 1, offers_.begin() + open_ + 1);
  }
  void clear() { open_ = count_ = 0; }
  /// Whose offers follow.
  void begin_engine(std::size_t position) { engine_ = static_cast<std::uint8_t>(position); }

 private:
  std::array<Offer, most> offers_{};
  std::size_t open_ = 0;
  std::size_t count_ = 0;
  std::uint8_t engine_ = 0;
};

/// The position of the least that is expected with building, the first of several.
[[nodiscard]] inline std::size_t cheapest(std::span<const Offer> offers) {
  const auto cost = [](const Offer& offer) { return offer.expected_ms + offer.build_ms; };
  return static_cast<std::size_t>(std::ranges::min_element(offers, {}, cost) - offers.begin());
}

/// The position of the first offer that goes this way, if there is one.
[[nodiscard]] inline std::optional<std::size_t> position_of(Way way, std::span<const Offer> offers) {
  const auto found = std::ranges::find(offers, way, &Offer::way);
  if (found == offers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - offers.begin());
}

/// The same by name.
[[nodiscard]] inline std::optional<std::size_t> position_of(std::string_view name, std::span<const Offer> offers) {
  const auto found = std::ranges::find(offers, name, &Offer::name);
  if (found == offers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - offers.begin());
}

}  // namespace mg
