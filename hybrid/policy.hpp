// A policy chooses, for each step of a run, among the ways in which the engines can execute it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/edge_step.hpp"
#include "engine/run_schedule.hpp"

namespace mg {

/// How a step can be executed.
enum class Way : std::uint8_t {
  dense,  ///< the dense engine reads all arcs, from tiles
  push,   ///< the sparse engine follows the frontier's arcs
  pull,   ///< the sparse engine reads the receivers' arcs; of a step that has no direction, its only way
};

/// "dense", "sparse push", "sparse pull": what traces print.
[[nodiscard]] std::string_view to_string(Way way);

struct Profile;  // hybrid/profile.hpp

/// What is known before a run.
struct RunFacts {
  std::uint32_t run = 0;  ///< index within the process
  VertexId num_vertices = 0;
  EdgeId num_arcs = 0;
  std::uint64_t runs_left = 1;  ///< this one among them, as far as is known
  double near_arcs = 0;  ///< the share of arcs between vertices whose numbers differ by less than 2^15, from a sample
  bool on_gpu = false;
  int threads = 1;                   ///< of the CPU
  const Profile* profile = nullptr;  ///< the numbers of the machine, as long as the policy lives; null: built-in ones

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
  std::uint64_t vertices = 0;            ///< entries of the frontier; all vertices of a reduction
  EdgeId arcs = Frontier::unknown_arcs;  ///< that leave them, where the step that made the frontier counted them
  EdgeId unexplored_arcs = 0;  ///< of vertices that this traversal has not come from; all, if it may come back
  Direction direction = Direction::optimized;        ///< of the schedule
  bool speaks_of_steps = false;                      ///< the schedule says how arcs are followed
  bool from_map = false;                             ///< the frontier is a map, which a push lists first
  std::optional<std::uint64_t> receivers_left = {};  ///< that a pull looks at, where these are not all vertices
  bool pulls_lightest = false;                     ///< a pull leaves rows early because their lightest arcs come first
  std::function<ThresholdKeys()> thresholds = {};  ///< of the schedule, for a policy with reads_thresholds()
  std::function<EdgeId()> sample = {};  ///< reckons the arcs from a part of the frontier; microseconds, on a CPU alone

  [[nodiscard]] bool has_arcs() const { return arcs != Frontier::unknown_arcs; }
  /// The arcs as far as they are known without looking at the frontier.
  [[nodiscard]] double likely_arcs(const RunFacts& run) const {
    return has_arcs() ? static_cast<double>(arcs) : static_cast<double>(vertices) * run.mean_degree();
  }
};

/// A way that a step can be executed.
struct Candidate {
  Way way = Way::push;
  double expected_ms = 0;                  ///< by hybrid/costs.hpp, unless the policy knows better and says so
  double build_ms = 0;                     ///< of what it needs and is not there yet, the share of this step
  std::optional<double> measured_ms = {};  ///< for a policy that tries all
};

struct Choice {
  std::size_t candidate = 0;
  std::string_view reason = {};  ///< a few words for traces, which must live as long as the policy
};

/// Made for one run context, so it may keep what it learns from one run to the next.
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  /// Called before each run. Throws Error where the policy is not for such a run.
  virtual void begin(const RunFacts&) {}
  /// Called for every step, also for those that can be executed in one way only (one candidate). May correct
  /// expected_ms. No clock, no memory of the device: nothing that would take as long as a step.
  virtual Choice choose(const StepFacts& step, std::span<Candidate> candidates) = 0;

  /// Whether learn() is to be called with what a step took. Where it is false, no clock is read. Deterministic runs
  /// teach nothing, as no two of them take the same time.
  [[nodiscard]] virtual bool learns() const { return false; }
  virtual void learn(const StepFacts&, Way, double /*ms*/) {}
  /// Whether it goes by the schedule's thresholds (alpha, beta).
  [[nodiscard]] virtual bool reads_thresholds() const { return false; }
  /// Whether every candidate is executed, measured, and undone, before choose() is asked which one stays.
  [[nodiscard]] virtual bool tries_all() const { return false; }
  /// Whether it wants to be asked for every step, so that no loop may go on by itself on a GPU (driver=adaptive).
  [[nodiscard]] virtual bool chooses_every_step() const { return tries_all(); }
  /// Whether the dense way is to be a candidate on a CPU even if the graph came without tiles, so that they have to be
  /// built.
  [[nodiscard]] virtual bool builds_tiles() const { return false; }
};

struct PolicyEntry {
  std::string name;
  std::string argument = {};  ///< what follows the name behind a colon: "SEED"; empty: nothing does
  std::string summary;        ///< one line
  /// Given the argument, or nothing. Throws Error(wrong_use) for one that is no good.
  std::function<std::unique_ptr<Policy>(const std::string&)> make;
  std::string origin = "built in";  ///< or the plug-in's path

  /// "random:SEED"
  [[nodiscard]] std::string usage() const { return argument.empty() ? name : name + ":" + argument; }
};

/// Adds to the registry; safe from several threads. Throws Error(wrong_use) when the name is taken.
void register_policy(PolicyEntry entry);
/// All entries in ascending order of name.
[[nodiscard]] std::vector<PolicyEntry> registered_policies();
/// The entry of that name. Throws Error(wrong_use) that lists the names there are, nearest spelling first.
[[nodiscard]] PolicyEntry find_policy(std::string_view name);

/// What `auto` stands for.
inline constexpr std::string_view default_policy = "sample";
/// Makes the policy that a person asks for: "auto", "threshold", "random:7". Throws Error(wrong_use) like
/// find_policy(), and for an argument that is missing, not taken or no good.
[[nodiscard]] std::unique_ptr<Policy> make_policy(std::string_view text);

/// The position of the least that is expected with building, the first of several.
[[nodiscard]] std::size_t cheapest(std::span<const Candidate> candidates);
/// The position of the candidate that goes this way, if there is one.
[[nodiscard]] std::optional<std::size_t> position_of(Way way, std::span<const Candidate> candidates);

}  // namespace mg
