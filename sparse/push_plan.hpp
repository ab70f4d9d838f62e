// What a schedule means for one push on a GPU: every choice made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device_arguments.hpp"
#include "engine/device_step.hpp"
#include "engine/run_schedule.hpp"

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
  std::string_view agent;   ///< "PushStrict"
  std::string_view header;  ///< "sparse/balance_strict.cuh"
  std::uint32_t cta;
};

struct PushPlan {
  Layout layout;        ///< csr where the schedule leaves it open
  std::uint32_t block;  ///< as Schedule has it; so is
  std::uint32_t heavy;  ///< this
  Balance balance;      ///< of the arcs that are in compressed rows
  Dedup dedup;          ///< of a queue: none where nothing has to be done, too
  Aggregate aggregate;
  std::uint32_t cta;
  std::optional<gpu::MapForm> map;  ///< what the kernel marks; without one it writes a queue
  bool lists_map;                   ///< the map is listed in a queue afterwards
  bool reads_maps;                  ///< a frontier that is a map is read as it is, instead of being listed first
  FrontierForm form;                ///< of the next frontier
  bool repeats;                     ///< the queue may list a vertex more than once

  /// `is_wide`: so many arcs are followed that a pass over all vertices is little beside it. Throws Error(wrong_use)
  /// for what the function of the step makes impossible, saying what is possible.
  PushPlan(const PushKeys& schedule, const DeviceTraits& traits, bool is_wide = false);
  PushPlan(const Schedule& schedule, const DeviceTraits& traits, bool is_wide = false)
      : PushPlan(PushKeys(schedule), traits, is_wide) {}
  PushPlan(const CellKeys& schedule, const DeviceTraits& traits) : PushPlan(schedule.alone(), traits) {}
  /// Of a schedule that leaves nothing open (sparse/resolve.hpp).
  PushPlan(const Schedule& resolved, const PushFacts& facts);

  /// The balancer needs the prefix sums of the frontier's degrees.
  [[nodiscard]] bool numbers_arcs() const {
    return layout == Layout::csr && (balance == Balance::edge || balance == Balance::strict);
  }
  /// The layout is a list of all arcs, which are asked whether their sources are in the frontier: not for queues.
  [[nodiscard]] bool lists_arcs() const { return layout == Layout::coo || layout == Layout::blocked; }
  /// Of compressed rows, whole or what another layout has left there.
  [[nodiscard]] PushPart rows() const;
  /// Of what the layout stores in another way; nothing for csr.
  [[nodiscard]] std::optional<PushPart> apart() const;
  /// Those of these two that there are.
  [[nodiscard]] std::vector<PushPart> parts() const;
  /// The template arguments of a part's agent after function and offset type.
  [[nodiscard]] std::string arguments(const PushPart& part, std::string_view target) const;
  /// Of rows().
  [[nodiscard]] std::uint64_t blocks(std::uint64_t entries, EdgeId arcs) const;
  /// What traces say: "push strict", "push ell etwc".
  [[nodiscard]] std::string name() const;
  /// What tells apart plans of one name: "push strict (256 threads, once_by_mark, queue_by_block)".
  [[nodiscard]] std::string full_name() const;

  friend bool operator==(const PushPlan&, const PushPlan&) = default;
};

}  // namespace mg::sparse
