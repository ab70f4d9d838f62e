// A policy chooses, for each step of a run, among the ways in which the engines offer to execute it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/offer.hpp"

namespace mg {

struct Choice {
  std::size_t offer = 0;         ///< its position
  std::string_view reason = {};  ///< a few words for traces, which must live as long as the policy
};

/// How an offer is tried on the step before one is chosen.
enum class Trial : std::uint8_t {
  none,
  part,  ///< from a sixteenth of the frontier
  whole,
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
  /// Called for every step with the offers that are open, at least one, also where it is the only one. May correct
  /// expected_ms. No clock, no memory of the device: nothing that would take as long as a step.
  virtual Choice choose(const StepFacts& step, std::span<Offer> offers) = 0;

  /// Whether learn() is to be called with what a step took. Where it is false, no clock is read. Deterministic runs
  /// teach nothing, as no two of them take the same time.
  [[nodiscard]] virtual bool learns() const { return false; }
  virtual void learn(const StepFacts&, const Offer&, double /*ms*/) {}
  /// Told after a pull by a GPU that leaves rows whose lightest arcs come first for how many arcs it has asked.
  virtual void note_arcs_asked(EdgeId) {}
  /// Whether it goes by what offers go through and cost.
  [[nodiscard]] virtual bool reads_costs() const { return true; }
  /// Whether it goes by the schedule's thresholds (alpha, beta).
  [[nodiscard]] virtual bool reads_thresholds() const { return false; }
  /// Whether every open offer is executed, measured, and undone, before choose() is asked which one stays.
  [[nodiscard]] virtual bool tries_all() const { return false; }
  /// Whether some may be tried: tries() is asked about each then.
  [[nodiscard]] virtual bool tries_some() const { return tries_all(); }
  /// How the one at `position` is: choose() is then asked after learn() was told what it took, of a part with an offer
  /// of the part.
  [[nodiscard]] virtual Trial tries(const StepFacts&, std::span<const Offer>, std::size_t /*position*/) {
    return tries_all() ? Trial::whole : Trial::none;
  }
  /// Whether it wants to be asked for every step, so that no loop may go on by itself on a GPU (driver=adaptive).
  [[nodiscard]] virtual bool chooses_every_step() const { return tries_all(); }
  /// Whether layouts may be built on a CPU, too, such as the tiles that a graph came without.
  [[nodiscard]] virtual bool builds_layouts() const { return false; }
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

}  // namespace mg
