// What a schedule means for one push on a GPU: every choice made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/device_arguments.hpp"
#include "engine/gpu/device_frontier.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/pieces.hpp"
#include "engine/schedule/run_schedule.hpp"

namespace mg::sparse {

struct PushFacts;

/// What a push reads of a schedule.
using PushKeys =
    KeysOf<ScheduleKey::balance, ScheduleKey::layout, ScheduleKey::block, ScheduleKey::heavy, ScheduleKey::frontier,
           ScheduleKey::creation, ScheduleKey::dedup, ScheduleKey::aggregate, ScheduleKey::cta>;
/// The same of a push into cells of the step's own, from which no frontier comes.
using CellKeys =
    KeysOf<ScheduleKey::balance, ScheduleKey::layout, ScheduleKey::block, ScheduleKey::heavy, ScheduleKey::cta>;

/// One launch of a push. A layout that stores arcs in several parts takes one each.
struct PushPart {
  std::string agent;   ///< "mg::sparse::PushStrict"
  std::string header;  ///< "sparse/balance/strict.cuh"
  std::uint32_t cta;
  BlocksOfRows* blocks = nullptr;  ///< for so many senders; null: the layout says how many
  bool takes_any_cta = false;      ///< a block does the same whatever its size
};

/// The map that a frontier of that form is; nowhere where it is a queue, or left open.
[[nodiscard]] std::optional<gpu::MapForm> map_of(FrontierForm form);

struct PushPlan {
  const Layout* layout;      ///< csr where the schedule leaves it open
  std::uint32_t block;       ///< as Schedule has it; so is
  std::uint32_t heavy;       ///< this
  const Balancer* balancer;  ///< of all arcs but those that the layout keeps in a way of its own
  Dedup dedup;               ///< of a queue: none where nothing has to be done, too
  Aggregate aggregate;
  std::uint32_t cta;
  std::optional<gpu::MapForm> map;  ///< what the kernel marks; without one it writes a queue
  bool lists_map;                   ///< the map is listed in a queue afterwards
  bool reads_maps;                  ///< a frontier that is a map is read as it is, instead of being listed first
  FrontierForm form;                ///< of the next frontier
  bool repeats;                     ///< the queue may list a vertex more than once

  /// `is_wide`: so many arcs are followed that a pass over all vertices is little beside it. Throws Error(wrong_use)
  /// for what the function of the step makes impossible, saying what is possible.
  PushPlan(const PushKeys& schedule, const EdgeTraits& traits, bool is_wide = false);
  PushPlan(const Schedule& schedule, const EdgeTraits& traits, bool is_wide = false)
      : PushPlan(PushKeys(schedule), traits, is_wide) {}
  PushPlan(const CellKeys& schedule, const EdgeTraits& traits) : PushPlan(schedule.alone(), traits) {}
  /// Of a schedule that leaves nothing open (sparse/resolve.hpp).
  PushPlan(const Schedule& resolved, const PushFacts& facts);

  /// The balancer needs the prefix sums of the frontier's degrees.
  [[nodiscard]] bool numbers_arcs() const;
  /// Some arcs are in a list that is gone through whole, asking whether their sources are in the frontier: not for
  /// queues.
  [[nodiscard]] bool lists_arcs() const;
  /// What follows arcs that the layout does not keep in a way of its own: rows, one agent a class, or the list.
  [[nodiscard]] std::vector<PushPart> rest() const;
  /// All that follow arcs, as the layout has them.
  [[nodiscard]] std::vector<PushPart> parts() const;
  /// The template arguments of a part's agent after function and offset type.
  [[nodiscard]] std::string arguments(const PushPart& part, std::string_view target) const;
  /// What traces say: "push strict", "push ell etwc", "push coo".
  [[nodiscard]] std::string name() const;
  /// What tells apart plans of one name: "push strict (256 threads, once_by_mark, queue_by_block)".
  [[nodiscard]] std::string full_name() const;

  friend bool operator==(const PushPlan&, const PushPlan&) = default;
};

}  // namespace mg::sparse
